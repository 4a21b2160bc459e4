"""What a drawing breaks that was changed by hand, or drawn before something changed: hard rules apart from ideals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from tantera.tournament.draw import groups, knock_out, swiss
from tantera.tournament.draw.field import Drawing, Field, Violation
from tantera.tournament.draw.individual import FOUR, STAND_IN
from tantera.tournament.draw.memory import Memory, Sitting, Two, all_at, opponents_at, partners_at, two
from tantera.tournament.draw.roster import entry_of, here
from tantera.tournament.formats import ALONE, Format
from tantera.tournament.why import Why

Check = Callable[[Field, Drawing], Iterator[Violation]]


def violations(field: Field, drawing: Drawing) -> tuple[Violation, ...]:
    """Everything that a drawing breaks, the hard rules first. What was just drawn breaks only what cannot be helped."""
    found = [violation for check in CHECKED_BY[field.format] for violation in check(field, drawing)]
    return tuple(sorted(found, key=lambda violation: not violation.hard))


def once(field: Field, drawing: Drawing) -> Iterator[Violation]:
    """Nobody sits twice, or sits and rests."""
    of = entry_of(field)
    seen = Counter(player for table in drawing.tables for player in table.seats if player != STAND_IN)
    resting = set(drawing.byes)
    for player, times in seen.items():
        if times > 1 or of.get(player) in resting:
            why = Why("{player} has more than one place", {"player": player})
            yield Violation(True, "seated_twice", why, players=(player,))


def sizes(field: Field, drawing: Drawing) -> Iterator[Violation]:
    """Four at a table; alone three, and two where five or two play."""
    for number, table in enumerate(drawing.tables, 1):
        if len(table.seats) not in ((2, 3, 4) if field.format in ALONE else (4,)):
            yield Violation(True, "table_size", Why("table {table} is not complete", {"table": number}), table=number)


def presence(field: Field, drawing: Drawing) -> Iterator[Violation]:
    """Who has gone since the draw is a default, and no fault of it."""
    able = {player for entrant in field.entrants for player in entrant.players}
    for number, table in enumerate(drawing.tables, 1):
        for player in table.seats:
            if player != STAND_IN and player not in able:
                why = Why("{player} cannot be drawn any more", {"player": player})
                yield Violation(False, "not_here", why, number, (player,))


def nobody_left(field: Field, drawing: Drawing) -> Iterator[Violation]:
    """Who has come since the draw waits for the next one."""
    sits = {player for table in drawing.tables for player in table.seats}
    for entrant in field.entrants:
        if entrant.entry not in drawing.byes and sits.isdisjoint(entrant.players):
            why = Why("{entry} has come since and has no place", {"entry": entrant.entry})
            yield Violation(False, "left_out", why, players=entrant.players)


def fair_byes(field: Field, drawing: Drawing) -> Iterator[Violation]:
    """Nobody sits out twice while somebody who plays never has. Ideal: fewest byes first, then the lowest ranked."""
    present = here(field)
    seated = {player for table in drawing.tables for player in table.seats}
    play = [entrant for entrant in field.entrants if not seated.isdisjoint(entrant.players)]
    rank = {entry: number for number, entry in enumerate(present)}
    for entry in drawing.byes:
        resting = present.get(entry)
        fewer = [one for one in play if resting and one.sat_out < resting.sat_out]
        lower = [one for one in play if resting and one.sat_out == resting.sat_out and rank[one.entry] > rank[entry]]
        if resting and fewer:
            hard = any(one.sat_out == 0 for one in fewer)
            facts: dict[str, str | int] = {"entry": entry, "byes": resting.sat_out, "other": fewer[-1].entry}
            why = Why("{entry} sits out with {byes} byes so far, and {other}, who plays, has had fewer", facts)
            yield Violation(hard, "bye_again", why, players=resting.players)
        elif resting and lower:
            facts = {"entry": entry, "other": lower[-1].entry}
            why = Why("{entry} sits out, and {other}, who plays, is ranked lower", facts)
            yield Violation(False, "bye_rank", why, players=resting.players)


def kept_apart(field: Field, drawing: Drawing) -> Iterator[Violation]:
    rules = Memory(field, field.format in ALONE).apart
    for number, table in enumerate(drawing.tables, 1) if rules else ():
        for sitting, (one, other) in _sitting(field, table.seats):
            rule = rules.between(one, other, sitting)
            if rule is None:
                continue
            say = {
                "partners": "{one} and {other} are to be kept apart and would be partners",
                "opponents": "{one} and {other} are to be kept apart and would be opponents",
            }[sitting]
            code = "kept_apart" if rule.hard else "better_apart"
            yield Violation(rule.hard, code, Why(say, {"one": one, "other": other}), number, (one, other))


def _sitting(field: Field, seats: tuple[str, ...]) -> Iterator[tuple[Sitting, Two]]:
    if field.format in ALONE:
        yield from (("opponents", pair) for pair in all_at(seats))
        return
    if len(seats) != FOUR:
        return
    if field.format == "individual":
        yield from (("partners", pair) for pair in partners_at(seats))
    yield from (("opponents", pair) for pair in opponents_at(seats))


def again(field: Field, drawing: Drawing) -> Iterator[Violation]:
    """Partners and opponents of the last rounds: ideals, for the law avoids them only where it can."""
    alone = field.format in ALONE
    memory = Memory(field, alone)
    for number, table in enumerate(drawing.tables, 1):
        for sitting, (one, other) in _sitting(field, table.seats):
            round = (memory.partners if sitting == "partners" else memory.opponents).get(two(one, other))
            if round is None:
                continue
            facts: dict[str, str | int] = {"one": one, "other": other, "round": round}
            if sitting == "partners":
                why = Why("{one} and {other} were partners in round {round}", facts)
                yield Violation(False, "partners_again", why, number, (one, other))
            else:
                why = Why("{one} and {other} were opponents in round {round}", facts)
                yield Violation(False, "opponents_again", why, number, (one, other))


def met_again(field: Field, drawing: Drawing) -> Iterator[Violation]:
    """Swiss: a repeat is hard where a pairing with fewer exists."""
    found = [*_met_again(field, drawing)]
    if found:
        fewest = sum(1 for _ in _met_again(field, swiss.draw(field)))
        for violation in found:
            yield Violation(
                len(found) > fewest, violation.code, violation.why, violation.table, players=violation.players
            )


def _met_again(field: Field, drawing: Drawing) -> Iterator[Violation]:
    of = entry_of(field)
    met = swiss.met(field)
    for number, table in enumerate(drawing.tables, 1):
        one, other = of.get(table.seats[0]), of.get(table.seats[1])
        if one and other and (round := met.get((one, other))) is not None:
            facts: dict[str, str | int] = {"entry": one, "other": other, "round": round}
            why = Why("{entry} and {other} met in round {round}", facts)
            yield Violation(True, "met_again", why, number, table.seats)


def too_often(field: Field, drawing: Drawing) -> Iterator[Violation]:
    """Round robin: nobody meets anybody more often than there are legs."""
    if field.format == "pairs-groups" and field.round > groups.group_rounds(groups.dealt(field), field.options.legs):
        return
    of = entry_of(field)
    played = [past.seats for past in field.past if _both(past.seats, of) and not past.default]
    times = Counter(two(of[seats[0]], of[seats[1]]) for seats in played)
    for number, table in enumerate(drawing.tables, 1):
        if _both(table.seats, of):
            one, other = of[table.seats[0]], of[table.seats[1]]
            if times[two(one, other)] >= field.options.legs:
                why = Why("{entry} and {other} have met as often as they are to", {"entry": one, "other": other})
                yield Violation(True, "met_again", why, number, table.seats)


def _both(seats: tuple[str, ...], of: dict[str, str]) -> bool:
    return seats[0] in of and seats[1] in of


def still_in(field: Field, drawing: Drawing) -> Iterator[Violation]:
    """Knock-out: who has lost plays no more, but for third place."""
    first = 1
    if field.format == "pairs-groups":
        first = groups.group_rounds(groups.dealt(field), field.options.legs) + 1
    done = knock_out.stages(field, first) if field.round > first else []
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


def higher_at_home(field: Field, drawing: Drawing) -> Iterator[Violation]:
    """Ideal: seats 1 and 3 hold the higher ranked pair, the home pair (TG-6.2)."""
    rank = {player: number for number, entrant in enumerate(field.entrants) for player in entrant.players}
    for number, table in enumerate(drawing.tables, 1):
        home, guest = table.seats[0], table.seats[1]
        if home in rank and guest in rank and rank[home] > rank[guest]:
            why = Why("table {table}: the higher ranked pair is not at seats 1 and 3", {"table": number})
            yield Violation(False, "home", why, number, table.seats)


ALWAYS: Final[tuple[Check, ...]] = (once, sizes, presence, kept_apart)

CHECKED_BY: Final[dict[Format, tuple[Check, ...]]] = {
    "individual": (*ALWAYS, nobody_left, fair_byes, again),
    "pairs-swiss": (*ALWAYS, nobody_left, fair_byes, met_again, higher_at_home),
    "pairs-round-robin": (*ALWAYS, nobody_left, too_often, higher_at_home),
    "pairs-knock-out": (*ALWAYS, still_in, higher_at_home),
    "pairs-groups": (*ALWAYS, too_often, still_in, higher_at_home),
    "alone-winners-on": (*ALWAYS, again),
    "alone-one-round": (*ALWAYS, nobody_left, again),
}
"""Which rules and ideals a format has."""
