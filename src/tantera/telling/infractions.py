"""Infractions in words: what was recorded, what followed from it, who was asked to choose what, and what was chosen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tantera.play import Match, Side
from tantera.play.events import ConsequenceFollowed, DecisionAwaited, DecisionTaken, InfractionRecorded, Office
from tantera.referee import FREE_RULING, decider_of, entry
from tantera.rules import Book, Infraction
from tantera.telling.names import name_of, names_of
from tantera.tiles import Tile
from tantera.words import translate

FOLLOWS: Final = {
    "hand_lost": "{side} loses the hand",
    "hand_void": "the hand is void",
    "opening": "{name} opens",
    "warning": "a warning for {name}",
    "card": "{card} for {name}",
    "exposed": "{name}: {what} lies open",
    "must_play": "{name} must play {what}",
    "taken_back": "{name} takes {what} back",
    "hand_won": "{name} wins the hand",
    "rebuild": "the hand goes back to turn {turn}",
    "expulsion": "{name} is expelled",
    "match_lost": "{side} loses the match",
    "difference": "{points} on {name}'s own difference",
    "points": "{points} for {side}",
}
"""Every kind of consequence as a sentence."""

UNCOUNTED: Final = "for {side}, the points that are left: the table counts them"
"""Points that depend on tiles nobody wrote down (SJ-tranque-falso)."""

SHORT: Final = {
    "warning": "warning",
    "difference": "{points} of difference",
    "exposed": "{what} open",
    "must_play": "{what} must be played",
    "expulsion": "expelled",
}
"""The same on the sheet, where the line says who, and its card, its figures and the line of the hand say the rest."""


Said = Callable[[Tile], str]
"""How tiles are said: in figures, or in the words of a region (CL-nombres)."""


def in_figures(tile: Tile) -> str:
    return tile.spoken


def consequence(event: ConsequenceFollowed, match: Match, lang: str, said: Said = in_figures) -> str:
    """What follows from an infraction, in words. A kind nobody has words for is a `KeyError`."""
    facts = _facts(event, match, lang, said)
    message = UNCOUNTED if event.kind == "points" and not facts["points"] else FOLLOWS[event.kind]
    return translate(lang, message, **facts)


def consequence_on_sheet(event: ConsequenceFollowed, match: Match, lang: str) -> str:
    """What a line of the sheet says of it; nothing where the figures say it."""
    assert event.kind in FOLLOWS
    short = SHORT.get(event.kind)
    return translate(lang, short, **_facts(event, match, lang, in_figures)) if short is not None else ""


def _facts(event: ConsequenceFollowed, match: Match, lang: str, said: Said) -> dict[str, object]:
    """What fills the gaps: of each kind of consequence, the fields it has."""

    def told(field: str) -> Any:
        return getattr(event, field, None)

    side, seat, tile, points, card = map(told, ("side", "seat", "tile", "points", "card"))
    return {
        "side": names_of(side, match) if side is not None else "",
        "name": name_of(seat, match) if seat is not None else "",
        "what": said(tile) if tile is not None else "",
        "points": f"{points:+}" if points is not None else "",
        "turn": told("turn"),
        "card": card_name(card, match.book, lang) if card is not None else "",
    }


def card_name(card: str, book: Book, lang: str) -> str:
    """What a card is called; one that this book does not have, by its id."""
    return next((known.name.text(lang) for known in book.cards if known.id == card), card)


def letters_on(card: str, book: Book, lang: str) -> str:
    """Two letters of the word that tells a card from the book's others, so that nobody has to know its colour.

    >>> from tantera.rules import load_book
    >>> letters_on("blue", load_book("tarragona"), "es"), letters_on("yellow", load_book("tarragona"), "ca")
    ('Az', 'Gr')
    """
    names = [set(other.name.text(lang).casefold().split()) for other in book.cards]
    shared = set.intersection(*names) if len(names) > 1 else set()
    words = [word for word in card_name(card, book, lang).split() if word.casefold() not in shared]
    return words[0][:2].capitalize() if words else ""


def infraction_name(infraction: Infraction, match: Match, lang: str) -> str:
    """As the catalogue calls it, with how grave it is where the book has grades."""
    grade = next((level.name.text(lang) for level in match.book.severities if level.id == infraction.severity), None)
    name = infraction.name.text(lang)
    return f"{name} ({grade.lower()})" if grade else name


def _deed(infraction: Infraction, details: dict[str, str], lang: str) -> str:
    """What the player did. A tile that was touched is more than the name of the entry says (SJ-flujo-1)."""
    touched = infraction.touched is not None and "touched" in details
    return translate(lang, "Touched tile") if touched else infraction.name.text(lang)


def infraction(event: InfractionRecorded, match: Match, lang: str, said: Said = in_figures) -> str:
    """An infraction as the sheet has it, beside its article: name, who; a ruling: its text and who gave it."""
    details = dict(event.details)
    catalogued = entry(match.book, event.article)
    name = _deed(catalogued, details, lang) if catalogued is not None else ""
    if "text" in details:
        by = f" ({details['by']})" if "by" in details else ""
        return f"{name} «{details['text']}»{by}".lstrip()
    offender = name_of(event.seat, match) if event.seat else translate(lang, "nobody knows who")
    tile = "".join(f", {said(Tile.parse(code))}" for code in details.get("tile", "").split(".") if code)
    turn = ", " + translate(lang, "on turn {turn}", turn=details["turn"]) if "turn" in details else ""
    return f"{name}: {offender}{tile}{turn}"


def article_of(event: InfractionRecorded) -> str:
    """The article that was broken, or under which it was ruled; none for a ruling that no book provides for."""
    return event.article if event.article != FREE_RULING else ""


def cards(match: Match, lang: str) -> str:
    """The cards shown so far, player by player, those too who have given their place to a reserve; empty where there
    are none."""
    shown = []
    for person, counted in sorted(match.all_cards.items(), key=lambda one: _place(match, one[0])):
        each = [f"{card.name.text(lang)} {counted[card.id]}" for card in match.book.cards if counted[card.id]]
        shown.append(f"{match.people[person].name}: {', '.join(each)}")
    return " · ".join(shown)


def _place(match: Match, person: int) -> tuple[bool, int]:
    """Who sits here by their seat, then who has left."""
    return (False, match.sitting.index(person)) if person in match.sitting else (True, person)


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
    """An answer that a decision allows, in words."""
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
        name, many = event.by or "—", False
    else:
        name, many = decider(who, before, lang), _are_many(who)
    message = "{who} have decided: {choice}" if many else "{who} has decided: {choice}"
    return translate(lang, message, who=name, choice=choice(event.choice, lang))


def _are_many(decider: Side | Office) -> bool:
    """Whether the verb is in the plural: a pair, the judges."""
    return len(decider) > 1 if isinstance(decider, tuple) else decider == "judges"
