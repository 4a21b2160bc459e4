"""The JSON object of a match, as other programs read it (``tantera replay --json``)."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from msgspec import UNSET

from tantera.notation.document import Document, RecordItem, ResultItem, signed_names
from tantera.notation.judge import RESERVE, Judged, JudgedHand
from tantera.play import events as e
from tantera.play.match import Match, Phase
from tantera.referee import decider_of
from tantera.tiles import Tile


def report(judged: Judged) -> dict[str, Any]:
    """The whole match: every hand, the score, who opens next, who won."""
    match = judged.match
    scores = [*(hand.text.score for hand in judged.hands[1:]), match.score][: len(judged.hands)]
    sheet: dict[str, Any] = {
        "book": judged.document.tag("Book"),
        "sides": [e.side_name(side) for side in match.sides],
        "hands": [_hand(hand, score) for hand, score in zip(judged.hands, scores, strict=True)],
        "score": _by_side(match, match.score),
        "next_opener": match.opener if match.phase in (Phase.COUNTING, Phase.DEALING) else None,
        "cards": {str(seat): _cards(match, shown) for seat, shown in sorted(match.cards.items())},
        "out": list(match.out),
        "re_entries": {str(seat): used for seat, used in enumerate(match.re_entries, start=1) if used},
        "difference_penalties": {str(seat): off for seat, off in sorted(match.difference_penalties.items())},
        "awaiting": _awaiting(match),
        "winner": _name(match.winner),
        "ended_by": match.ended_by,
    }
    if match.difference is not None:
        sheet["difference"] = _by_side(match, match.difference)
    if match.relieved:
        sheet["relieved"] = [_relieved(match, person) for person in match.relieved]
    if is_sheet(judged.document):
        _tell_sheet(judged, sheet)
    return sheet


def _cards(match: Match, shown: Counter[str]) -> dict[str, int]:
    return {card.id: shown[card.id] for card in match.book.cards}


def _relieved(match: Match, person: int) -> dict[str, Any]:
    """Somebody whose place a reserve has taken: what they were shown and fined stays with them."""
    return {
        "name": match.people[person].name,
        "cards": _cards(match, match.all_cards[person]) if person in match.all_cards else {},
        "difference_penalty": match.all_difference_penalties.get(person, 0),
    }


def is_sheet(document: Document) -> bool:
    """Whether it is the sheet of a real table: hands of which nobody wrote the moves down.

    >>> from tantera.notation import read
    >>> is_sheet(read('[Book "san-juan"] #1 o1 0-0 = domino 3 +41'))
    True
    """
    items = [item for hand in document.hands for item in hand.items]
    is_told = any(isinstance(item, RecordItem | ResultItem) for item in items)
    return is_told and not any(hand.has_moves for hand in document.hands)


def _tell_sheet(judged: Judged, sheet: dict[str, Any]) -> None:
    """What the sheet of a real table tells besides: names, who decided what, rulings, bonuses, signatures."""
    match = judged.match
    sheet["names"] = {str(seat): name for seat, name in enumerate(match.names, start=1)}
    sheet["signed"] = list(signed_names(judged.document))
    decided, bonuses = _decisions(judged), _bonuses(judged)
    number = 0
    for hand, played, given in zip(judged.hands, sheet["hands"], bonuses, strict=True):
        played["bonuses"] = given
        if reserves := [item for item in hand.text.items if isinstance(item, RecordItem) and item.article == RESERVE]:
            played["reserves"] = [{"seat": reserve.seat, **dict(reserve.details)} for reserve in reserves]
        for seen, infraction in zip(hand.infractions, played["infractions"], strict=True):
            if seen.seat is not None:
                infraction["name"] = hand.after.names[seen.seat - 1]
            details = dict(seen.details)
            infraction |= {key: details[key] for key in ("text", "by") if key in details}
            if number in decided:
                infraction["decisions"] = decided[number]
            number += 1


def _decisions(judged: Judged) -> dict[int, list[dict[str, Any]]]:
    """What was decided about each infraction, and who had the word."""
    decisions: dict[int, list[dict[str, Any]]] = {}
    for event, before, _ in judged.ledger.happenings():
        if isinstance(event, e.DecisionTaken) and event.infraction is not None:
            awaited = before.awaiting
            decider = awaited.who if awaited is not None else decider_of(before, event.infraction, event.choice)
            answer = {"choice": event.choice, "who": _decider(decider), "by": event.by or None}
            decisions.setdefault(event.infraction, []).append({key: it for key, it in answer.items() if it is not None})
    return decisions


def _bonuses(judged: Judged) -> list[list[dict[str, Any]]]:
    """The bonuses of each hand."""
    by_hand: list[list[dict[str, Any]]] = [[] for _ in judged.hands]
    place = 0
    for event in judged.ledger.effective:
        if isinstance(event, e.BonusGiven) and place < len(by_hand):
            by_hand[place].append({"kind": event.kind, "side": e.side_name(event.side), "points": event.points})
        place += isinstance(event, e.HandScored)
    return by_hand


def _hand(hand: JudgedHand, score: tuple[int, ...]) -> dict[str, Any]:
    match, text, line = hand.after, hand.text, hand.line
    return {
        "n": text.number,
        "opener": text.opener,
        "how": text.result.how if text.result is not None else line.how if line is not None and hand.computed else None,
        **({"computed": True} if hand.computed else {}),
        "side": _name(line.side) if line is not None else None,
        "points": line.points if line is not None else 0,
        "left": _left(hand),
        **_in_play(hand),
        "score": _by_side(match, score),
        "infractions": [
            {
                "article": seen.article,
                "seat": seen.seat,
                "turn": seen.turn,
                "consequences": [_consequence(one) for one in match.consequences if one.infraction == index],
            }
            for index, seen in enumerate(hand.infractions, start=hand.infractions_before)
        ],
    }


def _in_play(hand: JudgedHand) -> dict[str, Any]:
    """What each side made in play, in books that have such points."""
    match, line = hand.after, hand.line
    if match.book.points_in_play is None:
        return {}
    made = match.made if line is None else () if line.in_play is UNSET else line.in_play
    return {"in_play": _by_side(match, made or (0,) * len(match.sides))}


_UNTOLD: Final = ("infraction", "scored")
"""Fields of a consequence that the object around it or the line of the hand tells."""


def _consequence(followed: e.ConsequenceFollowed) -> dict[str, Any]:
    """A consequence: its kind, and the fields that kind has."""
    facts: dict[str, Any] = {"kind": followed.kind}
    for field in followed.__struct_fields__:
        value = getattr(followed, field)
        if field not in _UNTOLD and field not in e.Event.__struct_fields__:
            facts[field] = e.side_name(value) if field == "side" else value.code if isinstance(value, Tile) else value
    return facts


def _left(judged: JudgedHand) -> dict[str, int | None]:
    """Pips left by seat, of everybody who was in; None where not all tiles of a seat are known."""
    match, line = judged.after, judged.line
    hand = match.hand if match.hand is not None and match.hand.number == len(match.lines) + (line is None) else None
    if line is not None and not (hand is not None and match.may_return):
        left = {seat: line.left[seat - 1] for seat in judged.seats}
    elif hand is not None:
        left = {seat: hand.left(seat) for seat in judged.seats}
    else:
        left = dict.fromkeys(judged.seats)
    return {str(seat): pips for seat, pips in left.items()}


def _by_side(match: Match, values: tuple[int, ...]) -> dict[str, int]:
    return {e.side_name(side): value for side, value in zip(match.sides, values, strict=True)}


def _awaiting(match: Match) -> dict[str, Any] | None:
    if match.awaiting is None:
        return None
    return {
        "who": _decider(match.awaiting.who),
        "article": match.awaiting.article,
        "choices": list(match.awaiting.choices),
    }


def _decider(decider: e.Side | e.Office | None) -> int | str | None:
    """A seat, a pair, an office; None where nobody is known to have had the word."""
    if decider is None:
        return None
    return decider[0] if isinstance(decider, tuple) and len(decider) == 1 else e.decider_name(decider)


def _name(side: e.Side | None) -> str | None:
    return None if side is None else e.side_name(side)
