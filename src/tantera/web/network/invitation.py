"""How people in the hall get here: the address they open, the Wi-Fi they join, and which QR codes hang on the wall."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from ipaddress import ip_address
from typing import Any, Final
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from msgspec.structs import replace

from tantera.store import Store
from tantera.web.clock import now
from tantera.web.config import Config
from tantera.web.folds import Folded, Folds, Kept
from tantera.web.network.codes import Wifi
from tantera.web.network.interfaces import this_machines
from tantera.web.network.reachable import Interface, picked
from tantera.web.security import host_of, origin_of
from tantera.words import Phrase

_STREAM: Final = "hall"
LOOKS_EVERY: Final = 15
"""Seconds between two looks at the machine's addresses: a laptop changes its network without saying so."""
MOST_NAME: Final = 32
"""Bytes in the name of a Wi-Fi."""
MOST_KEY: Final = 63


class HallNotes(Folded, frozen=True):
    """What is kept about the hall."""

    address: str | None = None
    """The organiser's choice."""
    wifi: Wifi | None = None
    club: str = ""
    """What the server is called: the club's name, over its evening page."""
    printed: str | None = None
    """Where the printed QR codes lead."""


class AddressChosen(Kept, frozen=True, tag="address_chosen.1"):
    address: str | None
    at: int


class WifiTold(Kept, frozen=True, tag="wifi_told.1"):
    wifi: Wifi | None
    at: int


class CodesPrinted(Kept, frozen=True, tag="codes_printed.1"):
    url: str
    at: int


class ClubNamed(Kept, frozen=True, tag="club_named.1"):
    name: str
    at: int


AnyHallEvent = AddressChosen | WifiTold | CodesPrinted | ClubNamed


def _evolve(noted: HallNotes, event: AnyHallEvent) -> HallNotes:
    match event:
        case AddressChosen(address=address):
            return replace(noted, address=address)
        case WifiTold(wifi=wifi):
            return replace(noted, wifi=wifi)
        case CodesPrinted(url=url):
            return replace(noted, printed=url)
        case ClubNamed(name=name):
            return replace(noted, club=name)


class Invitation:
    def __init__(self, store: Store, config: Config, interfaces: Callable[[], list[Interface]] = this_machines) -> None:
        self._noted: Folds[HallNotes, AnyHallEvent] = Folds(store, "", HallNotes(), _evolve, AnyHallEvent)
        self._config, self._ask = config, interfaces
        self.noted = HallNotes()
        self.interfaces: list[Interface] = []
        self.changed: Callable[[], None] = lambda: None
        """Told when people have to come another way."""

    # --- the address

    @property
    def listens_to_all(self) -> bool:
        """Whether every address of the machine leads here."""
        return self._config.host in ("0.0.0.0", "::", "")

    @property
    def address(self) -> str | None:
        """The address for phones; None where they cannot come at all."""
        if not self.listens_to_all:
            return None if self._config.host in ("127.0.0.1", "::1", "localhost") else self._config.host
        return self._config.address or picked(self.interfaces, self.noted.address)

    @property
    def url(self) -> str:
        """What a QR code leads to."""
        if self._config.public_url is not None:
            return origin_of(self._config.public_url) or self._config.public_url
        return self._at(self.address or "localhost")

    @property
    def own_url(self) -> str:
        """How a browser on this very machine gets here: nothing of it is heard in the hall."""
        here = self.listens_to_all or self._config.host in ("127.0.0.1", "::1", "localhost")
        return self._at("localhost") if here else self.url

    def _at(self, host: str) -> str:
        name = f"[{host}]" if ":" in host else host
        return f"http://{name}" + ("" if self._config.port == 80 else f":{self._config.port}")

    @property
    def warnings(self) -> list[Phrase]:
        """What the organiser should know before anybody wonders why a QR code leads nowhere."""
        warnings = []
        printed, chosen = self.noted.printed, self.noted.address
        if printed is not None and printed != self.url:
            warnings.append(
                Phrase(
                    "the printed QR codes lead to {printed}, and the server is at {url} now: print them again",
                    printed=printed,
                    url=self.url,
                )
            )
        if self._config.public_url is not None:
            return warnings
        if self.address is None:
            warnings.append(
                Phrase("this machine is in no network: nobody else can come")
                if self.listens_to_all
                else Phrase("the server listens to this machine only: nobody else can come")
            )
        elif self._config.address is None and chosen is not None and self.listens_to_all and self.address != chosen:
            warnings.append(Phrase("this machine does not have the address {address} any more", address=chosen))
        return warnings

    async def look(self) -> None:
        """Read the machine's addresses."""
        self.interfaces = await asyncio.to_thread(self._ask)

    async def look_again(self) -> None:
        before = self.url
        await self.look()
        if self.url != before:
            self.changed()

    # --- what is kept

    async def load(self) -> None:
        self.noted = await self._noted.get(_STREAM)

    async def choose(self, address: str | None) -> None:
        chosen = AddressChosen(address, now())
        self.noted = await self._noted.add(_STREAM, lambda noted: [] if noted.address == address else [chosen])

    async def tell_wifi(self, wifi: Wifi | None) -> None:
        told = WifiTold(wifi, now())
        self.noted = await self._noted.add(_STREAM, lambda noted: [] if noted.wifi == wifi else [told])

    async def name_club(self, name: str) -> None:
        named = ClubNamed(name, now())
        self.noted = await self._noted.add(_STREAM, lambda noted: [] if noted.club == name else [named])

    async def printed(self, url: str) -> None:
        printed = CodesPrinted(url, now())
        self.noted = await self._noted.add(_STREAM, lambda noted: [] if noted.printed == url else [printed])


def address_for_others(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The address of this server in a QR code on this page: the page's own, unless that leads nobody else here."""
    invitation: Invitation = connection.app.state.invitation
    config: Config = connection.app.state.config
    host = host_of(connection.scope)
    from_here = is_loopback(urlsplit(f"//{host}").hostname or "")
    if config.public_url is not None or (from_here and invitation.address is not None):
        return invitation.url
    return f"{connection.scope.get('scheme', 'http')}://{host}"


def for_this_machine_only(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Whether a QR code that is printed now leads nobody else here."""
    return is_loopback(urlsplit(address_for_others(connection)).hostname or "")


def is_loopback(name: str) -> bool:
    """Whether a name leads to the very machine that asks.

    >>> is_loopback("localhost"), is_loopback("127.0.0.1"), is_loopback("192.168.1.7")
    (True, True, False)
    """
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")


def a_wifi(name: str, key: str, hidden: bool = False) -> Wifi | Phrase:
    """A Wi-Fi as somebody typed it, or what is wrong with it."""
    name = name.strip()
    if not 1 <= len(name.encode()) <= MOST_NAME or not name.isprintable():
        return Phrase("the name of a Wi-Fi has 1 to {most} letters", most=MOST_NAME)
    if key and not (8 <= len(key) <= MOST_KEY + 1 and key.isascii() and key.isprintable()):  # 64 are figures in hex
        return Phrase(
            "the key of a Wi-Fi has 8 to {most} letters; leave it empty where the Wi-Fi is open", most=MOST_KEY
        )
    return Wifi(name, key, hidden)
