"""The named bonuses: points on top of a hand, by what was special about it. A book says ``kind = "capicua"``; the
function of that name is here, and says who gets it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from tantera.rules.basics import Seat
from tantera.rules.scores import Bonus, Prize
from tantera.tiles import Tile


class Passed(NamedTuple):
    """A pass, and what it came after."""

    seat: Seat
    after: Seat
    """Who had laid the last tile."""
    in_a_row: int
    """The how-many-th pass since that tile."""


class BonusFacts(NamedTuple):
    """What a bonus may depend on."""

    opener: Seat
    went_out: Seat | None
    """Who went out, if somebody did."""
    last_tile: Tile | None
    ends: tuple[int, int] | None
    """The two ends on which the last tile could have gone."""
    first_pass: bool
    """Whether the player on the opener's right passed at once."""
    sides: tuple[tuple[Seat, ...], ...] = ()
    passes: tuple[Passed, ...] = ()
    winners: tuple[Seat, ...] = ()
    """The side that won the hand, if one did."""
    opening: Tile | None = None
    """The tile that opened it."""


def capicua(facts: BonusFacts) -> Seat | None:
    """Who goes out with a mixed tile that fitted both ends."""
    if facts.went_out is None or facts.last_tile is None or facts.ends is None:
        return None
    return facts.went_out if facts.ends[0] != facts.ends[1] and all(map(facts.last_tile.has, facts.ends)) else None


def double_blank(facts: BonusFacts) -> Seat | None:
    """Who goes out with the 0-0: the *chuchazo*."""
    return facts.went_out if facts.last_tile is not None and facts.last_tile.pips == 0 else None


def domino_double(facts: BonusFacts) -> Seat | None:
    """Who goes out with a double."""
    return facts.went_out if facts.last_tile is not None and facts.last_tile.is_double else None


def double_capicua(facts: BonusFacts) -> Seat | None:
    """Who goes out with a double that fitted both ends."""
    return domino_double(facts) if facts.ends is not None and facts.ends[0] == facts.ends[1] else None


def first_pass(facts: BonusFacts) -> Seat | None:
    """The opener, when the next player has to pass at once."""
    return facts.opener if facts.first_pass else None


def hand_won(facts: BonusFacts) -> Seat | None:
    """Whoever wins the hand."""
    return facts.winners[0] if facts.winners else None


def every_pass(facts: BonusFacts) -> tuple[Seat, ...]:
    """Who laid the tile that an opponent has to pass on, time and again; a partner's pass brings nothing."""
    return tuple(one.after for one in facts.passes if not any({one.seat, one.after} <= set(s) for s in facts.sides))


def round_pass(facts: BonusFacts) -> tuple[Seat, ...]:
    """Who laid the tile on which everybody else passes, so that it is their turn again (*pase corrido*)."""
    others = sum(map(len, facts.sides)) - 1
    return tuple(one.after for one in facts.passes if one.in_a_row == others)


def _once(rule: Callable[[BonusFacts], Seat | None]) -> Callable[[BonusFacts], tuple[Seat, ...]]:
    def seats(facts: BonusFacts) -> tuple[Seat, ...]:
        seat = rule(facts)
        return () if seat is None else (seat,)

    return seats


BONUSES: Final[dict[str, Callable[[BonusFacts], tuple[Seat, ...]]]] = {
    "capicua": _once(capicua),
    "first_pass": _once(first_pass),
    "double_blank": _once(double_blank),
    "pass": every_pass,
    "round_pass": round_pass,
    "domino_double": _once(domino_double),
    "double_capicua": _once(double_capicua),
    "hand_won": _once(hand_won),
}
"""Who gets a bonus after a hand, once for each time."""


def both_ends_alike(facts: BonusFacts) -> bool:
    """Both ends showed the same number before the last tile."""
    return facts.ends is not None and facts.ends[0] == facts.ends[1]


def no_double_opened(facts: BonusFacts) -> bool:
    """The hand was opened with a mixed tile."""
    return facts.opening is not None and not facts.opening.is_double


def partner_passed(facts: BonusFacts) -> bool:
    """The opener's partner has to pass on the opening as well."""
    if not facts.first_pass or len(facts.passes) < 2:
        return False
    next_pass = facts.passes[1]
    return next_pass.in_a_row == 2 and any({next_pass.seat, facts.opener} <= set(side) for side in facts.sides)


CONDITIONS: Final[dict[str, Callable[[BonusFacts], bool]]] = {
    "both_ends_alike": both_ends_alike,
    "no_double_opened": no_double_opened,
    "partner_passed": partner_passed,
}
"""Cases in which a bonus is not given, or is another one (``unless``)."""


def excepted(bonus: Bonus, facts: BonusFacts) -> bool:
    """Whether one of the cases holds in which the bonus is not given."""
    return any(CONDITIONS[case](facts) for case in bonus.unless)


BY_RESULT: Final = frozenset({"hand_won"})
"""Bonuses that the result alone tells, where nobody wrote the moves down."""


def prize_kind(prize: Prize, facts: BonusFacts) -> str:
    """Which prize a dominó brings, by what was special about its last tile; the rarest counts."""
    if double_capicua(facts) is not None and prize.double_capicua is not None:
        return "double_capicua"
    if domino_double(facts) is not None and prize.double is not None:
        return "double"
    if capicua(facts) is not None and prize.capicua is not None:
        return "capicua"
    return "domino"


def prize_of(prize: Prize, facts: BonusFacts) -> int:
    """What a dominó brings."""
    return prize.dominos[prize_kind(prize, facts)]
