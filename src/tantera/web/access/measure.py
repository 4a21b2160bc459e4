"""How much one address or one person may take: requests a minute, sockets at a time. Bounded itself, too."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address
from time import monotonic
from typing import Any, Final, Protocol

from litestar.exceptions import TooManyRequestsException
from litestar.types import Scope

from tantera.web.config import Limits
from tantera.words import Phrase

_REMEMBERED: Final = 20_000
"""Addresses that are remembered: who floods from more of them pushes out their own."""


def address_of(scope: Scope | dict[str, Any]) -> str:
    """Where a connection comes from, as it is counted: of IPv6 the network, since every house has one.

    >>> address_of({"client": ("2001:db8:1:2:aaaa::7", 5000)}), address_of({"client": ("192.168.1.7", 5000)})
    ('2001:db8:1:2::/64', '192.168.1.7')
    """
    client = scope.get("client")
    if not client:
        return ""
    try:
        address = ip_address(client[0])
    except ValueError:
        return str(client[0])[:60]
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return f"{IPv6Address(int(address) >> 64 << 64)}/64"
    return str(address)


_LONGEST_REST: Final = 0.02
"""Seconds at most between two turns of an address: what the server waits for itself is not held against anybody."""


class Rate:
    """So many a minute for each key, as many at once (token bucket)."""

    def __init__(self, a_minute: float) -> None:
        self._most, self._a_second = float(a_minute), a_minute / 60
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """What each key has left, and since when."""

    def take(self, key: str, cost: float = 1) -> float:
        """0 where there is one left for this key, or as many as something costs; else the seconds until there are.

        >>> rate = Rate(60)
        >>> rate.take("a", 50), round(rate.take("a", 50)), rate.take("b")
        (0.0, 40, 0.0)
        """
        at = monotonic()
        left, since = self._left.pop(key, (self._most, at))
        left = min(self._most, left + (at - since) * self._a_second)
        allowed = left >= cost
        self._left[key] = (left - cost if allowed else left, at)
        if len(self._left) > _REMEMBERED:
            self._left.popitem(last=False)
        return 0.0 if allowed else (cost - left) / self._a_second


class WaitingLine:
    """Those who wait for an answer, by their address."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._by_address: Counter[str] = Counter()

    @contextmanager
    def one(self, address: str) -> Iterator[None]:
        """Counted while it waits; where there are too many it is told to come again."""
        if self._by_address[address] >= self._most:
            raise TooManyRequestsException(headers={"retry-after": "5"})
        self._by_address[address] += 1
        try:
            yield
        finally:
            _one_less(self._by_address, address)


class Turns:
    """What an address asks for is worked out one after the other, in the order it came, and after each the rest of the
    server has as much time: whoever asks for thousands of pages at once waits for them, and nobody else does."""

    def __init__(self) -> None:
        self._begun: dict[str, float] = {}
        """Whose turn has begun, and when."""
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def take(self, address: str) -> None:
        """Wait for a turn; `give_back` it."""
        loop = asyncio.get_running_loop()
        if address in self._begun:
            turn = loop.create_future()
            self._waiting.setdefault(address, deque()).append(turn)
            try:
                await turn
            except asyncio.CancelledError:
                if turn.done() and not turn.cancelled():
                    self._next(address)
                raise
        self._begun[address] = loop.time()

    def give_back(self, address: str) -> None:
        """To the next who waits."""
        if address not in self._waiting:
            del self._begun[address]
            return
        loop = asyncio.get_running_loop()
        took = min(loop.time() - self._begun[address], _LONGEST_REST)
        loop.call_later(took, self._next, address)

    def _next(self, address: str) -> None:
        waiting = self._waiting.get(address, deque())
        turn = None
        while waiting and turn is None:
            first = waiting.popleft()
            turn = None if first.done() else first  # somebody may have gone
        if not waiting:
            self._waiting.pop(address, None)
        if turn is None:
            del self._begun[address]
        else:
            turn.set_result(None)


class Closable(Protocol):
    """An open socket."""

    session: str | None
    """Whose it is, by the hash of the token."""

    def close(self, code: int) -> None: ...


class Crowd:
    """The sockets that are open, and whose they are."""

    def __init__(self, limits: Limits, most: int | None = None) -> None:
        """`most`: how many the system gives, where that is fewer than allowed."""
        self._limits = limits
        self.most = limits.sockets if most is None else min(most, limits.sockets)
        self._by_address: Counter[str] = Counter()
        self._by_person: Counter[str] = Counter()
        self.sockets: set[Closable] = set()

    def __len__(self) -> int:
        return len(self.sockets)

    def why_no_room(self, address: str, person: str | None) -> Phrase | None:
        """Why another one of this address and this person cannot be; None where it can."""
        limits = self._limits
        if len(self) >= self.most:
            return Phrase(
                "the server is full: {most} devices are connected, and there is no room for more", most=self.most
            )
        if self._by_address[address] >= limits.sockets_an_address:
            most = limits.sockets_an_address
            return Phrase("{most} devices are connected from your network, and there is no room for more", most=most)
        if person is not None and self._by_person[person] >= limits.sockets_a_person:
            most = limits.sockets_a_person
            return Phrase("you have {most} tables open in windows or devices: close one of them", most=most)
        return None

    def close_all(self, code: int, session: str | None = None) -> None:
        """Close every socket, or those of one session."""
        for socket in tuple(self.sockets):
            if session is None or socket.session == session:
                socket.close(code)

    @contextmanager
    def joined_by(self, socket: Closable, address: str, person: str | None) -> Iterator[None]:
        """Counted while it is open."""
        self.sockets.add(socket)
        self._by_address[address] += 1
        if person is not None:
            self._by_person[person] += 1
        try:
            yield
        finally:
            self.sockets.discard(socket)
            _one_less(self._by_address, address)
            if person is not None:
                _one_less(self._by_person, person)


def _one_less(counts: Counter[str], key: str) -> None:
    counts[key] -= 1
    if counts[key] <= 0:
        del counts[key]
