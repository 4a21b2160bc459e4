"""``tantera puzzles`` as people and programs run it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tantera.cli.app import app
from tantera.puzzles import Puzzle, shipped
from tantera.puzzles.puzzle import by_id, read_puzzles
from tantera.puzzles.solving import explained, move_of


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, ["puzzles", *words], input=typed)


def typed_for(puzzle: Puzzle, place: int) -> str:
    order = move_of(puzzle, puzzle.options[place])
    return f"{order.tile.high}-{order.tile.low}{order.end or ''}\n"


def test_made_puzzles_are_lines_of_json_and_the_same_ones_again(tmp_path: Path):
    file = tmp_path / "made.jsonl"
    assert run("make", "--count", "2", "--seed", "1", "--out", str(file)).exit_code == 0
    printed = run("make", "--count", "2", "--seed", "1").stdout
    assert printed == file.read_text()
    assert all(json.loads(line)["options"] for line in printed.splitlines())
    for puzzle in read_puzzles(file.read_bytes().splitlines()):
        assert by_id()[puzzle.id] == puzzle, "the set that comes along was made so"


@pytest.mark.parametrize(("lang", "right", "wrong"), [("es", "Bien", "No es esa"), ("en", "Right", "Not this one")])
def test_a_puzzle_is_asked_answered_and_explained(lang: str, right: str, wrong: str):
    puzzle = shipped()[7]
    words = ("play", "--puzzle", puzzle.id, "--lang", lang)
    assert right in run(*words, typed=typed_for(puzzle, 0)).stdout
    told = run(*words, typed=typed_for(puzzle, 1)).stdout
    assert wrong in told
    assert explained(puzzle, 1).why[0].told(lang)[1:20] in told


def test_what_is_no_tile_is_asked_again_and_leaving_sums_up():
    told = run("play", "--lang", "en", typed="nonsense\nq\n").stdout
    assert "found nonsense" in told
    assert "0 of 0 right" in told


def test_an_unknown_theme_is_one_sentence():
    answer = run("play", "--theme", "luck", "--lang", "en")
    assert answer.exit_code == 2
    assert "count, pass, block, partner, tempo" in answer.stderr


def test_an_unknown_puzzle_is_one_sentence():
    answer = run("play", "--puzzle", "0-0", "--lang", "en")
    assert answer.exit_code == 2
    assert "42-7" in answer.stderr
