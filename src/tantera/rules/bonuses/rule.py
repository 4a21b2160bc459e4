"""What a bonus is: a record that says everything about one kind, and the facts of a hand it may depend on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from tantera.rules.basics import Named, Seat
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

    @property
    def out(self) -> tuple[Seat, ...]:
        """Who went out: one, or nobody."""
        return () if self.went_out is None else (self.went_out,)

    @property
    def ends_alike(self) -> bool:
        """Whether both ends showed the same number before the last tile."""
        return self.ends is not None and self.ends[0] == self.ends[1]


class BonusRule(NamedTuple):
    """One kind of bonus, and everything there is to know about it. A book says how many points it brings."""

    kind: str
    """What books, events and DGN call it: ``kind = "capicua"``, ``[bonus seat=3 kind=capicua]``."""
    called: Named
    """What the sheet and the telling call it."""
    explained: Named
    """When it is given: for a glossary, and for whoever writes a book."""
    given: Callable[[BonusFacts], tuple[Seat, ...]]
    """Who gets it after a hand, once for each time."""
    goes_to: Literal["went_out", "opener"] | None = None
    """Whose it is where nobody wrote the moves down; None: whoever writes the sheet says so."""
    by_result: bool = False
    """Whether the result alone tells it, so that nobody ever writes it down."""
    often: bool = False
    """Whether it may come several times in a hand."""
    settled: tuple[str, ...] = ()
    """Conditions that are known of it: no book makes an exception of them."""
