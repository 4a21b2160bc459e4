"""Nothing of a round online is lost or doubled: the server is killed in the middle of a match, and again after its end
and before the event knows of it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, closing, contextmanager
from pathlib import Path

from tantera.tournament.check import check
from tantera.tournament_file import read_lines
from tests.web import plain
from tests.web.desk.online import online, over, play_on, sits, until
from tests.web.desk.phones import four
from tests.web.desk.running import director
from tests.web.processes import served
from tests.web.serving import Player, serving


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Nobody else writes into this file meanwhile: what is ordered there is not acknowledged."""
    with closing(sqlite3.connect(path, isolation_level=None, timeout=20)) as file:
        file.execute("BEGIN IMMEDIATE")
        yield


def results(path: Path) -> list[bytes]:
    return [line for line in read_lines(path) if b'"result"' in line]


def killed_while_playing(
    data: Path, seats: list[tuple[str, str | None]], enough: Callable[[Player], bool], hold: Path | None
) -> None:
    """Everybody comes to their table on a server of its own and plays until it is enough; then it is killed."""

    async def play() -> None:
        async with AsyncExitStack() as room:
            players = [Player(server.url, table, cookie) for table, cookie in seats]
            for player in players:
                await room.enter_async_context(player)
            await players[0].until(lambda: bool(players[0].shown) and not players[0].table["pause"])
            if hold is not None:
                room.enter_context(held(hold))
            await play_on(players, enough)
            server.process.kill()
            server.process.wait()

    with served(data, "--no-qr") as server:
        asyncio.run(play())


def test_a_result_comes_once_however_often_the_server_is_killed(tmp_path: Path):
    data = tmp_path / "data"
    with serving(data) as running:
        desk = director(running).create("clasico", points="1").pairs(4).round()
        online(desk, 1)
        phones = four(desk)
        seats = [(sits(phone).table_id, phone.browser.cookie) for phone in phones]
        path = running.config.events / f"{desk.event}.tantera"
    killed_while_playing(data, seats, lambda player: len(player.shown.get("chain", ())) > 2, hold=None)
    killed_while_playing(data, seats, over, hold=path)
    assert results(path) == [], "the match is over, and the event has not heard of it"
    for _ in range(2):
        with serving(data) as running:
            address = f"{running.url}/api/events/{desk.event}"
            until(lambda address=address: _table(address)["status"] == "confirmed")  # type: ignore[misc]
            assert len(results(path)) == 1
            assert sorted(_table(address)["score"])[0] == 0
    assert check(read_lines(path)).ok


def _table(address: str) -> dict[str, list[int] | str]:
    found: dict[str, list[int] | str] = plain.get(address).json()["rounds"][0]["tables"][0]
    return found
