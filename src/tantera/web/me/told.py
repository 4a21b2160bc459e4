"""Somebody's matches and what they come to, in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from tantera.rules import Books, RuleBookError
from tantera.web.books.shelf import ShortName
from tantera.web.clock import month_in_words
from tantera.web.me.figures import BOTS, Figures, Row, Tally
from tantera.web.pages.times import recently
from tantera.web.replays.library import known_as
from tantera.web.tables.directory import MatchPlayed
from tantera.web.tables.hub import Hub
from tantera.words import translate

MOST_ROWS: Final = 6
"""Of a table of figures."""
_AT_ONCE: Final = 20
"""Tables of long ago whose matches are listed anew while somebody waits."""


class MyMatch(Struct, frozen=True):
    """A match that is over, as one who played it reads of it."""

    address: str
    result: str
    """``won``, ``lost``, ``level``; or ``left`` by them, whoever won it then."""
    partner: str
    """Empty where each played alone."""
    against: str
    book: str
    when: str
    hands: int
    minutes: int
    helped: bool
    """It is in nobody's figures."""
    score: str


class ToldRow(Struct, frozen=True):
    name: str
    tally: Tally
    share: int
    """Of a hundred, for the bar."""


class ToldFigures(Struct, frozen=True):
    matches: Tally
    tables: tuple[tuple[str, tuple[ToldRow, ...]], ...]
    """A heading and its rows."""


async def matches_of(hub: Hub, person: str) -> list[MatchPlayed]:
    """Somebody's matches, the last first; those that were listed before all was counted that is now are listed anew."""
    old = dict.fromkeys(match.table for match in hub.directory.matches_of(person) if match.dealt is None)
    for table in list(old)[:_AT_ONCE]:
        await hub.list_played(table)
    return hub.directory.matches_of(person)


def points(sides: list[tuple[bool, int]]) -> str:
    """One's own first, the others in their order."""
    return "–".join(str(points) for _, points in sorted(sides, key=lambda one: not one[0]))


def told_match(match: MatchPlayed, person: str, books: Books, lang: str) -> MyMatch:
    seat = match.players.index(person) + 1 if person in match.players else 0
    side = next((side for side in match.sides if seat in side), ())
    names = [known_as(name, lang) for name in match.names]
    others = [names[one - 1] for other in match.sides if other != side for one in other]
    sides = [(own == side, points) for own, points in zip(match.sides, match.score, strict=True)]
    return MyMatch(
        address=f"/replays/{match.table}/{match.number}",
        result=_result(match, person, side),
        partner=" · ".join(names[one - 1] for one in side if one != seat),
        against=" · ".join(others),
        book=_book(match.book, books, lang),
        when=recently(match.at, lang),
        hands=len(match.hands),
        helped=match.helped,
        minutes=round((match.at - match.began) / 60_000) if match.began else 0,
        score=points(sides),
    )


def _result(match: MatchPlayed, person: str, side: tuple[int, ...]) -> str:
    if person in match.abandoned:
        return "left"
    return "level" if match.winner is None else "won" if match.winner == side else "lost"


def _book(book: str, books: Books, lang: str) -> str:
    """What a book is called in short; one that the club no longer has, by its id."""
    try:
        return ShortName(books(book)).told(lang)
    except RuleBookError:
        return book


def told_figures(figures: Figures, books: Books, lang: str, private: bool = True) -> ToldFigures:
    """For themselves; or without those they played with, for others."""
    hands = (
        ToldRow(translate(lang, "hands that closed"), figures.blocks, _share(figures.blocks)),
        ToldRow(translate(lang, "hands you opened"), figures.openings, _share(figures.openings)),
    )
    tables = (
        (translate(lang, "with whom"), _rows(figures.partners if private else (), lang)),
        (translate(lang, "against whom"), _rows(figures.opponents if private else (), lang)),
        (translate(lang, "by rule book"), _rows(figures.books, lang, lambda row: _book(row.key, books, lang))),
        (translate(lang, "by month"), _rows(figures.months, lang, lambda row: month_in_words(row.key, lang))),
        (translate(lang, "hands"), tuple(row for row in hands if row.tally.of)),
    )
    return ToldFigures(figures.matches, tuple((heading, rows) for heading, rows in tables if rows))


def _rows(rows: tuple[Row, ...], lang: str, called: Callable[[Row], str] | None = None) -> tuple[ToldRow, ...]:
    def name(row: Row) -> str:
        if called is not None:
            return called(row)
        return translate(lang, "Bots") if row.key == BOTS else known_as(row.name, lang)

    return tuple(ToldRow(name(row), row.tally, _share(row.tally)) for row in rows[:MOST_ROWS])


def _share(tally: Tally) -> int:
    return round(100 * tally.won / tally.of) if tally.of else 0
