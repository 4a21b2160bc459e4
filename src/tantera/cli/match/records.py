"""Where a match at the terminal is kept: never over another one, never nowhere."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tantera.cli.common import called
from tantera.cli.keeping import Saved
from tantera.cli.match.screen import Screen
from tantera.cli.match.session import Session, own_matches
from tantera.words import reason_of

UNFINISHED: Final = '[Result "*"]'


class Record:
    """Writes a session to its file, tells where, and asks for another path where that cannot be done."""

    def __init__(self, session: Session, screen: Screen, ask: Callable[[], Path | None] | None) -> None:
        self.session, self.screen, self.ask = session, screen, ask
        """`ask` gives another path, or nothing; None where nobody is there to answer."""

    def written(self) -> bool:
        """Whether the match is in its file now; if not, the player has been told why."""
        while True:
            try:
                saved = self.session.save()
            except OSError as error:
                path, reason = self.session.path, reason_of(error).told(self.screen.lang)
                self.screen.say("{path} cannot be written: {error}", "red", path=path, error=reason)
                if not self._elsewhere():
                    return False
                continue
            self._tell(saved)
            return True

    def saved(self) -> bool:
        """The same, and the player is told where."""
        if not self.written():
            return False
        self.screen.say_where("Saved in {path}", "bold", self.session.path)
        return True

    def finished(self) -> bool:
        """The same where the match is over."""
        if not self.written():
            return False
        self.screen.say_where("The match is kept in {path}", "dim", self.session.path)
        return True

    def _elsewhere(self) -> bool:
        other = self.ask() if self.ask is not None else None
        if other is None:
            return False
        self.session.keeper = self.session.keeper.elsewhere(other)
        return True

    def _tell(self, saved: Saved) -> None:
        told = saved.told(self.session.path)
        if told is not None:
            self.screen.say("{told}", "yellow", told=told.told(self.screen.lang))


def to_go_on(path: Path) -> str:
    """What is typed to go on with a match."""
    return f"{called()} play --resume {shlex.quote(str(path))}"


def left_in_the_middle() -> Path | None:
    """The last match in the user's own folder, if it is not over: its window was closed, or the power failed."""
    try:
        last = max(own_matches().glob("*.dgn"), key=lambda file: file.stat().st_mtime, default=None)
        return last if last is not None and UNFINISHED in last.read_text("utf-8", "replace") else None
    except OSError:
        return None
