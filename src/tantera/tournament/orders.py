"""What can be ordered in a tournament: the contract of TOURNAMENT.md, one record an order.

An order says what is wanted; who wants it, when, and under which id stands around it (`Given`). What is wrong with the
words of an order (an unknown field, a number out of bounds) is found when it is read, what is wrong with the moment or
the law when it is decided.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from tantera.formats import FormatName
from tantera.formats.drawing.field import As
from tantera.words import Phrase, Problem


class OrderProblem(Problem):
    """An order that is not carried out: nothing changes.

    `code` is for programs and never changes. The article is the rule where one applies.

    >>> problem = OrderProblem("too_few", "there are too few to draw: {count}", count=3)
    >>> problem.code, problem.told("en")
    ('too_few', 'there are too few to draw: 3')
    """

    def __init__(self, code: str, say: str, article: str = "", /, **facts: object) -> None:
        super().__init__(Phrase(say, **facts))
        self.code = code
        self.article = article
        self.more: dict[str, list[str]] = {}
        """What else a program is told: the ``players`` of a draft that no longer fits."""

    def __str__(self) -> str:
        return self.told("en")


class Refused(OrderProblem):
    """An order that can be read, and that the moment, the law or the actor's role forbids."""


Id = Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[\w.\-]+\Z")]
"""Letters (é too), digits, ``-``, ``_`` and ``.``"""
Name = Annotated[str, Meta(min_length=1, max_length=200, pattern=r"\S")]
Reason = Annotated[str, Meta(min_length=1, max_length=1000, pattern=r"\S")]
RoundNumber = Annotated[int, Meta(ge=1, le=100)]
TableNumber = Annotated[int, Meta(ge=1, le=100_000)]
Minutes = Annotated[int, Meta(ge=0, le=600)]
Points = Annotated[int, Meta(ge=1, le=1000)]
Salt = Annotated[str, Meta(min_length=32, max_length=128, pattern=r"^[0-9a-fA-F]+\Z")]
Score = Annotated[int, Meta(ge=-100_000, le=100_000)]
Status = Literal["entered", "confirmed", "disputed"]
Key = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[\w.\-]+\Z")]
"""The same person in every event: a federation's number, or one that the program gives."""
ShortName = Annotated[str, Meta(min_length=1, max_length=60, pattern=r"\S")]
Club = Annotated[str, Meta(max_length=200)]
Categories = Annotated[
    tuple[Annotated[str, Meta(min_length=1, max_length=60, pattern=r"\S")], ...], Meta(max_length=20)
]
Text = Annotated[str, Meta(max_length=2000)]
LongText = Annotated[str, Meta(max_length=200_000)]
"""A picture is written out in letters."""
TextName = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[a-z_]+\Z")]
Date = Annotated[str, Meta(pattern=r"^(\d{4}-\d{2}-\d{2})?\Z")]
"""Empty: none is said."""
HandPoints = tuple[Score, Score] | None
"""What a hand of a duplicate round brought to 1+3 and to 2+4; None: it was not played."""


class Order(Struct, frozen=True, tag_field="order", forbid_unknown_fields=True):
    """Something that somebody wants done."""


class Create(Order, frozen=True, tag="create"):
    """A tournament begins: its name, its book, and what of the book is otherwise here."""

    name: Name
    book: Annotated[str, Meta(min_length=1, max_length=1000)]
    """The id of a book that comes along, or the path of a club's file."""
    format: FormatName | None = None
    """Left out: the book's."""
    rounds: RoundNumber | None = None
    seed: Annotated[str, Meta(max_length=1000)] | None = None
    """Left out: the name of the event, until the public lot says another."""
    options: dict[str, Any] = {}


class Commit(Order, frozen=True, tag="commit"):
    """The public lot, first half: the hash of a secret is published."""

    hash: Annotated[str, Meta(pattern=r"^[0-9a-fA-F]{64}\Z")]


class Lot(Order, frozen=True, tag="lot"):
    """The public lot, second half: the secret, and what somebody in the hall has drawn."""

    secret: Annotated[str, Meta(min_length=1, max_length=1000)]
    drawn: Annotated[str, Meta(min_length=1, max_length=1000)]


class EntryPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """A player of an entry."""

    id: Id
    name: Name
    club: Club | None = None
    member: bool | None = None
    guest_of: Id | None = None
    short: ShortName | None = None
    """What they are called across a hall; left out: their surname."""
    key: Key | None = None
    categories: Categories | None = None


class Enter(Order, frozen=True, tag="enter"):
    """An entry: those who play together, or one who plays alone."""

    entry: Id
    players: Annotated[tuple[EntryPlayer, ...], Meta(min_length=1, max_length=2)]
    paid: Annotated[int, Meta(ge=0, le=1_000_000)] = 0


class Pay(Order, frozen=True, tag="pay"):
    """Money for an entry."""

    entry: Id
    amount: Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
    """Added to what was paid; below zero: given back."""


class CheckIn(Order, frozen=True, tag="check_in"):
    """These entries are here."""

    entries: Annotated[tuple[Id, ...], Meta(min_length=1)]


class CheckOut(Order, frozen=True, tag="check_out"):
    """A check-in taken back: they are not here after all."""

    entries: Annotated[tuple[Id, ...], Meta(min_length=1)]


class Withdraw(Order, frozen=True, tag="withdraw"):
    """These entries play no more."""

    entries: Annotated[tuple[Id, ...], Meta(min_length=1)]


class Return(Order, frozen=True, tag="return"):
    """These entries are back."""

    entries: Annotated[tuple[Id, ...], Meta(min_length=1)]


class EditPlayer(Order, frozen=True, tag="edit_player"):
    """What people got wrong about somebody: what is named changes, null takes it away."""

    player: Id
    name: Name | UnsetType = UNSET
    short: ShortName | UnsetType | None = UNSET
    club: Club | UnsetType | None = UNSET
    member: bool | UnsetType | None = UNSET
    guest_of: Id | UnsetType | None = UNSET
    key: Key | UnsetType | None = UNSET
    categories: Categories | UnsetType | None = UNSET

    @property
    def changes(self) -> dict[str, Any]:
        """By the name of the field, what it is from now on."""
        return _said(self, "player")


class EditEvent(Order, frozen=True, tag="edit_event"):
    """What the event is called and where it is, and options that nothing published rests on."""

    name: Name | UnsetType = UNSET
    date: Date | UnsetType = UNSET
    venue: Text | UnsetType = UNSET
    organiser: Text | UnsetType = UNSET
    texts: dict[TextName, LongText] | UnsetType = UNSET
    """By name; an empty one is taken away, the others stay."""
    options: dict[str, Any] | UnsetType = UNSET

    @property
    def changes(self) -> dict[str, Any]:
        return _said(self)


def _said(order: Order, *but: str) -> dict[str, Any]:
    fields = ((name, getattr(order, name)) for name in order.__struct_fields__ if name not in but)
    return {name: value for name, value in fields if value is not UNSET}


class KeepApart(Order, frozen=True, tag="keep_apart", rename={"kind": "as"}):
    """Players who do not meet, or are no partners, or neither."""

    players: Annotated[tuple[Id, ...], Meta(min_length=2)]
    kind: As = "both"
    hard: bool = True
    rounds: RoundNumber | None = None


class RatedBy(Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament by which people were rated, as it stood then: with its file anybody finds the same."""

    name: Name
    head: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


class Seed(Order, frozen=True, tag="seed", omit_defaults=True):
    """Who stands first where round 1 would go by the lot: these, in this order; then the others by lot."""

    entries: Annotated[tuple[Id, ...], Meta(min_length=1)]
    rated_by: Annotated[tuple[RatedBy, ...], Meta(max_length=1000)] = ()
    """Why in this order, where ratings say it; empty: somebody has said it."""


class Postpone(Order, frozen=True, tag="postpone"):
    """A match of a league calendar is played on another day."""

    round: RoundNumber
    table: TableNumber
    to: Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}\Z")]


class Draw(Order, frozen=True, tag="draw"):
    """Draw a round; nobody sees it until it is published."""

    round: RoundNumber | None = None


class Publish(Order, frozen=True, tag="publish"):
    """The draw of a round is what will be played, for everybody to see."""

    round: RoundNumber | None = None
    accept_missing: tuple[TableNumber, ...] = ()
    override: Reason | None = None


class CloseRound(Order, frozen=True, tag="close_round"):
    """A round is over, the one that is played where none is named."""

    round: RoundNumber | None = None


class Swap(Order, frozen=True, tag="swap"):
    """Each takes the other's seat, in a draft."""

    round: RoundNumber
    a: Id
    b: Id
    reason: Reason


class Result(Order, frozen=True, tag="result"):
    """What a table's slip says: the score, or in a duplicate round its hands one by one."""

    round: RoundNumber
    table: TableNumber
    score: Annotated[tuple[Score, ...], Meta(min_length=2, max_length=4)] | UnsetType = UNSET
    winner: Literal["1+3", "2+4", 1, 2, 3, 4] | None = None
    re_entries: tuple[Annotated[int, Meta(ge=0, le=2)], ...] | None = None
    status: Status | None = None
    """Left out: ``confirmed``, or ``entered`` where a player gives it."""
    reason: Reason | None = None
    hands: Annotated[tuple[HandPoints, ...], Meta(min_length=1, max_length=100)] | UnsetType = UNSET

    @property
    def points(self) -> tuple[int, ...]:
        """The score, or what the hands come to.

        >>> Result(1, 1, hands=((30, 0), None, (0, 12))).points
        (30, 12)
        """
        if self.score is not UNSET:
            return self.score
        played = [hand for hand in self.hands or () if hand is not None]
        return sum(one for one, _ in played), sum(other for _, other in played)


class Confirm(Order, frozen=True, tag="confirm"):
    """The other side takes a slip as it stands."""

    round: RoundNumber
    table: TableNumber
    slip: Annotated[int, Meta(ge=1)] | None = None
    """The event of the slip as whoever confirms it has read it: one that was written anew is not confirmed."""


class Dispute(Order, frozen=True, tag="dispute", omit_defaults=True):
    """The other side does not take a slip as it stands."""

    round: RoundNumber
    table: TableNumber
    score: Annotated[tuple[Score, ...], Meta(min_length=2, max_length=4)] | None = None
    """What the slip should say, where whoever disputes it says so; else a line of the log is as it always was."""


class Late(Order, frozen=True, tag="late"):
    """A player came so many minutes late."""

    round: RoundNumber
    player: Id
    minutes: Minutes


class Default(Order, frozen=True, tag="default"):
    """Somebody is not at their table: those who are get what the book gives."""

    round: RoundNumber
    table: TableNumber
    absent: Annotated[tuple[Id, ...], Meta(min_length=1, max_length=4)]


class StandIn(Order, frozen=True, tag="stand_in"):
    """Somebody sits down for a player who is missing."""

    round: RoundNumber
    player: Id
    name: Name


class Penalty(Order, frozen=True, tag="penalty"):
    """Points that an article takes from a player."""

    player: Id
    round: RoundNumber
    article: Id
    points: Points


class ShowCard(Order, frozen=True, tag="card"):
    """A card for a player, by an article."""

    player: Id
    round: RoundNumber
    article: Id
    card: Id


class Expel(Order, frozen=True, tag="expel"):
    """A player is sent out of the tournament, by an article."""

    player: Id
    round: RoundNumber
    article: Id


class Repair(Order, frozen=True, tag="repair"):
    """What becomes of a round that was drawn before a result of the one before it was put right."""

    round: RoundNumber
    how: Literal["leave", "swap_unstarted", "redraw"] = "leave"
    preview: bool = False


class Undo(Order, frozen=True, tag="undo"):
    """An event of the log is undone."""

    event: Annotated[int, Meta(ge=1)]


class Close(Order, frozen=True, tag="close"):
    """The event is over."""


AnyOrder = (
    Create | Commit | Lot | Enter | Pay | CheckIn | CheckOut | Withdraw | Return | EditPlayer | EditEvent | KeepApart
    | Seed | Draw | Publish | Postpone | CloseRound | Swap | Result | Confirm | Dispute | Late | Default | StandIn
    | Penalty | ShowCard | Expel | Repair | Undo | Close
)  # fmt: skip
"""Every order there is."""


class Given(Struct, frozen=True):
    """An order as it arrives: what, by whom, when."""

    order: AnyOrder
    by: str = "director"
    """A role, or a role and a name: ``judge:Mora``."""
    at: str = ""
    """ISO time. Whoever stands at the edge fills it in from the machine's clock where the order has none."""
    id: Id | None = None
    salt: Salt | None = None
    """Hides the words about people in their hashes (`beside.py`). Left out: worked out of the event."""
    secret: Salt | None = None
    """What the deals of a duplicate round come from, where this publishes one. Left out: worked out of the log."""
