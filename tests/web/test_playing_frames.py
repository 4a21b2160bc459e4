"""What the page of a table is told beside the match: facts of the book, the gaps of a rack, the one end of two."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from tantera.rules import load_book, with_options
from tantera.tables import orders as o
from tantera.web.tables.facts import law_facts
from tantera.web.tables.screens import Around
from tests.tables.rooms import CODE, Room
from tests.web.serving import Guest, Player, serving

QUICK = {"times": {"entropy": 0, "seat": 1000}}


def test_a_page_knows_where_pauses_speak_and_where_forced_turns_are_played_at_once():
    classic, tarragona = (law_facts(load_book(book), "es") for book in ("clasico", "tarragona"))
    assert (classic.pauses_speak, classic.forced) == (True, None)
    assert (tarragona.pauses_speak, tarragona.forced) == (False, "TG-14.12")
    assert tarragona.staged
    assert not classic.staged


def test_a_page_knows_what_the_bots_do_not_know_of_its_book(tmp_path: Path):
    with serving(tmp_path / "data") as running:
        for book, said in (
            ("dominicano-200", "Los bots calculan sin estas reglas de dominicano-200: quién"),
            ("ueh", ""),
        ):
            ana = Guest(running.url, "Ana")
            opened = ana.opens(book, settings={"fill": False})
            page = ana.asks("GET", f"/tables/{opened['table']}", headers={"accept": "text/html"}).text
            facts = json.loads(page.partition('id="facts">')[2].partition("</script>")[0])
            assert facts["bots_without"].startswith(said)
            assert bool(facts["bots_without"]) == bool(said)
            assert facts["simple_bots"][:3] == ["level-1", "level-2", "level-3"]
            assert {"rosa", "paco"} <= {*facts["simple_bots"]}
            assert "isabel" not in facts["simple_bots"]


def test_a_page_knows_the_limit_the_players_and_the_tiles_of_its_table():
    book = with_options(load_book("clasico"), {"players": 2, "set": "double-nine"}, "150p 30m")
    facts = law_facts(book, "ca")
    assert (facts.points, facts.minutes, facts.hands) == (150, 30, None)
    assert (facts.players, facts.pairs, facts.tiles, facts.highest) == (2, False, 10, 9)
    assert facts.name == "Clàssic"


def test_a_page_knows_cards_by_their_letters_and_whether_points_hurt():
    assert [card.letters for card in law_facts(load_book("tarragona"), "ca").cards.values()] == ["Bl", "Gr", "Ve"]
    assert law_facts(load_book("ueh"), "es").points_hurt
    assert law_facts(load_book("competencia-individual"), "es").move_seconds == 20


def test_a_page_that_is_loaded_again_is_told_the_order_lifted_and_so_the_gaps(tmp_path: Path):
    async def story(url: str) -> None:
        ana = Guest(url, "Ana")
        opened = ana.opens("clasico", bots="all", settings=QUICK)
        async with ana.at(opened) as player:
            await player.play(lambda: sum(move["seat"] == 1 and "tile" in move for move in moves(player)) >= 2)
            played = [move["tile"] for move in moves(player) if move["seat"] == 1 and "tile" in move]
        async with ana.at(opened) as again:
            joined = next(frame for frame in again.frames if frame["type"] == "joined")
            assert joined["law"]["name"] == "Clásico"
            assert len(joined["rack"]) == 7
            assert set(played) <= set(joined["rack"])
            held = again.shown["racks"][0]
            assert [tile for tile in joined["rack"] if tile in held] == held

    def moves(player: Player) -> list[dict[str, Any]]:
        return list(player.shown.get("moves", []))

    with serving(tmp_path / "data") as server:
        asyncio.run(story(server.url))


def test_people_are_called_by_their_first_surname_and_namesakes_by_more():
    names = ("Wilfredo Colón Rivera", "Ana Mas", "Pere Mas Font", "María de la Torre Gil")
    room = Room(people=0, sits=False)
    for seat, name in enumerate(names, start=1):
        room.do(o.Enter(name, CODE), f"p{seat}")
        room.do(o.Sit(seat), f"p{seat}")
    assert Around(room.table, 0).called("p1", "es") == ["Colón", "A. Mas", "P. Mas", "de la Torre"]


def test_before_the_tiles_are_lifted_nobody_is_told_an_order(tmp_path: Path):
    async def story(url: str) -> None:
        ana = Guest(url, "Ana")
        opened = ana.opens("tarragona", settings=QUICK)
        async with ana.at(opened) as player:
            joined = next(frame for frame in player.frames if frame["type"] == "joined")
            assert joined["rack"] is None

    with serving(tmp_path / "data") as server:
        asyncio.run(story(server.url))


def test_who_looks_on_is_told_the_only_end_and_who_may_not_look_is_not(tmp_path: Path):
    """TG-9.2 over whole matches: the frames of those who see the table have it, with equal ends and never else."""

    async def story(url: str, watching: str) -> int:
        ana, passer_by = Guest(url, "Ana"), Guest(url, "Eva")
        settings = QUICK | {"watching": watching, "public": True}
        opened = ana.opens("tarragona", bots="all", settings=settings, limit="120p")
        async with ana.at(opened) as player, passer_by.at(opened) as watcher:
            await player.play(lambda: player.shown.get("phase") == "ended")
            told = 0
            for frame in watcher.frames:
                if "only_end" in frame:
                    told += 1
                    assert frame["only_end"] in "<>"
            return told

    with serving(tmp_path / "data") as server:
        assert asyncio.run(story(server.url, "no_racks")) > 0
        assert asyncio.run(story(server.url, "nobody")) == 0
