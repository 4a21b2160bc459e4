"""A console that other people's words cannot give orders to: names, rulings, paths may hold any byte."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from tantera.cli.bare import bare


class SafeConsole(Console):
    """Prints letters and its own styles, and nothing else: escape sequences in a text are left out."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            if segment.control or segment.text.isprintable():
                yield segment
            else:
                yield Segment(bare(segment.text), segment.style)

    def on_broken_pipe(self) -> None:
        """Whoever prints knows what is to be saved first: Rich would end the program here."""
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))
