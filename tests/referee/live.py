"""A program-run table with everybody around it: one ledger, and a screen for every pair of eyes.

Whatever happens goes through `happened`, which checks what always holds: the log folds to the match, times never run
backwards, every screen follows from what it was sent, and nobody is sent what they may not know.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from tantera import play, referee
from tantera.play import (
    DIRECTOR,
    JUDGES,
    REFEREE,
    SPECTATOR,
    TABLE,
    Actor,
    Event,
    Eyes,
    Ledger,
    Match,
    MoveOrder,
    Order,
    Phase,
    evolve,
    new_match,
    options,
    seen,
    start_match,
)
from tantera.play.events import Brought, Corrected, HandDealt, MatchStarted
from tantera.play.ledger import Happened, Progress
from tantera.play.log import read_log, write_event, write_log
from tantera.play.options import decides
from tantera.play.orders import Undo
from tantera.play.wire import follow, frames, joined
from tantera.referee import FREE_RULING
from tantera.rules import Book, Refusal
from tests.play import invariants as holds
from tests.play.leaks import leaks

encode = msgspec.json.encode


class LiveTable:
    """Orders and corrections go in; what always holds is checked after each."""

    def __init__(self, book: Book, at: int = 0, brought: tuple[Brought, ...] = ()) -> None:
        first = new_match(book, at=at, players=tuple("abcd"[: book.options.players]), brought=brought)
        self.book, self.now = book, at
        self.ledger = Ledger.begun(book, first)
        self.seats = range(1, len(first.names) + 1)
        self.actors: tuple[Actor, ...] = (*self.seats, SPECTATOR, REFEREE, JUDGES, DIRECTOR, TABLE)
        self.marks: dict[int, Match] = {1: self.match}
        """The match as it was when so many events counted."""
        self.screens: dict[Eyes, Any] = {}
        for eyes in self.actors:
            self.join(eyes)
        self.wait(0)

    @property
    def match(self) -> Match:
        return self.ledger.match

    @property
    def time(self) -> int:
        """What the table's clock says; it never runs backwards, whatever the machine's does."""
        return max(self.now, self.ledger.at)

    # --- what happens

    def give(self, order: Order, by: Actor) -> bool:
        """An order through the door: whether it was accepted. Refused, it cites the law and changes nothing."""
        try:
            progress = referee.step(self.match, order, by, self.time)
        except Refusal as refusal:
            self.cites_the_book(refusal)
            return False
        assert progress.before == self.match
        self.happened(progress)
        return True

    def wait(self, milliseconds: int) -> None:
        """Time passes, or runs backwards, and the table does what is due."""
        self.now += milliseconds
        self.happened(play.settle(self.match, self.time))

    def correct(self, correction: Corrected) -> None:
        since = correction.since
        self.marks = {size: match for size, match in self.marks.items() if size <= since}
        after = self.ledger.plus([correction]).match
        self.happened(Progress(self.match, (Happened(correction, self.match, after),), after))
        self.wait(0)

    def join(self, eyes: Eyes) -> None:
        """Somebody comes to look, or comes back."""
        sent = joined(self.match, eyes, self.ledger.version)
        self.screens[eyes] = msgspec.json.decode(sent)["view"]

    # --- what always holds

    def happened(self, progress: Progress[Match]) -> None:
        if not progress.events:
            assert progress.after == self.match
            return
        last = self.ledger.at
        for event in progress.events:
            assert event.at >= last, "time runs backwards"
            assert (getattr(event, "took", None) or 0) >= 0, "somebody took less than no time"
            last = event.at
        self.ledger = self.ledger.plus(progress.events)
        assert self.ledger.match == progress.after
        self.marks[len(self.ledger.effective)] = self.match
        self._send(progress)

    def _send(self, progress: Progress[Match]) -> None:
        """Frames to everybody: each screen follows, and is what somebody who joined now would see, byte for byte."""
        version = self.ledger.version
        sent = frames(progress, version, self.actors)
        for eyes in self.actors:
            frame, whole = sent.to(eyes), joined(self.match, eyes, version)
            for one in (frame, whole):
                assert not (found := leaks(self.match, eyes, one)), f"{eyes} is sent {found}"
            decoded = msgspec.json.decode(frame)
            assert decoded["version"] == version
            if "view" not in decoded:
                self._tells(decoded["events"], progress, eyes)
            self.screens[eyes] = follow(self.screens[eyes], decoded)
            shown, anew = encode(self.screens[eyes]), encode(msgspec.json.decode(whole)["view"])
            assert shown == anew, f"the screen of {eyes}: {_difference(shown, anew)}"

    def _tells(self, told: list[Any], progress: Progress[Match], eyes: Eyes) -> None:
        """Every event as these eyes may see it; a deal as everybody does, because tiles come with being lifted."""
        for one, event in zip(told, progress.events, strict=True):
            sees = SPECTATOR if isinstance(event, HandDealt) else eyes
            assert one == msgspec.json.decode(write_event(seen(progress.after, event, sees)))

    def cites_the_book(self, refusal: Refusal) -> None:
        assert refusal.article == FREE_RULING or self.book.find(refusal.article) is not None, (
            f"{refusal.article!r} is no article: {refusal}"
        )
        assert refusal.told("es")
        assert refusal.told("ca")

    def the_log_folds_to_the_match(self) -> None:
        written = write_log(self.ledger.events)
        again = Ledger.opened(read_log(written))
        assert again.match == self.match
        assert holds.as_bytes(again.match) == holds.as_bytes(self.match)
        assert again.effective == self.ledger.effective

    def undoing_gives_any_moment_back(self, rng: Random) -> None:
        keep = rng.randint(1, len(self.ledger.effective))
        undone = self.ledger.plus([referee.undo(self.ledger, Undo(keep, ""), self.time)])
        assert undone.match == _replayed(self.book, self.ledger.effective[:keep])
        assert tuple(undone.effective) == self.ledger.effective[:keep]
        if keep in self.marks:
            assert undone.match == self.marks[keep]

    def what_is_listed_is_accepted(self) -> None:
        for actor in self.actors:
            for order in options(self.match, actor):
                try:
                    referee.step(self.match, order, actor, self.time)
                except Refusal as refusal:
                    raise AssertionError(f"{actor} may {order}, and it is refused: {refusal}") from refusal

    def what_is_not_listed_is_refused(self, order: MoveOrder) -> None:
        for seat in self.seats:
            if order not in options(self.match, seat):
                try:
                    referee.step(self.match, order, seat, self.time)
                except Refusal as refusal:
                    self.cites_the_book(refusal)
                else:
                    raise AssertionError(f"seat {seat} may not {order}, and it is accepted")

    def somebody_can_go_on(self) -> None:
        """No table hangs: somebody has an option, or chance is the table's to give."""
        match = self.match
        if match.phase is Phase.ENDED:
            return
        assert play.due(match, self.time) is None
        free = match.clock.paused is None
        awaited = match.awaiting
        if awaited is not None:
            asked = [actor for actor in self.actors if options(match, actor)]
            assert any(decides(awaited, actor) for actor in asked), awaited
        elif match.phase is Phase.DEALING or (match.phase is Phase.SEATING and not match.drawn):
            return
        elif free:
            assert any(options(match, seat) for seat in self.seats)

    def nobody_sees_too_much(self, rng: Random) -> None:
        holds.no_rack_is_shown_to_who_may_not_see_it(self.match)
        holds.views_hide_what_they_must(self.match, rng)

    def the_hand_is_sound(self) -> None:
        match, hand = self.match, self.match.hand
        assert (match.phase is Phase.AWAITING) == (match.awaiting is not None)
        assert (match.phase is Phase.ENDED) == (match.ended_by is not None)
        if hand is None:
            return
        holds.tiles_are_conserved(hand)
        assert hand.turn_began <= match.at, "the turn begins in the future"
        for shown, rack in zip(hand.exposed, hand.racks, strict=True):
            assert not shown & ~rack
        if match.phase is Phase.PLAYING:
            assert hand.ended is None, "the hand is over, and goes on"
            assert hand.turn in hand.lifted, "the player in turn has not seen their tiles"


def _replayed(book: Book, events: tuple[Event, ...]) -> Match:
    """The fold, written out once more."""
    first, *others = events
    assert isinstance(first, MatchStarted)
    match = start_match(book, first)
    for event in others:
        match = evolve(match, event)
    return match


def _difference(shown: bytes, anew: bytes) -> str:
    one, other = msgspec.json.decode(shown), msgspec.json.decode(anew)
    keys = [key for key in {**one, **other} if one.get(key) != other.get(key)]
    return ", ".join(f"{key} is {one.get(key)!r}, not {other.get(key)!r}" for key in keys)
