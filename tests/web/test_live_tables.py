"""Live tables over real sockets: playing, resending, coming back, restarts."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.web.serving import Guest, Player, serving

BOOKS = ("san-juan", "tarragona", "ueh", "competencia-individual", "clasico", "fives-and-threes")
QUICK = {"times": {"entropy": 0}}


@pytest.mark.parametrize("book", BOOKS)
def test_somebody_alone_with_bots_plays_a_match_to_its_end(book: str, tmp_path: Path):
    async def story(url: str) -> None:
        ana = Guest(url, "Ana")
        opened = ana.opens(book, bots="all", settings=QUICK, limit="30p")
        async with ana.at(opened) as player:
            await player.play(lambda: player.shown.get("phase") == "ended")
            assert player.shown["ended_by"]

    with serving(tmp_path / "data") as server:
        asyncio.run(story(server.url))


def test_an_order_that_is_sent_again_under_its_id_is_played_once(tmp_path: Path):
    async def story(url: str) -> None:
        ana = Guest(url, "Ana")
        opened = ana.opens("clasico", bots="all", settings=QUICK)
        async with ana.at(opened) as player:
            await player.play(lambda: player.shown.get("phase") == "playing" and bool(player.options))
            order = player.options[0]
            first = await player.order(order, "once")
            again = await player.order(order, "once")
            assert first["type"] == again["type"] == "done"
            assert first["version"] == again["version"]

    with serving(tmp_path / "data") as server:
        asyncio.run(story(server.url))


def test_a_table_goes_on_after_the_server_was_away(tmp_path: Path):
    async def first_half(url: str) -> tuple[dict[str, str], str, int]:
        ana = Guest(url, "Ana")
        opened = ana.opens("tarragona", bots="all", settings=QUICK)
        async with ana.at(opened) as player:
            await player.play(lambda: len(player.shown.get("moves", [])) > 4)
            assert ana.cookie is not None
            return opened, ana.cookie, player.version

    async def second_half(url: str, opened: dict[str, str], cookie: str, version: int) -> None:
        ana = Guest(url, "Ana", cookie)
        async with ana.at(opened) as player:
            assert player.version >= version
            assert player.table["seat"] in (1, 2, 3, 4)
            await player.until(lambda: player.table["pause"] is None)
            hands = player.shown["hands"]
            await player.play(lambda: player.shown["hands"] > hands)

    with serving(tmp_path / "data") as server:
        opened, cookie, version = asyncio.run(first_half(server.url))
    with serving(tmp_path / "data") as server:
        asyncio.run(second_half(server.url, opened, cookie, version))


def over(player: Player) -> bool:
    return player.shown.get("phase") == "ended"


def test_four_people_and_a_spectator_play_over_five_sockets(tmp_path: Path):
    async def story(url: str) -> None:
        people = [Guest(url, name) for name in ("Ana", "Bea", "Cai", "Dan", "Eva")]
        opened = people[0].opens("san-juan", settings=QUICK, limit="60p")
        for guest in people[1:]:
            guest.comes_to(opened)
        players = [await guest.at(opened).join() for guest in people]
        try:
            for seat, player in enumerate(players[1:4], start=2):
                assert (await player.order({"order": "sit", "seat": seat}))["type"] == "done"
            await asyncio.gather(*(player.play(partial(over, player)) for player in players[:4]))
            await players[4].until(partial(over, players[4]))
            assert len({tuple(player.shown["score"]) for player in players}) == 1
        finally:
            for player in players:
                await player.leave()

    with serving(tmp_path / "data") as server:
        asyncio.run(story(server.url))


def test_who_was_at_the_table_before_the_match_began_has_its_sheet_line_by_line(tmp_path: Path):
    async def story(url: str) -> None:
        ana = Guest(url, "Ana")
        opened = ana.opens("clasico", settings=QUICK, limit="30p")
        async with ana.at(opened) as player:
            await player.order({"order": "start"})
            await player.play(partial(over, player))
            rows: list[dict[str, Any]] = []
            for sheet in (frame["sheet"] for frame in player.frames if frame.get("sheet")):
                rows[sheet["from"] :] = sheet["rows"]
            assert [row["number"] for row in rows if row["number"]] == list(range(1, player.shown["hands"] + 1))

    with serving(tmp_path / "data") as server:
        asyncio.run(story(server.url))
