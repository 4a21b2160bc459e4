"""What follows from an infraction, given all the same player did before: the ladder of warnings, cards and faults.

Pure arithmetic over the book's data: the same article every so many times grows into something worse, a card every
so many times brings another card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from tantera.referee.catalogue import severity
from tantera.rules import Book, Choice, Consequence, Decision, Growth, Infraction
from tantera.rules.sanctions import decision_of


class LadderStep(NamedTuple):
    """What one infraction brings."""

    consequences: tuple[Consequence, ...]
    decision: Decision | None
    """What somebody has to choose, if anything."""
    proposal: Growth | None
    """What the referee may confirm (TG-15.5), if anything."""


def climb(book: Book, infraction: Infraction, known: bool, times: int, cards: Counter[str]) -> LadderStep:
    """The step for the `times`-th same infraction of a player who has been shown these cards.

    `known`: whether the offender is known.
    """
    consequences: list[Consequence] = []
    proposal = None
    level = severity(book, infraction.severity) if infraction.severity is not None else None
    decision = decision_of(infraction, level)
    if level is not None:
        consequences += level.consequences
    consequences += _own(infraction, known, times)
    while level is not None:
        growth = next((growth for growth in level.every if _grows(growth, times)), None)
        if growth is None:
            break
        consequences += growth.consequences
        if growth.confirm:
            proposal = growth
            break
        level = severity(book, growth.becomes) if growth.becomes is not None else None
        times //= growth.times
        if level is not None:
            consequences += level.consequences
            decision = decision or level.decision
    return LadderStep(tuple(with_cards(book, consequences, cards)), decision, proposal)


def _grows(growth: Growth, times: int) -> bool:
    """Every so many times; what the referee has to confirm is proposed from the first of them on, time and again.

    The second same *grave* is proposed, and so is the third if the second was not confirmed (TG-15.5, TG-18.5).
    """
    return times >= growth.times if growth.confirm else times % growth.times == 0


def confirmed(book: Book, growth: Growth, cards: Counter[str]) -> tuple[Consequence, ...]:
    """What a confirmed proposal brings."""
    worse = severity(book, growth.becomes).consequences if growth.becomes is not None else ()
    return tuple(with_cards(book, (*growth.consequences, *worse), cards))


def with_cards(book: Book, consequences: Iterable[Consequence], shown: Counter[str]) -> list[Consequence]:
    """The consequences, each card followed by the one that so many of it bring (TG-18.4)."""
    every = {card.id: card.every for card in book.cards}
    shown = shown.copy()
    result: list[Consequence] = []
    pending = list(consequences)
    while pending:
        consequence = pending.pop(0)
        result.append(consequence)
        if consequence.kind == "card" and consequence.card is not None:
            shown[consequence.card] += 1
            grown = every.get(consequence.card)
            if grown is not None and shown[consequence.card] % grown.times == 0:
                pending.insert(0, Consequence(kind="card", card=grown.card))
    return result


def _own(infraction: Infraction, known: bool, times: int) -> tuple[Consequence, ...]:
    if not known and infraction.unknown is not None:
        return infraction.unknown
    if times > 1 and infraction.again is not None:
        return infraction.again
    return infraction.consequences


def choice_of(decision: Decision, key: str) -> Choice | None:
    return next((choice for choice in decision.choices if choice.id == key), None)
