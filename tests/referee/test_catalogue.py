"""The catalogue for a referee in a hurry: three languages, found by words, complete."""

import pytest
from msgspec.structs import replace

from tantera.referee import entry, search
from tantera.referee.catalogue import plain, ruling_article
from tantera.rules import BOOKS, load_book
from tantera.rules.law import law_hash
from tantera.words import Lang

LANGS: tuple[Lang, ...] = ("es", "ca", "en")

FOUND_FIRST = [
    ("tarragona", "es", "habló", "TG-15.4"),
    ("tarragona", "es", "móvil", "TG-14.1"),
    ("tarragona", "es", "MOVIL", "TG-14.1"),
    ("tarragona", "es", "pasó con", "TG-14.11"),
    ("tarragona", "es", "paso con ficha", "TG-14.11"),
    ("tarragona", "es", "pensó", "TG-14.12"),
    ("tarragona", "es", "14.8", "TG-14.8"),
    ("tarragona", "ca", "mòbil", "TG-14.1"),
    ("tarragona", "ca", "ha parlat", "TG-15.4"),
    ("tarragona", "ca", "ha passat amb", "TG-14.11"),
    ("tarragona", "en", "phone", "TG-14.1"),
    ("tarragona", "en", "talked", "TG-15.4"),
    ("tarragona", "en", "passed with", "TG-14.11"),
    ("san-juan", "es", "habló", "SJ-irreg-5"),
    ("san-juan", "es", "pasó con", "SJ-pase"),
    ("san-juan", "es", "se adelantó", "SJ-irreg-4"),
    ("san-juan", "es", "trancado", "SJ-tranque-falso"),
    ("san-juan", "es", "celular", "SJ-jueces"),
    ("san-juan", "ca", "ha parlat", "SJ-irreg-5"),
    ("san-juan", "ca", "ha passat amb", "SJ-pase"),
    ("san-juan", "en", "talked", "SJ-irreg-5"),
    ("san-juan", "en", "passed with", "SJ-pase"),
    ("competencia-individual", "es", "celular", "CI-6"),
    ("competencia-individual", "es", "móvil", "CI-6"),
    ("competencia-individual", "es", "pasó con", "CI-10"),
    ("competencia-individual", "es", "piano", "CI-12"),
    ("competencia-individual", "es", "habló", "CI-18"),
    ("competencia-individual", "ca", "mòbil", "CI-6"),
    ("competencia-individual", "ca", "ha passat amb", "CI-10"),
    ("competencia-individual", "en", "phone", "CI-6"),
    ("competencia-individual", "en", "passed with", "CI-10"),
    ("ueh", "es", "tardó", "UEH-obligada"),
    ("ueh", "ca", "ha trigat", "UEH-obligada"),
    ("ueh", "en", "stalling", "UEH-obligada"),
]

PLAYERS_WORDS = [
    ("tarragona", "es", "renuncio", "TG-14.11"),
    ("tarragona", "es", "renuncios", "TG-14.11"),
    ("tarragona", "es", "pase falso", "TG-14.11"),
    ("tarragona", "es", "pasando con ficha", "TG-14.11"),
    ("tarragona", "es", "piensa", "TG-14.12"),
    ("tarragona", "es", "pensando", "TG-14.12"),
    ("tarragona", "es", "amago", "TG-14.12"),
    ("tarragona", "es", "hablando", "TG-15.4"),
    ("tarragona", "es", "chivar", "TG-14.8"),
    ("tarragona", "es", "whatsapp", "TG-14.1"),
    ("tarragona", "es", "ficha vista", "TG-14.9"),
    ("tarragona", "es", "no casa", "TG-14.10"),
    ("tarragona", "es", "golpes", "TG-14.6"),
    ("tarragona", "es", "baño", "TG-15.2"),
    ("tarragona", "ca", "renúncia", "TG-14.11"),
    ("tarragona", "ca", "fer teatre", "TG-14.12"),
    ("tarragona", "en", "revoke", "TG-14.11"),
    ("tarragona", "en", "slamming", "TG-14.6"),
    ("san-juan", "es", "renuncio", "SJ-pase"),
    ("san-juan", "es", "fuera de turno", "SJ-irreg-4"),
    ("san-juan", "es", "soplar", "SJ-irreg-5"),
    ("san-juan", "es", "trampas", "SJ-irreg-8"),
    ("san-juan", "en", "out of turn", "SJ-irreg-4"),
    ("competencia-individual", "es", "renuncio", "CI-10"),
    ("competencia-individual", "es", "jugada ilegal", "CI-13"),
    ("competencia-individual", "es", "tentar", "CI-12"),
    ("ueh", "es", "amago", "UEH-obligada"),
]


@pytest.mark.parametrize(("book", "lang", "words", "first"), FOUND_FIRST + PLAYERS_WORDS)
def test_a_word_finds_the_right_article_first(book: str, lang: Lang, words: str, first: str):
    found = [infraction.article for infraction in search(load_book(book), words, lang)]
    assert found[:1] == [first]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("book", BOOKS)
def test_every_entry_is_found_by_its_article_and_by_its_name(book: str, lang: Lang):
    for infraction in load_book(book).catalogue:
        name = getattr(infraction.name, lang)
        assert infraction in search(load_book(book), infraction.article, lang)
        assert search(load_book(book), name, lang)[0] == infraction, name


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("book", BOOKS)
def test_every_entry_has_name_and_example_in_three_languages(book: str, lang: Lang):
    for infraction in load_book(book).catalogue:
        assert getattr(infraction.name, lang).strip()
        assert len(getattr(infraction.example, lang)) > len("Did it.")


def test_what_players_say_binds_nobody():
    book = load_book("tarragona")
    mute = replace(book, infractions=tuple(replace(one, also=None) for one in book.infractions))
    assert law_hash(mute) == law_hash(book)
    assert search(mute, "colarse", "es") == ()


@pytest.mark.parametrize(
    ("book", "words", "first"),
    [
        ("san-juan", "golpe", "SJ-irreg-6"),
        ("san-juan", "abandonos", "SJ-irreg-7"),
        ("san-juan", "palabrotas", "SJ-irreg-6"),
        ("tarragona", "abandonó", "TG-16.6"),
        ("tarragona", "palabrota", "TG-16.3"),
        ("tarragona", "RENUNCIO", "TG-14.11"),
        ("competencia-individual", "golpeó", "CI-19"),
        ("competencia-individual", "renuncios", "CI-10"),
    ],
)
def test_players_words_find_what_the_book_calls_otherwise(book: str, words: str, first: str):
    assert search(load_book(book), words, "es")[0].article == first


def test_a_blow_is_a_hard_tile_first_and_then_an_assault():
    found = [one.article for one in search(load_book("tarragona"), "golpe", "es")]
    assert found.index("TG-14.6") < found.index("TG-16.5")


def test_a_book_that_knows_no_other_names_is_searched_by_players_words_all_the_same():
    book = load_book("tarragona")
    mute = replace(book, infractions=tuple(replace(one, also=None) for one in book.infractions))
    assert [one.article for one in search(mute, "renuncio", "es")] == ["TG-14.11"]


def test_words_in_no_entry_find_nothing_and_no_words_find_everything():
    book = load_book("tarragona")
    assert search(book, "zeppelin", "en") == ()
    assert search(book, "", "en") == book.infractions


@pytest.mark.parametrize(("text", "told"), [("Móvil", "movil"), ("PASÓ", "paso"), ("l·l", "l·l"), ("Ñ", "n")])
def test_accents_and_capitals_do_not_matter(text, told):
    assert plain(text) == told


def test_every_book_has_a_free_ruling_under_its_own_name_or_as_ruling():
    named = {"san-juan": "SJ-jueces", "competencia-individual": "CI-18"}
    for book in BOOKS:
        article = ruling_article(load_book(book))
        assert article == named.get(book, "ruling")
        found = entry(load_book(book), article)
        assert found is not None
        assert found.ruling


def test_an_article_that_is_no_infraction_has_no_entry():
    assert entry(load_book("tarragona"), "TG-18.2") is None
    assert entry(load_book("tarragona"), "SJ-pase") is None
