"""The one door of a program-run table: an order, who gives it, and when."""

from __future__ import annotations

from tantera.play.actors import Actor
from tantera.play.decide import decide
from tantera.play.due import folded, settle_into
from tantera.play.events import Event
from tantera.play.ledger import Ledger, Progress
from tantera.play.match import Match
from tantera.play.options import decides
from tantera.play.orders import ChangeDecision, Order, RecordInfraction, TakeDecision, Undo
from tantera.play.permission import PERMISSIONS, permit
from tantera.referee.correcting import change_decision, undo
from tantera.referee.deciding import rule_and_close
from tantera.rules import Refusal


def step(match: Match, order: Order, by: Actor, now: int) -> Progress:
    """What is due, the order, and what is due after it.

    Raises `Refusal` when the order is against the book, or not this actor's to give; nothing has happened then, and
    what was due before it still is. `now` is never before the last event: a clock that ran backwards stands still.
    """
    if type(order) not in PERMISSIONS:
        raise TypeError(f"{order!r} is no order")
    now = max(now, match.at)
    happened: list[Event] = []
    settled = settle_into(happened, match, now)
    permit(settled, order, by)
    events = _decided(settled, order, by, now)
    happened += events
    after = settle_into(happened, folded(settled, events), now)
    return Progress(match, tuple(happened), after)


def correct(ledger: Ledger, order: Undo | ChangeDecision, by: Actor, now: int) -> Progress:
    """A correction of what was written: it needs the whole ledger, not only how things stand."""
    permit(ledger.match, order, by)
    corrected = undo(ledger, order, now) if isinstance(order, Undo) else change_decision(ledger, order, now)
    happened: list[Event] = [corrected]
    after = settle_into(happened, ledger.plus((corrected,)).match, corrected.at)
    return Progress(ledger.match, tuple(happened), after)


def _decided(match: Match, order: Order, by: Actor, now: int) -> tuple[Event, ...]:
    match order:
        case RecordInfraction() | TakeDecision():
            awaited = match.awaiting
            # A decision without choices is taken by a record: the director's, on what is not written (CI-18).
            answers = awaited is not None and (isinstance(order, TakeDecision) or not awaited.choices)
            if awaited is not None and answers and not decides(awaited, by):
                raise Refusal(awaited.article, "this decision is somebody else's")
            return rule_and_close(match, order, now)
        case Undo() | ChangeDecision():
            raise TypeError(f"{order!r} corrects a ledger: give it to correct()")
        case _:
            return decide(match, order, now, by)
