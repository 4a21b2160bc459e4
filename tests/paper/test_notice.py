"""A rule book on one page for the notice board."""

import json

import pytest

from tantera.paper.notice import notice
from tantera.paper.press import press
from tantera.rules import BOOKS, load_book, parse_book
from tantera.words import LANGS

LONG = "Nadie se levanta de la mesa sin permiso del árbitro mientras la mano está en juego. " * 20
FAULT = """
[[article]]
id = "C-{number}"
number = "{number}"
ways = ["referee"]
es = "{number}. {long}"

[[infraction]]
article = "C-{number}"
name = {{ es = "Falta número {number} de muchas" }}
example = {{ es = "Pasó." }}
consequences = [{{ kind = "points", side = "others", points = {number} }}]
"""


@pytest.mark.parametrize("book_id", BOOKS)
@pytest.mark.parametrize("lang", LANGS)
def test_every_book_is_one_page_in_every_language(book_id, lang):
    page = notice(load_book(book_id), lang)
    assert len(press(page, "png", 20)) == 1
    assert "{" not in "".join(_texts(page.content["columns"]))


def _texts(columns):
    for column in columns:
        for part in column:
            yield part["title"]
            yield from (line["what"] + line["value"] for line in part["lines"])


def test_it_says_how_a_match_is_won_what_a_hand_is_worth_who_opens_the_block_and_the_faults():
    page = notice(load_book("san-juan"), "es").content
    titles = [part["title"] for column in page["columns"] for part in column]
    assert titles[:4] == ["Cómo se gana la partida", "Qué vale una mano", "Quién sale", "El tranque"]
    told = " | ".join(_texts(page["columns"]))
    assert "Límite200 puntos o 40 minutos" in told
    assert "Quién sale despuésQuien puso la última ficha" in told
    marks = [fault["mark"] for fault in page["faults"]["entries"]]
    assert "Expulsión, pierde la partida:" in marks
    assert "Tranque." in [entry["mark"] for entry in page["articles"]["entries"]]


def test_the_clubs_own_articles_come_first_and_options_are_in_words():
    own = '[[article]]\nid = "C-1"\nnumber = "1"\nways = ["reader"]\nes = "No se fuma."\n'
    book = parse_book('id = "x"\nextends = "tarragona"\n[options]\nnext_opener = "winner"\n' + own)
    page = notice(book, "es", own={"C-1"}).content
    assert page["articles"]["entries"][0] == {"mark": "1.", "text": "No se fuma."}
    assert page["articles"]["own"] == 1
    assert "next_opener" not in json.dumps(page["columns"])


@pytest.mark.article("CI-mano")
def test_what_we_make_of_an_article_stands_apart_from_what_it_says():
    """On a wall too: the source of this book does not say what a hand is worth."""
    entries = notice(load_book("competencia-individual"), "es").content["articles"]["entries"]
    [own] = [entry for entry in entries if "el reglamento lo da por sabido" in entry["text"]]
    assert own["reading"].startswith("Cómo lo leemos: La pareja del que domina se anota")
    assert "La pareja del que domina" not in own["text"]


def test_an_article_that_no_longer_holds_is_not_pinned_up():
    book = parse_book('id = "x"\nextends = "tarragona"\n[options]\nnext_opener = "winner"\n')
    marks = [entry["mark"] for entry in notice(book, "es", without=["TG-11"]).content["articles"]["entries"]]
    assert "La salida pasa a la derecha." not in marks
    assert "Dominó y cierre." in marks


def test_a_book_of_a_hundred_faults_and_endless_articles_is_still_one_page():
    faults = "".join(FAULT.format(number=number, long=LONG) for number in range(1, 101))
    name = '[name]\nes = "' + "Federación Intercomarcal de Clubes y Peñas de Dominó " * 4 + '"\n'
    book = parse_book('id = "x"\nextends = "clasico"\n' + name + faults)
    page = notice(book, "es", own={f"C-{number}" for number in range(1, 101)})
    assert len(press(page, "png", 20)) == 1
    assert press(page, "pdf").startswith(b"%PDF")


def test_what_nobody_can_print_and_what_typst_would_read_are_only_text():
    name = '[name]\nes = "#panic() *a* \\u001b[31m $x$ <b>"\n'
    page = notice(parse_book('id = "x"\nextends = "clasico"\n' + name), "es")
    assert page.content["event"] == "#panic() *a*  [31m $x$ <b>"
    assert len(press(page, "png", 20)) == 1
