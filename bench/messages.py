"""What a move costs a server: `step` alone, and `step` with the frames for four seats and a spectator.

    python3 run.py bench messages [HANDS] [ROUNDS] [MANY]

The same hands are played both ways, one after the other, again and again, and the median of the ratios counts; and once
more after many hands of the same match (500), for a move must not cost more then. CPU time: machines are noisy.
"""

from __future__ import annotations

import time
from random import Random
from statistics import median
from typing import NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench._program import Measured as Figures
from bench._program import program
from tantera.play import (
    SPECTATOR,
    TABLE,
    Actor,
    AgreeCount,
    AgreeOpener,
    DealHand,
    Eyes,
    Match,
    Order,
    Phase,
    ShuffleAgain,
    hand_seed,
    legal_moves,
    new_match,
    start_match,
)
from tantera.play.options import first_naming
from tantera.play.wire import Shown, frames, joined
from tantera.referee import step
from tantera.rules import BOOKS, Book, RuleBookError, load_book, with_options

ROUNDS = 25
MOST = 3.0
"""How many times the cost of `step` alone a step with its messages may have."""
GROWTH = 1.3
"""How much more a move may cost after five hundred hands; the rest is noise."""
MANY = 500
LIMITS = ("100000p", "1000h")
"""That nobody reaches; the second where a book refuses the first, because points are lost again there."""


Given = tuple[Order, Actor]


class Stretch(NamedTuple):
    """Some hands of a match, ready to be played again."""

    start: Match
    given: tuple[Given, ...]

    def microseconds(self, messages: bool) -> float:
        """CPU of an order on average; one look at the clock a stretch, because a look costs more than a move."""
        match, version, shown = self.start, 1, Shown()
        audience: tuple[Eyes, ...] = (*match.seats, SPECTATOR)
        began = time.process_time()
        for order, by in self.given:
            progress = step(match, order, by, 0)
            if messages:
                version += len(progress.events)
                frames(progress, version, audience, shown)
            match = progress.after
        return 1e6 * (time.process_time() - began) / len(self.given)

    def sizes(self) -> list[int]:
        """Bytes of every frame that is sent."""
        match, sizes = self.start, list[int]()
        audience: tuple[Eyes, ...] = (*match.seats, SPECTATOR)
        for order, by in self.given:
            progress = step(match, order, by, 0)
            sent = frames(progress, 1, audience)
            sizes += [len(sent.to(eyes)) for eyes in audience]
            match = progress.after
        return sizes


def stretch(match: Match, hands: int, chance: Random) -> tuple[Stretch, Match]:
    """So many hands by chance from here on, and the match after them."""
    start, given, until = match, list[Given](), len(match.lines) + hands
    while len(match.lines) < until or match.phase is not Phase.DEALING:
        given.append(_next(match, chance))
        match = step(match, *given[-1], 0).after
    return Stretch(start, tuple(given)), match


def _next(match: Match, chance: Random) -> Given:
    if match.phase is Phase.DEALING:
        if naming := first_naming(match):
            return naming[0]
        if match.book.customs.opener_may_shuffle_again and match.shuffle_wish is None and match.opener is not None:
            return ShuffleAgain(match.opener, again=False), match.opener
        return DealHand(hand_seed(0, match.hand_number)), TABLE
    if match.phase is Phase.CHOOSING:
        seat = match.opener_choosers[0]
        return AgreeOpener(seat), seat
    if match.phase is Phase.COUNTING:
        seat = next(seat for seat in match.seats if seat not in match.agreed)
        return AgreeCount(seat), seat
    assert match.hand is not None
    return chance.choice(legal_moves(match.hand)), match.hand.turn


class Measured(NamedTuple):
    """In microseconds an order and in bytes."""

    ratio: float
    """Of step with messages to step alone: the median of ratios, each from two stretches one after the other."""
    growth: float
    """Of the same after five hundred hands to the first hands."""
    plain: float
    with_messages: float
    after_many: float
    """With messages, after five hundred hands."""
    frame: float
    """A median frame."""
    joined: int
    """The first frame of somebody who joins in the middle of a hand."""


def endless(book: Book) -> Book:
    """The book with a limit that no bench reaches."""
    for limit in LIMITS[:-1]:
        try:
            return with_options(book, {}, limit)
        except RuleBookError:
            continue
    return with_options(book, {}, LIMITS[-1])


def measure(book: Book, hands: int, times: int, many: int) -> Measured:
    chance, long = Random(1), endless(book)
    start = start_match(long, new_match(long, opener=1))
    first, _ = stretch(start, hands, chance)
    late, _ = stretch(stretch(start, many, chance)[1], hands, chance)
    rounds = [
        (first.microseconds(messages=False), first.microseconds(messages=True), late.microseconds(messages=True))
        for _ in range(times)
    ]
    return Measured(
        median(both / plain for plain, both, _ in rounds),
        median(many / both for _, both, many in rounds),
        *(median(one[place] for one in rounds) for place in range(3)),
        median(first.sizes()),
        len(joined(_middle(start), 1, 1)),
    )


def _middle(match: Match) -> Match:
    """With a hand half played."""
    chance = Random(1)
    while match.hand is None or match.hand.turns < 12:
        match = step(match, *_next(match, chance), 0).after
    return match


def main(hands: int = 12, times: int = ROUNDS, many: int = MANY) -> Figures:
    measured = {name: measure(load_book(name), hands, times, many) for name in track(BOOKS, "Step and messages")}
    table = Table("book", "step", "+ messages", f"× (want ≤ {MOST:g})", f"after {many} hands", "×", "frame", "joined")
    for name, one in measured.items():
        costs = (f"{one.plain:.1f} µs", f"{one.with_messages:.1f} µs", f"{one.ratio:.2f}", f"{one.after_many:.1f} µs")
        table.add_row(name, *costs, f"{one.growth:.2f}", f"{one.frame:,.0f} B", f"{one.joined:,} B")
    Console(width=120).print(table)
    missed = [f"{name} {one.ratio:.2f} ×" for name, one in measured.items() if one.ratio > MOST]
    missed += [f"{name} grows {one.growth:.2f} ×" for name, one in measured.items() if one.growth > GROWTH]
    figures = {f"{name}: step with messages, µs": one.with_messages for name, one in measured.items()}
    figures |= {f"{name}: × step alone": one.ratio for name, one in measured.items()}
    return Figures(figures | {f"{name}: frame, bytes": one.frame for name, one in measured.items()}, missed)


if __name__ == "__main__":
    program(main, int, quick=(1, 1, 1))
