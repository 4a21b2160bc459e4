"""`pip install tantera` without any extra: what needs one says so in one sentence, and everything else goes on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
THEIRS = "no está instalado"
LACK = {
    "play --level 5 --save FOLDER/another.dgn": "bots",
    "solve ends=- turn=1 1:00 2:01 3:02 4:03": "bots",
    "simulate": "bots",
    "arena best greedy": "bots",
    "review FOLDER/match.dgn": "bots",
    "partners FOLDER/match.dgn": "bots",
    "puzzles make --count 1": "bots",
    "tournament print CUP checklist": "paper",
}


@pytest.fixture(scope="module")
def told() -> dict[str, Any]:
    env = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.cli.bare_install", "es"], cwd=ROOT, env=env, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr[-3000:]
    answers: dict[str, Any] = json.loads(done.stdout)
    return answers


def test_what_an_extra_brings_is_missing_in_one_sentence_with_the_command(told: dict[str, Any]):
    assert told["loaded"] == []
    for line, extra in LACK.items():
        status, _, wrong = told[line]
        assert status == 2, (line, told[line])
        assert THEIRS in wrong
        assert f'pip install "tantera[{extra}]"' in wrong
        assert wrong.count("\n") == 1


def test_everything_else_goes_on(told: dict[str, Any]):
    lines = [line for line in told if " " in line or line.startswith("--")]
    goes_on = [line for line in lines if line not in LACK and not line.startswith("a table")]
    assert len(goes_on) == 9
    assert [line for line in goes_on if told[line][0] != 0] == []


def test_the_pages_offer_the_bots_that_there_are(told: dict[str, Any]):
    """By then a match with bots has been played for some turns, over a socket."""
    assert "</html>" in told["page"]
    assert told["a table of level 3"][0] == 201
    status, sentence = told["a table of level 5"]
    assert status == 501
    assert THEIRS in sentence
    assert (told["icon"], told["manifest"], told["calls"]) == (404, "image/svg+xml", 501)
