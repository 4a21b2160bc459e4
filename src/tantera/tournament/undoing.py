"""Undo: the state is then as if that event had not been, unless something that others rely on rests on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tantera.tournament import events as e
from tantera.tournament import orders as o
from tantera.tournament.decided import Decided
from tantera.tournament.orders import Given
from tantera.tournament.problems import Refused
from tantera.tournament.state import EventState


def undo(event: EventState, order: o.Undo, decide: Callable[[EventState | None, Given], Decided]) -> Decided:
    raise Refused("not_yet", "undo")
