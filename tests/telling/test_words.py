"""Everything the two rooms say is in the catalogue, in Spanish and in Catalan."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import tantera
from tantera.words.catalogue import catalogue

SOURCE = Path(tantera.__file__).parent
SILENT = {"Sentence", "TypeError", "join", "split", "parse", "Literal", "partition", "replace", "fullmatch", "sub"}
"""Calls whose texts nobody reads as sentences."""


def said(node: ast.AST) -> Iterator[ast.Constant]:
    """The texts that may be sentences: with a gap or several words, in no docstring and no f-string."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Expr | ast.JoinedStr) and not isinstance(getattr(child, "value", None), ast.Call):
            continue
        if isinstance(child, ast.Call) and getattr(child.func, "id", getattr(child.func, "attr", "")) in SILENT:
            yield from (one for part in child.args if isinstance(part, ast.Call) for one in said(part))
            continue
        if isinstance(child, ast.Constant) and isinstance(child.value, str) and " " in child.value.strip():
            yield child
        yield from said(child)


def sentences() -> dict[str, str]:
    found = {}
    for path in [*(SOURCE / "telling").glob("*.py")]:
        for text in said(ast.parse(path.read_text("utf-8"))):
            found[str(text.value)] = f"{path.name}:{text.lineno}"
    return found


def test_there_is_much_to_say():
    assert len(sentences()) > 60
    assert "{who} decides: {choices}" in sentences()


@pytest.mark.parametrize("lang", ["es", "ca"])
def test_everything_is_translated(lang: str):
    words = catalogue(lang)
    missing = [
        f"{where}: {text}" for text, where in sentences().items() if not (words.get(text) and words[text].string)
    ]
    assert missing == []
