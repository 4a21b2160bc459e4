"""The simple bots: what each of them looks at, and what it remembers."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from tantera.bots.simple import Mover, careless, counter, doubles_first, forgetful, greedy, random_bot, suits_lacking
from tantera.notation import judge, read
from tantera.play import DrawTile, MoveOrder, PassTurn, PlaceDoubles, PlaceTile, View, evolve, record, view
from tantera.play.record import SeenMove
from tantera.rules import BOOKS, load_book, with_options
from tantera.tiles import LEFT, RIGHT, Tile, ends_after, tiles_in
from tests.bots.hands import in_turn, with_facts
from tests.builders import Dealt, Table
from tests.solver.every_deal import line_of_play

RACKS = "1:00.04.12.16.25.35.46 2:01.05.13.22.26.36.55 3:02.06.14.23.33.44.56 4:03.11.15.24.34.45.66"
BOTS: dict[str, Mover] = {
    "random": random_bot(Random(1)),
    "careless": careless(Random(1)),
    "greedy": greedy,
    "doubles first": doubles_first,
    "forgetful": forgetful,
    "counter": counter,
}


@pytest.mark.parametrize("book_id", BOOKS)
@pytest.mark.parametrize("name", BOTS)
def test_a_bot_always_answers_with_one_of_its_options(book_id: str, name: str):
    for seed in range(8):
        for match in line_of_play(load_book(book_id), seed, seed % 2 + 1):
            seen = in_turn(match)
            assert BOTS[name](seen) in seen.options


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_answers_where_others_break_the_rules(name: str):
    for seed in range(20):
        for match in with_facts(load_book("ueh" if seed % 2 else "tarragona"), Random(seed)):
            seen = in_turn(match)
            assert BOTS[name](seen) in seen.options


# --- own tiles --------------------------------------------------------------------------------------------------------


def test_greedy_gets_rid_of_the_heaviest_tile():
    match = judge(read('[Book "clasico"] #1 o1 0-0 deal 1:01.66.65.00.11.22.33')).match
    assert greedy(view(match, 1)) == PlaceTile(1, Tile.of(6, 6))


def test_doubles_first_plays_a_light_double_before_a_heavy_tile():
    match = judge(read('[Book "san-juan"] #1 o1 0-0 deal 1:01.54.65.00.12.23.34')).match
    assert doubles_first(view(match, 1)) == PlaceTile(1, Tile.of(0, 0))
    assert greedy(view(match, 1)) == PlaceTile(1, Tile.of(6, 5))


@pytest.mark.parametrize("bot", [greedy, doubles_first, forgetful, counter])
def test_who_may_draw_draws_rather_than_passes(bot: Mover):
    """UEH-robar."""
    table = Table("ueh", opener=1, players=2, tiles=3).deal(Dealt(("66.65.64", "00.01.02"))).play("66")
    seen = table.sees(2)
    assert set(seen.options) == {DrawTile(2), PassTurn(2)}
    assert bot(seen) == DrawTile(2)


def test_doubles_first_plays_two_doubles_in_one_turn_though_one_is_the_blank():
    """UEH-dobles."""
    book = load_book("ueh")
    book = replace(book, customs=replace(book.customs, two_doubles_from_hand=1))
    table = Table(book, opener=1, players=2, tiles=3).deal(Dealt(("03.66.65", "00.33.12"))).play("03")
    assert doubles_first(table.sees(2)) == PlaceDoubles(2, Tile.of(0, 0), Tile.of(3, 3))


def test_the_careless_one_plays_something_else_now_and_then():
    seen = view(judge(read(f'[Book "san-juan"] #1 o1 0-0 deal {RACKS}')).match, 1)
    answers = [careless(Random(seed))(seen) for seed in range(200)]
    heaviest = answers.count(greedy(seen))
    assert 80 < heaviest < 160  # half of the time, and by chance
    assert set(answers) == set(seen.options)


# --- what others passed on --------------------------------------------------------------------------------------------


def test_the_counter_remembers_what_others_passed_on():
    match = judge(read(f'[Book "san-juan"] #1 o1 0-0 deal {RACKS} 35 >50 <33 >03 -')).match
    assert suits_lacking(view(match, 1)) == {1: {3}, 2: set(), 3: set(), 4: set()}


@pytest.mark.parametrize("players", [2, 3])
def test_nobody_holds_a_suit_that_the_counter_believes_they_lack(players: int):
    """UEH-robar: who passes with sleeping tiles left has drawn one first, and may draw what was lacking later."""
    believed = 0
    for seed in range(120):
        for match in line_of_play(with_options(load_book("ueh"), {"players": players}), seed):
            assert match.hand is not None
            for seat, suits in suits_lacking(in_turn(match)).items():
                held = tiles_in(match.hand.racks[seat - 1]) if seat in match.hand.seats else ()
                assert not any(tile.has(suit) for tile in held for suit in suits)
                believed += len(suits)
    assert believed > 50


def test_once_somebody_broke_the_rules_passes_prove_nothing():
    match = judge(read(f'[Book "san-juan"] #1 o1 0-0 deal {RACKS} 35 >50 <33 >03 -')).match
    for event in record(match, SeenMove(2, Tile.of(2, 2), LEFT, 2), 0).events:
        match = evolve(match, event)
    assert suits_lacking(view(match, 3)) == {1: set(), 2: set(), 3: set(), 4: set()}


def remembered(seen: View, command: MoveOrder) -> int:
    """What a move gains by what was seen: ends the next player lacks, less those the partner does and fitting tiles."""
    assert isinstance(command, PlaceTile)
    lacking, ends = suits_lacking(seen), set(ends_after(seen.chain, command.tile, command.end))
    following, partner = seen.seat % 4 + 1, (seen.seat + 1) % 4 + 1
    laid = {placed.tile for placed in seen.chain.placements} if seen.chain is not None else set()
    hidden = [tile for tile in seen.book.options.set.tiles if tile not in laid and tile not in seen.mine]
    fitting = sum(any(map(tile.has, ends)) for tile in hidden)
    return 6 * len(ends & lacking[following]) - 6 * len(ends & lacking[partner]) - 2 * fitting


def san_juan_turns() -> Iterator[View]:
    return (in_turn(match) for seed in range(60) for match in line_of_play(load_book("san-juan"), seed))


def test_where_the_forgetful_one_and_the_counter_differ_the_counter_has_seen_why():
    differ = 0
    for seen in san_juan_turns():
        one, other = forgetful(seen), counter(seen)
        if one != other:
            assert remembered(seen, other) > remembered(seen, one)
            differ += 1
    assert differ > 20


def test_the_counter_leaves_the_six_that_the_next_player_passed_on_and_the_forgetful_one_covers_it():
    """Levels 3 and 2: the ends are 4 and 6, and seat 2 has passed on a six."""
    racks = ("35.05.25.15.16.46.22", "12.24.23.04.14.66.06", "33.45.26.00.36.34.56", "02.13.11.55.01.44.03")
    table = Table("san-juan", opener=3).deal(Dealt(racks)).play("46 <42 <26 - <61 <14")
    seen = table.sees(1)
    assert suits_lacking(seen)[2] == {6}
    assert counter(seen) == PlaceTile(1, Tile.of(4, 3), LEFT)
    assert forgetful(seen) == PlaceTile(1, Tile.of(6, 3), RIGHT)
