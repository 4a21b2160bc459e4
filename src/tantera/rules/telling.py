"""Infractions in words: what follows from one, and who decides what, as a referee reads it out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tantera.rules.basics import Named
from tantera.rules.glossary import in_a_row
from tantera.rules.sanctions import Card, Choice, Consequence, Decision, Growth, Infraction, Severity, decision_of
from tantera.rules.schema import Book
from tantera.words import Phrase


def what_follows(book: Book, infraction: Infraction) -> list[Phrase]:
    """Everything an entry of the catalogue brings, one sentence each, its severity's included.

    >>> from tantera.rules import load_book
    >>> tarragona = load_book("tarragona")
    >>> phone = next(entry for entry in tarragona.infractions if entry.article == "TG-14.1")
    >>> [str(sentence) for sentence in what_follows(tarragona, phone)][0]
    'Blue card'
    """
    level = next((severity for severity in book.severities if severity.id == infraction.severity), None)
    return list(_sentences(book, infraction, level)) or [Phrase("it is recorded and nothing follows")]


def severity_in_words(book: Book, severity: Severity) -> list[Phrase]:
    """What every infraction of a severity brings."""
    sentences = [consequence_in_words(book, consequence) for consequence in severity.consequences]
    if severity.decision is not None:
        sentences.append(_decision(book, severity.decision))
    return sentences + [_growth(book, growth) for growth in severity.every]


def card_in_words(book: Book, card: Card) -> Phrase:
    """A card, and what several of it bring."""
    if card.every is None:
        return Named(card.name)
    bring = Phrase("every {times} of them: {what}", times=card.every.times, what=_card(book, card.every.card))
    return Phrase("{one}, {other}", one=Named(card.name), other=bring)


def _sentences(book: Book, infraction: Infraction, level: Severity | None) -> Iterator[Phrase]:
    for consequence in (*(level.consequences if level is not None else ()), *infraction.consequences):
        yield consequence_in_words(book, consequence)
    decision = decision_of(infraction, level)
    if decision is not None:
        yield _decision(book, decision)
    if infraction.again is not None:
        yield Phrase("from the second time on: {what}", what=_all(book, infraction.again))
    if infraction.unknown is not None:
        yield Phrase("if nobody knows who did it: {what}", what=_all(book, infraction.unknown))
    if infraction.touched is not None:
        yield Phrase("if the tile was touched: {what}", what=_all(book, infraction.touched))
    if infraction.while_right_waits:
        yield Phrase("only while the player on the right has not played; later the director rules")
    if infraction.abandons:
        yield Phrase("a table run by the program records it of whoever leaves and does not come back")
    if infraction.ruling:
        yield Phrase("a free ruling: whoever judges says what follows")
    for growth in level.every if level is not None else ():
        yield _growth(book, growth)


def consequence_in_words(book: Book, consequence: Consequence) -> Phrase:
    """One thing that follows.

    >>> from tantera.rules import load_book
    >>> str(consequence_in_words(load_book("san-juan"), Consequence(kind="points", side="others", points=20)))
    '20 points for the other side'
    """
    match consequence.kind:
        case "points":
            return _points(book, consequence)
        case "card":
            return _card(book, consequence.card or "")
        case "difference":
            return Phrase("{points} points off the player's own difference", points=-consequence.points)
        case "hand_void":
            return Phrase("the hand is void and {opening}", opening=Phrase(_OPENINGS[consequence.opening]))
        case "match_lost" if consequence.to_limit:
            return Phrase("the match is lost and the other side's score is raised to the limit")
        case _:
            return Phrase(_KINDS[consequence.kind])


_KINDS: Final = {
    "hand_lost": "the hand is lost",
    "warning": "a warning",
    "exposed": "the tile stays in view",
    "must_play": "that tile must be played",
    "taken_back": "the tile is taken back",
    "hand_won": "the player wins the hand",
    "rebuild": "the hand is rebuilt to that moment",
    "expulsion": "expulsion",
    "match_lost": "the match is lost",
}
_OPENINGS: Final = {
    "same": "the same player opens again",
    "lost_if_opened": "the opening is lost if the offender's side had it",
    "right_of_offender": "the player on the offender's right opens",
}
_DECIDERS: Final = {
    "right_of_offender": "the player on the offender's right chooses: {choices}",
    "offended_side": "the other side chooses: {choices}",
    "referee": "the referee chooses: {choices}",
    "judges": "the judges choose: {choices}",
    "director": "the director chooses: {choices}",
}
CHOICES: Final = {
    "continue": "to go on",
    "annul": "to annul the hand",
    "rebuild": "to rebuild the hand",
    "accept": "to accept the points",
    "opening": "to have the opening",
}
"""The choices that the built-in books give; a club's own are told by their id."""


def _points(book: Book, consequence: Consequence) -> Phrase:
    points, remaining = book.points_of(consequence)
    mine = consequence.side == "offender"
    if remaining:
        pips = Phrase("the pips left for the offender's side") if mine else Phrase("the pips left for the other side")
        return Phrase("{one} and {points} points", one=pips, points=points) if points else pips
    if points < 0:
        off = "{points} points off the offender's side" if mine else "{points} points off the other side"
        return Phrase(off, points=-points)
    on = "{points} points for the offender's side" if mine else "{points} points for the other side"
    return Phrase(on, points=points)


def _card(book: Book, card_id: str) -> Phrase:
    return next((Named(card.name) for card in book.cards if card.id == card_id), Phrase(card_id))


def _all(book: Book, consequences: Sequence[Consequence]) -> Phrase:
    phrases = [consequence_in_words(book, consequence) for consequence in consequences]
    return in_a_row(phrases or [Phrase("nothing")], "{one}, {other}")


def _decision(book: Book, decision: Decision) -> Phrase:
    choices = in_a_row([_choice(book, choice) for choice in decision.choices], "{one} / {other}")
    return Phrase(_DECIDERS[decision.who], choices=choices)


def _choice(book: Book, choice: Choice) -> Phrase:
    name = Phrase(CHOICES.get(choice.id, choice.id))
    if not choice.consequences:
        return name
    return Phrase("{name} ({what})", name=name, what=_all(book, choice.consequences))


def _growth(book: Book, growth: Growth) -> Phrase:
    phrases = [consequence_in_words(book, consequence) for consequence in growth.consequences]
    if growth.becomes is not None:
        worse = next(severity for severity in book.severities if severity.id == growth.becomes)
        phrases.append(Phrase("it counts as {severity}", severity=Named(worse.name)))
    what = in_a_row(phrases or [Phrase("nothing")], "{one}, {other}")
    if growth.confirm:
        return Phrase(
            "from {times} times the same on, if the referee confirms it: {what}", times=growth.times, what=what
        )
    return Phrase("every {times} times the same: {what}", times=growth.times, what=what)
