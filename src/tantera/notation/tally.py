"""Whether the tiles of a hand can come to what its result says.

Of a hand that nobody wrote down move by move, the law still tells how many tiles everybody may hold at its end: who
went out has none, everybody else has one at least, the opener has laid one. In a block somebody's end number is all on
the table. Where moves were written and some tiles are unknown, what is left of the set is known exactly.

Which totals some tiles can add up to is a multiple subset-sum search with a budget. Only how many tiles of each number
of pips there are matters, so a pool of tiles is a tuple of counts: at index *n* the number of tiles with *n* pips.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from tantera.notation.document import ResultItem
from tantera.play.events import Side, side_name
from tantera.play.hand import Hand
from tantera.play.match import Match
from tantera.rules import Book, Refusal, Seat
from tantera.tiles import SUIT_MASKS, Tile, pips_of

Pool = tuple[int, ...]

BUDGET: Final = 4000
"""Steps of one search. All but freakish totals need fewer than a hundred; where they run out, the totals may stand."""


class PipsLeft(NamedTuple):
    """What somebody has left: so many pips, in at least and at most so many tiles."""

    pips: int
    least: int
    most: int


def pool_of(tiles: Iterable[Tile]) -> Pool:
    """
    >>> pool_of([Tile.of(0, 0), Tile.of(2, 0), Tile.of(1, 1)])
    (1, 0, 2)
    """
    counts: list[int] = []
    for tile in tiles:
        counts += [0] * (tile.pips + 1 - len(counts))
        counts[tile.pips] += 1
    return tuple(counts)


@lru_cache(maxsize=4096)
def can_add_up(pool: Pool, shares: tuple[PipsLeft, ...], tiles: int) -> bool:
    """Whether different tiles of the pool, `tiles` of them at most, can make up all these shares at once.

    >>> two_of_each = pool_of([Tile.of(0, 0), Tile.of(1, 0), Tile.of(2, 0), Tile.of(1, 1)])
    >>> can_add_up(two_of_each, (PipsLeft(2, 1, 7), PipsLeft(2, 1, 7)), 4)
    True
    >>> can_add_up(two_of_each, (PipsLeft(1, 1, 7), PipsLeft(1, 1, 7)), 4)
    False
    """
    heaviest = tuple(reversed(tuple(enumerate(pool))))
    by_slack = sorted(shares, key=lambda share: min(share.pips, _sum_of(heaviest, share.most) - share.pips))
    return _Search().finds(pool, tuple(by_slack), tiles)


class _Search:
    """Depth first, one share after the other; the first ones should be those that can be made up in the fewest ways."""

    def __init__(self) -> None:
        self.steps = 0

    def finds(self, pool: Pool, shares: tuple[PipsLeft, ...], tiles: int) -> bool:
        if not shares:
            return True
        if not _within_bounds(pool, shares, tiles):
            return False
        first, *others = shares
        rest = tuple(others)
        spare = tiles - sum(share.least for share in rest)
        for taken in self.ways(pool, len(pool) - 1, first._replace(most=min(first.most, spare))):
            if self.steps > BUDGET:
                return True
            left = tuple(have - more for have, more in zip(pool, taken, strict=True))
            if self.finds(left, rest, tiles - sum(taken)):
                return True
        return self.steps > BUDGET

    def ways(self, pool: Pool, pips: int, share: PipsLeft) -> Iterator[Pool]:
        """How many tiles of each number of pips, up to `pips`, make up the share: every way."""
        self.steps += 1
        if self.steps > BUDGET or not _within_bounds(pool[: pips + 1], (share,), share.most):
            return
        if pips < 0:
            yield (0,) * len(pool)
            return
        for count in range(min(pool[pips], share.most), -1, -1):
            smaller = PipsLeft(share.pips - count * pips, max(0, share.least - count), share.most - count)
            for way in self.ways(pool, pips - 1, smaller):
                yield (*way[:pips], count, *way[pips + 1 :])


def _within_bounds(pool: Pool, shares: tuple[PipsLeft, ...], tiles: int) -> bool:
    """Whether all the shares together lie between what the lightest and the heaviest tiles weigh."""
    together = PipsLeft(*map(sum, zip(*shares, strict=True)))
    if together.least > min(tiles, together.most, sum(pool)):
        return False
    lightest, heaviest = weights(pool, together, tiles)
    return lightest <= together.pips <= heaviest


def weights(pool: Pool, share: PipsLeft, tiles: int) -> tuple[int, int]:
    """The pips of the fewest and lightest tiles that a share may be, and of the most and heaviest."""
    by_pips = tuple(enumerate(pool))
    return _sum_of(by_pips, share.least), _sum_of(reversed(by_pips), min(tiles, share.most))


def _sum_of(pips: Iterable[tuple[int, int]], tiles: int) -> int:
    """The pips of the first so many tiles, in this order."""
    total = 0
    for value, count in pips:
        taken = min(count, tiles)
        total, tiles = total + taken * value, tiles - taken
        if not tiles:
            break
    return total


class Left(NamedTuple):
    """The tiles that may be left in the racks at the end of a hand, in one way it may have ended."""

    pool: Pool
    """What the unknown tiles may be."""
    unknown: dict[Seat, tuple[int, int]]
    """How many unknown tiles each seat has, at least and at most."""
    known: dict[Seat, int]
    """The pips of the tiles that are known, by seat."""
    tiles: int
    """How many unknown tiles there are at most, all racks together."""
    heaviest: int
    """What all of them together weigh at most."""
    ceilings: dict[Seat, int]
    """What a seat has at most, where the tiles it took are known."""

    def can_be(self, totals: Sequence[tuple[Side, int]]) -> bool:
        """Whether the sides can have these totals at once."""
        shares = tuple(self._share(side, total) for side, total in totals)
        if sum(share.pips for share in shares) > self.heaviest:
            return False
        for side, total in totals:
            if all(seat in self.ceilings for seat in side) and total > sum(self.ceilings[seat] for seat in side):
                return False
        return can_add_up(self.pool, shares, self.tiles)

    def bounds(self, seats: tuple[Seat, ...]) -> tuple[int, int]:
        """What these seats have together at least and at most."""
        known = sum(self.known.get(seat, 0) for seat in seats)
        lightest, heaviest = weights(self.pool, self._share(seats, 0), self.tiles)
        return known + lightest, known + min(heaviest, self.heaviest)

    def _share(self, seats: tuple[Seat, ...], total: int) -> PipsLeft:
        """What is left of their total for unknown tiles."""
        unknown = [self.unknown[seat] for seat in seats if seat in self.unknown]
        known = sum(self.known.get(seat, 0) for seat in seats)
        return PipsLeft(total - known, sum(least for least, _ in unknown), sum(most for _, most in unknown))


def check_sum(match: Match, item: ResultItem) -> None:
    """Refuse totals that are more than the whole set."""
    whole, found = whole_set(match.book), sum(total or 0 for total in item.totals)
    if found > whole:
        message = "totals that tiles can add up to: all together have {most}, not {found}"
        raise Refusal(match.book.cites.count, message, most=whole, found=found)


def check_totals(match: Match, item: ResultItem) -> None:
    """Refuse totals that no tiles can add up to at the end of such a hand."""
    given = [(side, total) for side, total in zip(match.sides, item.totals, strict=True) if total is not None]
    if not any(left.can_be(given) for left in _endings(match, item)):
        raise Refusal(match.book.cites.count, "totals that the tiles of such a hand can add up to")


def check_points(match: Match, item: ResultItem, counted: tuple[Side, ...]) -> None:
    """Refuse points that no tiles of the sides they are counted from can come to."""
    book, article = match.book, match.book.cites.count
    most = most_points(match)
    if item.points > most:
        raise Refusal(article, "at most {most}, the whole set", most=f"{most:+}")
    everybody = tuple(seat for side in counted for seat in side)
    endings = list(_endings(match, item))
    whole, brought = whole_set(book), item.points - match.carried
    least = max(0, brought - whole * match.worth)
    bonuses = _bonus_sums(book) >> least  # of those that leave no more than the whole set for the tiles
    for pips in range(whole + 1):
        bonus = brought - pips * match.worth
        if (
            bonus >= least
            and bonuses >> (bonus - least) & 1
            and any(left.can_be([(everybody, pips)]) for left in endings)
        ):
            return
    bounds = [bound for left in endings for bound in left.bounds(everybody)]
    raise Refusal(
        article,
        "points that the tiles of such a hand can come to: {least} to {most}",
        least=f"{match.worth * min(bounds) + match.carried:+}",
        most=f"{match.worth * max(bounds) + match.carried + _most_bonus(book):+}",
    )


def check_split(match: Match, item: ResultItem, counted: tuple[Side, ...]) -> None:
    """Refuse the winner of a block, or a tie, that tiles known from the moves rule out, where no totals were written.

    Every pair of totals that comes to those points is tried: the winners have no more than the others.
    """
    hand = match.hand if match.hand_in_play else None
    if hand is None or not hand.moves or len(match.sides) != 2 or match.book.options.block_points == "nothing":
        return
    if match.book.options.block != "pair":
        return  # the totals of the pairs do not tell who wins
    (left,), winner = tuple(_endings(match, item)), item.side
    if winner is None:
        splits = [(each, each) for each in range(whole_set(match.book) // 2 + 1)]
    elif len(counted) == 2:
        pips = (item.points - match.carried) // match.worth
        splits = [(less, pips - less) for less in range(pips // 2 + 1)]
    else:
        pips = (item.points - match.carried) // match.worth
        splits = [(less, pips) for less in range(pips + 1)]
    one = winner or match.sides[0]
    other = next(side for side in match.sides if side != one)
    if not any(left.can_be([(one, less), (other, more)]) for less, more in splits):
        article = match.book.cites.count
        if winner is None:
            raise Refusal(article, "a winner: the tiles that are known rule out a tie")
        raise Refusal(article, "another winner: the tiles that are known rule out {side}", side=side_name(winner))


def whole_set(book: Book) -> int:
    """The pips of all the tiles there are."""
    return sum(tile.pips for tile in book.options.set.tiles)


def most_points(match: Match) -> int:
    """What one hand can bring at the very most."""
    return whole_set(match.book) * match.worth + match.carried + _most_bonus(match.book)


MOST_PASSES: Final = 12
"""More passes of opponents, or rounds of them, than any hand has had that somebody wrote a bonus for."""


def _most_bonus(book: Book) -> int:
    return _bonus_sums(book).bit_length() - 1


def _bonus_sums(book: Book) -> int:
    """What bonuses may have been added to the points of a line: none, some, all of them. Bit *n* stands where *n* may
    (a subset sum as a bit set): a club's book may name fifty points for each of ten, and a text a thousand lines."""
    return _sums(tuple((MOST_PASSES if bonus.rule.often else 1, bonus.each) for bonus in book.bonuses))


@lru_cache(maxsize=16)
def _sums(bonuses: tuple[tuple[int, tuple[int, ...]], ...]) -> int:
    """
    >>> bin(_sums(((1, (2,)), (2, (3,)))))
    '0b101101101'
    """
    sums = 1
    for most, each in bonuses:
        had = sums
        for brought in {times * points for points in each for times in range(1, most + 1)}:
            sums |= had << brought
    return sums


def _endings(match: Match, item: ResultItem) -> Iterator[Left]:
    """Every way in which the hand may have come to an end of this kind."""
    hand = match.hand if match.hand_in_play else None
    if hand is not None and hand.moves:
        yield from _after_moves(hand, item)
    else:
        yield from _from_the_sheet(match, item)


def _after_moves(hand: Hand, item: ResultItem) -> Iterator[Left]:
    """Moves were written: everybody's number of tiles is known. In a block none of them fits an end."""
    unseen = hand.unseen
    if item.how == "block" and hand.chain is not None:
        unseen &= ~(SUIT_MASKS[hand.chain.left] | SUIT_MASKS[hand.chain.right])
    pool = pool_of(_tiles(hand.book, unseen))
    unknown = {seat: (hand.hidden[seat - 1], hand.hidden[seat - 1]) for seat in hand.seats}
    known = {seat: pips_of(hand.racks[seat - 1]) for seat in hand.seats}
    yield Left(pool, unknown, known, sum(hand.hidden), pips_of(unseen), {})


def _from_the_sheet(match: Match, item: ResultItem) -> Iterator[Left]:
    """Only the result was written, and perhaps some of the tiles that were dealt."""
    options, seats = match.book.options, match.seats
    tiles = options.set.tiles
    asleep = len(tiles) - options.tiles_each * len(seats)
    drawn = max(0, asleep - options.reserve) if match.book.may_draw(len(seats)) else 0
    held = len(tiles) - asleep + drawn
    out = item.side[0] if item.how == "domino" and item.side is not None else None
    least = 0 if match.book.partners_play_on else 1  # who has gone out before the end holds nothing
    unknown = {seat: (least, options.tiles_each + drawn) for seat in seats if seat != out}
    ceilings = {} if drawn or match.hand is None or not match.hand_in_play else _ceilings(match.hand)
    if out is not None:
        laid = options.tiles_each + (out != match.opener)
        yield Left(pool_of(tiles), unknown, {}, held - laid, whole_set(match.book), ceilings)
        return
    for number in range(options.set.highest_suit + 1):
        others = [tile for tile in tiles if not tile.has(number)]
        if asleep:
            yield Left(pool_of(others), unknown, {}, held - 1, sum(tile.pips for tile in others), ceilings)
            continue
        # All tiles of the number lie on the table, and both ends show it (a suit has an even number of halves). So
        # its mixed tiles lie in couples, x|n … n|y, and between x and y at least one more tile: ten tiles in all.
        joints = options.set.highest_suit // 2
        heaviest = sum(tile.pips for tile in others) - sum(range(options.set.highest_suit + 1)) + number
        yield Left(pool_of(others), unknown, {}, len(others) - joints, heaviest, ceilings)


def _ceilings(hand: Hand) -> dict[Seat, int]:
    """What everybody took, the unknown tiles as heavy as they can be."""
    unseen = sorted((tile.pips for tile in _tiles(hand.book, hand.unseen)), reverse=True)
    return {seat: pips_of(hand.racks[seat - 1]) + sum(unseen[: hand.hidden[seat - 1]]) for seat in hand.seats}


def _tiles(book: Book, rack: int) -> list[Tile]:
    return [tile for tile in book.options.set.tiles if tile.bit & rack]
