"""Everything that replays say, on pages, in scripts and in Python, is said in Spanish and in Catalan."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import tantera
from tantera.words.catalogue import catalogue

WEB = Path(tantera.__file__).parent / "web"
TEMPLATES = ("replays.html", "replay.html", "replay_parts.html", "deal.html")
MODULES = (
    "library", "listing", "moves", "pages", "api", "deals", "showing", "story", "worth", "worth_words",
)  # fmt: skip
SAID = re.compile(r"""\bt\(\s*(?:"((?:[^"\\]|\\.)+)"|'((?:[^'\\]|\\.)+)')""")


def sentences() -> dict[str, str]:
    found: dict[str, str] = {}
    texts = [*(WEB / "pages" / "templates" / name for name in TEMPLATES)]
    texts += sorted((WEB / "pages" / "static" / "replay").glob("*.js"))
    for path in texts:
        for one, other in SAID.findall(path.read_text("utf-8")):
            found[one or other] = path.name
    for name in MODULES:
        for node in ast.walk(ast.parse((WEB / "replays" / f"{name}.py").read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("translate", "counted"):
                for text in ast.walk(node):
                    if isinstance(text, ast.Constant) and isinstance(text.value, str) and len(text.value) > 2:
                        found[text.value] = name
    return found


def test_there_is_much_to_say():
    assert len(sentences()) > 60
    assert {"Check this deal", "this match is not over: nobody looks back at its tiles until it is"} <= set(sentences())


@pytest.mark.parametrize("lang", ["es", "ca"])
def test_everything_is_translated(lang: str):
    words = catalogue(lang)
    missing = [
        f"{where}: {text}" for text, where in sentences().items() if not (words.get(text) and words[text].string)
    ]
    assert missing == []


@pytest.mark.parametrize("lang", ["es", "ca"])
def test_translations_have_the_same_gaps(lang: str):
    words = catalogue(lang)
    for text in sentences():
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", str(words[text].string))), text
