"""A site of results that follows its tournament: what changed is written, and handed to the organiser's own command."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tantera.cli.common import cannot, fail_wrong
from tantera.words import Phrase, translate

if TYPE_CHECKING:
    from tantera.season.table import SeasonTable
    from tantera.tournament.presentation import Presentation


class Publishing:
    """A folder, and who takes it further."""

    def __init__(self, folder: Path, lang: str, to: str | None, season: Callable[[], SeasonTable | None]) -> None:
        self._folder, self._lang, self._to, self._season = folder, lang, to, season
        self._seen: str | None = None
        """The head of the log that was written."""
        self._owed: list[str] = []
        """What the command has still to take: all since it last did."""
        self.failed = False

    def look(self, tournament: Presentation) -> list[str]:
        """Write what changed since the last look, if anything did, and hand it on. What the command could not take it
        is given again at the next look."""
        changed: list[str] = []
        if tournament.state.head != self._seen:
            changed = self._written(tournament)
            self._seen = tournament.state.head
        self._owed = list(dict.fromkeys((*self._owed, *changed)))
        if self._to is not None and self._owed:
            self._handed_on(self._to)
        else:
            self._owed = []
        return changed

    def _written(self, tournament: Presentation) -> list[str]:
        from tantera.web.site import write_site

        try:
            return write_site(tournament, self._folder, self._lang, self._season())
        except OSError as error:
            fail_wrong("DIR", cannot(self._folder, error), Phrase("a folder to write in"))

    def _handed_on(self, command: str) -> None:
        """The command reads the names of the files, a line each; where they are it is told as `TANTERA_SITE`."""
        folder = str(self._folder.resolve())
        names = "".join(f"{name}\n" for name in self._owed).encode()
        try:
            done = subprocess.run(
                shlex.split(command, posix=os.name == "posix"),
                input=names,
                cwd=folder,
                env=os.environ | {"TANTERA_SITE": folder},
                stdout=sys.stderr.fileno() if sys.stderr.isatty() else subprocess.DEVNULL,
            )
            why = "" if done.returncode == 0 else f"exit {done.returncode}"
        except (OSError, ValueError) as error:
            why = str(error)
        self.failed = bool(why)
        if why:
            said = "--to {command}: found {why}, expected a command that takes the site; the next look asks again"
            print(translate(self._lang, said, command=command, why=why), file=sys.stderr)
        else:
            self._owed = []
