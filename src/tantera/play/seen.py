"""What these eyes may know: of a rack, and of an event. The one place that decides it, and it fails closed.

Most events are the same for everybody, and say so (`OpenEvent`). Those that hold tiles or a seed have their function
here, and an event that is neither is shown to nobody: a new kind has to be given its place before anybody sees it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

from msgspec.structs import replace

from tantera.play import events as e
from tantera.play.actors import Eyes, Role
from tantera.play.events import Event
from tantera.play.hand import Move
from tantera.play.match import Match
from tantera.tiles import Tile

SEE_EVERYTHING: Final = frozenset({Role.REFEREE, Role.JUDGES, Role.DIRECTOR, Role.TABLE})
"""Offices that see every rack, lifted or not."""

AnEvent = TypeVar("AnEvent", bound=Event)


def racks_seen(match: Match, eyes: Eyes) -> tuple[tuple[Tile | None, ...] | None, ...]:
    """The tiles of every seat that these eyes may know: their own once lifted, everybody's when the hand is over and
    no changed decision can bring it back."""
    hand, seats = match.hand, range(1, len(match.names) + 1)
    if hand is None:
        return (None,) * len(seats)
    if eyes in SEE_EVERYTHING or match.racks_are_open:
        return tuple([hand.rack(seat) for seat in seats])
    return tuple([hand.rack(seat) if seat == eyes and seat in hand.lifted else None for seat in seats])


def lifted_order(match: Match, eyes: Eyes) -> tuple[Tile, ...]:
    """One's own tiles in the order lifted, those that are played by now among them: whoever shows a rack keeps its gaps
    where they are (TG-13.2). Nothing before they are lifted, and nobody else's."""
    hand = match.hand
    if hand is None or isinstance(eyes, Role) or racks_seen(match, eyes)[eyes - 1] is None:
        return ()
    return hand.dealt[eyes - 1]


def deal_is_open(match: Match, number: int) -> bool:
    """Whether everybody may know the deal of this hand: it is over, and no changed decision can bring it back."""
    returns = match.may_return and match.hand is not None and match.hand.number == number
    return number <= len(match.lines) and not returns


def seen(match: Match, event: AnEvent, eyes: Eyes) -> AnEvent:
    """The event as these eyes may see it, once `match` is what it led to: the same, or with its secrets left out."""
    if event.open:
        return event
    less = SECRETIVE[type(event)]  # a kind that has no place is an error before anybody sees it
    return event if eyes in SEE_EVERYTHING else cast(AnEvent, less(match, event, eyes))


def moves_seen(match: Match, eyes: Eyes) -> tuple[Move, ...]:
    """The moves of the hand as these eyes may see them: as they are, while nobody has drawn."""
    hand = match.hand
    if hand is None:
        return ()
    if hand.deal is not None and len(hand.deal.boneyard) == len(hand.boneyard):
        return hand.moves
    return tuple([seen(match, move, eyes) for move in hand.moves])


def _hand_dealt(match: Match, event: e.HandDealt, eyes: Eyes) -> e.HandDealt:
    """Backs of tiles: one's own come with being lifted. The seed, and who sleeps, when the hand is over for good."""
    if deal_is_open(match, event.number):
        return event
    lifted = match.hand.lifted if match.hand is not None else ()
    unknown = tuple([(None,) * len(rack) for rack in event.racks])
    racks = [
        rack if seat == eyes and seat in lifted else unknown[seat - 1] for seat, rack in enumerate(event.racks, start=1)
    ]
    return replace(event, racks=tuple(racks), boneyard=(None,) * len(event.boneyard), seed="")


def _tile_drawn(match: Match, event: e.TileDrawn, eyes: Eyes) -> e.TileDrawn:
    """What was drawn is the drawer's to know until the hand is over."""
    return event if eyes == event.seat or match.racks_are_open else replace(event, tile=None)


def _corrected(match: Match, event: e.Corrected, eyes: Eyes) -> e.Corrected:
    return replace(event, instead=tuple([seen(match, instead, eyes) for instead in event.instead]))


SECRETIVE: Final[dict[type, Callable[[Match, Any, Eyes], Event]]] = {
    e.HandDealt: _hand_dealt,
    e.TileDrawn: _tile_drawn,
    e.Corrected: _corrected,
}
"""Events of which some eyes may see less."""
