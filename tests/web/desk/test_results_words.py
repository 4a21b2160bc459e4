"""Everything that the desk's results say is there in Spanish and in Catalan, with the same gaps, and once."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import tantera
from tantera.words.catalogue import catalogue

ROOT = Path(tantera.__file__).parent
TEMPLATES = ("acts", "repair", "standings", "sure", "table", "tables", "parts/log")
SCRIPTS = ("tables", "table")
SOURCES = (
    "web/desk/acts.py", "web/tournaments/keyed.py", "web/desk/papers.py", "web/desk/repairs.py",
    "web/desk/standings.py", "web/desk/table.py", "tournament/telling.py",
)  # fmt: skip
TABLES_OF_WORDS = {"FILTERS", "SAID", "WAYS", "WORDS", "VIEWS", "MARKS", "_REPAIRS", "say"}
OF_THE_DESK = {"Records", "Close the tournament", "Nobody has entered yet", "Settle table {table}"}
"""Said by the desk's ground too: they are its to translate."""


def sentences() -> set[str]:
    found: set[str] = set()
    for name in TEMPLATES:
        text = (ROOT / "web/pages/templates/desk" / f"{name}.html").read_text("utf-8")
        found |= {a or b for a, b in re.findall(r"""\bt\(\s*(?:"([^"]+)"|'([^']+)')""", text)}
    for name in SCRIPTS:
        text = (ROOT / "web/pages/static/desk" / f"{name}.js").read_text("utf-8")
        found |= set(re.findall(r"""\bt\(\s*"((?:[^"\\]|\\.)+)\"""", text))
    for name in SOURCES:
        found |= set(in_source(ast.parse((ROOT / name).read_text("utf-8"))))
    return {said for said in found if re.search(r"[a-z]{2}", re.sub(r"{\w+}", "", said))} - OF_THE_DESK


def in_source(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Phrase":
            yield from texts(node.args[0])
        if isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if getattr(target, "id", "") in TABLES_OF_WORDS and node.value is not None:
                yield from (text for text in texts(node.value) if " " in text or text[:1].isupper())


def texts(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Subscript):
        return
    yield from (one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str))


def own(lang: str) -> dict[str, str]:
    with (ROOT / "words/locale" / lang / "desk_results.po").open("rb") as po:
        return {str(entry.id): str(entry.string) for entry in read_po(po, locale=lang) if entry.id}


@pytest.mark.parametrize("lang", ["es", "ca"])
def test_every_sentence_is_translated(lang: str):
    known = catalogue(lang)
    assert len(sentences()) > 150
    assert [said for said in sentences() if not (known.get(said) and known[said].string)] == []


@pytest.mark.parametrize("lang", ["es", "ca"])
def test_translations_have_the_same_gaps_and_stand_nowhere_else(lang: str):
    for said, translated in own(lang).items():
        assert set(re.findall(r"{\w+}", said)) == set(re.findall(r"{\w+}", translated)), said
    for po in (ROOT / "words/locale" / lang).glob("*.po"):
        if po.name != "desk_results.po":
            with po.open("rb") as file:
                others = {str(entry.id) for entry in read_po(file, locale=lang) if entry.id}
            assert not others & set(own(lang)), po.name
