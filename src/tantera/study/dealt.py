"""What tiles people were dealt, beside what chance gives: doubles, pips, how many of one number, and openings.
Every sum is over racks as they were lifted; what chance gives is counted over other deals, always the same ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import count
from math import sqrt
from statistics import fmean, pvariance
from typing import Final, NamedTuple

from tantera.play.deal import shuffled
from tantera.play.events import Event, HandDealt
from tantera.rules import Book
from tantera.tiles import Tile, TileSet

MANY_DOUBLES: Final = 4
BAND: Final = 1.96
"""Standard errors on either side: chance lies outside one time in twenty."""
_DEALS: Final = 8_000


class Rack(NamedTuple):
    """What is counted of one rack, or of many together."""

    doubles: int = 0
    pips: int = 0
    of_one_number: int = 0
    """The tiles with its most frequent number."""
    many_doubles: int = 0
    """1 where there are at least `MANY_DOUBLES`."""

    def plus(self, other: Iterable[int]) -> Rack:
        return Rack(*(one + more for one, more in zip(self, other, strict=True)))


class Dealing(NamedTuple):
    """All of a book that chance depends on."""

    set: TileSet
    each: int
    players: int
    most_doubles: int | None
    """Where somebody has more, the tiles are dealt again."""


class DealtToSeat(NamedTuple):
    """What somebody was dealt in a match: over how many hands, and in all."""

    hands: int = 0
    racks: Rack = Rack()


class DealtMatch(NamedTuple):
    """A match of people who want to know: their racks, and how often one of them opened its first hand."""

    dealing: Dealing
    seats: tuple[DealtToSeat, ...]
    opened: bool | None
    """Whether it was one of them; None where nobody laid a tile."""


class Beside(NamedTuple):
    """A figure, and what chance gives: its mean and the band in which nineteen of twenty such figures lie."""

    counted: float
    expected: float
    margin: float

    @property
    def is_usual(self) -> bool:
        return abs(self.counted - self.expected) <= self.margin

    @property
    def says_something(self) -> bool:
        """Where people hold every rack, they have together what the set has, whatever is dealt."""
        return self.margin > 1e-9


class DealtFigures(NamedTuple):
    """A rack's mean doubles, pips and tiles of its number; of a hundred racks those with many doubles; of a hundred
    matches those whose first hand was opened by one of them."""

    racks: int
    matches: int
    doubles: Beside
    pips: Beside
    of_one_number: Beside
    many_doubles: Beside
    opened: Beside | None

    @property
    def all(self) -> tuple[Beside, ...]:
        found = (self.doubles, self.pips, self.of_one_number, self.many_doubles, self.opened)
        return tuple(beside for beside in found if beside is not None and beside.says_something)


def counted(rack: Iterable[Tile]) -> Rack:
    """
    >>> counted(Tile.parse(code) for code in ("66", "65", "64", "22", "10"))
    Rack(doubles=2, pips=38, of_one_number=3, many_doubles=0)
    """
    doubles = pips = 0
    numbers = [0] * 10
    for tile in rack:
        pips += tile.pips
        numbers[tile.low] += 1
        if tile.is_double:
            doubles += 1
        else:
            numbers[tile.high] += 1
    return Rack(doubles, pips, max(numbers), int(doubles >= MANY_DOUBLES))


def dealing_of(book: Book) -> Dealing:
    options = book.options
    return Dealing(options.set, options.tiles_each, options.players, book.customs.most_doubles)


def dealt_by_seat(events: Iterable[Event], players: int) -> tuple[DealtToSeat, ...]:
    """By seat, over the deals that came from a sealed seed: those of a table that a program runs."""
    seats = [DealtToSeat()] * players
    for event in events:
        if isinstance(event, HandDealt) and event.seed:
            for place, rack in enumerate(event.racks):
                if not rack:  # they are out
                    continue
                hands, racks = seats[place]
                seats[place] = DealtToSeat(hands + 1, racks.plus(counted(tile for tile in rack if tile is not None)))
    return tuple(seats)


class _Chance(NamedTuple):
    """Of the racks of some seats together, by what is counted: mean and variance a hand."""

    means: tuple[float, ...]
    variances: tuple[float, ...]


@lru_cache(maxsize=64)
def _chance(dealing: Dealing, seats: int) -> _Chance:
    """Counted over deals of the same kind. The racks of a hand hang together: what one has, the others have not."""
    sums = [hand[seats - 1] for hand in _deals(dealing)]
    columns = list(zip(*sums, strict=True))
    return _Chance(tuple(map(fmean, columns)), tuple(map(pvariance, columns)))


@lru_cache(maxsize=16)
def _deals(dealing: Dealing) -> list[list[Rack]]:
    """For each deal what the first seat, the first two, … have together."""
    found: list[list[Rack]] = []
    for number in count():
        if len(found) == _DEALS:
            break
        lifted = shuffled(b"tantera chance 1", number.to_bytes(4, "big"), 0, dealing.set)
        racks = [counted(lifted[seat * dealing.each :][: dealing.each]) for seat in range(dealing.players)]
        if dealing.most_doubles is not None and max(rack.doubles for rack in racks) > dealing.most_doubles:
            continue
        together = [racks[0]]
        for rack in racks[1:]:
            together.append(together[-1].plus(rack))
        found.append(together)
    return found


def dealt_figures(matches: Iterable[DealtMatch]) -> DealtFigures | None:
    """What these matches come to; None where no rack is known."""
    racks = opened = opening_matches = 0
    total = Rack()
    hands = Counter[tuple[Dealing, int]]()
    opened_expected = opened_variance = 0.0
    for match in matches:
        known = [seat for seat in match.seats if seat.hands]
        if not known:
            continue
        for seat in known:
            racks += seat.hands
            total = total.plus(seat.racks)
        if len({seat.hands for seat in known}) == 1:
            hands[match.dealing, len(known)] += known[0].hands
        else:  # one of them was out before the others
            for seat in known:
                hands[match.dealing, 1] += seat.hands
        if match.opened is not None:
            share = len(known) / match.dealing.players
            opening_matches += 1
            opened += match.opened
            opened_expected += share
            opened_variance += share * (1 - share)
    if not racks:
        return None
    expected, variances = [0.0] * len(total), [0.0] * len(total)
    for (dealing, seats), dealt in hands.items():
        chance = _chance(dealing, seats)
        for place, (mean, variance) in enumerate(zip(chance.means, chance.variances, strict=True)):
            expected[place] += dealt * mean
            variances[place] += variance * (dealt + dealt**2 / _DEALS)  # what chance gives is known from a sample, too
    besides = [
        _beside(got, mean, variance, racks) for got, mean, variance in zip(total, expected, variances, strict=True)
    ]
    doubles, pips, number, many = besides
    first = _beside(opened, opened_expected, opened_variance, opening_matches) if opening_matches else None
    return DealtFigures(racks, opening_matches, doubles, pips, number, many, first)


def _beside(counted: float, expected: float, variance: float, of: int) -> Beside:
    return Beside(counted / of, expected / of, BAND * sqrt(variance) / of)
