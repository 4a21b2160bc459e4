"""Matches that have been played, as a list tells them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

from tantera.rules import Books, RuleBookError
from tantera.web.pages.times import when
from tantera.web.tables.directory import Directory, MatchPlayed


class ToldSide(NamedTuple):
    names: str
    score: int
    won: bool


class ToldMatch(NamedTuple):
    address: str
    sides: tuple[ToldSide, ...]
    book: str
    when: str


def recent_public(directory: Directory, most: int) -> list[MatchPlayed]:
    """The last matches of public tables, the newest first."""
    return list(islice((match for match in reversed(directory.played.values()) if match.public), most))


def told_matches(matches: Iterable[MatchPlayed], books: Books, lang: str) -> list[ToldMatch]:
    return [
        ToldMatch(
            f"/replays/{match.table}/{match.number}",
            tuple([_side(match, place) for place in range(len(match.sides))]),
            book_name(match.book, books, lang),
            when(match.at, lang),
        )
        for match in matches
    ]


def _side(match: MatchPlayed, place: int) -> ToldSide:
    seats = match.sides[place]
    names = " · ".join(match.names[seat - 1] for seat in seats)
    return ToldSide(names, match.score[place], seats == match.winner)


def book_name(book: str, books: Books, lang: str) -> str:
    """What a book is called; one that the club no longer has, by its id."""
    try:
        return books(book).name.text(lang)
    except RuleBookError:
        return book
