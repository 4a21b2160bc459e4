"""Calling the referee, with a reason. Calls wait in the order they came, each with the time it has waited."""

from __future__ import annotations

from tantera.play.events import Event
from tantera.rules import Refusal
from tantera.tables import events as t
from tantera.tables import orders as o
from tantera.tables.state import TableState
from tantera.tables.talk import a_text


def call_referee(table: TableState, order: o.CallReferee, person: str, now: int) -> tuple[Event, ...]:
    if table.in_play is None:
        raise Refusal("", "there is no match to call the referee to")
    if any(call.person == person for call in table.calls):
        raise Refusal("", "you have called the referee already")
    return (t.RefereeCalled(person, a_text(order.reason), at=now),)


def answer_call(table: TableState, order: o.AnswerCall, person: str, now: int) -> tuple[Event, ...]:
    """The referee is done with it, or who called takes it back."""
    if not any(call.person == order.person for call in table.calls):
        raise Refusal("", "nobody of that id has called")
    if person not in (table.referee, order.person):
        raise Refusal("", "only the referee, or whoever called, is done with a call")
    return (t.CallAnswered(order.person, at=now),)
