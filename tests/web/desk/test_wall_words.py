"""What the draw, the clock and the wall say is there in Spanish and in Catalan, with the same gaps, and once."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import tantera
from tantera.words.catalogue import catalogue

ROOT = Path(tantera.__file__).parent
TEMPLATES = ("draw", "clock", "wall", "public")
SOURCES = (
    "web/desk/drawing.py", "web/desk/hall_clock.py", "web/tournaments/clock_view.py", "web/hall/wall_pages.py",
    "tournament/drafting.py", "tournament/reasons.py", "tournament/check/draft.py", "tournament/hall/telling.py",
)  # fmt: skip
TABLES_OF_WORDS = {"CONDITIONS", "PHASES", "WITH_NAMES", "say"}
OF_THE_DESK = {
    "Round {round} of {rounds}", "Publish round {round}", "Draw round {round}", "Start the clock", "Tournaments",
    "The tournament is closed",
}  # fmt: skip
"""Said by the desk's ground too: they are its to translate."""


def sentences() -> set[str]:
    found: set[str] = set()
    for name in TEMPLATES:
        text = (ROOT / "web/pages/templates/desk" / f"{name}.html").read_text("utf-8")
        found |= {a or b for a, b in re.findall(r"""\bt\(\s*(?:"([^"]+)"|'([^']+)')""", text)}
    for name in SOURCES:
        found |= set(in_source(ast.parse((ROOT / name).read_text("utf-8"))))
    return {said for said in found if re.search(r"[A-Za-z]{2}", re.sub(r"{\w+}", "", said))} - OF_THE_DESK


def in_source(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Phrase", "translate"):
            yield from (one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str))
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if getattr(target, "id", "") in TABLES_OF_WORDS:
                values = node.value.values if isinstance(node.value, ast.Dict) else [node.value]
                yield from (
                    one.value
                    for value in values
                    for one in ast.walk(value)
                    if isinstance(one, ast.Constant) and isinstance(one.value, str)
                )


def own(lang: str) -> dict[str, str]:
    with (ROOT / "words/locale" / lang / "desk_wall.po").open("rb") as po:
        return {str(entry.id): str(entry.string) for entry in read_po(po, locale=lang) if entry.id}


def test_there_is_much_to_say():
    assert len(sentences()) > 120


@pytest.mark.parametrize("lang", ["es", "ca"])
def test_everything_is_translated_with_the_same_gaps(lang: str):
    words = catalogue(lang)
    assert sorted(said for said in sentences() if not (words.get(said) and words[said].string)) == []
    for said, translated in own(lang).items():
        assert Counter(re.findall(r"\{\w+\}", said)) == Counter(re.findall(r"\{\w+\}", translated)), said


@pytest.mark.parametrize("lang", ["es", "ca"])
def test_no_sentence_is_translated_in_two_files(lang: str):
    others = {
        str(entry.id)
        for path in (ROOT / "words/locale" / lang).glob("*.po")
        if path.name != "desk_wall.po"
        for entry in read_po(BytesIO(path.read_bytes()), locale=lang)
        if entry.id
    }
    assert sorted(set(own(lang)) & others) == []
