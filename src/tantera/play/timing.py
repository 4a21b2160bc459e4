"""The clocks of a table: when a move is late, when the minutes are over, and the orders that stop or end them."""

from __future__ import annotations

from msgspec import UNSET

from tantera.play.actors import DIRECTOR, REFEREE, Actor
from tantera.play.events import ClockPaused, ClockResumed, EndSet, Event, PauseReason, TimeCalled, TimeWarned
from tantera.play.ledger import Unfolding
from tantera.play.match import AWAITING, ENDED, PLAYING, Match
from tantera.play.moves import block_is_near
from tantera.play.orders import CallTime, PauseClock, ResumeClock, SetEnd, WarnTime
from tantera.play.scoring import aftermath, cancel_hand
from tantera.rules import Refusal
from tantera.rules.functions import AT_TIMES


def time_is_up(match: Match, now: int) -> bool:
    """Whether the minutes of the match are over and nobody has called time yet."""
    return match.clock.is_over(now) and match.phase is not ENDED and not waits_for_decision(match)


def waits_for_decision(match: Match) -> bool:
    """Whether *tiempo* has to wait until what is open is decided: where it would end the hand, or the match between
    two. Tiles that are lifted are lifted, whatever is decided about them (CI-3)."""
    if match.awaiting is None:
        return False
    at_time = AT_TIMES[match.book.options.at_time](match.hand_in_play, match.book.extra_hands)
    return not (match.hand_in_play and at_time.hand_counts)


def next_warning(match: Match) -> tuple[int, int] | None:
    """When the table has next to be told how many minutes are left, and how many; None: never."""
    ends = match.clock.ends
    if ends is None or match.phase is ENDED or match.phase is AWAITING:
        return None
    most = min(match.warned or 10**6, 1 + (match.book.options.limit.minutes or 10**6))
    minutes = max((one for one in match.book.warn_minutes if one < most), default=None)
    return None if minutes is None else (ends - minutes * 60_000, minutes)


def warning_due(match: Match, now: int) -> WarnTime | None:
    """The warning that is due: of several whose time has passed, the last one alone."""
    warning = next_warning(match)
    if warning is None or match.clock.paused is not None or now < warning[0]:
        return None
    ends = match.clock.ends or 0
    return WarnTime(min(minutes for minutes in match.book.warn_minutes if now >= ends - minutes * 60_000))


def deadline(match: Match) -> int | None:
    """Until when the player in turn may think, where the book has a move clock (CI-9)."""
    clock, hand = match.book.clock, match.hand
    if clock is None or hand is None or match.phase is not PLAYING or match.clock.turn_stopped is not None:
        return None
    seconds = clock.block_seconds if block_is_near(hand) else clock.move_seconds
    return hand.turn_began + seconds * 1000


def is_late(match: Match, now: int) -> bool:
    """Whether the time for the move in turn is over."""
    clock, hand = match.book.clock, match.hand
    if clock is None or clock.at_end == "nothing" or hand is None or match.clock.turn_stopped is not None:
        return False
    if now - hand.turn_began < 1000 * min(clock.move_seconds, clock.block_seconds):
        return False  # the usual case, before looking for blocks
    until = deadline(match)
    return until is not None and now >= until


def decide_call_time(done: Unfolding, order: CallTime, now: int, by: Actor) -> None:
    match = done.match
    if match.time_called is not None:
        raise Refusal(match.book.cites.time, "time has been called already")
    if by is not DIRECTOR and not time_is_up(match, now):
        raise Refusal(match.book.cites.time, "the time of the match is not over")
    # What waits is called as soon as it is decided: the minutes are over from now on.
    if waits_for_decision(match):
        done.add(EndSet(now, at=now))
    else:
        call_time(done, now)


def decide_warn_time(match: Match, order: WarnTime, now: int, by: Actor) -> tuple[Event, ...]:
    if warning_due(match, now) != order:
        raise Refusal(match.book.cites.time, "this is not the moment to warn of the time")
    return (TimeWarned(order.minutes, at=now),)


def decide_set_end(match: Match, order: SetEnd, now: int, by: Actor) -> tuple[Event, ...]:
    if match.time_called is not None:
        raise Refusal(match.book.cites.time, "time has been called already")
    return (EndSet(order.ends, at=now),)


def decide_pause_clock(match: Match, order: PauseClock, now: int, by: Actor) -> tuple[Event, ...]:
    why: PauseReason = "referee" if by is REFEREE else "director" if by is DIRECTOR else order.why
    return (ClockPaused(why, at=now),)


def decide_resume_clock(match: Match, order: ResumeClock, now: int, by: Actor) -> tuple[Event, ...]:
    if match.clock.paused is None:
        raise Refusal(match.book.cites.time, "the clock is running")
    return (ClockResumed(at=now),)


def call_time(done: Unfolding, now: int, lifted: bool = False) -> None:
    """*Tiempo*, and what the book makes of a hand in progress or of the pause between two. `lifted`: somebody says that
    a hand of which nothing is written yet is in progress."""
    match = done.match
    in_hand = match.hand_in_play or lifted
    ruling = AT_TIMES[match.book.options.at_time](in_hand, match.book.extra_hands)
    done.add(TimeCalled(UNSET if match.hand_in_play or not lifted else True, at=now))
    if not in_hand:
        aftermath(done, now)
    elif not ruling.hand_counts:
        cancel_hand(done, now)
