"""Codes that turned out to be wrong: an address may guess a few times a minute and no more."""

from __future__ import annotations

from collections import deque
from time import monotonic
from typing import Any, Final

from litestar.connection import ASGIConnection

from tantera.web.access.measure import address_of
from tantera.words import Problem, translate

_MINUTE: Final = 60.0
_ADDRESSES: Final = 10_000


class TooManyGuesses(Problem):
    code = "too_many_guesses"

    def told(self, lang: str) -> str:
        return translate(lang, "too many codes that were wrong: wait a minute and look at the code again")


class WrongCode(Problem):
    code = "wrong_code"

    def __init__(self, found: str) -> None:
        super().__init__(found)
        self.found = found

    def told(self, lang: str) -> str:
        return translate(lang, "no open table has the code {found}: look at it again", found=self.found)


class Guesses:
    """Wrong codes of the last minute, by address (sliding window)."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._wrong: dict[str, deque[float]] = {}

    def check(self, connection: ASGIConnection[Any, Any, Any, Any]) -> None:
        """`TooManyGuesses` where this address has guessed too often: not even the right code is tried then."""
        wrong = self._wrong.get(_address(connection))
        while wrong and monotonic() - wrong[0] > _MINUTE:
            wrong.popleft()
        if wrong and len(wrong) >= self._most:
            raise TooManyGuesses

    def was_wrong(self, connection: ASGIConnection[Any, Any, Any, Any]) -> None:
        if len(self._wrong) >= _ADDRESSES:
            self._wrong.pop(next(iter(self._wrong)))
        self._wrong.setdefault(_address(connection), deque(maxlen=self._most)).append(monotonic())


def _address(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    return address_of(connection.scope)
