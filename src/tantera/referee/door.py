"""The one door of a program-run table: an order, who gives it, and when."""

from __future__ import annotations

from msgspec.structs import replace

from tantera.play.actors import Actor, Role
from tantera.play.decide import decide_into
from tantera.play.due import settle_into
from tantera.play.events import ClockPaused, ClockResumed
from tantera.play.fold import folded
from tantera.play.ledger import Happened, Ledger, Progress, Unfolding
from tantera.play.match import ENDED, Match
from tantera.play.options import decides
from tantera.play.orders import ChangeDecision, Correction, Order, PlaceTile, RecordInfraction, TakeDecision, Undo
from tantera.play.permission import PERMISSIONS, permit
from tantera.referee.correcting import change_decision, happens_at_once, undo
from tantera.referee.deciding import rule_and_close
from tantera.rules import Refusal
from tantera.tiles import End, Tile
from tantera.words import Misuse, Phrase


def step(match: Match, order: Order, by: Actor, now: int) -> Progress[Match]:
    """What is due, the order, and what is due after it.

    Raises `Refusal` when the order is against the book, or not this actor's to give; nothing has happened then, and
    what was due before it still is. `now` is never before the last event: a clock that ran backwards stands still.
    """
    if not isinstance(match, Match):
        raise Misuse(Phrase("{found} is no match, expected what start_match or step gives", found=repr(match)))
    if type(order) not in PERMISSIONS:
        raise Misuse(Phrase("{found} is no order, expected one of tantera.play, as PassTurn(1)", found=repr(order)))
    if isinstance(order, PlaceTile):
        _check_tile(order)
    if not isinstance(now, int):
        raise Misuse(Phrase("{found} is no moment, expected a whole number of milliseconds", found=repr(now)))
    now = max(now, match.at)
    done = Unfolding(match)
    settle_into(done, now)
    permit(done.match, order, by)
    _decide_into(done, order, by, now)
    settle_into(done, now)
    return done.progress


def _check_tile(order: PlaceTile) -> None:
    if not isinstance(order.tile, Tile):
        raise Misuse(Phrase("{found} is no tile, expected one as Tile(6, 4)", found=repr(order.tile)))
    if order.end is not None and not isinstance(order.end, End):
        raise Misuse(Phrase("{found} is no end, expected End.LEFT, End.RIGHT or None", found=repr(order.end)))


def correct(ledger: Ledger, order: Correction, by: Actor, now: int) -> Progress[Match]:
    """A correction of what was written: it needs the whole ledger, not only how things stand.

    What happened at once is taken back at once. The time since the last thing that stands is nobody's: the clock stood
    still.
    """
    if not isinstance(order, Correction):
        raise Misuse(Phrase("{found} is no correction, expected Undo or ChangeDecision", found=repr(order)))
    permit(ledger.match, order, by)
    if isinstance(order, Undo):
        _whole_steps(ledger, order.keep)
        corrected = undo(ledger, order, now)
    else:
        corrected = change_decision(ledger, order, now, run_by_program=True)
    match = ledger.plus((corrected,)).match
    if match.phase is not ENDED and match.clock.paused is None:
        stood_still = (ClockPaused("correction", at=match.at), ClockResumed(at=corrected.at))
        corrected = replace(corrected, instead=(*corrected.instead, *stood_still))
        match = folded(match, stood_still)
    done = Unfolding(ledger.match)
    done.take(Progress(ledger.match, (Happened(corrected, ledger.match, match),), match))
    settle_into(done, corrected.at)
    return done.progress


def _whole_steps(ledger: Ledger, keep: int) -> None:
    """A table cannot stand in the middle of what happened at once: a hand that is blocked and not yet over."""
    if 0 < keep < len(ledger.effective) and happens_at_once(ledger.effective[keep]):
        raise Refusal(ledger.book.cites.sheet, "event {number} happened at once with the next one", number=keep)


def _in_their_own_name(
    match: Match, order: RecordInfraction | TakeDecision, by: Actor
) -> RecordInfraction | TakeDecision:
    """A record says what happened and decides nothing; a player decides as who they are, in nobody else's name."""
    if isinstance(order, TakeDecision):
        return order if isinstance(by, Role) else replace(order, by="")
    if match.seats_open and order.seat is not None:
        raise Refusal(match.book.cites.seating, "record it when the seats are taken: who sits where is not settled yet")
    if any(key in ("chose", "confirm") for key, _ in order.details):
        raise Refusal(order.article, "a record decides nothing: whoever has the choice is asked")
    return order


def _decide_into(done: Unfolding, order: Order, by: Actor, now: int) -> None:
    match order:
        case RecordInfraction() | TakeDecision():
            match, awaited = done.match, done.match.awaiting
            # A decision without choices is taken by a record: the director's, on what is not written (CI-18).
            answers = awaited is not None and (isinstance(order, TakeDecision) or not awaited.choices)
            if awaited is not None and answers and not decides(awaited, by):
                raise Refusal(awaited.article, "this decision is somebody else's")
            done.take(rule_and_close(match, _in_their_own_name(match, order, by), now))
        case Undo() | ChangeDecision():
            raise Misuse(Phrase("{found} corrects a ledger: give it to correct()", found=repr(order)))
        case _:
            decide_into(done, order, now, by)
