"""Views that are for some: the referee's, all racks, a match that is not over. And what a bot's pause tells."""

from __future__ import annotations

import asyncio
import json
import math
from pathlib import Path
from typing import Any

import pytest

from tantera.bots import CHARACTERS
from tantera.play.events import TilePlaced, TurnPassed
from tantera.play.moves import legal_moves
from tantera.rules import book_under
from tantera.tables import Asked, read_event, start_table
from tantera.tables.events import TableOpened
from tantera.tables.fold import evolve
from tantera.web.tables.live import LiveTable
from tests.web.knowing import Truth
from tests.web.serving import Guest, Running, serving

QUICK: dict[str, Any] = {"entropy": 0}


def refused(answer: dict[str, Any]) -> bool:
    return bool(answer["type"] == "refused")


def test_whoever_has_or_had_a_seat_never_referees_and_never_sees_the_racks_of_that_table(tmp_path: Path):
    async def story(url: str) -> None:
        ana, bea = Guest(url, "Ana"), Guest(url, "Bea")
        opened = ana.opens("san-juan", settings={"public": True, "watching": "all_racks", "times": QUICK})
        bea.comes_to(opened)
        async with ana.at(opened) as host, bea.at(opened) as other:
            await other.order({"order": "sit", "seat": 2})
            assert refused(await other.order({"order": "propose", "what": "referee"})), "with a seat"
            await other.order({"order": "stand_up"})
            assert refused(await other.order({"order": "propose", "what": "referee"})), "who had a seat"
            await other.order({"order": "leave"})
            await other.leave()
            bea.comes_to(opened)
            await other.join()
            assert refused(await other.order({"order": "propose", "what": "referee"})), "who left and came back"
            await host.order({"order": "start"})
            await host.play(lambda: len(host.shown.get("moves", [])) > 4)
            assert await asyncio.to_thread(all_closed, bea, opened)
            assert await asyncio.to_thread(all_closed, ana, opened)
            await other.send('{"type":"again"}')
            await other.until(lambda: other.frames[-1]["type"] == "joined")
            assert other.table["eyes"] == "spectator"
            assert other.shown["racks"] == [None] * 4
            assert [rack is not None for rack in host.shown["racks"]].count(True) == 1

    with serving(tmp_path / "data") as server:
        asyncio.run(story(server.url))


def all_closed(guest: Guest, opened: dict[str, str]) -> bool:
    """Whether everything that shows racks is closed to them."""
    table = opened["table"]
    paths = [f"/api/tables/{table}/foresee?article=SJ-irreg-1&seat=1", f"/api/tables/{table}/corrections"]
    paths += [f"/api/tables/{table}/infractions?q=paso"]
    paths += [f"/replays/{table}/1", f"/replays/{table}/1/match.dgn", f"/api/matches/{table}/1"]
    paths += [f"/api/tables/{table}/deals/1", f"/tables/{table}/deals/1"]
    return all(guest.asks("GET", path).status_code in (403, 404, 409) for path in paths)


def test_the_referee_does_not_sit_down_and_who_stands_up_sees_no_rack_any_more(tmp_path: Path):
    async def story(url: str) -> None:
        ana, eva = Guest(url, "Ana"), Guest(url, "Eva")
        opened = ana.opens("san-juan", settings={"times": QUICK})
        eva.comes_to(opened)
        async with ana.at(opened) as host, eva.at(opened) as referee:
            await referee.order({"order": "propose", "what": "referee"})
            await host.order({"order": "agree", "what": "referee"})
            assert refused(await referee.order({"order": "sit", "seat": 2}))
            await host.order({"order": "start"})
            await host.play(lambda: len(host.shown.get("moves", [])) > 2)
            await referee.until(lambda: referee.shown["racks"] and all(referee.shown["racks"]))
            await referee.order({"order": "stand_up"})
            await referee.until(lambda: referee.shown["racks"] == [None] * 4)
            assert refused(await referee.order({"order": "undo", "keep": 3, "why": "quiero"}))
            assert eva.asks("GET", f"/api/tables/{opened['table']}/corrections").status_code == 403

    with serving(tmp_path / "data") as server:
        asyncio.run(story(server.url))


def test_a_match_that_is_over_is_shown_to_those_who_were_there_only(tmp_path: Path):
    async def story(url: str) -> None:
        ana = Guest(url, "Ana")
        opened = ana.opens("san-juan", bots="all", limit="1h", settings={"times": QUICK})
        path = f"/api/matches/{opened['table']}/1"
        async with ana.at(opened) as player:
            await player.play(lambda: len(player.shown.get("moves", [])) > 3)
            assert ana.asks("GET", path).status_code == 409
            assert Guest(url, "Zoe").asks("GET", path).status_code == 403
            await player.play(lambda: player.shown.get("phase") == "ended")
        assert ana.asks("GET", path).status_code == 200
        assert Guest(url, "Zoe").asks("GET", path).status_code == 403

    with serving(tmp_path / "data") as server:
        asyncio.run(story(server.url))


# --- the pause of a bot ---------------------------------------------------------------------------------------------


async def bots_play(server: Running, tables: int) -> list[str]:
    """Three bots at each table, and somebody who answers at once, until the match is over."""

    async def one(number: int) -> str:
        host = Guest(server.url, f"Ana {number}")
        settings = {"times": QUICK, "bot": "level-2"}
        opened = await asyncio.to_thread(host.opens, "clasico", bots="all", limit="1h", settings=settings)
        async with host.at(opened) as player:
            await player.play(lambda: player.shown.get("phase") == "ended")
        return opened["table"]

    return await asyncio.gather(*(one(number) for number in range(tables)))


def pauses(folder: Path, table: str) -> tuple[list[int], list[int]]:
    """How long bots took, in milliseconds of their own tempo: where they had one thing to do, and where they had
    more."""
    alone: list[int] = []
    more: list[int] = []
    first, *events = [read_event(json.dumps(event)) for event in Truth.of(folder, table).events]
    assert isinstance(first, TableOpened)
    state = start_table(book_under(first.law), first)
    for event in events:
        match = state.match
        if match is not None and match.hand is not None and isinstance(event, TilePlaced | TurnPassed):
            bot = state.chairs[event.seat - 1].bot
            if bot is not None and event.took is not None:
                took = math.ceil(event.took / CHARACTERS[bot].tempo)
                (alone if len(legal_moves(match.hand)) == 1 else more).append(took)
        state = evolve(state, event)
    return alone, more


def differ(one: list[int], other: list[int]) -> bool:
    """Whether two samples are not of one distribution (Mann-Whitney U test, five standard deviations)."""
    together = sorted(one + other)
    rank = {value: together.index(value) + (together.count(value) + 1) / 2 for value in set(together)}
    n, m = len(one), len(other)
    mean, deviation = n * (n + m + 1) / 2, math.sqrt(n * m * (n + m + 1) / 12)
    return abs(sum(map(rank.__getitem__, one)) - mean) > 5 * deviation


def pauses_at(folder: Path, tables: int) -> tuple[list[int], list[int]]:
    with serving(folder / "data", bot_pause=(0.02, 0.04)) as server:
        played = asyncio.run(bots_play(server, tables))
    found = [pauses(folder / "data", table) for table in played]
    return [took for alone, _ in found for took in alone], [took for _, more in found for took in more]


def test_a_bots_pause_tells_nothing_of_its_options(tmp_path: Path):
    alone, more = pauses_at(tmp_path, 8)
    assert len(alone) > 20
    assert len(more) > 20
    assert min(alone + more) >= 20, "nobody is quicker than the pause"
    assert not differ(alone, more)


def test_a_pause_that_tells_of_options_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    answered = LiveTable._answer_of

    async def thinks(self: LiveTable, asked: Asked) -> None:
        match = self.state.in_play
        if match is not None and match.hand is not None and len(legal_moves(match.hand)) > 1:
            await asyncio.sleep(0.1)  # more than a busy machine adds by itself
        await answered(self, asked)

    monkeypatch.setattr(LiveTable, "_answer_of", thinks)
    assert differ(*pauses_at(tmp_path, 8))
