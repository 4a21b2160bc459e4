"""Rule books in the browser: by article, by words, by hash; without script."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape

import msgspec
import pytest

from tantera.rules import BOOKS, Book, law_hash, law_of, load_book, parse_book, text_hash, with_options
from tantera.rules.how_to_play import how_to_play
from tantera.web.books.shelf import OwnBook, Shelf
from tantera.web.pages.rendering import how_to_play_url
from tantera.web.reader.articles import CAPTIONS, SKETCHES, figure, settings, shown_articles
from tantera.web.reader.search import Wanted
from tests.web.browsing import Browser, ids_twice, styles_inline
from tests.web.serving import Running, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("reader") / "data") as running:
        yield running


@pytest.fixture
def browser(server: Running) -> Iterator[Browser]:
    with Browser(server.url) as one:
        yield one


@pytest.mark.parametrize("lang", ["es", "ca", "en"])
@pytest.mark.parametrize("book", BOOKS)
def test_every_article_is_on_the_page_of_its_book_with_an_anchor(server: Running, book: str, lang: str):
    with Browser(server.url, lang) as browser:
        page = browser.opens(f"/books/{book}")
        assert ids_twice(page.html) == []
        assert styles_inline(page.html) == []
        for article in load_book(book).articles:
            assert article.id in page.ids
            assert " ".join(article.text(lang).split())[:60].split(" = ")[0] in page.text
        anchors = {address[1:] for address in re.findall(r'href="(#[^"]+)"', page.html)}
        assert anchors <= page.ids, "every link inside the book leads somewhere"


def test_a_book_that_is_all_there_in_portuguese_is_read_in_portuguese(server: Running):
    """By whose browser asks for it and has chosen no other; what stands around it is in the page's language."""
    with Browser(server.url, "pt-BR,pt;q=0.9,en;q=0.5") as browser:
        page = browser.opens("/books/brasil-7")
        assert "Ninguém ganha o jogo fechado" in page.text
        assert "Quem sai primeiro" in page.text
        assert '<html lang="en"' in page.html
        assert '<p class="law" lang="pt">' in page.html
        assert ids_twice(page.html) == []
        assert 'href="#BR-fechado"' in browser.opens("/books/brasil-7?q=fechados").html.split('id="found"')[1]
        assert 'lang="pt"' not in browser.opens("/books/clasico").html
        browser.opens("/lang/ca?to=/books/brasil-7")
        assert "El joc tancat no el guanya ningú" in browser.opens("/books/brasil-7").text


@pytest.mark.parametrize("lang", ["es", "ca", "en"])
@pytest.mark.parametrize("book", BOOKS)
def test_every_article_has_a_title(book: str, lang: str):
    shown = shown_articles(load_book(book), lang, Wanted("", lang))
    assert all(one.title for one in shown)
    assert shown[0].chapter


def test_an_article_is_shown_with_its_figure_our_reading_and_what_follows_if_it_is_broken(browser: Browser):
    page = browser.opens("/books/tarragona")
    article = page.html[page.html.index('id="TG-9.2"') : page.html.index('id="TG-9.3"')]
    assert "lo aplica la mesa" in article
    assert "Las dos puntas iguales" in article
    assert "<svg" in article
    assert "Cómo lo leemos" in article
    assert '<a href="#TG-14.7"><b>TG-14.7</b></a> ficha mal colocada en el carro, falta leve' in article
    assert '<span class="letters blue">Az</span>' in article
    assert 'href="#TG-9.1" rel="prev"' in article
    assert 'href="#TG-9.3" rel="next"' in article
    assert '<a href="#TG-9.1">9.1</a>' in article, "an article that is cited is a link"


def test_an_infraction_says_what_follows(browser: Browser):
    page = browser.opens("/books/tarragona")
    article = page.html[page.html.index('id="TG-14.7"') : page.html.index('id="TG-14.8"')]
    assert "Qué se sigue" in article
    assert "Tarjeta azul" in article
    assert "Elige el jugador de su derecha" in article


def test_options_stand_at_their_article_with_what_the_book_says_and_what_else_may_be(browser: Browser):
    page = browser.opens("/books/san-juan")
    article = page.html[page.html.index('id="SJ-estructura"') : page.html.index('id="SJ-inicio-1"')]
    assert "<b>la partida se para y la mano en juego no cuenta</b>" in article
    assert "o, si la mesa lo dice: se acaba la mano en juego y cuenta / se juegan unas manos más" in article
    told = {one.key: one for one in settings(load_book("san-juan"), "es")}
    assert told["options.limit"].value == "200 puntos o 40 minutos"
    assert told["options.draw_order"].article == "SJ-inicio-1"


FOUND = [
    ("derecha", "TG-9.2"),
    ("DERECHAS", "TG-9.2"),
    ("renuncio", "TG-14.11"),
    ("tg-9.2", "TG-9.2"),
    ("9.2", "TG-9.2"),
    ("móvil", "TG-7.2"),
    ("movil apagan", "TG-7.2"),
    ("piensa", "TG-14.12"),
]


@pytest.mark.parametrize(("typed", "article"), FOUND)
def test_words_are_found_without_accents_capitals_or_endings(browser: Browser, typed: str, article: str):
    page = browser.asks("GET", "/books/tarragona", params={"q": typed}).text
    found = page[page.index('id="found"') : page.index('class="article')]
    assert f'<a href="#{article}"><b>{article}</b>' in found


def test_what_was_searched_for_is_marked_and_stays_in_the_field(browser: Browser):
    page = browser.opens("/books/tarragona?q=derecha")
    assert "<mark>derecha</mark>" in page.html
    assert page.fields["q"] == "derecha"
    assert "13 artículos con «derecha»" in page.text or "artículos con «derecha»" in page.text
    assert "<mark>" not in browser.opens("/books/tarragona").html


def test_what_is_nowhere_is_said_with_what_was_typed(browser: Browser):
    page = browser.opens("/books/ueh?q=<b>zzz</b>")
    assert "Este reglamento no dice nada de «<b>zzz</b>»" in page.text
    assert "<b>zzz</b>" not in page.html
    assert browser.opens("/books/ueh?q=%20.%20").status == 200


def test_the_books_are_silent_about_what_none_of_them_says(browser: Browser):
    assert "Los libros no dicen nada de «póquer»" in browser.opens("/books?q=póquer").text


@pytest.mark.parametrize(
    ("lang", "typed"), [("es", "cómo se juega"), ("es", "Como jugar"), ("ca", "com es juga"), ("en", "how to play")]
)
def test_whoever_asks_how_it_is_played_is_led_to_the_page_that_says_so_first(server: Running, lang: str, typed: str):
    with Browser(server.url, lang) as browser:
        book = browser.opens(f"/books/clasico?q={typed}")
        found = book.html[book.html.index('id="found"') : book.html.index('class="article')]
        assert re.findall(r'href="(/books/clasico/play|#[^"]+)"', found)[0] == "/books/clasico/play"
        everywhere = browser.opens(f"/books?q={typed}").html
        assert re.findall(r'href="(/books/[^"]+)"', everywhere)[0].endswith("/play")
        assert "/play" not in browser.opens("/books/ueh?q=juego").html.split('id="found"')[1].split("<article")[0]


@pytest.mark.parametrize("lang", ["es", "ca", "en"])
@pytest.mark.parametrize("book", BOOKS)
def test_every_book_says_how_it_is_played_with_pictures(server: Running, book: str, lang: str):
    with Browser(server.url, lang) as browser:
        page = browser.opens(f"/books/{book}/play")
        assert page.status == 200
        assert ids_twice(page.html) == []
        assert styles_inline(page.html) == []
        assert page.html.count("<figure") >= 3
        text = unescape(re.sub("<[^>]+>", "", page.html))  # words of the dictionary are links inside a sentence
        for chapter in how_to_play(load_book(book)):
            for told in chapter.statements:
                assert told.words.told(lang) in text
                assert f"/books/{book}#{told.article}" in page.html
        assert f"/books/{book}/play" in browser.opens(f"/books/{book}").html


def test_where_any_tile_may_open_neither_sentence_nor_drawing_says_that_the_double_has_to(browser: Browser):
    page = browser.opens("/books/clasico/play")
    assert "la abre quien tiene el 6-6." in page.text
    assert "no hace falta que sea ese" in page.text
    assert "Aquí se ha salido con el 6-6" not in page.text
    assert "Aquí se ha salido con el 6-6" in browser.opens("/books/dominicano-200/play").text


def test_a_table_with_options_of_its_own_has_a_page_that_is_true_of_it(browser: Browser):
    law = law_of(with_options(load_book("clasico"), {"set": "double-nine", "scoring": "opponents"}, "150p"))
    page = browser.opens(how_to_play_url(law))
    assert "Hay 55 fichas, del 0-0 al 9-9. Coges 10" in page.text
    assert "Quien gana la mano se anota los puntos que les quedan a los otros." in page.text
    assert "Gana la partida quien llega primero a 150 puntos." in page.text
    assert "En esta mesa: 150 puntos" in page.text
    assert "En esta mesa" not in browser.opens("/books/clasico/play").text
    assert browser.asks("GET", "/books/clasico/play?set=double-twelve").status_code == 404
    assert browser.asks("GET", "/books/clasico/play?utm=x").status_code == 200


@pytest.mark.parametrize("book", BOOKS)
def test_no_article_shows_a_reader_how_files_write_a_setting(book: str):
    for lang in ("es", "ca", "en", "pt"):
        for article in shown_articles(load_book(book), lang, Wanted("", lang)):
            assert "<code>" not in f"{article.text} {article.reading}", article.id
            assert "[raises]" not in str(article.reading)


def test_all_books_are_searched_at_once(browser: Browser):
    page = browser.opens("/books?q=renuncio")
    assert "TG-14.11" in page.html
    assert "SJ-pase" in page.html
    assert "/books/tarragona?q=renuncio#TG-14.11" in page.html
    hits = browser.asks("GET", "/api/articles?q=renuncio&book=tarragona&lang=es").json()
    assert [(hit["article"], hit["url"]) for hit in hits] == [("TG-14.11", "/books/tarragona#TG-14.11")]
    assert browser.asks("GET", "/api/articles?q=x&book=nothing").status_code == 404
    assert browser.asks("GET", "/api/articles?q=").json() == []


@pytest.mark.article("TG-1")
@pytest.mark.article("TG-2")
@pytest.mark.article("TG-3")
@pytest.mark.article("TG-4")
@pytest.mark.article("TG-5")
def test_the_organisers_check_list_has_a_box_for_each_thing(browser: Browser):
    page = browser.opens("/books/tarragona/checklist")
    items = [item for article in load_book("tarragona").articles for item in article.check]
    assert page.html.count('type="checkbox"') == len(items) == 21
    assert all(item.text("es") in page.text for item in items)
    assert {article.id for article in load_book("tarragona").articles if article.check} == {
        "TG-1", "TG-2", "TG-3", "TG-4", "TG-5",
    }  # fmt: skip
    assert browser.opens("/books/ueh/checklist").status == 404


def test_an_article_is_found_whatever_its_book(browser: Browser):
    answer = browser.asks("GET", "/articles/tg-9.2", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/books/tarragona#TG-9.2")
    assert browser.opens("/articles/XX-1").status == 404
    assert browser.opens("/books/nothing").status == 404


def test_a_book_is_fetched_once_by_its_hash_and_kept_for_ever(browser: Browser):
    listed = {one["id"]: one for one in browser.asks("GET", "/api/books").json()}
    assert set(BOOKS) <= set(listed)
    for book in BOOKS:
        assert (listed[book]["hash"], listed[book]["law"]) == (text_hash(load_book(book)), law_hash(load_book(book)))
        answer = browser.asks("GET", f"/api/books/{listed[book]['hash']}")
        assert "immutable" in answer.headers["cache-control"]
        assert msgspec.json.decode(answer.content, type=Book) == load_book(book)
        assert browser.asks("GET", f"/api/books/{book}").headers["cache-control"] == "no-cache"
    assert browser.asks("GET", f"/api/books/{'0' * 64}").status_code == 404


def test_a_page_that_has_not_changed_is_not_sent_again(browser: Browser):
    first = browser.asks("GET", "/books/clasico")
    again = browser.asks("GET", "/books/clasico", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = browser.asks("GET", "/books/clasico?lang=ca", headers={"if-none-match": first.headers["etag"]})
    assert other.status_code == 200


def test_a_clubs_own_book_is_read_like_the_others(server: Running, browser: Browser):
    text = (
        'extends = "tarragona"\nid = "club-sur"\nwithout = ["TG-7.9"]\n'
        '[name]\nes = "Sur"\nca = "Sud"\nen = "South"\n'
        '[[article]]\nid = "SUR-1"\nnumber = "1"\nways = ["reader"]\n'
        'es = "<script>alert(1)</script> & el artículo 9.2."\nca = "x"\nen = "x"\n'
    )
    shelf: Shelf = server.app.state.shelf
    shelf.own["club-sur"] = OwnBook(parse_book(text), [])
    page = browser.opens("/books/club-sur?q=alert")
    assert "<script>alert" not in page.html
    assert "&lt;script&gt;<mark>alert</mark>" in page.html
    assert "TG-7.9" not in page.ids
    assert "Sur" in browser.opens("/books").text


@pytest.mark.parametrize("kind", sorted(SKETCHES))
def test_every_figure_can_be_drawn_and_says_what_it_shows(kind: str):
    drawn = figure(kind, "es")  # type: ignore[arg-type]
    assert drawn.svg.startswith("<svg")
    assert "style" not in drawn.svg
    assert drawn.caption in drawn.svg
    assert set(CAPTIONS) == set(SKETCHES)


@pytest.mark.article("TG-9.2")
def test_the_figure_of_equal_ends_lights_the_right_one_only():
    drawn = figure("equal_ends", "es").svg
    assert re.findall(r'class="dm-open"[^>]*data-end="([^"]+)"', drawn) == ["&gt;"]


def test_the_api_says_what_its_answers_look_like(browser: Browser):
    schema = json.loads(browser.asks("GET", "/api/schema/openapi.json").text)
    for path in ("/api/books", "/api/books/{digest}", "/api/articles", "/api/me", "/api/tables", "/api/codes/{code}"):
        for operation in schema["paths"][path].values():
            assert operation["summary"]
            assert operation["description"]
            assert operation["tags"]
