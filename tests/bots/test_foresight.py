"""The value network: it sees what its player can see, and speaks of the tables that it has learned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from tantera.bots.learned import foresight as sight
from tantera.bots.learned import state as at
from tantera.bots.learned.features import FEATURES, extract_features
from tantera.bots.learned.foresight import HAND, MOVE, SHAPES, describe_hand, describe_moves, move_values, trail_of
from tantera.bots.learned.policy import MOST_MOVES
from tantera.bots.learned.reading import Reading, codes_of, read
from tantera.bots.observing import suits_lacking
from tantera.bots.style import FORESIGHT, INTUITION
from tantera.bots.thinker import think
from tantera.play import Match, PlaceTile, View
from tantera.play.events import TilePlaced
from tantera.rules import Book, load_book, with_options
from tantera.solver.kernels.jit import Ints, Weights
from tantera.solver.worlds import knowledge
from tantera.tiles import LEFT, ends_after
from tests.bots.hands import in_turn, with_facts
from tests.solver.every_deal import line_of_play
from tests.solver.naive import books

SJ, CL, UEH = map(load_book, ("san-juan", "clasico", "ueh"))
LEARNED = [book for book in books() if book.options.play == "pairs" and book.options.set.value == "double-six"]


def choices(book: Book, seeds: range) -> Iterator[View]:
    """What is seen by those who have a choice."""
    for seed in seeds:
        for match in line_of_play(book, seed, seed % 3 + 1):
            seen = in_turn(match)
            if len(codes_of(seen)) > 1:
                yield seen


def moves_of(seen: View) -> Ints:
    return np.array(list(codes_of(seen)), np.int64)


def rows_of(reading: Reading, moves: Ints) -> tuple[Weights, Weights]:
    """What the network sees of a hand and of its moves."""
    hand, rows = np.ones(HAND, np.float32), np.ones((len(moves), MOVE), np.float32)
    describe_hand(reading.now, trail_of(reading), hand)
    describe_moves(reading.now, reading.law, moves, len(moves), np.zeros((MOST_MOVES, FEATURES), np.float32), rows)
    return hand, rows


def some_weights(seed: int) -> list[Weights]:
    rng = np.random.default_rng(seed)
    return [rng.normal(0, 0.2, shape).astype(np.float32) for shape in SHAPES]


def by_numpy(hand: Weights, rows: Weights, parts: list[Weights]) -> np.ndarray:
    first, biases_1, second, biases_2, last = (part.astype(np.float64) for part in parts)
    inputs = np.concatenate([np.tile(hand, (len(rows), 1)), rows], 1).astype(np.float64)
    return np.maximum(np.maximum(inputs @ first + biases_1, 0) @ second + biases_2, 0) @ last


# --- what it sees -----------------------------------------------------------------------------------------------------


def test_what_others_hold_changes_nothing_that_it_sees():
    swapped = 0
    for seen in choices(SJ, range(6)):
        reading, moves = read(seen), moves_of(seen)
        hand, rows = rows_of(reading, moves)
        for racks in knowledge(seen).sample(3, seed=1).racks:
            open_now = reading.now.copy()
            open_now[at.RACK : at.RACK + 4] = racks
            swapped += not (open_now == reading.now).all()
            again, rows_again = rows_of(reading._replace(now=open_now), moves)
            assert (again == hand).all()
            assert (rows_again == rows).all()
    assert swapped > 100


def trail_told(story: list[Match]) -> tuple[list[int], list[Counter[int]], list[Counter[int]]]:
    """Who laid each tile; how often each player covered a suit, and how often it laid at the other end, by events."""
    laid_by, covered, spurned = [-1] * 28, [Counter[int]() for _ in range(4)], [Counter[int]() for _ in range(4)]
    for before, after in pairwise(story):
        assert before.hand is not None
        assert after.hand is not None
        move, chain = after.hand.moves[-1], before.hand.chain
        if not isinstance(move, TilePlaced):
            continue
        laid_by[move.tile.index] = move.seat - 1
        if chain is not None:
            here, there = (chain.left, chain.right) if move.end is LEFT else (chain.right, chain.left)
            covered[move.seat - 1][here] += 1
            if there != here:
                spurned[move.seat - 1][there] += 1
    return laid_by, covered, spurned


def test_the_trail_is_what_the_events_of_the_hand_tell():
    passed = 0
    for seed in range(8):
        story = [*line_of_play(SJ, seed, 2)]
        for turns in range(1, len(story) + 1):
            trail = trail_of(read(in_turn(story[turns - 1])))
            laid_by, covered, spurned = trail_told(story[:turns])
            assert trail[sight.LAID_BY : sight.COVERED].tolist() == laid_by
            for place, told in ((sight.COVERED, covered), (sight.SPURNED, spurned)):
                expected = [sum(times << 4 * suit for suit, times in counts.items()) for counts in told]
                assert trail[place : place + 4].tolist() == expected
        passed += len(story) - 1 > sum(player >= 0 for player in laid_by)
    assert passed


def test_the_row_about_the_hand_says_who_has_laid_what_and_what_the_player_holds():
    lacked = 0
    for seen in choices(SJ, range(6)):
        hand, _ = rows_of(read(seen), moves_of(seen))
        assert hand[sight.BIAS] == 1
        own = set(np.flatnonzero(hand[sight.OWN : sight.LAID]).tolist())
        assert own == {tile.index for tile in seen.mine if tile is not None}
        laid = {(move.tile.index, (move.seat - seen.seat) % 4) for move in seen.moves if isinstance(move, TilePlaced)}
        by_player = hand[sight.LAID : sight.LACKS].reshape(4, 28)
        assert {(int(tile), int(away)) for away, tile in zip(*by_player.nonzero(), strict=True)} == laid
        lacking = hand[sight.LACKS : sight.LIKES].reshape(3, 7)
        found = {(int(away) + 1, int(suit)) for away, suit in zip(*lacking.nonzero(), strict=True)}
        assert found == {
            ((seat - seen.seat) % 4, suit)
            for seat, suits in suits_lacking(seen).items()
            for suit in suits
            if seat != seen.seat
        }
        lacked += bool(found)
        held = hand[sight.HELD :].reshape(4, sight.MOST_HELD)
        assert held.sum(1).tolist() == [1] * 4
        assert held.argmax(1).tolist() == [seen.counts[(seen.seat - 1 + away) % 4] for away in range(4)]
    assert lacked


def test_the_row_about_a_move_says_which_tile_and_which_ends_it_leaves():
    for seen in choices(SJ, range(6)):
        reading, codes = read(seen), codes_of(seen)
        _, rows = rows_of(reading, moves_of(seen))
        policy = np.zeros((MOST_MOVES, FEATURES), np.float32)
        extract_features(reading.now, reading.law, moves_of(seen), len(codes), policy)
        assert (rows[:, :FEATURES] == policy[: len(codes)]).all()
        for row, option in zip(rows, codes.values(), strict=True):
            assert isinstance(option, PlaceTile)
            assert np.flatnonzero(row[sight.TILE : sight.FRESH]).tolist() == [option.tile.index]
            (fresh,), (kept,) = (row[place : place + 7].nonzero()[0] for place in (sight.FRESH, sight.KEPT))
            left, right = ends_after(seen.chain, option.tile, option.end)
            at_left = seen.chain is None or option.end is LEFT
            assert (fresh, kept) == ((left, right) if at_left else (right, left))


# --- what it says -----------------------------------------------------------------------------------------------------


def test_the_forward_pass_is_what_numpy_makes_of_the_same_weights():
    told = 0.0
    for number, seen in enumerate(choices(SJ, range(3))):
        hand, rows = rows_of(read(seen), moves_of(seen))
        parts, values = some_weights(number), np.zeros(len(rows), np.float32)
        sight.forward(hand, rows, len(rows), np.concatenate([part.ravel() for part in parts]), values)
        assert values == pytest.approx(by_numpy(hand, rows, parts), rel=1e-4, abs=1e-4)
        told += float(np.ptp(values))
    assert told > 1


def test_moves_are_worth_what_the_weights_make_of_their_rows_less_the_best():
    flat = sight.weights()
    assert flat.shape == (sight.WEIGHTS,)
    ends = np.cumsum([int(np.prod(shape)) for shape in SHAPES])
    parts = [part.reshape(shape) for part, shape in zip(np.split(flat, ends[:-1]), SHAPES, strict=True)]
    for seen in choices(SJ, range(3)):
        reading, moves = read(seen), moves_of(seen)
        values = move_values(reading, moves)
        assert values is not None
        assert values.max() == 0
        expected = sight.POINTS * by_numpy(*rows_of(reading, moves), parts)
        assert values == pytest.approx(expected - expected.max(), abs=1e-2)


@pytest.mark.parametrize("book", LEARNED, ids=[book.id for book in LEARNED])
def test_it_has_a_word_on_pairs_with_the_double_six_set_and_its_player_takes_the_best(book: Book):
    decided = 0
    for seen in choices(book, range(2)):
        values = move_values(read(seen), moves_of(seen))
        if book.points_in_play is None and values is not None:
            assert think(seen, FORESIGHT, 1) == [*codes_of(seen).values()][int(values.argmax())]
            decided += 1
    assert decided or book.points_in_play is not None


UNKNOWN = {
    "double-nine": with_options(CL, {"set": "double-nine"}),
    "four alone": UEH,
    "three alone": with_options(UEH, {"players": 3}),
    "two alone": with_options(SJ, {"play": "alone", "players": 2}),
    "pairs who draw": with_options(CL, {"tiles": 6, "boneyard": "one"}),
    "pairs with two doubles": replace(SJ, customs=replace(SJ.customs, two_doubles_from_hand=1)),
}


@pytest.mark.parametrize("table", UNKNOWN)
def test_of_tables_that_it_has_not_learned_it_says_nothing_and_the_policy_plays(table: str):
    decided = 0
    for seen in choices(UNKNOWN[table], range(2)):
        assert move_values(read(seen), moves_of(seen)) is None
        assert think(seen, FORESIGHT, 1) == think(seen, INTUITION, 1)
        decided += 1
    assert decided


def test_where_the_rules_were_broken_it_says_nothing():
    chance, silent = Random(4), 0
    for _ in range(12):
        for match in with_facts(SJ, chance):
            seen = in_turn(match)
            if len(codes_of(seen)) > 1:
                reading = read(seen)
                assert (move_values(reading, moves_of(seen)) is None) is not reading.regular
                silent += not reading.regular
    assert silent > 10
