"""What somebody may see of an event of a table, and with which eyes they look at its match. It fails closed.

Most events are the same for everybody, and say so (`OpenTableEvent`). Those that hold a seed, a code or words for some
have their function here, and an event that is neither is shown to nobody: a new kind has to be given its place before
anybody sees it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec.structs import replace

from tantera.play.actors import SPECTATOR, Eyes, Role
from tantera.play.events import Event, HandScored
from tantera.play.seen import SEE_EVERYTHING
from tantera.play.seen import seen as seen_in_the_match
from tantera.rules import Refusal
from tantera.tables import events as t
from tantera.tables.seats import may_see_all_racks
from tantera.tables.settings import without_hand
from tantera.tables.state import TableState
from tantera.tables.talk import reads

Reader = str | Role
"""Who is shown something: a person by their id, or an office. `SPECTATOR` is anybody who is not at the table."""


def eyes_on_the_match(table: TableState, reader: Reader) -> Eyes | None:
    """With which eyes they see the match; None where they see nothing of it. It depends on who sits, looks on and
    referees here, and on the table's settings."""
    eyes: Eyes = reader if isinstance(reader, Role) else table.eyes_of(reader)
    if eyes is not SPECTATOR:
        return eyes
    if table.settings.watching == "nobody":
        return None
    known = not isinstance(reader, Role) and table.guest(reader) is not None
    return SPECTATOR if known or table.settings.public else None


def eyes_of_all(table: TableState, readers: Iterable[Reader]) -> dict[Reader, Eyes | None]:
    """The same of each of these."""
    return {reader: eyes_on_the_match(table, reader) for reader in readers}


def seen(table: TableState, event: Event, reader: Reader) -> Event | None:
    """The event as they may see it, once `table` is what it led to: the same, less of it, or nothing."""
    if not isinstance(event, t.TableEvent):
        return seen_with(table, event, eyes_on_the_match(table, reader))
    if event.open:
        return event
    return SECRETIVE[type(event)](table, event, reader)


def seen_with(table: TableState, event: Event, eyes: Eyes | None) -> Event | None:
    """An event of the match as somebody may see it who has these eyes on it, or none."""
    match = table.match
    return None if eyes is None or match is None else seen_in_the_match(match, event, eyes)


def all_racks(table: TableState, reader: Reader) -> tuple[Event, ...]:
    """What a watcher may see whole, racks and all: everything up to the end of a hand, by whole hands later. Never a
    hand that may come back.

    Never for somebody who has ever had a seat here. The events are those that count, of the match that is on.
    """
    if not isinstance(reader, Role):
        may_see_all_racks(table, reader)
    if table.settings.watching != "all_racks" or eyes_on_the_match(table, reader) is None:
        raise Refusal(table.book.cites.seating, "racks are not shown to those who look on at this table")
    ledger = table.ledger
    if ledger is None:
        return ()
    match = ledger.match
    shown = len(match.lines) if table.in_play is None else len(match.lines) + 1 - table.settings.delay
    if match.may_return and match.hand is not None:
        shown = min(shown, match.hand.number - 1)
    hands = [place for place, event in enumerate(ledger.effective, start=1) if isinstance(event, HandScored)]
    return ledger.effective[: hands[shown - 1]] if shown > 0 else ()


# --- events that not everybody sees whole ---------------------------------------------------------------------------


def _entropy_added(table: TableState, event: t.EntropyAdded, reader: Reader) -> Event:
    """That they added; what, comes with the deal."""
    return event if reader == event.person else replace(event, text="")


def _referee_called(table: TableState, event: t.RefereeCalled, reader: Reader) -> Event:
    """Why, is for the referee: words to the whole table would be words to one's partner (TG-7.9)."""
    return event if reads_reason(table, event.person, reader) else replace(event, reason="")


def reads_reason(table: TableState, caller: str, reader: Reader) -> bool:
    if isinstance(reader, Role):
        return reader in SEE_EVERYTHING
    return reader in (caller, table.referee)


SECRETIVE: Final[dict[type, Callable[[TableState, Any, Reader], Event | None]]] = {
    t.TableOpened: lambda table, event, reader: replace(event, code="", salt="", settings=without_hand(event.settings)),
    # Nobody's, not even the director's: the match reveals the seed when the hand is over.
    t.SeedKept: lambda table, event, reader: None,
    t.EntropyAdded: _entropy_added,
    t.Said: lambda table, event, reader: event if reads(table, event, reader) else None,
    t.RefereeCalled: _referee_called,
    t.HintGiven: lambda table, event, reader: event if reader == event.person else None,
}
"""Events of which some see less, or nothing."""
