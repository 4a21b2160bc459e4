"""Everything that the phones say is there in Spanish and in Catalan, with the same gaps, and once."""

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
SOURCES = (
    "web/hall/at_table.py", "web/hall/me.py", "web/hall/judges.py", "web/hall/photos.py", "web/hall/phones.py",
    "tournament/hall/decide.py",
)  # fmt: skip
SPEAKING = {"Phrase": 0, "translate": 1, "Refused": 1}
"""Which of the arguments is said."""


def sentences() -> set[str]:
    found: set[str] = set()
    for path in (ROOT / "web/pages/templates/phone").glob("*.html"):
        found |= {a or b for a, b in re.findall(r"""\bt\(\s*(?:"([^"]+)"|'([^']+)')""", path.read_text("utf-8"))}
    script = (ROOT / "web/pages/static/hall/phone.js").read_text("utf-8")
    found |= set(re.findall(r"""\bt\(\s*"((?:[^"\\]|\\.)+)\"""", script))
    for name in SOURCES:
        found |= set(in_source(ast.parse((ROOT / name).read_text("utf-8"))))
    return found


def in_source(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        place = SPEAKING.get(getattr(getattr(node, "func", None), "id", ""))
        if isinstance(node, ast.Call) and place is not None:
            said = node.args[place]
            if isinstance(said, ast.Constant) and isinstance(said.value, str):
                yield said.value
        if isinstance(node, ast.AnnAssign) and getattr(node.target, "id", "") == "REASONS":
            assert node.value is not None
            yield from ast.literal_eval(node.value)


def own(lang: str) -> dict[str, str]:
    with (ROOT / "words/locale" / lang / "desk_phones.po").open("rb") as po:
        return {str(entry.id): str(entry.string) for entry in read_po(po, locale=lang) if entry.id}


@pytest.mark.parametrize("lang", ["es", "ca"])
def test_every_sentence_is_translated(lang: str):
    known = catalogue(lang)
    assert len(sentences()) > 120
    assert [said for said in sorted(sentences()) if not (known.get(said) and known[said].string)] == []


@pytest.mark.parametrize("lang", ["es", "ca"])
def test_translations_have_the_same_gaps_and_stand_nowhere_else(lang: str):
    for said, translated in own(lang).items():
        assert set(re.findall(r"{\w+}", said)) == set(re.findall(r"{\w+}", translated)), said
    for po in (ROOT / "words/locale" / lang).glob("*.po"):
        if po.name != "desk_phones.po":
            with po.open("rb") as file:
                others = {str(entry.id) for entry in read_po(file, locale=lang) if entry.id}
            assert not others & set(own(lang)), po.name
