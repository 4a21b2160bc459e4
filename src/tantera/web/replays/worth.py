"""What each move of a hand was worth, on demand.

The search needs machine code, so it runs in a process of its own beside the one where bots think: no bot waits for
somebody's curiosity, and the server itself never loads a compiler.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Collection
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from typing import Any, Final, Literal

from msgspec import Struct

from tantera.play import MoveOrder, legal_moves
from tantera.play.events import DoublesPlaced, TileDrawn, TilePlaced, TurnPassed
from tantera.play.hand import Hand
from tantera.play.match import Match
from tantera.play.moves import order_of
from tantera.rules import Seat
from tantera.solver.unknown import unknown_in_words
from tantera.study.telling import move_in_words
from tantera.telling import name_of
from tantera.web.background import Background, Worker
from tantera.web.replays.steps import PlayedHand, Step
from tantera.words import Phrase, Problem, told, translate
from tantera.words.extras import needs
from tantera.words.numbers import number

SECONDS: Final = 8.0
"""For a whole hand, from its last turn to its first: endings are quick, openings may have to be left."""
_NODES_A_SECOND: Final = 2_500_000
"""Fewer than any search of ours visits: it bounds the time of one turn."""
_MOST_WAITING: Final = 6
"""Hands that wait to be reviewed."""
_MOST_KEPT: Final = 500

Measure = Literal["points", "hand"]
_Question = tuple[int, Hand, int]
"""A step, the hand before it, and by how much it is raised."""
_Answer = tuple[Measure, tuple[int, ...]]
"""The value of every legal move, in their order."""


class Option(Struct, frozen=True):
    """A move that could be made."""

    order: MoveOrder
    value: int
    """To the side of the player in turn: points, or 1, 0, -1 for who wins the hand."""
    lost: int
    """By how much the best move is worth more."""


class TurnWorth(Struct, frozen=True):
    """A turn in which there was a choice."""

    step: int
    seat: Seat
    measure: Measure
    options: tuple[Option, ...]
    """The best first."""
    played: MoveOrder
    lost: int
    """What the move that was made is worth less than the best one."""


class HandWorth(Struct, frozen=True):
    turns: tuple[TurnWorth, ...]
    forced: tuple[int, ...]
    """Steps in which there was nothing else to do."""
    unknown: tuple[int, ...]
    """Steps that cannot be valued: tiles are unknown, or the time was over."""


class Busy(Problem):
    code = "busy"
    sentence = Phrase("others are having hands calculated: try again in a moment")


class Reviewer:
    """Values hands one after the other, each once."""

    def __init__(self) -> None:
        self._worker = Worker(patience=10)  # the tables come first
        self._background = Background("worth")
        self._waiting: dict[tuple[str, int, int], asyncio.Task[HandWorth]] = {}
        self._positions: OrderedDict[str, asyncio.Task[dict[int, _Answer]]] = OrderedDict()
        self._known: OrderedDict[tuple[str, int, int], HandWorth] = OrderedDict()

    async def worth(self, address: str, version: int, hand: PlayedHand) -> HandWorth:
        """What the moves of a hand were worth. The address and the version of its match say which hand it is."""
        needs("bots")
        key = (address, version, hand.number)
        if (known := self._known.get(key)) is not None:
            self._known.move_to_end(key)
            return known
        if (task := self._waiting.get(key)) is None:
            if len(self._waiting) >= _MOST_WAITING:
                raise Busy
            task = self._waiting[key] = self._background.start(self._review(hand))
            task.add_done_callback(lambda done: self._keep(key, done))
        return await asyncio.shield(task)  # whoever asked may be gone by then: the next one need not wait again

    async def options(self, address: str, hand: Hand) -> tuple[Measure, tuple[Option, ...]] | None:
        """What each move of a position is worth, by the address that has it; None where that takes too many nodes."""
        needs("bots")
        if (task := self._positions.get(address)) is None:
            if len(self._background) >= _MOST_WAITING:
                raise Busy
            task = self._background.start(self._worker.do(_reviewed, [(0, hand, 1)], SECONDS))
            self._positions[address] = task
            if len(self._positions) > _MOST_KEPT:
                self._positions.popitem(last=False)
        try:
            answer = (await asyncio.wait_for(asyncio.shield(task), 2 * SECONDS)).get(0)
        except TimeoutError:  # the first one of all waits for the compiler
            raise Busy from None
        except BrokenExecutor:
            self._positions.pop(address, None)
            raise Busy from None
        return None if answer is None else (answer[0], _options(hand, answer[1]))

    async def _review(self, hand: PlayedHand) -> HandWorth:
        questions = [(step.number, before, step.before.worth) for step in hand.steps if (before := _turn(step))]
        choices = [one for one in questions if len(legal_moves(one[1])) > 1]
        answers: dict[int, _Answer] = {}
        if choices:
            with suppress(BrokenExecutor):  # somebody's machine ran out of memory: nothing is known
                answers = await self._worker.do(_reviewed, choices, SECONDS)
        return _hand_worth(hand, [step for step, *_ in questions], {step: one for step, one, _ in choices}, answers)

    def _keep(self, key: tuple[str, int, int], done: asyncio.Task[HandWorth]) -> None:
        self._waiting.pop(key, None)
        if not done.cancelled() and done.exception() is None:
            self._known[key] = done.result()
            if len(self._known) > _MOST_KEPT:
                self._known.popitem(last=False)

    def close(self) -> None:
        self._background.stop()
        self._worker.close()


def _turn(step: Step) -> Hand | None:
    """The hand before a move that could have been another one."""
    before = step.before.hand
    return before if isinstance(step.move, TilePlaced | DoublesPlaced | TurnPassed | TileDrawn) else None


def _hand_worth(hand: PlayedHand, turns: list[int], choices: dict[int, Hand], answers: dict[int, _Answer]) -> HandWorth:
    valued = []
    for step, before in choices.items():
        move = hand.steps[step].move
        if step in answers and isinstance(move, TilePlaced | DoublesPlaced | TurnPassed | TileDrawn):
            valued.append(_turn_worth(step, before, order_of(move), *answers[step]))
    known = {turn.step for turn in valued}
    return HandWorth(
        tuple(valued),
        tuple(step for step in turns if step not in choices),
        tuple(step for step in choices if step not in known),
    )


def _options(before: Hand, values: tuple[int, ...]) -> tuple[Option, ...]:
    best = max(values)
    return tuple([Option(order, value, best - value) for order, value in zip(legal_moves(before), values, strict=True)])


def _turn_worth(step: int, before: Hand, played: MoveOrder, measure: Measure, values: tuple[int, ...]) -> TurnWorth:
    options = _options(before, values)
    lost = next((option.lost for option in options if option.order == played), 0)
    return TurnWorth(step, before.turn, measure, tuple(sorted(options, key=lambda one: one.lost)), played, lost)


# --- in the worker --------------------------------------------------------------------------------------------------


def _reviewed(questions: list[_Question], seconds: float) -> dict[int, _Answer]:
    """From the last turn to the first, until the time is over. Loading, and compiling the first time, takes its own."""
    from tantera.solver.by_order import review

    answers: dict[int, _Answer] = {}
    until: float | None = None
    for step, hand, worth in sorted(questions, key=lambda one: -one[0]):
        left = seconds if until is None else until - time.monotonic()
        if left <= 0:
            break
        opinion = review(hand, worth, int(left * _NODES_A_SECOND))
        if opinion is not None:
            by_order = dict(opinion.moves)
            answers[step] = opinion.measure, tuple([by_order[order] for order in legal_moves(hand)])
        if until is None:  # the first one may have had to wait for the compiler
            until = time.monotonic() + seconds
    return answers


BEST = "✓"


def worth_told(worth: HandWorth, match: Match, lang: str, by_time: Collection[int] = ()) -> dict[str, Any]:
    """Everything that a page shows of it: a mark for each move, the options of each turn, sums by player. What the
    table played for somebody, `by_time`, counts in nobody's sum."""
    chosen = [turn for turn in worth.turns if turn.step not in by_time]
    return {
        "turns": {turn.step: _turn_told(turn, lang) for turn in worth.turns},
        "forced": worth.forced,
        "unknown": worth.unknown,
        "sums": [{"seat": seat, "text": _sum(seat, chosen, match, lang)} for seat in range(1, len(match.names) + 1)],
        "note": _note(worth, match, lang),
    }


def _turn_told(turn: TurnWorth, lang: str) -> dict[str, Any]:
    options = [
        {
            "move": told(move_in_words(option.order), lang),
            "value": option_in_words(turn.measure, option, lang),
            "lost": _lost(turn.measure, option.lost, lang) if option.lost else translate(lang, "the best"),
            "played": option.order == turn.played,
        }
        for option in turn.options
    ]
    best = turn.lost == 0
    return {"mark": BEST if best else _lost(turn.measure, turn.lost, lang), "best": best, "options": options}


def option_in_words(measure: Measure, option: Option, lang: str) -> str:
    """What a move is worth: points, or who wins by it."""
    value = option.value
    if measure == "points":
        return number(value, lang, sign=True) if value else "0"
    return translate(lang, {1: "wins the hand", 0: "nobody wins", -1: "loses the hand"}[value])


def _lost(measure: Measure, lost: int, lang: str) -> str:
    """How much less than the best one: points, or that the hand is thrown away."""
    return number(-lost, lang).replace("-", "−") if measure == "points" else "✗"


def _sum(seat: Seat, chosen: list[TurnWorth], match: Match, lang: str) -> str:
    turns = [turn for turn in chosen if turn.seat == seat]
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
    sentences = []
    if (without := unknown_in_words(match.book)) is not None and worth.turns:
        sentence = without.told(lang)
        sentences.append(f"{sentence[0].upper()}{sentence[1:]}.")
    if worth.unknown:
        steps = ", ".join(map(str, worth.unknown))
        sentence = "Cannot be calculated, because tiles are unknown or it takes too long: {steps}"
        sentences.append(translate(lang, sentence, steps=steps))
    return " ".join(sentences)
