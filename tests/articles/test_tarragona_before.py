"""Tarragona before a hand is played: limits, scorer, draw, seats, shuffling, taking, lifting."""

from typing import Any

import pytest

from tantera.play import SPECTATOR, Eyes, Phase, View, evolve, start_match, view
from tantera.play.events import HandDealt, MatchEnded, MatchStarted, RacksLifted, SeatsTaken, TilesShuffled
from tantera.tiles import Tile
from tests.builders import SECOND, Table, tiles
from tests.golden.hands import BLOCK_AC, BLOCK_BD, DOMINO_A, TIED_BLOCK

article = pytest.mark.article
EVERYBODY = (1, 2, 3, 4)


def table(opener: int = 1, **options: Any) -> Table:
    return Table("tarragona", opener=opener, **options)


# --- 6: agreed before -----------------------------------------------------------------------------------------------


@article("TG-6.1")
def test_the_limit_is_300_points_unless_agreed_otherwise():
    assert str(Table("tarragona").book.options.limit) == "300p"


@article("TG-6.1")
@pytest.mark.parametrize(
    ("limit", "ended_by", "hands"),
    [
        ("100p", "points", 1),
        ("126p", "points", 1),
        ("1h", "hands", 1),
        ("3h", "hands", 3),
        ("200p 3h", "points", 2),
        ("300p 2h 30m", "hands", 2),
        ("200p 30m", "points", 2),
    ],
)
def test_points_and_hands_and_their_combinations_end_a_match(limit: str, ended_by: str, hands: int):
    """1+3 win every hand with 126: openers 1, 2, 3, and the pair of seat 1 is A+C, B+D, A+C."""
    game = Table("tarragona", opener=1, limit=limit)
    for number, hand in enumerate((BLOCK_AC, BLOCK_BD, BLOCK_AC)[:hands]):
        if number:
            game.agree()
        assert game.match.phase is Phase.DEALING
        game.hands(hand)
    assert (game.match.ended_by, game.match.winner, game.match.score) == (ended_by, (1, 3), (126 * hands, 0))


@article("TG-6.1")
@pytest.mark.parametrize("limit", ["30m", "300p 30m", "9h 30m"])
def test_when_the_agreed_minutes_are_over_the_hand_is_played_out_and_counts(limit: str):
    game = Table("tarragona", opener=1, limit=limit).deal(BLOCK_BD).play("00 >05").wait(30 * 60)
    assert game.match.phase is Phase.PLAYING
    game.play("<06 >54 >40 <63 >02 <30 >21 >10")
    assert (game.match.ended_by, game.match.winner, game.match.score) == ("time", (2, 4), (0, 126))


@article("TG-6.1")
def test_when_the_minutes_are_over_between_hands_no_other_is_dealt():
    game = Table("tarragona", opener=1, limit="30m").hands(BLOCK_BD).wait(30 * 60)
    assert (game.match.ended_by, game.match.winner) == ("time", (2, 4))


@article("TG-6.1")
def test_level_at_the_limit_one_more_hand_decides():
    game = Table("tarragona", opener=1, limit="1h").hands(TIED_BLOCK)
    assert not game.told(MatchEnded)
    game.agree().hands(TIED_BLOCK)
    assert not game.told(MatchEnded)
    game.agree().hands(BLOCK_AC)  # opened by seat 3
    assert (game.match.winner, game.match.ended_by) == ((1, 3), "hands")


@article("TG-6.2")
def test_the_home_pair_names_the_scorer_and_the_other_pair_the_counter():
    game = Table("tarragona")
    assert [game.refused(text) for text in ("scorer 2", "scorer 4", "counter 1", "counter 3")] == ["TG-6.2"] * 4
    game.do("scorer 3", "counter 2")
    assert (game.match.scorer, game.match.counter) == (3, 2)


@article("TG-6.2")
def test_both_are_named_before_the_first_hand():
    game = table().deal(BLOCK_AC)
    assert game.refused("scorer 1") == "TG-6.2"
    assert game.refused("counter 2") == "TG-6.2"


@article("TG-6.2")
def test_no_hand_is_dealt_before_both_are_named_and_later_ones_ask_for_nothing():
    game = Table("tarragona", opener=1)
    assert game.refused("deal one") == "TG-6.2"
    game.do("counter 2")
    assert game.refused("deal one") == "TG-6.2"
    game.do("scorer 1", "deal one")
    game.finish().agree().do("deal two")
    assert game.match.hand_number == 2


@article("TG-6.2")
def test_scorer_and_counter_are_people_and_keep_the_task_when_seats_change():
    game = Table("tarragona", names=("Pons", "Vidal", "Mas", "Roca"))
    game.do("scorer 1", "counter 4", "draw draw-958", "seat 1")
    assert game.match.scorer is not None
    assert game.match.counter is not None
    assert game.match.names[game.match.scorer - 1] == "Pons"
    assert game.match.names[game.match.counter - 1] == "Roca"


@article("TG-6.3")
def test_of_equal_sums_the_higher_suit_wins_the_opening():
    game = Table("tarragona")
    game.do("draw draw-614")
    assert [str(tile) for tile in game.match.drawn] == ["30", "33", "11", "42"]
    assert game.match.draw_winner == 4


@article("TG-6.3")
@pytest.mark.parametrize("seat", EVERYBODY)
def test_the_winner_of_the_draw_takes_any_seat_and_opens_from_there(seat: int):
    game = Table("tarragona", names=("Pons", "Vidal", "Mas", "Roca"))
    game.do("draw draw-958", f"seat {seat}")
    assert game.match.names[seat - 1] == "Vidal"
    assert game.match.opener == seat


@article("TG-6.3")
def test_no_seat_is_chosen_before_the_draw_nor_twice_nor_outside_the_table():
    game = Table("tarragona")
    assert game.refused("seat 1") == "TG-6.3"
    game.do("draw draw-958")
    assert game.refused("seat 5") == "TG-6.3"
    assert game.refused("seat 0") == "TG-6.3"
    game.do("seat 1")
    assert game.refused("seat 2") == "TG-6.3"


@article("TG-6.4")
@pytest.mark.parametrize("seat", EVERYBODY)
def test_the_partner_sits_opposite_and_the_opponent_who_drew_higher_on_the_right(seat: int):
    game = Table("tarragona", names=("Pons", "Vidal", "Mas", "Roca"))
    game.do("draw draw-958", f"seat {seat}")  # Pons 33, Vidal 42, Mas 30, Roca 32
    in_turn_order = [game.match.names[(seat - 1 + step) % 4] for step in (0, 1, 2, 3)]
    assert in_turn_order == ["Vidal", "Pons", "Roca", "Mas"]


@article("TG-6.4")
def test_partners_stay_partners_wherever_they_sit():
    for seed in range(40):
        game = Table("tarragona", names=("home 1", "away 1", "home 2", "away 2"))
        game.do(f"draw {seed}", "seat 3")
        one, two, three, four = (name.split()[0] for name in game.match.names)
        assert one == three != two == four
        assert len(set(game.told(SeatsTaken)[0].seats)) == 4


@article("TG-6.5")
@pytest.mark.parametrize("opener", EVERYBODY)
def test_players_are_numbered_from_the_opener_to_the_right(opener: int):
    game = table(opener).deal(BLOCK_AC)
    assert game.hand.seats == tuple((opener - 1 + number) % 4 + 1 for number in (0, 1, 2, 3))
    assert game.hand.lifted == game.hand.seats[:2]  # No. 1 and No. 2


# --- 7.9: comments --------------------------------------------------------------------------------------------------


@article("TG-7.9")
def test_after_a_hand_the_table_shows_thirty_seconds_for_comments():
    game = table().deal(BLOCK_AC).play("00 >05 <06 >54 >40 <63 >02 <30 >21")
    assert all(game.sees(eyes).comments_until is None for eyes in (SPECTATOR, *EVERYBODY))
    game.play(">10")
    over = game.now
    assert {game.sees(eyes).comments_until for eyes in (SPECTATOR, *EVERYBODY)} == {over + 30 * SECOND}
    game.wait(10)
    assert game.sees(1).comments_until == over + 30 * SECOND


@article("TG-7.9")
def test_while_the_next_hand_is_played_there_is_no_time_for_comments():
    game = table().hands(BLOCK_AC).agree().deal(BLOCK_BD)
    assert game.sees(1).comments_until is None


# --- 8: a hand begins -----------------------------------------------------------------------------------------------


@article("TG-8.1")
def test_a_new_deal_takes_every_tile_of_the_last_hand_out_of_sight():
    game = table().hands(BLOCK_AC)
    assert all(rack is not None for rack in game.sees(SPECTATOR).racks)
    game.agree().do("deal next")
    assert game.sees(SPECTATOR).racks == (None, None, None, None)
    assert game.sees(SPECTATOR).chain is None
    assert sorted(tile.code for seat in EVERYBODY for tile in game.hand.rack(seat) if tile) == sorted(
        Tile.of(low, high).code for high in range(7) for low in range(high + 1)
    )


@article("TG-8.2", "TG-8.3")
@pytest.mark.parametrize(("opener", "shuffled"), [(1, (4, 1)), (2, (1, 2)), (3, (2, 3)), (4, (3, 4))])
def test_number_four_shuffles_and_then_number_one_again(opener: int, shuffled: tuple[int, int]):
    game = table(opener)
    game.do("deal once")
    assert game.told(TilesShuffled)[0].seats == shuffled
    assert game.sees(SPECTATOR).shuffled_by == shuffled


@article("TG-8.3")
def test_nobody_shuffles_a_third_time():
    assert table().refused("again 1") == "TG-8.4"


@article("TG-8.4")
@pytest.mark.parametrize("opener", EVERYBODY)
def test_two_three_and_four_take_first_and_one_the_last_seven(opener: int):
    game = table(opener)
    game.do("deal once")
    one, two, three, four = game.hand.seats
    assert game.hand.taking == (two, three, four, one)
    assert game.sees(SPECTATOR).taking == (two, three, four, one)


@article("TG-8.4")
def test_the_same_tiles_on_the_table_go_to_the_same_numbers():
    """San Juan's opener takes first: what No. 1 takes there is No. 2's here, and the last seven are No. 1's."""
    here, there = table(), Table("san-juan", opener=1)
    for game in (here, there):
        game.do("deal once")
    assert [here.hand.rack(seat) for seat in (2, 3, 4, 1)] == [there.hand.rack(seat) for seat in (1, 2, 3, 4)]


def racks_seen(seen: View) -> set[int]:
    return {seat for seat, rack in enumerate(seen.racks, start=1) if rack is not None}


def all_seen(game: Table) -> dict[Eyes, set[int]]:
    return {eyes: racks_seen(game.sees(eyes)) for eyes in (SPECTATOR, *EVERYBODY)}


@article("TG-8.5")
def test_when_the_tiles_are_taken_only_one_and_two_see_theirs():
    game = table(opener=3).deal(BLOCK_AC)
    assert all_seen(game) == {SPECTATOR: set(), 1: set(), 2: set(), 3: {3}, 4: {4}}
    assert game.sees(3).mine == BLOCK_AC.rack(0)
    assert game.sees(4).mine == BLOCK_AC.rack(1)


@article("TG-8.8")
def test_number_three_lifts_when_the_opening_tile_is_down():
    game = table(opener=3).deal(BLOCK_AC)
    assert game.sees(1).mine == ()
    game.play("00")
    assert all_seen(game) == {SPECTATOR: set(), 1: {1}, 2: set(), 3: {3}, 4: {4}}
    assert game.sees(1).mine == BLOCK_AC.rack(2)


@article("TG-8.9")
@pytest.mark.parametrize(("hand", "moves"), [(BLOCK_AC, "00 >05"), (DOMINO_A, "66 -")], ids=["plays", "passes"])
def test_number_four_lifts_when_number_two_has_played_or_passed(hand, moves: str):
    game = table(opener=3).deal(hand)
    opening, answer = moves.split()
    events = [*game.events, *game.do(f"3 {opening}")]
    if answer != "-":  # a pass is played at once
        assert game.sees(2).mine == ()
        events += game.do(f"4 {answer}")
    lifted = [event.seats for event in events if isinstance(event, RacksLifted)]
    assert lifted == [(3, 4), (1,), (2,)]
    assert all_seen(game) == {SPECTATOR: set(), 1: {1}, 2: {2}, 3: {3}, 4: {4}}


@article("TG-8.5", "TG-8.8", "TG-8.9")
def test_no_view_at_any_moment_holds_a_tile_that_its_seat_has_not_lifted():
    """Event by event, not only order by order: neither in the rack nor among the moves a seat may make."""
    game = table().deal(BLOCK_AC).play("00 >05")
    first, *rest = game.events
    assert isinstance(first, MatchStarted)
    match = start_match(game.book, first)
    for event in rest:
        match = evolve(match, event)
        lifted = match.hand.lifted if match.hand is not None else ()
        for seat in EVERYBODY:
            seen = view(match, seat)
            if seat not in lifted:
                assert (seen.mine, seen.options) == ((), ()), f"seat {seat} after {event}"


@article("TG-8.6")
def test_tiles_stay_in_the_order_lifted():
    game = table().deal(BLOCK_AC).play("00 >05 <06 >54 >40 <63")
    assert game.sees(1).mine == tiles("12.66.11.13.22")
    assert game.sees(2).mine == tiles("01.16.25.44.56")
    game.play(">02 <30 >21 >10")
    assert game.sees(1).racks == (
        tiles("66.11.13.22"),
        tiles("16.25.44.56"),
        tiles("14.15.23.24.33"),
        tiles("26.34.35.46.55"),
    )


@article("TG-8.6")
def test_the_order_lifted_is_the_order_dealt():
    game = table()
    game.do("deal once")
    dealt = game.told(HandDealt)[0]
    assert game.sees(1).mine == dealt.racks[0]
