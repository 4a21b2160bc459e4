"""Everything that the store says to people, in Spanish and in Catalan."""

import ast
from pathlib import Path

import pytest

import tantera
from tantera.words.catalogue import catalogue

SOURCE = Path(tantera.__file__).parent


def sentences() -> dict[str, str]:
    found = {}
    for path in [*(SOURCE / "store").glob("*.py"), SOURCE / "cli" / "server" / "store_commands.py"]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Phrase":
                sentence = node.args[0]
                assert isinstance(sentence, ast.Constant), f"{path.name}:{node.lineno}: must be written out"
                found[str(sentence.value)] = f"{path.name}:{node.lineno}"
    return found


@pytest.mark.parametrize("lang", ["es", "ca"])
def test_everything_is_translated(lang: str):
    words = catalogue(lang)
    assert len(sentences()) >= 19
    missing = [
        f"{where}: {said}" for said, where in sentences().items() if not (words.get(said) and words[said].string)
    ]
    assert missing == []
