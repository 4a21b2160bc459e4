"""What is kept of a person: what they are called, and where they are known: on their devices, and the programs that
play for them. Others see a person's id. A session is named by the hash of its token."""

from __future__ import annotations

from typing import Final, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tantera.store import Store
from tantera.web.folds import Folded, Folds

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


class PersonEvent(Struct, frozen=True, tag_field="event"):
    """Something that is kept of a person."""


class NameTaken(PersonEvent, frozen=True, tag="name_taken.1"):
    name: str
    at: int


class SessionListed(PersonEvent, frozen=True, tag="session_listed.1"):
    session: str
    kind: Kind
    label: str
    at: int


class SessionUnlisted(PersonEvent, frozen=True, tag="session_unlisted.1"):
    session: str
    at: int


AnyPersonEvent = NameTaken | SessionListed | SessionUnlisted

_decode: Final = msgspec.json.Decoder(AnyPersonEvent).decode


def _evolve(person: Person, event: AnyPersonEvent) -> Person:
    match event:
        case NameTaken(name=name):
            return replace(person, name=name)
        case SessionListed(session=session, kind=kind, label=label, at=at):
            return replace(person, sessions=(*person.sessions, Listed(session, kind, label, at)))
        case SessionUnlisted(session=session):
            return replace(person, sessions=tuple(one for one in person.sessions if one.session != session))


def people(store: Store) -> Folds[Person, AnyPersonEvent]:
    return Folds(store, "person/", Person(), _evolve, _decode)
