"""What a season file says: its tournaments in order, how points are given, how many nights count (TOURNAMENT.md)."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Final, assert_never

import msgspec
from msgspec import Meta, Struct

from tantera.tournament.names import plain
from tantera.tournament.sheets.text import column
from tantera.words import LANGS, Phrase, Problem

Points = int | float
Some = Annotated[int, Meta(ge=1, le=1000)]
Named = Annotated[str, Meta(min_length=1, max_length=200, pattern=r"\S")]


class ByPlace(Struct, frozen=True, tag_field="by", tag="place", forbid_unknown_fields=True):
    """The first has the first number, and so on."""

    table: Annotated[tuple[Points, ...], Meta(min_length=1, max_length=1000)]
    rest: Points = 0
    """For everybody further down."""


class ByWins(Struct, frozen=True, tag_field="by", tag="wins", forbid_unknown_fields=True):
    """For every match, a bye that counts as won among them."""

    win: Points = 1
    half: Points = 0
    """For a match that brought half a point."""
    played: Points = 0
    """Besides, for every match that was played: not for a bye, nor where one did not come."""


class ByValues(Struct, frozen=True, tag_field="by", tag="values", forbid_unknown_fields=True):
    """A value of the tournament's own standings."""

    value: Named


AnyPoints = ByPlace | ByWins | ByValues
USUAL: Final = ByPlace((25, 18, 15, 12, 10, 8, 6, 4, 2), 1)
"""What a new season begins with."""


class SeasonForm(Struct, frozen=True, forbid_unknown_fields=True):
    name: Named
    events: Annotated[tuple[Annotated[str, Meta(min_length=1)], ...], Meta(max_length=1000)] = ()
    """Files, in order."""
    points: AnyPoints = USUAL
    best: Some | None = None
    """So many nights of each count, the best; None: all of them."""
    categories: Annotated[tuple[Named, ...], Meta(max_length=100)] = ()
    """Those that have a table of their own."""
    teams: Some | None = None
    """A table of clubs: the sums of so many of each; None: there is none."""


def read_form(data: bytes, where: str) -> SeasonForm:
    """The season in a file; a `Problem` where it is none."""
    expected = Phrase("a season: name, events, points (by place, wins or values), best, categories, teams")
    try:
        return msgspec.json.decode(data, type=SeasonForm)
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        found = Phrase("{file}: found {found}, expected {expected}", file=where, found=str(error), expected=expected)
        raise Problem(found) from None


def write_form(form: SeasonForm) -> bytes:
    return msgspec.json.format(msgspec.json.encode(form), indent=2) + b"\n"


_VALUES: Final = ("points_won", "difference", "points_for")


@cache
def _values() -> dict[str, str]:
    """What people call the values of the standings."""
    return {plain(column(lang, value)): value for lang in LANGS for value in _VALUES}


def read_points(by: str, typed: str) -> AnyPoints:
    """Points as they are typed: by place, and at the end what everybody further down has; for a match won, for half a
    point and for each played; or the value of the standings that they are.

    >>> read_points("values", "Diferencia"), read_points("values", "points_for")
    (ByValues(value='difference'), ByValues(value='points_for'))
    >>> read_points("place", "25, 18, 1"), read_points("wins", "3,1")
    (ByPlace(table=(25, 18), rest=1), ByWins(win=3, half=1, played=0))
    """
    if by == "values":
        return ByValues(_values().get(plain(typed), typed.strip()) or "difference")
    try:
        numbers = [float(part) for part in typed.split(",")]
    except ValueError:
        expected = Phrase("numbers with commas between them")
        raise Problem(Phrase("found {found}, expected {expected}", found=repr(typed), expected=expected)) from None
    whole = [int(one) if one == int(one) else one for one in numbers]
    if by == "wins":
        return ByWins(*whole[:3])
    return ByPlace(tuple(whole[:-1]) or tuple(whole), whole[-1])


def typed_points(points: AnyPoints, lang: str) -> tuple[str, str]:
    """The same, as they are typed: which of the three, and the text."""
    match points:
        case ByPlace(table=table, rest=rest):
            return "place", ", ".join(map(str, (*table, rest)))
        case ByWins(win=win, half=half, played=played):
            return "wins", f"{win}, {half}, {played}"
        case ByValues(value=value):
            return "values", column(lang, value) if value in _VALUES else value
        case unknown:
            assert_never(unknown)
