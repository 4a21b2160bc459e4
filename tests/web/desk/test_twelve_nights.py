"""A season of twelve nights with sixty people on a real server, two of them by desk and phones alone; the table
by hand, and the same digits on another machine out of the files alone."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from tantera.cli.app import app
from tantera.season.rating import as_object as told_ratings
from tantera.season.table import as_object as told_season
from tests.web.desk.phones import by_slip
from tests.web.desk.running import AtDesk, words
from tests.web.serving import serving
from tests.web.visiting import administrator

PLACES = (25, 18, 15, 12, 10, 8, 6, 4, 2)
BEST = 8
BY_HAND = (4, 9)
"""The nights that are played through the pages of desk and phones."""
MOVES, TWINS, GOES = "n9", ("n4", "n8"), "n30"


class Club:
    """Sixty people with numbers of their own; two have one name, one changes the club after the sixth night."""

    def __init__(self) -> None:
        self.names = {f"n{at}": f"Jugador {chr(64 + at // 26)}{chr(65 + at % 26)}ix" for at in range(1, 61)}
        self.names[TWINS[1]] = self.names[TWINS[0]]
        self.clubs = {key: ("Reus", "Valls")[at % 2] for at, key in enumerate(self.names)}
        self.clubs[TWINS[0]], self.clubs[TWINS[1]] = "Reus", "Valls"

    def typed(self, key: str) -> str:
        name = self.names[key]
        return f"{name} ({self.clubs[key]})" if key in TWINS else name


def by_orders(desk: AtDesk, club: Club, keys: list[str]) -> None:
    for at, key in enumerate(keys, 1):
        player = {"id": f"p{at}", "name": club.names[key], "key": key, "club": club.clubs[key]}
        desk.order("enter", entry=f"e{at}", players=[player])


def by_desk(desk: AtDesk, club: Club, keys: list[str]) -> None:
    for key in keys:
        assert desk.post("entries", name_1=club.typed(key), sure="yes").is_redirect


def on_phones(desk: AtDesk, scores: list[list[int]]) -> None:
    """One of a side writes the slip on a phone, one of the other confirms it on theirs."""
    for table, (home, away) in enumerate(scores, 1):
        seats = desk.table(1, table)["seats"]
        one, other = (by_slip(desk, seats[seat], 1, table) for seat in (0, 1))
        assert one.says("result", table=table, score1=str(home), score2=str(away)).status_code == 303
        assert other.says("confirm", table=table).status_code == 303


def counted_by_hand(nights: list[dict[str, Any]]) -> dict[str, tuple[float, list[int]]]:
    """From what each night's exported standings say."""
    brought: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, night in enumerate(nights, 1):
        for row in night["standings"]:
            points = PLACES[row["place"] - 1] if row["place"] <= len(PLACES) else 1
            brought[night["keys"][row["entry"]]].append((points, number))
    best = {key: sorted(those, key=lambda one: (-one[0], one[1]))[:BEST] for key, those in brought.items()}
    return {key: (sum(points for points, _ in those), sorted(at for _, at in those)) for key, those in best.items()}


@pytest.mark.prove
@pytest.mark.time_limit(600)
def test_a_season_of_twelve_nights(tmp_path: Path):
    """``python3 run.py prove twelve_nights``."""
    rng, club = Random(12), Club()
    with serving(tmp_path / "data") as server, administrator(server) as boss:
        for key, name in club.names.items():
            boss.post("/people", {"do": "add", "name": name, "key": key, "club": club.clubs[key]})
        desks: list[AtDesk] = []
        for number in range(1, 13):
            if number == 7:
                club.clubs[MOVES] = "Caparra"
                boss.post("/people", {"do": "edit", "key": MOVES, "name": club.names[MOVES], "club": "Caparra"})
            keys = rng.sample(sorted(club.names), rng.choice([40, 44, 48]))
            if number == 12:
                keys = [*{*keys, MOVES, GOES, *TWINS}]
            keys = keys[: len(keys) - len(keys) % 4]
            desk = AtDesk(server, boss).create(name=f"Jueves {number}")
            desk.order("edit_event", date=f"2026-{1 + number // 5:02}-{1 + 7 * (number % 4):02}")
            (by_desk if number in BY_HAND else by_orders)(desk, club, keys)
            scores = [
                rng.choice([[100, low], [low, 100]]) for low in (rng.randint(0, 95) for _ in range(len(keys) // 4))
            ]
            if number in BY_HAND:
                assert desk.post("draw", round="1").is_redirect
                assert desk.post("draw/publish", round="1").is_redirect
                on_phones(desk, scores)
            else:
                desk.round(*scores)
            desk.order("close_round")
            desk.order("close")
            desks.append(desk)
        form = {"name": "Liga", "points": ", ".join(map(str, (*PLACES, 1))), "best": str(BEST), "categories": ""}
        boss.post("/seasons", form | {f"night-{desk.event}": "yes" for desk in desks})
        live = server.app.state
        kept = in_a_loop(live.seasons.find("liga"))
        order = [night.id for night in kept.nights]
        table = told_season(live.seasons.table(kept))
        nights = []
        for event in order:
            desk = next(one for one in desks if one.event == event)
            state = live.tournaments.all[event].state
            keyed = {entry.entry: str(entry.players[0].key) for entry in state.entries.values()}
            nights.append(desk.object() | {"keys": keyed})
        wanted = counted_by_hand(nights)
        assert {row["key"]: (row["points"], row["counted"]) for row in table["standings"]} == wanted
        assert {row["key"] for row in table["standings"] if row["name"] == club.names[TWINS[0]]} == {*TWINS}
        page = words(boss.get("/season/liga"))
        assert "Caparra" in page
        # --- another machine has the files and nothing else
        files = []
        for number, event in enumerate(order):
            path = tmp_path / f"night{number:02}.tantera"
            path.write_bytes(boss.get(f"/e/{event}/desk/event.tantera").content)
            files.append(path)
        ratings = told_ratings(in_a_loop(live.ratings.now()))
        there = json.loads(said("rating", *files, "--json"))
        assert there["players"] == json.loads(json.dumps(ratings))["players"], "the same to the last digit"
        season_file = tmp_path / "liga.json"
        points = {"by": "place", "table": list(PLACES), "rest": 1}
        season_file.write_text(
            json.dumps({"name": "Liga", "events": [path.name for path in files], "points": points, "best": BEST})
        )
        assert json.loads(said("season", "show", season_file, "--json"))["standings"] == table["standings"]
        for path in files:
            said("tournament", "check", path)
        # --- one is erased: the number and the results stay, the name is nowhere
        name = club.names[GOES]
        assert name in words(boss.get("/season/liga"))
        assert boss.post("/people", {"do": "erase", "key": GOES}).is_redirect
        after = told_season(live.seasons.table(in_a_loop(live.seasons.find("liga"))))
        assert name not in words(boss.get("/season/liga"))
        assert [row | {"name": ""} for row in after["standings"]] == [row | {"name": ""} for row in table["standings"]]
        for event, path in zip(order, files, strict=True):
            path.write_bytes(boss.get(f"/e/{event}/desk/event.tantera").content)
            assert name.encode() not in path.read_bytes()
            said("tournament", "check", path)
        again = json.loads(said("rating", *files, "--json"))["players"]
        assert [one | {"name": ""} for one in again] == [one | {"name": ""} for one in there["players"]]


def in_a_loop(work: Coroutine[Any, Any, Any]) -> Any:
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def said(*command: object) -> str:
    done = CliRunner().invoke(app, [*map(str, command)], env={"COLUMNS": "200", "TANTERA_LANG": "en"})
    assert done.exit_code == 0, done.output
    return done.stdout
