"""Every sentence that the tournament says is there in Spanish and in Catalan, with the same gaps."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import tantera
from tantera.rules.glossary import RANKED_BY
from tantera.words.catalogue import catalogue

ROOM = Path(tantera.__file__).parent / "tournament"
SAYS = {"Phrase": 0, "Why": 0, "OrderProblem": 1, "Refused": 1}
"""Which argument is the sentence."""


def sentences() -> dict[str, str]:
    found = dict.fromkeys(RANKED_BY.values(), "glossary")
    for path in sorted(ROOM.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in SAYS:
                place = SAYS[node.func.id]  # type: ignore[attr-defined]
                for argument in node.args[place : place + 1]:
                    for said in ast.walk(argument):
                        if isinstance(said, ast.Constant) and isinstance(said.value, str):
                            found[said.value] = f"{path.name}:{node.lineno}"
    return found


def test_the_tournament_says_a_lot():
    assert len(sentences()) > 90


@pytest.mark.parametrize("lang", ["es", "ca"])
def test_every_sentence_is_translated_with_its_gaps(lang):
    words = catalogue(lang)
    missing = [
        f"{where}: {said}" for said, where in sentences().items() if not (words.get(said) and words[said].string)
    ]
    assert missing == []
    for said in sentences():
        gaps, translated = (set(re.findall(r"{\w+}", text)) for text in (said, str(words[said].string)))
        assert gaps == translated, said
