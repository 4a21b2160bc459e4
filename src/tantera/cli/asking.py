"""One answer at the terminal: the question, the clock that counts down beside it, the line that was typed."""

from __future__ import annotations

import os
import re
import select
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from rich.text import Text

from tantera.cli import said
from tantera.cli.bare import bare
from tantera.cli.console import SafeConsole

SAVE_CURSOR, RESTORE_CURSOR = "\x1b7", "\x1b8"
GLANCE: Final = 0.25
"""Seconds between two looks at the clock."""


class Ticking(NamedTuple):
    """A clock that runs while somebody thinks."""

    left: Callable[[], int]
    """Milliseconds until it is over."""

    def told(self) -> str:
        """As it stands beside the question, always as wide as at first: ``  9 s``, `` 1:05``.

        >>> Ticking(lambda: 9_400).told(), Ticking(lambda: 65_000).told(), Ticking(lambda: -3).told()
        ('  9 s', ' 1:05', '  0 s')
        """
        seconds = max(0, self.left()) // 1000
        return f"{seconds // 60:2}:{seconds % 60:02}" if seconds >= 60 else f"{seconds:3} s"


class Reader:
    """Reads lines from the player, on a terminal or from a file."""

    def __init__(self, console: SafeConsole) -> None:
        self.console = console
        self.live = sys.stdin.isatty() and sys.stdout.isatty()
        self.ask_again: Callable[[], None] = lambda: None
        """Writes the open question once more."""

    def line(self, question: Callable[[str], str], clock: Ticking | None = None) -> str | None:
        """What was typed; None where the clock was quicker. `question` is given the clock's figures."""
        figures = "" if clock is None else clock.told()
        self.ask_again = lambda: self._show(question("" if clock is None else clock.told()))
        self._show(question(figures))
        if clock is not None and self.live and os.name == "posix" and not self._typed(question, clock, figures):
            self.console.print()
            return None
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        typed = bare(line.strip())
        if not self.live:
            self.console.print(Text(typed))
        return typed

    def _typed(self, question: Callable[[str], str], clock: Ticking, figures: str) -> bool:
        """Whether a line came in time. The question is written anew above itself whenever its figures change: what is
        being typed stands behind it, untouched."""
        while (left := clock.left()) > 0:
            ready, _, _ = select.select([sys.stdin], [], [], min(GLANCE, left / 1000))
            if ready:
                return True
            if clock.told() != figures:
                figures = clock.told()
                self._order(SAVE_CURSOR + "\r")
                self._show(question(figures))
                self._order(RESTORE_CURSOR)
        return False

    @staticmethod
    def _order(escape: str) -> None:
        """A word to the terminal itself."""
        sys.stdout.write(escape)
        sys.stdout.flush()

    def _show(self, question: str) -> None:
        self.console.print(Text(question, "bold"), end="", soft_wrap=True)
        sys.stdout.flush()


_A_PATH: Final = re.compile(r"(?:~|\.{0,2}[/\\]|[A-Za-z]:[/\\]).*|\.{1,2}|.*\.dgn", re.IGNORECASE)


def another_path(line: Callable[..., str], question: str, name: str) -> Path | None:
    """Where else a file is to be kept; None: Enter.

    Whoever has not looked up goes on with what the next question would be (``3 41``): only what is written as a path,
    or ends in ``.dgn``, is taken at once, anything else once it is confirmed. A folder gets the file under its `name`.
    To leave is to answer nothing: an `EOFError`.
    """
    while typed := line(question):
        if typed.casefold() in said.LEAVE:
            raise EOFError
        confirm = "{path} is a name for a file? y: save it there; Enter: ask again "
        if not _A_PATH.fullmatch(typed) and line(confirm, path=typed).casefold() not in said.YES:
            continue
        path = Path(typed).expanduser()
        with suppress(OSError):
            path = path / name if path.is_dir() else path
        return path
    return None
