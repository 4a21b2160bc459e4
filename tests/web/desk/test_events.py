"""The tournaments of a server: none yet, a new one from a book, one from another machine's file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tantera.tournament_file import keep_photo, photo
from tests.web.desk.running import AtDesk, words
from tests.web.serving import Running, serving
from tests.web.visiting import Browser, administrator


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with serving(tmp_path / "data") as running:
        yield running


@pytest.fixture
def boss(server: Running) -> Iterator[Browser]:
    with administrator(server) as browser:
        yield browser


def state(server: Running, event: str):
    return server.app.state.tournaments.all[event].state


def adopt(boss: Browser, name: str, content: bytes) -> httpx.Response:
    boss.get("/events")
    data = {"_csrf_token": boss.http.cookies["csrf"]}
    return boss.http.post("/events/adopt", data=data, files={"file": (name, content)})


def test_a_new_server_says_what_to_do_first(server: Running, boss: Browser):
    page = boss.get("/events").text
    assert "Todavía no hay ningún torneo" in page
    assert page.count('class="button primary"') == 1
    with Browser(server.url) as somebody:
        page = somebody.get("/events").text
        assert "Los torneos los crea quien administra" in page
        assert "/events/new" not in page
        assert 'href="/events"' in somebody.get("/").text
        assert somebody.get("/events/new").status_code == 403
        assert somebody.post("/events", {"name": "X", "book": "san-juan"}).status_code == 403
        assert somebody.post("/events/adopt").status_code in (400, 403)
    assert 'href="/events"' in boss.get("/admin").text
    assert not server.app.state.tournaments.all


def test_the_form_shows_what_each_book_says_by_itself(server: Running, boss: Browser):
    page = boss.get("/events/new").text
    about = re.search(r'value="san-juan".*?<small>(.*?)</small>', page, re.S)
    assert about is not None
    assert about[1] == "parejas, sistema suizo · 200 puntos o 40 minutos · cuota 40 · solo socios e invitados"
    assert re.search(r'value="competencia-individual".*?tarde: −25 cada 5 minutos, perdida a los 10', page, re.S)


def test_what_is_left_empty_the_book_says(server: Running, boss: Browser):
    answer = boss.post("/events", {"name": "Náutico 2026", "book": "san-juan", "format": "", "rounds": ""})
    assert answer.headers["location"] == "/e/nautico-2026/desk"
    event = state(server, "nautico-2026")
    assert (event.format, event.rounds, event.options.fee, str(event.options.limit)) == (
        "pairs-swiss",
        None,
        40,
        "200p 40m",
    )
    assert boss.get("/e/nautico-2026/desk").headers["location"] == "/e/nautico-2026/desk/entries"


def test_everything_that_a_director_may_want_otherwise(server: Running, boss: Browser):
    form = {
        "name": "Open", "book": "competencia-individual", "format": "individual", "rounds": "5", "minutes": "30",
        "fee": "15", "prizes": "50, 30, 20 %", "opens": "2026-05-31T10:30", "closes": "2026-05-31T11:00",
        "clubs": "Sol; Luna", "members_only": "no", "pairing": "folded", "avoid_partners": "3", "stand_ins": "yes",
        "teams": "4",
    }  # fmt: skip
    assert boss.post("/events", form).status_code == 303
    event = state(server, "open")
    options = event.options
    assert (event.rounds, str(options.limit), options.fee, options.prizes) == (5, "100p 30m", 15, (50, 30, 20))
    assert (options.clubs, options.pairing, options.avoid_partners) == (("Sol", "Luna"), "folded", 3)
    assert (options.stand_ins, options.teams, options.members_only) == (True, 4, False)
    assert options.registration is not None
    assert options.registration.closes is not None
    assert re.fullmatch(r"2026-05-31T11:00[+-]\d\d:\d\d", options.registration.closes)  # in this machine's time


def test_money_and_shares_are_read_as_people_write_them_and_the_day_and_the_place_are_kept(
    server: Running, boss: Browser
):
    form = {
        "name": "Open", "book": "competencia-individual", "fee": "10 €", "prizes": "50, 30 y 20",
        "date": "2026-12-20", "venue": "  Casino de Reus ",
    }  # fmt: skip
    assert boss.post("/events", form).status_code == 303
    event = state(server, "open")
    assert (event.options.fee, event.options.prizes) == (10, (50, 30, 20))
    assert (event.about.date, event.about.venue) == ("2026-12-20", "Casino de Reus")


def test_a_day_that_is_none_is_marked_and_no_tournament_is_made(server: Running, boss: Browser):
    answer = boss.post("/events", {"name": "Open", "book": "competencia-individual", "date": "31/2/2027"})
    assert answer.status_code == 400
    assert "31/2/2027 no es un día del calendario" in answer.text
    assert not server.app.state.tournaments.all


def test_a_setting_says_in_which_formats_it_means_something(server: Running, boss: Browser):
    page = boss.get("/events/new").text
    assert re.search(r'data-formats="pairs-groups">\s*<div class="field">\s*<label for="groups"', page)
    assert 'data-format="individual"' in page


def test_what_cannot_be_read_is_marked_and_everything_typed_is_kept(server: Running, boss: Browser):
    answer = boss.post("/events", {"name": " ", "book": "none", "rounds": "0", "prizes": "60 60", "fee": "gratis"})
    assert answer.status_code == 400
    assert answer.headers["content-type"].startswith("text/html")
    for field in ("name", "book", "rounds", "prizes", "fee"):
        assert f'id="{field}-mistake"' in answer.text, field
    assert 'value="gratis"' in answer.text
    refused = boss.post("/events", {"name": "X", "book": "ueh", "format": "individual"})
    assert refused.status_code == 400
    assert 'role="alert"' in refused.text
    assert not server.app.state.tournaments.all


def test_an_event_goes_on_from_another_machines_file(server: Running, boss: Browser, tmp_path: Path):
    boss.post("/events", {"name": "Open", "book": "competencia-individual"})
    boss.post("/e/open/desk/entries", {"name_1": "Ana Pons"})
    pictures = [bytes([n]) * 7_000_000 for n in range(10)]  # the photos of a day
    for n, picture in enumerate(pictures):
        keep_photo(server.app.state.tournaments.all["open"].file.store, f"{n}", picture)
    copy = tmp_path / "copy.tantera"
    server.app.state.tournaments.all["open"].file.store.copy_to(copy)
    with serving(tmp_path / "other") as second, administrator(second) as there:
        answer = adopt(there, "Open.tantera", copy.read_bytes())
        assert (answer.status_code, answer.headers.get("location")) == (303, "/e/open/desk")
        assert state(second, "open").head == state(server, "open").head
        assert photo(second.app.state.tournaments.all["open"].file.store, "9") == pictures[9]
        there.post("/e/open/desk/entries/check-in", {"entry": "e1"})
        assert state(second, "open").entries["e1"].checked_in


@pytest.mark.parametrize("content", [b"", b"rubbish", b"SQLite format 3\x00" + b"\x00" * 5000])
def test_a_file_that_is_no_tournament_is_refused_by_its_name_and_leaves_nothing(
    server: Running, boss: Browser, content: bytes
):
    answer = adopt(boss, "carta.tantera", content)
    assert answer.status_code == 400
    assert "tmp" not in re.sub(r"<[^>]+>", "", answer.text)
    assert not server.app.state.tournaments.all
    assert not list(server.config.events.glob("*")) if server.config.events.exists() else True


def test_the_list_says_how_far_each_is(server: Running, boss: Browser):
    boss.post("/events", {"name": "Open", "book": "competencia-individual", "rounds": "4"})
    assert "inscripción" in boss.get("/events").text


def test_a_trial_is_archived_goes_from_every_list_and_comes_out_again(server: Running, boss: Browser):
    trial = AtDesk(server, boss).create().players(4).round()
    listed = f'href="/e/{trial.event}/desk"'
    assert state(server, trial.event).name in boss.get("/").text, "it is what is played tonight"
    assert "Archivar el torneo" in trial.get("acts").text
    assert trial.post("acts/archive", do="archive").status_code == 303
    page = boss.get("/events").text
    assert "Todavía no hay ningún torneo" not in page
    assert "Archivados (1)" in page
    assert page.index("Archivados (1)") < page.index(listed), "only there"
    assert page.count(listed) == 1
    for lists in ("/", "/seasons", "/halls"):
        assert state(server, trial.event).name not in boss.get(lists).text
    assert boss.get(f"/e/{trial.event}").status_code == 200, "its addresses lead there"
    acts = words(trial.get("acts"))
    assert "El torneo se archiva" in acts
    assert trial.post("acts/archive", do="archive").status_code == 400
    assert trial.post("acts/archive", do="take_out").status_code == 303
    assert "Archivados" not in boss.get("/events").text
    assert state(server, trial.event).name in boss.get("/").text
    assert trial.as_("judge").post("acts/archive", do="archive").status_code in (400, 403)
    assert "Archivados" not in boss.get("/events").text


def test_what_counts_for_a_season_or_shares_a_hall_stays_to_be_ticked_there_though_it_is_archived(
    server: Running, boss: Browser
):
    old = AtDesk(server, boss).create()
    boss.post("/seasons", {"name": "Liga", "points": "3, 2, 1", f"night-{old.event}": "yes"})
    boss.post("/halls", {"name": "Casino", "rows": "", f"event-{old.event}": "yes"})
    old.post("acts/archive", do="archive")
    assert f'name="night-{old.event}" value="yes" checked' in boss.get("/seasons").text
    assert f'name="event-{old.event}" value="yes" checked' in boss.get("/halls").text


def test_a_new_tournament_may_be_as_any_earlier_one_and_no_book_is_chosen_for_anybody(server: Running, boss: Browser):
    made = [
        boss.post("/events", {"name": name, "book": book}).headers["location"].split("/")[2]
        for name, book in (("Copa de otoño", "competencia-individual"), ("Parejas", "tarragona"))
    ]
    page = boss.get("/events").text
    for event in made:
        assert f'href="/events/new?like={event}"' in page
    assert " checked" not in boss.get("/events/new").text.split('id="book"')[1].split("</fieldset>")[0]
    assert boss.post("/events", {"name": "Sin reglamento"}).status_code == 400
