"""A bracket as a picture: one SVG for the wall, the desk, the site and paper.

Ink is `currentColor`, so that it stands on any ground; sizes are numbers in the picture and no style, so that no page
has to allow one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final
from xml.sax.saxutils import escape

from tantera.tournament.bracket import Bracket, BracketMatch, BracketSide
from tantera.tournament.names import BETWEEN
from tantera.words import translate

LINE: Final = 44
"""From a name to the one below it."""
GAP: Final = 24
"""Between two matches."""
WIDTH: Final = 490
APART: Final = 56
HEAD: Final = 56
SIZE: Final = 34
_LETTER: Final = 0.54
"""How wide a letter is beside its height, nearly always less."""
_POINTS: Final = 84
_PLATE: Final = ("#f6efe0", "#14110c")
"""Ground and ink of a table's number."""
_ROUNDS: Final = {1: "Final", 2: "Semi-finals", 4: "Quarter-finals", 8: "Last 16", 16: "Last 32"}


def bracket_svg(
    bracket: Bracket, name: Callable[[str], str], lang: str, *, ink: str = "currentColor", heads: bool = True
) -> str:
    """The picture. `name` says what a pair is called."""
    rows = max(len(bracket.columns[0]), 1)
    height = (HEAD if heads else 0) + rows * (2 * LINE + GAP)
    if bracket.third is not None:
        height = max(height, (HEAD if heads else 0) + rows * (2 * LINE + GAP) // 2 + 7 * LINE)
    width = len(bracket.columns) * (WIDTH + APART) - APART
    parts = list(_drawn(bracket, name, lang, heads))
    title = escape(translate(lang, "Bracket"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" class="bracket" fill="{ink}" font-family="system-ui, sans-serif" font-size="{SIZE}">'
        f"<title>{title}</title>{''.join(parts)}</svg>"
    )


def round_named(lang: str, matches: int) -> str:
    """How a round of so many matches is called."""
    known = _ROUNDS.get(matches)
    return translate(lang, known) if known else translate(lang, "Round of {count}", count=2 * matches)


def _drawn(bracket: Bracket, name: Callable[[str], str], lang: str, heads: bool) -> Iterator[str]:
    top = HEAD if heads else 0
    step = 2 * LINE + GAP
    for at, column in enumerate(bracket.columns):
        x = at * (WIDTH + APART)
        if heads:
            weight = "700" if at == bracket.now else "400"
            head = escape(round_named(lang, len(column)))
            yield f'<text x="{x}" y="{SIZE}" font-size="28" font-weight="{weight}" opacity="0.8">{head}</text>'
        each = step * len(bracket.columns[0]) / len(column)
        for row, match in enumerate(column):
            middle = top + each * (row + 0.5)
            yield from _match(match, x, middle, name, lang)
            if at + 1 < len(bracket.columns):
                yield _line(x + WIDTH, middle, each, upper=row % 2 == 0)
    if bracket.third is not None:
        x = (len(bracket.columns) - 1) * (WIDTH + APART)
        middle = top + step * len(bracket.columns[0]) / 2 + 4.6 * LINE
        third = escape(translate(lang, "Third place"))
        yield f'<text x="{x}" y="{_n(middle - LINE - 16)}" font-size="28" opacity="0.8">{third}</text>'
        yield from _match(bracket.third, x, middle, name, lang)


def _match(match: BracketMatch, x: int, middle: float, name: Callable[[str], str], lang: str) -> Iterator[str]:
    """Two names, one above the other, with their points, or the number of the table where they play; of a bye one."""
    alone = match.table is None and match.through is not None
    for row, side in enumerate(match.sides):
        if alone and side.entry is None:
            continue
        y = _n(middle + (0 if alone else row - 0.5) * LINE + SIZE * 0.36)
        told = _told(side, match, name, lang)
        strong = side.won or (match.playing and side.entry is not None)
        faint = "" if strong or (side.entry and not side.lost) else ' opacity="0.72"'
        weight = ' font-weight="700"' if strong else ""
        yield f'<text x="{x}" y="{y}"{weight}{faint}>{escape(_fitted(told))}</text>'
        if side.points is not None:
            yield (f'<text x="{x + WIDTH - 8}" y="{y}" text-anchor="end"{weight}{faint}>{side.points}</text>')
    if match.playing:
        ground, ink = _PLATE
        left = x + WIDTH - _POINTS
        yield f'<rect x="{left}" y="{_n(middle - 36)}" width="76" height="72" rx="8" fill="{ground}"/>'
        yield (
            f'<text x="{left + 38}" y="{_n(middle + 17)}" text-anchor="middle" font-size="48" font-weight="700" '
            f'fill="{ink}">{match.table}</text>'
        )
    yield (
        f'<path d="M{x} {_n(middle + LINE + GAP / 2 - 1)}H{x + WIDTH}" stroke="currentColor" stroke-width="1" '
        'opacity="0.25"/>'
    )


def _told(side: BracketSide, match: BracketMatch, name: Callable[[str], str], lang: str) -> str:
    if side.entry is not None:
        return name(side.entry)
    if side.may_come:
        one, other = (name(entry).partition(BETWEEN)[0] for entry in side.may_come)  # of each pair the first
        return translate(lang, "{one} or {other}", one=one, other=other)
    return "–" if match.table is None and not match.through else ""


def _fitted(text: str) -> str:
    most = int((WIDTH - _POINTS) / (SIZE * _LETTER))
    return text if len(text) <= most else text[: most - 1].rstrip(" ·,") + "…"


def _line(x: int, middle: float, each: float, *, upper: bool) -> str:
    """From a match to the one it leads to."""
    half = each / 2 if upper else -each / 2
    turn = x + APART / 2
    on = f"M{_n(turn)} {_n(middle + half)}H{x + APART - 8}" if upper else ""
    return (
        f'<path d="M{x + 8} {_n(middle)}H{_n(turn)}V{_n(middle + half)}{on}" fill="none" stroke="currentColor" '
        'stroke-width="2" opacity="0.6"/>'
    )


def _n(value: float) -> str:
    """
    >>> _n(12.0), _n(12.345)
    ('12', '12.3')
    """
    return f"{round(value, 1):g}"
