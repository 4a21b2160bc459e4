"""How people come to a table: by its code, or where it is public. Pages and programs both come this way.

Whoever guesses often waits for an answer. Nobody is shut out: a whole club may stand behind one router, and one of them
types badly. So those whom the server knows are counted by themselves, and of the others each waits until the ones
before have had an answer.
"""

from __future__ import annotations

import asyncio
from collections import deque
from time import monotonic
from typing import Any, Final

from litestar.connection import ASGIConnection

from tantera.rules import Refusal
from tantera.tables import TableState
from tantera.tables.orders import Enter
from tantera.tables.people import right_code
from tantera.web.access.measure import address_of
from tantera.web.tables.hub import Hub
from tantera.web.tables.live import LiveTable
from tantera.words import Phrase, Problem

_MINUTE: Final = 60.0
_REMEMBERED: Final = 10_000
_A_CROWD: Final = 10
"""An address whose visitors guess so many times as often as one may is slow for all of them: sessions cost little."""
_WAITING: Final = 8
"""So many wait for their turn at once; one more is told to come back."""


class TooManyGuesses(Problem):
    code = "too_many_guesses"
    sentence = Phrase("too many codes that were wrong: wait a minute and look at the code again")


class WrongCode(Problem):
    code = "wrong_code"

    def __init__(self, found: str) -> None:
        super().__init__(Phrase("no open table has the code {found}: look at it again", found=found))


class Guesses:
    """Wrong codes of the last minute, by session and by address (sliding window), and whose turn it is to try."""

    def __init__(self, most: int, pause: float) -> None:
        """`most` a minute are answered at once; then one each `pause` seconds."""
        self._most, self._pause = most, pause
        self._wrong: dict[str, deque[float]] = {}
        self._next: dict[str, float] = {}
        """When the next code of somebody who waits is tried."""

    async def turn(self, connection: ASGIConnection[Any, Any, Any, Any]) -> None:
        """Before a code is tried. Returns at once, or when it is this one's turn; `TooManyGuesses` where many wait."""
        slow = self._slow(connection)
        if slow is None:
            return
        at = monotonic()
        wait = max(self._next.get(slow, 0.0) - at, 0.0) + self._pause
        if wait > _WAITING * self._pause:
            raise TooManyGuesses
        if len(self._next) >= _REMEMBERED:
            self._next = {key: until for key, until in self._next.items() if until > at}
        self._next[slow] = at + wait
        await asyncio.sleep(wait)

    def was_wrong(self, connection: ASGIConnection[Any, Any, Any, Any]) -> None:
        for key, most in self._counted(connection):
            if len(self._wrong) >= _REMEMBERED:
                self._wrong.pop(next(iter(self._wrong)))
            self._wrong.setdefault(key, deque(maxlen=most)).append(monotonic())

    def _slow(self, connection: ASGIConnection[Any, Any, Any, Any]) -> str | None:
        """The queue in which somebody waits; None where they have not guessed too often."""
        for key, most in self._counted(connection):
            wrong = self._wrong.get(key)
            while wrong and monotonic() - wrong[0] > _MINUTE:
                wrong.popleft()
            if wrong and len(wrong) >= most:
                return key
        return None

    def _counted(self, connection: ASGIConnection[Any, Any, Any, Any]) -> list[tuple[str, int]]:
        """By what somebody is counted, and how often each may be wrong."""
        address, visitor = address_of(connection.scope), connection.user
        if visitor is None:
            return [(address, self._most)]
        return [(visitor.session, self._most), (f"{address} known", _A_CROWD * self._most)]


async def table_by_code(connection: ASGIConnection[Any, Any, Any, Any], code: str) -> LiveTable:
    """The table that a code lets into; a wrong code is counted."""
    hub: Hub = connection.app.state.hub
    guesses: Guesses = connection.app.state.guesses
    await guesses.turn(connection)
    table = await hub.find_by_code(code[:40])
    if table is None:
        guesses.was_wrong(connection)
        raise WrongCode(code[:10])
    return table


async def come_to(
    connection: ASGIConnection[Any, Any, Any, Any], table: LiveTable, person: str, name: str, code: str
) -> None:
    """Come in, to look on until one sits down. Who is there already stays as they are."""
    await check_code(connection, table.state, person, code)
    if table.state.guest(person) is None:
        await table.order(Enter(name, code), person)


def comes_without_code(table: TableState, person: str) -> bool:
    return person == table.host or person in table.settings.invited or table.guest(person) is not None


async def check_code(
    connection: ASGIConnection[Any, Any, Any, Any], table: TableState, person: str | None, code: str
) -> None:
    """A `Refusal` where the table takes a code and this is not it. Wrong ones are counted, and slow down."""
    if table.settings.public or (person is not None and comes_without_code(table, person)):
        return
    guesses: Guesses = connection.app.state.guesses
    await guesses.turn(connection)
    if not right_code(table, code):
        guesses.was_wrong(connection)
        raise Refusal("", "this is not the code of the table")
