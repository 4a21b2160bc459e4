"""Who is what at a tournament: who runs it, judges, keeps the desk, plays. Kept by the server, given by link or by
code."""

from __future__ import annotations

import base64
import hmac
import secrets
from collections import Counter
from collections.abc import Callable, Collection
from hashlib import sha256
from typing import Final, Literal

import msgspec
from litestar.datastructures import Cookie
from msgspec import Struct, field
from msgspec.structs import replace

from tantera.store import Store
from tantera.tournament import orders as o
from tantera.tournament.orders import AnyOrder
from tantera.tournament.slips import same_side
from tantera.web.access.visitors import LIFETIME, Ask, Visitor
from tantera.web.clock import now
from tantera.web.folds import Folded, Folds, Kept
from tantera.web.network.reachable import to_type
from tantera.web.problems import NotAllowed
from tantera.web.tournaments.live import LiveTournament
from tantera.words import Phrase, Problem
from tantera.words.alike import ERASED

OfficeRole = Literal["organiser", "director", "judge", "desk", "player", "public"]
ROLES: Final[dict[str, str]] = {
    "organiser": "organiser",
    "director": "director of refereeing",
    "judge": "table judge",
    "desk": "control desk",
    "player": "player",
    "public": "public",
}
"""What the offices are called."""


class Office(Struct, frozen=True):
    """What somebody is at a tournament, and under which name their orders stand in the log."""

    role: OfficeRole
    name: str = ""
    """Of a player: their id in the tournament."""

    @property
    def by(self) -> str:
        """As orders have it: ``judge:Mora``, ``player:p7``."""
        return f"{self.role}:{self.name}" if self.name else self.role


PUBLIC: Final = Office("public")


class Offices(Folded, frozen=True):
    """Everybody's office at one tournament, by person."""

    held: dict[str, Office] = field(default_factory=dict)
    been: dict[str, frozenset[str]] = field(default_factory=dict)
    """The players that each person has been, and each device: one phone that is two players speaks for both sides."""


class OfficeGiven(Kept, frozen=True, tag="office_given.1"):
    person: str
    office: Office
    by: str
    at: int
    device: str = ""
    """The hash of what a browser is known by, whoever it says it is."""


class OfficeEnded(Kept, frozen=True, tag="office_ended.1"):
    person: str
    by: str
    at: int


AnyOfficeEvent = OfficeGiven | OfficeEnded
_decode: Final = msgspec.json.Decoder(AnyOfficeEvent).decode


def _evolve(known: Offices, event: AnyOfficeEvent) -> Offices:
    match event:
        case OfficeGiven(person=person, office=office, device=device):
            been = {key: known.been.get(key, frozenset()) | {office.name} for key in (person, device) if key}
            return replace(
                known, held=known.held | {person: office}, been=known.been | (been if office.role == "player" else {})
            )
        case OfficeEnded(person=person):
            return replace(known, held={one: office for one, office in known.held.items() if one != person})


def without_name(line: bytes, goes: Callable[[str], bool], is_theirs: Callable[[OfficeGiven], bool]) -> AnyOfficeEvent:
    """A tournament without the name of somebody: of an office that was theirs, and of who gave one to others."""
    event: AnyOfficeEvent = _decode(line)
    role, _, name = event.by.partition(":")
    if role != "player" and name and goes(name):
        event = replace(event, by=f"{role}:{ERASED}")
    own = isinstance(event, OfficeGiven) and event.office.role != "player" and event.office.name
    if isinstance(event, OfficeGiven) and own and is_theirs(event):
        event = replace(event, office=replace(event.office, name=ERASED))
    return event


class Officers:
    """The offices of all events, and the codes that lead to one."""

    def __init__(self, store: Store, secret: bytes) -> None:
        self._offices: Folds[Offices, AnyOfficeEvent] = Folds(store, "office/", Offices(), _evolve, AnyOfficeEvent)
        self._secret = sha256(b"tantera offices 1\0" + secret).digest()

    async def of(self, event: str, visitor: Visitor | None) -> Office:
        """What somebody is at a tournament. Who administers the server directs every tournament on it."""
        if visitor is None:
            return PUBLIC
        if visitor.administrator:
            return Office("director", visitor.name.replace(":", " "))
        held = (await self._offices.get(event)).held
        if visitor.person not in held:  # a code may have led to another process a moment ago
            held = (await self._offices.fresh(event)).held
        return held.get(visitor.person, PUBLIC)

    async def all(self, event: str) -> dict[str, Office]:
        return (await self._offices.get(event)).held

    async def give(self, event: str, person: str, office: Office, by: str, device: str = "") -> None:
        given = OfficeGiven(person, office, by, now(), _kept_by(device))
        await self._offices.add(event, lambda known: [] if _evolve(known, given) == known else [given])

    async def been(self, event: str, person: str, device: str) -> frozenset[str]:
        """The players that somebody has been at a tournament, on this device or another, and whoever else was on it."""
        been = (await self._offices.get(event)).been
        return been.get(person, frozenset()) | been.get(_kept_by(device), frozenset())

    async def doubtful(self, event: str) -> frozenset[str]:
        """The players whose phone may not be their own: it has been another player's too, or several phones are
        theirs."""
        known = await self._offices.get(event)
        shared = [player for been in known.been.values() if len(been) > 1 for player in been]
        held = Counter(office.name for office in known.held.values() if office.role == "player")
        return frozenset({*shared, *(player for player, phones in held.items() if phones > 1)})

    async def end(self, event: str, person: str, by: str) -> None:
        at = now()
        await self._offices.add(event, lambda known: [OfficeEnded(person, by, at)] if person in known.held else [])

    async def phones_of(self, event: str, player: str) -> frozenset[str]:
        """The people who have been a player at a tournament, in the phone's own way: one person a phone."""
        been = (await self._offices.get(event)).been
        return frozenset(one for one, players in been.items() if player in players)

    def renew(self, event: str) -> None:
        """Its stream was rewritten."""
        self._offices.forget(event)

    async def erased(self, event: str, people: Collection[str]) -> None:
        """Its stream was rewritten without these people, who have no office any more."""
        self._offices.forget(event)
        for person in people:
            await self.end(event, person, "")

    # --- codes: printed as QR, worked out and never stored

    def code(self, *about: str | int) -> str:
        """Of a player, ``code(event, "player", id)``, or of a table, ``code(event, "table", round, table)``."""
        told = "\0".join(map(str, about)).encode()
        return base64.b32encode(hmac.digest(self._secret, told, "sha256")).decode()[:10].lower()

    def lot_secret(self, event: str, number: int) -> str:
        """The secret of a tournament's public lot, by the number of its commitment: worked out, so a restart keeps
        it."""
        return hmac.digest(self._secret, f"lot\0{event}\0{number}".encode(), "sha256").hex()

    def is_code(self, text: str, *about: str | int) -> bool:
        return hmac.compare_digest(text.strip().lower().encode(), self.code(*about).encode())


def _kept_by(device: str) -> str:
    """What is kept of the cookie that a browser is known by: who reads the store cannot take its place."""
    return sha256(device.encode()).hexdigest()[:16] if device else ""


async def office_of(request: Ask, event: str) -> Office:
    officers: Officers = request.app.state.officers
    return await officers.of(event, request.user)


async def office_for(request: Ask, event: str, page: str) -> Office:
    """The visitor's office, or `NotAllowed` where a page is not for it."""
    office = await office_of(request, event)
    if office.role not in PAGES[page]:
        raise NotAllowed
    return office


DIRECTING: Final = frozenset({"director", "organiser"})
_AT_THE_DESK: Final = DIRECTING | {"desk"}
_OFFICERS: Final = _AT_THE_DESK | {"judge"}

PAGES: Final[dict[str, frozenset[str]]] = {
    "entries": _AT_THE_DESK,
    "apart": DIRECTING,
    "about": _OFFICERS,
    "cards": _AT_THE_DESK,
    "erase": DIRECTING,
    "draw": _OFFICERS,
    "tables": _OFFICERS,
    "clock": _OFFICERS,
    "standings": _OFFICERS,
    "acts": _OFFICERS,
    "repair": DIRECTING,
    "file": DIRECTING,
    "papers": _OFFICERS,
    "people": DIRECTING,
    "partners": DIRECTING,
    "judges": DIRECTING | {"judge"},
    "photos": _OFFICERS,
    "follow": frozenset({"director", "judge"}),
}
"""Which pages of a tournament are for whom; all others are for everybody. What somebody may order there is decided by
`tantera.tournament.permission` and `tantera.tournament.hall.orders`, order by order."""


_LOOK_ALIKES: Final = str.maketrans("018", "olb")
"""Codes have letters, and figures from 2 to 7 (base 32)."""


HALF: Final = 5
"""Letters of a code that are printed without a gap."""


def in_print(code: str) -> str:
    """A code as people type it off: in two halves.

    >>> in_print("abcdefghij")
    'abcde fghij'
    """
    return f"{code[:HALF]} {code[HALF:]}"


def as_printed(typed: str) -> str:
    """A code off paper: no gaps and no capitals, and no figures that only look like its letters.

    >>> as_printed(" ABC0E-fgh1j ")
    'abcoefghlj'
    """
    return "".join(filter(str.isalnum, typed.lower())).translate(_LOOK_ALIKES)


def place_to_type(url: str, tournament_id: str) -> str:
    """The page of a tournament, as short as a browser takes it.

    >>> place_to_type("http://192.168.1.34:8000", "open")
    '192.168.1.34:8000/e/open'
    """
    return f"{to_type(url)}/e/{tournament_id}"


COOKIE: Final = "device"


class SamePhone(Problem):
    code = "same_phone"
    sentence = Phrase(
        "this phone has spoken for the side that wrote the slip: "
        "somebody of the other side confirms it on theirs, or both sign it at the control table"
    )


def device(request: Ask) -> tuple[str, Cookie]:
    """What this browser is known by, and the cookie that keeps it."""
    token = request.cookies.get(COOKIE, "")[:60] or secrets.token_urlsafe(18)
    secure = request.app.state.config.secure
    return token, Cookie(
        key=COOKIE, value=token, max_age=LIFETIME // 1000, path="/", httponly=True, samesite="lax", secure=secure
    )


async def check_phone(request: Ask, tournament: LiveTournament, order: AnyOrder) -> None:
    """`SamePhone` where an order confirms what somebody of the other side wrote on this phone."""
    if not isinstance(order, o.Confirm) or request.user is None:
        return
    round = next((one for one in tournament.state.published if one.number == order.round), None)
    if round is None or not 1 <= order.table <= len(round.tables):
        return
    table = round.tables[order.table - 1]
    if table.slip is None:
        return
    officers: Officers = request.app.state.officers
    been = await officers.been(tournament.id, request.user.person, request.cookies.get(COOKIE, "")[:60])
    if any(same_side(tournament.state, table, table.slip.by, f"player:{player}") for player in been):
        raise SamePhone
