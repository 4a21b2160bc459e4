"""A duplicate round on live tables: the same tiles at every one, nothing of a hand for who has still to play it, and
nothing lost however often the server is killed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from tantera.tournament.check import check
from tantera.tournament.decided import book_of
from tantera.tournament.duplicate import hand_of
from tantera.tournament_file import read_lines
from tests.web import plain
from tests.web.desk.online import all_play, online, over, play_on, sits, until
from tests.web.desk.phones import OnPhone, four
from tests.web.desk.running import AtDesk, director, words
from tests.web.processes import Served, served
from tests.web.serving import Player, Running, serving
from tests.web.visiting import Browser


def duplicate(server: Running, tables: int, hands: int, book: str = "clasico") -> AtDesk:
    desk = director(server).create(book, duplicate_score="butler", duplicate_hands=str(hands))
    return online(desk.pairs(2 * tables).round())


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with serving(tmp_path / "data") as running:
        yield running


def phones_at(desk: AtDesk, table: int) -> list[OnPhone]:
    return four(desk, 1, table)


def racks(desk: AtDesk, hand: int) -> list[list[str]]:
    """What the server alone can know while the round is played."""
    state = desk.server.app.state.tournaments.all[desk.event].state
    dealt = hand_of(book_of(state), state.played[0].secret, 1, hand).dealt
    return [[tile.code for tile in rack] for rack in dealt]


def written(rack: list[str]) -> str:
    return json.dumps(rack, separators=(",", ":"))[1:-1]


def test_every_table_has_the_same_tiles_and_the_round_its_slips_hand_by_hand(server: Running):
    desk = duplicate(server, 2, 3)
    for table in (1, 2):
        players = [sits(phone, table) for phone in phones_at(desk, table)]
        asyncio.run(all_play(players))
        until(lambda table=table: desk.table(1, table)["status"] == "confirmed")  # type: ignore[misc]
    desk.order("close_round")
    shown = desk.object()["rounds"][0]
    assert [hand["opener"] for hand in shown["deals"]] == [1, 2, 3]
    state = server.app.state.tournaments.all[desk.event].state
    assert all(len(table.slip.hands) == 3 for table in state.played[0].tables)
    for hand in (1, 2, 3):
        assert shown["deals"][hand - 1]["racks"] == racks(desk, hand)
    for live in server.app.state.hub.tables.values():
        deals = [event for event in live.state.ledger.effective if type(event).__name__ == "HandDealt"]
        assert [[[tile.code for tile in rack] for rack in one.racks] for one in deals] == [
            racks(desk, hand) for hand in (1, 2, 3)
        ]
        assert [one.opener for one in deals] == [1, 2, 3]
    assert check(read_lines(server.config.events / f"{desk.event}.tantera")).ok


def test_the_hands_of_a_closed_round_are_a_page_for_everybody_with_what_most_tables_played(server: Running):
    desk = duplicate(server, 2, 2)
    for table in (1, 2):
        asyncio.run(all_play([sits(phone, table) for phone in phones_at(desk, table)]))
        until(lambda table=table: desk.table(1, table)["status"] == "confirmed")  # type: ignore[misc]
    with Browser(server.url) as nobody:
        address = f"/e/{desk.event}/hands/1"
        assert nobody.get(address).status_code == 404, "the round is not closed"
        desk.order("close_round")
        assert address in nobody.get(f"/e/{desk.event}").text
        until(lambda: "Lo más jugado" in nobody.get(address).text)
        told = words(nobody.get(address))
    assert told.count("Lo más jugado:") == 2
    assert told.count("Con todo a la vista:") == 3, "of each hand, and what it means"
    assert "Se está calculando" not in told
    line = told.partition("Lo más jugado:")[2].partition("Las 2 mesas de las que se saben las jugadas")[0]
    assert "-" in line
    assert "Nombre" not in line, "what was played, not by whom"
    assert desk.get("paper/hands.pdf").content.startswith(b"%PDF")


@pytest.mark.parametrize("book", ["competencia-individual", "san-juan", "tarragona"])
def test_other_books_play_the_same_deals_too(server: Running, book: str):
    desk = director(server).create(book, duplicate_score="matchpoints", duplicate_hands="2")
    desk = online((desk.players(4) if book.startswith("comp") else desk.pairs(2)).round())
    asyncio.run(all_play([sits(phone) for phone in phones_at(desk, 1)]))
    until(lambda: desk.table(1, 1)["status"] == "confirmed")
    assert len(server.app.state.tournaments.all[desk.event].state.played[0].tables[0].slip.hands) == 2


def test_nothing_of_a_hand_reaches_who_has_still_to_play_it(server: Running):
    desk = duplicate(server, 2, 2)
    first, second = (phones_at(desk, table) for table in (1, 2))
    players = [sits(phone, 1) for phone in first]
    asyncio.run(all_play(players))
    until(lambda: desk.table(1, 1)["status"] == "confirmed")
    state = server.app.state.tournaments.all[desk.event].state
    secret = state.played[0].secret
    assert secret
    hidden = [written(rack) for hand in (1, 2) for rack in racks(desk, hand)]
    for seat, player in enumerate(players):
        assert secret not in "".join(player.raw)
        own, later = racks(desk, 2)[seat], racks(desk, 2)
        begins = next((at for at, text in enumerate(player.raw) if written(own) in text), None)
        assert begins is not None, "their own tiles they see, when they are dealt"
        before = "".join(player.raw[:begins])
        assert written(racks(desk, 1)[seat]) in before
        assert not any(written(rack) in before for rack in later), "and nothing of that hand before"
    live = players[0].table_id
    address = (f"/tables/{live}", f"/api/tables/{live}", f"/replays/{live}/1", f"/api/matches/{live}/1",
               f"/replays/{live}/1/match.dgn", f"/replays/{live}/so-far", f"/api/matches/{live}/1/hands/1/deal",
               f"/api/tables/{live}/deals/1", f"/tables/{live}/deals/1", f"/replays/{live}/1/hands/1",
               f"/e/{desk.event}", f"/e/{desk.event}/wall", f"/api/events/{desk.event}", "/replays")  # fmt: skip
    assert first[0].browser.get(f"/replays/{live}/1").status_code == 200, "who has played it may look back"
    with Browser(server.url) as nobody:
        for browser in (second[0].browser, nobody):
            for path in address:
                answer = browser.get(path)
                assert not any(rack in answer.text for rack in hidden), path
                assert secret not in answer.text
                if "match" in path or "/1" in path or "so-far" in path:
                    assert answer.status_code >= 300 or "/e/" in path, path

    async def looks_on() -> list[str]:
        spy = Player(server.url, live, second[0].browser.cookie)
        try:
            await spy.join()
        except Exception:
            return spy.raw
        await spy.leave()
        return spy.raw

    told = "".join(asyncio.run(looks_on()))
    assert not any(rack in told for rack in hidden)
    assert '"chain"' not in told


def test_who_looks_at_the_stream_of_a_table_finds_no_secret_and_nobody_deals_or_adds_to_a_deal(server: Running):
    desk = duplicate(server, 1, 2)
    players = [sits(phone) for phone in phones_at(desk, 1)]

    async def play() -> list[dict[str, Any]]:
        async with AsyncExitStack() as room:
            for player in players:
                await room.enter_async_context(player)
            await play_on(players, lambda player: len(player.shown.get("chain", ())) > 1)
            tiles = racks(desk, 2)
            return [
                await players[0].order({"order": "add_entropy", "text": "mine"}),
                await players[0].order({"order": "deal_racks", "racks": tiles}),
            ]

    assert [answer["type"] for answer in asyncio.run(play())] == ["refused", "refused"]
    secret = server.app.state.tournaments.all[desk.event].state.played[0].secret
    (live,) = server.app.state.hub.tables.values()
    events = live.state.ledger.effective
    assert not any(type(event).__name__ in ("SeedCommitted", "SeedKept") for event in events)
    assert secret not in repr(events)


def test_a_book_in_which_a_hand_is_worth_what_the_last_one_left_is_played_on_paper(server: Running):
    desk = director(server).create("brasil-7", duplicate_score="butler", duplicate_hands="2").pairs(2).round()
    assert "/desk/tables/online" not in desk.get("tables").text
    answer = desk.post("tables/online", do="online", round="1", table="1")
    assert "solo en papel" in words(answer)


def killed(data: Path, seats: list[tuple[str, str | None]], enough: Callable[[list[Player]], bool]) -> None:
    """Everybody comes to their table on a server of its own and plays until it is enough; then it is killed."""

    async def play(server: Served) -> None:
        async with AsyncExitStack() as room:
            players = [Player(server.url, table, cookie) for table, cookie in seats]
            for player in players:
                await room.enter_async_context(player)
            await play_on(players, lambda _: enough(players))
            server.process.kill()
            server.process.wait()

    with served(data, "--no-qr") as process:
        asyncio.run(play(process))


def lines(player: Player) -> int:
    return sum(frame.get("type") == "step" and '"hand_scored' in json.dumps(frame) for frame in player.frames)


@pytest.mark.time_limit(600)
@pytest.mark.parametrize("tables", [3, pytest.param(8, marks=pytest.mark.prove)])
def test_a_round_outlives_two_kills_of_the_server(tmp_path: Path, tables: int):
    """``python3 run.py prove outlives``: eight tables."""
    data = tmp_path / "data"
    with serving(data) as running:
        desk = duplicate(running, tables, 2)
        phones = [(table, phone) for table in range(1, tables + 1) for phone in phones_at(desk, table)]
        seats = [(sits(phone, table).table_id, phone.browser.cookie) for table, phone in phones]
        path = running.config.events / f"{desk.event}.tantera"
    killed(data, seats, lambda players: all(len(one.shown.get("chain", ())) > 1 for one in players[::4]))
    killed(data, seats, lambda players: any(over(one) for one in players) or sum(map(lines, players)) >= 8)
    with serving(data) as running:
        players = [Player(running.url, table, cookie) for table, cookie in seats]
        asyncio.run(all_play(players))
        address = f"{running.url}/api/events/{desk.event}"
        until(lambda: all(one["status"] == "confirmed" for one in tables_of(address)))
        results = [line for line in read_lines(path) if b'"result"' in line]
        assert len(results) == tables, "each once"
        boss = director(running)
        boss.event = desk.event
        boss.order("close_round")
        shown = boss.object()["rounds"][0]
        assert all(None not in table["hands"] and len(table["hands"]) == 2 for table in shown["tables"])
        dealt = [one["racks"] for one in shown["deals"]]
        for live in {one.table_id for one in players}:
            events = running.app.state.hub.tables[live].state.ledger.effective
            deals = [event for event in events if type(event).__name__ == "HandDealt"]
            assert [[[tile.code for tile in rack] for rack in one.racks] for one in deals] == dealt
    assert check(read_lines(path)).ok


def tables_of(address: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = plain.get(address).json()["rounds"][0]["tables"]
    return found
