"""Puzzles: the judge says that the right move is right, and what is told of it is told from the same figures."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from importlib.resources import files
from itertools import islice

import pytest

from tantera.lessons import LEARNER
from tantera.lessons.judging import NotOffered, means
from tantera.play import PlaceTile, legal_moves, view
from tantera.puzzles import LEVELS, THEMES, Puzzle, answered, of_the_day, shipped, streak
from tantera.puzzles.making import ALLOWANCE, ERROR, MARGIN, MOST, balanced, proved, puzzles
from tantera.puzzles.puzzle import by_id, read_puzzles, sorted_puzzles, written
from tantera.puzzles.solving import explained, move_of, turn_of
from tantera.puzzles.telling import finders, verdict
from tantera.puzzles.themes import theme_of
from tantera.study.decisions import try_out
from tantera.words import Phrase

WORLDS = 2048
ANOTHER = 77
"""A sample of worlds that neither chose nor measured anything."""


def answer_of(puzzle: Puzzle, place: int) -> str:
    order = move_of(puzzle, puzzle.options[place])
    return f"{order.end or ''}{order.tile}"


def judged_best(puzzle: Puzzle, worlds: int) -> PlaceTile:
    """What the judge plays there, in worlds of its own."""
    seen = view(puzzle.match, LEARNER)
    trial = try_out(seen, worlds, ANOTHER)
    order = list(trial.codes.values())[int(trial.values.mean(0).argmax())]
    assert isinstance(order, PlaceTile)
    return order


def test_a_set_comes_along_with_every_theme_and_every_level_in_it():
    assert len(shipped()) >= 100
    assert {puzzle.theme for puzzle in shipped()} == set(THEMES)
    assert {puzzle.level for puzzle in shipped()} >= {1, 2, 3, 4}
    assert len(by_id()) == len({(one.racks, one.moves) for one in shipped()}) == len(shipped())
    assert list(shipped()) == sorted_puzzles(shipped())
    data = (files("tantera.puzzles") / "shipped" / "puzzles.jsonl").read_bytes()
    assert len(data) < 300_000
    assert read_puzzles(map(written, shipped())) == shipped()


def test_every_position_can_be_set_up_and_its_options_are_all_there_are():
    for puzzle in shipped():
        hand = puzzle.match.hand
        assert hand is not None
        assert hand.turn == LEARNER
        orders = [order for order in legal_moves(hand) if isinstance(order, PlaceTile)]
        for order in orders:
            assert sum(means(worth.move, order) for worth in puzzle.options) == 1
        assert len(puzzle.options) <= len(orders)


def test_the_right_move_is_better_by_far_and_what_is_said_is_its_theme():
    for puzzle in shipped():
        assert puzzle.margin >= MARGIN - 0.1  # rounded
        assert LEVELS[-1] in puzzle.finders, "the strongest bot agrees"
        assert puzzle.level in LEVELS
        assert theme_of(explained(puzzle, 1).why) == puzzle.theme


@pytest.mark.parametrize("place", range(0, 500, 25))
def test_the_judge_finds_the_right_move_in_worlds_of_its_own(place: int):
    puzzle = shipped()[place % len(shipped())]
    assert means(puzzle.right, judged_best(puzzle, WORLDS)), puzzle.id


@pytest.mark.prove
def test_the_judge_finds_the_right_move_of_all_puzzles_in_worlds_of_its_own():
    for puzzle in shipped():
        assert means(puzzle.right, judged_best(puzzle, 2 * WORLDS)), puzzle.id


def test_the_same_seed_makes_the_same_puzzles_with_a_sure_margin():
    first, again = (list(islice(puzzles(2, 1), 2)) for _ in range(2))
    assert [written(one) for one in first] == [written(one) for one in again]
    known = by_id()
    assert all(known.get(one.id, one) == one for one in first), "and they are among those that come along"
    for puzzle in first:
        proof = proved(view(puzzle.match, LEARNER))
        assert proof is not None
        assert list(proof.trial.codes.values())[proof.order[0]] == move_of(puzzle, puzzle.options[0])
        assert all(apart.mean >= MARGIN and apart.error <= ERROR for apart in proof.margins if apart.error is not None)


def test_a_set_leans_to_no_theme_and_to_no_level_and_its_beginning_is_that_of_a_larger_one():
    many = [shipped()[0]] * 50 + list(shipped())
    taken = list(balanced(many))
    assert list(islice(balanced(many), 20)) == taken[:20]
    for kind in ("theme", "level"):
        shares = Counter(getattr(one, kind) for one in taken)
        assert max(shares.values()) <= MOST * (len(taken) + ALLOWANCE) + 1


def test_the_right_answer_is_right_and_any_other_is_told_by_how_much_it_is_worse():
    for puzzle in shipped()[::20]:
        for place in range(len(puzzle.options)):
            answer = answered(puzzle, answer_of(puzzle, place))
            assert (answer.right, answer.place, answer.refusal) == (place == 0, place, None)
            assert answer.after is not puzzle.match
            assert answer.why is not None
            assert answer.why.why
            told = verdict(puzzle, answer)
            other = place or 1
            assert told.facts["points"] == round(puzzle.options[0].points - puzzle.options[other].points)
            assert turn_of(puzzle, other).decision.best.value.mean == puzzle.options[0].points
            assert all(told.told(lang) and finders(puzzle).told(lang) for lang in ("es", "ca", "en"))


def test_what_does_not_fit_is_refused_and_what_is_not_ones_own_is_no_answer():
    puzzle = next(one for one in shipped() if one.match.hand and len(one.options) < one.match.hand.count(LEARNER))
    hand = puzzle.match.hand
    assert hand is not None
    fits = {order.tile for order in legal_moves(hand) if isinstance(order, PlaceTile)}
    rests = next(tile for tile in hand.rack(LEARNER) if tile is not None and tile not in fits)
    answer = answered(puzzle, str(rests))
    assert answer.refusal is not None
    assert answer.after is puzzle.match
    with pytest.raises(NotOffered):
        answered(puzzle, str(hand.dealt[1][0]))


def test_every_reason_that_is_said_has_its_theme_and_an_unknown_one_raises():
    for puzzle in shipped():
        for place in range(1, len(puzzle.options)):
            assert theme_of(explained(puzzle, place).why) in (None, *THEMES)
    with pytest.raises(KeyError):
        theme_of([Phrase("the moon is full")])


def test_a_day_has_its_puzzle_and_all_come_before_any_comes_again():
    day = date(2026, 11, 19)
    year = [of_the_day(day + timedelta(days=at)) for at in range(len(shipped()))]
    assert of_the_day(day) is year[0]
    assert Counter(one.id for one in year).most_common(1)[0][1] == 1
    assert len({one.theme for one in year[:14]}) >= 3


def test_days_in_a_row_end_today_or_yesterday():
    today = date(2026, 3, 2)
    days = [today - timedelta(days=at) for at in (0, 1, 2, 4)]
    assert streak(days, today) == 3
    assert streak(days[1:], today) == 2, "today's is still open"
    assert streak(days[2:], today) == 0
    assert streak([], today) == 0
