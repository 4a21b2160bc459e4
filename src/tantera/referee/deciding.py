"""From what a referee recorded to what follows: consequences as events, decisions asked of whoever the article names.

`rule` serves both doors: a real table whose facts are written down, and a program-run one, where `rule_and_close` puts
a hand that an infraction ended on the sheet at once.
"""

from __future__ import annotations

import re
from collections import Counter

from msgspec.structs import replace

from tantera.play.events import DecisionAwaited, DecisionTaken, Office, PointsGiven, Side
from tantera.play.ledger import Progress
from tantera.play.match import Match
from tantera.play.orders import RecordInfraction, TakeDecision
from tantera.play.record import infraction_recorded
from tantera.play.scoring import after_points, close_hand
from tantera.referee.catalogue import entry, ruling_article, wrong_detail
from tantera.referee.facts import contradiction, offered
from tantera.referee.ladder import LadderStep, choice_of, climb, confirmed
from tantera.referee.outcomes import Ruling, follow_all, named_tile
from tantera.rules import Decision, Infraction, Refusal, Seat
from tantera.rules.functions import right_of
from tantera.rules.sanctions import NO, YES, answer_key

NOTHING_TO_ASK = LadderStep((), None, None)


def rule(match: Match, order: RecordInfraction | TakeDecision, now: int) -> Progress[Match]:
    """What comes of a recorded infraction or of an awaited decision; a `Refusal` where the book has none such, or where
    the table knows better."""
    return _ruling(match, order, now, live=False).progress


def rule_and_close(match: Match, order: RecordInfraction | TakeDecision, now: int) -> Progress[Match]:
    """The same on a program-run table: a hand that it ends goes on the sheet at once, and so does the match."""
    ruling = _ruling(match, order, now, live=True)
    ruled = ruling.match
    if ruled.awaiting is None:
        if ruled.sanction is not None:
            close_hand(ruling, now)
        elif any(isinstance(moment.event, PointsGiven) for moment in ruling.moments):
            after_points(ruling, now, dict(ruled.infractions[-1].details).get("text", ""))
    return ruling.progress


def _ruling(match: Match, order: RecordInfraction | TakeDecision, now: int, *, live: bool) -> Ruling:
    if match.ended_by is not None:
        raise Refusal(match.book.cites.limit, "the match is over")
    ruling = Ruling(match, max(now, match.at))
    if isinstance(order, TakeDecision):
        _decide(ruling, order)
    else:
        _record(ruling, order, live)
    return ruling


# --- an infraction


def _record(ruling: Ruling, fact: RecordInfraction, live: bool) -> None:
    infraction = entry(ruling.book, fact.article)
    if infraction is None and any(known.article == fact.article for known in ruling.book.infractions):
        raise Refusal(fact.article, "the options of this table allow it")
    if infraction is None:
        raise Refusal(ruling.book.cites.sheet, "the catalogue of this book has no {found}", found=fact.article)
    awaited = ruling.match.awaiting
    if awaited is not None and not (infraction.ruling and awaited.who == "director"):
        raise Refusal(awaited.article, "a decision is still open: {choices}", choices=" / ".join(awaited.choices))
    if fact.turn is not None and "turn" not in dict(fact.details):
        fact = replace(fact, details=(*fact.details, ("turn", str(fact.turn))))
    details = dict(fact.details)
    _check(ruling, infraction, fact, details, live)
    if awaited is not None:
        ruling.add(
            DecisionTaken(awaited.article, fact.article, details.get("by", ""), awaited.infraction, at=ruling.now)
        )
    before = _cards(ruling, fact.seat)
    ruling.add(infraction_recorded(ruling.match, fact, ruling.now))
    index = len(ruling.match.infractions) - 1
    if infraction.ruling:
        _check_answers(infraction, NOTHING_TO_ASK, details)
        _free_ruling(ruling, index, details)
        return
    if infraction.while_right_waits and not _in_time(ruling, index, details):
        _check_answers(infraction, NOTHING_TO_ASK, details)
        ruling.add(DecisionAwaited("director", ruling_article(ruling.book), (), index, at=ruling.now))
        return
    step = _offered(ruling, index, _step(ruling, index, before))
    _check_answers(infraction, step, details)
    follow_all(ruling, index, step.consequences)
    _ask(ruling, index, step, details)


def _in_time(ruling: Ruling, index: int, details: dict[str, str]) -> bool:
    """Whether a misplaced tile may still be withdrawn (CI-13).

    Nobody has acted since, or the offenders noticed it themselves and no tile rests on it.
    """
    return not ruling.acted_since(index) or (details.get("noticed") == "own" and ruling.lies_free(index))


def _check(ruling: Ruling, infraction: Infraction, fact: RecordInfraction, details: dict[str, str], live: bool) -> None:
    article = infraction.article
    if wrong := wrong_detail(fact.details):
        raise Refusal(article, "a record like this cannot be, expected {expected}", expected=wrong)
    if (fact.turn is not None and fact.turn < 0) or ("turn" in details and int(details["turn"]) != fact.turn):
        raise Refusal(article, "turn {turn} is not the turn of the record", turn=details.get("turn", fact.turn))
    if fact.seat is None and infraction.unknown is None and not infraction.ruling:
        raise Refusal(article, "the record says nobody: name the seat that did it")
    if fact.seat is not None and not 1 <= fact.seat <= len(ruling.match.names):
        raise Refusal(article, "there is no seat {seat}", seat=fact.seat)
    if "points" in details and not infraction.ruling:
        raise Refusal(article, "points are for free rulings: the book says what this one costs")
    if "noticed" in details and not infraction.while_right_waits:
        raise Refusal(article, "who noticed it makes no difference here")
    if "touched" in details and infraction.touched is None:
        raise Refusal(article, "a touched tile makes no difference here")
    hand = ruling.hand
    if hand is not None and fact.turn is not None and fact.turn > hand.turns:
        raise Refusal(article, "turn {turn} is not one of the {turns} so far", turn=fact.turn, turns=hand.turns)
    tiles = tuple([named_tile(article, code) for code in details.get("tile", "").split(".") if code])
    against = contradiction(ruling.match, infraction, fact.seat, turn=fact.turn, tiles=tiles, live=live)
    if against is not None:
        raise against


def _offered(ruling: Ruling, index: int, step: LadderStep) -> LadderStep:
    """Without the choices that the table contradicts (TG-18.3)."""
    if step.decision is None:
        return step
    article, seat, turn = ruling.article(index), ruling.match.infractions[index].seat, ruling.dated(index)
    choices = [choice for choice in step.decision.choices if offered(ruling.match, article, choice.needs, seat, turn)]
    return step._replace(decision=replace(step.decision, choices=tuple(choices)))


def _check_answers(infraction: Infraction, step: LadderStep, details: dict[str, str]) -> None:
    chosen = details.get("chose")
    if chosen is not None:
        choices = [choice.id for choice in step.decision.choices] if step.decision is not None else []
        if chosen not in choices:
            known = " / ".join(choices) or "—"
            raise Refusal(infraction.article, "{chosen} is not among the choices: {known}", chosen=chosen, known=known)
    if details.get("confirm", YES) not in (YES, NO):
        raise Refusal(infraction.article, "confirm is yes or no")
    if "confirm" in details and step.proposal is None:
        raise Refusal(infraction.article, "there is nothing to confirm")


def _step(ruling: Ruling, index: int, cards: Counter[str]) -> LadderStep:
    recorded = ruling.match.infractions[index]
    infraction = entry(ruling.book, recorded.article)
    assert infraction is not None
    if "touched" in dict(recorded.details) and infraction.touched is not None:
        infraction = replace(infraction, consequences=infraction.touched, again=None)
    step = climb(ruling.book, infraction, recorded.seat is not None, ruling.times(index), cards)
    return step._replace(decision=None) if ruling.is_void_already(index) else step


def _cards(ruling: Ruling, seat: Seat | None) -> Counter[str]:
    return ruling.match.cards.get(seat, Counter()) if seat is not None else Counter()


# --- decisions


def _ask(ruling: Ruling, index: int, step: LadderStep, answers: dict[str, str]) -> None:
    """First what the referee may confirm, then what a player may choose; a lost match leaves nothing to choose."""
    seat = ruling.match.infractions[index].seat
    if step.proposal is not None:
        article = step.proposal.article or ruling.article(index)
        answer = answers.get("confirm")
        if answer is None:
            ruling.add(DecisionAwaited("referee", article, (YES, NO), index, at=ruling.now))
            return
        _confirm(ruling, index, step, article, answer, answers.get("by", ""))
    if step.decision is None or ruling.match_is_lost:
        return
    chosen = answers.get("chose")
    if chosen is None:
        choices = tuple(choice.id for choice in step.decision.choices)
        decider = _decider(ruling, step.decision, seat)
        ruling.add(DecisionAwaited(decider, ruling.article(index), choices, index, at=ruling.now))
    else:
        _choose(ruling, index, step.decision, chosen, answers.get("by", ""))


def _decide(ruling: Ruling, decision: TakeDecision) -> None:
    awaited = ruling.match.awaiting
    if awaited is None or awaited.infraction is None:
        raise Refusal(ruling.book.cites.limit, "nothing awaits a ruling")
    if decision.choice not in awaited.choices:
        known = " / ".join(awaited.choices) or "—"
        raise Refusal(
            awaited.article, "{chosen} is not among the choices: {known}", chosen=decision.choice, known=known
        )
    index = awaited.infraction
    step = _step(ruling, index, Counter())
    if step.proposal is not None and answer_key(decision.choice) == "confirm":
        _confirm(ruling, index, step, awaited.article, decision.choice, decision.by)
        _ask(ruling, index, step._replace(proposal=None), dict(ruling.match.infractions[index].details))
    else:
        assert step.decision is not None
        _choose(ruling, index, step.decision, decision.choice, decision.by)


def _confirm(ruling: Ruling, index: int, step: LadderStep, article: str, answer: str, by: str) -> None:
    ruling.add(DecisionTaken(article, answer, by, index, at=ruling.now))
    if answer == YES and step.proposal is not None:
        cards = _cards(ruling, ruling.match.infractions[index].seat)
        follow_all(ruling, index, confirmed(ruling.book, step.proposal, cards))


def _choose(ruling: Ruling, index: int, decision: Decision, chosen: str, by: str) -> None:
    choice = choice_of(decision, chosen)
    assert choice is not None
    ruling.add(DecisionTaken(ruling.article(index), chosen, by, index, at=ruling.now))
    follow_all(ruling, index, choice.consequences)


def _decider(ruling: Ruling, decision: Decision, seat: Seat | None) -> Side | Office:
    """Who is asked: where the offender is unknown or several sides are offended, the referee."""
    match decision.who:
        case "right_of_offender" if seat is not None:
            return (right_of(seat, ruling.match.seats),)
        case "offended_side" if seat is not None and len(ruling.match.sides) == 2:
            return next(side for side in ruling.match.sides if seat not in side)
        case "judges" | "director" as office:
            return office
        case _:
            return "referee"


def _free_ruling(ruling: Ruling, index: int, details: dict[str, str]) -> None:
    written = details.get("points")
    if written is None:
        return
    match = re.fullmatch(r"([1-4]):([+-]\d{1,5})", written, re.ASCII)
    if match is None or int(match[1]) > len(ruling.match.names):
        raise Refusal(ruling.article(index), "points are written 2:+20, found {found}", found=written)
    ruling.add(PointsGiven(index, ruling.match.side_of(int(match[1])), int(match[2]), at=ruling.now))


def decider_of(match: Match, infraction: int | None, choice: str) -> Side | Office | None:
    """Who had this choice, where a record told it together with what had happened and nobody was asked."""
    if infraction is None:
        return None
    step = _step(Ruling(match, 0), infraction, Counter())
    if step.proposal is not None and choice in (YES, NO):
        return "referee"
    seat = match.infractions[infraction].seat
    return _decider(Ruling(match, 0), step.decision, seat) if step.decision is not None else None
