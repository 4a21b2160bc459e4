"""What was dealt beside what chance gives: the bands are right; an honest dealer lies within, a crooked one outside."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import comb, sqrt

import pytest
from msgspec.structs import replace

from tantera.play.deal import deal
from tantera.play.events import HandDealt
from tantera.rules import Book, load_book
from tantera.study.dealt import BAND, DealtFigures, DealtMatch, dealing_of, dealt_by_seat, dealt_figures
from tantera.tiles import Tile

SJ, UEH, DOUBLE_NINE = load_book("san-juan"), load_book("ueh"), load_book("cuba-doble-nueve")
Racks = tuple[tuple[Tile, ...], ...]


def honest(racks: Racks) -> Racks:
    return racks


def crooked(racks: Racks) -> Racks:
    """Seat 1 gets the lowest double of seat 2 for its own highest other tile, in every hand."""
    doubles = [tile for tile in racks[1] if tile.is_double]
    others = [tile for tile in racks[0] if not tile.is_double]
    if not doubles or not others:
        return racks
    given, taken = doubles[0], max(others, key=lambda tile: tile.pips)
    swap = {given: taken, taken: given}
    return tuple(tuple(swap.get(tile, tile) for tile in rack) for rack in racks)


def dealt(
    book: Book, hands: int, seats: Sequence[int] = (1,), hand_of: Callable[[Racks], Racks] = honest
) -> DealtFigures:
    """What these seats were dealt in many matches of one hand, opened by the seats in turn."""

    def matches() -> Iterator[DealtMatch]:
        for number in range(hands):
            racks = hand_of(deal(book, b"test %d" % number).racks)
            by_seat = dealt_by_seat([a_deal(racks)], len(racks))
            opener = number % len(racks) + 1
            yield DealtMatch(dealing_of(book), tuple(by_seat[seat - 1] for seat in seats), opener in seats)

    figures = dealt_figures(matches())
    assert figures is not None
    return figures


def a_deal(racks: Racks, seed: str = "ab") -> HandDealt:
    return HandDealt(at=1, number=1, opener=1, taking=(1, 2, 3, 4), racks=racks, seed=seed)


def test_what_chance_gives_of_doubles_and_pips_is_what_the_sums_of_sampling_say():
    """A rack is seven tiles of 28, seven of them doubles: hypergeometric."""
    figures = dealt(SJ, 400)
    assert figures.doubles.expected == pytest.approx(7 * 7 / 28, abs=0.03)
    variance = 7 * 1 / 4 * 3 / 4 * 21 / 27
    assert figures.doubles.margin == pytest.approx(BAND * sqrt(variance / 400), rel=0.05)
    assert figures.pips.expected == pytest.approx(42, abs=0.4)
    four = sum(comb(7, doubles) * comb(21, 7 - doubles) for doubles in range(4, 8)) / comb(28, 7)
    assert figures.many_doubles.expected == pytest.approx(four, abs=0.006)
    assert figures.opened is not None
    assert figures.opened.counted == figures.opened.expected == 1 / 4


@pytest.mark.parametrize("book", [SJ, UEH, DOUBLE_NINE], ids=lambda book: book.id)
@pytest.mark.parametrize("seats", [(1,), (2, 4), (1, 2, 3)])
def test_who_deals_as_the_program_does_lies_within_the_bands(book: Book, seats: tuple[int, ...]):
    figures = dealt(book, 1500, seats)
    assert figures.racks == 1500 * len(seats)
    assert [beside for beside in figures.all if not beside.is_usual] == []


def test_where_deals_with_too_many_doubles_are_thrown_in_chance_gives_fewer_of_them():
    """UEH-reparto: it is the law's doing, not luck."""
    assert UEH.customs.most_doubles is not None
    freely = replace(UEH, customs=replace(UEH.customs, most_doubles=None))
    assert dealt(UEH, 100).many_doubles.expected < dealt(freely, 100).many_doubles.expected


def test_a_dealer_who_slips_somebody_a_double_is_seen_on_both_sides():
    given, robbed = dealt(SJ, 300, (1,), crooked), dealt(SJ, 300, (2,), crooked)
    assert not given.doubles.is_usual
    assert given.doubles.counted > given.doubles.expected
    assert not robbed.doubles.is_usual
    assert robbed.doubles.counted < robbed.doubles.expected


def test_four_people_together_hold_what_the_set_has_and_that_says_nothing():
    figures = dealt(SJ, 50, (1, 2, 3, 4))
    assert figures.doubles.counted == figures.doubles.expected == 7 / 4
    assert figures.doubles not in figures.all
    assert figures.of_one_number in figures.all


def test_tiles_that_nobody_sealed_are_not_counted():
    """Those of a table where people lift them, and racks that somebody set."""
    racks = deal(SJ, b"").racks
    assert dealt_figures([DealtMatch(dealing_of(SJ), dealt_by_seat([a_deal(racks, seed="")], 4), True)]) is None
