"""The five books say what their sources say, in words of their own; what we make of it stands apart, as a reading."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tantera.rules import Article, load_book
from tantera.rules.basics import Words
from tantera.rules.loader import SOURCE_BOOKS
from tests.articles.sources import (
    SEEDS,
    Sentence,
    Table,
    copied,
    numbers,
    sentences,
    source,
    source_sentences,
    table,
    unaccounted,
    wrong_in,
)

every_source = pytest.mark.parametrize("book_id", SOURCE_BOOKS)


def source_of(known: Table) -> list[str]:
    found = source(known.source)
    if found is None:
        pytest.skip(f"{known.source} does not lie in {SEEDS}: only the comparison with the source itself is left out")
    return found


def article(name: str, book_id: str) -> Article:
    found = load_book(book_id).find(name)
    assert found is not None
    return found


@every_source
def test_every_article_says_what_its_table_says_and_no_reading_stands_in_a_text(book_id):
    known = table(book_id)
    assert [wrong for one in load_book(book_id).articles for wrong in wrong_in(one, known)] == []


@every_source
def test_every_sentence_of_a_source_has_its_place_in_the_table(book_id):
    known = table(book_id)
    assert unaccounted(known, source_of(known)) == []


@every_source
def test_every_sentence_is_said_by_an_article_or_it_is_said_why_not(book_id):
    known = table(book_id)
    assert [one.starts for one in known.sentence if bool(one.said) == bool(one.no_rule)] == []


@every_source
def test_every_article_has_a_sentence_of_the_source_or_is_named_as_one_on_which_it_is_silent(book_id):
    known = table(book_id)
    cited = {said.article for one in known.sentence for said in one.said}
    assert cited.isdisjoint(known.silent)
    assert cited | known.silent.keys() == {one.id for one in load_book(book_id).articles}
    assert {one.article for one in known.reading} <= cited | known.silent.keys()


@every_source
def test_a_text_names_the_numbers_of_its_sentences_and_no_others(book_id):
    known = table(book_id)
    for one in load_book(book_id).articles:
        rows = [row for row in known.sentence if any(said.article == one.id for said in row.said)]
        assert numbers(one.text("es"), "es") == {number for row in rows for number in row.numbers}, one.id


@every_source
def test_no_sentence_of_ours_is_one_of_the_source(book_id):
    theirs = " ".join(source_of(known := table(book_id)))
    for one in load_book(book_id).articles:
        for lang in {row.lang for row in known.sentence}:
            assert copied(one.text(lang), theirs) == [], one.id


# --- and each of these can fail


def in_other_words(one: Article, lang: str, old: str, new: str) -> Article:
    assert old in one.text(lang)
    return replace(one, **{lang: one.text(lang).replace(old, new)})


def read_otherwise(one: Article, lang: str, words: str) -> Article:
    assert one.reading is not None
    now = {other: one.reading.text(other) for other in ("es", "ca", "en")}
    return replace(one, reading=Words(**now | {lang: words}))


def test_a_sentence_that_gets_lost_in_any_language_is_noticed():
    known, whole = table("tarragona"), article("TG-18.1", "tarragona")
    [lost] = wrong_in(in_other_words(whole, "es", ", o se le puede aplicar,", ""), known)
    assert lost.startswith("TG-18.1 no longer says: A toda falta leve")
    longer = article("TG-8.9", "tarragona")
    for lang in ("ca", "en"):
        [other] = wrong_in(replace(longer, **{lang: sentences(longer.text(lang))[0]}), known)[:1]
        assert other.startswith(f"TG-8.9 ({lang}) is built otherwise")


def test_a_reading_that_moves_into_the_text_is_noticed_in_any_language():
    known, whole = table("san-juan"), article("SJ-estructura", "san-juan")
    assert whole.reading is not None
    for lang in ("es", "ca", "en"):
        last = sentences(whole.reading.text(lang))[-1]
        moved = replace(whole, **{lang: f"{whole.text(lang)} {last}"})
        assert any("has our reading in its text" in wrong for wrong in wrong_in(moved, known))


def test_a_reading_that_is_dropped_or_that_nobody_wrote_down_is_noticed():
    known = table("san-juan")
    assert wrong_in(replace(article("SJ-pase", "san-juan"), reading=None), known)
    assert wrong_in(
        replace(article("SJ-final", "san-juan"), reading=Words(es="Gana.", ca="Guanya.", en="Wins.")), known
    )
    assert wrong_in(read_otherwise(article("SJ-pase", "san-juan"), "en", "It is 20. No more; no less."), known)


def test_a_number_that_is_another_in_one_language_is_noticed():
    known, whole = table("competencia-individual"), article("CI-10", "competencia-individual")
    assert wrong_in(in_other_words(whole, "en", "30 points", "20 points"), known) == [
        "CI-10 (en) has other numbers: [20, 30]"
    ]


def test_a_sentence_of_the_source_without_a_row_and_a_row_without_a_sentence_are_noticed():
    text = "REGLAS\n\nSe juega con 28 fichas. Cada uno toma 7.\n\n- Quien no\n\npuede, pasa."
    rows = (
        Sentence("REGLAS", no_rule="a heading"),
        Sentence("Se juega", numbers=(28,)),
        Sentence("Cada uno", numbers=(7,)),
        Sentence("Quien no puede"),
    )
    known = Table("some.txt", rows, ())
    assert unaccounted(known, source_sentences(text)) == []
    assert unaccounted(replace(known, sentence=rows[:-1]), source_sentences(text)) == ["4: Quien no puede, pasa."]
    assert unaccounted(known, source_sentences(text.replace("Cada uno toma 7.", ""))) != []
    assert unaccounted(known, source_sentences(text.replace("7", "6"))) == ["3: numbers [6], [7] in the table"]


def test_words_taken_from_a_source_are_noticed():
    theirs = "El jugador que no tenga ficha debe decir paso y le toca al siguiente jugador de la mesa."
    assert copied("Quien no tiene ficha dice paso, y juega el siguiente.", theirs) == []
    assert copied("Aquí el jugador que no tenga ficha debe decir paso y espera.", theirs)
