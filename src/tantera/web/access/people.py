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


class ListedSession(Struct, frozen=True):
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
    given: bool = False
    """The name was given to them, by their guest's number or by a player's card: they have not said theirs."""
    sessions: tuple[ListedSession, ...] = ()
    since: int = 0
    """When they took that name."""
    erased: bool = False
    """Wanted to be forgotten, and was."""
    profile: bool = False
    """Whether others may read a page of theirs."""
    look: str = ""
    """How they last chose their pages to look (`pages/look.py`), for a device that they are new on."""
    hidden: bool = False
    """Whether they want to be in no list of who is here."""


class NameTaken(Kept, frozen=True, tag="name_taken.1"):
    name: str
    at: int
    given: bool = False


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


class ProfileShown(Kept, frozen=True, tag="profile_shown.1"):
    shown: bool
    at: int


class LookChosen(Kept, frozen=True, tag="look_chosen.1"):
    look: str
    at: int


class HiddenFromLists(Kept, frozen=True, tag="hidden_from_lists.1"):
    hidden: bool
    at: int


AnyPersonEvent = (
    NameTaken | SessionListed | SessionUnlisted | PersonErased | ProfileShown | LookChosen | HiddenFromLists
)

_decode: Final = msgspec.json.Decoder(AnyPersonEvent).decode


def _evolve(person: Person, event: AnyPersonEvent) -> Person:
    match event:
        case NameTaken(name=name, at=at, given=given):
            return replace(person, name=name, since=at, given=given)
        case SessionListed(session=session, kind=kind, label=label, at=at):
            return replace(person, sessions=(*person.sessions, ListedSession(session, kind, label, at)))
        case SessionUnlisted(session=session):
            return replace(person, sessions=tuple(one for one in person.sessions if one.session != session))
        case PersonErased():
            return replace(person, name="", erased=True)
        case ProfileShown(shown=shown):
            return replace(person, profile=shown)
        case LookChosen(look=look):
            return replace(person, look=look)
        case HiddenFromLists(hidden=hidden):
            return replace(person, hidden=hidden)


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


async def ever_listed(store: Store, person: str) -> list[ListedSession]:
    """Every session that a person's list has had, those that were closed too."""
    events = await events_of(store, person)
    return [ListedSession(one.session, one.kind, one.label, one.at) for one in events if isinstance(one, SessionListed)]


async def events_of(store: Store, person: str) -> list[AnyPersonEvent]:
    """All that is kept of a person, in its order."""
    return [_decode(one.event) for one in await store.read(f"person/{person}")]
