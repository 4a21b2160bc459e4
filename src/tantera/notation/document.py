"""What a DGN file says, before anybody judges it. Texts round-trip: ``read(write(document)) == document``."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from tantera.notation.errors import Where
from tantera.play.events import How, Side
from tantera.rules import Seat
from tantera.tiles import End, Tile

TAG_ORDER: Final = (
    "Event",
    "Book",
    "Law",
    "Date",
    "Round",
    "Table",
    "Seat1",
    "Seat2",
    "Seat3",
    "Seat4",
    "Players",
    "Limit",
    "Option",
    "Known",
)
"""Known tags come first, in this order, and ``Result`` comes last; others keep their own order in between."""

ONCE: Final = frozenset({*TAG_ORDER, "Result"} - {"Option"})
"""Known tags that say one thing each: a second one would contradict the first."""

LONGEST: Final = 10**10 - 1
"""Milliseconds: what a clock in a text, ``{9999999.999}``, can say at most."""

NOWHERE: Final = Where(1, 1)


@dataclass(frozen=True)
class Item:
    """Something written in a hand. Where it stood is remembered for messages and does not count in comparisons."""

    where: Where = field(default=NOWHERE, compare=False, kw_only=True, repr=False)


@dataclass(frozen=True)
class Comment(Item):
    text: str


@dataclass(frozen=True)
class Note(Comment):
    """``{%v …}`` after a move: a comment for programs (`values.py` has those that we understand)."""


@dataclass(frozen=True)
class DealItem(Item):
    """``deal 1:… 2:… 0:…``: None is an unknown tile; seat 0 is the boneyard."""

    racks: tuple[tuple[Seat, tuple[Tile | None, ...]], ...]


@dataclass(frozen=True)
class SeedItem(Item):
    commitment: str
    server: str
    entropy: tuple[tuple[Seat, str], ...] = ()


@dataclass(frozen=True)
class Turn(Item):
    """Something a player did in turn."""

    took: int | None = field(default=None, kw_only=True)
    """Milliseconds."""
    points: int | None = field(default=None, kw_only=True)
    """``>63*3``: what a placement scored by itself, where a book has points in play."""


@dataclass(frozen=True)
class OpeningTurn(Turn):
    """The first tile of a hand."""

    tile: Tile
    written: str = field(default="", compare=False, kw_only=True)
    """As it stood in the text: its first number names the left end there."""


@dataclass(frozen=True)
class PlaceTurn(Turn):
    end: End
    touching: int
    open: int


@dataclass(frozen=True)
class DoublesTurn(Turn):
    left: int
    right: int


@dataclass(frozen=True)
class PassTurnItem(Turn):
    pass


@dataclass(frozen=True)
class DrawTurn(Turn):
    tile: Tile | None


@dataclass(frozen=True)
class SeenItem(Item):
    """``3!>64``: seat 3 did this although it was not legal or not its turn."""

    seat: Seat
    turn: OpeningTurn | PlaceTurn | PassTurnItem


@dataclass(frozen=True)
class ExposedItem(Item):
    seat: Seat
    tile: Tile


@dataclass(frozen=True)
class RecordItem(Item):
    """``[ARTICLE seat=S key=value …]``."""

    article: str
    seat: Seat | None = None
    details: tuple[tuple[str, str], ...] = ()


LIFTED: Final = (("lifted", "yes"),)
"""What a record of time says where the tiles of a hand were lifted of which nothing else is written."""


@dataclass(frozen=True)
class ResultItem(Item):
    how: How
    side: Side | None = None
    """Who won; for ``lost``, who lost. Of a dominó, the seat alone."""
    points: int = 0
    totals: tuple[int | None, ...] = ()
    article: str = ""
    text: str = ""
    alone: bool = False
    """Totals and points in play by seat, ``(a/b/c/d)``, not by pair."""
    made: tuple[int, ...] = ()
    """``*12-7``: the points that each side made in play."""


@dataclass(frozen=True)
class HandText:
    """One hand of the file."""

    number: int
    opener: Seat
    score: tuple[int, ...]
    alone: bool = False
    """Whether the score is by seat, ``0/0/0/0``, or by pair, ``0-0``."""
    items: tuple[Item, ...] = ()
    where: Where = field(default=NOWHERE, compare=False, kw_only=True, repr=False)
    flipped: bool = field(default=False, compare=False, kw_only=True, repr=False)
    """Whether the text has its opening tile high-low, and so names the ends the other way round."""

    @property
    def result(self) -> ResultItem | None:
        return next((item for item in self.items if isinstance(item, ResultItem)), None)

    @property
    def has_moves(self) -> bool:
        """Whether anything of the play is written, not only what came of it."""
        return any(isinstance(item, Turn | SeenItem | ExposedItem) for item in self.items)

    @property
    def is_only_dealt(self) -> bool:
        """Whether the tiles are dealt and nothing else has happened yet."""
        items = [item for item in self.items if not isinstance(item, Comment | SeedItem)]
        return len(items) == 1 and isinstance(items[0], DealItem)


@dataclass(frozen=True)
class Document:
    """A whole file."""

    tags: tuple[tuple[str, str], ...]
    hands: tuple[HandText, ...] = ()
    comments: tuple[str, ...] = ()
    """What stands before the first hand."""
    tag_places: tuple[Where, ...] = field(default=(), compare=False)

    def tag(self, name: str) -> str | None:
        return next((value for key, value in self.tags if key == name), None)

    def all_tags(self, name: str) -> tuple[str, ...]:
        return tuple(value for key, value in self.tags if key == name)

    @property
    def known_deals(self) -> tuple[int, ...]:
        """The numbers of the hands whose tiles somebody chose, as the tag ``Known`` has them."""
        return tuple(int(word) for word in (self.tag("Known") or "").split() if re.fullmatch("[0-9]{1,4}", word))

    def placed(self, name: str) -> tuple[tuple[Where, str], ...]:
        """Every tag of that name: where it stands, for messages, and its value."""
        places = self.tag_places or (NOWHERE,) * len(self.tags)
        return tuple((where, value) for where, (key, value) in zip(places, self.tags, strict=True) if key == name)

    def place_of(self, name: str) -> Where:
        return next((where for where, _ in self.placed(name)), NOWHERE)


def signed_names(document: Document) -> tuple[str, ...]:
    """Who has signed, as the tag ``Signed`` has it: names, a comma between them."""
    return tuple(filter(None, (document.tag("Signed") or "").split(", ")))


def in_order(tags: list[tuple[str, str, Where]]) -> list[tuple[str, str, Where]]:
    """Tags in their canonical order."""

    def place(tag: tuple[str, str, Where]) -> int:
        if tag[0] in TAG_ORDER:
            return TAG_ORDER.index(tag[0])
        return len(TAG_ORDER) + (tag[0] == "Result")

    return sorted(tags, key=place)
