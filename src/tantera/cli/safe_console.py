"""The one place through which a match at the terminal, a replay and a sheet print: other people's words are safe here.

A name may come from a file, a club's book or a stranger. An escape byte in it would move the cursor, change the title
of the window or worse; so no text reaches the terminal but through `SafeConsole`, which shows such bytes as a mark.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions
from rich.segment import Segment

from tantera.cli.keeping import safe


class SafeConsole(Console):
    """A console that prints what letters say and nothing that they order. Its own styles are not text."""

    def render(self, renderable: Any, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            if segment.control or all(map(str.isprintable, segment.text.split("\n"))):
                yield segment
            else:
                yield Segment(safe(segment.text), segment.style)
