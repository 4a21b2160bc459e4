"""Every sentence of the screens about entries is there in Spanish and in Catalan, with the same gaps."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import tantera
from tantera.web.desk.apart import AS
from tantera.web.desk.opening import SETTINGS
from tantera.words.catalogue import catalogue
from tests.web.test_page_words import in_source

ROOM = Path(tantera.__file__).parent
TEMPLATES = ("entries", "entry_parts", "which", "entry", "paste", "apart", "cards", "events", "new_tournament")
SOURCES = (
    "web/desk/entries.py",
    "web/desk/pasting.py",
    "web/desk/apart.py",
    "web/desk/opening.py",
    "web/desk/papers.py",
    "tournament/roll.py",
    "tournament/sheets/entries.py",
)


def sentences() -> set[str]:
    found = {*AS.values(), *(text for one in SETTINGS.values() for text in (one.words, one.hint))}
    found |= {words for one in SETTINGS.values() for _, words in one.choices}
    for name in TEMPLATES:
        text = (ROOM / f"web/pages/templates/desk/{name}.html").read_text("utf-8")
        found |= {one or other for one, other in re.findall(r"""\bt\(\s*(?:"([^"]+)"|'([^']+)')""", text)}
    for name in SOURCES:
        found |= set(in_source(ast.parse((ROOM / name).read_text("utf-8"))))
    return {said for said in found if said}


@pytest.mark.parametrize("lang", ["es", "ca"])
def test_every_sentence_is_translated_with_its_gaps(lang: str):
    words = catalogue(lang)
    assert [said for said in sorted(sentences()) if not (words.get(said) and words[said].string)] == []
    for said in sentences():
        assert set(re.findall(r"{\w+}", said)) == set(re.findall(r"{\w+}", str(words[said].string))), said
