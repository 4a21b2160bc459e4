"""A console that other people's words cannot give orders to: names, rulings, paths may hold any byte."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from tantera.cli.keeping import safe


class SafeConsole(Console):
    """Prints letters and its own styles, and nothing else: an escape sequence in a text is shown as signs."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            if segment.control or segment.text.isprintable():
                yield segment
            else:
                yield Segment(safe(segment.text), segment.style)

    def on_broken_pipe(self) -> None:
        """Whoever prints knows what is to be saved first: Rich would end the program here."""
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))
