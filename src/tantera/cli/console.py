"""A console that other people's words cannot give orders to: names, rulings, paths may hold any byte."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from tantera.cli.keeping import printable


class SafeConsole(Console):
    """Prints letters and its own styles, and nothing else: an escape sequence in a text is shown as signs."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            if segment.control or segment.text.isprintable():
                yield segment
            else:
                yield Segment(_shown(segment.text), segment.style)


def _shown(text: str) -> str:
    """Line breaks and tabs stay: they are ours."""
    return "\n".join("\t".join(map(printable, line.split("\t"))) for line in text.split("\n"))
