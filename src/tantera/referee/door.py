"""The one door of a program-run table: an order, who gives it, and when."""

from __future__ import annotations

from tantera.play.actors import Actor
from tantera.play.decide import decide
from tantera.play.due import folded, settle
from tantera.play.events import Event
from tantera.play.ledger import Progress
from tantera.play.match import Match
from tantera.play.options import decides
from tantera.play.orders import Order, RecordInfraction, TakeDecision
from tantera.play.permission import PERMISSIONS, permit
from tantera.referee.judging import rule_and_close
from tantera.rules import Refusal


def step(match: Match, order: Order, by: Actor, now: int) -> Progress:
    """What is due, the order, and what is due after it.

    Raises `Refusal` when the order is against the book, or not this actor's to give; nothing has happened then, and
    what was due before it still is. `now` is never before the last event: a clock that ran backwards stands still.
    """
    if type(order) not in PERMISSIONS:
        raise TypeError(f"{order!r} is no order")
    now = max(now, match.at)
    settled = settle(match, now)
    permit(settled.after, order, by)
    events = _decided(settled.after, order, by, now)
    done = Progress(settled.after, events, folded(settled.after, events))
    return settled.then(done).then(settle(done.after, now))


def _decided(match: Match, order: Order, by: Actor, now: int) -> tuple[Event, ...]:
    if not isinstance(order, RecordInfraction | TakeDecision):
        return decide(match, order, now, by)
    awaited = match.awaiting
    # A decision without choices is taken by a record: the director's, on what is not written (CI-18).
    answers = awaited is not None and (isinstance(order, TakeDecision) or not awaited.choices)
    if awaited is not None and answers and not decides(awaited, by):
        raise Refusal(awaited.article, "this decision is somebody else's")
    return rule_and_close(match, order, now)
