"""To whom an event is told with a *you*. Nearly everything is told to many, and to all but one of them alike."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, Final

from tantera.play import Side
from tantera.play import events as e
from tantera.rules import Seat


def addressed(event: e.Event) -> Seat:
    """Whom a narrator may call *you* in the sentence about this event: one seat, 0 for nobody. Everybody else is told
    the same."""
    you = _ADDRESSED.get(type(event))
    return you(event) if you is not None else 0


def _alone(side: Side | None) -> Seat:
    """Somebody who plays alone; of a pair nobody is called *you*."""
    return side[0] if side is not None and len(side) == 1 else 0


_ADDRESSED: Final[dict[type[e.Event], Callable[[Any], Seat]]] = {
    **dict.fromkeys(
        (
            e.OpenerAgreed,
            e.ScorerNamed,
            e.CounterNamed,
            e.ShuffleWished,
            e.DealRefused,
            e.TilePlaced,
            e.DoublesPlaced,
            e.TurnPassed,
            e.TileDrawn,
            e.TileExposed,
            e.WentOut,
            e.SheetSigned,
        ),
        attrgetter("seat"),
    ),
    e.HandDealt: attrgetter("opener"),
    e.HandScored: lambda event: _alone(event.side),
    e.MatchEnded: lambda event: _alone(event.winner),
}
"""Of every event that is told with a *you*, to whom."""
