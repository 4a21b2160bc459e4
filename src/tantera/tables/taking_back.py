"""A slip of the finger is taken back by consent of the others, and only before the next player has acted.

What is taken back is one move that showed nobody anything: no deal, no drawn tile, no rack lifted because of it
(TG-8.8), no hand that it ended. It is a correction: nothing in the stream is ever edited.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from tantera.play import events as e
from tantera.play.ledger import Ledger
from tantera.play.match import PLAYING
from tantera.play.moves import legal_moves
from tantera.play.orders import Undo
from tantera.referee import undo
from tantera.rules import Refusal
from tantera.tables import orders as o
from tantera.tables.state import Proposal, TableState

BY_CONSENT: Final = "taken back by consent"
"""Why such a correction was made, in the log."""
Slip = e.TilePlaced | e.DoublesPlaced | e.TurnPassed


def may_take_back(table: TableState, order: o.Propose, person: str) -> None:
    article = table.book.cites.turn
    ledger, seat = table.ledger, table.seat_of(person)
    if not table.settings.take_backs:
        raise Refusal(article, "moves are not taken back at this table")
    if ledger is None or seat is None or ledger.match.phase is not PLAYING or table.pause is not None:
        raise Refusal(article, "no hand is being played")
    if _slip(ledger).seat != seat:
        raise Refusal(article, "only the last move is taken back, by whoever made it, before anybody else acts")
    hand = ledger.until(len(ledger.effective) - 1).hand
    if hand is not None and len(legal_moves(hand)) == 1:
        raise Refusal(article, "there was nothing else to play")


def _slip(ledger: Ledger) -> Slip:
    """The last thing that happened, if it is a move that showed nobody anything."""
    last = ledger.effective[-1]
    if not isinstance(last, Slip):
        message = "only the last move is taken back, by whoever made it, before anybody else acts"
        raise Refusal(ledger.book.cites.turn, message)
    return last


def take_back(table: TableState, proposal: Proposal, now: int) -> tuple[e.Event, ...]:
    """The move never was. The time since then is nobody's: it stood still while they talked about it."""
    ledger = table.ledger
    assert ledger is not None
    moved = _slip(ledger)
    corrected = undo(ledger, Undo(len(ledger.effective) - 1, BY_CONSENT), now)
    stood_still = (e.ClockPaused("agreed", at=moved.at), e.ClockResumed(at=corrected.at))
    return (replace(corrected, instead=stood_still),)
