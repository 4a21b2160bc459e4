"""Everything that the parts around the hand say is in the catalogue, in Spanish and in Catalan, and nothing else is."""

from __future__ import annotations

import ast
import re
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import tantera
from tantera.telling.count import HEADINGS, SUITS
from tantera.web.tables.lobby import BOT_LEVELS
from tantera.words.catalogue import catalogue

SOURCE = Path(tantera.__file__).parent
PARTS = SOURCE / "web" / "pages" / "static" / "table" / "parts"
TOLD = ("count", "questions", "law", "corrections")


def of_scripts() -> set[str]:
    spoken = re.compile(r"""\bt\(\s*"((?:[^"\\]|\\.)+)\"""")
    return {sentence for path in PARTS.glob("*.js") for sentence in spoken.findall(path.read_text("utf-8"))}


def of_python() -> set[str]:
    written = set()
    for name in TOLD:
        for node in ast.walk(ast.parse((SOURCE / "telling" / f"{name}.py").read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("translate", "Phrase"):
                written |= {str(one.value) for one in node.args if isinstance(one, ast.Constant)}
    return written | set(SUITS) | set(HEADINGS.values()) | set(BOT_LEVELS.values())


def entries(lang: str) -> dict[str, str]:
    po = (SOURCE / "words" / "locale" / lang / "around.po").read_bytes()
    return {str(entry.id): str(entry.string) for entry in read_po(BytesIO(po), locale=lang) if entry.id}


def test_there_is_much_to_say():
    assert len(of_scripts()) > 150
    assert "Conforme" in of_scripts()


@pytest.mark.parametrize("lang", ["es", "ca"])
def test_everything_is_translated_with_the_same_gaps(lang: str):
    words = catalogue(lang)
    assert [text for text in of_scripts() | of_python() if not (words.get(text) and words[text].string)] == []
    for text, translated in entries(lang).items():
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", translated)), text


@pytest.mark.parametrize("lang", ["es", "ca"])
def test_the_catalogue_has_nothing_that_nobody_says(lang: str):
    assert set(entries(lang)) - of_scripts() - of_python() == set()
