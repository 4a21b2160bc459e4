"""Bots with a face: who they are, and that they are no more than they say."""

from __future__ import annotations

from pathlib import Path

from tantera.bots import CHARACTERS, LEVELS, make
from tantera.bots.characters import character, of_level
from tantera.bots.roster import entry_of, is_known, names
from tantera.play import legal_moves
from tantera.rules import load_book
from tantera.words.catalogue import LANGUAGES
from tests.bots.hands import in_turn
from tests.solver.every_deal import line_of_play


def test_every_level_has_enough_of_them_for_a_table_and_each_has_a_name_of_its_own():
    assert all(len(of_level(f"level-{level}")) >= 3 for level in LEVELS)
    assert len({one.name for one in CHARACTERS.values()}) == len(CHARACTERS)
    assert not set(CHARACTERS) & set(names())
    assert all(map(is_known, CHARACTERS))
    for one in CHARACTERS.values():
        assert 0.5 <= one.tempo <= 2
        for lang in LANGUAGES:
            assert one.manner.told(lang) != one.good_at.told(lang)


def test_each_plays_as_somebody_who_is_measured():
    """docs/bots.md has their figures."""
    page = (Path(__file__).parents[2] / "docs" / "bots.md").read_text("utf-8")
    for one in CHARACTERS.values():
        assert f"| {one.name} | {one.level} | `{one.plays_as}` |" in page
        assert entry_of(one.id) == entry_of(one.plays_as)


def test_the_counters_differ_in_what_a_pass_means_to_them_and_answer_with_legal_moves():
    answers = {bot: make(bot, 1) for bot in ("rosa", "manel", "fina")}
    differ = 0
    for seed in range(40):
        for match in line_of_play(load_book("san-juan"), seed, 1):
            seen = in_turn(match)
            given = [answer(seen) for answer in answers.values()]
            assert match.hand is not None
            assert set(given) <= set(legal_moves(match.hand))
            differ += len(set(given)) > 1
    assert differ > 0


def test_hosts_have_company_of_their_own_and_nobody_twice_while_there_are_more():
    tables = set()
    for host in map(str, range(60)):
        seated: list[str | None] = []
        for _ in range(3):
            one = character("level-3", host, seated)
            assert one is not None
            seated.append(one.id)
        assert len(set(seated)) == 3
        tables.add(tuple(seated))
    assert len(tables) == 6
    assert character("greedy", "x") is None
    for host in map(str, range(20)):
        one = character("level-4", host, people=["RAMÓN", "Neus"])
        assert one is not None
        assert one.name == "Tomàs", "nobody is called as who sits at the table, accents aside"
    assert character("isabel", "x", ["isabel"]) is CHARACTERS["isabel"]
