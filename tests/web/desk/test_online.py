"""Tables of a round on live tables: put there by the desk, played by those who are drawn there, told to the event."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tantera.tables import Times
from tantera.tournament.check import check
from tantera.tournament_file import read_lines
from tantera.web.replays.reviewing import Reviews
from tantera.web.tables.live import LiveTable
from tantera.web.tournaments import online as desk_online
from tests.web.desk.online import all_play, online, over, play_on, sits, until
from tests.web.desk.phones import by_card, by_slip, four
from tests.web.desk.running import AtDesk, director, words
from tests.web.serving import PATIENCE, Player, Running, serving
from tests.web.studying import at_once

QUICK = Times(entropy=0, wish=0, count=1000, seat=1000, decision=1000, ruling=1000)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(desk_online, "SETTINGS", replace(desk_online.SETTINGS, times=QUICK))
        patch.setattr(Reviews, "_worked_out", at_once)
        with serving(tmp_path_factory.mktemp("online") / "data") as running:
            yield running


@pytest.fixture
def desk(server: Running) -> AtDesk:
    """A club night without minutes, so that no clock is waited for: two tables, round 1 published."""
    return director(server).create("clasico", points="20").pairs(4).round()


def live(desk: AtDesk, table: int = 1, round: int = 1) -> LiveTable:
    """The live table, once it is open."""
    event = desk.server.app.state.tournaments.all[desk.event]
    rounds = desk.server.app.state.online

    def found() -> LiveTable | None:
        glance = rounds.glance(event, event.state.published[round - 1], table)
        return None if glance is None else desk.server.app.state.hub.tables.get(glance.table)

    table_found: LiveTable = until(found, "no live table was opened")
    return table_found


def has_slip(desk: AtDesk, table: int = 1) -> dict[str, Any]:
    until(lambda: desk.table(1, table)["status"] == "confirmed", "the result did not come")
    return desk.table(1, table)


def is_in_order(desk: AtDesk) -> bool:
    path: Path = desk.server.config.events / f"{desk.event}.tantera"
    return check(read_lines(path)).ok


def test_one_table_is_played_online_the_other_on_paper_and_both_count(desk: AtDesk):
    page = words(desk.get("tables"))
    assert "Jugar la ronda en línea" in page
    online(desk, 1)
    assert live(desk).state.reserved == tuple(f"Nombre {seat[1:]}" for seat in desk.table(1, 1)["seats"]), (
        "their names stand at their seats"
    )
    phones = four(desk)
    assert "Sentarme a jugar" in words(phones[0].sees())
    assert "Sentarme a jugar" in words(phones[0].me())
    assert "Se anota" not in words(phones[0].sees())
    asyncio.run(all_play([sits(phone) for phone in phones]))
    table, match = has_slip(desk), live(desk).state.match
    assert match is not None
    assert sorted(table["score"]) == sorted(match.score)
    assert match.names[0] == f"Nombre {table['seats'][0][1:]}"
    assert table["winner"] == ("1+3" if table["score"][0] > table["score"][1] else "2+4")
    assert "mesa en línea" in words(desk.get("tables/1/1")), "who wrote it down is told"
    on_paper = by_slip(desk, desk.table(1, 2)["seats"][0], table=2)
    assert on_paper.says("result", table=2, score1="20", score2="11").status_code == 303
    desk.order("confirm", round=1, table=2)
    desk.order("close_round")
    assert len(desk.object()["standings"]) == 4
    assert is_in_order(desk)
    until(lambda: live_tables(desk) == [], "the tables of a round that is closed are closed too")
    assert "Estudio: sin suerte" in words(desk.get("standings"))
    study = until(lambda: without_luck(desk), "the match was not studied", 10 * PATIENCE)
    assert "no es la clasificación" in study, "it says that it is none"
    assert study.count("Nombre") == 4, "the two pairs whose hands are known"


def without_luck(desk: AtDesk) -> str:
    page = words(desk.get("standings/luck"))
    return page if "sin suerte, por mano" in page and "por calcular" not in page else ""


def live_tables(desk: AtDesk) -> list[str]:
    hub = desk.server.app.state.hub
    return [one.id for one in hub.tables.values() if one.state.host == f"event:{desk.event}"]


# --- who may sit, and what nobody may do ------------------------------------------------------------------------------


def test_a_seat_is_for_whom_it_was_drawn_and_for_nobody_else(desk: AtDesk):
    online(desk)
    table = live(desk).id
    stranger = by_card(desk, desk.table(1, 2)["seats"][0])
    refused = stranger.browser.post(f"/e/{desk.event}/t/1/1/play")
    assert refused.status_code == 403
    assert "quienes juegan en esta mesa" in words(refused)
    led = stranger.browser.get(f"/tables/{table}")
    assert led.headers["location"] == f"/e/{desk.event}/t/1/1"
    entered = stranger.browser.post(f"/tables/{table}/enter", {"name": "Eva", "seat": "1"})
    assert entered.status_code >= 400
    socket = Player(desk.server.url, table, stranger.browser.cookie)
    with pytest.raises(ConnectionError):
        asyncio.run(socket.join())
    assert live(desk).state.players == ()
    sits(four(desk)[2])
    assert [chair.person is not None for chair in live(desk).state.chairs] == [False, False, True, False]


def test_players_play_and_the_rest_is_for_the_director(desk: AtDesk):
    online(desk, 1)
    ana = sits(four(desk)[0])

    async def asks() -> list[str]:
        async with ana:
            orders: tuple[dict[str, Any], ...] = (
                {"order": "sit", "seat": 2},
                {"order": "stand_up"},
                {"order": "start"},
                {"order": "seat_bot", "seat": 2, "bot": "level-1"},
                {"order": "close_table"},
                {"order": "propose", "what": "rematch"},
                {"order": "propose", "what": "referee"},
                {"order": "seat_entrant", "person": "x", "seat": 2},
                {"order": "appoint", "person": "x"},
            )
            return [(await ana.order(order))["type"] for order in orders]

    assert asyncio.run(asks()) == ["refused"] * 9
    assert live(desk).state.closed is None


def test_another_phone_takes_over_once_the_first_is_gone(desk: AtDesk):
    online(desk, 1)
    player = desk.table(1, 1)["seats"][0]
    first, second = by_card(desk, player), by_card(desk, player)

    async def at_both() -> None:
        async with sits(first):
            refused = second.browser.post(f"/e/{desk.event}/t/1/1/play")
            assert refused.status_code == 400
            assert "juega en otro móvil" in words(refused)

    asyncio.run(at_both())
    until(lambda: not live(desk).state.here(live(desk).state.players[0]))
    sits(second)
    assert live(desk).state.players == (second.browser.me()["person"],)
    assert len(live(desk).state.guests) == 1


@pytest.mark.article("CI-8")
def test_a_stand_in_sits_down_with_the_card_of_who_is_absent(desk: AtDesk):
    absent = desk.table(1, 1)["seats"][1]
    desk.order("default", round=1, table=1, absent=[absent])
    desk.order("stand_in", round=1, player=absent, name="Comodín Pérez")
    online(desk, 1)
    assert live(desk).state.reserved[1] == "Comodín Pérez"
    phone = by_card(desk, absent)
    assert "Sentarme a jugar" in words(phone.me())
    assert "Sentarme a jugar" in words(phone.sees())
    sits(phone)
    assert live(desk).state.chairs[1].person == phone.browser.me()["person"]


# --- the desk changes its mind ----------------------------------------------------------------------------------------


def test_back_to_paper_while_nothing_is_played_and_never_after(desk: AtDesk):
    online(desk)
    first = live(desk).id
    assert "Volver a papel (2 sin empezar)" in words(desk.get("tables"))
    assert desk.post("tables/online", do="paper", round="1").status_code == 303
    until(lambda: live_tables(desk) == [])
    assert "Sentarme" not in words(four(desk)[0].sees())
    online(desk, 1)
    assert live(desk).id != first
    asyncio.run(all_play([sits(phone) for phone in four(desk)], lambda player: bool(player.shown.get("chain"))))
    refused = desk.post("tables/online", do="paper", round="1", table="1")
    assert refused.status_code == 400
    assert "La mesa 1 ya ha empezado en línea: se termina allí, o se anota su resultado a mano" in words(refused)


def test_a_round_whose_clock_runs_goes_online_only_when_that_is_meant(server: Running):
    desk = director(server).create().players(8).round()
    desk.hall("set_clock", round=1, minutes=25)
    desk.hall("start_clock")
    question = desk.post("tables/online", do="online", round="1")
    assert "A los jugadores de las mesas sin resultado (2) el móvil les dirá que jueguen allí" in words(question)
    assert "Volver a papel" not in words(desk.get("tables"))
    assert desk.post("tables/online", do="online", round="1", sure="yes").status_code == 303
    assert "Volver a papel (2 sin empezar)" in words(desk.get("tables"))


def test_what_the_desk_writes_first_stands_until_it_is_taken_back(desk: AtDesk):
    online(desk, 1)
    players = [sits(phone) for phone in four(desk)]

    async def evening() -> int:
        async with AsyncExitStack() as room:
            for player in players:
                await room.enter_async_context(player)
            await players[0].until(lambda: bool(players[0].shown))
            keyed = await asyncio.to_thread(desk.order, "result", round=1, table=1, score=[20, 3])
            await play_on(players)
            number: int = keyed["event"]
            return number

    keyed = asyncio.run(evening())
    assert desk.table(1, 1)["score"] == [20, 3]
    assert "La mesa ya tiene resultado" in words(desk.get("tables/1/1"))
    desk.order("undo", event=keyed)
    match = live(desk).state.match
    assert match is not None
    assert sorted(has_slip(desk)["score"]) == sorted(match.score)
    desk.order("undo", event=desk.object()["log"]["events"])
    desk.hall("announce", text="otra vuelta")  # and the tables are looked at again
    online(desk, 2)
    live(desk, 2)
    assert desk.table(1, 1)["score"] is None, "it is handed in once; after an undo the desk decides"
    assert is_in_order(desk)


def test_a_round_that_is_drawn_again_has_no_tables_online(server: Running):
    desk = director(server).create("clasico", points="20").pairs(4).round()
    online(desk)
    until(lambda: len(live_tables(desk)) == 2)
    published = desk.object()["log"]["events"]
    desk.order("undo", event=published)
    until(lambda: live_tables(desk) == [])
    seats = desk.table(1, 1)["seats"]
    desk.order("publish")
    until(lambda: len(live_tables(desk)) == 2, "the same people at the same seats: other tables for them")
    desk.order("undo", event=desk.object()["log"]["events"])
    together = ("p1a" in seats) == ("p2a" in seats)
    desk.order("swap", round=1, a="e1", b="e3" if together else "e2", reason="hermanos")
    desk.order("publish")
    until(lambda: live_tables(desk) == [], "others sit there now: they play on paper until the desk says otherwise")


@pytest.mark.article("SJ-jueces")
def test_a_result_that_the_event_cannot_take_is_left_to_the_desk_which_is_told_why(server: Running):
    desk = director(server).create("san-juan").pairs(2).round()
    online(desk, 1)
    players = [sits(phone) for phone in four(desk)]

    async def evening() -> None:
        async with AsyncExitStack() as room:
            for player in players:
                await room.enter_async_context(player)
            await asyncio.to_thread(desk.post, "clock", do="start", minutes="20")
            await players[0].until(lambda: bool(players[0].shown))
            await asyncio.to_thread(desk.post, "clock", do="time", sure="yes")
            await players[0].until(lambda: over(players[0]))  # level at nothing: the judges' word does not come

    asyncio.run(evening())
    until(lambda: "No se ha podido anotar su resultado" in words(desk.get("tables/1/1")))
    assert "¿quién ganó?" in words(desk.get("tables/1/1")).lower()
    assert desk.table(1, 1)["score"] is None
    desk.order("result", round=1, table=1, score=[0, 0], winner="2+4")
    assert "No se ha podido" not in words(desk.get("tables/1/1"))


# --- the hall's clock -------------------------------------------------------------------------------------------------


@pytest.mark.article("CI-3")
def test_the_halls_clock_begins_stops_and_ends_the_match(server: Running):
    desk = director(server).create(points="100").players(4).round()
    online(desk, 1)
    players = [sits(phone) for phone in four(desk)]

    async def evening() -> None:
        async with AsyncExitStack() as room:
            for player in players:
                await room.enter_async_context(player)
            ana = players[0]
            assert live(desk).state.match is None, "everybody sits, and the clock stands"
            await asyncio.to_thread(desk.post, "clock", do="start", minutes="20")
            await ana.until(lambda: bool(ana.shown))
            ends = desk.server.app.state.tournaments.all[desk.event].hall.clock.ends(1)
            await asyncio.to_thread(until, lambda: live(desk).state.match.clock.ends == ends)  # type: ignore[union-attr]
            await asyncio.to_thread(desk.post, "clock", do="pause")
            await ana.until(lambda: bool(ana.table["pause"]))
            assert ana.table["pause"]["why"] == "director"
            await asyncio.to_thread(desk.post, "clock", do="resume")
            await ana.until(lambda: not ana.table["pause"])
            await asyncio.to_thread(desk.post, "clock", do="time", sure="yes")
            await asyncio.to_thread(until, lambda: live(desk).state.match.time_called)  # type: ignore[union-attr]
            await play_on(players)

    asyncio.run(evening())
    table, match = has_slip(desk), live(desk).state.match
    assert match is not None
    assert sorted(table["score"]) == sorted(match.score)
    assert len(match.lines) <= 2, "the hand in play and one more"
    assert is_in_order(desk)


# --- judges -----------------------------------------------------------------------------------------------------------


def test_a_judge_is_called_from_the_table_and_follows_it_as_its_referee(desk: AtDesk):
    online(desk, 1)
    players = [sits(phone) for phone in four(desk)]
    judge = desk.as_("judge", "Mora")

    async def calls() -> None:
        async with AsyncExitStack() as room:
            for player in players:
                await room.enter_async_context(player)
            bea = players[1]
            await bea.until(lambda: bool(bea.shown))
            assert (await bea.order({"order": "call_referee", "reason": "un renuncio"}))["type"] == "done"
            await asyncio.to_thread(until, lambda: "un renuncio" in words(judge.get("judges")))
            hall = desk.server.app.state.tournaments.all[desk.event].hall
            assert hall.calls[0].by == f"player:{desk.table(1, 1)['seats'][1]}"
            await asyncio.to_thread(judge.post, "judges", do="close", call=hall.calls[0].call)
            await bea.until(lambda: not bea.table["calls"])

    asyncio.run(calls())
    led = judge.post("tables/1/1/follow")
    assert led.headers["location"] == f"/tables/{live(desk).id}"
    assert live(desk).state.referee == judge.browser.me()["person"]
    assert judge.browser.get(led.headers["location"]).status_code == 200
    assert desk.as_("desk", "Luz").browser.post(f"/e/{desk.event}/desk/tables/1/1/follow").status_code == 403
