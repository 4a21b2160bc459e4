"""Where a match at the terminal is kept: never over another one, never nowhere."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tantera.cli.keeping import Keeper, Saved
from tantera.cli.match.screen import Screen
from tantera.cli.match.session import Session
from tantera.words import reason_of


class Record:
    """Writes a session to its file, tells where, and asks for another path where that cannot be done."""

    def __init__(self, session: Session, screen: Screen, ask: Callable[[], str] | None) -> None:
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
        """A match that is over is kept, also where nobody asked for a file: in the user's own folder."""
        if not self.session.keep:
            folder = finished_matches()
            with suppress(OSError):  # saving says what is wrong with it
                folder.mkdir(parents=True, exist_ok=True)
            self.session.keeper = Keeper(folder / self.session.path.name)
        if not self.written():
            return False
        self.screen.say_where("The match is kept in {path}", "dim", self.session.path)
        return True

    def _elsewhere(self) -> bool:
        other = self.ask() if self.ask is not None else ""
        if not other:
            return False
        self.session.keeper = self.session.keeper.elsewhere(Path(other).expanduser())
        return True

    def _tell(self, saved: Saved) -> None:
        told = saved.told(self.session.path)
        if told is not None:
            self.screen.say("{told}", "yellow", told=told.told(self.screen.lang))


def finished_matches() -> Path:
    """Where this user's matches are."""
    from tantera.store.engines import data_folder

    return data_folder() / "matches"
