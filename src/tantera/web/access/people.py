"""What is kept of a person: what they are called, and where they are known: on their devices, and the programs that
play for them. Others see a person's id. A session is named by the hash of its token."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tantera.store import Store
from tantera.web.folds import Folded, Folds, Kept
from tantera.words.alike import ERASED

Kind = Literal["device", "bot"]


class Listed(Struct, frozen=True):
    """A session in somebody's list."""

    session: str
    kind: Kind
    label: str
    """What kind of device it is, or what the program is called."""
    since: int


class Person(Folded, frozen=True):
    """Somebody whom the server knows."""

    name: str = ""
    """What they called themselves last."""
    sessions: tuple[Listed, ...] = ()
    since: int = 0
    """When they took that name."""
    erased: bool = False
    """Wanted to be forgotten, and was."""


class NameTaken(Kept, frozen=True, tag="name_taken.1"):
    name: str
    at: int


class SessionListed(Kept, frozen=True, tag="session_listed.1"):
    session: str
    kind: Kind
    label: str
    at: int


class SessionUnlisted(Kept, frozen=True, tag="session_unlisted.1"):
    session: str
    at: int


class PersonErased(Kept, frozen=True, tag="person_erased.1"):
    """Stands where a name stood."""

    at: int


AnyPersonEvent = NameTaken | SessionListed | SessionUnlisted | PersonErased

_decode: Final = msgspec.json.Decoder(AnyPersonEvent).decode


def _evolve(person: Person, event: AnyPersonEvent) -> Person:
    match event:
        case NameTaken(name=name, at=at):
            return replace(person, name=name, since=at)
        case SessionListed(session=session, kind=kind, label=label, at=at):
            return replace(person, sessions=(*person.sessions, Listed(session, kind, label, at)))
        case SessionUnlisted(session=session):
            return replace(person, sessions=tuple(one for one in person.sessions if one.session != session))
        case PersonErased():
            return replace(person, name="", erased=True)


def renamed(line: bytes, goes: Callable[[str], bool]) -> bytes:
    """An event of a person who was given a name that is erased: what is left of it."""
    event: AnyPersonEvent = _decode(line)
    if isinstance(event, NameTaken) and goes(event.name):
        event = replace(event, name=ERASED)
    return msgspec.json.encode(event)


def without_names(line: bytes) -> tuple[AnyPersonEvent, AnyPersonEvent]:
    """An event of a person, and what is left of it when the person is erased."""
    event: AnyPersonEvent = _decode(line)
    match event:
        case NameTaken(at=at):
            return event, PersonErased(at)
        case SessionListed():
            return event, replace(event, label="")
        case _:
            return event, event


def people(store: Store) -> Folds[Person, AnyPersonEvent]:
    return Folds(store, "person/", Person(), _evolve, AnyPersonEvent)


async def ever_listed(store: Store, person: str) -> list[Listed]:
    """Every session that a person's list has had, those that were closed too."""
    events = [_decode(one.event) for one in await store.read(f"person/{person}")]
    return [Listed(one.session, one.kind, one.label, one.at) for one in events if isinstance(one, SessionListed)]
