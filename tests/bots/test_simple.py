"""Bots see a view and nothing else, and always answer with one of their options."""

from __future__ import annotations

from random import Random

import pytest

from tantera.bots import BOTS, counter, highest
from tantera.bots.simple import suits_lacking
from tantera.notation import judge, read
from tantera.play import DealHand, Match, Phase, PlaceTile, evolve, new_match, start_match, step, view
from tantera.play.events import OpenerAgreed
from tantera.rules import BOOKS, load_book, with_options
from tantera.tiles import Tile


def dealt(book_id: str, seed: int, **options: str) -> Match:
    book = with_options(load_book(book_id), options)
    match = start_match(book, new_match(book))
    if match.phase is Phase.SEATING:
        match = evolve(match, OpenerAgreed(1, at=0))
    return step(match, DealHand(seed.to_bytes(4, "big")), 0)[0]


@pytest.mark.parametrize("book_id", BOOKS)
@pytest.mark.parametrize("name", BOTS)
def test_a_bot_always_answers_with_one_of_its_options(book_id: str, name: str):
    bot = BOTS[name](Random(1))
    for seed in range(10):
        match = dealt(book_id, seed)
        while match.phase is Phase.PLAYING:
            assert match.hand is not None
            seen = view(match, match.hand.turn)
            command = bot(seen)
            assert command in seen.options
            match, _ = step(match, command, 0)


@pytest.mark.parametrize("bot", [highest, counter])
def test_two_states_that_differ_only_in_hidden_tiles_get_the_same_command(bot):
    deals = (
        "1:00.04.12.16.25.35.46 2:01.05.13.22.26.36.55 3:02.06.14.23.33.44.56 4:03.11.15.24.34.45.66",
        "1:00.04.12.16.25.35.46 2:01.05.11.22.26.36.55 3:02.06.14.23.34.44.66 4:03.13.15.24.33.45.56",
    )
    answers = []
    for deal in deals:
        match = judge(read(f'[Book "san-juan"] #1 o1 0-0 deal {deal} 00 <05 >06 <54')).match
        assert match.hand is not None
        answers.append(bot(view(match, 1)))
    assert answers[0] == answers[1]


RACKS = "1:00.04.12.16.25.35.46 2:01.05.13.22.26.36.55 3:02.06.14.23.33.44.56 4:03.11.15.24.34.45.66"


def test_the_counter_remembers_what_others_passed_on():
    match = judge(read(f'[Book "san-juan"] #1 o1 0-0 deal {RACKS} 35 >50 <33 >03 -')).match
    assert suits_lacking(view(match, 1)) == {1: {3}, 2: set(), 3: set(), 4: set()}


def test_highest_gets_rid_of_the_heaviest_tile():
    match = judge(read('[Book "clasico"] #1 o1 0-0 deal 1:01.66.65.00.11.22.33')).match
    assert highest(view(match, 1)) == PlaceTile(1, Tile.of(6, 6))
