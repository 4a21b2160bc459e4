"""What whoever opens a table decides about it. Bounded on every side: settings come from a stranger's form."""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, ValidationError, convert, to_builtins
from msgspec.structs import replace

from tantera.lessons import Position
from tantera.rules import Book, Refusal
from tantera.tables.set_up import check_set

SECOND: Final = 1000
MINUTE: Final = 60 * SECOND
DAY: Final = 24 * 60 * MINUTE

Wait = Annotated[int, Meta(ge=SECOND, le=60 * MINUTE)]
"""A time to wait, in milliseconds."""
ShortWait = Annotated[int, Meta(ge=0, le=60 * SECOND)]
"""One that may be none at all."""
LongWait = Annotated[int, Meta(ge=SECOND, le=400 * DAY)]
"""One of days: nobody sits there meanwhile."""


Pace = Literal["slow", "usual", "quick", "at_once"]


class Times(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """How long the table waits for what, in milliseconds. Nothing that waits for a person waits for ever, unless the
    table has no clock."""

    move: Wait | None = 3 * MINUTE
    """For a move, where the book has no clock that plays. None: no clock at all. Nobody who is there is hurried, with a
    move or with any other answer, and the table answers for nobody."""
    bot: Wait = 20 * SECOND
    """For anything from a bot: it is somebody else's program."""
    seat: Wait = 30 * SECOND
    """For the choice of a seat, the agreed opener, who keeps the sheet and who counts."""
    entropy: ShortWait = 3 * SECOND
    """For what players add to the seed of a deal."""
    wish: ShortWait = 15 * SECOND
    """For the opener's word on shuffling again (CI-5)."""
    count: Wait = 60 * SECOND
    """For *conforme*; never less than the book's time for comments (TG-7.9)."""
    decision: Wait = 2 * MINUTE
    """For what the book lets a player decide (TG-18.2, CI-10)."""
    ruling: Wait = 10 * MINUTE
    """For what it leaves to the referee, the judges or the director, where there is one: `consent` otherwise."""
    signature: Wait = 5 * MINUTE
    consent: Wait = 45 * SECOND
    """For the others' answer to what somebody proposes."""
    pause: Wait = 10 * MINUTE
    """The longest pause."""
    grace: Wait = 2 * MINUTE
    """For somebody who is away to come back."""
    between: ShortWait = 60 * SECOND
    """Between two matches of a series."""
    idle: Wait = 15 * MINUTE
    """A table where nobody is at all."""
    alone: LongWait = 30 * DAY
    """For whoever plays alone with bots to come back: nothing happens at their table meanwhile."""


class Settings(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The table's own rules, beside the book's."""

    public: bool = False
    """Whether anybody may come in, or only who knows the code."""
    watching: Literal["nobody", "no_racks", "all_racks"] = "no_racks"
    """What watchers see: nothing at all, the table, or also every rack, by whole hands later."""
    delay: Annotated[int, Meta(ge=1, le=20)] = 1
    """By how many whole hands watchers see the racks later."""
    most_watchers: Annotated[int, Meta(ge=0, le=500)] = 50
    chat: Literal["off", "book", "free"] = "book"
    """Nobody writes; as the book has it (TG-7.9, TG-7.10); or everybody to the whole table at any time."""
    bot: Annotated[str, Meta(min_length=1, max_length=40)] = "level-3"
    """Who plays for somebody who is away, and at empty seats."""
    fill: bool = True
    """Whether bots take the empty seats when the host starts the match."""
    fill_after: Wait | None = None
    """So long after the table was opened bots take the seats that are free, and the match begins; None: when somebody
    says so."""
    level: Literal["any", "beginners", "club", "strong"] = "any"
    """Whom the table is meant for, in their own words: nobody is measured."""
    invited: Annotated[tuple[Annotated[str, Meta(max_length=64)], ...], Meta(max_length=8)] = ()
    """The ids of people who need no code."""
    away: Literal["bot", "book"] = "bot"
    """After the grace time: a bot takes the seat, or first what the book says of leaving (TG-16.6, SJ-irreg-7)."""
    take_backs: bool = True
    pauses: bool = True
    pace: Pace = "usual"
    """How long bots take for a move."""
    manner: Literal["book", "home", "first_hand"] = "book"
    """With everything that the book has asked before and after a hand; as at home, where nobody asks who keeps the
    sheet; or somebody's first hand, as at home, with a deal that everybody learns from (`deals.py`) and no match of
    anybody's."""
    times: Times = Times()
    hand: Position | UnsetType = UNSET
    """The hand with which every match here begins, where the host has set it: nobody's match, as a first hand is."""

    @property
    def at_home(self) -> bool:
        """Whether what is only ceremony is settled without asking anybody."""
        return self.manner != "book"

    @property
    def first_hand(self) -> bool:
        return self.manner == "first_hand"

    @property
    def alone(self) -> bool:
        """Whether the host plays a hand of which they know more than chance would tell them: with bots, for nothing."""
        return self.first_hand or self.hand is not UNSET

    def check(self, book: Book) -> None:
        """A `Refusal` where these do not go with the book."""
        try:
            convert(to_builtins(self), Settings)
        except ValidationError as error:
            raise Refusal("", "a table cannot be set so: {reason}", reason=str(error)) from None
        a_bot(self.bot)
        if self.first_hand and (self.public or self.watching != "nobody"):
            raise Refusal("", "a first hand is played alone with bots, and nobody looks on")
        if self.hand is not UNSET:
            if self.public or self.watching != "nobody" or not self.at_home:
                raise Refusal("", "a hand that somebody set is played as at home, alone with bots, and nobody looks on")
            check_set(book, self.hand)
        if self.fill_after is not None and not self.fill:
            raise Refusal("", "bots cannot take the free seats of a table without bots")
        if self.away == "book" and book.abandonment is None:
            raise Refusal("", "this book has no article for leaving the match: say that a bot takes the seat")


def without_hand(settings: Settings) -> Settings:
    """As everybody may see them: four racks are for nobody's eyes, not even by their own table."""
    return settings if settings.hand is UNSET else replace(settings, hand=UNSET)


SIMPLE_BOT: Final = "greedy"
"""Who plays on where a bot does not answer: it follows a rule that cannot fail."""


def a_bot(name: str) -> str:
    """A bot is only named here: who calls knows which there are. Somebody's own file is none."""
    if not re.fullmatch(r"[a-z]+(-[a-z0-9]+)*", name) or len(name) > 40:
        raise Refusal("", "there is no bot {found}", found=name[:40])
    return name
