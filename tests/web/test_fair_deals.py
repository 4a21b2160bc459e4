"""Deals of a real server, checked by everybody who can: the page's script, and ``tantera verify`` on the download."""

from __future__ import annotations

import asyncio
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tantera.store import open_store
from tantera.web.books.shelf import Shelf
from tests.web.matches import played
from tests.web.node import run_script
from tests.web.processes import TANTERA, run
from tests.web.serving import Guest, Running, serving

CLUB = Path(__file__).parent.parent.parent / "examples" / "books" / "liga-del-nueve.toml"
BOOKS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("san-juan", "30p", {}),
    ("tarragona", "30p", {}),
    ("competencia-individual", "30p", {}),
    ("clasico", "30p", {}),
    ("clasico", "20p", {"players": 2}),
    ("ueh", "20p", {}),
    ("ueh", "20p", {"players": 3}),
    ("liga-del-nueve", "3h", {}),
)
ODD = "a\"b\\c; [x] 'ñ' 🁫 {0} 1:2"
"""Everything that means something somewhere, added to a seed."""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    data = tmp_path_factory.mktemp("deals") / "data"
    asyncio.run(uploaded(data))
    with serving(data) as running:
        yield running


async def uploaded(data: Path) -> None:
    """A club's own book, put on the shelf before the server starts."""
    store = open_store(data)
    try:
        await Shelf(store).upload(CLUB.read_text("utf-8"), "admin")
    finally:
        await store.close()


def deals(ana: Guest, address: str) -> list[dict[str, Any]]:
    document = ana.asks("GET", address).json()
    hands = [hand["n"] for hand in document["match"]["hands"]]
    found = [ana.asks("GET", f"{address}/hands/{number}/deal") for number in hands]
    assert {one.status_code for one in found} == {200}
    return [one.json() for one in found]


def checked(told: list[dict[str, Any]]) -> list[dict[str, Any]]:
    script = 'const { check } = await load("verify.js"); console.log(JSON.stringify(given.map(check)));'
    found: list[dict[str, Any]] = run_script(script, told)
    return found


@pytest.mark.parametrize(("book", "limit", "options"), BOOKS)
def test_a_match_downloaded_from_the_page_verifies_offline(running, tmp_path, book, limit, options):
    ana, opened = played(running.url, book, limit, options=options, entropy=ODD)
    address = f"/api/matches/{opened['table']}/1"
    told = deals(ana, address)
    assert all(one["right"] for one in checked(told))
    if len(told) > 1:
        assert any(deal["entropy"] for deal in told)
    file = tmp_path / "match.dgn"
    file.write_bytes(ana.asks("GET", f"{address}/match.dgn").content)
    (tmp_path / CLUB.name).write_text(CLUB.read_text("utf-8"), "utf-8")
    done = run("verify", "--json", str(file))
    assert done.returncode == 0, done.stderr
    verified = json.loads(done.stdout)
    assert verified["right"]
    assert [hand["n"] for hand in verified["hands"] if hand["seed"]] == list(range(1, len(told) + 1))
    # and the same file on the page again
    judged = ana.asks("POST", "/api/dgn", content=file.read_bytes()).json()
    assert all(deal["right"] and deal["seed"] for deal in judged["deals"])


def test_a_wrong_tile_in_a_download_is_found_by_both(running, tmp_path):
    ana, opened = played(running.url)
    text = ana.asks("GET", f"/api/matches/{opened['table']}/1/match.dgn").text
    seed = next(line for line in text.splitlines() if line.startswith("seed "))
    server = seed.split()[2]
    other = ("0" if server[0] != "0" else "1") + server[1:]
    file = tmp_path / "match.dgn"
    file.write_text(text.replace(server, other), "utf-8")
    done = subprocess.run([*TANTERA, "verify", str(file)], capture_output=True, text=True)
    assert done.returncode == 2
    assert "se esperaba" in done.stderr
    judged = ana.asks("POST", "/api/dgn", content=file.read_bytes()).json()
    assert judged["deals"][0]["right"] is False
    told = deals(ana, f"/api/matches/{opened['table']}/1")[:1]
    told[0]["racks"]["1"][0], told[0]["racks"]["2"][0] = told[0]["racks"]["2"][0], told[0]["racks"]["1"][0]
    assert not checked(told)[0]["right"]


def test_what_the_page_says_it_did_is_what_it_did(running):
    ana, opened = played(running.url, "tarragona")
    replay = ana.asks("GET", f"/replays/{opened['table']}/1/hands/1").json()
    script = """
      globalThis.document = { getElementById: () => null };
      const { checkDeal, checkDraw } = await load("replay/check-deal.js");
      const { right, lines } = checkDeal(given.deal, given.names);
      const wrong = structuredClone(given.deal);
      [wrong.racks[1][0], wrong.racks[2][0]] = [wrong.racks[2][0], wrong.racks[1][0]];
      console.log(JSON.stringify({ right, lines, wrong: checkDeal(wrong, given.names), draw: checkDraw(given.draw) }));
    """
    names = ["Ana", "Bea", "Cai", "Dan"]
    told = run_script(script, {"deal": replay["deal"], "draw": replay["draw"], "names": names})
    assert told["right"]
    assert [line["right"] for line in told["lines"]] == [True, None, True, True, True, True, True]
    rack = [f"{tile[1]}-{tile[0]}" for tile in replay["deal"]["racks"]["1"]]
    assert told["lines"][2]["text"] == f"Ana: {' '.join(rack)}"
    assert not told["wrong"]["right"]
    assert [line["text"].split(":")[0] for line in told["wrong"]["lines"] if line["right"] is False] == [
        "Ana",
        "Bea",
        "This deal is NOT the one that was sealed.",
    ]
    assert told["draw"]["right"]
