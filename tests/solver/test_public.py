"""`tantera.solver` as other programs use it: positions in, values by move out."""

import subprocess
import sys
from collections.abc import Iterator
from random import Random

import pytest

from tantera.notation import parse_partial_position, parse_position
from tantera.play import Hand, legal_moves
from tantera.rules import load_book, with_options
from tantera.solver import Unsolvable, possible_deals, simulate, solve, solve_many, unknown_in_words
from tantera.solver.encode import encode, order_of
from tantera.solver.minimax import solve as solve_arrays
from tantera.tiles import Tile
from tests.solver.naive import random_case

SAN_JUAN = load_book("san-juan")
ENDING = "ends=6:4 turn=1 1:06.44 2:15 3:23.33 4:16"
FOUR_ALONE = "ends=6:4 turn=2 1:06.44 2:46 3:23.33 4:16"


def endings(count: int) -> list[Hand]:
    return [random_case(Random(seed), SAN_JUAN, 3, 8).hand for seed in range(count)]


def test_every_legal_move_has_its_value_and_both_sides_are_told():
    hand = parse_position("ends=6:6 turn=2 1:46.26 2:16.36 3:23.33 4:01.02", SAN_JUAN)
    solved = solve(hand)
    assert set(solved.moves) == set(legal_moves(hand))  # equal ends are two moves here, and worth the same
    assert solved.moves[solved.best] == solved.points
    assert solved.points[2, 4] == max(points[2, 4] for points in solved.moves.values()) == -solved.points[1, 3]


def test_the_values_are_those_of_the_search_beneath():
    for hand in endings(20):
        solution = solve_arrays(encode(hand))
        mine = {order: points[1, 3] for order, points in solve(hand).moves.items()}
        assert {order_of(move, hand.turn, hand.chain): value for move, value in solution.moves}.items() <= mine.items()


def test_who_wins_is_one_for_the_winners():
    assert solve(parse_position(ENDING, SAN_JUAN), "hand").points == {(1, 3): 1, (2, 4): -1}


def test_where_each_plays_alone_everybody_has_what_they_write_down():
    book = with_options(load_book("clasico"), {"play": "alone", "players": 4})
    points = solve(parse_position(FOUR_ALONE, book)).points
    assert set(points) == {(1,), (2,), (3,), (4,)}
    assert points[2,] > 0  # seat 2 goes out
    own_loss = solve(parse_position("ends=6:4 turn=2 1:06.44 2:46 3:23.33 4:16", load_book("ueh"))).points
    assert own_loss[2,] == 0
    assert own_loss[1,] == -14


def test_rules_that_are_left_out_are_named():
    cuba = load_book("cuba-doble-nueve")
    solved = solve(parse_position("ends=6:4 turn=1 1:06.44 2:15 3:23.33 4:16", cuba))
    assert solved.left_out == ("options.block",)
    assert str(unknown_in_words(cuba)) == "reckoned without these rules of cuba-doble-nueve: who wins a block"
    assert solve(parse_position(ENDING, SAN_JUAN)).left_out == ()


@pytest.mark.parametrize(
    ("position", "book", "said"),
    [
        ("ends=6:4 turn=1 1:06.?? 2:15 3:23.33 4:16", "san-juan", "found unknown tiles"),
        ("ends=6:4 turn=1 1: 2:15 3:23.33 4:16", "san-juan", "found a hand that is over"),
        ("ends=6:4 turn=1 1:06.44 2:15", "san-juan", "found 2 racks, expected four"),
    ],
)
def test_what_cannot_be_solved_says_why(position: str, book: str, said: str):
    with pytest.raises(Unsolvable, match=said) as found:
        solve(parse_partial_position(position, load_book(book)))
    assert found.value.told("es") != found.value.told("en")


def test_many_positions_are_answered_in_their_order_and_a_bad_one_ends_nothing():
    hands = endings(12)
    hands.insert(5, parse_partial_position("ends=6:4 turn=1 1:06.?? 2:15 3:23.33 4:16", SAN_JUAN))
    answers = list(solve_many(hands, threads=3))
    assert [isinstance(answer, Unsolvable) for answer in answers] == [at == 5 for at in range(13)]
    alone = [answer if isinstance(answer, Unsolvable) else answer.moves for answer in solve_many(hands)]
    for one, other in zip(answers, alone, strict=True):
        assert isinstance(one, Unsolvable) or one.moves == other


def test_a_stream_is_read_no_faster_than_it_is_answered():
    asked: list[int] = []

    def stream() -> Iterator[Hand]:
        for number, hand in enumerate(endings(30)):
            asked.append(number)
            yield hand

    answers = solve_many(stream())
    next(answers)
    assert asked == [0]
    side_by_side = solve_many(stream(), threads=2)
    next(side_by_side)
    assert asked == [0, 0, 1, 2, 3, 4]
    side_by_side.close()  # type: ignore[attr-defined]
    assert len(asked) == 6


def test_unknown_tiles_are_filled_in_by_chance_and_the_deals_can_be_solved():
    hand = parse_partial_position("ends=6:4 turn=1 1:06.44 2:??.?? 3:??.?? 4:??.??", SAN_JUAN)
    deals = list(possible_deals(hand, 30, seed=3, played=[Tile(6, 4)]))
    assert deals == list(possible_deals(hand, 30, seed=3, played=[Tile(6, 4)]))
    assert all(not any(deal.hidden) and len(deal.rack(2)) == 2 for deal in deals)
    assert all(Tile(4, 6) not in deal.rack(seat) for deal in deals for seat in (2, 3, 4))
    for answer in solve_many(deals):
        assert not isinstance(answer, Unsolvable)
        assert set(answer.moves) == set(legal_moves(hand))  # what seat 1 may do is the same in all of them


def test_a_simulation_goes_on_by_itself_and_ends_when_nobody_asks():
    tallies = simulate(SAN_JUAN)
    assert next(tallies).hands > 0
    tallies.close()
    *_, last = simulate(SAN_JUAN, 2000, seed=5)
    *_, again = simulate(SAN_JUAN, 2000, seed=5, threads=1)
    assert last.hands == 2000
    assert last.mean_points(0) == again.mean_points(0)


def test_a_book_that_only_the_engine_knows_is_simulated_too():
    *_, last = simulate(load_book("brasil-7"), 60)
    assert last.hands == 60


def test_importing_it_loads_no_machine_code():
    look = "import sys, tantera.solver; print({'numba', 'numpy', 'llvmlite'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
