"""What moves were worth, in words and figures."""

from __future__ import annotations

from typing import Any

from tantera.play.match import Match
from tantera.rules import Seat
from tantera.solver.unknown import unknown_in_words
from tantera.telling import name_of
from tantera.web.replays.story import order_in_short
from tantera.web.replays.worth import HandWorth, Measure, TurnWorth
from tantera.words import translate
from tantera.words.numbers import number

BEST = "✓"


def worth_told(worth: HandWorth, match: Match, lang: str) -> dict[str, Any]:
    """Everything that a page shows of it: a mark for each move, the options of each turn, sums by player."""
    return {
        "turns": {turn.step: _turn(turn, lang) for turn in worth.turns},
        "forced": worth.forced,
        "unknown": worth.unknown,
        "sums": [{"seat": seat, "text": _sum(seat, worth, match, lang)} for seat in range(1, len(match.names) + 1)],
        "note": _note(worth, match, lang),
    }


def _turn(turn: TurnWorth, lang: str) -> dict[str, Any]:
    options = [
        {
            "move": order_in_short(option.order, lang),
            "value": _value(turn.measure, option.value, lang),
            "lost": _lost(turn.measure, option.lost, lang) if option.lost else translate(lang, "the best"),
            "played": option.order == turn.played,
        }
        for option in turn.options
    ]
    best = turn.lost == 0
    return {"mark": BEST if best else _lost(turn.measure, turn.lost, lang), "best": best, "options": options}


def _value(measure: Measure, value: int, lang: str) -> str:
    if measure == "points":
        return number(value, lang, sign=True) if value else "0"
    return translate(lang, {1: "wins the hand", 0: "nobody wins", -1: "loses the hand"}[value])


def _lost(measure: Measure, lost: int, lang: str) -> str:
    """How much less than the best one: points, or that the hand is thrown away."""
    return number(-lost, lang).replace("-", "−") if measure == "points" else "✗"


def _sum(seat: Seat, worth: HandWorth, match: Match, lang: str) -> str:
    turns = [turn for turn in worth.turns if turn.seat == seat]
    lost = sum(turn.lost for turn in turns if turn.measure == "points")
    best = sum(turn.lost == 0 for turn in turns)
    facts = {"name": name_of(seat, match), "best": best, "turns": len(turns), "lost": lost}
    if not turns:
        return translate(lang, "{name}: nothing to choose", **facts)
    if not lost:
        return translate(lang, "{name}: the best in {best} of {turns} choices", **facts)
    return translate(lang, "{name}: the best in {best} of {turns} choices, {lost} points less in all", **facts)


def _note(worth: HandWorth, match: Match, lang: str) -> str:
    """What could not be reckoned, and which rules of the book it was reckoned without."""
    told = []
    if (without := unknown_in_words(match.book)) is not None and worth.turns:
        sentence = without.told(lang)
        told.append(f"{sentence[0].upper()}{sentence[1:]}.")
    if worth.unknown:
        steps = ", ".join(map(str, worth.unknown))
        sentence = "Cannot be calculated, because tiles are unknown or it takes too long: {steps}"
        told.append(translate(lang, sentence, steps=steps))
    return " ".join(told)
