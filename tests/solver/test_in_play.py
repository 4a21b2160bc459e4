"""Points in play with all racks open: the search against minimax by the plain engine, and roll-outs against it."""

from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from tantera.notation import parse_position
from tantera.play import Hand, PlaceTile, begin_hand, deal, legal_moves
from tantera.play.events import HandDealt, HandScored
from tantera.play.moves import play_move
from tantera.play.scoring import score_ended_hand
from tantera.rules import Book, load_book, with_options
from tantera.rules.schema import PointsInPlay
from tantera.solver.answers import Unsolvable
from tantera.solver.by_order import review
from tantera.solver.encode import code_of, encode, order_of
from tantera.solver.minimax import Race, solve, solve_in_play, try_in_play, value
from tantera.solver.unknown import unknown_in_words
from tests.play.tables import started

BOOK = load_book("fives-and-threes")
BOOKS: dict[str, Book] = {
    "as the book has it": with_options(BOOK, {"tiles": 3}),
    "two players": with_options(BOOK, {"play": "alone", "players": 2, "tiles": 5}),
    "fives": replace(with_options(BOOK, {"tiles": 3}, "100p"), points_in_play=PointsInPlay(count="fives")),
    "and the opponents' pips": replace(
        with_options(BOOK, {"tiles": 3, "block": "pair", "tied_block": "mano_wins", "scoring": "opponents"}, "500p"),
        points_in_play=PointsInPlay(count="fives_and_threes", last_tile=2),
    ),
}


def position(book: Book, seed: int, most: int = 9) -> Hand | None:
    """A hand by chance with few tiles left."""
    rng = Random(seed)
    racks, asleep, _ = deal(book, seed.to_bytes(4, "big"))
    opener = seed % book.options.players + 1
    hand = begin_hand(book, HandDealt(1, opener, (), racks, asleep, at=0))
    while not hand.ended and (sum(hand.counts) > most or rng.random() < 0.5):
        hand = play_move(hand, rng.choice(legal_moves(hand)))
    return None if hand.ended else hand


def lead(hand: Hand) -> int:
    """What the first side has made more than the other, the line of an ended hand included."""
    made = sum(points if seat % 2 else -points for seat, points in enumerate(hand.made, start=1))
    if hand.ended:
        match, _ = started(with_options(hand.book, {"first_opener": "agreed"}))
        line = next(e for e in score_ended_hand(replace(match, hand=hand), 0).events if isinstance(e, HandScored))
        return line.written[0] - line.written[1]
    return made


def minimax(hand: Hand) -> int:
    """The lead at the end of the hand, everybody playing well."""
    if hand.ended:
        return lead(hand)
    values = [minimax(play_move(hand, order)) for order in legal_moves(hand)]
    return max(values) if hand.turn % 2 else min(values)


@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.article("FT-puntas", "FT-companero", "FT-ultima")
def test_every_move_is_worth_what_minimax_by_the_engine_says(name):
    solved = 0
    for seed in range(60):
        hand = position(BOOKS[name], seed)
        if hand is None:
            continue
        solved += 1
        found = dict(solve(encode(hand)).moves)
        for order in legal_moves(hand):
            expected = minimax(play_move(hand, order)) - lead(hand)
            code = code_of(order.tile, order.end) if isinstance(order, PlaceTile) else -1
            if code not in found:  # equal ends that count the same are listed once
                other = next(one for one in found if one >> 2 == code >> 2)
                code = other
            assert found[code] == expected, (seed, order)
        assert value(encode(hand))[0] == solve(encode(hand)).value
    assert solved > 20


def test_on_equal_ends_a_double_is_another_end():
    """6-6 at the left end counts 12, a plain six at the right end 6: the same tile is worth something else there."""
    hand = parse_position("ends=66:6 turn=1 1:16.00 2:11 3:22 4:33", BOOK)
    assert {order_of(code, 1, hand.chain).end for code, _ in solve(encode(hand)).moves} == set("<>")  # type: ignore[union-attr]
    assert len(solve(encode(parse_position("ends=6:6 turn=1 1:16.00 2:11 3:22 4:33", BOOK))).moves) == 1


def test_a_limit_that_must_be_hit_changes_the_best_move():
    """5-5 opened: 5-0 makes ten, two; the 5-2 makes twelve, four. Lacking two, only the first wins the match."""
    hand = parse_position("ends=55:5 turn=1 1:05.25 2:11.13 3:33.34 4:44.46", BOOK)

    def best(race: Race) -> str:
        solution = solve_in_play(encode(hand), race=race)
        move, _ = max(solution.moves, key=lambda one: one[1])
        order = order_of(move, 1, hand.chain)
        assert isinstance(order, PlaceTile)
        return order.tile.code

    assert best(Race()) == "25"
    assert best(Race((2, 60), exact=True)) == "05"
    assert best(Race((2, 60), exact=False)) in ("05", "25"), "either reaches it"


def test_where_nobody_has_a_choice_roll_outs_say_what_the_search_says():
    """Worlds that are the same come to the same, too."""
    same = 0
    for seed in range(200):
        hand = position(BOOKS["as the book has it"], seed, most=4)
        if hand is None:
            continue
        at = encode(hand)
        solution = solve(at)
        codes = np.array([code for code, _ in solution.moves if code >= 0], np.int64)
        if not len(codes):
            continue
        tried = try_in_play(at, np.stack([at.racks, at.racks]), Race(), codes)
        assert (tried[0] == tried[1]).all()
        forced = _forced(hand)
        if forced:
            same += 1
            assert tried[0].tolist() == [dict(solution.moves)[code] for code in codes.tolist()]
    assert same > 10


def _forced(hand: Hand) -> bool:
    """Whether nobody has a choice after any move of the player in turn."""
    return all(_line_is_forced(play_move(hand, order)) for order in legal_moves(hand))


def _line_is_forced(hand: Hand) -> bool:
    while not hand.ended:
        orders = legal_moves(hand)
        if len(orders) > 1:
            return False
        hand = play_move(hand, orders[0])
    return True


def test_what_no_search_knows_is_said():
    three = with_options(BOOK, {"play": "alone", "players": 3, "tiles": 2})
    hand = parse_position("ends=6:4 turn=1 1:16 2:11 3:22", three)
    with pytest.raises(Unsolvable, match="no one value"):
        solve(encode(hand))
    assert review(hand, 1, 1000) is None
    drawing = with_options(BOOK, {"play": "alone", "players": 2, "tiles": 2, "boneyard": "until_fits"})
    with pytest.raises(Unsolvable, match="no search knows both"):
        solve(encode(parse_position("ends=6:4 turn=1 1:16 2:11 0:22.33", drawing)))
    assert "the limit must be hit exactly" in str(unknown_in_words(BOOK))


def test_looking_back_every_move_has_its_worth():
    hand = position(BOOKS["as the book has it"], 3)
    assert hand is not None
    found = review(hand, 1, 1_000_000)
    assert found is not None
    assert len(found.moves) == len(legal_moves(hand))
