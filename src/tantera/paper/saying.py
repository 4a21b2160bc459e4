"""Words that several papers share: seats, limits, times, figures, formats, the foot of every sheet."""

from __future__ import annotations

from datetime import date, datetime
from functools import lru_cache
from typing import Final

from msgspec import to_builtins

from tantera.rules import Limit
from tantera.rules.glossary import value_in_words
from tantera.tournament.names import clean
from tantera.tournament.presentation import Presentation
from tantera.words import Phrase, told, translate
from tantera.words.calendar import long_date
from tantera.words.numbers import NOTHING, number

COMPASS: Final = ("North", "West", "South", "East")
"""Seats 1-4: the turn goes to the right, counter-clockwise seen from above, so after North comes West."""
SIDES: Final = {"1+3": "North–South", "2+4": "East–West"}
HOME_AND_AWAY: Final = {"1+3": "Home pair", "2+4": "Away pair"}
"""Where the pairs draw for their places at the table (TG-6.3) no compass word can be printed: 1+3 is the home pair."""


def seats_are_drawn(tournament: Presentation) -> bool:
    return tournament.state.alone is False and tournament.book.customs.seating == "by_draw"


def seat_in_words(tournament: Presentation, seat: int, lang: str) -> str:
    """Where somebody sits: a compass word, or the side of the table where places are drawn at it."""
    if seats_are_drawn(tournament):
        return side_in_words(tournament, "1+3" if seat % 2 else "2+4", lang)
    return translate(lang, COMPASS[seat - 1])


def side_in_words(tournament: Presentation, side: str, lang: str) -> str:
    return translate(lang, (HOME_AND_AWAY if seats_are_drawn(tournament) else SIDES)[side])


def limit_in_words(limit: Limit, lang: str) -> str:
    return told(value_in_words("options.limit", to_builtins(limit)), lang)


def time_in_words(tournament: Presentation, limit: Limit, lang: str) -> str:
    """What happens when time is called, with the article; nothing where no minutes are counted."""
    if limit.minutes is None:
        return ""
    book = tournament.book
    if book.options.at_time == "extra_hands":
        what = Phrase("{hands} more hands, the one in play included if tiles are lifted", hands=book.extra_hands)
    else:
        what = Phrase("{what}", what=value_in_words("options.at_time", book.options.at_time))
    return translate(
        lang, "At {minutes} minutes: {what} ({article}).",
        minutes=limit.minutes, what=what.told(lang), article=book.cites.time,
    )  # fmt: skip


def level_in_words(tournament: Presentation, limit: Limit, lang: str) -> str:
    if limit.minutes is None and limit.hands is None:
        return ""
    what = told(value_in_words("options.level_at_end", tournament.book.options.level_at_end), lang)
    return translate(lang, "Level at the end: {what}.", what=what)


def format_in_words(tournament: Presentation, lang: str) -> str:
    return translate(lang, tournament.state.kind.words)


@lru_cache(maxsize=8192)
def figure(value: float | None, lang: str, sign: bool = False) -> str:
    """A figure of the standings: halves with their decimal, below zero with a true minus.

    >>> figure(2.5, "es"), figure(-38, "es"), figure(38, "es", sign=True), figure(None, "es")
    ('2,5', '−38', '+38', '–')
    """
    if value is None:
        return NOTHING
    places = 0 if float(value).is_integer() else 1
    return number(value, lang, places, sign and value != 0).replace("-", "−")


def day_in_words(iso: str, lang: str) -> str:
    """A day of the calendar, whole.

    >>> day_in_words("2026-05-31", "es"), day_in_words("", "es")
    ('31 de mayo de 2026', '')
    """
    return long_date(date.fromisoformat(iso), lang) if iso else ""


def day_and_time(iso: str, lang: str) -> str:
    """When something was, as people write it; a text that is no time stays as it is.

    >>> day_and_time("2026-05-31T11:04:09", "es"), day_and_time("", "es")
    ('31/5/2026, 11:04', '')
    """
    try:
        moment = datetime.fromisoformat(iso)
    except ValueError:
        return iso
    day = f"{moment.day}/{moment.month}/{moment.year}" if lang != "en" else f"{moment:%d %b %Y}".lstrip("0")
    return f"{day}, {moment:%H:%M}"


ROLES: Final = {
    "organiser": "the organiser",
    "director": "the director",
    "judge": "the judge",
    "desk": "the desk",
    "player": "a player",
    "public": "the public",
}


def role_in_words(tournament: Presentation, by: str, lang: str) -> str:
    """Who ordered something: a role, and a name where one was given."""
    role, _, name = by.partition(":")
    if role == "player" and name in tournament.state.players:
        return tournament.name(name)
    told_role = translate(lang, ROLES[role])
    return f"{told_role} ({clean(name)})" if name else told_role


def short_head(tournament: Presentation, groups: int = 2) -> str:
    """The head of the chain in short: its first hex digits, four by four."""
    head = tournament.state.head
    return " ".join(head[place : place + 4] for place in range(0, 4 * groups, 4))


def foot(tournament: Presentation, lang: str) -> str:
    """On every sheet: the last event it rests on and the head of the chain there, to be compared by anybody."""
    return translate(lang, "record {number} · {head}", number=tournament.state.number, head=short_head(tournament, 4))


def frame(tournament: Presentation, lang: str, title: str, second: str = "", draft: bool = False) -> dict[str, object]:
    """What stands around every sheet for the wall."""
    return {
        "lang": lang,
        "event": tournament.state.name,
        "title": title,
        "second": second,
        "draft": translate(lang, "DRAFT") if draft else "",
        "foot": foot(tournament, lang),
        "page": translate(lang, "sheet {page} of {pages}", page="{page}", pages="{pages}"),
    }
