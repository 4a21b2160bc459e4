"""What a room played with the same tiles: the line of most tables, where they parted, and what that was worth."""

from __future__ import annotations

from fractions import Fraction

from tantera.play.hand import Hand
from tantera.play.moves import legal_moves, play_move
from tantera.play.orders import MoveOrder, PlaceTile
from tantera.rules import load_book
from tantera.tiles import LEFT, RIGHT, Tile
from tantera.tournament.duplicate import HandResults, HandScore, hand_of, open_value
from tantera.tournament.lines import CommonLine, common_line

DEALT = hand_of(load_book("clasico"), "5ec7e7" * 8, 1, 1)


def played(hand: Hand, choices: str) -> tuple[MoveOrder, ...]:
    """To its end: at each turn the option of this number, from the first; then always the first one."""
    moves: list[MoveOrder] = []
    while not hand.ended:
        options = legal_moves(hand)
        wanted = int(choices[len(moves)]) if len(moves) < len(choices) else 0
        moves.append(options[min(wanted, len(options) - 1)])
        hand = play_move(hand, moves[-1])
    return tuple(moves)


def results(*nets: int | None) -> HandResults:
    scores = (None if net is None else HandScore((max(net, 0), max(-net, 0)), Fraction(0)) for net in nets)
    return HandResults(None, tuple(scores))


def line(*tables: tuple[MoveOrder, ...], nets: tuple[int | None, ...] = ()) -> CommonLine:
    found = common_line(
        DEALT, dict(enumerate(tables, 1)), results(*(nets or (None,) * len(tables))), lambda hand: len(hand.moves)
    )
    assert found is not None
    return found


def tiles(found: CommonLine) -> list[str]:
    return [" ".join(map(str, move.tiles)) for move in found.moves]


def test_the_line_is_what_most_tables_played_as_long_as_two_are_together():
    first, other = played(DEALT, "0"), played(DEALT, "01")
    assert first[1] != other[1]
    found = line(first, other, first, other, first)
    assert [move.tables for move in found.moves][:3] == [5, 3, 3]
    assert len(found.moves) == len(first)
    assert tiles(found)[0] == str(first[0].tile)  # type: ignore[union-attr]


def test_where_the_tables_parted_every_way_has_its_tables_and_what_it_brought():
    first, other = played(DEALT, "0"), played(DEALT, "01")
    found = line(first, other, first, nets=(30, -12, None))
    assert found.parted == 2
    assert [(way.move.tables, way.mean) for way in found.branches] == [(2, Fraction(30)), (1, Fraction(-12))]
    assert [way.worth for way in found.branches] == [2, 2], "asked of the hand after the move, whoever's line it is"


def test_what_a_way_was_worth_is_told_with_all_tiles_open():
    first, other = played(DEALT, "0"), played(DEALT, "1")
    found = common_line(DEALT, {1: first, 2: other}, results(None, None), open_value)
    assert found is not None
    worth = [way.worth for way in found.branches]
    assert worth == [open_value(play_move(DEALT, moves[0])) for moves in (first, other)]
    best = open_value(DEALT)
    assert best is not None
    assert all(one is not None and one <= best for one in worth), "seat 1 opens, and no tile brings more than the best"


def test_where_all_played_the_same_nobody_parted():
    same = played(DEALT, "01")
    found = line(same, same)
    assert (found.parted, found.branches, len(found.moves)) == (None, (), len(same))


def test_a_hand_that_time_cut_short_is_no_other_way_of_playing_it():
    whole = played(DEALT, "01")
    found = line(whole, whole[:4], whole)
    assert found.parted is None
    assert [move.tables for move in found.moves][2:6] == [3, 3, 2, 2]


def test_of_one_table_there_is_no_common_line():
    assert common_line(DEALT, {2: played(DEALT, "0")}, results(None, None), open_value) is None


def test_at_equal_ends_left_and_right_are_the_same_move_and_so_is_what_follows():
    double = next(tile for tile in (Tile(n, n) for n in range(7)) if tile in DEALT.dealt[0])
    opening = PlaceTile(1, double)
    after = play_move(DEALT, opening)
    second = next(move for move in legal_moves(after) if isinstance(move, PlaceTile))
    ways = []
    for end in (LEFT, RIGHT):
        moves: list[MoveOrder] = [opening, PlaceTile(2, second.tile, end)]
        hand = play_move(after, moves[1])
        options = [move for move in legal_moves(hand) if isinstance(move, PlaceTile)]
        ways.append((hand, moves, options))
    (left, one, options), (right, two, _) = ways
    assert left.chain is not None
    assert right.chain is not None
    assert left.chain.left == right.chain.right
    third = options[0]
    assert third.end is not None
    found = line((*one, third), (*two, PlaceTile(third.seat, third.tile, third.end.other)))
    assert found.parted is None
    assert len(found.moves) == 3
