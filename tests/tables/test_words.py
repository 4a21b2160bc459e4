"""Everything that a table says is in the catalogue, in Spanish and in Catalan, and nothing else is."""

from __future__ import annotations

import ast
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import tantera
from tantera.words.catalogue import catalogue
from tests.telling.test_words import said

SOURCE = Path(tantera.__file__).parent


def sentences() -> set[str]:
    source = (SOURCE / "tables" / "narrator.py").read_text("utf-8")
    return {str(text.value) for text in said(ast.parse(source))} - {" is an event without words"}


def entries(lang: str, name: str) -> dict[str, str]:
    po = (SOURCE / "words" / "locale" / lang / f"{name}.po").read_bytes()
    return {str(entry.id): str(entry.string) for entry in read_po(BytesIO(po), locale=lang) if entry.id}


def test_there_is_much_to_say():
    assert len(sentences()) > 50
    assert "{name} proposes to wait for {other} no longer" in sentences()


@pytest.mark.parametrize("lang", ["es", "ca"])
def test_everything_is_translated_with_the_same_gaps(lang: str):
    words = catalogue(lang)
    assert [text for text in sentences() if not (words.get(text) and words[text].string)] == []
    for text, translated in entries(lang, "tables").items():
        gaps = {word.partition("}")[0] for word in text.split("{")[1:]}
        assert {word.partition("}")[0] for word in translated.split("{")[1:]} == gaps, text


@pytest.mark.parametrize("lang", ["es", "ca"])
def test_the_catalogue_has_nothing_that_no_table_says_and_nothing_twice(lang: str):
    assert set(entries(lang, "tables")) - sentences() == {"somebody"}
    assert not set(entries(lang, "tables")) & set(entries(lang, "game"))
