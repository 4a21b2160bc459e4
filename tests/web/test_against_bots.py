"""Alone with bots at a server: advice and what is taken back, and what the match tells of it afterwards."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tantera.notation import judge, read
from tests.web.serving import Guest, Player, serving

QUICK = {"bot": "level-2", "times": {"entropy": 0, "seat": 1000}}


def notes(player: Player) -> list[str]:
    return [one["text"] for frame in player.frames for one in frame.get("said", ()) if one.get("part") == "note"]


def test_advice_and_a_move_taken_back_are_told_in_the_replay_and_in_the_file(tmp_path: Path):
    async def story(url: str) -> tuple[Guest, str]:
        ana = Guest(url, "Ana")
        opened = ana.opens("clasico", bots="all", settings=QUICK, limit="1h")
        async with ana.at(opened) as player:
            mine = "place_tile"
            await player.play(lambda: sum(one["order"] == mine for one in player.options) > 1)
            assert (await player.order({"order": "ask_hint"}))["type"] == "done"
            await player.until(lambda: bool(notes(player)))
            assert notes(player)[0].startswith("Yo pondría el ")
            moves = player.shown["moves"]
            await player.order(player.options[0])
            await player.until(lambda: bool(player.options))
            assert len(player.shown["moves"]) > len(moves)
            assert (await player.order({"order": "propose", "what": "take_back"}))["type"] == "done"
            await player.until(lambda: player.shown["moves"] == moves)
            await player.play(lambda: player.shown.get("phase") == "ended")
        return ana, opened["table"]

    with serving(tmp_path / "data") as server:
        ana, table = asyncio.run(story(server.url))
        page = ana.asks("GET", f"/replays/{table}/1", headers={"Accept-Language": "es"}).text
        assert "Se pidió consejo a un bot" in page
        assert "deshecho contra bots" in page
        dgn = ana.asks("GET", f"/replays/{table}/1/match.dgn").text
        assert "; hand 1: a bot was asked for advice\n; hand 1: taken back against bots\n" in dgn
        assert judge(read(dgn)).match.score
