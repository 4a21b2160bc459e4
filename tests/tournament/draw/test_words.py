"""Everything that a draw says is in the catalogue, in Spanish and in Catalan, and no gap is lost."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tantera
from tantera.words.catalogue import catalogue

SOURCE = Path(tantera.__file__).parent / "formats"
SILENT = {"search", "ValueError", "OverflowError"}
LETTERS = re.compile(r"[a-z]")
SHORT = {"semi-final", "quarter-final"}


def texts(node: ast.AST) -> Iterator[str]:
    """The texts that may be sentences: several words, in no docstring and no f-string."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.JoinedStr) or (isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)):
            continue
        if isinstance(child, ast.Call) and getattr(child.func, "id", "") in SILENT:
            continue
        if isinstance(child, ast.Constant) and isinstance(child.value, str) and LETTERS.search(child.value):
            yield from [child.value] if " " in child.value.strip() or child.value in SHORT else ()
        yield from texts(child)


SENTENCES = sorted({text for path in SOURCE.rglob("*.py") for text in texts(ast.parse(path.read_text("utf-8")))})


def test_there_is_much_to_say():
    assert len(SENTENCES) > 50
    assert "{a} against {b}" in SENTENCES


@pytest.mark.parametrize("lang", ["es", "ca"])
def test_everything_is_translated(lang: str):
    words = catalogue(lang)
    assert [text for text in SENTENCES if not (words.get(text) and words[text].string)] == []


@pytest.mark.parametrize("lang", ["es", "ca"])
def test_every_gap_is_filled_in_every_language(lang: str):
    words = catalogue(lang)
    gaps = re.compile(r"\{\w+\}")
    for text in SENTENCES:
        assert sorted(gaps.findall(text)) == sorted(gaps.findall(str(words[text].string))), text
