"""A reserve who sits down between two hands: ``[reserve seat=3 name=Lluch]`` before anything else of the next hand.

The tags name those who sat there first.
"""

from __future__ import annotations

from typing import Final

from tantera.notation.document import Item, RecordItem
from tantera.play.match import Match
from tantera.play.orders import ReplacePlayer
from tantera.rules import Refusal, Seat

RESERVE: Final = "reserve"
"""What stands in place of an article."""


def reserve_record(seat: Seat, name: str) -> RecordItem:
    return RecordItem(RESERVE, seat, (("name", name),))


def is_reserve(item: Item) -> bool:
    return isinstance(item, RecordItem) and item.article == RESERVE


def reserve_of(match: Match, item: RecordItem) -> ReplacePlayer:
    """The order of a written reserve. A `Refusal` says what was expected."""
    if item.seat is None or [key for key, _ in item.details] != ["name"]:
        raise Refusal(match.book.cites.seating, "seat= and name=, and nothing else")
    return ReplacePlayer(item.seat, dict(item.details)["name"])
