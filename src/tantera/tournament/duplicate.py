"""Duplicate rounds: the same deals at every table, so that the better pair wins and not the luckier one.

A round is published with the hash of its secret, every hand comes from the secret, and the secret is told when the
round is closed: until then nobody can know a hand, and then anybody can check it. A result is worth what it is beside
the results of the others with the same tiles.

Exact throughout: butler points are whole tenths, per cents are fractions. What is shown is rounded once, half to even,
to a tenth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from typing import Final

from msgspec import UNSET, Struct

from tantera.play.deal import Deal, deal
from tantera.play.events import HandDealt
from tantera.play.hand import Hand, begin_hand
from tantera.rules import Book, Seat
from tantera.rules.tournament import Duplicate
from tantera.tournament.state import Round, TournamentState
from tantera.words import Phrase
from tantera.words.extras import has

MEAN_WITHOUT_EXTREMES: Final = 8
"""From so many tables on the highest and the lowest net do not count for the datum."""
MEAN: Final = {"butler": Fraction(0), "matchpoints": Fraction(50)}
"""What a bye is worth, and a hand that was not played."""

Nets = Sequence[int | None]
"""Of one hand, by table: points of 1+3 less points of 2+4; None: not played there, or it does not count."""


def committed(secret: str) -> str:
    """What stands in the event that publishes the round."""
    return sha256(secret.encode()).hexdigest()


def seed_of(secret: str, round: int, hand: int) -> bytes:
    return sha256(f"duplicate/{secret}/{round}/{hand}".encode()).digest()


def dealt(book: Book, secret: str, round: int, hand: int) -> Deal:
    """The tiles of a hand, counted from 1. What the book deals again is part of it."""
    return deal(book, seed_of(secret, round, hand))


def opener_of(hand: int) -> Seat:
    """Whatever the book says of who opens next.

    >>> [opener_of(hand) for hand in (1, 2, 3, 4, 5)]
    [1, 2, 3, 4, 1]
    """
    return (hand - 1) % 4 + 1


def law_of(tournament: TournamentState) -> Duplicate:
    """How many hands, and how they are scored: of an event in which all tables have the same deals."""
    law = tournament.options.duplicate
    assert law is not UNSET
    return law


class HandScore(Struct, frozen=True):
    """A hand at one table, beside the same tiles elsewhere."""

    points: tuple[int, int] | None
    """None: not played there."""
    score: Fraction
    """Of 1+3: butler points, or the per cent."""


class HandResults(Struct, frozen=True):
    """What the field made of a hand."""

    datum: Fraction | None
    """The mean of the nets; None where nobody played it."""
    tables: tuple[HandScore | None, ...]
    """By table; None where no hand-by-hand slip counts."""


def datum(nets: Nets) -> Fraction | None:
    """The mean, half to even to a tenth; with eight tables or more without the highest and the lowest.

    >>> datum([30, 10, -5]), datum([100, *[10] * 6, -50])
    (Fraction(117, 10), Fraction(10, 1))
    """
    played = sorted(net for net in nets if net is not None)
    if not played:
        return None
    if len(played) >= MEAN_WITHOUT_EXTREMES:
        played = played[1:-1]
    return to_a_tenth(Fraction(sum(played), len(played)))


def matchpoints(net: int, others: Sequence[int]) -> Fraction:
    """The per cent of what was to be had: two for every table that it is better than, one for an equal one.

    >>> matchpoints(10, [10, 5, 30, -4]), matchpoints(10, [])
    (Fraction(125, 2), Fraction(50, 1))
    """
    if not others:
        return MEAN["matchpoints"]
    won = sum(2 * (net > other) + (net == other) for other in others)
    return Fraction(100 * won, 2 * len(others))


def to_a_tenth(value: Fraction) -> Fraction:
    """Half to even.

    >>> to_a_tenth(Fraction(5, 4)), to_a_tenth(Fraction(-7, 20))
    (Fraction(6, 5), Fraction(-2, 5))
    """
    return Fraction(round(value * 10), 10)


def shown(value: Fraction) -> float:
    """As the object has it, rounded once: a whole number where it is one.

    >>> shown(Fraction(25, 2)), shown(Fraction(1249, 100)), shown(Fraction(-30))
    (12.5, 12.5, -30)
    """
    tenths = round(value * 10)
    return tenths // 10 if tenths % 10 == 0 else tenths / 10


def hands_of(tournament: TournamentState, round: Round) -> tuple[HandResults, ...]:
    """Hand by hand: every confirmed slip of a round beside all the others. Worked out once for a state."""
    known: dict[int, tuple[HandResults, ...]] = tournament.__dict__.setdefault("duplicate_hands", {})
    if round.number not in known:
        known[round.number] = tuple(_hands(tournament, round))
    return known[round.number]


def _hands(tournament: TournamentState, round: Round) -> Iterator[HandResults]:
    law = law_of(tournament)
    slips = [
        table.slip.hands
        if table.slip is not None and table.slip.status == "confirmed" and not tournament.is_default(round, table)
        else ()
        for table in round.tables
    ]
    for hand in range(law.hands):
        points = [slip[hand] if hand < len(slip) else None for slip in slips]
        nets = [None if pair is None else pair[0] - pair[1] for pair in points]
        middle = datum(nets)
        yield HandResults(
            middle,
            tuple(
                HandScore(pair, _score(law, place, nets, middle)) if slip else None
                for place, (slip, pair) in enumerate(zip(slips, points, strict=True))
            ),
        )


def _score(law: Duplicate, place: int, nets: Nets, middle: Fraction | None) -> Fraction:
    net = nets[place]
    if net is None or middle is None:
        return MEAN[law.score]
    if law.score == "butler":
        return net - middle
    return matchpoints(net, [other for at, other in enumerate(nets) if at != place and other is not None])


def shares_of(tournament: TournamentState, round: Round, place: int) -> tuple[Fraction, Fraction] | None:
    """What a round brought to 1+3 and to 2+4 of a table, counted from 1: the sum of its hands, or their mean per cent.
    None where no slip of it counts."""
    law = law_of(tournament)
    scores = [hand.tables[place - 1] for hand in hands_of(tournament, round)]
    if not scores or any(score is None for score in scores):
        return None
    total = sum((score.score for score in scores if score is not None), Fraction(0))
    if law.score == "butler":
        return total, -total
    return total / law.hands, 100 - total / law.hands


# --- the deals of a round whose secret is known


def hand_of(book: Book, secret: str, round: int, hand: int) -> Hand:
    """A hand as it lies before the first tile."""
    tiles = dealt(book, secret, round, hand)
    seats = tuple(range(1, len(tiles.racks) + 1))
    event = HandDealt(
        number=hand, opener=opener_of(hand), taking=seats, racks=tiles.racks, boneyard=tiles.boneyard, seed="", at=0
    )
    return begin_hand(book, event)


def hands_dealt(tournament: TournamentState, book: Book, round: Round) -> list[Hand]:
    """All hands of a round whose secret everybody may know."""
    return [hand_of(book, round.revealed, round.number, hand + 1) for hand in range(law_of(tournament).hands)]


def told_of_copies(tournament: TournamentState) -> Phrase | None:
    """What somebody is told who is about to hand on the file, or a copy of it. It holds the secret of a round that is
    still being played, for another machine could not go on with the round without: who opens it can work out every
    hand. None: everything in it may be known."""
    rounds = [str(round.number) for round in tournament.published if round.secret and not round.revealed]
    if not rounds:
        return None
    return Phrase(
        "it holds the tiles of every hand of round {rounds}: until that is closed it is only for who directs and does "
        "not play",
        rounds=", ".join(rounds),
    )


@lru_cache(maxsize=1024)
def open_value(hand: Hand) -> int | None:
    """What a hand is worth to 1+3 with all tiles open and everybody playing their best; None where the solver cannot
    tell. Loads the solver: not for who answers others meanwhile."""
    if not has("bots"):
        return None
    from tantera.solver.answers import Unsolvable
    from tantera.solver.encode import encode
    from tantera.solver.minimax import value

    try:
        return value(encode(hand))[0]
    except Unsolvable:
        return None
