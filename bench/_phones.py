"""Phones for a bench: HTTP/1.1 by hand over a connection that is kept, each from an address of its own.

Why not httpx? A thousand of its clients would be what the delays show.
"""

from __future__ import annotations

import asyncio
import re
from time import monotonic
from typing import NamedTuple
from urllib.parse import urlencode

IDLE = 4.0
"""Seconds after which a phone opens a new connection: uvicorn closes those that are silent for five."""
_STAMP = re.compile(rb'data-version="([^"]*)"')
_VERSION = re.compile(rb'"version":"([^"]*)"')


class Answer(NamedTuple):
    status: int
    location: str
    body: bytes

    @property
    def stamp(self) -> str:
        """What a page, or an answer with news, says it is current with."""
        found = _STAMP.search(self.body) or _VERSION.search(self.body)
        assert found, "neither a page nor news: whoever follows would ask for it again without end"
        return found[1].decode()


class Phone:
    """One browser: its cookies, one connection for what is asked and one for what is waited for."""

    def __init__(self, port: int, number: int) -> None:
        self.port = port
        self.address = f"127.{1 + number // 62500}.{number // 250 % 250}.{1 + number % 250}"
        self.cookies: dict[str, str] = {}
        self._last: dict[str, float] = {}
        self._open: dict[str, tuple[asyncio.StreamReader, asyncio.StreamWriter]] = {}

    async def get(self, path: str, line: str = "ask", **headers: str) -> Answer:
        return await self._request("GET", path, b"", line, headers)

    async def post(self, path: str, form: dict[str, str], line: str = "ask") -> Answer:
        """A form with the token that a page gave."""
        body = urlencode(form | {"_csrf_token": self.cookies.get("csrf", "")}).encode()
        return await self._request("POST", path, body, line, {"content-type": "application/x-www-form-urlencoded"})

    async def sent(self, path: str, form: dict[str, str], line: str = "ask") -> Answer:
        """A form, and the page that it leads to: until then somebody waits."""
        answer = await self.post(path, form, line)
        return await self.get(answer.location, line) if answer.status == 303 else answer

    async def order(self, path: str, body: bytes) -> Answer:
        headers = {"content-type": "application/json", "x-csrftoken": self.cookies.get("csrf", "")}
        return await self._request("POST", path, body, "ask", headers)

    def close(self) -> None:
        for line in list(self._open):
            self._hang_up(line)

    def _hang_up(self, line: str) -> None:
        _, writer = self._open.pop(line)
        writer.close()
        writer.transport.abort()

    async def _request(self, method: str, path: str, body: bytes, line: str, more: dict[str, str]) -> Answer:
        reader, writer = await self._connection(line)
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"host": f"127.0.0.1:{self.port}", "accept": "text/html", "accept-language": "es"} | more
        headers |= {"cookie": cookies} if cookies else {}
        headers |= {"content-length": str(len(body)), "origin": f"http://127.0.0.1:{self.port}"} if body else {}
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body)
        answer = self._kept(await self._answer(reader))
        self._last[line] = monotonic()
        return answer

    async def _connection(self, line: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """The one of before, while the server keeps it."""
        if line in self._open and monotonic() - self._last[line] > IDLE:
            self._hang_up(line)
        if line not in self._open:
            self._last[line] = monotonic()
            self._open[line] = await asyncio.open_connection(
                "127.0.0.1", self.port, local_addr=(self.address, 0), limit=2**20
            )
        return self._open[line]

    @staticmethod
    async def _answer(reader: asyncio.StreamReader) -> tuple[int, list[tuple[str, str]], bytes]:
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").splitlines()
        headers = [(name.lower(), value.strip()) for name, _, value in (one.partition(":") for one in lines if one)]
        size = int(dict(headers).get("content-length", 0))
        return int(first.split()[1]), headers, await reader.readexactly(size)

    def _kept(self, answer: tuple[int, list[tuple[str, str]], bytes]) -> Answer:
        status, headers, body = answer
        for name, value in headers:
            if name == "set-cookie":
                cookie, _, given = value.split(";")[0].partition("=")
                self.cookies[cookie] = given
        return Answer(status, dict(headers).get("location", ""), body)
