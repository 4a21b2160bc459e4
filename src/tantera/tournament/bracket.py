"""A bracket as it stands: who met whom, who went on, and who may still come, round by round."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from tantera.formats.pairs_knock_out import Slot, next_slots, slots_of
from tantera.tournament.presentation import Presentation, TableResult
from tantera.tournament.state import Round


class BracketSide(Struct, frozen=True):
    entry: str | None = None
    """Who has this place; None where nobody does, or nobody yet."""
    may_come: tuple[str, ...] = ()
    """The two who are playing for it."""
    points: int | None = None
    won: bool = False
    lost: bool = False


class BracketMatch(Struct, frozen=True):
    round: int
    sides: tuple[BracketSide, BracketSide]
    table: int | None = None
    """Where it is played, or was."""

    @property
    def playing(self) -> bool:
        return self.table is not None and not any(side.won or side.lost for side in self.sides)

    @property
    def through(self) -> str | None:
        """Who goes on from here, without having played perhaps."""
        return next((side.entry for side in self.sides if side.won), None)


class Bracket(Struct, frozen=True):
    columns: tuple[tuple[BracketMatch, ...], ...]
    """From the first round to the final; two that stand one above the other lead to one of the next column."""
    third: BracketMatch | None = None

    def last(self, columns: int) -> Bracket:
        """The end of it, where the whole has no room."""
        return Bracket(self.columns[-columns:], self.third)

    @property
    def final(self) -> BracketMatch:
        return self.columns[-1][0]

    @property
    def now(self) -> int:
        """The column that is being played, from 0; the last one when all is decided."""
        open_columns = (at for at, column in enumerate(self.columns) if any(not match.through for match in column))
        return next(open_columns, len(self.columns) - 1)


def down_the_page(slots: int) -> list[int]:
    """In which order the places of a round stand, so that those who meet next stand together.

    >>> down_the_page(4)
    [0, 3, 1, 2]
    """
    order = [0]
    while len(order) < slots:
        order = [place for slot in order for place in (slot, 2 * len(order) - 1 - slot)]
    return order


def bracket_of(tournament: Presentation) -> Bracket | None:
    """The bracket of this event; None where it has none, or has not come to it."""
    rounds = [round for round in tournament.published if round.bracket]
    if not rounds:
        return None
    columns: list[list[BracketMatch]] = []
    count = len(rounds[0].bracket) // 2
    third = None
    number = rounds[0].number
    while count:
        round = rounds[len(columns)] if len(columns) < len(rounds) else None
        if round is not None:
            slots = slots_of(round.bracket)
            columns.append([_played(tournament, round, slot) for slot in slots])
            if count == 1:
                third = _third(tournament, round, slots[0])
        else:
            columns.append(_to_come(number + len(columns), columns[-1]))
        count //= 2
    return Bracket(tuple(tuple(column[place] for place in down_the_page(len(column))) for column in columns), third)


def _played(tournament: Presentation, round: Round, slot: Slot) -> BracketMatch:
    players = tournament.state.players
    for table in tournament.tables(round):
        there = [players.get(seat) for seat in table.seats[:2]]
        if any(entry and entry in slot for entry in there):
            first, second = (_side(table, there, entry) for entry in slot)
            return BracketMatch(round.number, (first, second), table.table)
    first, second = (BracketSide(entry, won=entry is not None and entry in round.byes) for entry in slot)
    return BracketMatch(round.number, (first, second))


def _side(table: TableResult, there: Sequence[str | None], entry: str | None) -> BracketSide:
    """What a pair has of a table that counts; what waits to be confirmed is nobody's yet."""
    if entry is None or entry not in there:
        return BracketSide(entry)
    at = there.index(entry)
    if table.status != "confirmed":
        return BracketSide(entry)
    won = table.seats[at] in table.winners
    return BracketSide(entry, points=table.score[at] if table.score else None, won=won, lost=not won)


def _third(tournament: Presentation, round: Round, final: Slot) -> BracketMatch | None:
    players = tournament.state.players
    for table in tournament.tables(round):
        there = [players.get(seat) for seat in table.seats[:2]]
        if not any(entry and entry in final for entry in there):
            return BracketMatch(
                round.number, (_side(table, there, there[0]), _side(table, there, there[1])), table.table
            )
    return None


def _to_come(round: int, before: Sequence[BracketMatch]) -> list[BracketMatch]:
    """A round that nobody has drawn: who is through, or the two of whom one will be."""
    return [
        BracketMatch(round, (_awaited(before[one]), _awaited(before[other])))
        for one, other in next_slots_of(len(before))
    ]


def next_slots_of(count: int) -> list[tuple[int, int]]:
    """
    >>> next_slots_of(4)
    [(0, 3), (1, 2)]
    """
    pairs = next_slots([str(place) for place in range(count)])
    return [(int(one or 0), int(other or 0)) for one, other in pairs]


def _awaited(match: BracketMatch) -> BracketSide:
    if match.through is not None:
        return BracketSide(match.through)
    both = tuple(side.entry for side in match.sides if side.entry is not None)
    return BracketSide(may_come=both if len(both) == 2 and match.playing else ())
