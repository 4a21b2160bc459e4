"""The deals that agree with what one seat saw, against every deal there is, tried one by one on the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from math import factorial, prod, sqrt

import numpy as np
import pytest
from msgspec.structs import replace

from tantera.notation.position import parse_partial_position
from tantera.play import (
    SPECTATOR,
    Match,
    PassTurn,
    PlaceTile,
    View,
    evolve,
    legal_moves,
    new_match,
    record,
    start_match,
    view,
)
from tantera.play.events import HandDealt, TileDrawn, TurnPassed
from tantera.play.record import SeenExposed, SeenMove
from tantera.rules import Book, load_book, with_options
from tantera.solver.knowledge import Contradiction, Kind, Trust
from tantera.solver.worlds import Knowledge, World, knowledge, unknown_tiles
from tantera.tiles import ALL_TILES, LEFT, RIGHT, Tile, rack_of, tiles_in
from tests.solver.every_deal import Cards, agreeing, begun, dealt_from, how_many, line_of_play, moved, replayed

SJ, TG, UEH, CL = map(load_book, ("san-juan", "tarragona", "ueh", "clasico"))


def few_doubles(book: Book, most: int) -> Book:
    return replace(book, customs=replace(book.customs, most_doubles=most))


CASES = {
    "pairs": (SJ, 1, (24, 23)),
    "staged lifting": (TG, 1, (24, 21)),
    "the opener holds 6-6": (UEH, 1, (24, 21)),
    "two doubles in a turn": (UEH, 2, (23, 22)),
    "tiles sleep": (with_options(CL, {"tiles": 6}), 2, (19, 21)),
    "tiles sleep and the highest double opened": (with_options(CL, {"tiles": 6}), 1, (19, 21)),
    "opened without a double": (with_options(CL, {"first_tile": "double", "first_opener": "agreed"}), 1, (43, 6)),
    "three alone": (with_options(CL, {"tiles": 8, "players": 3, "play": "alone"}), 1, (20, 24)),
    "double-nine": (with_options(CL, {"set": "double-nine", "tiles": 13}), 2, (24, 6)),
    "few doubles": (few_doubles(with_options(UEH, {"tiles": 6}), 2), 2, (3, 4, 5)),
    "three draw": (with_options(UEH, {"players": 3, "tiles": 8}), 1, (22, 12)),
    "three draw, few doubles": (
        few_doubles(with_options(UEH, {"players": 3, "tiles": 8}), 3),
        2,
        (22, 12),
    ),
    "two draw": (with_options(UEH, {"players": 2, "tiles": 10}), 2, (17, 7)),
    "pairs draw": (with_options(CL, {"tiles": 6, "boneyard": "one"}), 1, (0,)),
}


def late_views(book: Book, number: int, seeds: tuple[int, ...], most: int = 600, views: int = 2) -> list[View]:
    """What seats saw late in hands played by chance: views that leave open as much as can still be tried, and of those
    the ones in which most tiles were drawn unseen."""
    found = [view(match, seat) for seed in seeds for match in line_of_play(book, seed, number) for seat in match.seats]
    few = [seen for seen in found if how_many(seen) <= most]
    few.sort(key=lambda seen: (secret_draws(seen), how_many(seen)), reverse=True)
    return few[:: max(1, len(few) // 9)][:views]


def secret_draws(seen: View) -> int:
    return sum(isinstance(move, TileDrawn) and move.tile is None for move in seen.moves)


def all_deals(known: Knowledge) -> list[World]:
    return [known.unrank(number) for number in range(known.count())]


def ways(*rooms: int) -> int:
    """In how many ways so many tiles can lie in these rooms."""
    return factorial(sum(rooms)) // prod(map(factorial, rooms))


@pytest.mark.parametrize("case", CASES)
def test_the_deals_are_those_that_replay_to_the_same_view(case):
    views = late_views(*CASES[case])
    assert views
    for seen in views:
        known = knowledge(seen)
        deals = all_deals(known)
        assert len(set(deals)) == len(deals)
        assert set(deals) == agreeing(seen)
        assert known.tables.ways == pytest.approx(len(deals), rel=1e-12)
        assert known.trust is Trust.EVERYTHING


# --- sampling -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", ["pairs", "tiles sleep and the highest double opened", "few doubles", "two draw"])
def test_every_deal_is_drawn_as_often_as_any_other(case):
    known = knowledge(late_views(*CASES[case])[0])
    expected = Counter((deal.racks, deal.boneyard) for deal in all_deals(known))
    n = 300 * known.count()
    worlds = known.sample(n, seed=1)
    asleep = np.bitwise_or.reduce(1 << worlds.boneyard, axis=1).tolist()
    players = len(known.seats)
    racks = map(tuple, worlds.racks[:, :players].tolist())
    drawn = Counter(zip(racks, asleep, strict=True))
    assert drawn.keys() == expected.keys()
    assert chi_square([drawn[world] for world in expected], [300 * many for many in expected.values()]) < 4


def chi_square(found: list[int], expected: list[int]) -> float:
    """By how many standard deviations the sum of squares is more than chance explains."""
    freedom = len(found) - 1
    assert freedom > 5
    squares = sum((f - e) ** 2 / e for f, e in zip(found, expected, strict=True))
    return (squares - freedom) / sqrt(2 * freedom)


@pytest.mark.parametrize(
    "book", [SJ, TG, UEH, with_options(CL, {"set": "double-nine"}), few_doubles(with_options(UEH, {"tiles": 6}), 2)]
)
def test_whatever_is_drawn_in_the_middle_of_a_hand_replays_to_the_same_view(book):
    match = [*line_of_play(book, 2)][9]
    assert match.hand is not None
    seen = view(match, match.hand.turn)
    worlds = knowledge(seen).sample(12, seed=3)
    laid = [rack_of(filter(None, rack)) & ~now for rack, now in zip(dealt(match).racks, match.hand.racks, strict=True)]
    for racks, boneyard in zip(worlds.racks.tolist(), worlds.boneyard.tolist(), strict=True):
        mine = seen.seat - 1
        given = [tuple(tiles_in(held | gone)) for held, gone in zip(racks, laid, strict=True)]
        given[mine] = tuple(filter(None, dealt(match).racks[mine]))
        again = replayed(Cards(tuple(given), tuple(ALL_TILES[index] for index in boneyard)), seen)
        assert again is not None
        assert view(again, seen.eyes) == seen
    assert len({tuple(racks) for racks in worlds.racks.tolist()}) > 6


def dealt(match: Match) -> HandDealt:
    assert match.hand is not None
    assert match.hand.deal is not None
    return match.hand.deal


def test_the_same_seed_draws_the_same_worlds_and_another_seed_others():
    known = knowledge(view(dealt_from(SJ, 1), 1))
    one, same, other = (known.sample(50, seed).racks.tolist() for seed in (7, 7, 8))
    assert one == same
    assert one != other


def test_any_sleeping_tile_may_be_the_next_to_be_drawn():
    known = knowledge(view(dealt_from(with_options(UEH, {"players": 3}), 1, number=2), 1))
    assert known.sleeping == 7
    first = Counter(known.sample(42_000, seed=5).boneyard[:, 0].tolist())
    assert chi_square(list(first.values()), [2000] * 21) < 4


def test_racks_stand_in_the_order_of_the_seats_that_are_in():
    match = dealt_from(SJ, 1)
    worlds = knowledge(view(match, 3)).sample(5, seed=1)
    assert match.hand is not None
    assert worlds.racks[:, 2].tolist() == [match.hand.racks[2]] * 5
    assert [int(rack).bit_count() for rack in worlds.racks[0]] == [7, 7, 7, 7]


# --- what is public -------------------------------------------------------------------------------------------------


def test_before_the_opening_any_share_of_the_other_tiles_is_possible():
    assert knowledge(view(dealt_from(SJ, 1), 1)).count() == ways(7, 7, 7)
    nines = with_options(CL, {"set": "double-nine", "first_opener": "agreed"})
    known = knowledge(view(dealt_from(nines, 1), 1))
    assert known.count() == ways(10, 10, 10, 15)
    assert known.tables.ways == pytest.approx(ways(10, 10, 10, 15), rel=1e-12)


def test_a_spectator_knows_no_rack():
    assert knowledge(view(dealt_from(SJ, 1), SPECTATOR)).count() == ways(7, 7, 7, 7)


@pytest.mark.article("TG-8.5")
def test_a_rack_not_lifted_yet_is_unknown_to_its_own_player_too():
    match = begun(TG, Cards(tuple(ALL_TILES[place * 7 : place * 7 + 7] for place in range(4))), opener=1)
    assert knowledge(view(match, 3)).count() == ways(7, 7, 7, 7)
    opened = moved(match, PlaceTile(1, Tile.of(0, 0)))
    assert knowledge(view(opened, 4)).count() == ways(6, 7, 7, 7)
    assert knowledge(view(opened, 3)).count() == ways(6, 7, 7)
    assert len({int(rack) for rack in knowledge(view(opened, 4)).sample(20, seed=1).racks[:, 3]}) == 20


def test_once_the_hand_is_over_there_is_nothing_to_guess():
    *_, last = line_of_play(SJ, 1)
    assert last.hand is not None
    over = moved(last, legal_moves(last.hand)[0])
    assert over.hand is not None
    known = knowledge(view(over, 1))
    assert known.count() == 1
    assert known.sample(2, seed=1).racks.tolist() == [list(over.hand.racks)] * 2


def test_before_any_deal_there_is_nothing_to_know():
    with pytest.raises(Contradiction, match="found no hand on the table, expected one that was dealt"):
        knowledge(view(start_match(SJ, new_match(SJ)), 1))


def test_a_tile_that_lies_open_has_a_known_holder():
    match = next(late_hands())
    assert match.hand is not None
    seat = max((2, 3, 4), key=match.hand.count)
    tile = next(tiles_in(match.hand.racks[seat - 1]))
    for event in record(match, SeenExposed(seat, tile), 0).events:
        match = evolve(match, event)
    seen = view(match, 1)
    assert set(all_deals(knowledge(seen))) == agreeing(seen)
    assert all(deal.racks[seat - 1] & tile.bit for deal in all_deals(knowledge(seen)))


def test_passes_of_a_seat_that_broke_the_rules_prove_nothing():
    grew = 0
    for match in islice(filter(has_passed_and_can_play, late_hands()), 4):
        assert match.hand is not None
        before = knowledge(view(match, 1)).count()
        for event in record(match, SeenMove(match.hand.turn, None), 0).events:
            match = evolve(match, event)
        seen = view(match, 1)
        assert set(all_deals(knowledge(seen))) == agreeing(seen)
        grew += knowledge(seen).count() > before
    assert grew


def late_hands() -> Iterator[Match]:
    """Hands in which seat 1 has few deals left to think of."""
    return (match for seed in range(60) for match in line_of_play(SJ, seed) if how_many(view(match, 1)) < 600)


def has_passed_and_can_play(match: Match) -> bool:
    """Whether the player in turn, not seat 1, has passed before and could play now."""
    hand = match.hand
    assert hand is not None
    passed = any(isinstance(move, TurnPassed) and move.seat == hand.turn for move in hand.moves)
    return passed and hand.turn != 1 and not isinstance(legal_moves(hand)[0], PassTurn)


def test_a_tile_tried_out_of_turn_has_been_seen():
    match = next(late_hands())
    assert match.hand is not None
    seat = next(seat for seat in match.seats if seat not in (1, match.hand.turn))
    tile = next(tiles_in(match.hand.racks[seat - 1]))
    for event in record(match, SeenMove(seat, tile, LEFT, tile.low), 0).events:
        match = evolve(match, event)
    seen = view(match, 1)
    assert set(all_deals(knowledge(seen))) == agreeing(seen)
    assert all(deal.racks[seat - 1] & tile.bit for deal in all_deals(knowledge(seen)))


# --- what cannot be believed or told apart --------------------------------------------------------------------------


def test_passes_that_contradict_a_tile_laid_later_are_not_believed():
    mine = tuple(Tile.parse(code) for code in ["00", "01", "02", "03", "04", "05", "06"])
    nobody_knows: tuple[Tile | None, ...] = (None,) * 7
    match = begun(SJ, Cards((mine, nobody_knows, nobody_knows, nobody_knows)), opener=1)
    match = moved(match, PlaceTile(1, mine[6]), PassTurn(2))
    match = moved(match, PlaceTile(3, Tile.of(6, 5), RIGHT), PlaceTile(4, Tile.of(5, 1), RIGHT))
    match = moved(match, PlaceTile(1, mine[1], LEFT))
    assert knowledge(view(match, 1)).trust is Trust.EVERYTHING
    match = moved(match, PlaceTile(2, Tile.of(6, 1), LEFT))
    known = knowledge(view(match, 1))
    assert known.trust is Trust.COUNTS
    assert known.count() == ways(6, 6, 6)
    assert int(known.sample(1, seed=1).racks[0, 1]).bit_count() == 6


def test_where_draws_cannot_all_be_told_apart_what_was_proved_last_still_counts():
    informed = 0
    for seen in late_views(*CASES["pairs draw"], views=9):
        exact, rough = knowledge(seen), knowledge(seen, most_numbers=0)
        told_apart = any(place.kind is Kind.DRAWN for place in exact.puzzle.places)
        assert rough.trust is (Trust.SINCE_LAST_DRAW if told_apart else Trust.EVERYTHING)
        assert {deal.racks for deal in all_deals(exact)} <= {deal.racks for deal in all_deals(rough)}
        others = [count for seat, count in enumerate(seen.counts, start=1) if seat != seen.eyes]
        informed += told_apart and rough.count() < ways(*others, seen.boneyard)
    assert informed


def test_a_deal_has_a_number_from_0_on():
    known = knowledge(late_views(*CASES["pairs"])[0])
    for number in (-1, known.count()):
        with pytest.raises(IndexError, match=f"found deal {number}, expected 0 to {known.count() - 1}"):
            known.unrank(number)


# --- positions with unknown tiles -----------------------------------------------------------------------------------


def test_unknown_tiles_of_a_position_are_any_that_it_does_not_name():
    hand = parse_partial_position("ends=6:4 turn=1 1:46.00 2:??.?? 3:11.?? 4:12", SJ)
    known = unknown_tiles(hand)
    assert known.count() == ways(2, 1, 28 - 4 - 3)
    for racks in known.sample(30, seed=1).racks.tolist():
        assert [rack.bit_count() for rack in racks] == [2, 2, 2, 1]
        assert racks[0] == hand.racks[0]
        assert racks[2] & Tile.of(1, 1).bit


def test_unknown_tiles_are_such_that_the_hand_goes_on():
    hand = parse_partial_position("ends=6:6 turn=1 1:00.01 2:?? 3:11 4:22", SJ)
    assert unknown_tiles(hand).count() == 7
    with pytest.raises(Contradiction, match="found no tile that anybody could play"):
        unknown_tiles(parse_partial_position("ends=6:6 turn=1 1:00 2:01 3:11 4:22 0:??", SJ))


@pytest.mark.article("UEH-robar")
def test_a_tile_that_may_be_drawn_keeps_a_hand_going():
    hand = parse_partial_position("ends=6:6 turn=1 1:00.01 2:22 0:??.11", UEH)
    assert unknown_tiles(hand).count() == 7
