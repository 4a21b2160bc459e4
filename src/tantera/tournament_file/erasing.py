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


def erase(store: BlockingStore, people: Collection[Forgotten], salts: Salts, gone: Sequence[PersonErased] = ()) -> None:
    """Forget these people, and write who is `gone` into the hall's stream in the same moment. Raises `Conflict` where
    somebody writes meanwhile: the same call again is safe."""
    rows, hall = ([stored.event for stored in store.read(stream)] for stream in (STREAM, HALL))
    changed = [
        *_changed(STREAM, rows, without(rows, people, salts)),
        *_changed(HALL, hall, [write(hall_without(read(line), people)) for line in hall]),
    ]
    also = Append(HALL, len(hall), [write(event) for event in gone], None) if gone else None
    store.rewrite(changed, [Head(STREAM, len(rows)), Head(HALL, len(hall))], also)


def _changed(stream: str, old: Iterable[bytes], new: Iterable[bytes]) -> list[Rewritten]:
    pairs = enumerate(zip(old, new, strict=True), 1)
    return [Rewritten(stream, version, after) for version, (before, after) in pairs if before != after]


class ErasedPeople(NamedTuple):
    """Who was erased in one of two copies of a tournament, or in both."""

    told: tuple[PersonErased, ...]
    people: tuple[Forgotten, ...]
    """By every name that either copy still has."""


def gone_in(*stores: BlockingStore) -> ErasedPeople:
    erased = {event.player: event for store in reversed(stores) for event in _erased_in(store)}
    rows = [stored.event for store in stores for stored in store.read(STREAM)] if erased else []
    return ErasedPeople(tuple(erased.values()), tuple(forgotten(rows, player) for player in erased))


def _erased_in(store: BlockingStore) -> list[PersonErased]:
    events = (read(stored.event) for stored in store.read(HALL))
    return [event for event in events if isinstance(event, PersonErased) and event.player]


def erase_again(store: BlockingStore, gone: ErasedPeople, salts: Salts) -> None:
    """Who was erased in one of two copies is erased in what becomes of both."""
    if any(person.names for person in gone.people):
        here = {event.player for event in _erased_in(store)}
        erase(store, gone.people, salts, [event for event in gone.told if event.player not in here])


def hall_lines(store: BlockingStore, gone: ErasedPeople) -> list[bytes]:
    """What happened in the hall, without those who are gone."""
    return [write(hall_without(read(stored.event), gone.people)) for stored in store.read(HALL)]
