"""Everything that ``solve``, ``simulate`` and ``arena`` say to people, in Spanish and in Catalan."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import tantera
from tantera.words.catalogue import catalogue

SOURCE = Path(tantera.__file__).parent
COMMANDS = ("solve_command", "solving", "simulate_command", "arena_command", "arena_tables")
SAYING = {"translate", "counted", "words"}


def is_said(call: ast.Call) -> bool:
    return getattr(call.func, "id", getattr(call.func, "attr", "")) in SAYING


def sentences() -> dict[str, str]:
    """The texts in calls that say something, and those kept in a name for such a call: where each stands."""
    found = {}
    for name in COMMANDS:
        for node in ast.walk(ast.parse((SOURCE / "cli" / "study" / f"{name}.py").read_text("utf-8"))):
            spoken: list[ast.expr] = []
            if isinstance(node, ast.Call) and is_said(node):
                spoken = [*node.args]
            elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in ("words", "heading", "told"):
                spoken = [node.value]
            for part in (inner for one in spoken for inner in ast.walk(one)):
                if isinstance(part, ast.Constant) and isinstance(part.value, str) and part.value not in ("hand", "\n"):
                    found[part.value] = f"{name}:{part.lineno}"
    return found


def test_the_commands_have_something_to_say():
    assert len(sentences()) > 40


@pytest.mark.parametrize("lang", ["es", "ca"])
def test_everything_is_translated(lang: str):
    words = catalogue(lang)
    missing = [
        f"{where}: {text}" for text, where in sentences().items() if not (words.get(text) and words[text].string)
    ]
    assert missing == []
