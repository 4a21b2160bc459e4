"""What a book may say of a hand's points besides pips: prizes, bonuses, raises, and players over the limit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta

from tantera.rules.basics import ArticleId, BookRecord, Points, refuse
from tantera.rules.bonuses import BONUSES, capicua, domino_double, double_capicua
from tantera.rules.bonuses.conditions import CONDITIONS
from tantera.rules.bonuses.rule import BonusFacts, BonusRule
from tantera.words import Phrase

if TYPE_CHECKING:
    BonusKind = str
    Condition = str
else:  # what is read from a file is one of those there are
    BonusKind = Literal[tuple(BONUSES)]
    Condition = Literal[tuple(CONDITIONS)]
NoPoints = Annotated[int, Meta(ge=0, le=100_000)]


class Prize(BookRecord, frozen=True):
    """A fixed number of points by the kind of win, in place of pips (``scoring = "fixed"``)."""

    domino: Points
    block: NoPoints
    """For a block that somebody wins; 0: it brings nothing."""
    capicua: Points | None = None
    """For a dominó whose last tile fitted both ends; left out: as any dominó."""
    double: Points | None = None
    """For a dominó with a double; left out: as any dominó."""
    double_capicua: Points | None = None
    """For a dominó with a double that fitted both ends; left out: as a dominó with a double."""

    @property
    def dominos(self) -> dict[str, int]:
        """What a dominó brings, by what the book calls it; those that it does not tell apart are left out."""
        others = {"capicua": self.capicua, "double": self.double, "double_capicua": self.double_capicua}
        return {"domino": self.domino, **{kind: points for kind, points in others.items() if points is not None}}

    def kind_of(self, facts: BonusFacts) -> str:
        """Which prize a dominó brings, by what was special about its last tile; the rarest counts."""
        if double_capicua.given(facts) and self.double_capicua is not None:
            return "double_capicua"
        if domino_double.given(facts) and self.double is not None:
            return "double"
        return "capicua" if capicua.given(facts) and self.capicua is not None else "domino"

    @property
    def most(self) -> int:
        return max(self.block, *self.dominos.values())


class Bonus(BookRecord, frozen=True):
    """Points on top of a hand (SJ-adicionales has none)."""

    kind: BonusKind
    points: Points | None = None
    article: ArticleId | None = None
    """Where the book says so: the line of the sheet cites it."""
    by_hand: Annotated[tuple[NoPoints, ...], Meta(max_length=50)] = ()
    """Instead of points: those of the first hand that somebody wins, of the second…; after the last one none."""

    unless: Annotated[tuple[Condition, ...], Meta(max_length=10)] = ()
    """Where one of these holds it is not given: a *chuchazo* with both ends blank is none."""
    otherwise: NoPoints = 0
    """What is given instead where one of them holds."""

    def __post_init__(self) -> None:
        if (self.points is None) != bool(self.by_hand):
            found = Phrase("none") if self.points is None else Phrase("both")
            refuse("points", found, Phrase("points, or by_hand = [100, 75, …]"))
        if self.otherwise and not self.unless:
            refuse("otherwise", self.otherwise, Phrase("unless = […], the cases in which it is given"))
        if len(set(self.unless)) != len(self.unless):
            refuse("unless", ", ".join(self.unless), Phrase("each of them once"))
        if known := set(self.unless) & set(self.rule.settled):
            expected = Phrase("a case that may be so or not: of {kind} it is known", kind=self.kind)
            refuse("unless", ", ".join(sorted(known)), expected)

    @property
    def rule(self) -> BonusRule:
        """Everything that is known of a bonus of this kind."""
        return BONUSES[self.kind]

    def excepted(self, facts: BonusFacts) -> bool:
        """Whether one of the cases holds in which it is not given."""
        return any(CONDITIONS[case].holds(facts) for case in self.unless)

    def points_in(self, number: int, excepted: bool = False) -> int:
        """What it brings in that hand, counting from 1 the hands that somebody wins; `excepted`: where `unless` holds.

        >>> Bonus(kind="hand_won", by_hand=(100, 75)).points_in(2)
        75
        """
        if excepted:
            return self.otherwise
        if self.points is not None:
            return self.points
        return self.by_hand[number - 1] if number <= len(self.by_hand) else 0

    @property
    def each(self) -> tuple[int, ...]:
        """Everything that it may bring, each time."""
        usual = (self.points,) if self.points is not None else self.by_hand
        return (*usual, self.otherwise) if self.otherwise else usual

    @property
    def most(self) -> int:
        """What it brings at most, each time."""
        return max(self.each)


class PointsInPlay(BookRecord, frozen=True):
    """Points from the open ends after every tile: what they come to is written at once."""

    count: Literal["fives_and_threes", "fives"]
    exact: bool = False
    """The limit must be hit: a score that would pass it is not written."""
    last_tile: NoPoints = 0
    """For going out, one score with what the last tile itself brings; of a pair that plays on, when both are out."""
    partners_play_on: bool = False
    """Going out ends nothing until both of one pair are out."""


class Raise(BookRecord, frozen=True):
    """A blocked hand raises what the next one is worth, again and again until a hand is not blocked."""

    factor: Annotated[int, Meta(ge=1, le=10)]
    """Times so much; 1 where only points are added."""
    after: Literal["tied_block", "block"] = "tied_block"
    add: Annotated[int, Meta(ge=0, le=1000)] | Literal["worth"] = 0
    """And so many points more for whoever wins it; "worth": what the blocked hand itself was worth."""

    def __post_init__(self) -> None:
        if self.factor == 1 and self.add == 0:
            refuse("factor", Phrase("nothing"), Phrase("factor = 2 or more, or points to add"))


class ReEntry(BookRecord, frozen=True):
    """Over the points limit a player comes back at the highest score still under it (UEH-reenganche).

    Under a limit without points nobody is ever over it.
    """

    most: Annotated[int, Meta(ge=0, le=10)]
    factors: Annotated[tuple[Annotated[int, Meta(ge=1, le=100)], ...], Meta(min_length=1, max_length=11)]
    """What every point counts before the first re-entry, after it, after the second…"""

    def __post_init__(self) -> None:
        if len(self.factors) != self.most + 1:
            expected = Phrase("{count}: one more than most", count=self.most + 1)
            refuse("factors", len(self.factors), expected)
