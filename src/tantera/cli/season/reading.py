"""The tournaments that a command is given: event files, a folder of them, or a season that names them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from tantera.cli import common
from tantera.words import Phrase, Problem

if TYPE_CHECKING:
    from tantera.season.form import SeasonForm
    from tantera.season.night import Night

SeasonPath = Annotated[Path, typer.Argument(help="The season's file.")]
_DATABASE: Final = b"SQLite format 3"


def form_in(file: Path) -> SeasonForm:
    """What a season's file says."""
    from tantera.season.form import read_form

    try:
        return read_form(file.read_bytes(), str(file))
    except OSError as error:
        raise Problem(common.unreadable(file, error, Phrase("a season's file"))) from None


def logs_of(file: Path, form: SeasonForm) -> list[list[bytes]]:
    """The logs of a season's tournaments, which stand beside its file or at a path of their own."""
    return [log_in(file.parent / event) for event in form.events]


def log_in(file: Path) -> list[bytes]:
    from tantera.tournament_file import read_lines

    return read_lines(file)


def nights_in(logs: list[list[bytes]]) -> list[Night]:
    from tantera.season.night import night_in

    return [night_in(log) for log in logs]


def all_logs(files: list[Path]) -> list[list[bytes]]:
    """Of event files, of folders of them, and of seasons; the same tournament named twice counts once."""
    from tantera.tournament_file.kept import SUFFIX

    paths: list[Path] = []
    for file in files:
        if file.is_dir():
            paths += sorted(file.glob(f"*{SUFFIX}"))
        elif _is_a_season(file):
            paths += [file.parent / event for event in form_in(file).events]
        else:
            paths.append(file)
    unlike: dict[bytes, list[bytes]] = {}
    for path in paths:
        log = log_in(path)
        known = unlike.get(log[0])
        if known is None or len(known) < len(log):
            unlike[log[0]] = log
    return list(unlike.values())


def _is_a_season(file: Path) -> bool:
    try:
        with file.open("rb") as opened:
            beginning = opened.read(64)
    except OSError:
        return False  # whoever opens it as a tournament says what is wrong
    return beginning.lstrip()[:1] == b"{" and not beginning.startswith(_DATABASE)
