"""What docs/bots.md shows, works."""

from __future__ import annotations

import re
from pathlib import Path

from tantera.bots.arena import duel
from tantera.bots.arena.playing import play_deal
from tantera.bots.roster import LEVELS, ROSTER
from tantera.rules import load_book

ROOT = Path(__file__).parents[2]
DOCS = (ROOT / "docs" / "bots.md").read_text("utf-8")


def test_the_bot_of_twenty_lines_is_the_one_in_the_examples_and_plays_in_the_arena(monkeypatch):
    monkeypatch.chdir(ROOT)
    code = re.search(r"```python\n(.*?)```", DOCS, re.DOTALL)
    assert code is not None
    example = Path("examples/bots/patient.py").read_text("utf-8").split('"""\n', 1)[1].strip()
    assert code[1].strip() == example
    assert len([line for line in example.splitlines() if line.strip()]) <= 20
    contest = duel(load_book("san-juan"), "examples/bots/patient.py:patient", "counter", "yardstick-1")
    assert play_deal(contest, 1).hands == 2


def test_every_level_and_every_bot_of_the_ladder_is_described():
    for number in LEVELS:
        assert f"\n| {number} |" in DOCS
    for name in ROSTER:
        assert f"`{name}`" in DOCS, name
