"""Pairs, knock-out: a bracket, byes for the best, and a match for third place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from tantera.formats.drawing.field import Drawing, DrawnTable, Field, Violation
from tantera.formats.drawing.memory import Rules
from tantera.formats.drawing.roster import Met, across, byes_of, entry_of, here, in_order, tables_of
from tantera.formats.drawing.violations import always, higher_at_home
from tantera.formats.format import Format
from tantera.formats.pairs_round_robin import came_late
from tantera.formats.why import Why

Slot = tuple[str | None, str | None]
"""The two entries that meet in a place of the bracket; None where there is nobody."""


class Stage(Struct, frozen=True):
    """A round of the bracket as it was: who won each slot, and who lost."""

    round: int
    winners: tuple[str | None, ...]
    losers: tuple[str, ...]
    """Both, where nobody came or nobody who won was there; who could not be drawn has lost, too."""
    undecided: tuple[str, ...] = ()
    """Those of tables that nobody has won yet."""
    nobody: tuple[Met, ...] = ()
    """The tables from which nobody goes on."""


def rounds(count: int) -> int:
    """How many rounds a bracket of so many has.

    >>> rounds(2), rounds(5), rounds(8)
    (1, 3, 3)
    """
    return max(count - 1, 0).bit_length()


def first_slots(seeds: Sequence[str]) -> list[Slot]:
    """1 v last, 2 v last but one, … up to the next power of two: the best have nobody to meet.

    >>> first_slots("abcdef")
    [('a', None), ('b', None), ('c', 'f'), ('d', 'e')]
    """
    size = 1 << rounds(len(seeds))
    places = [*seeds, *[None] * (size - len(seeds))]
    return [(places[slot], places[size - 1 - slot]) for slot in range(size // 2)]


def next_slots(winners: Sequence[str | None]) -> list[Slot]:
    """The winner of the first slot meets that of the last, and so on: so 1 and 2 can meet only in the final.

    >>> next_slots("abcd")
    [('a', 'd'), ('b', 'c')]
    """
    count = len(winners)
    return [(winners[slot], winners[count - 1 - slot]) for slot in range(count // 2)]


def slots_of(bracket: Sequence[str | None]) -> list[Slot]:
    """The places of a bracket, two by two.

    >>> slots_of(("a", "d", "b", None))
    [('a', 'd'), ('b', None)]
    """
    return list(zip(bracket[0::2], bracket[1::2], strict=True))


def stages(field: Field, first: int = 1) -> list[Stage]:
    """The rounds of the bracket before this one, the first being round `first`.

    The bracket of a round is kept as it was published, so who changed places by hand stays there and the winner of a
    table goes on where that table leads. Without one it is made of who sat where and who won.
    """
    done: list[Stage] = []
    kept = dict(field.brackets)
    for round in range(first, field.round):
        tables, byes = tables_of(field, round), byes_of(field, round)
        if kept.get(round):
            slots = slots_of(kept[round])
        elif not done:
            slots = [*((entry, None) for entry in byes)] + [(met.home, met.guest) for met in tables]
        elif len(done[-1].winners) == 1:
            break
        else:
            slots = next_slots(done[-1].winners)
        done.append(_stage(round, slots, tables, byes))
    return done


def _stage(round: int, slots: Sequence[Slot], tables: Sequence[Met], byes: Sequence[str]) -> Stage:
    winners: list[str | None] = []
    losers: list[str] = []
    undecided: list[str] = []
    nobody: list[Met] = []
    free = {met.table: met for met in tables}
    for slot in slots:
        met = next((met for entry in slot if entry for met in free.values() if entry in (met.home, met.guest)), None)
        if met is not None:
            del free[met.table]
            through = met.winner
            both = [entry for entry in (met.home, met.guest) if entry]
            (losers if met.settled else undecided).extend(entry for entry in both if entry != through)
            nobody += [met] if met.settled and not through else []
        else:
            through = next((entry for entry in slot if entry in byes), None)
            losers += [entry for entry in slot if entry and entry != through]
        winners.append(through)
    return Stage(round, tuple(winners), tuple(losers), tuple(undecided), tuple(nobody))


def draw(field: Field) -> Drawing:
    """The next round of the bracket: seeded by the lot in round 1, then by who won."""
    seeds = [entrant.entry for entrant in field.entrants]
    return bracket(field, 1, lambda: seeds)


def bracket(
    field: Field, first: int, seeds: Callable[[], Sequence[str]], groups: dict[str, int] | None = None
) -> Drawing:
    """A round of a bracket that began in round `first`. Pairs of one group are kept apart in its first round."""
    if field.round == first:
        slots = _changed(field, first_slots(seeds()), groups or {})
        say = "{entry} is number {number} of the bracket"
        came = {entry: Why(say, {"entry": entry, "number": number}) for number, entry in enumerate(seeds(), 1)}
        return _drawn(field, slots, [], [*_seeded(slots, seeds())], came)
    done = stages(field, first)
    if not done or len(done[-1].winners) == 1:
        return Drawing(tables=(), notes=(Why("The knock-out is over"),))
    last = done[-1]
    present = here(field)
    slots = next_slots(last.winners)
    third = [loser for loser in last.losers if loser in present] if len(slots) == 1 else []
    outside = [] if first > 1 else _outside(field, done)
    notes = [*_nobody_on(last), *_missing(slots, present), *came_late(outside)]
    return _drawn(field, slots, third, notes, _came(field, last))


def _outside(field: Field, done: Sequence[Stage]) -> list[str]:
    """Who was not there when the bracket was made: they have no place in it, and no bye to win by."""
    known = {entry for stage in done for entry in (*stage.winners, *stage.losers, *stage.undecided)}
    return [entrant.entry for entrant in field.entrants if entrant.entry not in known]


def _nobody_on(last: Stage) -> Iterator[Why]:
    for met in last.nobody:
        yield Why("Nobody goes on from table {table} of round {round}: who won was not there, or nobody won",
                  {"table": met.table, "round": last.round})  # fmt: skip


def _came(field: Field, last: Stage) -> dict[str, Why]:
    """Where everybody still in comes from."""
    tables = {met.winner: met.table for met in tables_of(field, last.round) if met.winner}
    return {
        entry: Why("{entry} won table {table} of round {round}", {"entry": entry, "table": table, "round": last.round})
        if (table := tables.get(entry)) is not None
        else Why("{entry} did not have to play in round {round}", {"entry": entry, "round": last.round})
        for entry in last.winners
        if entry is not None
    }


def _drawn(
    field: Field, slots: Sequence[Slot], third: Sequence[str], notes: Sequence[Why], came: Mapping[str, Why]
) -> Drawing:
    present = here(field)
    tables: list[DrawnTable] = []
    byes: list[str] = []
    for slot in slots:
        there = in_order(field, [entry for entry in slot if entry in present])
        if len(there) == 2:
            why = (_round_named(len(slots)), *(came[entry] for entry in there))
            tables.append(DrawnTable(across(*(present[entry].players for entry in there)), why))
        else:
            byes += there
    if len(third) == 2:
        home, guest = in_order(field, third)
        for_third = Why("for third place: those who lost the semi-finals")
        tables.append(DrawnTable(across(present[home].players, present[guest].players), (for_third,)))
    places = tuple(entry for slot in slots for entry in slot)
    return Drawing(tuple(tables), tuple(byes), tuple(notes), places)


def _round_named(slots: int) -> Why:
    named = {1: "the final", 2: "semi-final", 4: "quarter-final"}
    return Why(named[slots]) if slots in named else Why("round of the last {count}", {"count": 2 * slots})


def _seeded(slots: Sequence[Slot], seeds: Sequence[str]) -> Iterator[Why]:
    byes = sum(1 for slot in slots if slot[1] is None)
    yield Why("The bracket: 1 against last, 2 against last but one, …, of {count}", {"count": len(seeds)})
    if byes:
        yield Why("The first {count} go on without playing: a bracket needs a power of two", {"count": byes})


def _missing(slots: Sequence[Slot], present: Mapping[str, object]) -> Iterator[Why]:
    for slot in slots:
        there = [entry for entry in slot if entry is not None and entry in present]
        if len(there) == 1:
            yield Why("{entry} goes on without playing: there is nobody to meet", {"entry": there[0]})


def _changed(field: Field, slots: list[Slot], groups: dict[str, int]) -> list[Slot]:
    """The slots with their guests changed, nearest first, where two must not meet or come from one group."""
    rules = Rules(field.apart, field.round)
    players = {entrant.entry: entrant.players for entrant in field.entrants}

    def weight(slot: Slot) -> int:
        home, guest = slot
        if home is None or guest is None:
            return 0
        broken = [rules.between(p, q, "opponents") for p in players[home] for q in players[guest]]
        hard = any(rule.hard for rule in broken if rule)
        return 4 * hard + 2 * (home in groups and groups[home] == groups.get(guest)) + any(map(bool, broken))

    for number, slot in enumerate(slots):
        if not weight(slot):
            continue
        for other in sorted(range(len(slots)), key=lambda other: (abs(other - number), other < number)):
            ways = ((slots[number][0], slots[other][1]), (slots[other][0], slots[number][1]))
            if None not in ways[0] and None not in ways[1]:
                if sum(map(weight, ways)) < weight(slots[number]) + weight(slots[other]):
                    slots[number], slots[other] = ways
                if not weight(slots[number]):
                    break
    return slots


def levels(field: Field, first: int = 1) -> list[tuple[str, ...]]:
    """The entries of the bracket by how far they came, the best first; `ranked_by` parts those of one row.

    Who has not lost yet comes first; the match for third place parts the losers of the semi-finals.
    """
    done = stages(field, first)
    if not done:
        return []
    lost: list[tuple[str, ...]] = []
    for stage in done:
        waiting = () if stage is done[-1] else stage.undecided
        row = (*stage.losers, *waiting)
        if len(stage.winners) == 1 and lost:
            lost[-1:] = _third(tables_of(field, stage.round), lost[-1])
        lost += [row] if row else []
    still_in = (*(entry for entry in done[-1].winners if entry), *done[-1].undecided)
    return [still_in, *reversed(lost)] if still_in else [*reversed(lost)]


def _third(tables: Sequence[Met], losers: Sequence[str]) -> list[tuple[str, ...]]:
    """The losers of the semi-finals, the fourth before the third: the caller turns the list round."""
    for met in tables:
        if met.winner and {met.home, met.guest} == set(losers) and met.loser:
            return [(met.loser,), (met.winner,)]
    return [tuple(losers)]


def still_in(field: Field, drawing: Drawing, first: int = 1) -> Iterator[Violation]:
    """Knock-out: who has lost plays no more, but for third place."""
    done = stages(field, first) if field.round > first else []
    if not done:
        return
    semi = set(done[-1].losers) if len(done[-1].winners) == 2 else set()
    on = {entry for entry in done[-1].winners if entry} | semi
    of = entry_of(field)
    for number, table in enumerate(drawing.tables, 1):
        for player in table.seats[:2]:
            if player in of and of[player] not in on:
                why = Why("{entry} has lost and is out of the bracket", {"entry": of[player]})
                yield Violation(True, "out_of_bracket", why, number, (player,))


FORMAT = Format(
    name="pairs-knock-out",
    words="pairs, knock-out",
    listed=4,
    enters="pair",
    draw=draw,
    checks=(*always("pair"), still_in, higher_at_home),
    keys=frozenset({"limit_final"}),
    rounds=lambda course: rounds(course.starters),
    knock_out="always",
    late_entries=False,
)
