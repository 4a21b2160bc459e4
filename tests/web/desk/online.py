"""Rounds that are played online, in tests: who sits down by their phone, and plays whatever there is to play."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from functools import partial
from typing import Any

from tests.web.desk.phones import OnPhone
from tests.web.desk.running import AtDesk
from tests.web.serving import PATIENCE, Player


def online(desk: AtDesk, *tables: int, round: int = 1) -> AtDesk:
    """These tables of a round, or all of them, as the desk's buttons put them there."""
    for table in tables or ("",):
        answer = desk.post("tables/online", do="online", round=str(round), table=str(table))
        assert answer.status_code == 303, answer.text
    return desk


def sits(phone: OnPhone, table: int = 1, round: int = 1) -> Player:
    """They press the button, and are led to the table."""
    answer = phone.browser.post(f"/e/{phone.desk.event}/t/{round}/{table}/play")
    assert answer.status_code == 303, answer.text
    return Player(phone.desk.server.url, answer.headers["location"].split("/")[-1], phone.browser.cookie)


def over(player: Player) -> bool:
    return player.shown.get("phase") == "ended"


async def all_play(players: Sequence[Player], enough: Callable[[Player], bool] = over) -> None:
    """Everybody connects, and answers whatever is asked until it is enough."""
    async with AsyncExitStack() as room:
        for player in players:
            await room.enter_async_context(player)
        await play_on(players, enough)


async def play_on(players: Sequence[Player], enough: Callable[[Player], bool] = over) -> None:
    """Everybody answers whatever is asked until it is enough."""
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(player.play(partial(enough, player)) for player in players))


def until(what: Callable[[], Any], told: str = "it did not come to that", patience: float = PATIENCE) -> Any:
    """Wait for something that comes by itself."""
    deadline = time.monotonic() + patience
    while not (found := what()):
        assert time.monotonic() < deadline, told
        time.sleep(0.02)
    return found
