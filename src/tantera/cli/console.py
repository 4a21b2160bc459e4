"""A console that other people's words cannot give orders to: names, rulings, paths may hold any byte."""

from __future__ import annotations

import errno
import os
import unicodedata
from collections.abc import Iterable
from typing import Final

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from tantera.cli.bare import bare

_PLAIN: Final = str.maketrans(
    {"│": "|", "─": "-", "▮": "#", "▶": ">", "●": "*", "◂": "<", "▸": ">", "·": ".", "—": "-", "–": "-", "…": ".",
     "└": "`", "×": "x", "±": "~", "→": ">", "’": "'", "‘": "'", "“": '"', "”": '"', "«": '"', "»": '"', "⏱": " ",
     "✓": "v"}
)  # fmt: skip
"""What stands for a sign where a terminal cannot show it: as wide as the sign itself."""


def within(text: str, encoding: str) -> str:
    """The text in letters that the terminal has: a tile is a tile, and an accent less is better than a question mark.

    >>> within("│6│4│ ¿Qué?", "ascii"), within("│6│4│ ¿Qué?", "utf-8"), within("6│4 Qué", "latin-1")
    ('|6|4| ?Que?', '│6│4│ ¿Qué?', '6|4 Qué')
    """
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return "".join(letter if _can(letter, encoding) else _nearest(letter, encoding) for letter in text)
    except LookupError:
        pass
    return text


def _nearest(letter: str, encoding: str) -> str:
    plain = letter.translate(_PLAIN)
    if not _can(plain, encoding):
        plain = unicodedata.normalize("NFKD", letter)[:1]
    return plain if _can(plain, encoding) else "?"


def _can(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


class SafeConsole(Console):
    """Prints letters and its own styles, and nothing else: escape sequences in a text are left out."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            text = segment.text if segment.control or segment.text.isprintable() else bare(segment.text)
            if not segment.control and not text.isascii():
                text = within(text, self.encoding)
            yield segment if text is segment.text else Segment(text, segment.style, segment.control)

    def on_broken_pipe(self) -> None:
        """Whoever prints knows what is to be saved first: Rich would end the program here."""
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))
