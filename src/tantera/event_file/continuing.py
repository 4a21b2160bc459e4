"""Two files of one tournament: which of them has come further, and how the other catches up.

A log is a chain: where one of the two begins with the whole of the other, it is the newer one. Where they part, two
desks went on at once, and nobody but the director can say which of them counts.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

from tantera.event_file.file import HALL, STREAM, check_event
from tantera.event_file.photos import PHOTOS
from tantera.store import FileStore, open_store_file

SUFFIX: Final = ".tantera"

Beside = Literal["same", "newer", "older", "parted", "another"]
"""What a copy is beside the file that is here: as far as it, further, less far, gone another way, of another event."""


def beside(here: FileStore, copy: FileStore) -> Beside:
    ours, theirs = (_lines(store, STREAM) for store in (here, copy))
    if ours[:1] != theirs[:1]:
        return "another"
    shared = min(len(ours), len(theirs))
    if ours[:shared] != theirs[:shared]:
        return "parted"
    if len(ours) == len(theirs):
        return "same"
    return "newer" if len(theirs) > shared else "older"


def catch_up(here: FileStore, copy: FileStore) -> None:
    """Take over what a copy has besides. Raises `Conflict` where somebody writes at the same moment.

    What happened in the hall is taken over where it goes on from ours; photos are, one by one.
    """
    known = {head.stream: head.version for head in here.streams()}
    for stream in (HALL, STREAM):
        ours, theirs = _lines(here, stream), _lines(copy, stream)
        if len(theirs) > len(ours) and theirs[: len(ours)] == ours:
            here.append(stream, len(ours), theirs[len(ours) :])
    for head in copy.streams(PHOTOS):
        if head.stream not in known:
            here.append(head.stream, 0, [stored.event for stored in copy.read(head.stream)])


def _lines(store: FileStore, stream: str) -> list[bytes]:
    return [stored.event for stored in store.read(stream)]


def take_over(source: Path, folder: Path, name: str) -> Path:
    """A tournament's file becomes one of this folder's.

    Where the same event is there under that name and one of the two goes on from the other, the one that has come
    further stays, under its name: codes on cards and slips lead on. Where both went on by themselves, or it is another
    event, it stands beside under a name of its own.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"{name}{SUFFIX}"
    with open_store_file(source) as copy:
        check_event(copy)
        copy.check_whole()
        if path.exists():
            with open_store_file(path) as ours:
                found = beside(ours, copy)
                if found in ("same", "newer"):  # the clock, hands and photos go on where the log stands still
                    catch_up(ours, copy)
            if found in ("same", "newer", "older"):
                return path
        path = free_name(folder, name)
        copy.copy_to(path)
        return path


def free_name(folder: Path, name: str) -> Path:
    """A name that no file has."""
    path, number = folder / f"{name}{SUFFIX}", 1
    while path.exists():
        number += 1
        path = folder / f"{name}-{number}{SUFFIX}"
    return path
