"""The loop of a program-run table: forced turns, the clock of a move, the clock of the match."""

from random import Random

import pytest

from tantera.play import (
    SPECTATOR,
    AgreeCount,
    CallTime,
    DealHand,
    DrawForOpening,
    PassTurn,
    Phase,
    PlaceTile,
    deadline,
    due,
    legal_moves,
    view,
)
from tantera.play.events import MatchEnded, TilePlaced, TimeCalled, TurnPassed
from tantera.rules import Refusal, load_book, with_options
from tantera.tiles import End, Tile
from tests.builders import settle, step
from tests.play.tables import dealt, hand_in, next_command, started

# On 6:6 seat 2 can only pass, seat 3 has one tile that fits, seat 4 two.
FORCED = "66.00 11.12 65.22 64.63"
TWO_EACH = {"tiles": 2}


def opened(book_id, racks=FORCED, options=TWO_EACH, at=0):
    match = dealt(with_options(load_book(book_id), {"boneyard": "none", **options}), 1, racks)
    return step(match, PlaceTile(1, hand_in(match).dealt[0][0]), at)


@pytest.mark.parametrize("book_id", ["tarragona", "competencia-individual"])
@pytest.mark.article("TG-14.12", "CI-9")
def test_forced_turns_are_played_at_once(book_id):
    match, happened = opened(book_id, "66.00 11.12 22.23 64.63")
    moves = [event for event in happened if isinstance(event, TilePlaced | TurnPassed)]
    assert [event.seat for event in moves] == [1, 2, 3]
    assert [type(event) for event in moves] == [TilePlaced, TurnPassed, TurnPassed]
    assert hand_in(match).turn == 4
    assert due(match, 0) is None


@pytest.mark.article("UEH-obligada")
def test_one_tile_with_two_places_is_not_forced_and_with_one_place_it_is():
    match, _ = opened("ueh")
    assert hand_in(match).turn == 3, "the pass of seat 2 was forced"
    assert legal_moves(hand_in(match)) == (
        PlaceTile(3, Tile.of(6, 5), End.LEFT),
        PlaceTile(3, Tile.of(6, 5), End.RIGHT),
    )
    match, happened = opened("ueh", "65.44 51.12 63.22 32.33")
    assert [event.seat for event in happened if isinstance(event, TilePlaced)] == [1, 2, 3]


@pytest.mark.parametrize("book_id", ["san-juan", "clasico"])
@pytest.mark.article("CL-pensada")
def test_where_false_thinking_is_allowed_nothing_is_sped_up(book_id):
    match, happened = opened(book_id)
    assert [type(event) for event in happened] == [TilePlaced]
    assert due(match, 60_000) is None
    assert legal_moves(hand_in(match)) == (PassTurn(2),)


@pytest.mark.article("CL-pensada")
def test_the_time_a_player_took_is_shown_to_everybody():
    match, _ = opened("clasico", at=1500)
    match, _ = step(match, PassTurn(2), 9000)
    for eyes in (1, 2, 3, 4, SPECTATOR):
        assert [move.took for move in view(match, eyes).moves] == [1500, 7500]


CLOCK = load_book("competencia-individual")
CI_DEAL = "00.04.12.16.25.35.46 01.05.13.22.26.36.55 02.06.14.23.33.44.56 03.11.15.24.34.45.66"


@pytest.mark.article("CI-9")
def test_when_the_time_for_a_move_is_over_the_first_legal_tile_in_the_order_lifted_is_played():
    match = dealt(CLOCK, 1, CI_DEAL)
    assert deadline(match) == 20_000
    assert view(match, SPECTATOR).deadline == 20_000
    assert settle(match, 19_999)[1] == ()
    match, happened = settle(match, 20_000)
    assert happened == (TilePlaced(1, Tile.of(0, 0), None, 20_000, at=20_000),)
    assert deadline(match) == 40_000


@pytest.mark.article("CI-9")
def test_after_the_time_for_a_move_another_tile_comes_too_late():
    match = dealt(CLOCK, 1, CI_DEAL)
    with pytest.raises(Refusal, match="it is the turn of seat 2"):
        step(match, PlaceTile(1, Tile.of(4, 0)), 20_000)
    assert due(match, 20_000) == PlaceTile(1, Tile.of(0, 0)), "it is still due"


def a_tile_would_close(chain, tile_set) -> bool:
    """From the table alone: some tile that is not on it would leave two ends that no other such tile fits."""
    away = {(a, b) for a in range(tile_set.highest_suit + 1) for b in range(a, tile_set.highest_suit + 1)}
    away -= {tuple(sorted(pair)) for pair in chain.in_line()}
    for a, b in away:
        for one, other in {(a, b), (b, a)}:
            for touched, stays in ((chain.left, chain.right), (chain.right, chain.left)):
                if touched == one and not any({other, stays} & set(tile) for tile in away - {(a, b)}):
                    return True
    return False


@pytest.mark.article("CI-9")
def test_with_a_block_possible_there_is_a_minute_whatever_anybody_holds():
    near = 0
    for seed in range(60):
        rng = Random(seed)
        match, _ = started(with_options(CLOCK, {}, "1h"))
        while match.phase is not Phase.ENDED:
            if match.phase is Phase.PLAYING and hand_in(match).chain is not None:
                close = a_tile_would_close(hand_in(match).chain, match.book.options.set)
                near += close
                assert deadline(match) == hand_in(match).turn_began + (60_000 if close else 20_000)
            elif match.phase is Phase.PLAYING:
                assert deadline(match) == hand_in(match).turn_began + 20_000
            match, _ = step(match, next_command(match, rng, seed), 0)
        assert deadline(match) is None
    assert near > 10


@pytest.mark.article("SJ-estructura")
def test_time_is_called_by_the_table_itself():
    book = load_book("san-juan")
    match = dealt(book, 1, CI_DEAL)
    assert view(match, 1).clock.ends == 40 * 60_000
    assert due(match, 40 * 60_000 - 1) is None
    assert due(match, 40 * 60_000) == CallTime()
    match, happened = settle(match, 40 * 60_000)
    assert [type(event).__name__ for event in happened] == ["TimeCalled", "HandScored", "DecisionAwaited"]
    assert match.phase is Phase.AWAITING


@pytest.mark.article("SJ-estructura")
def test_a_command_that_comes_after_time_finds_the_hand_over():
    match = dealt(load_book("san-juan"), 1, CI_DEAL)
    with pytest.raises(Refusal, match="no hand is being played"):
        step(match, PlaceTile(1, Tile.of(0, 0)), 40 * 60_000)


@pytest.mark.article("CI-3")
def test_after_tiempo_the_hand_and_one_more_are_played():
    book = with_options(CLOCK, {}, "1m")
    match, _ = started(book)
    match, _ = step(match, DrawForOpening(b"1"), 0)
    match, _ = step(match, DealHand(b"1"), 0)
    match, happened = settle(match, 60_000)
    assert isinstance(happened[0], TimeCalled)
    assert match.hands_left == 2
    now = 60_000
    while match.phase is not Phase.ENDED:
        now += 61_000
        match, _ = settle(match, now)
        if match.phase is Phase.COUNTING:
            for seat in (1, 2):
                match, _ = step(match, AgreeCount(seat), now)
            match, _ = step(match, DealHand(b"2"), now)
    assert [line.how in ("domino", "block") for line in match.lines] == [True, True]
    assert match.ended_by == "time"
    assert match.time_called == 60_000


def test_a_match_that_ended_owes_nothing():
    book = with_options(load_book("clasico"), {"tiles": 1}, "1h 1m")
    match = dealt(book, 1, "66 11 22 33")
    match, happened = step(match, PlaceTile(1, Tile.of(6, 6)), 0)
    assert isinstance(happened[-1], MatchEnded)
    assert due(match, 10**9) is None
    assert settle(match, 10**9) == (match, ())
