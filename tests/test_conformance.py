"""The table of articles is complete, true and fresh."""

import pytest

from tantera.rules import BOOKS, load_book
from tantera.rules.loader import FAMILY_BOOKS, SOURCE_BOOKS
from tests.conformance import DOCUMENT, TESTS, document, golden_events, goldens, marked_tests

CONTRACT = """
    SJ-estructura SJ-inicio-1 SJ-inicio-2 SJ-inicio-3 SJ-flujo-1 SJ-flujo-2 SJ-domino SJ-tranque SJ-siguientes SJ-final
    SJ-conteo SJ-adicionales
    TG-6.1 TG-6.2 TG-6.3 TG-6.4 TG-6.5 TG-7.9 TG-8.1 TG-8.2 TG-8.3 TG-8.4 TG-8.5 TG-8.6 TG-8.7 TG-8.8 TG-8.9 TG-8.10
    TG-9.1 TG-9.2 TG-9.3 TG-10 TG-11 TG-12 TG-14.2 TG-14.3 TG-14.4 TG-14.7 TG-14.9 TG-14.10 TG-14.11 TG-14.12
    UEH-objetivo UEH-reparto UEH-salida UEH-turno UEH-robar UEH-dobles UEH-obligada UEH-final UEH-anotacion
    UEH-reenganche UEH-ganador
    CI-3 CI-4 CI-mano CI-5 CI-9 CI-11 CI-12 CI-16
    CL-fichas CL-nombres CL-jugadores CL-objetivo CL-pensada CL-inicio CL-siguientes CL-mezcla CL-desarrollo CL-matar
    CL-final
"""
"""What REGLAMENTOS.md marks *play*, copied by hand."""

OF_PLAY = CONTRACT.split()

CONTRACT_OF_THE_REFEREE = """
    SJ-flujo-1 SJ-tranque-falso SJ-irreg-1 SJ-irreg-2 SJ-irreg-3 SJ-irreg-4 SJ-irreg-5 SJ-irreg-6 SJ-irreg-7 SJ-irreg-8
    SJ-pase SJ-jueces
    TG-7.9 TG-8.6 TG-13.1 TG-13.2 TG-13.3 TG-13.4 TG-13.5 TG-13.6 TG-13.7 TG-14.1 TG-14.2 TG-14.3 TG-14.4 TG-14.5
    TG-14.6 TG-14.7 TG-14.8 TG-14.9 TG-14.10 TG-14.11 TG-14.12 TG-14.13 TG-15.1 TG-15.2 TG-15.3 TG-15.4 TG-15.5
    TG-16.1 TG-16.2 TG-16.3 TG-16.4 TG-16.5 TG-16.6 TG-17 TG-18.1 TG-18.2 TG-18.3 TG-18.4 TG-18.5 TG-18.6
    UEH-obligada
    CI-6 CI-7 CI-9 CI-10 CI-11 CI-12 CI-13 CI-14 CI-15 CI-17 CI-18 CI-19
"""
"""What REGLAMENTOS.md marks *referee*, copied by hand, and TG-18.1, which says to what TG-18.2 applies."""

OF_THE_REFEREE = CONTRACT_OF_THE_REFEREE.split()

CONTRACT_OF_THE_TOURNAMENT = """
    SJ-registro SJ-jugadores SJ-estructura SJ-irreg-6 SJ-irreg-7 SJ-irreg-8
    TG-6.2 TG-12
    UEH-mesas UEH-campeonato
    CI-1 CI-2 CI-3 CI-4 CI-8 CI-17 CI-18 CI-19
"""
"""What REGLAMENTOS.md marks *tournament*, copied by hand."""

OF_THE_TOURNAMENT = CONTRACT_OF_THE_TOURNAMENT.split()

EVERY_ARTICLE = {article.id for book in BOOKS for article in load_book(book).articles}
ARTICLES = {article.id: article for book in SOURCE_BOOKS for article in load_book(book).articles}


@pytest.mark.parametrize(
    ("way", "articles"), [("play", OF_PLAY), ("referee", OF_THE_REFEREE), ("tournament", OF_THE_TOURNAMENT)]
)
def test_the_books_mark_the_same_articles_as_the_contract(way: str, articles: list[str]) -> None:
    assert sorted(name for name, article in ARTICLES.items() if way in article.ways) == sorted(articles)


def test_every_article_of_play_has_a_test() -> None:
    shown = {marked.article for marked in marked_tests()}
    assert [article for article in OF_PLAY if article not in shown] == []


def test_every_article_of_another_family_has_a_test() -> None:
    shown = {marked.article for marked in marked_tests()}
    articles = [article.id for book in FAMILY_BOOKS for article in load_book(book).articles]
    assert [article for article in articles if article not in shown] == []


def test_every_article_of_the_referee_has_a_test_of_the_referee() -> None:
    shown = {marked.article for marked in marked_tests(TESTS / "referee")}
    assert [article for article in OF_THE_REFEREE if article not in shown] == []


def test_every_article_of_the_tournament_has_a_test_of_the_tournament() -> None:
    shown = {marked.article for marked in marked_tests(TESTS / "tournament")}
    assert [article for article in OF_THE_TOURNAMENT if article not in shown] == []


def test_every_article_of_the_tournament_has_a_golden_event() -> None:
    assert [article for article in OF_THE_TOURNAMENT if not golden_events(article)] == []


def test_every_article_of_play_has_a_golden() -> None:
    assert [article for article in OF_PLAY if not goldens(article)] == []


def test_every_article_of_the_referee_has_a_golden_besides_the_one_of_play() -> None:
    without = [article for article in OF_THE_REFEREE if len(goldens(article)) < (2 if article in OF_PLAY else 1)]
    assert without == []


def test_no_test_shows_an_article_that_does_not_exist() -> None:
    assert [marked for marked in marked_tests() if marked.article not in EVERY_ARTICLE] == []


def test_the_table_on_disk_is_fresh() -> None:
    assert DOCUMENT.read_text("utf-8") == document(), "run: python3 run.py conformance"
