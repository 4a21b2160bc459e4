"""How a server is set up. Everything has a bound: whoever connects is a stranger."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from tantera.store.engines import data_folder


class Limits(Struct, frozen=True):
    """What one visitor, one address or the whole server may use."""

    body: int = 256 * 1024
    """Bytes of a form or a request: the largest is an uploaded match or rule book."""
    headers: int = 32 * 1024
    """Bytes of a request's address and headers together."""
    headers_seconds: float = 20
    """For a request's address and headers to come in."""
    body_seconds: float = 60
    """Between two pieces of a body."""
    connections_an_address: int = 3000
    """Besides sockets: a whole hall may come from one address, and every phone of it waits for news. Never more than
    half of what the system lets the server open."""
    waiting_an_address: int = 1500
    """Of these, those that wait for news of an event."""
    frame: int = 4096
    """Bytes of a message over a socket."""
    frames_a_second: float = 20
    burst: int = 60
    """Messages at once, before `frames_a_second` counts."""
    errors: int = 10
    """Messages that could not be read, before a socket is closed."""
    waiting_bytes: int = 1024 * 1024
    """Bytes that wait for a slow socket, before it is closed: it comes back and gets the whole screen."""
    sockets_a_person: int = 8
    """On all their devices."""
    sockets_an_address: int = 2000
    """A whole hall may come from one address; as often again in a minute, when its network was away."""
    sockets: int = 50_000
    """Never more than the system lets the server open."""
    tables_a_person: int = 5
    """Open tables that somebody is the host of."""
    tables: int = 20_000
    requests_a_minute: int = 600
    """Of one address."""
    judged_a_minute: int = 4000
    """Kilobytes of matches that an address has judged: a long one takes as much work as hundreds of pages."""
    newcomers_a_minute: int = 60
    """People and programs that an address brings along: each of them is kept."""
    guesses_a_minute: int = 10
    """Codes that turned out to be wrong, of one visitor; those whom the server does not know share an address's."""
    guess_pause: float = 1.0
    """Seconds between the codes of somebody who was wrong more often."""


class Config(Struct, frozen=True):
    data: Path | str
    """The data folder, or the address of a database."""
    host: str = "0.0.0.0"
    port: int = 8000
    public_url: str | None = None
    """How people reach the server where that is not its own address: behind a proxy."""
    bot_pause: tuple[float, float] = (0.7, 1.4)
    """Seconds a bot waits before it answers, drawn by lot: what it could play has no part in it."""
    limits: Limits = Limits()
    proxy: str | None = None
    """Addresses of proxies whose word on who is asking is taken; nobody's otherwise."""
    address: str | None = None
    """The address of this machine that phones reach, where the organiser chose one."""

    @property
    def events(self) -> Path:
        """The folder with the files of tournaments."""
        return (self.data if isinstance(self.data, Path) else data_folder()) / "events"

    @property
    def tournaments(self) -> Path | str:
        """Where tournaments are kept: in files, or with everything else in the database."""
        return self.events if isinstance(self.data, Path) else self.data

    @property
    def left_behind(self) -> Path | None:
        """The folder in which an earlier Tantera kept tournaments beside a database."""
        return None if isinstance(self.data, Path) else self.events

    @property
    def secure(self) -> bool:
        return self.public_url is not None and self.public_url.startswith("https://")
