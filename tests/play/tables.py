"""Tables for hypothesis and for chance: any of the five books with any options, and somebody who plays on."""

import os
from random import Random
from typing import Any

from hypothesis import strategies as st

from tantera.play import (
    AgreeCount,
    AgreeOpener,
    ChooseSeat,
    DealHand,
    DrawForOpening,
    Event,
    GiveRuling,
    Hand,
    Match,
    Order,
    Phase,
    ShuffleAgain,
    evolve,
    hand_seed,
    legal_moves,
    new_match,
    record,
    start_match,
)
from tantera.play.events import ScoreTaken
from tantera.play.options import first_naming
from tantera.play.record import SeenDeal
from tantera.rules import BOOKS, Book, RuleBookError, load_book, with_options
from tantera.tiles import Tile
from tests.builders import settle, step

OPTIONS: dict[str, tuple[str | int, ...]] = {
    "play": ("alone", "alone", "pairs"),
    "players": (2, 3, 4),
    "set": ("double-six", "double-six", "double-nine"),
    "tiles": (2, 3, 5, 7, 9, 10),
    "boneyard": ("none", "one", "until_fits", "until_fits"),
    "reserve": (0, 1, 2, 5),
    "scoring": ("all", "opponents", "own_loss", "nothing"),
    "first_opener": ("draw", "double", "agreed"),
    "next_opener": ("right", "last_tile", "winner", "loser", "winners_choose", "highest_double"),
    "next_match_opener": ("same_method", "loser", "winner"),
    "tied_block": (
        "nobody_same_opener",
        "nobody_moves_on",
        "mano_wins",
        "nobody_highest_double",
        "closer_wins",
        "closer_loses",
    ),
    "block": ("pair", "lowest_player", "closer_against_next", "closer_against_previous", "nobody"),
    "first_tile": ("any", "double", "highest_double"),
    "choose_opener": ("before_dealing", "after_lifting"),
    "tied_worth": (1, 2, 3),
    "tied_worth_until": (0, 20),
    "closing": ("free", "forced"),
    "draw_order": ("sum", "number"),
    "at_time": ("stop", "finish_hand", "extra_hands", "finish_and_extra"),
    "level_at_end": ("ruling", "one_more_hand", "half_point"),
    "false_thinking": ("allowed", "forbidden"),
    "limit": ("30p", "60p", "120p", "1h", "3h", "1m", "2m", "50p 3h", "80p 1m", "4h 1m", "60p 5h 2m"),
}


IN_PLAY = ("fives-and-threes",) * 2
"""More of the one book whose points are made in play: no option of another makes it so."""


def proof(normal: int, full: int) -> int:
    """How much of a long proof to do: ``TANTERA_PROVE`` is a number or ``full``."""
    asked = os.environ.get("TANTERA_PROVE", "")
    return full if asked == "full" else int(asked) if asked.isdigit() else normal


def random_table(rng: Random, book_id: str = "") -> tuple[str, dict[str, str | int]]:
    """A built-in book and some options that go together, for `with_options`."""
    book_id = book_id or rng.choice((*BOOKS, *IN_PLAY))
    while True:
        keys = {*rng.sample(sorted(OPTIONS), rng.randint(0, 6)), *(["limit"] if rng.random() < 0.6 else [])}
        options = {key: rng.choice(OPTIONS[key]) for key in sorted(keys)}
        try:
            with_options(load_book(book_id), options)
        except RuleBookError:
            continue
        return book_id, options


tables = st.integers(0, 2**32).map(lambda seed: random_table(Random(seed)))
"""Tables for hypothesis, all equally likely; short, because it prints them."""


def started(book: Book, **how: Any) -> tuple[Match, list[Event]]:
    """A match that has just begun, and its events so far."""
    first = new_match(book, **how)
    match, happened = settle(start_match(book, first), first.at)
    return match, [first, *happened]


def next_command(match: Match, rng: Random, seed: int = 0) -> Order:
    """Something that takes a match that is not over a step further."""
    match match.phase:
        case Phase.SEATING:
            if match.book.options.first_opener == "agreed":
                return AgreeOpener(rng.choice(match.seats))
            if not match.drawn:
                return DrawForOpening(hand_seed(seed, 0))
            return ChooseSeat(rng.choice(match.seats))
        case Phase.DEALING:
            if naming := first_naming(match):
                return naming[0][0]
            entropy = tuple((seat, f"r{rng.randint(0, 99)}") for seat in match.seats if rng.random() < 0.2)
            if match.book.customs.opener_may_shuffle_again and match.opener is not None and match.shuffle_wish is None:
                return ShuffleAgain(match.opener, rng.random() < 0.3)
            if match.opener_choosers and rng.random() < 0.5:
                return AgreeOpener(rng.choice(match.opener_choosers))
            return DealHand(hand_seed(seed, match.hand_number), entropy)
        case Phase.CHOOSING:
            return AgreeOpener(rng.choice(match.opener_choosers))
        case Phase.PLAYING:
            return rng.choice(legal_moves(hand_in(match)))
        case Phase.COUNTING:
            return AgreeCount(rng.choice([seat for seat in match.seats if seat not in match.agreed]))
        case Phase.AWAITING:
            return GiveRuling(rng.choice([*match.sides, None]), "the judges", "after long talk")
        case Phase.ENDED:
            raise AssertionError("the match is over")


def play_match(book: Book, seed: int, slow: bool = False, most: int = 100_000) -> tuple[Match, list[Event]]:
    """A whole match by chance, or its first `most` commands; with `slow` players the clock runs too."""
    rng = Random(seed)
    now = rng.choice([0, 1_700_000_000_000])
    match, events = started(book, at=now)
    for _ in range(most):
        if match.phase is Phase.ENDED:
            break
        now += rng.choice([0, 100, 900, 2500, 8000, 21_000]) if slow else rng.choice([0, 0, 500])
        match, happened = settle(match, now)
        events += happened
        if match.phase is not Phase.ENDED:
            match, happened = step(match, next_command(match, rng, seed), now)
            events += happened
    return match, events


def hand_in(match: Match) -> Hand:
    """The hand being played, or the last one."""
    assert match.hand is not None
    return match.hand


def dealt(book: Book, opener: int, racks: str, asleep: str = "", score: tuple[int, ...] = ()) -> Match:
    """A match whose first hand has just been dealt: ``00.01 11.12 …`` by seat, `asleep` in the order drawn."""
    fact = SeenDeal(opener, tuple(map(_tiles, racks.split())), _tiles(asleep))
    match, _ = started(book)
    for event in (ScoreTaken(score or match.score, opener, at=0), *record(match, fact, 0).events):
        match = evolve(match, event)
    return match


def _tiles(text: str) -> tuple[Tile | None, ...]:
    return tuple(None if code == "??" else Tile.parse(code) for code in text.split(".") if code)
