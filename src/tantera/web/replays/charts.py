"""Pictures of figures and of how sure they are, drawn once and without a script: luck and play hand by hand, a mean
with its band. Their colours are in the style sheet (`review.css`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from math import ceil
from typing import Final, NamedTuple

from markupsafe import Markup

from tantera.solver.estimate import Estimate

INTERVAL: Final = 1.96
"""Standard errors on either side of a mean: between them it is in 95 of 100 cases."""
STEP, LONG_STEP, ACROSS = 44.0, 84.0, 1060.0
"""From one hand to the next: at least, and where few hands have all the width."""
BAR: Final = 13.0
DEEP: Final = 240.0
"""From the highest figure to the lowest."""
ROW: Final = 40.0
WIDE: Final = 300.0


class HandBar(NamedTuple):
    """A hand in the chart: what luck brought, what play did, and what was written."""

    label: str
    luck: Estimate
    play: Estimate
    result: str
    heard: str
    """The same for those who hear it."""


def reach(figures: Iterable[Estimate]) -> float:
    """The round figure up to which an axis goes."""
    most = max((abs(one.mean) + INTERVAL * (one.error or 0.0) for one in figures), default=0.0)
    step = next((step for step in (5, 10, 20, 30, 50, 100) if most <= 3 * step), 200)
    return float(step * max(1, ceil(most / step)))


def hands_in_columns(bars: Sequence[HandBar], title: str) -> Markup:
    """Side by side, for a wide screen."""
    top = reach(figure for bar in bars for figure in (bar.luck, bar.play))
    middle, scale, left = DEEP / 2 + 10, DEEP / 2 / top, 40.0
    step = max(STEP, min(LONG_STEP, ACROSS / len(bars)))
    width = left + step * len(bars) + 8
    drawn = [
        f'<line class="grid" x1="{left:g}" x2="{width:g}" y1="{middle - y * scale:g}" y2="{middle - y * scale:g}"/>'
        f'<text class="axis" x="{left - 6:g}" y="{middle - y * scale + 5:g}">{_signed(y)}</text>'
        for y in (top, top / 2, -top / 2, -top)
    ]
    drawn.append(f'<line class="zero" x1="{left:g}" x2="{width:g}" y1="{middle:g}" y2="{middle:g}"/>')
    for place, bar in enumerate(bars):
        x = left + step * (place + 0.5)
        columns = ((bar.luck, "luck", x - BAR - 1), (bar.play, "play", x + 1))
        for figure, kind, at in columns:
            high, low = sorted((middle, middle - figure.mean * scale))
            drawn.append(f'<rect class="{kind}" x="{at:g}" y="{high:.1f}" width="{BAR:g}" height="{low - high:.1f}"/>')
            drawn.append(_whisker(at + BAR / 2, middle - figure.mean * scale, (figure.error or 0.0) * scale, True))
        drawn.append(f'<text class="hand" x="{x:g}" y="{DEEP + 40:g}">{escape(bar.label)}</text>')
        drawn.append(f'<text class="written" x="{x:g}" y="{DEEP + 60:g}">{escape(bar.result)}</text>')
    return _drawing("columns", f"0 0 {width:g} {DEEP + 70:g}", title, bars, drawn, f' width="{width:g}"')


def hands_in_rows(bars: Sequence[HandBar], title: str) -> Markup:
    """One below the other, for a phone."""
    far = reach(figure for bar in bars for figure in (bar.luck, bar.play))
    middle, scale = 32 + (WIDE - 84) / 2, (WIDE - 84) / 2 / far
    height = ROW * len(bars)
    drawn = [f'<line class="zero" x1="{middle:g}" x2="{middle:g}" y1="0" y2="{height:g}"/>']
    for place, bar in enumerate(bars):
        y = ROW * place
        drawn.append(f'<text class="hand first" x="0" y="{y + 25:g}">{escape(bar.label)}</text>')
        for figure, kind, at in ((bar.luck, "luck", y + 7), (bar.play, "play", y + 7 + BAR)):
            left, right = sorted((middle, middle + figure.mean * scale))
            drawn.append(
                f'<rect class="{kind}" x="{left:.1f}" y="{at:g}" width="{right - left:.1f}" height="{BAR:g}"/>'
            )
            drawn.append(_whisker(at + BAR / 2, middle + figure.mean * scale, (figure.error or 0.0) * scale, False))
        drawn.append(f'<text class="written last" x="{WIDE:g}" y="{y + 25:g}">{escape(bar.result)}</text>')
    return _drawing("lines", f"0 0 {WIDE:g} {height:g}", title, bars, drawn)


def _drawing(kind: str, view: str, title: str, bars: Sequence[HandBar], drawn: Sequence[str], size: str = "") -> Markup:
    heard = " ".join(bar.heard for bar in bars)
    return Markup(
        f'<svg class="chart {kind}" role="img" viewBox="{view}"{size}><title>{escape(title)}</title>'
        f"<desc>{escape(heard)}</desc>{''.join(drawn)}</svg>"
    )


def _whisker(across: float, at: float, error: float, upright: bool) -> str:
    """A line as long as the interval, with its two ends."""
    low, high, near, end = at - INTERVAL * error, at + INTERVAL * error, across - 3, 6
    if upright:
        path = f"M{across:g} {low:.1f}V{high:.1f}M{near:g} {low:.1f}h{end}M{near:g} {high:.1f}h{end}"
    else:
        path = f"M{low:.1f} {across:g}H{high:.1f}M{low:.1f} {near:g}v{end}M{high:.1f} {near:g}v{end}"
    return f'<path class="whisker" d="{path}"/>'


def bar(figure: Estimate, far: float, kind: str) -> Markup:
    """One figure beside nought, which is where the figures that share an axis have it."""
    left, right = sorted((0.0, 100 * figure.mean / far))
    whisker = _whisker(10, 100 * figure.mean / far, 100 * (figure.error or 0.0) / far, False) if figure.error else ""
    return Markup(
        '<svg class="bar" viewBox="-100 0 200 20" preserveAspectRatio="none" aria-hidden="true" focusable="false">'
        f'<rect class="{kind}" x="{left:.2f}" y="3" width="{right - left:.2f}" height="14"/>{whisker}'
        '<line class="zero" x1="0" x2="0" y1="0" y2="20"/></svg>'
    )


def band(figure: Estimate, low: float, high: float) -> Markup:
    """A mean as an upright line, its interval as a band behind it."""
    scale = 200 / (high - low)
    at, half = (figure.mean - low) * scale, INTERVAL * (figure.error or 0.0) * scale
    first, last = max(0.0, at - half), min(200.0, at + half)
    zero = f'<line class="zero" x1="{-low * scale:.1f}" x2="{-low * scale:.1f}" y1="0" y2="20"/>' if low < 0 else ""
    return Markup(
        '<svg class="band" viewBox="0 0 200 20" preserveAspectRatio="none" aria-hidden="true" focusable="false">'
        f'<line class="grid" x1="0" x2="200" y1="10" y2="10"/>{zero}'
        f'<rect class="interval" x="{first:.1f}" y="5" width="{max(0.0, last - first):.1f}" height="10"/>'
        f'<line class="mean" x1="{at:.1f}" x2="{at:.1f}" y1="1" y2="19"/></svg>'
    )


def _signed(figure: float) -> str:
    return f"{figure:+g}".replace("-", "−")
