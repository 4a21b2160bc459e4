"""Small charts: bars in a terminal; bars, and dots with their standard errors, as SVG text, light or dark as the
reader's screen is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import count, takewhile
from math import ceil, floor, log10
from typing import Final

WIDTH: Final = 720
MARGIN: Final = 24
TITLE: Final = 56
"""Where the drawing begins, below the title."""
LETTER: Final = 7.8
"""Width to leave for a letter at 13 px: more than the average one of any common font."""
LONGEST: Final = 32
"""Letters of a name; a longer one is cut."""
PLOT_HEIGHT: Final = 300
ROW: Final = 32
_TICKS: Final = 6
BAR_WIDTH: Final = 40
"""Signs, in a terminal."""

_STYLE: Final = """
  .paper { fill: #ffffff } .ink { fill: #1f2328 } .faint { fill: #59636e }
  .grid { stroke: #d8dee4 } .axis { stroke: #59636e } .mark { fill: #1f6f54 } .whisker { stroke: #1f6f54 }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #16191d } .ink { fill: #e8eaed } .faint { fill: #a3abb5 }
    .grid { stroke: #343a42 } .axis { stroke: #a3abb5 } .mark { fill: #5cc79f } .whisker { stroke: #5cc79f }
  }
  text { font: 13px system-ui, sans-serif } .title { font-weight: 600 }
"""


def histogram_svg(title: str, bars: Sequence[tuple[str, float]], unit: str) -> str:
    """One upright bar for each label, in the order given; `unit` is what the heights are in."""
    if not bars or min(height for _, height in bars) < 0:
        raise ValueError(f"found {list(bars)}, expected at least one bar and none below zero")
    ticks = _ticks(0, max(height for _, height in bars))
    numbers = [_number(tick, ticks) for tick in ticks]
    x0, x1 = MARGIN + LETTER * max(map(len, numbers)) + 10, WIDTH - MARGIN
    y0, y1 = TITLE + PLOT_HEIGHT, TITLE + 24

    def y(value: float) -> float:
        return y0 - value / ticks[-1] * (y0 - y1)

    step = (x1 - x0) / len(bars)
    every = ceil(LETTER * (max(len(label) for label, _ in bars) + 1) / step)  # so that labels never touch
    parts = [_text(x0, TITLE + 8, unit, "faint")]
    for tick, number in zip(ticks, numbers, strict=True):
        parts.append(_line(x0, y(tick), x1, y(tick), "axis" if tick == 0 else "grid"))
        parts.append(_text(x0 - 8, y(tick) + 4.5, number, "faint", "end"))
    for place, (label, height) in enumerate(bars):
        middle, width = x0 + step * (place + 0.5), min(60.0, step * 0.8)
        box = f'x="{middle - width / 2:.1f}" y="{y(height):.1f}" width="{width:.1f}" height="{y0 - y(height):.1f}"'
        parts.append(f'<rect class="mark" {box}><title>{escape(f"{label}: {height:g} {unit}")}</title></rect>')
        if place % every == 0:
            parts.append(_text(middle, y0 + 20, label, "faint", "middle"))
    return _drawing(title, y0 + 20 + MARGIN, parts)


def intervals_svg(title: str, rows: Sequence[tuple[str, float, float]], unit: str) -> str:
    """One row for each name: a dot at its value, whiskers one standard error to both sides, and a line at zero."""
    if not rows or min(error for _, _, error in rows) < 0:
        raise ValueError(f"found {list(rows)}, expected at least one row and no error below zero")
    ends = [value + sign * error for _, value, error in rows for sign in (-1, 1)]
    ticks = _ticks(min(0.0, *ends), max(0.0, *ends))
    names = [name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…" for name, _, _ in rows]
    places = max(_places(error / 10) for _, _, error in rows)  # two digits of an error
    labels = [_minus(f"{value:+.{places}f} ± {error:.{places}f}") for _, value, error in rows]
    x0 = MARGIN + LETTER * max(map(len, names)) + 16
    x1 = WIDTH - MARGIN - LETTER * max(map(len, labels)) - 16
    y0, y1 = TITLE + ROW * len(rows) + 8, TITLE

    def x(value: float) -> float:
        return x0 + (value - ticks[0]) / (ticks[-1] - ticks[0]) * (x1 - x0)

    parts = []
    numbers = [_number(tick, ticks) for tick in ticks]
    every = ceil(LETTER * (max(map(len, numbers)) + 1) / max(1.0, (x1 - x0) / (len(ticks) - 1)))
    for place, (tick, number) in enumerate(zip(ticks, numbers, strict=True)):
        parts.append(_line(x(tick), y1, x(tick), y0, "axis" if tick == 0 else "grid"))
        if place % every == 0:
            parts.append(_text(x(tick), y0 + 18, number, "faint", "middle"))
    parts.append(_text((x0 + x1) / 2, y0 + 40, unit, "faint", "middle"))
    for place, ((name, value, error), words) in enumerate(zip(rows, labels, strict=True)):
        middle = TITLE + ROW * (place + 0.5) + 4
        parts.append(_text(x0 - 16, middle + 4.5, names[place], "ink", "end"))
        parts.append(_line(x(value - error), middle, x(value + error), middle, "whisker", 2))
        for end in (value - error, value + error):
            parts.append(_line(x(end), middle - 5, x(end), middle + 5, "whisker", 2))
        dot = f'cx="{x(value):.1f}" cy="{middle:.1f}" r="5"'
        parts.append(f'<circle class="mark" {dot}><title>{escape(f"{name}: {words} {unit}")}</title></circle>')
        parts.append(_text(WIDTH - MARGIN, middle + 4.5, words, "faint", "end"))
    return _drawing(title, y0 + 40 + MARGIN, parts)


def bar_lines(rows: Iterable[tuple[str, float]], lang: str, width: int) -> Iterator[str]:
    """A bar for each row, as long as the terminal has room for."""
    from tantera.words.numbers import number

    rows = list(rows)
    most, widest = max(share for _, share in rows), max(len(label) for label, _ in rows)
    room = max(1, min(BAR_WIDTH, width - widest - 10))
    for label, share in rows:
        full, eighths = divmod(round(share / most * room * 8), 8)
        bar = "█" * full + ("", *"▏▎▍▌▋▊▉")[eighths]
        yield f"{label:>{widest}} {number(share, lang, 2):>6} % {bar}"


# --- the pieces -----------------------------------------------------------------------------------------------------


def _drawing(title: str, height: float, parts: Iterable[str]) -> str:
    size = f'viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}" height="{height:.0f}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{escape(title)}">'
    largest = min(17.0, (WIDTH - 2 * MARGIN) / (0.66 * len(title) or 1))
    words = f'<text class="ink title" x="{MARGIN}" y="34" style="font-size: {largest:.1f}px">{escape(title)}</text>'
    paper = f'<rect class="paper" width="{WIDTH}" height="{height:.0f}"/>'
    return "\n".join([head, f"<style>{_STYLE}</style>", paper, words, *parts, "</svg>\n"])


def _text(x: float, y: float, words: str, look: str, anchor: str = "start") -> str:
    return f'<text class="{look}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, look: str, width: float = 1) -> str:
    ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line class="{look}" {ends} stroke-width="{width:g}"/>'


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers from at or below `low` to at or above `high`, zero among them if it lies between.

    >>> _ticks(0, 17)
    [0.0, 5.0, 10.0, 15.0, 20.0]
    """
    if high <= low:
        high = low + 1
    step = next(step for step in _round_numbers((high - low) / _TICKS) if step * _TICKS >= high - low)
    return [number * step for number in range(floor(low / step), ceil(high / step) + 1)]


def _round_numbers(least: float) -> Iterator[float]:
    """1, 2 and 5 times powers of ten, from below `least` on."""
    for power in count(floor(log10(least))):
        yield from (lead * 10.0**power for lead in (1, 2, 5))


def _number(tick: float, ticks: Sequence[float]) -> str:
    return _minus(f"{tick:,.{_places(ticks[1] - ticks[0])}f}")


def _minus(number: str) -> str:
    return number.replace("-", "−")


def _places(step: float) -> int:
    """Decimals that tell numbers a step apart.

    >>> [_places(step) for step in (20, 1, 0.5, 0.02)]
    [0, 0, 1, 2]
    """
    return sum(1 for _ in takewhile(lambda places: step < 10.0**-places * 0.999, range(6))) if step > 0 else 0
