"""The tables of a round as the desk shows them: who plays, how it stands, what each side says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from tantera.tournament.agenda import Condition, conditions
from tantera.tournament.hall.state import HallState, Objection
from tantera.tournament.names import BETWEEN, plain
from tantera.tournament.state import Round, Table, TournamentState
from tantera.tournament.sums import NAMES, SIDES
from tantera.tournament.telling import score_told, seated
from tantera.web.tournaments.names import seat_name

FILTERS: Final[tuple[tuple[str, str, frozenset[Condition]], ...]] = (
    ("missing", "Missing slips", frozenset({"missing"})),
    ("disputed", "Disputed", frozenset({"disputed"})),
    ("entered", "To confirm", frozenset({"entered"})),
    ("to_begin", "To begin", frozenset({"to_begin"})),
    ("playing", "In play", frozenset({"playing"})),
    ("verified", "Verified", frozenset({"verified", "default"})),
)
"""What can be looked at alone: a key, its words, the conditions."""
SAID: Final[dict[Condition, str]] = {
    "verified": "verified",
    "default": "won by default",
    "disputed": "in dispute",
    "entered": "to be confirmed",
    "to_begin": "to begin",
    "playing": "in play",
    "missing": "no slip yet",
}
"""How a table stands, in words."""


class Side(Struct, frozen=True):
    """Those who play together: a pair, or one player alone."""

    short: str
    full: str
    points: str = ""
    won: bool = False


class Cell(Struct, frozen=True):
    """A table on the board."""

    table: int
    condition: Condition
    sides: tuple[Side, ...]
    score: str = ""
    other: str = ""
    """What the other side says, where it is in dispute."""
    ends: int | None = None
    """When its own time ends, where it has more than the others."""
    calls: int = 0
    objections: int = 0
    doubtful: bool = False
    """Whether its slip came from a phone that may not be the player's own."""


class Tally(Struct, frozen=True):
    """A filter with how many tables it leaves."""

    key: str
    words: str
    count: int


def cells(
    state: TournamentState, hall: HallState, round: Round, now: int, doubtful: frozenset[str] = frozenset()
) -> list[Cell]:
    """`doubtful` are players whose phone may not be their own."""
    calls = [call.table for call in hall.calls if call.round == round.number]
    open_objections = [one.table for one in hall.objections if one.round == round.number and one.answer is None]
    found = []
    for number, (table, condition) in enumerate(zip(round.tables, conditions(state, hall, round, now), strict=True), 1):
        version = hall.version_at(round, number)
        clock = hall.clock
        longer = clock is not None and clock.round == round.number and number in clock.more
        found.append(
            Cell(
                number,
                condition,
                tuple(sides(state, round, table)),
                "" if table.slip is None or state.alone else score_told(table.slip.score),
                score_told(version.score) if version is not None and condition == "disputed" else "",
                clock.ends(number) if longer and clock is not None else None,
                calls.count(number),
                open_objections.count(number),
                of_a_doubtful_phone(table, doubtful),
            )
        )
    return found


def of_a_doubtful_phone(table: Table, doubtful: frozenset[str]) -> bool:
    """Whether a player wrote the slip, and somebody of the table has a phone that may not be their own."""
    return table.slip is not None and table.slip.by.startswith("player:") and not doubtful.isdisjoint(table.seats)


def sides(state: TournamentState, round: Round, table: Table) -> Iterable[Side]:
    slip = table.slip
    if state.alone:
        for place, player in enumerate(table.seats):
            points = "" if slip is None else str(slip.score[place])
            won = slip is not None and slip.winner == place + 1
            yield Side(seat_name(state, round, player), seated(state, round, player), points, won)
        return
    for name, seats in zip(NAMES, SIDES, strict=True):
        players = [table.seats[seat] for seat in seats]
        points = "" if slip is None else str(slip.score[NAMES.index(name)])
        yield Side(
            BETWEEN.join(seat_name(state, round, player) for player in players),
            BETWEEN.join(seated(state, round, player) for player in players),
            points,
            slip is not None and slip.winner == name,
        )


def tallies(board: list[Cell]) -> list[Tally]:
    """A round begins at all its tables: either some have still to begin, or some play."""
    never = "playing" if any(cell.condition == "to_begin" for cell in board) else "to_begin"
    return [
        Tally(key, words, sum(cell.condition in of for cell in board)) for key, words, of in FILTERS if key != never
    ]


def shown(cell: Cell, key: str, sought: str = "") -> bool:
    """Whether a table is left by a filter, and somebody sits there who is called so."""
    people = [plain(name) for side in cell.sides for name in side.full.split(BETWEEN)]
    found = any(all(word in one for word in plain(sought).split()) for one in people)
    return found and all(cell.condition in of for name, _, of in FILTERS if name == key)


def objections_elsewhere(hall: HallState, round: Round | None) -> list[Objection]:
    """What players say is wrong in other rounds than the one on the screen, until somebody answers."""
    return [one for one in hall.objections if one.answer is None and round is not None and one.round != round.number]
