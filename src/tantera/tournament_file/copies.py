"""The copy in a second folder, a USB stick: made at every publish, and never in the way where the stick is missing."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import msgspec
from msgspec import Struct

from tantera.store import BlockingStore, Conflict, StoreError, copy_whole
from tantera.store.problems import unwritten
from tantera.words import Phrase, Problem

STREAM: Final = "tournament.settings"


class CopiesTo(Struct, frozen=True, tag="copies_to.1", tag_field="event"):
    """Copies go to this folder from now on; None: nowhere."""

    folder: str | None


class CopyMade(Struct, frozen=True, tag="copy_made.1", tag_field="event"):
    """A copy was written."""

    to: str
    at: str
    number: int
    """The last event in it."""


_Setting = CopiesTo | CopyMade
_DECODER: Final = msgspec.json.Decoder(_Setting)


class Copies(Struct, frozen=True):
    """What the file says about its copies."""

    folder: Path | None = None
    last: CopyMade | None = None
    """The last copy in that folder."""
    version: int = 0

    def age(self, now: datetime) -> float | None:
        """Seconds since the last copy was made."""
        if self.last is None:
            return None
        return max(0.0, (now - datetime.fromisoformat(self.last.at)).total_seconds())


class Copied(Struct, frozen=True):
    """A copy, or why there is none. Either way the tournament goes on."""

    to: Path
    problem: Problem | None = None
    before: float | None = None
    """How old the copy there was, in seconds: with a problem, how old it still is."""


def copies(store: BlockingStore) -> Copies:
    """Where copies of this tournament are written, and what became of the last one."""
    known = Copies()
    for setting, version in _settings(store):
        if isinstance(setting, CopiesTo):
            folder = None if setting.folder is None else Path(setting.folder)
            known = Copies(folder, known.last if folder == known.folder else None, version)
        else:
            known = Copies(known.folder, setting, version)
    return known


def copies_elsewhere(store: BlockingStore) -> list[Path]:
    """Copies that we once wrote and that are written no longer, where they are still there."""
    folder = copies(store).folder
    now = folder / store.file_name if folder is not None else None
    made = dict.fromkeys(Path(setting.to) for setting, _ in _settings(store) if isinstance(setting, CopyMade))
    return [path for path in made if path != now and path.exists()]


def _settings(store: BlockingStore) -> Iterator[tuple[_Setting, int]]:
    for stored in store.read(STREAM):
        try:
            yield _DECODER.decode(stored.event), stored.version
        except msgspec.DecodeError as error:
            sentence = Phrase("{where}: found a setting that this Tantera does not know", where=store.where)
            raise StoreError(sentence) from error


def set_copies(store: BlockingStore, folder: Path | None) -> None:
    """From now on every publish writes a copy there."""
    if folder is not None and not folder.is_dir():
        raise StoreError(Phrase("{folder}: found no folder there, expected one for the copies", folder=str(folder)))
    _record(store, CopiesTo(None if folder is None else str(folder.absolute())))


def make_copy(store: BlockingStore, number: int, now: datetime) -> Copied | None:
    """The copy after a publish, if a folder is set. Whatever goes wrong with it is told and fails nothing."""
    known = copies(store)
    if known.folder is None:
        return None
    path, before = known.folder / store.file_name, known.age(now)
    try:
        if store.path is not None and path.exists() and path.samefile(store.path):
            raise StoreError(Phrase("{file}: found the event itself, expected another folder", file=str(path)))
        if not known.folder.is_dir():
            raise StoreError(Phrase("{folder}: found no folder there, is the stick in?", folder=str(known.folder)))
        _put_there(store, path)
        _record(store, CopyMade(str(path), now.isoformat(), number))
    except (StoreError, OSError) as error:
        return Copied(path, error if isinstance(error, StoreError) else unwritten(path, error), before)
    return Copied(path, None, before)


def _put_there(store: BlockingStore, path: Path) -> None:
    """By a copy on this machine's own disk: a stick may take half a minute for the photos of a long day, and nobody
    could write to the tournament meanwhile."""
    with TemporaryDirectory(prefix="tantera-") as folder:
        here = Path(folder) / store.file_name
        store.copy_to(here)
        copy_whole(here, path)


def _record(store: BlockingStore, setting: _Setting) -> None:
    line = msgspec.json.encode(setting)
    while True:
        try:
            store.append(STREAM, copies(store).version, [line])
            return
        except Conflict:
            continue
