"""Who is there, and what happens when somebody is not: devices, grace, the host, pauses, take-backs, rematches."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tantera.web.tables.socket import to_wait
from tests.web.serving import Guest, Player, serving

Story = Callable[[str], Coroutine[Any, Any, None]]


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Story], None]:
    """A story at a server where a page that is loaded again has not two seconds, but a moment."""
    monkeypatch.setattr("tantera.web.tables.live._RELOAD", 0.2)

    def tell(story: Story) -> None:
        with serving(tmp_path / "data") as server:
            asyncio.run(story(server.url))

    return tell


def quickly(**more: Any) -> dict[str, Any]:
    """Settings of a table that waits for nobody long."""
    return {"times": {"entropy": 0, "grace": 1000, "seat": 1000} | more.pop("times", {})} | more


async def two_at(
    url: str, book: str = "clasico", **opening: Any
) -> tuple[dict[str, str], tuple[Guest, Guest], tuple[Player, Player]]:
    """Ana and Bea, each alone, in the middle of the first hand."""
    ana, bea = Guest(url, "Ana"), Guest(url, "Bea")
    options = {"players": 2, "play": "alone"} | opening.pop("options", {})
    opened = ana.opens(book, options=options, **{"settings": quickly(), "limit": "200p"} | opening)
    bea.comes_to(opened)
    one, other = await ana.at(opened).join(), await bea.at(opened).join()
    assert (await other.order({"order": "sit", "seat": 2}))["type"] == "done"
    await both(one, other, lambda: len(one.shown.get("moves", [])) > 1 and one.shown["phase"] == "playing")
    return opened, (ana, bea), (one, other)


async def both(one: Player, other: Player, enough: Callable[[], bool]) -> None:
    """Both play on until it is enough."""
    await asyncio.gather(one.play(enough), other.play(enough))


def seat_of(player: Player, name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(seat for seat in player.table["seats"] if seat["name"] == name)
    return found


async def goes(*players: Player) -> None:
    for player in players:
        await player.leave()


# --- presence -------------------------------------------------------------------------------------------------------


def test_somebody_with_two_devices_is_there_until_the_last_of_them_goes(told: Callable[[Story], None]):
    async def story(url: str) -> None:
        opened, (ana, _), (one, other) = await two_at(url)
        tablet = await ana.at(opened).join()
        assert tablet.table["seat"] == one.table["seat"]
        assert tablet.shown["racks"] == one.shown["racks"]
        await one.leave()
        await asyncio.sleep(0.5)
        assert seat_of(other, "Ana")["where"] == "here"
        await tablet.leave()
        await other.until(lambda: seat_of(other, "Ana")["where"] == "offline")
        assert seat_of(other, "Ana")["grace_until"] > seat_of(other, "Ana")["since"], "a countdown is shown"
        await other.leave()

    told(story)


def test_a_page_that_is_loaded_again_was_never_away(told: Callable[[Story], None], monkeypatch: pytest.MonkeyPatch):
    moment = 1.0
    monkeypatch.setattr("tantera.web.tables.live._RELOAD", moment)

    async def story(url: str) -> None:
        opened, (ana, _), (one, other) = await two_at(url)
        took = moment
        while took >= moment:  # a busy machine may take longer: then they were away
            await other.until(lambda: seat_of(other, "Ana")["where"] == "here")
            seen, since = len(other.frames), time.monotonic()
            await one.leave()
            one = await ana.at(opened).join()
            took = time.monotonic() - since
        await asyncio.sleep(1.2 * moment)
        told = [(frame.get("table"), frame.get("around")) for frame in other.frames[seen:]]
        assert "offline" not in json.dumps(told)
        await goes(one, other)

    told(story)


def test_after_the_grace_time_a_bot_plays_and_whoever_comes_back_has_the_same_seat(told: Callable[[Story], None]):
    async def story(url: str) -> None:
        opened, (_, bea), (one, other) = await two_at(url)
        seat = other.table["seat"]
        await other.leave()
        await one.until(lambda: seat_of(one, "Bea")["bot"] is not None)
        assert "un bot juega por ti" in bea.asks("GET", "/", headers={"accept-language": "es"}).text, "home says so"
        moves = len(one.shown["moves"])
        await one.play(lambda: len(one.shown["moves"]) > moves + 2 or one.shown["phase"] != "playing")
        phone = await Guest(url, "Bea", bea.cookie).at(opened).join()
        await phone.until(lambda: seat_of(phone, "Bea")["bot"] is None)
        assert phone.table["seat"] == seat
        await goes(one, phone)

    told(story)


def test_the_others_may_end_a_grace_time_early(told: Callable[[Story], None]):
    async def story(url: str) -> None:
        _, _, (one, other) = await two_at(url, settings=quickly(times={"grace": 600_000}))
        await other.leave()
        await one.until(lambda: seat_of(one, "Bea")["where"] == "offline")
        seat = other.table["seat"]
        assert (await one.order({"order": "propose", "what": "end_grace", "seat": seat}))["type"] == "done"
        await one.until(lambda: seat_of(one, "Bea")["bot"] is not None)
        await one.leave()

    told(story)


@pytest.mark.parametrize("book", ["san-juan", "tarragona"])
def test_where_the_table_goes_by_the_book_leaving_is_what_the_book_says(told: Callable[[Story], None], book: str):
    """TG-16.6, SJ-irreg-7: whoever leaves loses the match."""

    async def story(url: str) -> None:
        ana, bea = Guest(url, "Ana"), Guest(url, "Bea")
        opened = ana.opens(book, settings=quickly(away="book"))
        bea.comes_to(opened)
        one, other = await ana.at(opened).join(), await bea.at(opened).join()
        await other.order({"order": "sit", "seat": 2})
        await one.order({"order": "start"})
        await both(one, other, lambda: len(one.shown.get("moves", [])) > 1 and one.shown["phase"] == "playing")
        await other.leave()
        await one.until(lambda: one.shown["phase"] == "ended")
        assert one.table["seat"] in one.shown["winner"]
        assert one.shown["infractions"][-1]["article"] in ("TG-16.6", "SJ-irreg-7")
        await one.leave()

    told(story)


def test_the_host_who_says_goodbye_keeps_the_seat_and_the_others_play_on(told: Callable[[Story], None]):
    async def story(url: str) -> None:
        opened, (ana, _), (one, other) = await two_at(url)
        assert (await one.order({"order": "leave"}))["type"] == "done"
        await other.until(lambda: seat_of(other, "Ana")["bot"] is not None)
        hands = other.shown["hands"]
        home = ana.asks("GET", "/?lang=es").text
        assert f"La mesa {opened['code']} sigue sin ti" in home
        assert f'href="/tables/{opened["table"]}"' in home
        assert 'class="left-match' not in home, "it asks nothing of her"
        await other.play(lambda: other.shown["hands"] > hands)
        await one.leave()
        back = await Guest(url, "Ana", ana.cookie).at(opened).join()
        await back.until(lambda: seat_of(back, "Ana")["bot"] is None)
        assert back.table["is_host"]
        await goes(back, other)

    told(story)


def test_whoever_says_goodbye_to_a_table_by_code_looks_on_no_longer(told: Callable[[Story], None]):
    """On no device: neither the talk nor the match is theirs any more."""

    async def story(url: str) -> None:
        opened, _, (one, other) = await two_at(url)
        eva = Guest(url, "Eva").comes_to(opened)
        phone, tablet = await eva.at(opened).join(), await eva.at(opened).join()
        assert (await phone.order({"order": "leave"}))["type"] == "done"
        for device in (phone, tablet):
            with pytest.raises((ConnectionError, ConnectionClosed)):
                await device.until(lambda: False, 10)
            assert device._socket is not None
            assert device._socket.close_code == 4403
        await goes(one, other)

    told(story)


def test_whoever_looks_on_at_a_public_table_may_say_goodbye_and_look_on(told: Callable[[Story], None]):
    async def story(url: str) -> None:
        opened, _, (one, other) = await two_at(url, settings=quickly(public=True))
        eva = Guest(url, "Eva").comes_to(opened)
        phone = await eva.at(opened).join()
        assert (await phone.order({"order": "leave"}))["type"] == "done"
        await phone.send('{"type":"again"}')
        await phone.until(lambda: phone.frames[-1]["type"] == "joined")
        assert phone.table["eyes"] == "spectator"
        await goes(one, other, phone)

    told(story)


def test_a_table_that_everybody_has_left_closes_and_its_socket_says_so(told: Callable[[Story], None]):
    async def story(url: str) -> None:
        ana = Guest(url, "Ana")
        opened = ana.opens("clasico", settings=quickly(times={"idle": 1000}))
        async with ana.at(opened):
            pass
        async with asyncio.timeout(20):
            while (await asyncio.to_thread(ana.asks, "GET", f"/api/tables/{opened['table']}")).status_code != 404:
                await asyncio.sleep(0.1)
        connection = await ana.at(opened).connected()
        with pytest.raises(ConnectionClosed):
            await connection.recv()
        assert connection.close_code == 4404

    told(story)


# --- what people agree on -------------------------------------------------------------------------------------------


def test_a_pause_is_agreed_on_stands_every_clock_still_and_ends_by_agreement(told: Callable[[Story], None]):
    async def story(url: str) -> None:
        _, _, (one, other) = await two_at(url)
        assert (await one.order({"order": "propose", "what": "pause"}))["type"] == "done"
        await other.until(lambda: bool(other.table["proposals"]))
        assert one.table["pause"] is None, "not before the other side agrees"
        await other.order({"order": "agree", "what": "pause"})
        await one.until(lambda: one.table["pause"] is not None)
        pause: dict[str, Any] = one.table["pause"] or {}
        assert pause["why"] == "agreed"
        assert (one.shown["deadline"], one.table["waits"]) == (None, [])
        mover = one if one.options else other
        if mover.options:
            assert (await mover.order(mover.options[0]))["type"] == "refused"
        await other.order({"order": "propose", "what": "resume"})
        await one.order({"order": "agree", "what": "resume"})
        await one.until(lambda: one.table["pause"] is None)
        moves = len(one.shown["moves"])
        await both(one, other, lambda: len(one.shown["moves"]) > moves or one.shown["phase"] != "playing")
        await goes(one, other)

    told(story)


def test_a_move_is_taken_back_by_consent_only(told: Callable[[Story], None]):
    async def story(url: str) -> None:
        _, _, (one, other) = await two_at(url)
        mover, waiting = await with_a_choice(one, other)
        rack, laid = own_rack(mover), len(mover.shown["chain"])
        move = next(option for option in mover.options if option["order"] == "place_tile")
        await mover.order(move)
        assert (await waiting.order({"order": "propose", "what": "take_back"}))["type"] == "refused"
        await mover.order({"order": "propose", "what": "take_back"})
        await waiting.until(lambda: bool(waiting.table["proposals"]))
        await waiting.order({"order": "decline", "what": "take_back"})
        await mover.until(lambda: not mover.table["proposals"])
        assert len(mover.shown["chain"]) == laid + 1, "no means no"
        await mover.order({"order": "propose", "what": "take_back"})
        await waiting.until(lambda: bool(waiting.table["proposals"]))
        await waiting.order({"order": "agree", "what": "take_back"})
        for player in (mover, waiting):
            await player.until(lambda player=player: len(player.shown["chain"]) == laid)  # type: ignore[misc]
        assert own_rack(mover) == rack
        assert mover.options
        await goes(one, other)

    told(story)


async def with_a_choice(one: Player, other: Player) -> tuple[Player, Player]:
    """Play on until somebody has more than one tile to lay; that player, and the other."""
    while True:
        await asyncio.sleep(0.01)
        for mover, waiting in ((one, other), (other, one)):
            tiles = [option for option in mover.options if option["order"] == "place_tile"]
            if mover.shown["phase"] == "playing" and len(tiles) > 1 and len(own_rack(mover)) > 2:
                return mover, waiting
            if mover.options:
                await mover.order(mover.options[0])


def own_rack(player: Player) -> list[str]:
    found: list[str] = player.shown["racks"][player.table["seat"] - 1]
    return found


def test_watchers_and_the_referee_come_along_to_a_rematch(told: Callable[[Story], None]):
    async def story(url: str) -> None:
        opened, _, (one, other) = await two_at(url, limit="1h")
        eva, fred = (Guest(url, name).comes_to(opened) for name in ("Eva", "Fred"))
        watcher, referee = await eva.at(opened).join(), await fred.at(opened).join()
        await referee.order({"order": "propose", "what": "referee"})
        await one.order({"order": "agree", "what": "referee"})
        await other.order({"order": "agree", "what": "referee"})
        await both(one, other, lambda: one.shown["phase"] == "ended")
        await one.order({"order": "propose", "what": "rematch"})
        await other.order({"order": "agree", "what": "rematch"})
        await both(one, other, lambda: one.table["matches"] == 2 and one.shown["phase"] == "playing")
        for player in (watcher, referee):
            await player.until(lambda player=player: player.table["matches"] == 2)  # type: ignore[misc]
            await player.until(lambda player=player: player.shown["phase"] == "playing")  # type: ignore[misc]
        assert watcher.shown["racks"] == [None, None]
        assert all(referee.shown["racks"])
        assert referee.table["eyes"] == "referee"
        await goes(one, other, watcher, referee)

    told(story)


def test_whoever_says_nothing_in_a_tunnel_is_away_after_three_heartbeats(
    told: Callable[[Story], None], monkeypatch: pytest.MonkeyPatch
):
    """The line is open and nobody is at its other end: no network tells anybody, and the others are waiting."""
    monkeypatch.setattr("tantera.web.tables.socket.BEAT", 0.1)
    monkeypatch.setattr("tantera.web.tables.socket.AGAIN", 0.1)

    async def story(url: str) -> None:
        opened, (_, bea), (one, other) = await two_at(url)
        silent = await bea.at(opened).connected()
        await other.leave()
        await one.until(lambda: seat_of(one, "Bea")["where"] == "offline")
        assert seat_of(one, "Ana")["where"] == "here", "who answers stays"
        await asyncio.wait_for(silent.wait_closed(), 5)
        await one.leave()

    told(story)


def test_who_does_not_answer_is_asked_again_sooner_and_is_away_before_fifteen_seconds_are_over():
    """The worst case: the line goes right after an answer."""
    answered, *unheard = (to_wait(count) for count in (1, 1, 2, 3))
    assert unheard[0] > unheard[1]
    assert 9 <= sum(unheard) <= answered + sum(unheard) < 15, "a phone that changes its antenna is not away"
