"""The words of the game: a page of them, found and linked; and the way back to the table from where one reads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tantera.rules import BOOKS, load_book
from tantera.rules.dictionary import dictionary
from tantera.web.reader.search import Searchable, Wanted
from tests.web.browsing import Browser, ids_twice
from tests.web.serving import Guest, Running, serving
from tests.web.visiting import Browser as Reader

SAID_ON_PAGES = Path(__file__).parents[2] / "src/tantera/words/locale/es"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("words") / "data") as running:
        yield running


def test_every_word_is_told_in_three_languages_and_said_in_a_book_or_on_a_page():
    books = [load_book(name) for name in BOOKS]
    texts = [article.text("es") for book in books for article in book.articles]
    texts += [article.reading.text("es") for book in books for article in book.articles if article.reading is not None]
    texts += [one.name.text("es") for book in books for one in book.catalogue]
    texts += [path.read_text() for path in SAID_ON_PAGES.glob("*.po")]
    read = [Searchable.of([text], "es") for text in texts]
    for entry in dictionary():
        assert {"es", "ca", "en"} <= set(entry.word.languages) & set(entry.about.languages), entry.id
        assert any(Wanted(name, "es").found_in(text) for name in entry.names("es") for text in read), entry.id
    assert len({entry.id for entry in dictionary()}) == len(dictionary())


@pytest.mark.parametrize(
    ("lang", "word", "found_by"),
    [("es", "Tranque", "tranques"), ("ca", "Tancament", "joc tancat"), ("en", "Block", "blocked hand")],
)
def test_the_page_has_every_word_and_the_search_leads_to_it(server: Running, lang: str, word: str, found_by: str):
    with Browser(server.url, lang) as browser:
        page = browser.opens("/words")
        assert ids_twice(page.html) == []
        assert all(f'id="{entry.id}"' in page.html and entry.about.text(lang) in page.text for entry in dictionary())
        page = browser.opens(f"/books?q={found_by}")
        assert 'href="/words#tranque"' in page.html
        assert word in page.text
        assert 'href="/words#tranque"' in browser.opens(f"/books/clasico?q={found_by}").html


def test_a_phrase_that_no_article_has_leads_to_the_words_of_the_game_in_it(server: Running):
    with Browser(server.url, "es") as browser:
        for path in ("/books", "/books/clasico"):
            page = browser.opens(f"{path}?q=mi primo hizo un tranque ayer")
            assert 'href="/words#tranque"' in page.html
            assert 'href="/words#piano"' not in page.html


@pytest.mark.parametrize("lang", ["es", "ca", "en"])
@pytest.mark.parametrize("book", BOOKS)
def test_a_page_of_how_to_play_links_a_word_once_where_it_is_read_first(server: Running, book: str, lang: str):
    with Browser(server.url, lang) as browser:
        html = browser.opens(f"/books/{book}/play").html
    linked = re.findall(r'class="term" href="/words#([a-z-]+)"', html)
    assert len(linked) == len(set(linked)) >= 5
    assert set(linked) <= {entry.id for entry in dictionary()}
    if lang == "es":
        told = re.sub(r' href="[^"]*"', "", html.partition('class="chapters"')[2])
        assert told.lower().partition("tranque")[0].endswith('<a class="term">')


def test_who_reads_beside_a_table_has_the_way_back_to_it_in_sight(server: Running):
    ana = Guest(server.url, "Ana")
    opened = ana.opens("clasico", bots="all")
    table = f"/tables/{opened['table']}"
    with Reader(server.url, ana.cookie) as hers, Reader(server.url) as other:
        for path in ("/books/tarragona", "/books/clasico/play", "/words", "/books"):
            assert f'href="{table}"' in hers.get(path).text, "her match is going on"
            assert table not in other.get(path).text, "it is no business of anybody else's"

        def came(path: str, origin: str = server.url) -> str:
            return other.get("/books/clasico/play", headers={"referer": f"{origin}{path}"}).text

        assert f'href="{table}"' in came(table), "who looks on came from there"
        assert 'href="/learn/placing/2"' in came("/learn/placing/2")
        assert table not in came(table, "https://elsewhere.example")
