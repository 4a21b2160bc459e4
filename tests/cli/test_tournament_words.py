"""Everything that the commands of a tournament, its file and its spreadsheets say to people, in Spanish and Catalan."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

import tantera
from tantera.tournament.orders import AnyOrder
from tantera.words.catalogue import catalogue

SOURCE = Path(tantera.__file__).parent
ROOMS = ("cli/tournament", "tournament_file", "tournament/sheets")
SAYING = {"translate", "counted", "Phrase", "column"}
VALUES = ("points_won", "difference", "points_for", "re_entries", "head_to_head", "points_among_tied", "efectividad")
STAGES = ("draft", "published", "closed", "entered", "disputed")


def texts(node: ast.AST) -> Iterator[ast.Constant]:
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part


def sentences() -> dict[str, str]:
    """The texts in calls that say something, and those kept in a name for such a call: where each stands."""
    found = {}
    for path in [path for room in ROOMS for path in (SOURCE / room).glob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            spoken: list[ast.expr] = []
            name = ""
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if name in SAYING:
                    spoken = node.args[:1] if name == "Phrase" else node.args[1:]
            elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "words":
                spoken, name = [node.value], "words"
            heading = name == "column" or (name == "words" and path.name in ("looking.py", "text.py"))
            for one in spoken:
                if isinstance(one, ast.Subscript | ast.JoinedStr):
                    continue  # a value of the object, or an order's name: those are listed above
                for text in texts(one):
                    word = str(text.value)
                    found[f"column: {word}" if heading else word] = f"{path.name}:{text.lineno}"
    return found


def verified() -> set[str]:
    """What the second program counts, by the way in which it verified it."""
    found: set[str] = set()
    for path in (SOURCE / "tournament" / "check").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "saw":
                found |= {str(text.value) for text in texts(node.args[0])}
    return found


def orders() -> set[str]:
    return {str(kind.__struct_config__.tag) for kind in get_args(AnyOrder)}


def test_the_commands_have_something_to_say():
    assert len(sentences()) > 60
    assert len(verified()) > 8


@pytest.mark.parametrize("lang", ["es", "ca"])
def test_everything_is_translated(lang: str):
    words = catalogue(lang)
    wanted = sentences() | {f"order: {order}": "an order" for order in orders()}
    wanted |= {f"checked: {what}": "what check counts" for what in verified()}
    wanted |= {f"column: {word}": "a value or a stage" for word in (*VALUES, *STAGES)}
    missing = [f"{where}: {text}" for text, where in wanted.items() if not words.get(text)]
    assert missing == []
