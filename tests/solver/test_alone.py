"""Endings in which three or four play, each alone, with all racks open."""

from random import Random

import pytest

from tantera.notation import parse_position
from tantera.rules import load_book, with_options
from tantera.solver.kernels.law import BOTH, DRAW, PASS
from tantera.tiles import Tile
from tests.play.tables import proof
from tests.solver.agreement import by_alone, each_alone
from tests.solver.naive import Case, books, random_case

UEH = load_book("ueh")
THREE = with_options(UEH, {"players": 3})
CAFE = next(book for book in books() if book.bonuses and book.options.play == "alone")


def left(code: str) -> int:
    return Tile.parse(code).index << 2


def test_what_everybody_writes_is_what_a_naive_search_finds_under_any_law():
    assert [told for seed in range(250) if (told := each_alone(seed))] == []


@pytest.mark.prove
@pytest.mark.parametrize("block", range(8))
def test_many_more_positions_are_as_a_naive_search_finds_them(block):
    first = 10_000 * (block + 1)
    assert [told for seed in range(first, first + proof(500, 5000)) if (told := each_alone(seed))] == []


@pytest.mark.article("UEH-anotacion")
def test_where_points_hurt_a_player_who_cannot_win_gets_rid_of_pips():
    hand = parse_position("ends=6:1 turn=1 1:66.12.55 2:16 3:00.11 4:22.33", UEH)
    answer = by_alone(Case(hand, 1)).moves
    # Player 2 goes out whatever happens, on the six: 1 keeps 2-1 and 5-5, or 6-6 and 5-5.
    assert {code: points[0] for code, points in answer.items()} == {left("66"): 13, left("12") | 1: 22}


@pytest.mark.article("UEH-final")
def test_a_tied_block_goes_to_the_first_of_the_tied_from_the_opener():
    hand = parse_position("ends=6:6 turn=2 1:13 2:06.55 3:22 4:33", UEH)
    assert hand.opener == 2
    assert by_alone(Case(hand, 1)).moves == {left("06"): (4, 10, 0, 6)}


@pytest.mark.article("UEH-dobles", "UEH-robar")
def test_draws_and_two_doubles_are_among_the_moves():
    drawing = parse_position("ends=6:6 turn=1 1:00.11 2:22 3:33 0:65.44", THREE)
    assert list(by_alone(Case(drawing, 1)).moves) == [DRAW, PASS]
    doubles = parse_position("ends=6:4 turn=1 1:66.44.10 2:22 3:36", THREE, hand_number=2)
    assert list(by_alone(Case(doubles, 1)).moves) == [left("44") | 1, left("66"), BOTH]


def test_of_equally_good_moves_the_first_by_the_number_of_its_tile_is_played():
    # 2 goes out in two turns, with 5-2 first or with 6-1 first: only then 3 could play 3-1.
    hand = parse_position("ends=6:5 turn=1 1:04 2:25.16 3:13.33 4:44", UEH)
    assert Tile.parse("25").index < Tile.parse("16").index
    assert by_alone(Case(hand, 1)).moves == {PASS: (4, 0, 10, 8)}


def test_where_points_are_good_a_player_who_cannot_win_leaves_little_to_the_winner():
    # 3 goes out on the six: 2 gets rid of 6-6 before that, and not of 5-1.
    hand = parse_position("ends=6:5 turn=1 1:04 2:66.15 3:36 4:22", CAFE)
    assert by_alone(Case(hand, 1)).moves == {PASS: (0, 0, 4 + 6 + 4, 0)}


def test_going_out_writes_the_others_tiles_and_the_bonus():
    hand = parse_position("ends=6:5 turn=1 1:65 2:44 3:33 4:21", CAFE)
    assert by_alone(Case(hand, 1)).moves[left("65")] == (8 + 6 + 3 + 25, 0, 0, 0), "dominó, and capicúa"


@pytest.mark.parametrize("bits", [0, 3])
def test_a_table_that_is_far_too_small_changes_nothing_but_the_time(bits):
    rng = Random(bits)
    cases = [random_case(rng, CAFE, 14, 14) for _ in range(20)]
    small, large = ([by_alone(case, bits=size) for case in cases] for size in (bits, 14))
    assert [answer.moves for answer in small] == [answer.moves for answer in large]
    assert sum(answer.nodes for answer in small) > sum(answer.nodes for answer in large)


def test_more_nodes_than_allowed_give_no_answer():
    case = random_case(Random(2), CAFE, 14, 14)
    needed = by_alone(case).nodes
    assert needed > 20
    assert by_alone(case, budget=needed).moves
    assert by_alone(case, budget=needed - 1) == ({}, needed)
