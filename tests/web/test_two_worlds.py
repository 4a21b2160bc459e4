"""What somebody is shown does not depend on what they may not know: pages, resync, refusals, pictures, texts for those
who hear the page, deals and replays of a match that is not over. Byte by byte, in two worlds (noninterference)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from tantera.store import open_store
from tests.play.tables import proof
from tests.store.servers import fresh_database
from tests.web.evenings import Evening, pages_of
from tests.web.serving import Guest, Player, Running, following, serving
from tests.web.worlds import copied, frames_of, hide_elsewhere, pages

BOOKS = ("san-juan", "tarragona", "ueh", "competencia-individual", "clasico", "fives-and-threes")
WORLD: dict[str, Any] = {"bot_pause": (600.0, 600.0), "public_url": "http://domino.test"}
"""Bots do not move on, and the QR code of a table is the same wherever it is served."""


class Table(NamedTuple):
    """A table in the middle of a hand, and whose eyes are looked through."""

    opened: dict[str, str]
    cookies: dict[str, str]
    """Of everybody who is at the table, by their ids."""
    person: str | None
    """None: somebody who passes by."""
    hand: int
    turn: int
    catalogue: list[dict[str, Any]]

    @property
    def cookie(self) -> str | None:
        return None if self.person is None else self.cookies[self.person]


async def in_the_middle(server: Running, seed: int, book: str) -> Table | None:
    """Play at a table for a while and stop in the middle of a hand."""
    rng = Random(seed)
    evening = Evening(server, rng)
    try:
        await evening.begins(book, people=rng.choice([2, 2, 3, 4]) if book != "ueh" else 2, limit=None)
        await evening.plays(rng.randint(6, 40), meddle=0.1)
        for _ in range(40):
            if evening.shown()["phase"] == "playing" and evening.shown()["moves"]:
                break
            await evening.plays(1, meddle=0)
        else:
            return None
    finally:
        await evening.goes_home()
    people = [*evening.players, evening.watcher]
    cookies = {str(one.person): str(one.guest.cookie) for one in people}
    turn = evening.shown()["turn"]
    in_turn = next((one.person for one in evening.players if one.player.table["seat"] == turn), None)
    whose = rng.choice([in_turn or evening.players[0].person, *cookies, None])
    return Table(evening.opened, cookies, whose, evening.shown()["number"], turn, evening.catalogue)


def goes_on(player: Player) -> bool:
    """Whether everybody is back after the restart. A referee's pause lasts."""
    pause = player.table["pause"]
    return pause is None or pause["why"] != "restart"


async def sent_in(server: Running, table: Table) -> tuple[list[str], dict[str, tuple[int, str]]]:
    """Everything that these eyes are sent in this world, whatever they try."""
    rng = Random(table.opened["table"])
    awake = await asyncio.to_thread(Guest(server.url, "-").asks, "GET", f"/tables/{table.opened['table']}")
    assert awake.status_code == 200
    await quiet(server, table)
    player = await Player(server.url, table.opened["table"], table.cookie).join()
    others = [
        await joined_by(server, table, cookie) for person, cookie in table.cookies.items() if person != table.person
    ]
    try:
        await asyncio.gather(*(one.until(partial(goes_on, one)) for one in (player, *others)))
        await quiet(server, table, player)
        paths = pages_of(table.opened, table.hand, rng, table.catalogue)
        told = await asyncio.to_thread(pages, server, table.cookie, paths)
        for order in foul_orders(player, table, rng):
            await player.order(order, f"foul{rng.getrandbits(40)}")
        moves = [one for one in player.options if one["order"] in ("place_tile", "pass_turn")]
        if moves:
            await player.order(rng.choice(moves), "move")
        seen = len(player.frames)
        await player.send('{"type":"again"}')
        await player.until(lambda: any(one["type"] == "joined" for one in player.frames[seen:]))
    finally:
        for one in (player, *others):
            await one.leave()
    frames = frames_of(player, server)
    acted = [place for place, text in enumerate(frames) if somebody_else_acted(text, player.table["seat"])]
    return frames[: acted[0] if acted else len(frames)], told


async def joined_by(server: Running, table: Table, cookie: str) -> Player:
    """The next one comes when the last one is there, and time runs again if that was the last player."""
    one = await Player(server.url, table.opened["table"], cookie).join()
    await quiet(server, table, one)
    return one


async def quiet(server: Running, table: Table, player: Player | None = None) -> None:
    """Until nothing has happened for a moment, and this client knows all of it."""
    live = server.app.state.hub.tables[table.opened["table"]]
    still = last = 0
    while still < 5:
        at, last = last, live.state.version
        still = still + 1 if at == last and (player is None or player.version == last) else 0
        await asyncio.sleep(0.01)


def somebody_else_acted(text: str, seat: int | None) -> bool:
    """Whether a step tells of another player's move, or of the end of the hand: where a turn without a choice is played
    at once (TG-14.12), that depends on their tiles, and is a move that everybody sees."""
    events = json.loads(text).get("events", [])
    moves = ("tile_placed.1", "turn_passed.1", "tile_drawn.1", "doubles_placed.1", "hand_scored.1")
    return any(event["event"] in moves and event.get("seat") != seat for event in events)


def foul_orders(player: Player, table: Table, rng: Random) -> list[dict[str, Any]]:
    """Everything that may be refused because of a tile that somebody holds, or does not."""
    seat, seats = player.table["seat"] or 1, range(1, len(player.table["seats"]) + 1)
    tiles = [f"{low}{high}" for high in range(7) for low in range(high + 1)]
    placed = [{"order": "place_tile", "seat": one, "tile": tile, "end": end}
              for one in (seat, rng.choice(seats)) for tile in rng.sample(tiles, 9) for end in ("<", ">")]  # fmt: skip
    articles = rng.sample(table.catalogue, min(6, len(table.catalogue)))
    recorded = [{"order": "record_infraction", "article": one["article"], "seat": rng.choice(seats), "turn": 2,
                 "details": [["tile", rng.choice(tiles)]]} for one in articles]  # fmt: skip
    others = [{"order": order, "seat": one} for order in ("pass_turn", "draw_tile", "agree_count") for one in seats]
    doubles = [{"order": "place_doubles", "seat": seat, "left": f"{n}{n}", "right": f"{m}{m}"}
               for n in (0, 3, 6) for m in (1, 2, 5)]  # fmt: skip
    answers = [{"order": "answer_for", "who": one, "answer": {"order": "pass_turn", "seat": one}} for one in seats]
    rest: list[dict[str, Any]] = [
        {"order": "propose", "what": "take_back"}, {"order": "undo", "keep": 4, "why": "quiero ver"},
        {"order": "change_decision", "infraction": 0, "answer": "no", "why": "quiero ver"}, {"order": "deal"},
        {"order": "take_decision", "choice": "yes"}, {"order": "call_time"}, {"order": "settle"},
    ]  # fmt: skip
    orders = [*placed, *recorded, *others, *doubles, *answers, *rest]
    legal = [{**option, "seat": option.get("seat")} for option in player.options]
    return [order for order in orders if not any(_same(order, option) for option in legal)]


def _same(order: dict[str, Any], option: dict[str, Any]) -> bool:
    """Whether an order would be carried out."""
    alike = {**order, "tile": "".join(sorted(order.get("tile") or ""))}
    return all(alike.get(key, value) == value for key, value in option.items())


Served = Callable[[Path], AbstractContextManager[Running]]
"""A world, served."""


def alone(world: Path) -> AbstractContextManager[Running]:
    """By one process, which keeps every table."""
    return serving(world, **WORLD)


def by_a_follower(postgresql: str) -> Served:
    """From PostgreSQL, by a process that keeps no table: another one does."""

    @contextmanager
    def served(world: Path) -> Iterator[Running]:
        with fresh_database(postgresql) as url:
            asyncio.run(moved(world, url))
            with following(url, **WORLD) as follower:
                yield follower
                assert not any(table.keeps for table in follower.app.state.hub.tables.values())

    return served


async def moved(world: Path, url: str) -> None:
    """Everything that a data folder holds into a database."""
    stores = open_store(world), open_store(url)
    try:
        await stores[0].backup(world / "all.backup")
        await stores[1].restore(world / "all.backup")
    finally:
        for store in stores:
            await store.close()


def is_the_same(folder: Path, book: str, seed: int, served: Served = alone) -> bool:
    """Play, stop, put hidden tiles elsewhere in a copy, and ask the same in both worlds. False where no hand was being
    played, or nothing was hidden."""
    with serving(folder / "data") as server:
        table = asyncio.run(in_the_middle(server, seed, book))
    worlds = [copied(folder / "data", name) for name in ("one", "other")]
    if table is None or hide_elsewhere(worlds[1], table.opened["table"], table.person, table.turn, Random(seed)) < 2:
        return False
    sent = []
    for world in worlds:
        with served(world) as server:
            sent.append(asyncio.run(sent_in(server, table)))
    (frames, told), (other_frames, other_told) = sent
    acted = min(len(frames), len(other_frames))  # somebody else's turn, in one of them
    frames, other_frames = frames[:acted], other_frames[:acted]
    for path in told:
        assert told[path] == other_told[path], f"{path} depends on tiles that {table.person} may not know"
    assert frames == other_frames, f"a frame depends on tiles that {table.person} may not know"
    assert len(frames) > 20
    return True


@pytest.mark.parametrize("book", ["tarragona", "ueh", "clasico"])
def test_two_worlds_that_differ_in_hidden_tiles_are_the_same_to_whoever_may_not_know_them(book: str, tmp_path: Path):
    seeds = count(7)
    assert any(is_the_same(tmp_path / str(seed), book, seed) for seed in islice(seeds, 5))


@pytest.mark.parametrize("book", ["san-juan", "competencia-individual"])
def test_two_worlds_are_the_same_by_way_of_a_process_that_follows(book: str, tmp_path: Path, postgresql: str):
    served = by_a_follower(postgresql)
    assert any(is_the_same(tmp_path / str(seed), book, seed, served) for seed in range(7, 12))


@pytest.mark.prove
@pytest.mark.parametrize("book", BOOKS)
def test_many_worlds_are_the_same_by_way_of_a_process_that_follows(book: str, tmp_path: Path, postgresql: str):
    served, seeds = by_a_follower(postgresql), range(2000, 2000 + proof(10, 10))
    assert sum(is_the_same(tmp_path / str(seed), book, seed, served) for seed in seeds) > len(seeds) / 4


@pytest.mark.prove
@pytest.mark.parametrize("book", BOOKS)
def test_many_worlds_that_differ_in_hidden_tiles_are_the_same_to_whoever_may_not_know_them(book: str, tmp_path: Path):
    seeds = range(1000, 1000 + proof(40, 40))
    assert sum(is_the_same(tmp_path / str(seed), book, seed) for seed in seeds) > len(seeds) / 4
