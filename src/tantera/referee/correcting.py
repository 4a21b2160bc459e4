"""Corrections: a decision taken back or changed, and all after it worked out anew. Nothing in a log is ever edited.

A correction is an event of its own: from some event on, the log is what the correction says. `undo` and
`change_decision` make them; the ledger applies them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

from msgspec import UNSET
from msgspec.structs import replace

from tantera.play import events as e
from tantera.play.actors import DIRECTOR
from tantera.play.decide import dealing, shuffling
from tantera.play.due import forced_move
from tantera.play.events import AnyEvent, Corrected
from tantera.play.fold import evolve
from tantera.play.ledger import Ledger, Unfolding
from tantera.play.match import CHOOSING, COUNTING, DEALING, PLAYING, SEATING, Match
from tantera.play.moves import decide_move, order_of
from tantera.play.orders import CallTime, ChangeDecision, RecordInfraction, TakeDecision, Undo
from tantera.play.record import (
    Fact,
    SeenExposed,
    SeenMove,
    SeenResult,
    SeenScore,
    SeenTime,
    SeenTurn,
    computed_result,
    record,
)
from tantera.play.scoring import close_hand, score_hand, score_move, write_move
from tantera.play.timing import decide_call_time
from tantera.referee.deciding import rule, rule_and_close
from tantera.rules import Refusal, Seat
from tantera.rules.sanctions import answer_key

_FOLLOWS = (
    e.RacksLifted,
    e.WentOut,
    e.HandBlocked,
    e.LimitReached,
    e.ConsequenceFollowed,
    e.DecisionAwaited,
    e.BonusGiven,
    e.ScoreReset,
    e.PlayerReEntered,
    e.PlayerEliminated,
)
"""Events that follow from others and are worked out anew."""

_MOVES = (e.TilePlaced, e.DoublesPlaced, e.TurnPassed, e.TileDrawn, e.MoveSeen)
_OF_A_HAND = (*_MOVES, e.TileExposed, e.InfractionRecorded, e.DecisionTaken)
"""What is dropped where it can no longer have happened in the hand that goes otherwise now."""


def happens_at_once(event: e.Event) -> bool:
    """Whether an event happens together with the one before it: no table stands still between the two."""
    by_itself = isinstance(event, e.MatchEnded) and event.ended_by == "ruling"
    return isinstance(event, (*_FOLLOWS, e.HandScored, e.MatchEnded)) and not by_itself


def undo(ledger: Ledger, order: Undo, now: int) -> Corrected:
    """Take back everything but the first events that count."""
    keep = order.keep
    if not 1 <= keep <= len(ledger.effective):
        message = "there are {last} events, {keep} cannot be kept"
        raise Refusal(ledger.book.cites.sheet, message, last=len(ledger.effective), keep=keep)
    return Corrected(keep, (), order.why, at=max(now, ledger.at))


def change_decision(ledger: Ledger, order: ChangeDecision, now: int, *, run_by_program: bool = False) -> Corrected:
    """Decide an infraction otherwise, and let everything after it follow from that, as it would have been played.

    What can no longer have happened in the same hand is dropped, and so is everything after a match that now ends, and
    signatures under a sheet that said something else. Later hands of which only the line is known are carried over as
    they were written. Where later hands no longer follow, a `Refusal` says so and nothing is corrected.

    A table `run_by_program` closes a hand that a record ends at once, and plays forced turns; at a real one somebody
    writes the result down.
    """
    infraction, answer = order.infraction, order.answer
    book, log, at = ledger.book, ledger.effective, max(now, ledger.at)
    recorded = [place for place, event in enumerate(log) if isinstance(event, e.InfractionRecorded)]
    if not 0 <= infraction < len(recorded):
        raise Refusal(book.cites.limit, "there is no infraction {number}", number=infraction + 1)
    since = recorded[infraction]
    again = (_PlayedAgain if run_by_program else _Again)(ledger.until(since), at, infraction, answer)
    for event in log[since:]:
        again.go_on(event)
    again.answer_open()
    if not again.answered:
        raise Refusal(
            again.match.infractions[infraction].article,
            "{chosen} is not among the choices: {known}",
            chosen=answer,
            known=again.offered or "—",
        )
    return Corrected(since, cast(tuple[AnyEvent, ...], again.progress.events), order.why, at=at)


class _Again(Unfolding):
    """Goes through the log of a real table once more, event by event, with another answer."""

    def __init__(self, match: Match, at: int, infraction: int, answer: str) -> None:
        super().__init__(match)
        self.at = at
        self.infraction, self.answer = infraction, answer
        self.answered = False
        self.offered = ""
        """What could have been answered."""
        self.was = match
        """The match as it was, event by event."""
        self.hand = match.hand_number
        self.now_at: dict[int | None, int] = {}
        """Where each infraction of the log stands now."""

    def go_on(self, event: e.Event) -> None:
        self._take_again(event)
        self.was = evolve(self.was, event)

    def _take_again(self, event: e.Event) -> None:
        if isinstance(event, _FOLLOWS) or (isinstance(event, e.MatchEnded) and event.ended_by != "ruling"):
            return
        self.answer_open()
        if self.match.ended_by is not None:
            return
        try:
            self._take(event)
        except Refusal:
            if not isinstance(event, _OF_A_HAND) or self.was.hand_number != self.hand:
                raise

    def _take(self, event: e.Event) -> None:
        match event:
            case e.HandScored():
                self.scored(event)
            case e.ScoreTaken():
                self.opens(event)
            case e.HandDealt():
                self.deal(event)
            case e.DecisionTaken():
                self.decided(event)
            case e.TimeCalled():
                self.time_called(event)
            case e.TilesShuffled():
                self.extend(shuffling(self.match, event.at))
            case e.InfractionRecorded():
                self.recorded(event)
            case _ if (fact := fact_of(event)) is not None:
                self.seen(fact, event.at)
            case _ if (still := _STILL.get(type(event))) is None or still(self.match, event):
                self.add(event)

    # --- what a real table writes down by itself

    def seen(self, fact: Fact, at: int) -> None:
        self.take(record(self.match, fact, at))

    def rule(self, order: RecordInfraction | TakeDecision, at: int) -> None:
        self.take(rule(self.match, order, at))

    def time_called(self, event: e.TimeCalled) -> None:
        self.take(record(self.match, SeenTime(event.lifted is True), event.at))

    def scored(self, event: e.HandScored) -> None:
        if self.was.hand_in_play and event.how == "ruling" and self.match.hand_in_play:
            ruled = SeenResult("ruling", None, 0, article=event.article, text=event.text)
            self.take(record(self.match, ruled, event.at))
        elif self.was.hand_in_play or self.match.sanction is not None:
            self.score()
        elif self.was.hand_number != self.hand or event.how not in ("void", "lost"):
            self.score_as_written(event)
        # else only the decision ended the hand: it is given back to the players

    # --- what both have

    def deal(self, event: e.HandDealt) -> None:
        """A deal that took place stands as it was, if it is the next one and the same players take tiles."""
        self.must_follow(event.number, event.opener)
        if tuple([seat for seat, rack in enumerate(event.racks, start=1) if rack]) != self.match.seats:
            raise self.no_longer()
        still = event.choosing is True and self.match.chooses_after_lifting
        self.extend(dealing(self.match.book, event if still else replace(event, choosing=UNSET)))

    def must_follow(self, number: int, opener: Seat | None) -> None:
        """A later hand is still the next one, and its opener opens it."""
        match = self.match
        follows = match.opener in (None, opener) and match.hand_number == number
        if not follows or match.hand_in_play or match.awaiting is not None:
            raise self.no_longer()

    def no_longer(self) -> Refusal:
        return Refusal(self.match.book.cites.opener, "the hands played after it no longer follow")

    def score_as_written(self, event: e.HandScored) -> None:
        """The line of a hand of which nothing else is known."""
        self.must_follow(self.was.hand_number, self.was.opener)
        alone = len(self.match.sides) == len(self.match.names)
        totals = event.left if alone else ()
        made = () if event.in_play is UNSET else event.in_play
        written = (event.how, event.side, event.points, event.went_out, totals, event.article, event.text, made)
        self.take(record(self.match, SeenResult(*written), event.at))

    def opens(self, event: e.ScoreTaken) -> None:
        """Somebody said who opens: that stands, over the score as it follows now."""
        self.must_follow(self.was.hand_number, event.opener)
        self.take(record(self.match, SeenScore(self.match.score, event.opener), event.at))

    def score(self) -> None:
        """The line of the hand as it follows now; none if it is given back to the players."""
        if self.match.sanction is not None:
            close_hand(self, self.at)
        elif computed_result(self.match) is not None:
            score_hand(self, self.at)

    def recorded(self, event: e.InfractionRecorded) -> None:
        """A record, without the answer that is being changed; one of the turn going on is of the turn going on now."""
        old, new = len(self.was.infractions), len(self.match.infractions)
        key = answer_key(self.answer) if new == self.infraction else ""
        details = tuple((name, value) for name, value in event.details if name != key)
        hand = self.was.hand if self.was.hand_in_play else None
        at_once = "turn" not in dict(details) and event.turn == (hand.turns if hand is not None else 0)
        self.rule(RecordInfraction(event.article, event.seat, details, None if at_once else event.turn), event.at)
        self.now_at[old] = new

    def decided(self, event: e.DecisionTaken) -> None:
        """An answer given by itself; one given with the record has been taken with it, and what a director rules has a
        record of its own."""
        awaiting = self.match.awaiting
        changed = event.infraction == self.infraction and answer_key(event.choice) == answer_key(self.answer)
        if awaiting is None or not awaiting.choices or changed:
            return
        if awaiting.infraction == self.now_at.get(event.infraction):
            self.rule(TakeDecision(event.choice, event.by), event.at)

    def answer_open(self) -> None:
        """Give the new answer as soon as it is asked for."""
        awaiting = self.match.awaiting
        if awaiting is None or awaiting.infraction != self.infraction or self.answered:
            return
        self.offered = " / ".join(awaiting.choices)
        if self.answer in awaiting.choices:
            self.answered = True
            self.rule(TakeDecision(self.answer), self.at)


class _PlayedAgain(_Again):
    """The same at a table run by the program: what follows at once follows at once."""

    def _take_again(self, event: e.Event) -> None:
        if not isinstance(event, (*_MOVES, *_FOLLOWS)):
            self.answer_open()
            self.play_forced(event.at)
        super()._take_again(event)

    def seen(self, fact: Fact, at: int) -> None:
        """A move; one that the table played by itself then is played only where it would do so now."""
        forced = forced_move(self.was)
        if forced is not None and forced_move(self.match) != forced:
            return
        try:
            self.take(record(self.match, fact, at))
        except Refusal:
            if not self.play_forced(at):
                raise
            self.take(record(self.match, fact, at))
        score_move(self)

    def play_forced(self, at: int) -> bool:
        """The turns that leave nothing to think about; whether there were any."""
        played = False
        while self.match.clock.paused is None and (order := forced_move(self.match)) is not None:
            hand = self.match.hand
            assert hand is not None
            now = max(at, self.match.at)
            write_move(self, decide_move(hand, order, now, max(0, now - hand.turn_began)))
            score_move(self)
            played = True
        return played

    def rule(self, order: RecordInfraction | TakeDecision, at: int) -> None:
        self.take(rule_and_close(self.match, order, at))

    def time_called(self, event: e.TimeCalled) -> None:
        if self.match.time_called is None:
            decide_call_time(self, CallTime(), max(event.at, self.match.at), DIRECTOR)

    def scored(self, event: e.HandScored) -> None:
        """It has been, where it was."""


_STILL: Final[dict[type[e.Event], Callable[[Match, Any], bool]]] = {
    e.CountAgreed: lambda match, event: match.phase is COUNTING and event.seat in set(match.seats) - set(match.agreed),
    e.SeedCommitted: lambda match, event: match.phase in (SEATING, DEALING),
    e.ShuffleWished: lambda match, event: match.phase is DEALING and event.seat == match.opener,
    e.OpenerAgreed: lambda match, event: (
        match.phase is SEATING or event.seat in (*match.may_choose_opener, *match.opener_choosers)
    ),
    e.PlayerReplaced: lambda match, event: match.phase in (SEATING, DEALING, COUNTING),
    e.DealRefused: lambda match, event: (
        match.phase in (CHOOSING, PLAYING) and match.hand is not None and not match.hand.moves
    ),
    e.MatchEnded: lambda match, event: match.awaiting is not None and match.awaiting.infraction is None,
    e.SheetSigned: lambda match, event: False,
}
"""What is done only where the table still stands so: nobody agrees with the count of a hand that goes on, the judges
rule on a match that is level, and who signed a sheet that said something else signs anew."""


def fact_of(event: e.Event) -> Fact | None:
    """The fact behind a move that somebody saw or made; None for anything else."""
    match event:
        case e.TilePlaced() | e.DoublesPlaced() | e.TurnPassed():
            return SeenTurn(order_of(event), event.took)
        case e.TileDrawn(tile=drawn, took=took):
            return SeenTurn(order_of(event), took, drawn)
        case e.MoveSeen(seat=seat, tile=tile, end=end, touching=touching, took=took):
            return SeenMove(seat, tile, end, touching, took)
        case e.TileExposed(seat=seat, tile=tile):
            return SeenExposed(seat, tile)
    return None
