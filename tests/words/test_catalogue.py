"""Everything that the program says is there in Spanish and in Catalan, once, with its gaps, in the file of its room."""

from __future__ import annotations

import re
from collections import Counter
from string import Formatter

import pytest

from tantera.words.catalogue import catalogue
from tests.words.files import read, sort
from tests.words.speech import speech

WHOLE = ("es", "ca")


@pytest.fixture(scope="module", autouse=True)
def sorted_files(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--update-goldens"):
        for lang in (*WHOLE, "pt"):
            sort(lang)


def gaps(text: str) -> Counter[str]:
    return Counter(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def test_there_is_much_to_say():
    said = speech().said
    assert sum(map(len, said.values())) > 3000
    assert "it is the turn of {player}" in said["play"]  # a refusal
    assert "{a} against {b}" in said["formats"]  # why a draw is as it is
    assert "draw a tile" in said["web_tables"]  # a script
    assert "Sit down to play" in said["web_hall"]  # a template
    assert "who may enter" in said["rules"]  # a word of a table


@pytest.mark.parametrize("lang", WHOLE)
def test_everything_is_translated(lang: str):
    words = catalogue(lang)
    missing = [
        f"{room}.po: {text}"
        for room, texts in sorted(speech().said.items())
        for text in sorted(texts)
        if not words.get(text)
    ]
    assert missing == []


def test_everything_said_of_rule_books_is_said_in_portuguese_too():
    words, said = catalogue("pt"), speech().said
    assert len(said["rules"]) > 500
    assert [text for text in said["rules"] | said["cli_books"] if text not in words] == []


@pytest.mark.parametrize("lang", [*WHOLE, "pt"])
def test_every_translation_has_the_gaps_of_its_sentence(lang: str):
    entries = [entry for file in read(lang).values() for entry in file.items()]
    assert [sentence for sentence, words in entries if gaps(sentence).keys() != gaps(words).keys()] == []


@pytest.mark.parametrize("lang", [*WHOLE, "pt"])
def test_a_sentence_stands_once_in_the_file_of_a_room_that_says_it(lang: str):
    """`--update-goldens` puts them there, and takes away what nobody says."""
    files = read(lang)
    misplaced = {
        f"{name}.po: {sentence}": sorted(rooms)
        for name, entries in files.items()
        for sentence in entries
        if name not in (rooms := speech().may_stand_in(sentence))
    }
    assert misplaced == {}
    counted = Counter(sentence for entries in files.values() for sentence in entries)
    assert [sentence for sentence, count in counted.items() if count > 1] == []
    if lang in WHOLE:
        assert {name: entries.keys() for name, entries in files.items()} == {
            name: entries.keys() for name, entries in read(WHOLE[0]).items()
        }


@pytest.mark.parametrize(
    ("lang", "word", "never"), [("es", "papeleta", r"\bhojas?\b"), ("ca", "paper(eta|etes)", r"\bfulls?\b")]
)
def test_the_slip_of_a_table_has_one_word_on_screens_on_paper_and_in_commands(lang: str, word: str, never: str):
    slips = {
        english: words
        for file in read(lang).values()
        for english, words in file.items()
        if re.search(r"\bslips?\b", english, re.IGNORECASE)
    }
    assert sum(bool(re.search(word, words, re.IGNORECASE)) for words in slips.values()) > 50
    assert [words for words in slips.values() if re.search(never, words, re.IGNORECASE)] == []
