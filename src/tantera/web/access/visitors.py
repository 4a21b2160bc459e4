"""Who is visiting: a session in a cookie, kept on the server, or the token of a bot; whoever comes for the first time,
and what a browser posts.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from hashlib import sha256
from typing import Annotated, Any, Final

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.exceptions import TooManyRequestsException
from litestar.middleware.authentication import AbstractAuthenticationMiddleware, AuthenticationResult
from litestar.params import URLEncodedBody
from litestar.response import Redirect, Template
from msgspec import Meta, Struct
from msgspec.structs import replace

from tantera.rules import Refusal
from tantera.store import Store
from tantera.tables.people import MOST_NAME, a_name
from tantera.web.access.measure import Rate, address_of
from tantera.web.access.people import (
    HiddenFromLists,
    Kind,
    ListedSession,
    LookChosen,
    NameTaken,
    Person,
    PersonErased,
    ProfileShown,
    SessionListed,
    SessionUnlisted,
    ever_listed,
    people,
)
from tantera.web.clock import now
from tantera.web.folds import Folded, Folds, Kept
from tantera.web.pages.languages import language_of
from tantera.words import Phrase, Problem, translate
from tantera.words.alike import alike

COOKIE: Final = "tantera"
SESSION: Final = "session/"
"""Of their streams."""
DAY: Final = 24 * 60 * 60 * 1000
LIFETIME: Final = 400 * DAY
"""How long a session lasts: as long as a browser keeps a cookie."""
ADMINISTRATORS: Final = 30 * DAY
"""How long an administrator's does."""
MOST_LISTED: Final = 50
"""Devices and programs of one person."""


class Visitor(Struct, frozen=True):
    """Somebody the server knows again."""

    person: str
    """An opaque id that others may see."""
    name: str = ""
    """What they called themselves last."""
    administrator: bool = False
    """On this device; the same person is none on another one."""
    bot: bool = False
    """A program with a token of its own."""
    session: str = ""
    """The hash of the token."""
    given: bool = False
    """They have not said their name: it was given to them."""

    @property
    def own_name(self) -> str:
        """What they said that they are called; nothing where nobody has asked yet."""
        return "" if self.given else self.name


class Session(Folded, frozen=True):
    """A token that was given to somebody."""

    person: str = ""
    bot: bool = False
    administrator: bool = False
    opened: int = 0
    closed: bool = False

    def holds(self, at: int) -> bool:
        """Whether the token still says who somebody is."""
        lifetime = ADMINISTRATORS if self.administrator else LIFETIME
        return bool(self.person) and not self.closed and at < self.opened + lifetime


class SessionOpened(Kept, frozen=True, tag="session_opened.1"):
    person: str
    at: int
    bot: bool = False
    administrator: bool = False


class SessionClosed(Kept, frozen=True, tag="session_closed.1"):
    at: int


AnySessionEvent = SessionOpened | SessionClosed


def _evolve(session: Session, event: AnySessionEvent) -> Session:
    match event:
        case SessionOpened():
            return replace(
                session, person=event.person, bot=event.bot, administrator=event.administrator, opened=event.at
            )
        case SessionClosed():
            return replace(session, closed=True)


class Administrators(Folded, frozen=True):
    """The sessions of administrators that were opened and not closed."""

    sessions: tuple[tuple[ListedSession, str], ...] = ()
    """With whose they are."""
    ever: bool = False


class AdministratorMade(Kept, frozen=True, tag="administrator_made.1"):
    session: str
    person: str
    label: str
    at: int


class AdministratorGone(Kept, frozen=True, tag="administrator_gone.1"):
    session: str
    at: int


AnyAdministratorEvent = AdministratorMade | AdministratorGone


def _evolve_administrators(known: Administrators, event: AnyAdministratorEvent) -> Administrators:
    match event:
        case AdministratorMade(session=session, person=person, label=label, at=at):
            made = (ListedSession(session, "device", label, at), person)
            return replace(known, sessions=(*known.sessions, made), ever=True)
        case AdministratorGone(session=session):
            return replace(known, sessions=tuple(one for one in known.sessions if one[0].session != session))


class Sessions:
    """Sessions by the hash of their token: who reads the store cannot take anybody's place."""

    def __init__(self, store: Store) -> None:
        self._sessions: Folds[Session, AnySessionEvent] = Folds(store, SESSION, Session(), _evolve, AnySessionEvent)
        self._store, self._people = store, people(store)
        self._administrators: Folds[Administrators, AnyAdministratorEvent] = Folds(
            store, "", Administrators(), _evolve_administrators, AnyAdministratorEvent
        )

    # --- beginning and finding

    async def begin(
        self,
        person: str | None = None,
        *,
        name: str = "",
        given: bool = False,
        label: str = "",
        bot: bool = False,
        administrator: bool = False,
    ) -> tuple[str, Visitor]:
        """A new session, of a new person or of one that is known: its token, which is told once, and who it is."""
        token, person = secrets.token_urlsafe(24), person or secrets.token_hex(8)
        session, at = _named_by(token), now()
        kind: Kind = "bot" if bot else "device"
        await self._sessions.add(session, lambda _: [SessionOpened(person, at, bot, administrator)])
        listed = SessionListed(session, kind, label, at)
        known = await self._people.add(person, lambda _: [listed, NameTaken(name, at, given)] if name else [listed])
        if administrator:
            made = AdministratorMade(session, person, label, at)
            await self._administrators.add(_ADMINISTRATORS, lambda _: [made])
        for old in known.sessions[:-MOST_LISTED]:  # nobody has so many devices: the oldest is let go
            await self.close(person, old.session)
        return token, Visitor(person, known.name, administrator, bot, session, known.given)

    async def find(self, token: str) -> Visitor | None:
        if not 20 <= len(token) <= 60:
            return None
        return await self._visitor(_named_by(token))

    async def holds(self, session: str) -> bool:
        """Whether a session still says who somebody is."""
        return (await self._visitor(session)) is not None

    async def _visitor(self, session: str) -> Visitor | None:
        kept = await self._sessions.get(session)
        if not kept.holds(now()):
            return None
        person = await self._people.get(kept.person)
        if person.erased:
            return None
        return Visitor(kept.person, person.name, kept.administrator, kept.bot, session, person.given)

    async def about(self, person: str) -> Person:
        """A person, for who asks what they are called and nothing of their devices."""
        return await self._people.get(person)

    async def person(self, person: str) -> Person:
        """A person, with the sessions that still hold."""
        found, at = await self._people.get(person), now()
        held = [one for one in found.sessions if (await self._sessions.get(one.session)).holds(at)]
        return replace(found, sessions=tuple(held))

    # --- changing

    async def named(self, visitor: Visitor, name: str, given: bool = False) -> Visitor:
        """The visitor under this name, on every device."""
        taken = NameTaken(name, now(), given)
        await self._people.add(
            visitor.person, lambda known: [] if (known.name, known.given) == (name, given) else [taken]
        )
        return replace(visitor, name=name, given=given)

    async def shows_profile(self, visitor: Visitor, shown: bool) -> None:
        """Whether others may read a page of theirs."""
        wanted = ProfileShown(shown, now())
        await self._people.add(visitor.person, lambda known: [] if known.profile is shown else [wanted])

    async def hides(self, visitor: Visitor, hidden: bool) -> None:
        """Whether they want to be in no list of who is here."""
        wanted = HiddenFromLists(hidden, now())
        await self._people.add(visitor.person, lambda known: [] if known.hidden is hidden else [wanted])

    async def chose_look(self, visitor: Visitor, look: str, as_usual: str) -> None:
        """How their pages look now; nothing is kept for who has never had another look than everybody."""
        wanted = LookChosen(look, now())
        await self._people.add(visitor.person, lambda known: [] if (known.look or as_usual) == look else [wanted])

    async def bot_of(self, owner: Visitor | None, name: str) -> tuple[str, Visitor]:
        """A token for a program, which is a person of its own. Who made it can take it back."""
        token, visitor = await self.begin(name=name, label=name, bot=True)
        if owner is not None:
            listed = SessionListed(visitor.session, "bot", name, now())
            await self._people.add(owner.person, lambda _: [listed])
        return token, visitor

    async def close(self, person: str, session: str) -> bool:
        """Close one of somebody's sessions; whether it was theirs."""
        if all(one.session != session for one in (await self._people.get(person)).sessions):
            return False
        at = now()
        closed = await self._sessions.add(session, lambda known: [] if known.closed else [SessionClosed(at)])
        for whose in {person, closed.person}:
            await self._people.add(
                whose,
                lambda known: (
                    [SessionUnlisted(session, at)] if any(one.session == session for one in known.sessions) else []
                ),
            )
        if closed.administrator:
            await self._administrators.add(_ADMINISTRATORS, lambda _: [AdministratorGone(session, at)])
        return True

    async def called(self, name: str) -> list[tuple[str, Person]]:
        """Everybody whose name has this in it, with the sessions that still hold, by name."""
        listed = []
        for head in await self._store.streams("person/"):
            person = head.stream.removeprefix("person/")
            if alike(name) in alike((await self._people.get(person)).name):
                listed.append((person, await self.person(person)))
        return sorted(listed, key=lambda one: (alike(one[1].name), one[0]))

    # --- being forgotten

    async def ever_listed(self, person: str) -> list[ListedSession]:
        """Every device and program that somebody has had."""
        return await ever_listed(self._store, person)

    async def whose(self, session: str) -> str:
        return (await self._sessions.get(session)).person

    def renew(self, people: Iterable[str]) -> None:
        """Their streams were rewritten."""
        for person in people:
            self._people.forget(person)

    async def erased(self, people: Iterable[str]) -> None:
        """Their streams were rewritten: nobody is one of them any more."""
        at = now()
        for person in people:
            self._people.forget(person)
            await self._people.add(person, lambda known: [] if known.erased else [PersonErased(at)])

    # --- administrators

    async def made_administrator(self, visitor: Visitor | None, label: str = "") -> tuple[str, Visitor]:
        """An administrator's session, with a token of its own: one that somebody knew before is worth nothing now."""
        made = await self.begin(None if visitor is None else visitor.person, label=label, administrator=True)
        if visitor is not None:
            await self.close(visitor.person, visitor.session)
        return made

    async def administrators(self) -> list[tuple[ListedSession, str, str]]:
        """The administrators' sessions that hold: the session, whose it is, and what they are called."""
        at, found = now(), (await self._administrators.get(_ADMINISTRATORS)).sessions
        return [
            (listed, person, (await self._people.get(person)).name)
            for listed, person in found
            if (await self._sessions.get(listed.session)).holds(at)
        ]

    async def has_had_administrators(self) -> bool:
        return (await self._administrators.get(_ADMINISTRATORS)).ever


_ADMINISTRATORS: Final = "administrators"


def _named_by(token: str) -> str:
    """A token has 192 bits of chance: nobody finds it by its hash."""
    return sha256(token.encode()).hexdigest()[:40]


def device_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The kind of device somebody comes with, to tell it from another in a list; nothing more of it is kept."""
    agent = connection.headers.get("user-agent", "")
    kinds = {"iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "Windows": "Windows", "CrOS": "Chromebook"}
    kinds |= {"Macintosh": "Mac", "Linux": "Linux"}
    # Each browser also says that it is those after it in this list.
    browsers = {"Edg": "Edge", "OPR": "Opera", "SamsungBrowser": "Samsung", "Firefox": "Firefox", "FxiOS": "Firefox"}
    browsers |= {"Chrom": "Chrome", "CriOS": "Chrome", "Safari": "Safari"}
    found = [next((name for sign, name in names.items() if sign in agent), "") for names in (kinds, browsers)]
    return " · ".join(filter(None, found))


def session_cookie(token: str, secure: bool) -> Cookie:
    return Cookie(
        key=COOKIE, value=token, max_age=LIFETIME // 1000, path="/", httponly=True, samesite="lax", secure=secure
    )


def no_session(secure: bool) -> Cookie:
    """What a browser forgets its session by."""
    return Cookie(key=COOKIE, value="", max_age=0, path="/", httponly=True, samesite="lax", secure=secure)


class WhoIsIt(AbstractAuthenticationMiddleware):
    """Puts the visitor, or None, where handlers and sockets find it: `request.user`."""

    async def authenticate_request(self, connection: ASGIConnection[Any, Any, Any, Any]) -> AuthenticationResult:
        sessions: Sessions = connection.app.state.sessions
        bearer = connection.headers.get("authorization", "")
        if bearer.lower().startswith("bearer "):
            return AuthenticationResult(await sessions.find(bearer[7:].strip()), "token")
        token = connection.cookies.get(COOKIE)
        return AuthenticationResult(None if token is None else await sessions.find(token), "cookie")


# --- whoever comes, and what a browser posts


Ask = Request[Any, Any, Any]
"""What a handler is asked with."""
Form = URLEncodedBody[dict[str, str]]
Name = Annotated[str, Meta(min_length=1, max_length=60)]
API: dict[str, Any] = {"opt": {"by_token": True}, "tags": ["tables"]}
"""For orders that come as JSON: their origin is checked at the gate, and they need no token of a form."""


async def known_visitor(request: Ask, typed: str = "", otherwise: str = "") -> tuple[Visitor, str | None]:
    """The visitor, under the name that they typed. Who typed none keeps the one they once did; else they are called as
    others know them (`otherwise`), or by a guest's number. A new one gets a session, and its token."""
    sessions: Sessions = request.app.state.sessions
    known: Visitor | None = request.user
    has = known if known is not None else Visitor("")
    typed_name = a_name(typed) if typed.strip() else has.own_name
    name = typed_name or readable(otherwise) or has.name or guest_name(language_of(request))
    if known is not None:
        return await sessions.named(known, name, given=not typed_name), None
    one_more(request)
    token, visitor = await sessions.begin(name=name, given=not typed_name, label=device_of(request))
    return visitor, token


class NameWanted(Problem):
    code = "name_wanted"
    sentence = Phrase("say your name first: the others at the table see it")


def is_nameless(request: Ask, typed: str) -> bool:
    """Whether somebody who comes to others has not said what they are called, here or ever."""
    visitor: Visitor | None = request.user
    return not typed.strip() and (visitor is None or not visitor.own_name)


def readable(name: str) -> str:
    """As many words of a name as a table has room for; nothing where it is none for a table.

    >>> readable("Maria de la Concepció Vilanova i Puig"), readable("Ana\\u200b"), readable("")
    ('Maria de la Concepció', '', '')
    """
    words = name.split()
    while len(" ".join(words)) > MOST_NAME:
        words = words[:-1] or [words[0][:MOST_NAME]]
    try:
        return a_name(" ".join(words))
    except Refusal:
        return ""


def one_more(request: Ask) -> None:
    """Somebody new is about to be kept: an address brings so many a minute and no more."""
    newcomers: Rate = request.app.state.newcomers
    if wait := newcomers.take(address_of(request.scope)):
        raise TooManyRequestsException(headers={"retry-after": str(int(wait) + 1)})


def with_session(request: Ask, content: Any, token: str | None, status: int = 200) -> Response[Any]:
    cookies = [] if token is None else [session_cookie(token, request.app.state.config.secure)]
    return Response(content, cookies=cookies, status_code=status)


def remembered(request: Ask, again: Template, token: str | None) -> Template:
    """A page that says what went wrong; whoever has said their name is known by it all the same."""
    if token is not None:
        again.set_cookie(session_cookie(token, request.app.state.config.secure))
    return again


def guest_name(lang: str) -> str:
    """A name that is hardly another guest's."""
    return f"{translate(lang, 'Guest')} {secrets.randbelow(900) + 100}"


def go(request: Ask, path: str, token: str | None, *cookies: Cookie) -> Redirect:
    """On to another page after a form; a new visitor gets their session."""
    session = [] if token is None else [session_cookie(token, request.app.state.config.secure)]
    return Redirect(path, status_code=303, cookies=[*session, *cookies])
