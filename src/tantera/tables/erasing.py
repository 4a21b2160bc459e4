"""The stream of a table without somebody's name: what is left of a person who wants to be forgotten."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from tantera.play import events as e
from tantera.play.events import Event
from tantera.tables import events as t
from tantera.words.alike import ERASED

_NOBODY: Final = frozenset[str]()
_SHORT: Final = 4
"""Letters of a name that could be any other word when it is written without its capital."""


class Erased(NamedTuple):
    """What becomes of a stream."""

    names: frozenset[str]
    """What they were called at this table."""
    changed: tuple[tuple[int, Event], ...]
    """The events that are others now, by their versions."""


def called_so(events: Iterable[Event], names: Collection[str]) -> frozenset[str]:
    """Those who came to a table under one of these names."""
    return frozenset(event.person for event in events if isinstance(event, t.PersonEntered) and event.name in names)


def erased(
    events: Sequence[Event],
    people: Collection[str],
    called: frozenset[str] = _NOBODY,
    elsewhere: frozenset[str] = _NOBODY,
) -> Erased:
    """The names of these people, and what they wrote, become "—". Whoever never came is known by what they are `called`
    at their seat; `elsewhere` they may have had other names. Every event keeps its place, and what is hashed
    stays: the law, seeds and commitments, and what somebody added to a deal. Their ids stay too, and name nobody.

    What others wrote stays theirs, and the names in it become "—" as well.
    """
    names = called | {name for event in events for name in _names(event, people)}
    written = _Written(names | elsewhere)
    # At a table of a tournament a seat has its name before anybody sits there.
    reserved = names if isinstance(events[0], t.TableOpened) and events[0].reserved else _NOBODY
    after = (_without(event, people, reserved, written) for event in events)
    pairs = enumerate(zip(events, after, strict=True), start=1)
    return Erased(names, tuple((version, new) for version, (old, new) in pairs if new != old))


def _names(event: Event, people: Collection[str]) -> tuple[str, ...]:
    match event:
        case t.TableOpened(host=person, name=name) | t.PersonEntered(person=person, name=name) if person in people:
            return () if name == ERASED else (name,)
        case _:
            return ()


class _Written:
    """What others wrote, without some names: whole words, and where a name is long enough to be no other word, in
    capitals or not."""

    def __init__(self, names: Iterable[str]) -> None:
        long = sorted((name for name in names if name != ERASED), key=len, reverse=True)
        parts = [re.escape(name) if len(name) < _SHORT else f"(?i:{re.escape(name)})" for name in long]
        self._names = re.compile(rf"(?<!\w)(?:{'|'.join(parts)})(?!\w)") if parts else None

    def __call__(self, text: str) -> str:
        """
        >>> _Written({"Ana"})("Bien, Ana; mañana más")
        'Bien, —; mañana más'
        """
        return text if self._names is None else self._names.sub(ERASED, text)


def _without(event: Event, people: Collection[str], reserved: frozenset[str], written: _Written) -> Event:
    match event:
        case t.TableOpened(host=host):
            seats = tuple(ERASED if name in reserved else name for name in event.reserved)
            return replace(event, name=ERASED if host in people else event.name, reserved=seats)
        case t.PersonEntered(person=person) if person in people:
            return replace(event, name=ERASED)
        case t.Said(person=person) if person in people:
            return replace(event, text=ERASED, phrase="")
        case t.RefereeCalled(person=person) if person in people:
            return replace(event, reason=ERASED)
        case t.Said(text=text):
            return replace(event, text=written(text))
        case t.RefereeCalled(reason=reason):
            return replace(event, reason=written(reason))
        case e.MatchStarted(names=names, players=players):
            ids = players or ("",) * len(names)
            kept = (
                ERASED if player in people or name in reserved else name
                for name, player in zip(names, ids, strict=True)
            )
            return replace(event, names=tuple(kept))
        case e.PlayerReplaced(player=player) if player in people:
            return replace(event, name=ERASED)
        case e.Corrected(instead=instead, why=why):
            kept_events = tuple(_without(one, people, reserved, written) for one in instead)
            return replace(event, instead=kept_events, why=written(why))
        case _:
            return event


def called_again(event: Event, names: Mapping[str, str]) -> Event:
    """The same event for people to read, with other names where they are called otherwise by now: who was erased is
    *somebody*, in the reader's language."""
    match event:
        case e.MatchStarted(names=then) if any(name in names for name in then):
            return replace(event, names=tuple(names.get(name, name) for name in then))
        case e.PlayerReplaced(name=name) if name in names:
            return replace(event, name=names[name])
        case e.Corrected(instead=instead):
            return replace(event, instead=tuple(called_again(one, names) for one in instead))
        case _:
            return event
