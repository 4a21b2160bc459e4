"""The luck of a deal and of a draw: it sums to nought, and a bad deal is bad luck."""

from __future__ import annotations

from math import hypot, sqrt
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from tantera.play import DrawTile, Match
from tantera.rules import BOOKS as BOOKS_THERE_ARE
from tantera.rules import Book, load_book, with_options
from tantera.study.luck import luck_of_deal, luck_of_draw
from tantera.tiles import Tile
from tests.bots.hands import in_turn
from tests.play.tables import proof
from tests.solver.every_deal import Cards, begun, dealt_from, line_of_play, moved

SJ, UEH = load_book("san-juan"), load_book("ueh")
BOOKS = {"san-juan": SJ, "tarragona": load_book("tarragona"), "clasico": load_book("clasico"), "ueh": UEH}


def one_seat_on(match: Match, book: Book) -> Match:
    """The same tiles, every rack and the opening one seat further on."""
    assert match.hand is not None
    assert match.hand.deal is not None
    deal = match.hand.deal
    players = book.options.players
    racks = (deal.racks[-1], *deal.racks[:-1])
    return begun(book, Cards(racks, deal.boneyard), deal.opener % players + 1, 2)


@pytest.mark.parametrize("name", BOOKS)
def test_the_same_deal_one_seat_on_is_exactly_as_lucky_for_the_next_seat(name: str):
    """So luck sums to nought over all deals and openers by construction."""
    for seed in range(3):
        deal = dealt_from(BOOKS[name], seed, 2)
        here, there = luck_of_deal(deal, 64), luck_of_deal(one_seat_on(deal, BOOKS[name]), 64)
        assert there == {seat % len(here) + 1: luck for seat, luck in here.items()}


@pytest.mark.parametrize("name", BOOKS)
def test_what_is_luck_to_one_side_is_bad_luck_to_the_others(name: str):
    match = dealt_from(BOOKS[name], 4, 2)
    luck = luck_of_deal(match, 64)
    assert sum(luck[side[0]].mean for side in match.sides) == pytest.approx(0, abs=1e-9)


def test_luck_is_nought_on_the_average_of_many_deals():
    deals = [luck_of_deal(dealt_from(SJ, seed), 32)[1].mean for seed in range(300)]
    assert np.std(deals) > 5
    assert abs(np.mean(deals)) < 3 * np.std(deals) / sqrt(len(deals))


def rack(text: str) -> tuple[Tile, ...]:
    return tuple(map(Tile.parse, text.split(".")))


BAD = Cards(
    (
        rack("66.55.44.33.22.11.00"),
        rack("56.46.36.26.16.06.01"),
        rack("45.35.25.15.05.02.12"),
        rack("34.24.14.04.23.13.03"),
    )
)
"""Seat 1 has all the doubles."""


def test_all_the_doubles_are_bad_luck():
    luck = luck_of_deal(begun(SJ, BAD, 2))
    assert luck[1].mean < -5 * (luck[1].error or 0)
    assert luck[1].mean == luck[3].mean == -luck[2].mean


def test_what_is_drawn_is_neither_good_nor_bad_over_all_that_could_be_drawn():
    """UEH-robar: of the sleeping tiles any may be the next."""
    book, drawn = with_options(UEH, {"players": 2}), 0
    for seed in Random(2).sample(range(100), 3):
        for match in line_of_play(book, seed, 2):
            hand = match.hand
            if any(isinstance(option, DrawTile) for option in in_turn(match).plays) and hand is not None:
                lucks = []
                for first in hand.boneyard:
                    rest = tuple(tile for tile in hand.boneyard if tile != first)
                    before = replace(match, hand=replace(hand, boneyard=(first, *rest)))
                    lucks.append(luck_of_draw(before, moved(before, DrawTile(hand.turn)))[hand.turn])
                mean = np.mean([luck.mean for luck in lucks])
                common = max(luck.error or 0 for luck in lucks)  # what is expected before the draw is the same in all
                assert abs(mean) < 3 * hypot(common, common / sqrt(len(lucks)))
                assert np.ptp([luck.mean for luck in lucks]) > 0
                drawn += 1
                break
    assert drawn


def books_in_pairs() -> list[str]:
    """Every book that comes along in which pairs play and points come at the end of a hand."""
    books = map(load_book, BOOKS_THERE_ARE)
    return [book.id for book in books if book.options.play == "pairs" and book.points_in_play is None]


@pytest.mark.prove
@pytest.mark.parametrize("name", books_in_pairs())
def test_luck_over_ten_thousand_hands_of_every_book_in_pairs_is_nought_within_its_error(name: str):
    """Every hand with its own opener: what the deals gave one pair they took from the other."""
    book = load_book(name)
    lucks = [luck_of_deal(dealt_from(book, seed, 2), 16)[1].mean for seed in range(proof(400, 10_000))]
    error = np.std(lucks) / sqrt(len(lucks))
    print(f"{name}: {np.mean(lucks):+.3f} ± {error:.3f} in {len(lucks)} hands")
    assert np.std(lucks) > 2
    assert abs(np.mean(lucks)) < 3.5 * error
