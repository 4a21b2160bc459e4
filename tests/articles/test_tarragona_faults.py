"""Tarragona's article 14: what cannot happen at a table run by the program."""

from typing import Any

import pytest

from tantera.play import SPECTATOR, evolve, start_match, view
from tantera.play.events import MatchStarted
from tests.builders import SECOND, Dealt, Table
from tests.golden.hands import BLOCK_AC, BLOCK_BD, DOMINO_A

article = pytest.mark.article


def table(opener: int = 1, **options: Any) -> Table:
    return Table("tarragona", opener=opener, **options)


@article("TG-14.2")
def test_nobody_but_the_opener_opens():
    game = table(opener=3).deal(BLOCK_AC)
    for wrong in ("4 05", "1 06", "2 45"):
        # The article must be about the opening: 8.10 is about the turns after it.
        assert game.refused(wrong) in ("TG-14.2", "TG-11")
    game.do("3 00")
    assert game.turn == 4


@article("TG-14.7", "TG-9.2")
def test_a_tile_cannot_lie_on_the_wrong_end():
    game = table().deal(BLOCK_AC).play("00")
    assert game.refused("2 <05") == "TG-9.2"
    assert game.turn == 2
    assert game.sees(2).counts == (6, 7, 7, 7)


@article("TG-14.9")
def test_nobody_is_ever_shown_a_tile_of_somebody_elses_rack_while_the_hand_is_played():
    game = table().hands(BLOCK_BD)
    first, *rest = game.events
    assert isinstance(first, MatchStarted)
    match = start_match(game.book, first)
    for event in rest:
        match = evolve(match, event)
        if match.phase != "playing":
            continue
        for eyes in (SPECTATOR, 1, 2, 3, 4):
            seen = view(match, eyes)
            assert {seat for seat in (1, 2, 3, 4) if seen.racks[seat - 1] is not None} <= {eyes}
            assert not any(seen.exposed)
            assert all(command.seat == eyes for command in seen.plays)


@article("TG-14.10")
def test_a_tile_that_does_not_fit_is_not_laid():
    game = table().deal(BLOCK_AC).play("00 >05")
    for wrong in ("3 >02", "3 <14", "3 >24"):
        assert game.refused(wrong) == "TG-14.10"
    assert game.refused("3 <03") == "TG-14.10"  # fits, but lies in another rack
    assert len(game.hand.moves) == 2


@article("TG-14.11")
def test_nobody_passes_with_a_tile_that_fits():
    game = table().deal(BLOCK_AC).play("00 >05")
    assert game.refused("3 -") == "TG-14.11"
    game.play("<06")


@article("TG-14.12")
def test_a_pass_that_is_forced_takes_no_time():
    game = table().deal(DOMINO_A).play("66", every=7)
    assert [(move.seat, move.took) for move in game.hand.moves] == [(1, 7 * SECOND), (2, 0), (3, 0)]
    assert game.turn == 4


@article("TG-14.12")
def test_the_only_tile_with_one_place_is_played_at_once():
    game = table().deal(DOMINO_A).play("06 <01", every=7)
    assert game.moves() == "06 <01 <15"
    assert game.hand.moves[2].took == 0


@article("TG-14.12")
def test_one_tile_with_two_places_is_a_choice_and_waits():
    game = table(tiles=2).deal(Dealt(("13.66", "23.55", "12.44", "00.06"))).play("13", every=7)
    assert game.moves() == "13 >32"  # the only tile and the only place
    assert game.may() == {"<12", ">21"}
    game.wait(60)
    assert game.turn == 3


@article("TG-14.12")
def test_where_thinking_in_vain_is_allowed_forced_turns_wait():
    game = table(false_thinking="allowed").deal(DOMINO_A).play("66").wait(60)
    assert game.moves() == "66"
    game.play("-")
    assert game.hand.moves[1].took == 61 * SECOND
