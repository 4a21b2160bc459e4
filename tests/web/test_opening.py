"""Opening a table by a plain form: every book, every mistake beside its field, nothing typed is lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tantera.rules import BOOKS, load_book, parse_book
from tantera.web.books.shelf import OwnBook, Shelf
from tantera.web.tables.opening_page import option_fields, read_form, usual_values
from tests.web.browsing import Browser, ids_twice
from tests.web.serving import Running, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("opening") / "data") as running:
        yield running


@pytest.fixture
def browser(server: Running) -> Iterator[Browser]:
    with Browser(server.url) as one:
        yield one


def opened(browser: Browser) -> dict[str, Any]:
    table: dict[str, Any] = browser.asks("GET", f"/api{browser.page.path}").json()["table"]
    return table


@pytest.mark.parametrize("book", BOOKS)
def test_a_table_of_every_book_opens_as_the_form_stands(browser: Browser, book: str):
    page = browser.opens(f"/tables/new?book={book}")
    assert ids_twice(page.html) == []
    page = browser.sends("/tables/new", name="Marta")
    assert page.status == 200, page.text
    assert page.path.startswith("/tables/")
    table = opened(browser)
    assert table["law"] == {"book": book, "hash": table["law"]["hash"], "options": [], "limit": None}
    assert table["seats"][0]["name"] == "Marta"


def test_everything_that_was_chosen_is_so_at_the_table(browser: Browser):
    browser.opens("/tables/new?book=clasico")
    browser.sends(
        "/tables/new", name="Marta", points="150", minutes="30", hands="", players="3", set="double-nine", tiles="8",
        boneyard="one", scoring="opponents", public="public", bots="none", level="5", watching="all_racks", delay="3",
        chat="free", take_backs="", pauses="", clock="60",
    )  # fmt: skip
    table = opened(browser)
    assert table["law"]["limit"] == "150p 30m"
    assert dict(table["law"]["options"]) == {
        "players": 3, "set": "double-nine", "tiles": 8, "boneyard": "one", "scoring": "opponents", "play": "alone",
    }  # fmt: skip
    settings = table["settings"]
    assert settings["public"]
    assert settings["watching"] == "all_racks"
    assert settings["delay"] == 3
    assert settings["chat"] == "free"
    assert settings["bot"] == "level-5"
    assert not settings["fill"]
    assert not settings["take_backs"]
    assert not settings["pauses"]
    assert settings["times"]["move"] == 60_000
    assert len(table["seats"]) == 3


def test_a_table_is_opened_as_at_home_unless_the_books_ceremony_is_asked_for(browser: Browser):
    browser.opens("/tables/new?book=tarragona")
    browser.sends("/tables/new", name="Marta")
    assert opened(browser)["settings"]["manner"] == "home"
    browser.opens("/tables/new?book=tarragona")
    browser.sends("/tables/new", name="Marta", manner="book")
    assert opened(browser)["settings"]["manner"] == "book"


def test_bots_at_once_begin_the_match(browser: Browser):
    browser.opens("/tables/new")
    browser.sends("/tables/new", name="Marta", bots="now")
    assert all(seat["name"] for seat in opened(browser)["seats"])


def test_who_opens_a_table_may_be_its_referee(browser: Browser):
    browser.opens("/tables/new")
    browser.sends("/tables/new", name="Marta", seat="referee")
    table = opened(browser)
    assert (table["seat"], table["referee"], table["eyes"]) == (None, "Marta", "referee")
    browser.opens("/tables/new")
    assert browser.sends("/tables/new", seat="referee", bots="now").status == 400


def test_who_only_looks_on_has_no_seat(browser: Browser):
    browser.opens("/tables/new")
    browser.sends("/tables/new", name="Marta", seat="0")
    assert opened(browser)["seat"] is None
    browser.opens("/tables/new")
    page = browser.sends("/tables/new", seat="0", bots="now")
    assert page.status == 400
    assert "Los bots juegan con alguien" in page.text


MISTAKES = [
    ({"points": "muchos"}, "points", "hay «muchos»; se esperaba un número de 1 a 100000"),
    ({"points": "0"}, "points", "hay «0»; se esperaba un número de 1 a 100000"),
    ({"points": "", "minutes": "", "hands": ""}, "points", "está vacío; se esperaban puntos, minutos o manos"),
    ({"minutes": "1001"}, "minutes", "hay «1001»; se esperaba un número de 1 a 1000"),
    ({"name": "x" * 25}, "name", "un nombre tiene de 1 a 24 letras"),
    ({"delay": "21"}, "delay", "hay «21»; se esperaba un número de 1 a 20"),
    ({"level": "9"}, "level", "hay «9»; se esperaba un número de 1 a 5"),
    ({"watching": "everything"}, "watching", "hay «everything»; se esperaba uno de"),
    ({"at_time": "never"}, "at_time", "hay «never»; se esperaba uno de"),
]


@pytest.mark.parametrize(("typed", "field", "sentence"), MISTAKES)
def test_a_mistake_comes_back_beside_its_field_with_everything_typed(
    browser: Browser, typed: dict[str, str], field: str, sentence: str
):
    browser.opens("/tables/new?book=tarragona")
    page = browser.sends("/tables/new", **{"name": "Marta", "hands": "7", "chat": "off"} | typed)
    assert (page.status, page.path) == (400, "/tables/new")
    assert f'id="{field}-mistake"' in page.html
    assert sentence.lower() in page.text.lower()
    assert page.fields["hands"] == typed.get("hands", "7")
    assert page.fields["chat"] == "off"
    assert all(page.fields[name] == value for name, value in typed.items() if name in ("points", "minutes", "name"))


def test_who_has_no_name_is_asked_beside_the_first_field_and_what_was_folded_stays_folded(browser: Browser):
    browser.opens("/tables/new")
    page = browser.sends("/tables/new", name="")
    assert page.status == 400
    assert 'aria-describedby="name-mistake" autofocus' in " ".join(page.html.split())
    assert [part in page.html for part in ('id="game">', 'id="company">', 'id="rest">')] == [True] * 3
    page = browser.sends("/tables/new", name="Marta", delay="21")
    assert '<details class="part" id="rest" open>' in page.html, "the mistake is inside"
    assert '<details class="part" id="game">' in page.html


def test_a_new_table_begins_with_the_book_that_was_last_played_and_changes_nothing_of_what_is_played_alone(
    browser: Browser,
):
    assert browser.opens("/tables/new").fields["book"] == "clasico"
    browser.opens("/tables/new?book=ueh")
    browser.sends("/tables/new", name="Marta", bots="now", level="4", clock="60")
    assert browser.opens("/tables/new").fields["book"] == "ueh"
    assert "Nueva Clásico a 100" in browser.opens("/").text
    assert "Nivel 1, sin reloj" in browser.page.text


def test_what_does_not_go_together_is_told_beside_its_field(browser: Browser):
    browser.opens("/tables/new?book=clasico")
    page = browser.sends("/tables/new", name="Marta", players="4", tiles="8")
    assert page.status == 400
    assert 'id="tiles-mistake"' in page.html
    assert "Hay 8; se esperaba como mucho 7 para 4 jugadores" in page.text


def test_another_book_asks_its_own_questions_and_keeps_what_was_typed(browser: Browser):
    browser.opens("/tables/new?book=tarragona")
    page = browser.sends("/tables/new", name="Marta", hands="12", chat="free", choose="clasico")
    assert page.status == 200
    assert page.fields["book"] == "clasico"
    assert page.fields["points"] == "100", "the limit was only Tarragona's own"
    assert page.fields["hands"] == "12"
    assert page.fields["name"] == "Marta"
    assert page.fields["chat"] == "free"
    assert "set" in page.fields
    assert "Juego de fichas" in page.text


def test_leaving_by_the_book_is_offered_where_the_book_has_an_article(browser: Browser):
    assert "TG-16.6" in browser.opens("/tables/new?book=tarragona").html
    page = browser.opens("/tables/new?book=clasico")
    assert 'name="away" value="book"' not in page.html
    page = browser.sends("/tables/new", name="Marta", away="book")
    assert page.status == 400
    assert "no tiene artículo" in page.text


def test_the_books_clock_is_told_with_its_article(browser: Browser):
    page = browser.opens("/tables/new?book=competencia-individual")
    assert "20 segundos por jugada, 60 si puede cerrarse (CI-9)" in page.text.replace("( ", "(").replace(" )", ")")


def test_a_form_without_its_token_opens_nothing(browser: Browser):
    assert browser.asks("POST", "/tables/new", data={"name": "Marta"}).status_code == 403


def test_a_clubs_own_book_is_in_the_form_and_opens(server: Running, browser: Browser):
    text = (
        'extends = "clasico"\nid = "club-norte"\nasks = ["players"]\n[name]\nes = "Norte"\nca = "Nord"\nen = "North"\n'
    )
    shelf: Shelf = server.app.state.shelf
    shelf.own["club-norte"] = OwnBook(parse_book(text), [])
    assert "Norte" in browser.opens("/tables/new").text
    page = browser.sends("/tables/new", choose="club-norte")
    assert [one.key for one in option_fields(shelf.find("club-norte"))] == ["players"]
    assert "set" not in page.fields
    browser.sends("/tables/new", name="Marta")
    assert opened(browser)["law"]["book"] == "club-norte"


@pytest.mark.parametrize("book", BOOKS)
def test_the_form_as_it_stands_means_the_book_as_it_is(server: Running, book: str):
    typed = read_form(usual_values(load_book(book), "Ana"), server.app.state.shelf)
    assert typed.mistakes == {}
    assert typed.opening is not None
    assert typed.opening.options == {}
    assert typed.opening.limit is None
    assert typed.opening.the_book(load_book) is load_book(book)


def test_a_part_that_is_folded_away_says_what_it_is_set_to_without_a_script_too(browser: Browser):
    browser.opens("/tables/new?book=clasico")
    page = browser.sends("/tables/new", name="", points="150", players="2", bots="none", clock="none")
    lines = [" ".join(line.split()) for line in re.findall(r'class="set-to">(.*?)<', page.html, re.DOTALL)]
    assert lines == [
        "Clásico · Puntos: 150 · Jugadores por mesa: 2",
        "Quien tenga el código · Solo juegan personas",
        "sin reloj · Como en casa · Me siento",
    ]
