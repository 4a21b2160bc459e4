"""The referee puts right what was written in the match, and the table around it follows.

A correction may reach back over a deal, the draw for the seats, a pause, the end of the match. The match is folded
anew; here is what else at the table depended on what no longer counts.
"""

from __future__ import annotations

from typing import Any, cast

from msgspec.structs import replace

from tantera.play.actors import Actor
from tantera.play.deal import commitment
from tantera.play.events import AnyEvent, ClockPaused, Corrected, SeedCommitted, Side
from tantera.play.ledger import Happened, Ledger
from tantera.play.match import DEALING, ENDED, SEATING, Match
from tantera.play.orders import ChangeDecision, Undo
from tantera.referee import correct
from tantera.rules import Refusal
from tantera.tables.state import Chair, Pause, Proposal, TableState
from tantera.tables.talk import a_text


def correct_match(
    table: TableState, order: Undo | ChangeDecision, by: Actor, now: int
) -> tuple[Happened[Match] | Corrected, ...]:
    """Undo, or decide otherwise, for as long as those who played still sit there."""
    ledger = table.ledger
    assert ledger is not None
    done = correct(ledger, replace(order, why=a_text(order.why)), by, now)
    corrected = ledger.then(done.moments)
    seated = {(chair.name, chair.person or "") for chair in table.chairs}
    still_here = seated | {(guest.name, guest.person) for guest in table.guests}
    back = {(name, person) for name, person in _players(corrected.match) if person}
    if not table.reserved and (_players(ledger.match) != seated or not back <= still_here):
        raise Refusal(table.book.cites.sheet, "the players have left their seats: the match stays as it was written")
    return (*done.moments, *_promise_taken_back(table, corrected, order.why))


def _players(match: Match) -> set[tuple[str, str]]:
    return set(zip(match.names, match.players, strict=True))


def _promise_taken_back(table: TableState, ledger: Ledger, why: str) -> tuple[Corrected, ...]:
    """Racks have been lifted from the seed of a deal that is undone, so nobody deals from it again: the promise goes
    too, what was said after it stays, and the table binds itself anew."""
    match = ledger.match
    open_promise = match.commitment is not None and match.phase in (SEATING, DEALING)
    if not open_promise or is_bound(table, match.commitment):
        return ()
    log = ledger.effective
    place = max(place for place, event in enumerate(log) if isinstance(event, SeedCommitted))
    return (Corrected(place, cast(tuple[AnyEvent, ...], log[place + 1 :]), why, at=ledger.at),)


def is_bound(table: TableState, promised: str | None) -> bool:
    """Whether the seed that the table keeps is the one it has promised to deal from."""
    return table.seed is not None and commitment(bytes.fromhex(table.seed)) == promised


# --- what follows at the table --------------------------------------------------------------------------------------


def what_follows(table: TableState, ledger: Ledger, event: Corrected) -> dict[str, Any]:
    """What a correction changes around the match; `ledger` has it written. Whoever is waited for is asked anew."""
    match, pause = ledger.match, _pause(table, ledger, event.at)
    changed: dict[str, Any] = {
        "since": event.at,
        "chairs": _chairs(table, match, event.at),
        "pause": pause,
        "won": _won(table, match),
        "proposals": _proposals(table, match, pause),
        "sheet_closed": False,  # it is another sheet: whoever signs it is asked anew
    }
    if pause is None and table.pause is not None:
        changed["running_since"] = event.at
    if not is_bound(table, match.commitment):
        changed |= {"seed": None, "entropy": ()}
    if match.phase is ENDED:
        changed["calls"] = ()
    return changed


def _chairs(table: TableState, match: Match, now: int) -> tuple[Chair, ...]:
    """People sit where the draw seats them, or where they sat before one that is undone (TG-6.4). Who had made room
    for a reserve sits down again; a bot has no id."""
    by_name = {chair.name: chair for chair in table.chairs}
    for chair in table.chairs:
        if chair.name not in match.names:  # a reserve who was never there
            name, person = next(one for one in zip(match.names, match.players, strict=True) if one[0] not in by_name)
            bot = None if person else table.settings.bot
            by_name[name] = Chair(name, person or None, bot, now if bot else 0, chair.first)
    return tuple(by_name[name] for name in match.names)


def _pause(table: TableState, ledger: Ledger, now: int) -> Pause | None:
    """The pause that is on; one whose end is undone lasts its whole time from now."""
    match = ledger.match
    if match.clock.paused is None or match.phase is ENDED:
        return None
    if table.pause is not None:
        return table.pause
    why = next(event.why for event in reversed(ledger.effective) if isinstance(event, ClockPaused))
    return Pause(why, now, now + table.times.pause)


def _won(table: TableState, match: Match) -> tuple[Side | None, ...]:
    """Who won the matches of the series, this one as it stands now."""
    won = table.won if table.in_play is not None else table.won[:-1]
    return won if match.phase is not ENDED else (*won, table.first_seats(match.winner))


def _proposals(table: TableState, match: Match, pause: Pause | None) -> tuple[Proposal, ...]:
    """What was proposed to a match that stood otherwise is no longer asked."""
    if match.phase is ENDED:
        return ()
    asked = {"referee", "end_grace", "pause" if pause is None else "resume"}
    return tuple(proposal for proposal in table.proposals if proposal.what in asked)
