"""Everything that hosting says, in pages, in sentences of Python and in the terminal, is in the catalogue."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tantera
from tantera.words.catalogue import catalogue

SOURCE = Path(tantera.__file__).parent
WEB = SOURCE / "web"
PYTHON = [
    *(path for room in ("access", "admin", "me", "network", "health") for path in (WEB / room).glob("*.py")),
    *(WEB / name for name in ("gate.py", "problems.py", "security.py", "serving.py", "single.py", "app.py")),
    WEB / "books" / "shelf.py",
    SOURCE / "cli" / "server" / "serve_command.py",
    SOURCE / "cli" / "server" / "welcome.py",
]
TEMPLATES = [
    *(WEB / "pages" / "templates" / "admin").glob("*.html"),
    *(
        WEB / "pages" / "templates" / f"{name}.html"
        for name in ("me", "network", "device_link", "device_enter", "bot_token")
    ),
]
TOLD_BY = {"Phrase", "translate", "t"}


def in_python(path: Path) -> Iterator[str]:
    """The sentence of every ``Phrase("…")``, ``translate(lang, "…")`` and ``t("…")``, and those of the statuses."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in TOLD_BY:
            said = node.args[1:2] if getattr(node.func, "id", "") == "translate" else node.args[:1]
            for argument in said:
                yield from (
                    c.value for c in ast.walk(argument) if isinstance(c, ast.Constant) and isinstance(c.value, str)
                )
        if isinstance(node, ast.AnnAssign) and getattr(node.target, "id", "") == "SENTENCES":
            assert isinstance(node.value, ast.Dict)
            yield from (value.value for value in node.value.values if isinstance(value, ast.Constant))  # type: ignore[misc]


def in_template(path: Path) -> Iterator[str]:
    for said in re.findall(r"""\bt\(\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')""", path.read_text("utf-8")):
        yield ast.literal_eval(said)


def sentences() -> dict[str, str]:
    found = {said: path.name for path in PYTHON for said in in_python(path)}
    return found | {said: path.name for path in TEMPLATES for said in in_template(path)}


def test_there_is_much_to_say():
    assert len(sentences()) > 120
    assert "port {port} is in use by another program" in sentences()
    assert "Go on with another device" in sentences()


@pytest.mark.parametrize("lang", ["es", "ca"])
def test_everything_is_translated(lang: str):
    words = catalogue(lang)
    missing = [
        f"{where}: {text}" for text, where in sentences().items() if not (words.get(text) and words[text].string)
    ]
    assert missing == []


@pytest.mark.parametrize("lang", ["es", "ca"])
def test_every_gap_of_a_sentence_is_in_its_translation(lang: str):
    words = catalogue(lang)
    gaps = re.compile(r"\{(\w+)\}")
    for text in sentences():
        assert set(gaps.findall(text)) == set(gaps.findall(str(words[text].string))), text
