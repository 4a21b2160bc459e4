"""``tantera backup`` and ``restore``: everything in a store as one file, and back; a tournament from its copy."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from tantera.cli.common import Language, fail
from tantera.words import Phrase, Problem, reason_of, translate

if TYPE_CHECKING:
    from tantera.store.interface import Contents

_DATABASE: Final = b"SQLite format 3\0"

Data = Annotated[
    Path | None,
    typer.Option(help="The data folder. Left out: the database that DATABASE_URL names, else this user's own folder."),
]


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write.")],
    data: Data = None,
    lang: Language = "es",
) -> None:
    """Write everything that is kept to one file, while tables go on. Whoever reads it sees every tile."""
    _run(file, data, lang, restoring=False)


def restore(
    file: Annotated[
        Path, typer.Argument(help="A file that backup wrote, here or elsewhere; or the copy of a tournament, .tantera.")
    ],
    data: Data = None,
    lang: Language = "es",
) -> None:
    """Fill an empty store from a backup, whichever database it came from; or take over a tournament from its copy."""
    if _is_tournament(file):
        _take_over(file, data, lang)
    else:
        _run(file, data, lang, restoring=True)


def _is_tournament(file: Path) -> bool:
    """A tournament's file is a database; a backup is text, packed or not."""
    try:
        with file.open("rb") as opened:
            return opened.read(len(_DATABASE)) == _DATABASE
    except OSError:
        return False


def _take_over(file: Path, data: Path | None, lang: str) -> None:
    """A copy of it becomes a tournament of this server, beside those that are there."""
    from tantera.rules import built_in_books
    from tantera.store.engines import data_folder
    from tantera.tournament_file import kept_tournaments
    from tantera.web.config import Config
    from tantera.web.tournaments.folder import Tournaments, slug

    async def adopted() -> tuple[str, str, int, str, bool]:
        where = data or os.environ.get("DATABASE_URL") or data_folder()
        tournaments = Tournaments(kept_tournaments(Config(where).tournaments), built_in_books)
        try:
            tournament = await tournaments.adopt(file, file.stem)
            moved = tournament.id != slug(file.stem)
            return tournament.id, tournament.state.name, tournament.state.number, tournament.state.head, moved
        finally:
            await tournaments.close()

    try:
        where, name, number, head, moved = asyncio.run(adopted())
    except OSError as error:
        fail(Problem(Phrase("{path} ({reason})", path=file, reason=reason_of(error))))
    parts = " ".join(head[at : at + 4] for at in range(0, 16, 4))
    print(translate(lang, "{name} is here, up to record {number} · {head}", name=name, number=number, head=parts))
    if moved:
        said = "Another tournament has its address: cards and slips have to be printed again"
        print(translate(lang, said))
    print(translate(lang, "Start the server, unless it runs, and go on at /e/{event}/desk", event=where))


def _run(file: Path, data: Path | None, lang: str, *, restoring: bool) -> None:
    left_out: list[Problem] = []
    contents = asyncio.run(_copy(file, data, restoring, left_out.append))
    for why in left_out:
        said = Phrase("not in the backup: {reason}", reason=why.told(lang))
        print(said.told(lang), file=sys.stderr)
    said = Phrase("{file}: {events} events in {streams} streams", file=str(file), **contents._asdict())
    print(said.told(lang))


async def _copy(file: Path, data: Path | None, restoring: bool, left_out: Callable[[Problem], None]) -> Contents:
    """The store, and the tournaments beside it."""
    from tantera.cli.tournament.giving import new_salt
    from tantera.store import open_store
    from tantera.store.engines import data_folder
    from tantera.tournament_file import Unpacking, kept_tournaments
    from tantera.web.config import Config

    where = data or os.environ.get("DATABASE_URL") or data_folder()
    store = open_store(where, create=restoring)
    kept = kept_tournaments(Config(where).tournaments)
    try:
        if not restoring:
            return await store.backup(file, kept.beside(left_out))
        unpacking = Unpacking()
        try:
            contents = await store.restore(file, unpacking.take)
            unpacking.into(kept, new_salt)
            return contents
        finally:
            unpacking.close()
    finally:
        kept.close()
        await store.close()
