"""Where bots think: a worker that is ended is replaced, and tables go on."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random

import psutil
import pytest

from tantera.bots import CHARACTERS
from tantera.bots.roster import ROSTER, Simple
from tantera.play import MoveOrder, Order, View, legal_moves, view
from tantera.play.hand import Hand
from tantera.play.log import write_event
from tantera.rules import Refusal, load_book
from tantera.store import open_store
from tantera.tables import Settings, open_table
from tantera.tables import events as t
from tantera.tables import orders as o
from tantera.tables.settings import SIMPLE_BOT, Pace, Times
from tantera.web.books.shelf import Shelf
from tantera.web.clock import now
from tantera.web.config import Config
from tantera.web.tables.bots import PACES, BotRoom
from tantera.web.tables.directory import TableListed
from tantera.web.tables.hub import Hub
from tests.play.tables import dealt
from tests.web.lines import entries, logged
from tests.web.serving import Guest, Running, serving


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


def test_every_table_gets_as_many_answers_as_the_others_when_bots_have_more_to_do_than_they_can():
    async def story() -> None:
        room, book, answers = BotRoom(1), load_book("clasico"), Counter[str]()
        match = dealt(book, 4, "00.01.02.03.04.05.06 11.12.13.14.15.16.22 23.24.25.26.33.34.35 36.44.45.46.55.56.66")

        async def asks(table: str) -> None:
            while answers.total() < 40:
                await room.answer("level-5", f"{table}/4", view(match, 4))
                answers[table] += 1

        try:
            await room.prepare("level-5", book)
            await asyncio.gather(*map(asks, "abcdef"))
        finally:
            room.close()
        assert max(answers.values()) - min(answers.values()) <= 1, answers

    asyncio.run(asyncio.wait_for(story(), 300))


# --- bots that nobody knows, and bots that fail


def test_a_table_with_a_bot_that_nobody_knows_is_not_opened(tmp_path: Path):
    with serving(tmp_path / "data") as server:
        ana = Guest(server.url, "Ana")
        unknown = {"name": "Ana", "bots": "all", "settings": {"bot": "no-such-bot"}}
        answer = ana.asks("POST", "/api/tables", json=unknown)
        assert (answer.status_code, answer.json()["code"]) == (400, "refused")
        assert "no-such-bot" in answer.json()["message"]
        assert server.app.state.hub.tables == {}


def test_a_bot_that_nobody_knows_does_not_sit_down(tmp_path: Path):
    async def story(url: str) -> None:
        ana = Guest(url, "Ana")
        opened = ana.opens("san-juan")
        async with ana.at(opened) as player:
            answer = await player.order({"order": "seat_bot", "seat": 2, "bot": "no-such-bot"})
            assert answer["type"] == "refused"
            assert (await player.order({"order": "seat_bot", "seat": 2, "bot": "level-1"}))["type"] == "done"

    with serving(tmp_path / "data") as server:
        asyncio.run(story(server.url))


def replaced_at(folder: Path, bot: str) -> tuple[list[str], list[t.BotReplaced], int]:
    """A table that was kept with this bot, and what becomes of it: what the log says, which bots were replaced, and
    how many moves were made since."""

    async def story() -> tuple[list[t.BotReplaced], int]:
        store = open_store(folder)
        shelf = Shelf(store)
        await shelf.load()
        hub = Hub(store, b"secret", shelf, Config(folder, bot_pause=(0.0, 0.0)))
        book, told = load_book("clasico"), list[t.BotReplaced]()
        settings = Settings(bot=bot, times=Times(entropy=0))
        first = open_table(book, "ana", "Ana", settings, at=now())
        await store.append("table/old", 0, [write_event(first)])
        await hub.directory.add(TableListed("old", 1))
        try:
            table = await hub.find("old")
            assert table is not None
            moves = 0

            def heard(_: object, event: object) -> None:
                nonlocal moves
                moves += type(event).__name__ in ("TilePlaced", "TurnPassed")
                if isinstance(event, t.BotReplaced):
                    told.append(event)

            hub.followers.append(heard)
            await table.order(o.Connect(), "ana")
            for order in (*(o.SeatBot(seat, "level-1") for seat in (2, 3)), o.Sit(1), o.Start()):
                await table.order(order, "ana")
            assert table.state.chairs[3].bot == bot
            async with asyncio.timeout(60):
                while not told or moves < 2 + len(told):
                    match = table.state.in_play
                    if match is not None and match.hand is not None and match.hand.turn == table.state.seat_of("ana"):
                        with suppress(Refusal):
                            await table.order(_first_move(match.hand), "ana")
                    await asyncio.sleep(0.01)
            return told, moves
        finally:
            await hub.stop(lambda lang: b"")
            await store.close()

    with logged() as lines:
        told, moves = asyncio.run(story())
    return [entry["event"] for entry in entries(lines.getvalue())], told, moves


def _first_move(hand: Hand) -> Order:
    return legal_moves(hand)[0]


def test_a_table_kept_with_a_bot_that_nobody_knows_goes_on_with_a_simple_one(tmp_path: Path):
    lines, told, _ = replaced_at(tmp_path / "data", "no-such-bot")
    assert [event.bot for event in told] == [SIMPLE_BOT]
    assert len(lines) == 1  # one line, not a megabyte a second


def test_a_bot_that_fails_is_asked_again_a_few_times_and_then_a_simple_one_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    asked = []

    def fails(view: View) -> MoveOrder:
        asked.append(view)
        raise ZeroDivisionError

    monkeypatch.setitem(ROSTER, "broken", Simple("fails", lambda seed: fails))
    lines, told, _ = replaced_at(tmp_path / "data", "broken")
    assert [event.bot for event in told] == [SIMPLE_BOT]
    assert len(asked) == 5
    assert lines == ["failed"] * 5


def test_a_pause_is_drawn_before_the_bot_is_shown_its_options_and_by_nothing_else(tmp_path: Path):
    """Whatever there was to play, and however much: the pauses of a whole match are those that chance alone draws."""

    class Listening(BotRoom):
        given: list[tuple[str, float]] = []  # noqa: RUF012
        options: list[int] = []  # noqa: RUF012

        def pause(self, bot: str, shortest: float, longest: float, pace: Pace = "usual") -> float:
            assert len(self.given) == len(self.options), "before it is shown them"
            self.given.append((bot, super().pause(bot, shortest, longest, pace)))
            return 0.0

        async def answer(self, bot: str, name: str, view: View) -> Order:
            self.options.append(len(view.options))
            return await super().answer(bot, name, view)

    room = Listening(chance=Random(22))

    async def story(server: Running) -> None:
        server.app.state.hub.bots = room
        ana = Guest(server.url, "Ana")
        settings = {"bot": "level-2", "pace": "slow", "times": {"entropy": 0}}
        opened = ana.opens("clasico", bots="all", settings=settings)
        async with ana.at(opened) as player:
            await player.play(lambda: player.shown.get("hands", 0) > 2)

    with serving(tmp_path / "data", bot_pause=(0.5, 2.0)) as server:
        asyncio.run(story(server))
    chance = Random(22)
    drawn = [(bot, chance.uniform(0.5, 2.0) * CHARACTERS[bot].tempo * PACES["slow"]) for bot, _ in room.given]
    assert room.given == drawn
    assert len(set(room.options)) > 2, "sometimes a pass, sometimes a choice"


def test_after_a_long_thought_whatever_comes_next_waits_as_long_a_pass_too():
    """The pause is asked for before the bot is shown its options, so it can tell nothing of them. What it waited for
    others to be answered is no thought of its own: tables would make each other slower and slower."""

    async def story() -> None:
        room, book, before = BotRoom(), load_book("san-juan"), set(workers())
        racks = "00.01.02.03.04.05.06 11.12.13.14.15.16.22 23.24.25.26.33.34.35 36.44.45.46.55.56.66"
        seen = view(dealt(book, 1, racks), 1)
        try:
            await room.prepare("level-5", book)
            assert 0.01 <= room.pause("level-5", 0.01, 0.02) <= 0.02
            (stopped,) = set(workers()) - before
            stopped.suspend()
            thought = asyncio.create_task(room.answer("level-5", "a table/1", seen))
            await asyncio.sleep(3)
            stopped.resume()
            asked = time.monotonic()
            await thought
            own = time.monotonic() - asked  # however long it takes on a busy machine
            assert room.pause("level-5", 0.01, 0.02) < own + 1, "it was not asked for three seconds"
            thought = asyncio.create_task(room.answer("level-5", "another/1", seen))
            while not thought.done():  # a machine that is busy elsewhere
                await asyncio.sleep(0.005)
                stopped.suspend()
                await asyncio.sleep(0.3)
                stopped.resume()
            assert all(room.pause("level-5", 0.01, 0.02) >= 0.3 for _ in range(50))
            assert room.pause("level-1", 0.01, 0.02) <= 0.02, "who follows a rule of thumb never thinks long"
        finally:
            room.close()

    asyncio.run(asyncio.wait_for(story(), 120))
