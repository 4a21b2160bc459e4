"""Everybody alone (UEH): tables of four and as few as possible of three; the winners on and on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from tantera.formats.drawing.exchange import Exchange, Trouble, exchanged, told, trouble_between
from tantera.formats.drawing.field import Drawing, DrawnTable, Field, Past
from tantera.formats.drawing.memory import Memory
from tantera.formats.drawing.reasons import counted_among, unavoided
from tantera.formats.drawing.roster import entry_of
from tantera.formats.drawing.violations import again, always
from tantera.formats.format import Format
from tantera.formats.why import Why


def sizes(count: int) -> list[int]:
    """Tables of four, then as few as possible of three (UEH-mesas); two only where five or two are left.

    >>> sizes(8), sizes(9), sizes(10), sizes(11), sizes(5), sizes(2), sizes(1)
    ([4, 4], [3, 3, 3], [4, 3, 3], [4, 4, 3], [3, 2], [2], [])
    """
    if count in (2, 5):
        return {2: [2], 5: [3, 2]}[count]
    threes = -count % 4
    return [] if count < 2 else [4] * ((count - 3 * threes) // 4) + [3] * threes


def rounds(count: int) -> int:
    """How many rounds until one table decides.

    >>> rounds(4), rounds(16), rounds(17)
    (1, 2, 3)
    """
    number = 0
    while count > 1:
        count, number = len(sizes(count)), number + 1
    return number


def draw(field: Field) -> Drawing:
    """In round 1 everybody, in the order of the lot; then the winners of the round before, by rank, until one table
    decides (UEH-campeonato)."""
    players = [player for entrant in field.entrants for player in entrant.players]
    if field.round > 1:
        before = [past for past in field.past if past.round == field.round - 1]
        if len(before) < 2:
            return Drawing(tables=(), notes=(Why("One table has decided: there is no further round"),))
        on = {player for past in before for player in past.winner}
        players = [player for player in players if player in on]
        drawn = seated(field, players)
        return Drawing(drawn.tables, drawn.byes, (*drawn.notes, *_nobody_on(before)))
    return seated(field, players)


def _nobody_on(before: Sequence[Past]) -> Iterator[Why]:
    """Who did not come has not won, and the next best of that table has not won either."""
    for past in before:
        if past.settled and not past.winner:
            yield Why("Nobody goes on from table {table} of round {round}: who won was not there, or nobody won",
                      {"table": past.table, "round": past.round})  # fmt: skip


def levels(field: Field) -> list[tuple[str, ...]]:
    """The entries by the round in which they lost, the best first; who has not lost yet comes first of all."""
    of = entry_of(field)
    last: dict[str, tuple[int, bool]] = {}
    for past in sorted(field.past, key=lambda past: past.round):
        for player in past.seats:
            if player in of:
                last[of[player]] = (past.round, player in past.winner or not (past.winner or past.settled))
    reached: dict[tuple[int, bool], list[str]] = {}
    latest = max((past.round for past in field.past), default=0)
    for entry, (round, won) in last.items():
        # Who won and did not come to the next table lost there.
        key = (round, True) if won and round == latest else (round + 1, False) if won else (round, False)
        reached.setdefault(key, []).append(entry)
    return [tuple(reached[key]) for key in sorted(reached, reverse=True)]


def seated(field: Field, players: Sequence[str]) -> Drawing:
    """These players at tables, in their order but for exchanges."""
    memory = Memory(field, alone=True)
    first, tables = 0, []
    for size in sizes(len(players)):
        tables.append(list(range(first, first + size)))
        first += size

    def cost(table: Sequence[int]) -> int:
        return sum(trouble.weight for trouble in _troubles(table, players, memory))

    now, exchanges = exchanged(tables, cost)
    at = [
        DrawnTable(
            seats=tuple(players[rank] for rank in table),
            why=tuple(_reasons(field.round, number, table, exchanges, [*_troubles(table, players, memory)])),
        )
        for number, table in enumerate(now)
    ]
    of = entry_of(field)
    left = [of[player] for player in players[first:]]
    alone = [Why("{entry} is alone: there is nobody to play with", {"entry": entry}) for entry in left]
    return Drawing(tuple(at), tuple(left), (*counted_among(len(players), field.round), *alone))


def _troubles(table: Sequence[int], players: Sequence[str], memory: Memory) -> Iterator[Trouble]:
    if not memory.apart and not memory.opponents:
        return
    for index, a in enumerate(table):
        for b in table[index + 1 :]:
            yield from trouble_between(memory, memory.opponents, "opponents", players, a, b)


def _reasons(
    round: int, number: int, table: Sequence[int], exchanges: Sequence[Exchange], left: Sequence[Trouble]
) -> Iterator[Why]:
    ranks = ", ".join(str(rank + 1) for rank in table)
    yield Why("by lot {ranks}" if round == 1 else "{ranks} by rank", {"ranks": ranks})
    for exchange in exchanges:
        if number in (exchange.upper, exchange.lower):
            yield told(exchange, number)
    for trouble in left:
        yield unavoided(trouble.why)


FORMAT = Format(
    name="alone-winners-on",
    words="everybody alone, winners go on",
    listed=6,
    enters="alone",
    draw=draw,
    checks=(*always("alone"), partial(again, enters="alone")),
    keys=frozenset({"limit_final"}),
    rounds=lambda course: course.decided_in,
    knock_out="always",
    late_entries=False,
    usual_for="winners_on",
)
