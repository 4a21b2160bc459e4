"""Nobody is sent a tile they may not know at that moment: all bytes of every socket, page, refusal and log line, of
random matches in every book, are searched for what that client may not know, by a second opinion from the raw log."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tantera.rules.loader import SOURCE_BOOKS
from tantera.web.access.roles import ACTIONS, Action
from tests.play.tables import proof, random_table
from tests.store.servers import fresh_database
from tests.web.evenings import Evening, pages_of
from tests.web.lines import failures, leaks_in_log, logged
from tests.web.serving import Running, following, serving

OWN_BOOKS = ("cafe-del-sol", "liga-del-nueve", "penya-ribera")
FOLDER = Path(__file__).parents[2] / "examples" / "books"


def opening(book: str, rng: Random) -> dict[str, Any]:
    """A table of this book, with options that go together where it is one of the five: two to four players, double
    nine, tiles that sleep, pairs or each alone."""
    if book in OWN_BOOKS:
        return {"limit": "3h"}
    _, options = random_table(rng, book)
    limit = options.pop("limit", None) or rng.choice(["30p", "2h", "60p"])
    return {"options": options, "limit": limit}


async def evening(server: Running, book: str, seed: int, most: int) -> Evening:
    rng = Random(f"{book}{seed}")
    one = Evening(server, rng)
    watching = rng.choice(["no_racks", "no_racks", "no_racks", "all_racks", "nobody"])
    try:
        how = opening(book, rng)
        await one.begins(book, people=rng.choice([1, 2, 2, 3, 4]), settings={"watching": watching}, **how)
        await one.plays(most)
        if rng.random() < 0.3:
            await one.looks_at_everything()
    finally:
        await one.goes_home()
    return one


def search(folder: Path, book: str, seed: int, most: int) -> int:
    """An evening of one table, on a server of its own: its picture is the only one on the pages. How many bytes were
    searched."""
    with logged() as lines, serving(folder / f"data{seed}") as server:
        if book in OWN_BOOKS:
            asyncio.run(server.app.state.shelf.upload((FOLDER / f"{book}.toml").read_text("utf-8"), "admin"))
        one = asyncio.run(evening(server, book, seed, most))
        assert not (found := one.leaks()), (seed, found[:5])
    assert not (wrong := leaks_in_log(lines.getvalue()) or failures(lines.getvalue())), (seed, wrong[:5])
    return one.size


def test_everything_that_can_be_asked_about_a_table_is_searched():
    """A new page or object about a table has to be looked at here before anybody else does."""
    asked = [path.partition("?")[0] for path in pages_of({"table": "abc", "code": "K7QM"}, 1, Random(1), [])]
    about = [route.removeprefix("GET ") for route, action in ACTIONS.items() if action in (Action.LOOK, Action.MEASURE)]
    patterns = [re.sub(r"\{\w+\}", "[^/]+", route) for route in about if route.startswith("/")]
    assert [one for one in patterns if not any(re.fullmatch(one, path) for path in asked)] == []


@pytest.mark.parametrize("book", [*SOURCE_BOOKS, "fives-and-threes", *OWN_BOOKS])
def test_nobody_is_sent_a_tile_that_they_may_not_know(book: str, tmp_path: Path):
    assert search(tmp_path, book, 0, 60) > 100_000


# --- by way of another process


def search_following(postgresql: str, book: str, seed: int, most: int) -> int:
    with fresh_database(postgresql) as url, logged() as lines, following(url) as server:
        one = asyncio.run(evening(server, book, seed, most))
        assert not (found := one.leaks()), (seed, found[:5])
        assert not any(table.keeps for table in server.app.state.hub.tables.values())
    assert not (wrong := leaks_in_log(lines.getvalue()) or failures(lines.getvalue())), (seed, wrong[:5])
    return one.size


@pytest.mark.parametrize("book", ["san-juan", "competencia-individual"])
def test_nobody_is_sent_a_tile_that_they_may_not_know_by_a_process_that_follows(book: str, postgresql: str):
    assert search_following(postgresql, book, 0, 40) > 100_000


@pytest.mark.prove
@pytest.mark.parametrize("book", SOURCE_BOOKS)
def test_in_many_matches_a_process_that_follows_sends_nobody_a_tile(book: str, postgresql: str):
    assert all(search_following(postgresql, book, seed, 200) for seed in range(1, 1 + proof(10, 10)))


# --- many of them


@pytest.mark.prove
@pytest.mark.parametrize("book", [*SOURCE_BOOKS, "fives-and-threes", *OWN_BOOKS])
def test_in_hundreds_of_matches_nobody_is_sent_a_tile_that_they_may_not_know(book: str, tmp_path: Path):
    assert all(search(tmp_path, book, seed, 400) for seed in range(1, 1 + proof(60, 60)))
