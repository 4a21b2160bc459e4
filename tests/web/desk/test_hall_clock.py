"""The hall's clock at the desk: set, started, stopped, called; more time for one table; it survives a restart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tantera.tournament.hall.events import ClockLengthened
from tantera.tournament.hall.state import MINUTE, HallClock, HallState, evolve
from tantera.web.desk import hall_clock
from tantera.web.tournaments.clock_view import clock_text, clock_told
from tests.tournament.hall import hall as tournament_of
from tests.web.desk.running import AtDesk, director, words
from tests.web.serving import Running, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("clock") / "data") as running:
        yield running


@pytest.fixture
def desk(server: Running) -> AtDesk:
    """Round 1 published, its clock not yet set."""
    return director(server).create().players(8).round()


def clock_of(desk: AtDesk) -> HallClock:
    found = desk.server.app.state.tournaments.all[desk.event].hall.clock
    assert isinstance(found, HallClock)
    return found


def test_without_a_round_there_is_nothing_to_time(server: Running):
    page = director(server).create().get("clock")
    assert page.status_code == 200
    assert "Todavía no hay ronda que cronometrar" in words(page)


@pytest.mark.article("CI-3")
def test_the_events_minutes_are_offered_and_one_button_starts_them(desk: AtDesk):
    page = desk.get("clock")
    assert 'name="minutes" type="text" inputmode="numeric" value="25"' in page.text
    assert page.text.count('"primary"') == 1
    assert "la mano levantada y una más; si no la hay, dos" in words(page).lower()
    assert desk.post("clock", do="start", minutes="25").status_code == 303
    assert clock_of(desk).length == 25 * MINUTE
    assert clock_of(desk).started is not None
    page = desk.get("clock")
    assert "hasta las" in words(page)  # without a script no figures stand there and deceive
    assert 'id="hall-clock"' in desk.get("draw").text


def test_an_event_without_minutes_has_a_clock_only_when_somebody_sets_one(server: Running):
    desk = director(server).create("puerto-rico-500").pairs(4).round()
    page = desk.get("clock")
    assert "sin límite de minutos" in words(page)
    assert "Arrancar el reloj" not in words(page)
    assert "Anotar resultados" in words(page)
    desk.post("clock", do="set", minutes="40")
    page = desk.get("clock")
    assert "40:00" in words(page)
    assert "Arrancar el reloj" in words(page)


def test_a_large_hall_shares_its_names_among_projectors(desk: AtDesk, monkeypatch: pytest.MonkeyPatch):
    assert "Con varios proyectores: solo el reloj" in words(desk.get("clock"))
    assert not re.findall(r"/wall\?part=", desk.get("clock").text)
    monkeypatch.setattr(hall_clock, "OF_A_PART", 4)
    assert re.findall(r"/wall\?part=(\d/\d)", desk.get("clock").text) == ["1/2", "2/2"]


def test_it_is_paused_resumed_and_time_is_called(desk: AtDesk):
    desk.post("clock", do="start", minutes="20")
    desk.post("clock", do="pause")
    assert clock_of(desk).paused is not None
    page = desk.get("clock")
    assert page.text.count('"primary"') == 1
    assert "El reloj está en pausa" in words(page)
    desk.post("clock", do="resume")
    assert clock_of(desk).paused is None
    desk.post("clock", do="time", sure="yes")
    assert clock_of(desk).called is not None
    page = desk.get("clock")
    assert "¡Tiempo!" in words(page)
    assert "Últimas manos" in words(page)


def test_before_the_whole_hall_hears_time_it_is_asked_and_told_how_much_is_left(desk: AtDesk):
    desk.post("clock", do="start", minutes="20")
    question = desk.post("clock", do="time")
    assert clock_of(desk).called is None
    assert re.search(r"Quedan (20:00|19:\d\d) en el reloj", words(question))
    assert "la mano levantada y una más" in words(question)
    assert 'name="do" value="time"' in question.text


def test_after_time_a_new_clock_is_asked_about_and_before_it_is_not(desk: AtDesk):
    desk.post("clock", do="set", minutes="25")
    desk.post("clock", do="set", minutes="20")
    assert clock_of(desk).length == 20 * MINUTE
    desk.post("clock", do="start")
    desk.post("clock", do="time", sure="yes")
    question = desk.post("clock", do="set", minutes="5")
    assert "La sala ya ha oído «tiempo»" in words(question)
    assert clock_of(desk).called is not None
    desk.post("clock", do="set", minutes="5", sure="yes")
    assert clock_of(desk) == HallClock(1, 5 * MINUTE)


def test_one_table_is_given_more_time_and_a_line_is_shown_everywhere(desk: AtDesk):
    desk.post("clock", do="start", minutes="20")
    assert desk.post("clock", do="more", table="2", extra="5").status_code == 303
    assert clock_of(desk).more == {2: 5 * MINUTE}
    assert "Mesa 2 +5 min" in words(desk.get("clock"))
    desk.post("clock", do="announce", text="  Comida a las 14:00 ")
    for page in (desk.get("draw"), desk.browser.get(f"/e/{desk.event}"), desk.browser.get(f"/e/{desk.event}/wall")):
        assert "Comida a las 14:00" in page.text


@pytest.mark.parametrize(
    "form",
    [
        {"do": "set", "minutes": ""},
        {"do": "set", "minutes": "9999"},
        {"do": "more", "table": "x", "extra": "5"},
        {"do": "more", "table": "1", "extra": "−"},
        {"do": "pause"},
        {"do": "dance"},
        {},
    ],
)
def test_what_cannot_be_is_refused_on_the_same_screen(desk: AtDesk, form: dict[str, str]):
    answer = desk.post("clock", **form)
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text


def test_the_whole_hall_is_given_more_time(desk: AtDesk):
    desk.post("clock", do="start", minutes="20")
    assert desk.post("clock", do="more", table="", extra="5").status_code == 303
    assert clock_of(desk).length == 25 * MINUTE
    assert not clock_of(desk).more
    assert "tiempo para toda la sala: +5 min" in words(desk.get("acts"))
    assert desk.as_("judge").post("clock", do="more", table="", extra="5").status_code == 400
    assert desk.post("clock", do="more", table="", extra="-60").status_code == 400
    assert clock_of(desk).length == 25 * MINUTE


def test_time_for_the_whole_hall_counts_from_the_time_that_was_called():
    state = HallState(clock=HallClock(1, 20 * MINUTE, started=0, called=10 * MINUTE))
    state = evolve(state, ClockLengthened(length=5 * MINUTE, at=11 * MINUTE, by="director"))
    assert state.clock is not None
    assert state.clock.ends() == 15 * MINUTE
    assert state.clock.phase(12 * MINUTE) == "running"


def test_a_judge_gives_time_and_does_not_stop_the_hall(desk: AtDesk):
    desk.post("clock", do="start", minutes="20")
    judge = desk.as_("judge")
    page = judge.get("clock")
    assert "Más tiempo para una mesa" in words(page)
    assert "Cantar" not in words(page)
    assert judge.post("clock", do="pause").status_code == 400
    assert judge.post("clock", do="more", table="1", extra="3").status_code == 303


def test_the_clock_goes_on_where_it_was_after_a_restart(tmp_path: Path):
    with serving(tmp_path / "data") as server:
        desk = director(server).create().players(8).round()
        desk.post("clock", do="start", minutes="20")
        event, before = desk.event, clock_of(desk)
    with serving(tmp_path / "data") as server:
        assert server.app.state.tournaments.all[event].hall.clock == before


# --- what screens are told ------------------------------------------------------------------------------------------

EVENT = tournament_of().tournament


def told(clock: HallClock) -> dict[str, object]:
    found = clock_told(EVENT, HallState(clock=clock))
    assert found is not None
    return found


def test_a_screen_is_told_when_time_comes_and_counts_for_itself():
    running = told(HallClock(1, 25 * MINUTE, started=1000, more={3: 5 * MINUTE}))
    assert (running["ends"], running["left"]) == (1000 + 25 * MINUTE, None)
    assert running["more"] == {"3": {"ends": 1000 + 30 * MINUTE, "left": None}}
    assert running["warn"] == [5]


def test_a_clock_that_stands_is_told_by_what_is_left():
    assert told(HallClock(1, 25 * MINUTE))["left"] == 25 * MINUTE
    paused = told(HallClock(1, 25 * MINUTE, started=0, paused=10 * MINUTE))
    assert (paused["ends"], paused["left"]) == (None, 15 * MINUTE)


def test_time_that_was_called_is_when_it_was_called_even_in_a_pause():
    assert told(HallClock(1, 25 * MINUTE, started=0, called=7 * MINUTE))["ends"] == 7 * MINUTE
    assert told(HallClock(1, 25 * MINUTE, started=0, paused=6 * MINUTE, called=7 * MINUTE))["ends"] == 7 * MINUTE


def test_what_a_table_was_given_counts_from_the_time_that_was_called():
    clock = HallClock(1, 25 * MINUTE, started=0, called=7 * MINUTE, more={3: 5 * MINUTE, 4: -5 * MINUTE})
    assert told(clock)["more"] == {
        "3": {"ends": 12 * MINUTE, "left": None},
        "4": {"ends": 7 * MINUTE, "left": None},
    }
    assert [clock.phase(8 * MINUTE, table) for table in (None, 3, 4)] == ["time", "running", "time"]
    in_a_pause = HallClock(1, 25 * MINUTE, started=0, paused=6 * MINUTE, called=7 * MINUTE, more={3: 5 * MINUTE})
    assert [in_a_pause.phase(at * MINUTE, 3) for at in (8, 13)] == ["running", "time"]


def test_without_a_script_a_running_clock_says_until_when():
    running = HallState(clock=HallClock(1, 25 * MINUTE, started=0))
    assert re.fullmatch(r"hasta las \d\d:\d\d", clock_text(running, MINUTE, "es"))
    assert clock_text(HallState(clock=HallClock(1, 25 * MINUTE)), 0, "es") == "25:00"
    assert clock_text(running, 26 * MINUTE, "es") == "¡Tiempo!"
    assert clock_text(HallState(), 0, "es") == ""
