"""Bots where the open ends bring points: legal at every level, and with an eye for what a tile scores."""

from random import Random

import pytest

from tantera.bots import roster
from tantera.bots.arena.players import CHEAT, seated
from tantera.bots.deciding import turns_of
from tantera.bots.simple import counter, doubles_first, forgetful, greedy, in_play
from tantera.play import Match, Phase, PlaceTile, legal_moves, view
from tantera.play.events import ScoreTaken, TilePlaced
from tantera.play.fold import evolve
from tantera.rules import load_book, with_options
from tests.builders import Dealt, Table, step
from tests.play.tables import hand_in, next_command, started

BOOK = load_book("fives-and-threes")
LEVELS = [f"level-{number}" for number in roster.LEVELS]
FIFTEEN = Dealt(("36.11", "66.46", "00.44", "01.02"), "36")
"""After 3-6: 6-6 on the six makes fifteen, eight points; 6-4 makes seven, none."""


@pytest.mark.parametrize("bot", [greedy, doubles_first, forgetful, counter])
@pytest.mark.article("FT-puntas")
def test_a_simple_bot_takes_fifteen(bot):
    table = Table(with_options(BOOK, {"tiles": 2}), opener=1).deal(FIFTEEN).play("36")
    order = bot(table.sees(2))
    assert isinstance(order, PlaceTile)
    assert (order.tile.code, in_play(table.sees(2), order)) == ("66", 8)


@pytest.mark.parametrize("name", [*LEVELS[1:], "best", "pimc-8"])
def test_a_bot_at_every_level_but_the_kind_one_takes_fifteen(name):
    table = Table(with_options(BOOK, {"tiles": 2}), opener=1).deal(FIFTEEN).play("36")
    order = roster.make(name, 1)(table.sees(2))
    assert isinstance(order, PlaceTile)
    assert order.tile.code == "66"


@pytest.mark.parametrize("name", ["level-3", "level-5"])
@pytest.mark.article("FT-sesenta-y-uno")
def test_a_bot_hits_the_limit_rather_than_make_more(name):
    """1 lacks two. 5-0 makes ten, two: the match. 5-2 makes twelve and would pass it."""
    game = Table(with_options(BOOK, {"tiles": 3}), opener=4)
    taken = ScoreTaken((59, 0), 4, at=0)
    game.match = evolve(game.match, taken)
    game.deal(Dealt(("55.01.02", "05.25.36", "11.13.14", "33.34.44"))).play("55")
    order = roster.make(name, 1)(game.sees(1))
    assert isinstance(order, PlaceTile)
    assert order.tile.code == "05"


VARIANTS = [
    {},
    {"play": "alone", "players": 2, "tiles": 7},
    {"play": "alone", "players": 3, "tiles": 5},
    {"play": "alone", "players": 2, "tiles": 7, "boneyard": "until_fits", "reserve": 2},
    {"set": "double-nine", "tiles": 9},
    {"scoring": "opponents", "block": "pair"},
]


@pytest.mark.parametrize("options", VARIANTS)
@pytest.mark.parametrize("name", [*LEVELS, "best", CHEAT])
def test_every_bot_plays_a_hand_of_every_kind_by_the_rules(name, options):
    match = _dealt(with_options(BOOK, options))
    players = {seat: seated(name, seat) for seat in match.seats}
    while match.phase is Phase.PLAYING:
        hand = hand_in(match)
        order = players[hand.turn].choose(match)
        assert order in legal_moves(hand)
        assert turns_of(view(match, hand.turn))[-1] == hand.turn
        match, _ = step(match, order, 0)
    assert len(match.lines) == 1


def _dealt(book) -> Match:
    match, rng = started(book)[0], Random(3)
    while match.phase is not Phase.PLAYING:
        match, _ = step(match, next_command(match, rng, 5), 0)
    return match


@pytest.mark.parametrize("name", ["level-4", "level-5"])
def test_a_bot_that_thinks_is_made_ready_for_the_book(name):
    roster.warm_up(name, BOOK)


def test_greed_makes_more_than_chance():
    """Twenty hands: the pair that looks at the ends makes a fifth more, at the least."""
    made = [0, 0]
    players = {seat: seated("greedy" if seat % 2 else "random", seat) for seat in (1, 2, 3, 4)}
    for seed in range(20):
        match, rng = started(BOOK)[0], Random(seed)
        while not match.lines:
            playing = match.phase is Phase.PLAYING
            order = players[hand_in(match).turn].choose(match) if playing else next_command(match, rng, seed)
            match, events = step(match, order, 0)
            for event in events:
                if isinstance(event, TilePlaced):
                    made[1 - event.seat % 2] += event.points or 0
    assert made[0] > 1.2 * made[1]
