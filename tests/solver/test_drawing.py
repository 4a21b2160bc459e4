"""Positions with sleeping tiles to draw, or with two doubles in one turn, and all racks open."""

from random import Random

import numpy as np
import pytest

from tantera.notation import parse_position
from tantera.play import PassTurn, legal_moves
from tantera.play.moves import play_move
from tantera.rules import load_book, with_options
from tantera.solver.kernels.law import BOTH, DRAW, PASS
from tantera.tiles import Tile
from tests.play.tables import proof
from tests.solver.agreement import by_drawing, naive, with_boneyard
from tests.solver.naive import Case, code_of, random_case

TWO_PLAYERS = with_options(load_book("ueh"), {"players": 2})
PAIRS = with_options(load_book("clasico"), {"set": "double-nine", "boneyard": "one", "tiles": 4})


def at(position: str, number: int = 1) -> Case:
    return Case(parse_position(position, TWO_PLAYERS, number), 1)


def test_every_move_has_the_naive_search_s_value_under_any_law():
    assert [told for seed in range(250) if (told := with_boneyard(seed))] == []


@pytest.mark.prove
@pytest.mark.parametrize("block", range(8))
def test_many_more_positions_have_the_naive_search_s_values(block):
    first = 10_000 * (block + 1)
    assert [told for seed in range(first, first + proof(500, 5000)) if (told := with_boneyard(seed))] == []


@pytest.mark.article("UEH-robar")
def test_a_drawn_tile_that_fits_may_win_the_hand():
    # Drawn, 1-6 goes on a six and the double one after it: 2 is left with 5-6. If 1 passes, 2 is out first.
    assert by_drawing(at("ends=6:6 turn=1 1:11 2:56.66 0:16")).moves == {DRAW: 11, PASS: -2}


@pytest.mark.article("UEH-robar")
def test_a_hand_ends_when_everybody_has_passed_although_a_sleeping_tile_fits():
    hand = play_move(at("ends=6:6 turn=1 1:00 2:55 0:56").hand, PassTurn(1))
    # Passing too ends it with 0 pips to 10; but 5-6 can be drawn and played, and the double five after it.
    assert by_drawing(Case(hand, 1)).moves == {DRAW: 0, PASS: 10}


@pytest.mark.article("UEH-dobles")
def test_two_doubles_in_one_turn_go_out_from_the_second_hand_on():
    position = "ends=6:4 turn=1 1:44.66 2:46.11"
    ends = {Tile.of(4, 4).index << 2 | 1, Tile.of(6, 6).index << 2}
    assert set(by_drawing(at(position, number=1)).moves) == ends
    second = by_drawing(at(position, number=2)).moves
    assert set(second) == {*ends, BOTH}
    assert second[BOTH] == 12, "the other player writes down 6-4 and the double one"


def test_moves_are_those_of_the_engine_with_equal_ends_once():
    hand = at("ends=6:6 turn=1 1:61.60.22 2:55.44 0:33").hand
    engine = {code_of(command) for command in legal_moves(hand)}
    assert set(by_drawing(Case(hand, 1)).moves) == {code for code in engine if not code & 1}


@pytest.mark.parametrize("bits", [0, 2, 6])
def test_a_table_that_is_far_too_small_changes_nothing_but_the_time(bits):
    rng = Random(bits)
    cases = [random_case(rng, TWO_PLAYERS, 8, 8, asleep=6) for _ in range(20)]
    small, large = ([by_drawing(case, bits=size) for case in cases] for size in (bits, 14))
    assert [answer.moves for answer in small] == [answer.moves for answer in large]
    assert sum(answer.nodes for answer in small) > sum(answer.nodes for answer in large)


def test_a_table_keeps_nothing_from_one_search_to_the_next():
    case = random_case(Random(4), TWO_PLAYERS, 8, 8, asleep=6)
    assert by_drawing(case) == by_drawing(case)


def test_more_nodes_than_allowed_give_no_answer():
    case = random_case(Random(1), TWO_PLAYERS, 10, 10, asleep=6)
    needed = by_drawing(case).nodes
    assert needed > 100
    assert by_drawing(case, budget=needed).moves
    assert by_drawing(case, budget=needed - 1) == ({}, needed)


def test_a_utility_says_what_points_are_worth():
    case = random_case(Random(7), TWO_PLAYERS, 6, 6, asleep=3)
    at_least_ten = np.array([0] * 60 + [1] * 41, np.int64)
    expected = {code: int(value >= 10) for code, value in naive(case).items()}
    assert by_drawing(case, at_least_ten).moves == expected


def test_pairs_draw_too():
    cases = [random_case(Random(seed), PAIRS, 8, 8, asleep=3) for seed in range(10)]
    assert any(case.hand.boneyard for case in cases)
    assert [by_drawing(case).moves for case in cases] == [naive(case) for case in cases]


def test_a_whole_hand_of_two_players_is_searched_from_its_first_turns():
    case = random_case(Random(3), TWO_PLAYERS, 12, 12, asleep=14)
    answer = by_drawing(case, budget=20_000_000, bits=16)
    assert set(answer.moves) == {code_of(command) for command in legal_moves(case.hand)}
