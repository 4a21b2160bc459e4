"""Where bots think: a worker that is ended is replaced, and tables go on."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from tantera.play import view
from tantera.rules import Refusal, load_book
from tantera.web.tables.bots import BotRoom
from tests.play.tables import dealt
from tests.web.serving import Guest, serving


def workers() -> list[psutil.Process]:
    """The processes in which bots think; the interpreter has others that keep house."""
    found = []
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            if "spawn_main" in " ".join(child.cmdline()):
                found.append(child)
    return found


def test_a_worker_that_is_ended_is_replaced_by_a_new_one():
    async def story() -> None:
        room, book = BotRoom(), load_book("san-juan")
        before = set(workers())
        preparing = asyncio.create_task(room.prepare("level-5", book))
        while not (mine := set(workers()) - before):
            await asyncio.sleep(0.02)
        for worker in mine:
            worker.kill()
        with pytest.raises(Refusal):
            await preparing
        assert not room.is_ready("level-5", book)
        again = asyncio.create_task(room.prepare("level-5", book))
        while not (fresh := set(workers()) - before - mine):
            await asyncio.sleep(0.02)
        room.close()
        again.cancel()
        with suppress(asyncio.CancelledError, Refusal):
            await again
        _, alive = psutil.wait_procs(list(fresh), timeout=10)
        assert alive == []

    asyncio.run(asyncio.wait_for(story(), 60))


def test_no_worker_is_started_for_bots_that_follow_a_rule_of_thumb(tmp_path: Path):
    async def story(url: str) -> None:
        ana = Guest(url, "Ana")
        opened = ana.opens("san-juan", bots="all", settings={"times": {"entropy": 0}, "bot": "level-2"})
        async with ana.at(opened) as player:
            await player.play(lambda: len(player.shown.get("moves", [])) > 4)

    before = set(workers())
    with serving(tmp_path / "data") as server:
        asyncio.run(story(server.url))
        assert set(workers()) == before


def test_after_a_long_thought_whatever_comes_next_waits_as_long_a_pass_too():
    """The pause is asked for before the bot is shown its options, so it can tell nothing of them."""

    async def story() -> None:
        room, book, before = BotRoom(), load_book("clasico"), set(workers())
        try:
            await room.prepare("level-5", book)
            assert 0.01 <= room.pause("level-5", 0.01, 0.02) <= 0.02
            match = dealt(
                book, 4, "00.01.02.03.04.05.06 11.12.13.14.15.16.22 23.24.25.26.33.34.35 36.44.45.46.55.56.66"
            )
            (stopped,) = set(workers()) - before
            stopped.suspend()  # a machine that is busy elsewhere
            thought = asyncio.create_task(room.answer("level-5", "a table/4", view(match, 4)))
            await asyncio.sleep(0.5)
            stopped.resume()
            await thought
            assert all(room.pause("level-5", 0.01, 0.02) >= 0.4 for _ in range(50))
            assert room.pause("level-1", 0.01, 0.02) <= 0.02, "who follows a rule of thumb never thinks long"
        finally:
            room.close()

    asyncio.run(asyncio.wait_for(story(), 120))
