"""What a screen needs beside the view: the gaps of one's own rack, and which of two equal ends is played on."""

from __future__ import annotations

from random import Random

import pytest

from tantera.play import REFEREE, SPECTATOR, Match, Phase, legal_moves
from tantera.play.moves import only_end
from tantera.play.orders import PlaceTile
from tantera.play.seen import lifted_order
from tests.builders import Table


def hand_of(match: Match):
    assert match.hand is not None
    return match.hand


def tarragona(seed: str) -> Table:
    table = Table("tarragona", opener=1)
    table.do(f"deal {seed}")
    return table


@pytest.mark.article("TG-13.2")
def test_a_player_is_told_the_order_lifted_with_the_tiles_that_are_played_since():
    table = tarragona("a-long-secret")
    before = lifted_order(table.match, 1)
    assert len(before) == 7
    table.give(legal_moves(hand_of(table.match))[3])
    assert lifted_order(table.match, 1) == before
    assert set(hand_of(table.match).rack(1)) < set(before)


@pytest.mark.article("TG-8.5")
def test_nobody_is_told_tiles_that_are_not_lifted_or_not_theirs():
    table = tarragona("a-long-secret")
    assert lifted_order(table.match, 3) == lifted_order(table.match, 4) == ()
    assert lifted_order(table.match, SPECTATOR) == lifted_order(table.match, REFEREE) == ()
    assert not set(lifted_order(table.match, 1)) & set(lifted_order(table.match, 2))


@pytest.mark.article("TG-9.2")
def test_with_equal_ends_everybody_sees_the_end_that_is_played_on():
    random, seen = Random(9), 0
    for number in range(60):
        table = tarragona(f"seed {number}".replace(" ", "-"))
        while table.match.phase is Phase.PLAYING:
            hand = hand_of(table.match)
            end, options = only_end(hand), legal_moves(hand)
            placed = [one for one in options if isinstance(one, PlaceTile)]
            if end is not None:
                seen += 1
                assert hand.chain is not None
                assert hand.chain.left == hand.chain.right
                assert {one.end for one in placed} <= {end}
            table.give(random.choice(options))
    assert seen > 50


def test_where_the_book_leaves_it_open_no_end_is_the_only_one():
    table = Table("clasico", opener=1)
    table.do("deal a-long-secret")
    while table.match.phase is Phase.PLAYING:
        assert only_end(hand_of(table.match)) is None
        table.give(legal_moves(hand_of(table.match))[0])
