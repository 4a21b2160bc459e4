"""Somebody is forgotten by the file of a tournament: no byte of it has the name any more.

What stands beside the chain goes, and the chain stays; a log of before is written anew (`tournament.erasing`). The
hall's stream says who was erased, by the id, and who else reads the file learns from it that rows have changed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from tantera.store import BlockingStore, Head, Rewritten
from tantera.store.rows import Append
from tantera.tournament.erasing import Forgotten, Salts, forgotten, hall_without, without
from tantera.tournament.hall.events import PersonErased
from tantera.tournament.hall.state import read, write
from tantera.tournament_file.streams import HALL, STREAM


def erase(store: BlockingStore, people: Collection[Forgotten], salts: Salts, told: Sequence[PersonErased] = ()) -> None:
    """Forget these people, and write `told` into the hall's stream in the same moment. Raises `Conflict` where somebody
    writes meanwhile: the same call again is safe."""
    rows, hall = ([stored.event for stored in store.read(stream)] for stream in (STREAM, HALL))
    changed = [
        *_changed(STREAM, rows, without(rows, people, salts)),
        *_changed(HALL, hall, [write(hall_without(read(line), people)) for line in hall]),
    ]
    also = Append(HALL, len(hall), [write(one) for one in told], None) if told else None
    store.rewrite(changed, [Head(STREAM, len(rows)), Head(HALL, len(hall))], also)


def _changed(stream: str, old: Iterable[bytes], new: Iterable[bytes]) -> list[Rewritten]:
    pairs = enumerate(zip(old, new, strict=True), 1)
    return [Rewritten(stream, version, after) for version, (before, after) in pairs if before != after]


class Gone(NamedTuple):
    """Who was erased in one of two copies of a tournament, or in both."""

    told: tuple[PersonErased, ...]
    people: tuple[Forgotten, ...]
    """By every name that either copy still has."""


def gone_in(*stores: BlockingStore) -> Gone:
    told = {one.player: one for store in reversed(stores) for one in _erased_in(store)}
    rows = [stored.event for store in stores for stored in store.read(STREAM)] if told else []
    return Gone(tuple(told.values()), tuple(forgotten(rows, player) for player in told))


def _erased_in(store: BlockingStore) -> list[PersonErased]:
    events = (read(stored.event) for stored in store.read(HALL))
    return [one for one in events if isinstance(one, PersonErased) and one.player]


def erase_again(store: BlockingStore, gone: Gone, salts: Salts) -> None:
    """Who was erased in one of two copies is erased in what becomes of both."""
    if any(one.names for one in gone.people):
        here = {one.player for one in _erased_in(store)}
        erase(store, gone.people, salts, [one for one in gone.told if one.player not in here])


def hall_lines(store: BlockingStore, gone: Gone) -> list[bytes]:
    """What happened in the hall, without those who are gone."""
    return [write(hall_without(read(stored.event), gone.people)) for stored in store.read(HALL)]
