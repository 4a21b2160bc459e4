"""Every sentence of the pages is there in Spanish and in Catalan, with the same gaps."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tantera
from tantera.words.catalogue import catalogue

WEB = Path(tantera.__file__).parent / "web"
TEMPLATES = (
    "base", "home", "tables", "code", "door", "me", "opening", "problem", "parts/forms", "parts/watched", "parts/code",
    "books", "book", "checklist",
)  # fmt: skip
SOURCES = (
    "problems.py", "app.py", "access/newcomers.py", "tables/home.py", "tables/hub.py",
    "tables/opening.py", "tables/opening_page.py", "tables/coming.py", "reader/articles.py",
    "reader/figures.py", "books/shelf.py", "books/naming.py",
)  # fmt: skip
SPEAKING = {"Phrase", "translate", "Refusal", "t"}
TABLES_OF_WORDS = {"SENTENCES", "HEADINGS", "WAYS", "_BOTS", "CAPTIONS"}


def sentences() -> dict[str, str]:
    found = {}
    for name in TEMPLATES:
        text = (WEB / "pages/templates" / f"{name}.html").read_text("utf-8")
        for said in re.findall(r"""\bt\(\s*(?:"([^"]+)"|'([^']+)')""", text):
            found[said[0] or said[1]] = name
    for name in SOURCES:
        found |= dict.fromkeys(in_source(ast.parse((WEB / name).read_text("utf-8"))), name)
    return found


def in_source(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in SPEAKING:
            yield from (one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str))
        if isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if getattr(target, "id", "") in TABLES_OF_WORDS and isinstance(node.value, ast.Dict):
                yield from (str(one.value) for one in node.value.values if isinstance(one, ast.Constant))


def test_the_pages_say_a_lot():
    assert len(sentences()) > 100
    assert "too many requests: wait a minute" in sentences()


@pytest.mark.parametrize("lang", ["es", "ca"])
def test_every_sentence_of_the_pages_is_translated_with_its_gaps(lang: str):
    words = catalogue(lang)
    missing = [
        f"{where}: {said}"
        for said, where in sentences().items()
        if said and not (words.get(said) and words[said].string)
    ]
    assert missing == []
    for said in filter(None, sentences()):
        gaps, translated = (set(re.findall(r"{\w+}", text)) for text in (said, str(words[said].string)))
        assert gaps == translated, said
