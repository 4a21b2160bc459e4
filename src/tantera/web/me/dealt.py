"""What this server dealt to whoever asks, and to everybody, beside what chance gives: a page that answers "the program
always gives me the doubles" with figures."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Final

from litestar import get
from litestar.response import Template
from msgspec import Struct

from tantera.rules import Books, RuleBookError
from tantera.study.dealt import BAND, Beside, Dealing, DealtFigures, DealtMatch, dealing_of, dealt_figures
from tantera.web.access.visitors import Ask
from tantera.web.me.told import matches_of
from tantera.web.pages.languages import language_of
from tantera.web.pages.rendering import page
from tantera.web.replays.pages import person_of
from tantera.web.tables.directory import MatchPlayed
from tantera.web.tables.hub import Hub
from tantera.words import translate
from tantera.words.numbers import number

FEW: Final = 60
"""Racks below which nearly anything is usual."""
_AT_MOST: Final = 5_000
"""The server's last matches: older ones are not looked at."""
_WIDE: Final = 100.0
_REACH: Final = 4.0
"""Standard errors from the middle of a picture to its edge."""


class ToldBeside(Struct, frozen=True):
    name: str
    counted: str
    expected: str
    least: str
    most: str
    usual: bool
    band: tuple[float, float]
    """Where the band begins in the picture, of a hundred, and how wide it is."""
    at: float
    """Where the figure is."""


class ToldDealt(Struct, frozen=True):
    racks: str
    few: bool
    rows: tuple[ToldBeside, ...]
    unusual: int


@get("/deals", include_in_schema=False)
async def deals(request: Ask) -> Template:
    hub: Hub = request.app.state.hub
    lang, person = language_of(request), person_of(request)
    mine = [] if person is None else await matches_of(hub, person)
    everybody = list(islice(reversed(hub.directory.played.values()), _AT_MOST))
    own, server = await asyncio.to_thread(_both, hub.books, person, mine, everybody)
    return page(request, "me/deals.html", mine=told_dealt(own, lang), everybody=told_dealt(server, lang))


def _both(
    books: Books, person: str | None, mine: list[MatchPlayed], everybody: list[MatchPlayed]
) -> tuple[DealtFigures | None, DealtFigures | None]:
    return (
        dealt_figures(dealt_to(lambda player: player == person, mine, books)),
        dealt_figures(dealt_to(bool, everybody, books)),
    )


def dealt_to(counts: Callable[[str], bool], matches: Iterable[MatchPlayed], books: Books) -> Iterator[DealtMatch]:
    """Matches with the seats of those who count; the others of a table are not looked at."""
    dealings: dict[tuple[object, ...], Dealing | None] = {}
    for match in matches:
        law = match.book, match.options
        if law not in dealings:
            dealings[law] = _dealing(match, books)
        dealing = dealings[law]
        if dealing is None or not match.dealt:
            continue
        seats = {seat for seat, player in enumerate(match.players, start=1) if counts(player)}
        opener = match.hands[0].opener if match.hands else 0
        dealt = tuple(match.dealt[seat - 1] for seat in sorted(seats))
        yield DealtMatch(dealing, dealt, opener in seats if opener else None)


def _dealing(match: MatchPlayed, books: Books) -> Dealing | None:
    try:
        return dealing_of(match.the_book(books))
    except RuleBookError:  # the club has it no longer
        return None


def told_dealt(figures: DealtFigures | None, lang: str) -> ToldDealt | None:
    if figures is None:
        return None
    named = (
        (translate(lang, "doubles a hand"), figures.doubles, 1),
        (translate(lang, "pips a hand"), figures.pips, 1),
        (translate(lang, "tiles of one’s most frequent number"), figures.of_one_number, 1),
        (translate(lang, "hands with four doubles or more"), figures.many_doubles, 100),
        (translate(lang, "openings of a match"), figures.opened, 100),
    )
    rows = tuple(
        _row(name, beside, times, lang) for name, beside, times in named if beside is not None and beside.says_something
    )
    unusual = sum(not row.usual for row in rows)
    return ToldDealt(number(figures.racks, lang), figures.racks < FEW, rows, unusual)


def _row(name: str, beside: Beside, times: int, lang: str) -> ToldBeside:
    """Of a hundred where it is a share."""

    def told(value: float) -> str:
        if times == 1:
            return number(max(0.0, value), lang, 2)
        return f"{number(min(max(0.0, value), 1.0) * times, lang, 1)} %"

    half = _WIDE / 2 * BAND / _REACH
    off = (beside.counted - beside.expected) / beside.margin * half
    return ToldBeside(
        name,
        told(beside.counted),
        told(beside.expected),
        told(beside.expected - beside.margin),
        told(beside.expected + beside.margin),
        beside.is_usual,
        (_WIDE / 2 - half, 2 * half),
        round(min(max(_WIDE / 2 + off, 1.5), _WIDE - 1.5), 1),
    )


handlers = [deals]
