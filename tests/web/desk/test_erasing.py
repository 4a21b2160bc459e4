"""Somebody is forgotten by a tournament on a real server: at the desk, or because they asked by their phone."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tantera.tables import Times
from tantera.tournament.check import check
from tantera.tournament_file import read_lines
from tantera.web.tournaments import online as desk_online
from tests.web.desk.online import all_play, online, sits, until
from tests.web.desk.phones import by_card, by_slip
from tests.web.desk.running import AtDesk, director, words
from tests.web.lines import logged
from tests.web.serving import Running, serving

NAME = "Hermenegilda Puig"
QUICK = Times(entropy=0, wish=0, count=1000, seat=1000, decision=1000, ruling=1000)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(desk_online, "SETTINGS", replace(desk_online.SETTINGS, times=QUICK))
        with serving(tmp_path / "data") as running:
            yield running


@pytest.fixture
def desk(server: Running) -> AtDesk:
    """Four pairs at two tables; the first player is the one who wants to go."""
    made = director(server).create("clasico", points="20")
    for n, name in enumerate((NAME, "Bea Mas", "Cai Roca", "Dan Vila"), 1):
        both = [{"id": f"p{n}a", "name": name, "club": "Reus"}, {"id": f"p{n}b", "name": f"Otro {n}"}]
        made.order("enter", entry=f"e{n}", players=both)
    return made.round()


def every_byte(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def table_of(desk: AtDesk, player: str) -> int:
    tables: list[dict[str, Any]] = desk.object()["rounds"][0]["tables"]
    return 1 + next(place for place, table in enumerate(tables) if player in table["seats"])


def test_no_byte_of_the_servers_data_and_no_line_of_its_log_has_the_name(desk: AtDesk, tmp_path: Path):
    with logged() as lines:
        table = table_of(desk, "p1a")
        online(desk, table)
        phones = [by_slip(desk, seat, table=table) for seat in desk.table(1, table)["seats"]]
        asyncio.run(all_play([sits(phone, table) for phone in phones]))
        until(lambda: desk.table(1, table)["status"] == "confirmed", "the result did not come")
        desk.hall("announce", text=f"{NAME}, a la mesa 1")
        assert NAME.encode() in every_byte(tmp_path)
        before = desk.object()
        page = words(desk.get("entry/e1"))
        assert f"Borrar a {NAME}" in page
        assert "Nadie puede deshacerlo" in page
        answer = desk.post("entry/e1/erase", player="p1a")
        assert answer.status_code == 303, answer.text
    assert NAME not in lines.getvalue()
    assert "Hermenegilda" not in lines.getvalue()
    assert NAME.encode() not in every_byte(tmp_path)
    after = desk.object()
    assert (after["log"], after["standings"]) == (before["log"], before["standings"])
    page = words(desk.get("entry/e1"))
    assert NAME not in page
    assert "Borrar a Otro 1" in page
    for path in ("tables", "acts", "standings", "entries"):
        assert NAME not in desk.get(path).text, path
    for path in (f"/e/{desk.event}", f"/e/{desk.event}/wall", "/replays", "/tables", "/events"):
        assert NAME not in desk.browser.get(path).text, path
    assert check(read_lines(tmp_path / "data" / "events" / f"{desk.event}.tantera")).ok
    assert desk.post("acts/check").status_code in (200, 303)


def test_the_server_goes_on_with_the_event_after_a_restart_without_the_name(tmp_path: Path):
    with serving(tmp_path / "data") as first:
        desk = director(first).create().players(4).round()
        desk.hall("erase_person", player="p1")
        head, event = desk.object()["log"], desk.event
    with serving(tmp_path / "data") as again:
        there = director(again)
        there.event = event
        assert there.object()["log"] == head
        there.order("result", round=1, table=1, score=[100, 3])
    assert b'"Ana Pons 1"' not in every_byte(tmp_path)


@pytest.mark.parametrize("role", ["desk", "judge", "player", "public"])
def test_only_who_runs_the_event_erases_somebody(desk: AtDesk, role: str):
    other = desk.as_(role, "p1a" if role == "player" else "Mora")
    assert other.post("entry/e1/erase", player="p1a").status_code == 403
    assert "Borrar a" not in words(other.get("entry/e1"))
    assert desk.server.app.state.tournaments.all[desk.event].hall.erased == ()


def test_the_organiser_may_and_nobody_who_is_not_of_the_entry_is_meant(desk: AtDesk):
    organiser = desk.as_("organiser", "Luz")
    assert organiser.post("entry/e1/erase", player="p2a").status_code == 404
    assert organiser.post("entry/e1/erase", player="p1a").status_code == 303
    assert organiser.post("entry/e9/erase", player="p1a").status_code == 404


def test_who_erases_themselves_on_a_phone_is_shown_to_who_runs_the_event_until_it_is_done(desk: AtDesk, tmp_path: Path):
    phone = by_card(desk, "p1a")
    assert "Piden que se les borre" not in words(desk.get("entries"))
    assert "se pide a la organización" in words(phone.browser.get("/me"))
    assert phone.browser.erase_me().status_code == 303
    page = desk.get("entries")
    assert "Piden que se les borre" in words(page)
    assert NAME in page.text, "it is for the organisers to do: a phone is not proof enough"
    assert "Piden que se les borre" not in words(desk.as_("desk", "Luz").get("entries"))
    assert f"{NAME} pide que se le borre" in words(desk.get("entry/e1"))
    assert desk.post("entry/e1/erase", player="p1a").status_code == 303
    assert "Piden que se les borre" not in words(desk.get("entries"))
    assert NAME.encode() not in every_byte(tmp_path)


def test_asking_twice_is_asking_once_and_a_phone_asks_for_its_own_player_only(desk: AtDesk):
    first, second = by_card(desk, "p1a"), by_card(desk, "p1a")
    assert first.browser.erase_me().status_code == 303
    assert second.browser.erase_me().status_code == 303
    event = desk.server.app.state.tournaments.all[desk.event]
    assert event.hall.to_erase == ("p1a",)


def test_a_web_door_gives_every_order_a_salt_that_nobody_can_work_out(desk: AtDesk, tmp_path: Path):
    """The same event twice: the same words, and no hash twice."""
    rows = read_lines(tmp_path / "data" / "events" / f"{desk.event}.tantera")
    other = director(desk.server).create("clasico", points="20")
    other.order("enter", entry="e1", players=[{"id": "p1a", "name": NAME}, {"id": "p1b", "name": "Otro 1"}])
    again = read_lines(tmp_path / "data" / "events" / f"{other.event}.tantera")
    marks = [set(row.partition(b"\n")[0].split(b"sha256:")[1:]) for row in (rows[1], again[1])]
    assert marks[0]
    assert marks[0].isdisjoint(marks[1])
