"""The loop of a program-run table: a command, and then whatever the book has the table play by itself."""

from __future__ import annotations

from tantera.play.commands import CallTime, Command
from tantera.play.decide import decide, is_late, time_is_up
from tantera.play.events import Event
from tantera.play.match import PLAYING, Match, evolve
from tantera.play.moves import legal_commands


def due(match: Match, now: int) -> Command | None:
    """What the table itself owes at this moment, if anything.

    Time is called when the minutes are over. A forced turn is played at once where thinking in vain is forbidden
    (TG-14.12, UEH-obligada, CI-9). When a move's time is over, the first legal tile in the order lifted is played
    (CI-9).
    """
    if time_is_up(match, now):
        return CallTime()
    if match.phase is not PLAYING or match.hand is None:
        return None
    options = legal_commands(match.hand)
    if len(options) == 1 and match.book.options.false_thinking == "forbidden":
        return options[0]
    return options[0] if is_late(match, now) else None


def settle(match: Match, now: int) -> tuple[Match, tuple[Event, ...]]:
    """Play everything that is due."""
    happened: tuple[Event, ...] = ()
    while (owed := due(match, now)) is not None:
        match, events = _apply(match, owed, now)
        happened += events
    return match, happened


def step(match: Match, command: Command, now: int) -> tuple[Match, tuple[Event, ...]]:
    """What is due, the command, and what is due after it: the new match and all that happened.

    Raises `Refusal` when the command is against the book. What was due before it is then not lost: it is still due.
    """
    match, before = settle(match, now)
    match, events = _apply(match, command, now)
    match, after = settle(match, now)
    return match, before + events + after


def _apply(match: Match, command: Command, now: int) -> tuple[Match, tuple[Event, ...]]:
    events = decide(match, command, now)
    for event in events:
        match = evolve(match, event)
    return match, events
