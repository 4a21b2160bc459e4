"""What each move was worth, looking back."""

from __future__ import annotations

import pytest

from tantera.notation import parse_position
from tantera.notation.position import parse_partial_position
from tantera.play import PlaceTile, legal_moves
from tantera.rules import load_book, with_options
from tantera.solver.by_order import review
from tantera.solver.encode import encode
from tantera.solver.minimax import solve
from tantera.tiles import Tile

SJ = load_book("san-juan")
DEAL = "ends=- turn=1 1:00.04.12.16.25.35.46 2:01.05.13.22.26.36.55 3:02.06.14.23.33.44.56 4:03.11.15.24.34.45.66"


def test_every_legal_move_has_the_value_that_the_solver_gives_it():
    hand = parse_position(DEAL, SJ)
    found = review(hand, 1, 10_000_000)
    assert found is not None
    assert found.measure == "points"
    assert {move for move, _ in found.moves} == set(legal_moves(hand))
    assert sorted(value for _, value in found.moves) == sorted(value for _, value in solve(encode(hand)).moves)
    assert found.moves[0][1] == 27  # opening with 0-0, as everybody knows of this deal


def test_values_are_those_of_the_side_in_turn():
    hand = parse_position("ends=6:4 turn=2 1:15 2:06.44 3:16 4:23.33", SJ)
    found = review(hand, 1, 100_000)
    assert found is not None
    assert found.moves[0][1] == 24


def test_of_two_equal_ends_both_have_the_value():
    hand = parse_position("ends=6:6 turn=1 1:06.44 2:15 3:23.33 4:16", SJ)
    found = review(hand, 1, 100_000)
    assert found is not None
    assert len(found.moves) == len(legal_moves(hand)) == 2
    assert len({value for _, value in found.moves}) == 1


def test_what_blocks_before_have_raised_counts():
    hand = parse_position("ends=6:4 turn=1 1:06.44 2:15 3:23.33 4:16", SJ)
    once, twice = review(hand, 1, 100_000), review(hand, 2, 100_000)
    assert once is not None
    assert twice is not None
    assert [value for _, value in twice.moves] == [2 * value for _, value in once.moves]


def test_where_points_take_too_long_who_wins_may_still_be_known():
    hand = parse_position(DEAL, SJ)
    found = [review(hand, 1, nodes) for nodes in (1000, 150_000, 2_000_000)]
    assert [one and one.measure for one in found] == [None, "hand", "points"]
    assert found[1] is not None
    assert {value for _, value in found[1].moves} <= {-1, 0, 1}
    assert found[1].moves[0] == (PlaceTile(1, Tile.of(0, 0)), 1)


def test_unknown_tiles_have_no_value():
    hand = parse_partial_position("ends=6:4 turn=1 1:06.44 2:15 3:??.33 4:16", SJ)
    assert review(hand, 1, 100_000) is None


@pytest.mark.article("UEH-anotacion")
def test_each_alone_everybody_plays_for_their_own_good_and_losses_are_negative():
    hand = parse_position("ends=6:1 turn=1 1:66.12.55 2:16 3:00.11 4:22.33", load_book("ueh"))
    found = review(hand, 1, 100_000)
    assert found is not None
    assert [(move.tile.spoken, value) for move, value in found.moves] == [("6-6", -13), ("2-1", -22)]  # type: ignore[union-attr]


def test_draws_are_moves_too():
    three = with_options(load_book("ueh"), {"players": 3})
    hand = parse_position("ends=6:6 turn=1 1:00.11 2:22 3:33 0:65.44", three)
    found = review(hand, 1, 100_000)
    assert found is not None
    assert len(found.moves) == 2
