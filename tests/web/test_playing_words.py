"""Every sentence of the table's scripts and of its page is there in Spanish and in Catalan, with the same gaps."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tantera
from tantera.web.pages.static_files import STATIC, sentences
from tantera.words.catalogue import catalogue

SCRIPTS = [path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.js")]
PAGE = Path(tantera.__file__).parent / "web/pages/templates/table.html"


def said() -> set[str]:
    found = re.findall(r"""\bt\(\s*(?:"([^"]+)"|'([^']+)')""", PAGE.read_text("utf-8"))
    return {one or other for one, other in found} | set(
        sentences(*(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.js")))
    )


def test_the_table_says_a_lot():
    assert {"Your turn", "Your tiles", "which end?"} <= said()


@pytest.mark.parametrize("lang", ["es", "ca"])
def test_everything_that_a_script_says_is_translated_with_its_gaps(lang: str):
    words = catalogue(lang)
    missing = [text for text in said() if not (words.get(text) and words[text].string)]
    assert missing == []
    for text in said():
        assert set(re.findall(r"{\w+}", text)) == set(re.findall(r"{\w+}", str(words[text].string))), text
