"""The move generator beside another one: the PyPI package ``dominoes``, on random deals through whole hands.

It plays the same game as San Juan with two differences of its own: equal ends are listed once, and players who cannot
play are skipped by themselves.
"""

from random import Random

import dominoes
import pytest

from tantera.play import (
    Hand,
    PassTurn,
    PlaceTile,
    begin_hand,
    deal,
    decide,
    evolve,
    legal_moves,
    new_match,
    start_match,
)
from tantera.play.events import HandDealt, HandScored, ScoreTaken
from tantera.rules import load_book
from tantera.tiles import End, Tile
from tests.play.tables import hand_in, proof

BOOK = load_book("san-juan")


def theirs(racks: tuple[tuple[Tile, ...], ...], starter: int) -> dominoes.Game:
    hands = [dominoes.Hand([dominoes.Domino(tile.low, tile.high) for tile in rack]) for rack in racks]
    first = tuple((domino, True) for domino in hands[starter])
    return dominoes.Game(dominoes.Board(), hands, [], starter, first, starter, None)


def play_side_by_side(seed: int) -> int:
    """One whole hand in both programs; how many turns it had."""
    rng = Random(seed)
    opener = rng.randint(1, 4)
    match = start_match(BOOK, new_match(BOOK))
    match = evolve(match, ScoreTaken((0, 0), opener, at=0))
    racks = deal(BOOK, seed.to_bytes(8, "big")).racks
    dealt = HandDealt(number=1, opener=opener, taking=(), racks=racks, at=0)
    match = evolve(match, dealt)
    assert match.hand == begin_hand(BOOK, dealt)
    game = theirs(racks, opener - 1)
    scored: HandScored | None = None
    while scored is None:
        hand = hand_in(match)
        command = legal_moves(hand)[0]
        if command == PassTurn(hand.turn):
            assert game.turn != hand.turn - 1, "they had a move where we had none"
        else:
            command = agreed_move(hand, game, rng)
            game.make_move(dominoes.Domino(command.tile.low, command.tile.high), command.end is not End.RIGHT)
        for event in decide(match, command, 0).events:
            match = evolve(match, event)
            scored = event if isinstance(event, HandScored) else scored
    result = game.result
    assert result is not None
    assert result.won == (scored.how == "domino")
    assert abs(result.points) == scored.points
    assert (result.points > 0) == (scored.points > 0 and scored.side == (1, 3))
    assert (result.points < 0) == (scored.points > 0 and scored.side == (2, 4))
    if result.won:
        assert result.player + 1 == hand_in(match).last_placer
    return hand_in(match).turns


def agreed_move(hand: Hand, game: dominoes.Game, rng: Random) -> PlaceTile:
    """One of the moves that both programs allow, after seeing that they allow the same."""
    assert game.turn == hand.turn - 1
    options = [command for command in legal_moves(hand) if isinstance(command, PlaceTile)]
    equal_ends = hand.chain is not None and hand.chain.left == hand.chain.right
    once = [command for command in options if not (equal_ends and command.end is End.RIGHT)]
    ours = {(command.tile.low, command.tile.high, command.end is not End.RIGHT) for command in once}
    assert ours == {(min(d.first, d.second), max(d.first, d.second), left) for d, left in game.valid_moves}
    assert len(options) == (2 if equal_ends else 1) * len(ours) == len(legal_moves(hand))
    if hand.chain is not None:
        assert (game.board.left_end(), game.board.right_end()) == (hand.chain.left, hand.chain.right)
    return rng.choice(once)


@pytest.mark.parametrize("block", range(4))
@pytest.mark.article("SJ-flujo-1", "SJ-flujo-2", "SJ-domino", "SJ-tranque")
def test_whole_hands_agree_move_by_move_with_the_package_dominoes(block):
    turns = [play_side_by_side(seed) for seed in range(block * 150, block * 150 + 150)]
    assert min(turns) >= 8
    assert max(turns) <= 56


@pytest.mark.prove
def test_many_more_hands_agree_with_the_package_dominoes():
    for seed in range(10_000, 10_000 + proof(1000, 20_000)):
        play_side_by_side(seed)
