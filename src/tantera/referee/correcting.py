"""Corrections: a decision taken back or changed, and all after it worked out anew. Nothing in a log is ever edited.

A correction is an event of its own: from some event on, the log is what the correction says. `undo` and
`change_decision` make them; the ledger applies them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from msgspec import UNSET

from tantera.play import events as e
from tantera.play.decide import dealing
from tantera.play.events import AnyEvent, Corrected
from tantera.play.fold import evolve
from tantera.play.ledger import Ledger
from tantera.play.match import Match
from tantera.play.moves import order_of
from tantera.play.orders import CallTime, ChangeDecision, RecordInfraction, TakeDecision, Undo
from tantera.play.record import (
    Fact,
    SeenExposed,
    SeenMove,
    SeenResult,
    SeenScore,
    SeenTurn,
    computed_result,
    record,
)
from tantera.play.scoring import close_hand, score_ended_hand
from tantera.referee.deciding import rule
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


def change_decision(ledger: Ledger, order: ChangeDecision, now: int) -> Corrected:
    """Decide an infraction otherwise, and let everything after it follow from that.

    Moves of the same hand that can no longer have happened are dropped. Later hands of which only the line is known
    are carried over as they were written. Where later hands no longer follow, a `Refusal` says so and nothing is
    corrected.
    """
    infraction, answer = order.infraction, order.answer
    book, log, at = ledger.book, ledger.effective, max(now, ledger.at)
    recorded = [place for place, event in enumerate(log) if isinstance(event, e.InfractionRecorded)]
    if not 0 <= infraction < len(recorded):
        raise Refusal(book.cites.limit, "there is no infraction {number}", number=infraction + 1)
    since = recorded[infraction]
    again = _Again(ledger.until(since), at, infraction, answer)
    for event in log[since:]:
        again.take(event)
    again.answer_open()
    if not again.answered:
        raise Refusal(
            again.match.infractions[infraction].article,
            "{chosen} is not among the choices: {known}",
            chosen=answer,
            known=again.offered or "—",
        )
    return Corrected(since, tuple(again.events), order.why, at=at)


class _Again:
    """Goes through a log once more, event by event, with other answers."""

    def __init__(self, match: Match, at: int, infraction: int, answer: str) -> None:
        self.match, self.at = match, at
        self.infraction, self.answer = infraction, answer
        self.answered = False
        self.offered = ""
        """What could have been answered."""
        self.before = match
        """The match as it was, event by event."""
        self.hand = match.hand_number
        self.events: list[AnyEvent] = []

    def take(self, event: e.Event) -> None:
        self._take_again(event)
        self.before = evolve(self.before, event)

    def _take_again(self, event: e.Event) -> None:
        if isinstance(event, _FOLLOWS) or (isinstance(event, e.MatchEnded) and event.ended_by != "ruling"):
            return
        self.answer_open()
        try:
            self._take(event)
        except Refusal:
            moved = isinstance(event, e.TilePlaced | e.DoublesPlaced | e.TurnPassed | e.TileDrawn | e.MoveSeen)
            if not moved or self.match.hand_number != self.hand:
                raise

    def _take(self, event: e.Event) -> None:
        match event:
            case e.HandScored() if self.before.hand_in_play or self.match.sanction is not None:
                self.score()
            case e.HandScored(how=how) if self.before.hand_number != self.hand or how not in ("void", "lost"):
                self.score_as_written(event)
            case e.HandScored():
                pass  # only the decision ended the hand: it is given back to the players
            case e.CountAgreed() | e.SeedCommitted() | e.ShuffleWished() if self.match.hand_in_play:
                pass  # and what was done towards the next hand is not done
            case e.ScoreTaken():
                self.opens(event)
            case e.HandDealt():
                self.deal(event)
            case e.DecisionTaken():
                self.decided(event)
            case e.TimeCalled():
                self.add(record(self.match, CallTime(), event.at))
            case _:
                fact = fact_of(event)
                if isinstance(fact, RecordInfraction):
                    self.add(rule(self.match, self._unanswered(fact), event.at))
                elif fact is not None:
                    self.add(record(self.match, fact, event.at))
                else:
                    self.add((event,))

    def add(self, events: Iterable[e.Event]) -> None:
        for event in events:
            self.match = evolve(self.match, event)
            self.events.append(cast(AnyEvent, event))

    def deal(self, event: e.HandDealt) -> None:
        self.must_follow(event.number, event.opener)
        self.add(dealing(self.match.book, event))

    def must_follow(self, number: int, opener: Seat | None) -> None:
        """A later hand is still the next one, and its opener opens it."""
        match = self.match
        follows = match.opener in (None, opener) and match.hand_number == number
        if not follows or match.hand_in_play or match.ended_by is not None or match.awaiting is not None:
            raise Refusal(match.book.cites.opener, "the hands played after it no longer follow")

    def score_as_written(self, event: e.HandScored) -> None:
        """The line of a hand of which nothing else is known."""
        self.must_follow(self.before.hand_number, self.before.opener)
        alone = len(self.match.sides) == len(self.match.names)
        totals = event.left if alone else ()
        made = () if event.in_play is UNSET else event.in_play
        written = (event.how, event.side, event.points, event.went_out, totals, event.article, event.text, made)
        self.add(record(self.match, SeenResult(*written), event.at))

    def opens(self, event: e.ScoreTaken) -> None:
        """Somebody said who opens: that stands, over the score as it follows now."""
        self.must_follow(self.before.hand_number, event.opener)
        self.add(record(self.match, SeenScore(self.match.score, event.opener), event.at))

    def score(self) -> None:
        """The line of the hand as it follows now; none if it is given back to the players."""
        if self.match.sanction is not None:
            self.add(close_hand(self.match, self.at))
        elif computed_result(self.match) is not None:
            self.add(score_ended_hand(self.match, self.at))

    def decided(self, event: e.DecisionTaken) -> None:
        """An answer given by itself; one given with the record has been taken with it."""
        changed = event.infraction == self.infraction and answer_key(event.choice) == answer_key(self.answer)
        if self.match.awaiting is not None and not changed:
            self.add(rule(self.match, TakeDecision(event.choice, event.by), event.at))

    def answer_open(self) -> None:
        """Give the new answer as soon as it is asked for."""
        awaiting = self.match.awaiting
        if awaiting is None or awaiting.infraction != self.infraction or self.answered:
            return
        self.offered = " / ".join(awaiting.choices)
        if self.answer in awaiting.choices:
            self.answered = True
            self.add(rule(self.match, TakeDecision(self.answer), self.at))

    def _unanswered(self, fact: RecordInfraction) -> RecordInfraction:
        """The record without the answer that is being changed."""
        if len(self.match.infractions) != self.infraction:
            return fact
        details = tuple((key, value) for key, value in fact.details if key != answer_key(self.answer))
        return RecordInfraction(fact.article, fact.seat, details, fact.turn)


def fact_of(event: e.Event) -> Fact | RecordInfraction | None:
    """The fact behind an event that somebody saw or did; None for what a table does by itself."""
    match event:
        case e.TilePlaced() | e.DoublesPlaced() | e.TurnPassed():
            return SeenTurn(order_of(event), event.took)
        case e.TileDrawn(tile=drawn, took=took):
            return SeenTurn(order_of(event), took, drawn)
        case e.MoveSeen(seat=seat, tile=tile, end=end, touching=touching, took=took):
            return SeenMove(seat, tile, end, touching, took)
        case e.TileExposed(seat=seat, tile=tile):
            return SeenExposed(seat, tile)
        case e.InfractionRecorded(article=article, seat=seat, details=details, turn=turn):
            return RecordInfraction(article, seat, details, turn)
    return None
