"""The address of a table stays good for something when the table is closed."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from tests.web.serving import Guest, serving

QUICK = {"bot": "level-2", "times": {"entropy": 0, "seat": 1000}}


def test_a_closed_table_leads_to_the_replay_of_its_match_and_tells_others_only_that_it_is_closed(tmp_path: Path):
    async def plays_it_out(url: str) -> tuple[Guest, str]:
        ana = Guest(url, "Ana")
        opened = ana.opens("clasico", bots="all", settings=QUICK, limit="1h")
        async with ana.at(opened) as player:
            await player.play(lambda: player.shown.get("phase") == "ended")
            assert (await player.order({"order": "close_table"}))["type"] == "done"
        return ana, opened["table"]

    with serving(tmp_path / "data") as server:
        ana, table = asyncio.run(plays_it_out(server.url))
        led = ana.asks("GET", f"/tables/{table}")
        assert (led.status_code, led.headers["location"]) == (303, f"/replays/{table}/1")
        assert ana.asks("GET", led.headers["location"]).status_code == 200
        assert ana.asks("GET", f"/tables/{table}/enter").headers["location"] == f"/replays/{table}/1"
        told = Guest(server.url, "Bea").asks("GET", f"/tables/{table}?lang=es")
        assert told.status_code == 410
        assert "Ana" not in told.text
        assert Guest(server.url, "Bea").asks("GET", "/tables/nosuchtable1").status_code == 404


def test_a_table_that_was_closed_without_an_end_says_what_became_of_it(tmp_path: Path):
    async def leaves(url: str) -> tuple[Guest, str]:
        ana = Guest(url, "Ana")
        opened = ana.opens("clasico", bots="all", settings={"times": {"entropy": 0, "alone": 1000}})
        async with ana.at(opened) as player:
            await player.play(lambda: player.shown.get("phase") == "playing")
            await player.order({"order": "leave"})
        return ana, opened["table"]

    with serving(tmp_path / "data") as server:
        ana, table = asyncio.run(leaves(server.url))
        while (told := ana.asks("GET", f"/tables/{table}", headers={"Accept-Language": "es"})).status_code == 200:
            time.sleep(0.05)
        assert told.status_code == 410
        assert "hacía rato que no había nadie" in told.text
        assert "la partida no terminó" in told.text
