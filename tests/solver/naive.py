"""What a hand is worth, worked out without any cleverness: every line of play to its end, by the engine itself.

Moves come from `legal_moves`, endings from `decide_move`, points from the score sheet. Slow, and hard to get wrong.
"""

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from tantera.play import (
    DrawTile,
    Hand,
    HandScored,
    Match,
    MoveOrder,
    PassTurn,
    PlaceDoubles,
    PlaceTile,
    begin_hand,
    deal,
    legal_moves,
    new_match,
    start_match,
)
from tantera.play.events import BonusGiven, HandDealt
from tantera.play.moves import play_move
from tantera.play.scoring import score_ended_hand
from tantera.rules import BOOKS, Book, RuleBookError, load_book, read_book, with_options
from tantera.rules.schema import Bonus, BonusKind, Prize, Raise
from tantera.solver.unknown import unknown_rules
from tantera.tiles import End

EXAMPLES = Path(__file__).parents[2] / "examples" / "books"
CODES = {PassTurn: -1, DrawTile: -2, PlaceDoubles: -3}


# --- values ---------------------------------------------------------------------------------------------------------


class Judge(NamedTuple):
    """Who writes the points of hands that are over."""

    match: Match
    worth: int
    from_opening: bool
    """Whether the search began before the opening: only then is a first pass still to come."""
    who_wins: bool = False
    """Whether only that counts."""

    @staticmethod
    def of(hand: Hand, worth: int = 1, who_wins: bool = False) -> "Judge":
        match = start_match(hand.book, new_match(hand.book))
        out = tuple(seat for seat in match.seats if seat not in hand.seats)
        return Judge(replace(match, out=out, opener=hand.opener), worth, hand.chain is None, who_wins)

    def points(self, hand: Hand) -> tuple[int, ...]:
        """What every side that is in writes for a hand that is over, bonuses included."""
        match = replace(self.match, hand=hand)
        written = [0] * len(match.sides)
        for event in score_ended_hand(match, 0).events:
            if isinstance(event, HandScored):
                written = [had + self.worth * more for had, more in zip(written, event.written, strict=True)]
            elif isinstance(event, BonusGiven) and (self.from_opening or event.kind != "first_pass"):
                written[match.sides.index(event.side)] += event.points
        return tuple(points for side, points in zip(match.sides, written, strict=True) if side[0] not in match.out)

    def value(self, hand: Hand) -> int:
        """The same between two sides: what the first one is ahead by."""
        if self.who_wins:
            events = score_ended_hand(replace(self.match, hand=hand), 0).events
            (scored,) = (event for event in events if isinstance(event, HandScored))
            first = next(side for side in self.match.sides if side[0] not in self.match.out)
            return 0 if scored.side is None else 1 if scored.side == first else -1
        one, other = self.points(hand)
        return other - one if hand.book.options.scoring == "own_loss" else one - other


def code_of(command: MoveOrder) -> int:
    """A move as the kernels number it: tile index × 4 + left 0, right 1, opening 2; or pass -1, draw -2, doubles -3."""
    if isinstance(command, PlaceTile):
        return command.tile.index << 2 | (2 if command.end is None else int(command.end is End.RIGHT))
    return CODES[type(command)]


def moves_of(hand: Hand) -> list[tuple[int, MoveOrder]]:
    """Every move with its number: tiles by index, on the lower end first, then doubles, or the draw and the pass.

    With equal ends it is one move whichever end is played, and it has the left one's number (TG-9.2 allows but one).
    """
    chain, found = hand.chain, {}
    equal = chain is not None and chain.left == chain.right
    for command in legal_moves(hand):
        code = code_of(command)
        found[code & ~1 if equal and code >= 0 else code] = command
    turned = chain is not None and chain.left > chain.right
    placed = sorted((code for code in found if code >= 0), key=lambda code: (code >> 2, code ^ turned))
    return [(code, found[code]) for code in (*placed, *sorted(code for code in found if code < 0))]


def move_values(hand: Hand, judge: Judge) -> dict[int, int]:
    """What every move is worth to the first side."""
    return {code: minimax(play_move(hand, command), judge) for code, command in moves_of(hand)}


def minimax(hand: Hand, judge: Judge) -> int:
    """The value of a hand between two sides, everybody playing well."""
    if hand.ended:
        return judge.value(hand)
    values = [minimax(play_move(hand, command), judge) for command in legal_moves(hand)]
    return max(values) if is_first(hand) else min(values)


def is_first(hand: Hand) -> bool:
    """Whether the player in turn is of the first side."""
    return sorted(hand.seats).index(hand.turn) % 2 == 0


def maxn(hand: Hand, judge: Judge) -> tuple[int, ...]:
    """What everybody writes where each plays alone and for their own good; of equally good moves the first is
    played."""
    if hand.ended:
        return judge.points(hand)
    outcomes = [maxn(play_move(hand, command), judge) for _, command in moves_of(hand)]
    return max(outcomes, key=wish_of(hand))  # the first of the best


def wish_of(hand: Hand) -> Callable[[tuple[int, ...]], int]:
    """How much the player in turn likes an outcome: their own points alone where they hurt, else against the
    others'."""
    me, hurts = sorted(hand.seats).index(hand.turn), hand.book.options.scoring == "own_loss"
    return lambda points: -points[me] if hurts else len(points) * points[me] - sum(points)


# --- positions ------------------------------------------------------------------------------------------------------


class Case(NamedTuple):
    """A hand with few tiles left, and by how much blocks before have raised it."""

    hand: Hand
    worth: int


@cache
def books() -> tuple[Book, ...]:
    """The books that come along and those of the examples, as far as the kernels know all of their rules."""
    found = (*map(load_book, BOOKS), *(read_book(path) for path in sorted(EXAMPLES.glob("*.toml"))))
    return tuple(book for book in found if not unknown_rules(book))


def random_law(rng: Random) -> Book:
    """A book in which anything that changes the value of a hand may be otherwise."""
    book = rng.choice(books())
    if rng.random() < 0.6:
        scoring = rng.choice(("all", "opponents", "own_loss", "fixed"))
        fixed = scoring == "fixed"
        prize = Prize(rng.randint(1, 9), rng.randint(1, 9), rng.choice((None, 12))) if fixed else None
        options = replace(book.options, scoring=scoring)
        book = replace(book, options=options, prize=prize, re_entry=None)
    if rng.random() < 0.6:
        tied = rng.choice(("nobody_same_opener", "nobody_moves_on", "mano_wins"))
        book = replace(book, options=replace(book.options, tied_block=tied))
    if rng.random() < 0.5:
        kinds: tuple[BonusKind, ...] = ("capicua", "double_blank", "first_pass")
        book = replace(book, bonuses=tuple(Bonus(kind, rng.randint(1, 30)) for kind in kinds if rng.random() < 0.6))
    if rng.random() < 0.4:
        book = replace(book, raises=Raise(2))
    return book


def random_book(rng: Random, tables: tuple[dict[str, str | int], ...], **table: int | None) -> Book:
    """A random law at one of these tables, each some options; `table` sets customs of the table."""
    while True:
        book = random_law(rng)
        options = rng.choice(tables)
        if options.get("play", "pairs") == "pairs" and book.re_entry is not None:
            book = replace(book, re_entry=None)
        try:
            book = with_options(book, {"first_tile": "any", **options})
        except RuleBookError:
            continue
        return replace(book, customs=replace(book.customs, most_doubles=None, **table))


def random_case(rng: Random, book: Book, fewest: int, most: int, asleep: int = 0) -> Case:
    """A random position of a book with so many tiles in the racks, where it began at most `asleep` others sleeping.

    By chance from a chance deal; every tenth begins before the opening, with racks that are small enough.
    """
    worth = rng.choice((1, 2, 4)) if book.raises is not None else 1
    fewest = max(fewest, book.options.players)  # while a hand is on, everybody holds a tile
    most = rng.randint(fewest, most)
    while True:
        opener, number = rng.randint(1, book.options.players), rng.randint(1, 3)
        racks, bones, _ = deal(book, rng.randbytes(8))
        opening = rng.random() < 0.1
        if opening:
            racks = tuple(rack[: most // len(racks)] for rack in racks)
        dealt = HandDealt(number=number, opener=opener, taking=(), racks=racks, boneyard=bones[:asleep], at=0)
        hand = begin_hand(book, dealt)
        for before in played_on(hand, rng):
            held = sum(rack.bit_count() for rack in before.racks)
            if (opening or before.chain is not None) and held <= most:
                if held >= fewest:
                    return Case(before, worth)
                break


def played_on(hand: Hand, rng: Random) -> Iterator[Hand]:
    """The hand, and how it stands after every turn of players who play by chance."""
    while not hand.ended:
        yield hand
        hand = play_move(hand, rng.choice(legal_moves(hand)))
