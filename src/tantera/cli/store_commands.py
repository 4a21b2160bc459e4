"""``tantera backup`` and ``tantera restore``: everything in a store as one file, and back."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tantera.cli.common import Language, check_lang, errors_in, fail

if TYPE_CHECKING:
    from tantera.store.interface import Contents

Data = Annotated[
    Path | None,
    typer.Option(help="The data folder. Left out: the database that DATABASE_URL names, else this user's own folder."),
]


def backup(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="The file to write.")],
    data: Data = None,
    lang: Language = "es",
) -> None:
    """Write everything that is kept to one file, while tables go on. Whoever reads it sees every tile."""
    _run(context, file, data, lang, restoring=False)


def restore(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="A file that backup wrote, here or elsewhere.")],
    data: Data = None,
    lang: Language = "es",
) -> None:
    """Fill an empty store from a backup, whichever database it came from."""
    _run(context, file, data, lang, restoring=True)


def _run(context: typer.Context, file: Path, data: Path | None, lang: str, *, restoring: bool) -> None:
    from tantera.words import Phrase, Problem

    check_lang(lang)
    try:
        contents = asyncio.run(_copy(file, data, restoring))
    except Problem as error:
        fail(error.cited(errors_in(context, lang)))
    said = Phrase("{file}: {events} events in {streams} streams", file=str(file), **contents._asdict())
    print(said.told(lang))


async def _copy(file: Path, data: Path | None, restoring: bool) -> Contents:
    from tantera.store import open_store
    from tantera.store.engines import data_folder

    store = open_store(data or os.environ.get("DATABASE_URL") or data_folder(), create=restoring)
    try:
        return await (store.restore(file) if restoring else store.backup(file))
    finally:
        await store.close()
