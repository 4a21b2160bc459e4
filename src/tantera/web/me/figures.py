"""What somebody's matches come to: won with whom, against whom, by book and by month; blocks and openings. Pure: the
matches are those of the directory, and what a month is called the caller knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from msgspec import Struct

from tantera.web.tables.directory import MatchPlayed
from tantera.words.alike import ERASED

BOTS = "bots"
"""Under this all bots are one, and under `ERASED` all who were erased: no person has such an id."""


class Tally(NamedTuple):
    """``19 of 31``"""

    won: int = 0
    of: int = 0

    def plus(self, won: bool) -> Tally:
        return Tally(self.won + won, self.of + 1)


class Row(NamedTuple):
    key: str
    """A person's id, a book's, a month; `BOTS` or `ERASED`."""
    name: str
    """What a person was last called."""
    tally: Tally


class Figures(Struct, frozen=True):
    matches: Tally = Tally()
    partners: tuple[Row, ...] = ()
    opponents: tuple[Row, ...] = ()
    books: tuple[Row, ...] = ()
    months: tuple[Row, ...] = ()
    """The newest first; all others by how often."""
    blocks: Tally = Tally()
    """Hands that closed: won by one's side."""
    openings: Tally = Tally()
    """Hands that one opened: won by one's side."""


def counts(match: MatchPlayed, person: str) -> bool:
    """Whether a match is part of somebody's figures: one in which a hand was played to its end, without asking a bot
    and without taking moves back against bots, of which it is known where they sat, and which they did not leave to a
    bot. The one place where a match is left out."""
    return person in match.players and person not in match.abandoned and bool(match.hands) and not match.helped


def figures(matches: Iterable[MatchPlayed], person: str, month_of: Callable[[int], str]) -> Figures:
    """The figures of this person; `matches` come the newest first."""
    tables: dict[str, dict[str, Row]] = {"partners": {}, "opponents": {}, "books": {}, "months": {}}
    all_of_them, blocks, openings = Tally(), Tally(), Tally()

    def count(table: str, key: str, name: str, won: bool) -> None:
        rows = tables[table]
        row = rows.get(key) or Row(key, name, Tally())
        rows[key] = row._replace(tally=row.tally.plus(won))

    for match in matches:
        if not counts(match, person):
            continue
        seat = match.players.index(person) + 1
        side = next(side for side in match.sides if seat in side)
        won = match.winner == side
        all_of_them = all_of_them.plus(won)
        for key, name in _people(match, [one for one in side if one != seat]).items():
            count("partners", key, name, won)
        for key, name in _people(match, [one for other in match.sides if other != side for one in other]).items():
            count("opponents", key, name, won)
        count("books", match.book, match.book, won)
        count("months", month_of(match.at), month_of(match.at), won)
        for hand in match.hands:
            blocks = blocks.plus(hand.side == side) if hand.how == "block" else blocks
            openings = openings.plus(hand.side == side) if hand.opener == seat else openings
    often = {name: tuple(sorted(rows.values(), key=_often)) for name, rows in tables.items() if name != "months"}
    return Figures(all_of_them, **often, months=tuple(tables["months"].values()), blocks=blocks, openings=openings)


def _people(match: MatchPlayed, seats: Iterable[int]) -> dict[str, str]:
    """Who sat there, by key and name; several bots are counted once."""
    people = {}
    for seat in seats:
        name, player = match.names[seat - 1], match.players[seat - 1]
        key = BOTS if not player else ERASED if name == ERASED else player
        people[key] = name
    return people


def _often(row: Row) -> tuple[int, int, str]:
    return -row.tally.of, -row.tally.won, row.name
