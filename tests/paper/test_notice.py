"""A rule book on one page for the notice board."""

import json
import re
from pathlib import Path

import pytest

from tantera.paper.notice import notice
from tantera.paper.press import press
from tantera.rules import BOOKS, load_book, parse_book
from tantera.rules.summary import summary
from tantera.words import LANGS, translate

CLUBS = sorted((Path(__file__).parents[2] / "examples" / "books").glob("*.toml"))

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


@pytest.mark.parametrize("book_id", [*BOOKS, *CLUBS])
@pytest.mark.parametrize("lang", [*LANGS, "pt"])
def test_the_page_has_the_rules_of_the_tournament_and_no_key_of_a_file(book_id, lang):
    """Then: of the tournament not a word, and readings that said «block = lowest_player»."""
    book = load_book(str(book_id))
    page = notice(book, lang, own=[article.id for article in book.articles]).content
    shown = [*_texts(page["columns"]), *(text for entry in page["articles"]["entries"] for text in entry.values())]
    assert [text for text in shown if re.search(r"[a-z]_[a-z]|[a-z] = |\dv\d|[{}\[\]]", text)] == []
    titles = [part["title"] for column in page["columns"] for part in column]
    told = " ".join(one.told(lang) for one in summary(book).get("The tournament", ()) if "card_span" not in one.key)
    assert (translate(lang, "The tournament") in titles) is bool(told)


def test_the_tournament_is_told_with_its_format_its_tie_breaks_and_what_it_costs():
    columns = notice(load_book("san-juan"), "es").content["columns"]
    [part] = [part for column in columns for part in column if part["title"] == "El torneo"]
    assert [(line["what"], line["value"]) for line in part["lines"]] == [
        ("Formato del torneo", "Parejas, sistema suizo"),
        ("Se clasifica por", "Puntos ganados, diferencia, puntos a favor"),
        ("Cuota de inscripción", "40"),
        ("Solo para socios", "Sí"),
    ]


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
