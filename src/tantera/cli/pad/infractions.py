"""Infractions on the pad: found by words in the book's catalogue, recorded with what the article needs, decided."""

from __future__ import annotations

import re
from typing import Final

from rich.text import Text

from tantera.cli.pad import telling
from tantera.cli.pad.asking import Cancelled, Questions
from tantera.cli.pad.pad import Pad
from tantera.notation.document import RecordItem, ResultItem
from tantera.referee import FREE_RULING, entry, search
from tantera.referee.catalogue import plain, ruling_article
from tantera.rules import Infraction, Refusal, Seat
from tantera.rules.sanctions import decision_of
from tantera.tiles import Tile
from tantera.words import Lang

MOST_FOUND: Final = 9
"""A short list: one digit chooses."""


def ask_infraction(questions: Questions, pad: Pad, words: str) -> Pad:
    """The pad with an infraction that somebody describes."""
    found = _choose(questions, pad, words)
    if found.ruling:
        return ask_ruling(questions, pad, found.article)
    questions.cited = found.article
    seat = _offender(questions, found)
    details: list[tuple[str, str]] = []
    if _about_a_tile(found):
        tile = questions.until(lambda typed: _tile(pad, typed), "Which tile? Like 64 (Enter: not known) ")
        details += [("tile", tile.code)] if tile is not None else []
    if _may_go_back(pad, found):
        turn = questions.until(lambda typed: _turn(pad, typed), "On which turn of the hand? (Enter: now) ")
        details += [("turn", turn)] if turn else []
    return pad.recorded(RecordItem(found.article, seat, tuple(details)))


def ask_ruling(questions: Questions, pad: Pad, article: str) -> Pad:
    """The pad with a free ruling: what, by whom, with which points, and whether the hand ends with it."""
    questions.cited = article if article != FREE_RULING else questions.cited
    text = questions.free("What is ruled? ")
    by = questions.free("Who rules? ")
    points = questions.until(lambda typed: _points(pad, typed), "Points? Seat and points, like 2 +20 (Enter: none) ")
    details = [("by", by), ("text", text)] + ([("points", points)] if points else [])
    ruled = pad.recorded(RecordItem(article, None, tuple(details)))
    if ruled.match.awaiting is None and not ruled.is_over and questions.yes("Is the hand over with it? y/N "):
        return ruled.ended(ResultItem("ruling", text=text))
    return ruled


def ask_decision(questions: Questions, pad: Pad) -> Pad:
    """The pad with the decision that somebody has to take now."""
    awaited = pad.match.awaiting
    assert awaited is not None
    lang, who = questions.lang, telling.decider(awaited, pad.match, questions.lang)
    questions.cited = awaited.article
    if not awaited.choices:
        questions.screen.say("{who} rules ({article})", "bold yellow", who=who, article=awaited.article)
        return ask_ruling(questions, pad, awaited.article)
    keys = awaited.choices
    listed = " · ".join(f"{number} {telling.choice(key, lang)}" for number, key in enumerate(keys, start=1))

    def parse(typed: str) -> str:
        if typed.isdecimal() and 1 <= int(typed) <= len(keys):
            return keys[int(typed) - 1]
        starting = [key for key in keys if typed and plain(telling.choice(key, lang)).startswith(plain(typed))]
        if typed in keys or len(starting) == 1:
            return typed if typed in keys else starting[0]
        message = "{chosen} is not among the choices: {known}"
        raise Refusal(awaited.article, message, chosen=typed or "—", known=listed)

    question = "{who} decides ({article}): {choices}: "
    return pad.decided(questions.until(parse, question, True, who=who, article=awaited.article, choices=listed))


def _choose(questions: Questions, pad: Pad, words: str) -> Infraction:
    """One entry of the catalogue, found by words and chosen by its number."""
    while True:
        words = words or questions.ask("What happened? A few words: ")
        if not words:
            raise Cancelled
        found = _found(pad, words, questions)
        for number, one in enumerate(found, start=1):
            name = telling.infraction_name(one, pad.match, questions.lang)
            article = one.article if one.article != FREE_RULING else "—"
            questions.screen.console.print(Text(f"   {number}  ").append(article, "bold").append(f"  {name}"))
        answer = questions.ask("Which one? 1 to {last}, or other words: ", last=len(found))
        if answer.isdecimal() and 1 <= int(answer) <= len(found):
            return found[int(answer) - 1]
        words = "" if answer.isdecimal() else answer


def _found(pad: Pad, words: str, questions: Questions) -> tuple[Infraction, ...]:
    """What the words may mean, the article itself first, and always a free ruling at the end."""
    lang: Lang = "es" if questions.lang == "es" else "ca" if questions.lang == "ca" else "en"
    ruling = entry(pad.book, ruling_article(pad.book))
    assert ruling is not None
    named = [one for one in pad.book.infraction if plain(one.article) == plain(words)]
    others = [one for one in search(pad.book, words, lang) if one not in (*named, ruling)]
    if not named and not others:
        questions.screen.say("   nothing in the catalogue says {words}", "red", words=words)
    found = [*named, *others][: MOST_FOUND - 1]
    return tuple(found) if ruling in found else (*found, ruling)


def _offender(questions: Questions, found: Infraction) -> Seat | None:
    if found.unknown is None:
        return questions.seat("Who was it? ")
    return questions.until(
        lambda typed: questions.parse_seat(typed) if typed else None, "Who was it? (Enter: nobody knows) "
    )


def _about_a_tile(found: Infraction) -> bool:
    """Whether the article does something to a tile that a sheet does not show."""
    own = (*found.consequences, *(found.again or ()))
    return any(one.kind in ("exposed", "must_play") for one in own)


def _may_go_back(pad: Pad, found: Infraction) -> bool:
    """Whether the hand may be put back to the moment it happened."""
    level = next((one for one in pad.book.severity if one.id == found.severity), None)
    decision = decision_of(found, level)
    choices = decision.choices if decision is not None else ()
    return any(one.kind == "rebuild" for choice in choices for one in choice.consequences)


def _tile(pad: Pad, typed: str) -> Tile | None:
    if not typed:
        return None
    try:
        tile = Tile.parse(re.sub(r"[-|\s]", "", typed))
    except ValueError:
        tile = None
    if tile is None or tile not in pad.book.options.set.tiles:
        raise Refusal(pad.book.cites.exposed, "found {found}, expected a tile like 64", found=typed)
    return tile


def _turn(pad: Pad, typed: str) -> str:
    if typed and not re.fullmatch(r"[0-9]{1,3}", typed, re.ASCII):
        raise Refusal(pad.book.cites.turn, "found {found}, expected the number of a turn", found=typed)
    return typed


def _points(pad: Pad, typed: str) -> str:
    if not typed:
        return ""
    seat, _, points = typed.replace(":", " ").partition(" ")
    found = telling.seat_called(pad.match, seat)
    if found is None or not re.fullmatch(r"[+-]?[0-9]{1,5}", points.strip(), re.ASCII):
        raise Refusal(pad.book.cites.count, "found {found}, expected a seat and points: 2 +20", found=typed)
    return f"{found}:{int(points):+}"
