"""What speaks for a move, in words: every word of it true, and from what that seat sees."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tantera.bots.reasons import reasons
from tantera.notation import judge, read
from tantera.play import Match, MoveOrder, Phase, PlaceTile, View
from tantera.rules import BOOKS, load_book
from tantera.tiles import ends_after, tiles_in
from tests.bots.hands import in_turn
from tests.solver.every_deal import line_of_play

RACKS = "1:00.04.12.16.25.35.46 2:01.05.13.22.26.36.55 3:02.06.14.23.33.44.56 4:03.11.15.24.34.45.66"


def told(seen: View, move: MoveOrder) -> list[str]:
    return [reason.told("en") for reason in reasons(seen, move)]


def at(moves: str) -> View:
    return in_turn(judge(read(f'[Book "san-juan"] #1 o1 0-0 deal {RACKS} {moves}')).match)


def test_what_the_next_player_passed_on_speaks_for_leaving_it_open():
    seen = at("35 >50 <33 >03 - >36 >65")  # 1 has passed on threes, and is next
    by_tile = {move.tile.code: told(seen, move) for move in seen.plays if isinstance(move, PlaceTile)}
    passed = {tile: any("1 has passed on 3" in one for one in why) for tile, why in by_tile.items()}
    assert passed == {
        "15": True,
        "45": True,
        "34": False,
    }


def test_what_would_be_so_whichever_tile_one_plays_is_no_reason_for_any():
    """Two doubles leave the ends as they are: what is said tells one from the other."""
    choices = 0
    for seed in (17, 25, 57):
        for match in line_of_play(load_book("clasico"), seed, 1):
            if match.phase is not Phase.PLAYING:
                continue
            seen = in_turn(match)
            doubles = [one for one in seen.plays if isinstance(one, PlaceTile) and one.tile.is_double]
            if len({one.tile for one in doubles}) > 1 and len(doubles) == len(seen.plays):
                choices += 1
                why = [told(seen, one) for one in doubles]
                assert why[0] != why[-1]
    assert choices == 3


@pytest.mark.parametrize("book", BOOKS)
def test_every_reason_is_true(book: str):
    given = Counter[str]()
    for seed in range(6):
        for match in line_of_play(load_book(book), seed, seed % 2 + 1):
            seen = in_turn(match)
            for move in seen.plays:
                for text in told(seen, move):
                    given[re.sub(r"\d+", "N", text)] += 1
                    check(match, seen, move, text)
    assert len(given) > 4, "there is more than one thing to say"


PASSED = (
    r"(?:it takes away the (\d), on which )?(.+?) has passed"
    r"(?:: so they may play again| on (\d), and may have to pass again)"
)
OTHERS = (
    "nothing of yours fits|two doubles go in one turn|nothing in sight decides it: it weighs best of those that fit"
    r"|it brings \d+ points at once|a double is the hardest to place later: it fits one number only"
)


def check(match: Match, seen: View, move: MoveOrder, text: str) -> None:
    """With every rack open, which the words have not seen."""
    assert match.hand is not None
    laid = seen.chain.tiles if seen.chain is not None else 0
    hidden = [tile for tile in seen.book.options.set.tiles if not tile.bit & laid and tile not in seen.mine]
    if passed := re.fullmatch(PASSED, text):
        suit, seat = int(passed[1] or passed[3]), seen.names.index(passed[2]) + 1
        assert not any(tile.has(suit) for tile in tiles_in(match.hand.racks[seat - 1]))
    elif single := re.fullmatch(r"a single (\d) is left that you have not seen: it is hard to play there", text):
        assert sum(tile.has(int(single[1])) for tile in hidden) == 1
    elif every := re.fullmatch(r"you have seen every (\d) but your own: nobody else can play there", text):
        assert not any(tile.has(int(every[1])) for tile in hidden)
    elif text == "it is the only tile that fits":
        assert {getattr(one, "tile", None) for one in seen.plays} == {getattr(move, "tile", ())}
    elif fit := re.fullmatch(r"(\d+) of your tiles fit the ends it leaves, so you are less likely to pass", text):
        assert isinstance(move, PlaceTile)
        ends = ends_after(seen.chain, move.tile, move.end)
        mine = [tile for tile in seen.mine if tile is not None and tile != move.tile]
        assert sum(any(map(tile.has, ends)) for tile in mine) == int(fit[1])
    elif text == "of your doubles it would be stuck first: fewer tiles of its suit are to come":
        assert isinstance(move, PlaceTile)
        doubles = {one.tile for one in seen.plays if isinstance(one, PlaceTile)}
        assert all(tile.is_double for tile in doubles)
        left = {*hidden, *filter(None, seen.mine)}
        to_come = {double: sum(tile.has(double.high) for tile in left - {double}) for double in doubles}
        assert to_come[move.tile] < min(count for double, count in to_come.items() if double != move.tile)
    elif rid := re.fullmatch(r"so you are not left with its (\d+) points if the others win", text):
        assert isinstance(move, PlaceTile)
        assert move.tile.pips == int(rid[1])
    elif text == "it closes the hand: nobody can play any more, and what is held is counted":
        assert isinstance(move, PlaceTile)
        ends = ends_after(seen.chain, move.tile, move.end)
        held = {tile for rack in match.hand.racks for tile in tiles_in(rack)} - {move.tile}
        assert not any(any(map(tile.has, ends)) for tile in held)
    elif text == "with it you go out and win the hand":
        assert seen.mine == (getattr(move, "tile", None),) or len([tile for tile in seen.mine if tile]) == 1
    else:
        assert re.fullmatch(OTHERS, text), text
