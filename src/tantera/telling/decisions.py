"""Decisions in words: who is asked to choose what, and what was chosen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tantera.play import Match, Side
from tantera.play.events import DecisionAwaited, DecisionTaken, Office
from tantera.referee import decider_of
from tantera.telling.names import names_of
from tantera.words import translate

CHOICES: Final = {
    "continue": "go on",
    "annul": "annul the hand",
    "rebuild": "put the hand back to that turn",
    "accept": "accept the penalty",
    "opening": "take the opening",
    "yes": "confirm it",
    "no": "leave it",
    "=": "level",
}
"""What may be chosen, as it is asked; a club's own choice is asked by its name in the book."""

DECIDERS: Final[dict[Office, str]] = {
    "referee": "The referee",
    "judges": "The judges",
    "director": "The director of refereeing",
}
"""Who decides by office. Everybody else does so from a seat."""

LEVEL: Final = "Level at the end: the judges rule"


def decider(who: Side | Office, match: Match, lang: str) -> str:
    """Who is asked, by name or by office."""
    return names_of(who, match) if isinstance(who, tuple) else translate(lang, DECIDERS[who])


def choice(key: str, lang: str) -> str:
    return translate(lang, CHOICES[key]) if key in CHOICES else key


def asked(
    awaited: DecisionAwaited, match: Match, lang: str, listed: Callable[[tuple[str, ...]], str] = " / ".join
) -> str:
    """The question that an open decision is, without its article. How its choices are listed is the front end's own."""
    if awaited.infraction is None:
        return translate(lang, LEVEL)
    who = decider(awaited.who, match, lang)
    if not awaited.choices:
        return translate(lang, "{who} rule" if _are_many(awaited.who) else "{who} rules", who=who)
    choices = listed(tuple(choice(key, lang) for key in awaited.choices))
    message = "{who} decide: {choices}" if _are_many(awaited.who) else "{who} decides: {choices}"
    return translate(lang, message, who=who, choices=choices)


def taken(event: DecisionTaken, before: Match, lang: str) -> str | None:
    """What somebody chose; None where a ruling with its own text is the answer (CI-13, CI-18)."""
    awaited = before.awaiting
    if awaited is not None and not awaited.choices:
        return None
    who = awaited.who if awaited is not None else decider_of(before, event.infraction, event.choice)
    if event.by or who is None:
        told, many = event.by or "—", False
    else:
        told, many = decider(who, before, lang), _are_many(who)
    message = "{who} have decided: {choice}" if many else "{who} has decided: {choice}"
    return translate(lang, message, who=told, choice=choice(event.choice, lang))


def _are_many(who: Side | Office) -> bool:
    """Whether the verb is in the plural: a pair, the judges."""
    return len(who) > 1 if isinstance(who, tuple) else who == "judges"
