"""The named bonuses: points on top of a hand, by what was special about it. A book says ``kind = "capicua"``; the
function of that name is here, and says who gets it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from tantera.rules.basics import Seat
from tantera.tiles import Tile


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


def capicua(facts: BonusFacts) -> Seat | None:
    """Who goes out with a mixed tile that fitted both ends."""
    if facts.went_out is None or facts.last_tile is None or facts.ends is None:
        return None
    return facts.went_out if facts.ends[0] != facts.ends[1] and all(map(facts.last_tile.has, facts.ends)) else None


def double_blank(facts: BonusFacts) -> Seat | None:
    """Who goes out with the 0-0."""
    return facts.went_out if facts.last_tile is not None and facts.last_tile.pips == 0 else None


def first_pass(facts: BonusFacts) -> Seat | None:
    """The opener, when the next player has to pass at once."""
    return facts.opener if facts.first_pass else None


BONUSES: Final[dict[str, Callable[[BonusFacts], Seat | None]]] = {
    "capicua": capicua,
    "first_pass": first_pass,
    "double_blank": double_blank,
}
"""Who gets a bonus after a hand, if anybody does."""
