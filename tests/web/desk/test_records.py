"""Standings and records at the desk: who leads and why, what was done, papers, copies, the check, the end."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tantera.paper import laid_out
from tantera.paper.slips import WayToSheet, for_tables
from tantera.tournament_file import read_lines
from tantera.web.tournaments import live
from tests.web.desk.running import AtDesk, director, words
from tests.web.serving import Running, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("desk") / "data") as running:
        yield running


@pytest.fixture
def desk(server: Running) -> AtDesk:
    """Eight players, round 1 played and closed."""
    made = director(server).create().players(8, paid=10).round([100, 62], [100, 40])
    made.order("close_round")
    return made


def test_standings_say_who_was_parted_by_what(desk: AtDesk):
    page = words(desk.get("standings"))
    assert "por dif.: +60 a +38" in page
    assert "empate en todo: por sorteo" in page
    assert "Cómo se ordena" in page
    assert "con " in words(desk.get("standings?show=met&round=1"))


def test_groups_clubs_and_prizes_are_shown_where_there_are_any(server: Running):
    desk = director(server).create("tarragona", format="pairs-groups").pairs(6).round()
    assert "Grupo 1" in words(desk.get("standings"))
    assert "Premios" not in words(desk.get("standings"))
    for show in ("met", "clubs", "prizes", "nothing"):
        assert desk.get(f"standings?show={show}").status_code == 200


def test_after_groups_the_final_order_stands_first_and_the_bracket_is_a_picture(server: Running):
    desk = director(server).create("tarragona", format="pairs-groups").pairs(8)
    for _ in range(3):
        desk.round(*[[300, 100]] * 4)
        desk.order("close_round")
    assert "Cuadro" not in words(desk.get("standings")).replace("Cuadro de partidas", "")
    desk.round([300, 100])
    page = words(desk.get("standings"))
    assert page.index("Orden final") < page.index("Grupo 1, como acabó") < page.index("Grupo 2, como acabó")
    assert "por el puesto en el grupo" in page
    drawn = desk.get("standings?show=bracket").text
    assert 'class="bracket"' in drawn
    assert "Semifinales" in drawn
    assert 'data-kind="bracket"' in desk.browser.get(f"/e/{desk.event}/wall").text
    assert desk.browser.get(f"/e/{desk.event}").status_code == 200


def test_an_event_without_anybody_has_empty_standings(server: Running):
    empty = director(server).create()
    assert empty.get("standings").status_code == 200
    assert empty.get("acts").status_code == 200


def test_the_log_says_who_did_what_and_is_searched(desk: AtDesk):
    control = desk.as_("desk", "C. Rull")
    desk.round()
    control.post("tables", round="2", table="1", score1="100", score2="50")
    page = words(desk.get("acts"))
    assert "Ronda 2, mesa 1 : 100–50, tecleado C. Rull" in page
    assert "100–50" in words(desk.get("acts?q=rull"))
    assert "Nada con esas palabras" in words(desk.get("acts?q=zzz"))


def test_an_undo_that_is_refused_says_what_rests_on_it(desk: AtDesk):
    desk.round()
    result = next(
        place for place in range(1, 40) if f'id="record-{place}"' in desk.get("acts").text and place > 9 and place == 12
    )
    answer = desk.post("acts/undo", event=str(result))
    assert answer.status_code == 400
    assert "la ronda 2" in words(answer).lower()


def test_an_undo_of_what_was_seen_asks_first(desk: AtDesk):
    desk.order("draw")
    publish = desk.order("publish")["event"]
    asked = desk.post("acts/undo", event=str(publish), back="acts")
    assert "La ronda 2 dejaría de estar publicada" in words(asked)
    assert desk.object()["rounds"][1]["stage"] == "published"
    assert desk.post("acts/undo", event=str(publish), back="acts", sure="yes").status_code == 303
    assert desk.object()["rounds"][1]["stage"] == "draft"
    assert "deshecho" in words(desk.get("acts"))


def test_a_slip_of_the_round_in_play_is_undone_at_once(desk: AtDesk):
    desk.round([100, 10])
    number = desk.object()["log"]["events"]
    answer = desk.post("acts/undo", event=str(number), back="tables")
    assert answer.headers["location"] == f"/e/{desk.event}/desk/tables"
    assert desk.table(2, 1)["score"] is None
    for wrong in ("", "0", "9999", "x"):
        assert desk.post("acts/undo", event=wrong).status_code == 400


def test_the_check_reads_the_whole_log_and_says_so(desk: AtDesk):
    assert "Todo en orden." in words(desk.post("acts/check"))


def test_the_file_that_is_downloaded_is_the_whole_event(desk: AtDesk, tmp_path: Path):
    answer = desk.get("event.tantera")
    path = tmp_path / "event.tantera"
    path.write_bytes(answer.content)
    assert len(read_lines(path)) == desk.object()["log"]["events"]


def test_copies_go_to_a_folder_and_the_page_says_how_old_they_are(desk: AtDesk, tmp_path: Path):
    assert "pon un lápiz USB" in words(desk.get("acts"))
    gone = desk.post("acts/copies", folder=str(tmp_path / "nothing"))
    assert gone.status_code == 400
    assert "Copiado en" in words(desk.post("acts/copies", folder=str(tmp_path)))
    assert len(read_lines(tmp_path / f"{desk.event}.tantera")) == desk.object()["log"]["events"]
    desk.order("draw")
    assert "le faltan 1 anotaciones" in words(desk.get("acts"))
    organiser = desk.as_("organiser")
    assert organiser.post("acts/copies", folder="/tmp").status_code == 403
    assert "Copiado en" in words(organiser.post("acts/copies"))
    assert desk.as_("judge").post("acts/copies").status_code == 403
    assert desk.post("acts/copies", folder="").status_code == 303


def test_who_publishes_waits_for_the_copy_unless_the_stick_is_slow(
    desk: AtDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(live, "FOR_A_COPY", 600)
    stick, copying = tmp_path / "stick", desk.server.app.state.tournaments.copying
    stick.mkdir()
    desk.post("acts/copies", folder=str(stick))
    desk.order("draw")
    desk.order("publish")
    before = desk.object()["log"]["events"]
    assert len(read_lines(stick / f"{desk.event}.tantera")) == before
    monkeypatch.setattr(live, "FOR_A_COPY", 0)
    for table in (1, 2):
        desk.order("result", round=2, table=table, score=[100, 60])
    slow = threading.Event()
    copying.submit(slow.wait)  # what the stick still writes of something else
    try:
        desk.round([100, 60], [100, 70])
        assert "Se está haciendo una copia" in words(desk.get("acts"))
        assert len(read_lines(stick / f"{desk.event}.tantera")) == before
    finally:
        slow.set()
    copying.submit(bool).result()
    assert len(read_lines(stick / f"{desk.event}.tantera")) == desk.object()["log"]["events"]
    assert "Se está haciendo" not in words(desk.get("acts"))


def test_a_missing_stick_is_told_on_every_screen_until_a_copy_is_made(desk: AtDesk, tmp_path: Path):
    stick, copying = tmp_path / "stick", desk.server.app.state.tournaments.copying
    stick.mkdir()
    desk.post("acts/copies", folder=str(stick))
    shutil.rmtree(stick)
    desk.round()
    copying.submit(bool).result()
    assert "La última copia no se ha hecho." in words(desk.get("tables"))
    assert "¿está puesta la memoria?" in words(desk.get("tables"))
    stick.mkdir()
    assert "Copiado en" in words(desk.post("acts/copies"))
    assert "no se ha hecho" not in words(desk.get("tables"))


def test_the_tournament_is_closed_after_asking(desk: AtDesk):
    assert "¿Cerrar el torneo?" in words(desk.post("acts/close"))
    assert desk.object()["stage"] == "running"
    assert desk.post("acts/close", sure="yes").status_code == 303
    assert desk.object()["stage"] == "closed"
    page = desk.get("acts")
    assert f'class="button primary" href="/e/{desk.event}/desk/paper/act.pdf"' in page.text
    assert 'id="keys"' not in desk.get("tables").text
    assert desk.as_("desk").post("acts/close", sure="yes").status_code == 400
    closed = str(desk.object()["log"]["events"])
    asked = words(desk.post("acts/undo", event=closed))
    assert "El torneo quedaría abierto otra vez" in asked
    assert desk.object()["stage"] == "closed"
    assert desk.post("acts/undo", event=closed, sure="yes").is_redirect
    assert desk.object()["stage"] == "running"


def test_once_every_round_is_closed_the_filled_button_of_every_screen_asks_whether_to_close(server: Running):
    desk = director(server).create(rounds="1").players(4).round([100, 62])
    desk.order("close_round")
    for screen in ("standings", "entries", "acts"):
        assert f'action="/e/{desk.event}/desk/acts/close"' in desk.get(screen).text, screen


def test_saving_what_is_said_of_the_event_says_that_it_is_saved(desk: AtDesk):
    saved = desk.browser.get(desk.post("about", name="Copa", venue="Casino").headers["location"])
    assert "Guardado." in words(saved)
    again = desk.browser.get(desk.post("about", name="Copa", venue="Casino").headers["location"])
    assert "Todo sigue como estaba." in words(again)


def test_results_that_never_came_stay_on_every_screen_and_closing_asks_about_them_table_by_table(server: Running):
    desk = director(server).create(rounds="2").players(8, paid=10).round([100, 62])
    desk.order("draw")
    desk.order("publish", accept_missing=[2])
    for table in (1, 2):
        desk.order("result", round=2, table=table, score=[100, 40])
    desk.order("close_round")
    for screen in ("entries", "draw", "tables", "tables/2/1", "clock", "standings", "acts"):
        assert "Ronda 1: la mesa 2 no tiene resultado" in words(desk.get(screen)), screen
    assert (
        f'class="button primary" href="/e/{desk.event}/desk/tables?round=1&amp;show=missing#table-2"'
        in desk.get("acts").text
    )
    asked = words(desk.post("acts/close"))
    assert "Ronda 1, mesa 2: sin resultado (Ana Pons" in asked
    assert "Cerrar de todos modos" in asked
    late = desk.get("tables/1/2")
    assert 'value="la papeleta llegó tarde"' in late.text
    assert "una corrección" not in words(late)
    form = {"round": "1", "table": "2", "score1": "100", "score2": "50"}
    assert "un resultado que llega tarde lleva su motivo" in words(desk.post("tables", **form))
    asked = words(desk.post("tables", **form, reason="tarde"))
    assert "Esto cambia lo que la gente ya ha visto" in asked
    assert "Dejarlo como está Anotar" in asked, "there is nothing to correct"
    assert desk.post("tables", **form, reason="tarde", sure="2:100–50").is_redirect
    assert "no tiene resultado" not in words(desk.get("acts"))
    assert "sin resultado" not in words(desk.post("acts/close"))


def test_a_prize_that_nobody_is_there_for_is_said(server: Running):
    options = {"awards": [{"place": 1, "category": "señoras", "trophy": "una cesta"}, {"place": 1, "amount": 30}]}
    desk = director(server).create().players(8)
    desk.order("edit_event", options=options)
    assert "no hay nadie" not in words(desk.get("standings?show=prizes")), "nobody is ranked yet"
    desk.round([100, 62], [100, 40])
    page = words(desk.get("standings?show=prizes"))
    assert "1.er puesto en la categoría señoras: no hay nadie para este premio (una cesta)." in page
    presentation = server.app.state.tournaments.all[desk.event].presentation
    assert "no hay nadie para este premio (una cesta)" in str(laid_out(presentation, "prizes", "es"))


@pytest.mark.parametrize("paper", ["slips", "standings", "act", "record"])
def test_papers_are_printed(desk: AtDesk, paper: str):
    answer = desk.get(f"paper/{paper}.pdf?round=1")
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")


def test_a_paper_that_is_not_there_is_not_found(desk: AtDesk):
    assert desk.get("paper/diploma.pdf").status_code == 404
    assert desk.get("paper/slips").status_code == 404
    assert desk.get("paper/slips.pdf?round=9").status_code == 400


def test_every_slip_has_an_address_of_its_own(desk: AtDesk):
    event = desk.server.app.state.tournaments.all[desk.event].presentation
    asked: list[tuple[int, int]] = []

    def address(round: int, table: int) -> WayToSheet:
        asked.append((round, table))
        return WayToSheet(f"http://example.test/{round}/{table}/code")

    codes = for_tables(event, event.rounds[0], address)
    assert asked == [(1, 1), (1, 2)]
    assert codes[1] != codes[2]


def test_the_log_says_who_ran_the_clock_and_what_was_done_in_the_hall(desk: AtDesk):
    desk.round()
    desk.hall("set_clock", round=2, minutes=25)
    desk.hall("start_clock")
    desk.order("result", round=2, table=1, score=[100, 62])
    desk.hall("give_time", table=2, minutes=5)
    desk.hall("call_time")
    desk.hall("announce", text="Comida a las dos")
    page = words(desk.get("acts"))
    told = [
        "en todas las pantallas: «Comida a las dos»",
        "Ronda 2 : se canta «tiempo»",
        "Ronda 2, mesa 2 : tiempo para esta mesa: +5 min",
        "Ronda 2, mesa 1 : 100–62, tecleado",
        "Ronda 2 : arranca el reloj",
        "Ronda 2 : el reloj se pone a 25 minutos",
        "Ronda 2 : publicada",
    ]
    places = [page.casefold().index(line.casefold()) for line in told]  # the newest first
    assert places == sorted(places)
    assert "se canta" in words(desk.get("acts?q=canta+tiempo"))
    assert "se canta" not in words(desk.get("acts?marked=yes"))
