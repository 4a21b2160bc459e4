"""What a program-run table does by itself: time is called, forced and late turns are played, decided hands close."""

from __future__ import annotations

from tantera.play.decide import decide_into
from tantera.play.ledger import Progress, Unfolding
from tantera.play.match import PLAYING, Match
from tantera.play.moves import legal_moves
from tantera.play.orders import CallTime, MoveOrder, WarnTime
from tantera.play.scoring import close_hand
from tantera.play.timing import is_late, time_is_up, warning_due


def due(match: Match, now: int) -> CallTime | WarnTime | MoveOrder | None:
    """What the table itself owes at this moment, if anything.

    Time is called when the minutes are over, and announced before that where the book says so. A forced turn is played
    at once. When a move's time is over, the first legal tile in the order lifted is played (CI-9). While the match is
    paused it owes nothing.
    """
    if match.clock.paused is not None:
        return None
    if match.clock.ends is not None:
        if time_is_up(match, now):
            return CallTime()
        warning = warning_due(match, now)
        if warning is not None:
            return warning
    if match.phase is not PLAYING or match.hand is None:
        return None
    forced = forced_move(match)
    if forced is not None:
        return forced
    return legal_moves(match.hand)[0] if is_late(match, now) else None


def forced_move(match: Match) -> MoveOrder | None:
    """The one thing that the player in turn can do, where it is done at once: thinking in vain is forbidden (TG-14.12,
    UEH-obligada, CI-9). None where there is a choice, and where pauses are nobody's business (CL-pensada)."""
    if match.book.options.false_thinking != "forbidden" or match.phase is not PLAYING or match.hand is None:
        return None
    options = legal_moves(match.hand)
    return options[0] if len(options) == 1 else None


def settle(match: Match, now: int) -> Progress[Match]:
    """Play everything that is due. A hand that a changed decision has ended goes on the sheet first."""
    done = Unfolding(match)
    settle_into(done, max(now, match.at))
    return done.progress


def settle_into(done: Unfolding, now: int) -> None:
    """The same, after what has happened already."""
    if done.match.sanction is not None and done.match.awaiting is None:
        close_hand(done, now)
    while (owed := due(done.match, now)) is not None:
        decide_into(done, owed, now)
