"""The calendar of a league at the desk: seen whole, a match moved and played on its own day."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.desk.running import AtDesk, director, words
from tests.web.serving import Running, serving


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with serving(tmp_path / "data") as running:
        yield running


@pytest.fixture
def desk(server: Running) -> AtDesk:
    desk = director(server).create("tarragona", format="pairs-round-robin").pairs(5)
    desk.order("edit_event", options={"dates": {"from": "2026-01-08", "every_days": 7}})
    return desk


def test_a_league_is_seen_whole_and_a_match_is_moved_and_played_later(desk: AtDesk):
    page = words(desk.get("calendar"))
    assert "Ronda 5 5 de febrero de 2026" in page
    assert page.count("Aún no publicada") == 5
    for _ in range(2):
        desk.order("draw")
        desk.order("publish")
    assert f'href="/e/{desk.event}/desk/calendar"' in desk.get("tables").text
    page = words(desk.get("calendar"))
    assert page.count("Aún no publicada") == 3
    assert page.count("en casa") == 4
    assert page.count("Descansa:") + page.count("Descansan:") == 2
    seats = desk.table(1, 2)["seats"]
    home, away = (" · ".join(f"Nombre {seat[1:]}" for seat in seats[side::2]) for side in (0, 1))
    assert page.index(home) < page.index(away), "the home pair first (TG-6.2)"
    wrong = desk.post("calendar", round="1", table="2", to="2026-02-30")
    assert wrong.status_code == 400
    assert "no es un día del calendario" in words(wrong)
    moved = desk.post("calendar", round="1", table="2", to="2026-03-01")
    assert moved.headers["location"].endswith("/desk/calendar#match-1-2")
    assert "aplazada al 1 de marzo de 2026" in words(desk.get("calendar"))
    assert "la mesa 2 se juega el 2026-03-01" in words(desk.get("acts")).lower()
    assert f'href="/e/{desk.event}/desk/tables/1/2"' in desk.get("calendar").text
    played = desk.post("tables/1/2", do="result", score1="300", score2="120")
    assert played.status_code == 303, played.text
    assert desk.table(1, 2)["score"] == [300, 120]
    assert "300–120" in words(desk.get("calendar"))
    late = desk.post("calendar", round="1", table="2", to="2026-03-08")
    assert late.status_code == 400
    assert desk.post("calendar", round="9", table="2", to="2026-03-08").status_code == 400
    assert desk.post("calendar", round="x", table="2", to="2026-03-08").status_code == 404


def test_only_who_directs_moves_a_match_and_an_event_without_days_has_no_calendar(desk: AtDesk):
    desk.order("draw")
    desk.order("publish")
    judge = desk.as_("judge")
    assert "Otro día" not in words(judge.get("calendar"))
    assert judge.post("calendar", round="1", table="1", to="2026-03-01").status_code == 400
    assert desk.as_("public").get("calendar").status_code == 403
    plain = director(desk.server).create().players(4)
    assert plain.get("calendar").status_code == 404


def test_a_league_begins_at_the_form_with_its_first_night_or_with_every_night(server: Running):
    league = {"book": "tarragona", "format": "pairs-round-robin"}
    fortnightly = director(server).create(**league, dates="8/1/2027", every_days="14").pairs(4)
    page = words(fortnightly.get("calendar"))
    assert "Ronda 1 8 de enero de 2027" in page
    assert "Ronda 3 5 de febrero de 2027" in page
    listed = director(server).create(**league, dates="2027-01-08, 2027-01-22").pairs(4)
    assert "Ronda 2 22 de enero de 2027" in words(listed.get("calendar"))
    again = listed.browser.get(f"/events/new?like={fortnightly.event}").text
    assert 'id="every_days" name="every_days" type="text" value="14"' in again
    assert 'id="dates" name="dates" type="text" value=""' in again, "the nights of the last league are over"


def test_days_that_are_none_or_a_format_without_days_begin_no_league(server: Running):
    boss = director(server)
    form = {"name": "Liga", "book": "tarragona", "format": "pairs-round-robin", "dates": "30/2/2027"}
    assert "30/2/2027 no es un día del calendario" in words(boss.browser.post("/events", form))
    swiss = boss.browser.post("/events", form | {"format": "", "dates": "8/1/2027"})
    assert "La opción dates no es para parejas, sistema suizo" in words(swiss)
