"""From what a referee recorded to what follows: consequences as events, decisions asked of whoever the article names.

`rule` serves both doors: a real table whose facts are written down, and a program-run one, where `rule_and_close` puts
a hand that an infraction ended on the sheet at once.
"""

from __future__ import annotations

import re
from collections import Counter

from tantera.play.due import folded
from tantera.play.events import ConsequenceFollowed, DecisionAwaited, DecisionTaken, Event, side_name
from tantera.play.match import Match
from tantera.play.orders import RecordInfraction, TakeDecision
from tantera.play.record import infraction_recorded
from tantera.play.scoring import aftermath, close_hand
from tantera.referee.bench import Bench
from tantera.referee.catalogue import entry, ruling_article
from tantera.referee.ladder import Step, choice_of, climb, confirmed
from tantera.referee.outcomes import follow_all
from tantera.rules import Decision, Infraction, Refusal, Seat
from tantera.rules.functions import right_of

YES, NO = "yes", "no"
NOTHING_TO_ASK = Step((), None, None)


def rule(match: Match, order: RecordInfraction | TakeDecision, now: int) -> tuple[Event, ...]:
    """The events of a recorded infraction or of an awaited decision; a `Refusal` where the book has none such."""
    now = max(now, match.at)
    if match.ended_by is not None:
        raise Refusal(match.book.cites.limit, "the match is over")
    bench = Bench(match, now)
    if isinstance(order, TakeDecision):
        _decide(bench, order)
    else:
        _record(bench, order)
    return tuple(bench.events)


def rule_and_close(match: Match, order: RecordInfraction | TakeDecision, now: int) -> tuple[Event, ...]:
    """The same on a program-run table: a hand that it ends goes on the sheet at once, and so does the match."""
    events = rule(match, order, now)
    match = folded(match, events)
    if match.awaiting is not None:
        return events
    if match.sanction is not None:
        return (*events, *close_hand(match, now))
    scored = any(isinstance(event, ConsequenceFollowed) and event.kind == "points" for event in events)
    return (*events, *aftermath(match, now)) if scored and not match.hand_in_play and match.lines else events


# --- an infraction


def _record(bench: Bench, fact: RecordInfraction) -> None:
    found = entry(bench.book, fact.article)
    if found is None:
        raise Refusal(fact.article, "the catalogue of this book has no {found}", found=fact.article)
    awaited = bench.match.awaiting
    if awaited is not None and not (found.ruling and awaited.who == "director"):
        raise Refusal(awaited.article, "a decision is still open: {choices}", choices=" / ".join(awaited.choices))
    details = dict(fact.details)
    _check(bench, found, fact, details)
    if awaited is not None:
        bench.add(DecisionTaken(awaited.article, fact.article, details.get("by", ""), awaited.infraction, at=bench.now))
    before = _cards(bench, fact.seat)
    bench.add(infraction_recorded(bench.match, fact, bench.now))
    index = len(bench.match.infractions) - 1
    if found.ruling:
        _check_answers(found, NOTHING_TO_ASK, details)
        _free_ruling(bench, index, details)
        return
    if found.while_right_waits and bench.right_has_played(fact.seat):
        _check_answers(found, NOTHING_TO_ASK, details)
        bench.add(DecisionAwaited("director", ruling_article(bench.book), (), index, at=bench.now))
        return
    step = _step(bench, index, before)
    _check_answers(found, step, details)
    follow_all(bench, index, step.consequences)
    _ask(bench, index, step, details)


def _check(bench: Bench, found: Infraction, fact: RecordInfraction, details: dict[str, str]) -> None:
    if fact.seat is None and found.unknown is None and not found.ruling:
        raise Refusal(found.article, "the record says nobody: name the seat that did it")
    if fact.seat is not None and not 1 <= fact.seat <= len(bench.match.names):
        raise Refusal(found.article, "there is no seat {seat}", seat=fact.seat)
    if "points" in details and not found.ruling:
        raise Refusal(found.article, "points are for free rulings: the book says what this one costs")
    hand = bench.hand
    if hand is not None and fact.turn is not None and fact.turn > hand.turns:
        raise Refusal(found.article, "turn {turn} is not one of the {turns} so far", turn=fact.turn, turns=hand.turns)


def _check_answers(found: Infraction, step: Step, details: dict[str, str]) -> None:
    chosen = details.get("chose")
    if chosen is not None:
        choices = [choice.id for choice in step.decision.choices] if step.decision is not None else []
        if chosen not in choices:
            known = " / ".join(choices) or "—"
            raise Refusal(found.article, "{chosen} is not among the choices: {known}", chosen=chosen, known=known)
    if details.get("confirm", YES) not in (YES, NO):
        raise Refusal(found.article, "confirm is yes or no")
    if "confirm" in details and step.proposal is None:
        raise Refusal(found.article, "there is nothing to confirm")


def _step(bench: Bench, index: int, cards: Counter[str]) -> Step:
    recorded = bench.match.infractions[index]
    found = entry(bench.book, recorded.article)
    assert found is not None
    history = bench.match.infractions[: index + 1]
    times = sum((one.article, one.seat) == (recorded.article, recorded.seat) for one in history)
    return climb(bench.book, found, recorded.seat is not None, times, cards)


def _cards(bench: Bench, seat: Seat | None) -> Counter[str]:
    return bench.match.cards.get(seat, Counter()) if seat is not None else Counter()


# --- decisions


def _ask(bench: Bench, index: int, step: Step, answers: dict[str, str]) -> None:
    """First what the referee may confirm, then what a player may choose; a lost match leaves nothing to choose."""
    seat = bench.match.infractions[index].seat
    if step.proposal is not None:
        article = step.proposal.article or bench.article(index)
        answer = answers.get("confirm")
        if answer is None:
            bench.add(DecisionAwaited("referee", article, (YES, NO), index, at=bench.now))
            return
        _confirm(bench, index, step, article, answer, answers.get("by", ""))
    if step.decision is None or _lost(bench):
        return
    chosen = answers.get("chose")
    if chosen is None:
        choices = tuple(choice.id for choice in step.decision.choices)
        who = _decider(bench, step.decision, seat)
        bench.add(DecisionAwaited(who, bench.article(index), choices, index, at=bench.now))
    else:
        _choose(bench, index, step.decision, chosen, answers.get("by", ""))


def _decide(bench: Bench, decision: TakeDecision) -> None:
    awaited = bench.match.awaiting
    if awaited is None or awaited.infraction is None:
        raise Refusal(bench.book.cites.limit, "nothing awaits a ruling")
    if decision.choice not in awaited.choices:
        known = " / ".join(awaited.choices) or "—"
        raise Refusal(
            awaited.article, "{chosen} is not among the choices: {known}", chosen=decision.choice, known=known
        )
    index = awaited.infraction
    step = _step(bench, index, Counter())
    if step.proposal is not None and awaited.choices == (YES, NO):
        _confirm(bench, index, step, awaited.article, decision.choice, decision.by)
        _ask(bench, index, step._replace(proposal=None), dict(bench.match.infractions[index].details))
    else:
        assert step.decision is not None
        _choose(bench, index, step.decision, decision.choice, decision.by)


def _confirm(bench: Bench, index: int, step: Step, article: str, answer: str, by: str) -> None:
    bench.add(DecisionTaken(article, answer, by, index, at=bench.now))
    if answer == YES and step.proposal is not None:
        cards = _cards(bench, bench.match.infractions[index].seat)
        follow_all(bench, index, confirmed(bench.book, step.proposal, cards))


def _choose(bench: Bench, index: int, decision: Decision, chosen: str, by: str) -> None:
    choice = choice_of(decision, chosen)
    assert choice is not None
    bench.add(DecisionTaken(bench.article(index), chosen, by, index, at=bench.now))
    follow_all(bench, index, choice.consequences)


def _decider(bench: Bench, decision: Decision, seat: Seat | None) -> str:
    if decision.who == "right_of_offender" and seat is not None:
        return str(right_of(seat, bench.match.seats))
    if decision.who == "offended_side" and seat is not None:
        offended = [side for side in bench.match.sides if seat not in side]
        return side_name(offended[0]) if len(offended) == 1 else "referee"
    return decision.who if decision.who in ("judges", "director") else "referee"


def _lost(bench: Bench) -> bool:
    return bench.match.sanction is not None and bench.match.sanction.forfeit


def _free_ruling(bench: Bench, index: int, details: dict[str, str]) -> None:
    written = details.get("points")
    if written is None:
        return
    match = re.fullmatch(r"([1-4]):([+-]\d{1,5})", written, re.ASCII)
    if match is None or int(match[1]) > len(bench.match.names):
        raise Refusal(bench.article(index), "points are written 2:+20, found {found}", found=written)
    bench.follow(index, "points", side=bench.match.side_of(int(match[1])), points=int(match[2]))


def decider_of(match: Match, infraction: int | None, choice: str) -> str | None:
    """Who had this choice, where a record told it together with what had happened and nobody was asked."""
    if infraction is None:
        return None
    step = _step(Bench(match, 0), infraction, Counter())
    if step.proposal is not None and choice in (YES, NO):
        return "referee"
    seat = match.infractions[infraction].seat
    return _decider(Bench(match, 0), step.decision, seat) if step.decision is not None else None
