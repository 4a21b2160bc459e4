"""``tantera partners`` as a director and other programs run it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tantera.cli.app import app
from tantera.notation import export, write
from tantera.rules import load_book
from tests.study.hands import whole_match

ROOT = Path(__file__).parents[2]
LIGA = str(ROOT / "examples" / "liga.dgn")


def partners(*words: str) -> Result:
    return CliRunner().invoke(app, ["partners", *words])


@pytest.fixture(scope="module")
def matches(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Four matches of the same four, in one file."""
    file = tmp_path_factory.mktemp("matches") / "matches.dgn"
    book = load_book("san-juan")
    ledgers = [whole_match(book, ("greedy", "counter"), seed) for seed in range(4)]
    file.write_text("\n".join(write(export(ledger, [("Event", "Liga")])) for ledger in ledgers))
    return str(file)


def test_every_pair_of_many_matches_with_how_sure_it_is_and_no_verdict(matches: str):
    told = json.loads(partners(matches, "--json").stdout)
    assert told["verdict"] is None
    pairs = {tuple(pair["names"]): pair for pair in told["pairs"]}
    assert set(pairs) == {("Mas", "Pons"), ("Roca", "Vidal")}
    for pair in pairs.values():
        assert pair["hands"] > 12
        assert pair["decisions"] > 50
        if pair["fit"] is not None:
            assert pair["fit"]["p_among_all"] == pytest.approx(min(1, pair["fit"]["p"] * told["questions"]))
            assert pair["fit"]["p"] > 0.001


@pytest.mark.parametrize(("lang", "word"), [("es", "veredicto"), ("ca", "veredicte"), ("en", "verdict")])
def test_in_three_languages(lang: str, word: str):
    told = " ".join(partners(LIGA, "--lang", lang).stdout.split())
    assert word in told
    assert "Mas · Pons" in told


def test_where_nothing_can_be_looked_at_that_is_said(tmp_path: Path):
    sheet = tmp_path / "sheet.dgn"
    sheet.write_text('[Book "san-juan"]\n\n#1 o1 0-0\n= domino 3 +41\n')
    result = partners(str(sheet), "--lang", "en")
    assert result.exit_code == 2
    assert "found no hand of two pairs with all its tiles and moves, expected one that can be studied" in result.stderr


def test_a_file_that_cannot_be_read_is_said_and_the_others_are_looked_at():
    result = partners("nowhere.dgn", LIGA, "--json")
    assert result.exit_code == 2
    assert "nowhere.dgn" in result.stderr
    assert len(json.loads(result.stdout)["pairs"]) == 2
