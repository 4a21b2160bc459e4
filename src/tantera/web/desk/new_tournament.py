"""The form for a new tournament: a book, and what this tournament does otherwise. What is left empty the book says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from msgspec import Struct

from tantera.formats import FORMATS
from tantera.rules import Book, Limit
from tantera.tournament.options import Settled, settled
from tantera.tournament.orders import Create
from tantera.web.books.naming import limit_in_words
from tantera.words import Problem, translate

CARD_SPANS: Final = {"match": "each match", "tournament": "the whole tournament"}
"""How long a card lies beside a player (TG-18.4): it stays at its table, or travels."""
SETTINGS: Final = {one.key: one for format in FORMATS.values() for one in format.asks}
"""What only some formats ask for."""


class BookChoice(Struct, frozen=True):
    """A book, and what its tournaments are like."""

    id: str
    name: str
    about: str
    """Its defaults in a line."""
    defaults: dict[str, object]
    """Its defaults by the field of the form that would say otherwise."""


def choices(books: Sequence[Book], lang: str) -> list[BookChoice]:
    found = []
    for book in books:
        try:
            law = settled(book, None, None, {})
        except Problem:  # a club's book that no tournament can be run by
            continue
        found.append(BookChoice(book.id, book.name.text(lang), _about(law, lang), _defaults(law)))
    return found


def _about(law: Settled, lang: str) -> str:
    options = law.options
    limit = limit_in_words(options.limit)
    said = [translate(lang, FORMATS[law.format].words), limit if isinstance(limit, str) else limit.told(lang)]
    if options.fee:
        said.append(translate(lang, "fee {fee}", fee=options.fee))
    if options.members_only:
        said.append(translate(lang, "members and their guests only"))
    if options.out_after_losses:
        said.append(translate(lang, "out after {losses} losses", losses=options.out_after_losses))
    if options.avoid_partners:
        said.append(translate(lang, "no partner again for {rounds} rounds", rounds=options.avoid_partners))
    late = options.late
    if late is not None and late.points is None:
        said.append(translate(lang, "late: lost at {most} minutes", most=late.default_minutes))
    elif late is not None:
        said.append(
            translate(
                lang,
                "late: {points} off every {minutes} minutes, lost at {most}",
                points=late.points,
                minutes=late.every_minutes,
                most=late.default_minutes,
            )
        )
    return " · ".join(said)


def _defaults(law: Settled) -> dict[str, object]:
    options = law.options
    return {
        "rounds": law.rounds or "",
        "points": options.limit.points or "",
        "minutes": options.limit.minutes or "",
        "fee": options.fee,
        "avoid_partners": options.avoid_partners,
        "teams": options.teams or "",
        "prizes": " ".join(map(str, options.prizes)),
        "clubs": ", ".join(options.clubs),
    }


class Wrong(Problem):
    """Fields that cannot be read: by field, what is wrong."""

    code = "wrong_fields"

    def __init__(self, mistakes: dict[str, str]) -> None:
        super().__init__("; ".join(mistakes.values()))
        self.mistakes = mistakes

    def told(self, lang: str) -> str:
        return translate(lang, "look at the fields that are marked")


def ordered(data: dict[str, str], book: Book | None, seed: str, lang: str) -> Create:
    """The order of the form, or `Wrong` with every field that cannot be read."""
    form = _Form(data, lang)
    name = " ".join(data.get("name", "").split())[:200]
    if not name:
        form.mistakes["name"] = translate(lang, "give the tournament a name")
    if book is None:
        form.mistakes["book"] = translate(lang, "choose a rule book")
    wanted = data.get("format", "")
    rounds = form.number("rounds", 1, 100)
    options: dict[str, Any] = {}
    numbers = [(one.key, one.least, one.most) for one in SETTINGS.values() if not one.choices]
    for field, least, most in (("fee", 0, 1_000_000), ("teams", 0, 1000), *numbers):
        if (found := form.number(field, least, most)) is not None:
            options[field] = found
    for field in ("members_only", "stand_ins"):
        if data.get(field) in ("yes", "no"):
            options[field] = data[field] == "yes"
    chosen = {one.key: dict(one.choices) for one in SETTINGS.values() if one.choices}
    for field, known in {**chosen, "card_span": CARD_SPANS}.items():
        if data.get(field) in known:
            options[field] = data[field]
    if clubs := [club for part in re.split(r"[,;\n]", data.get("clubs", "")) if (club := " ".join(part.split()))]:
        options["clubs"] = clubs
    if prizes := form.percentages("prizes"):
        options["prizes"] = prizes
    if window := {key: at for key in ("opens", "closes") if (at := form.time(key))}:
        options["registration"] = window
        if len(window) == 2 and datetime.fromisoformat(window["opens"]) >= datetime.fromisoformat(window["closes"]):
            form.mistakes["closes"] = translate(lang, "later than it opens")
    points, minutes = form.number("points", 1, 10_000), form.number("minutes", 1, 600)
    if book is not None and (points or minutes):
        own = book.options.limit
        options["limit"] = str(Limit(points or own.points, own.hands, minutes or own.minutes))
    if form.mistakes or book is None:
        raise Wrong(form.mistakes)
    return Create(
        name=name,
        book=book.id,
        format=wanted if wanted in FORMATS else None,
        rounds=rounds,
        seed=seed,
        options=options,
    )


class _Form:
    """What was typed, and what of it cannot be read."""

    def __init__(self, data: dict[str, str], lang: str) -> None:
        self._data, self._lang = data, lang
        self.mistakes: dict[str, str] = {}

    def number(self, field: str, least: int, most: int) -> int | None:
        said = self._data.get(field, "").strip()
        if not said:
            return None
        if said.isdecimal() and len(said) < 9 and least <= int(said) <= most:
            return int(said)
        self.mistakes[field] = translate(self._lang, "a number from {least} to {most}", least=least, most=most)
        return None

    def percentages(self, field: str) -> list[int]:
        said = re.split(r"[\s,;%/]+", self._data.get(field, "").strip(" %"))
        found = [int(one) for one in said if one.isdecimal() and len(one) < 4]
        if len(found) != len([one for one in said if one]) or sum(found) > 100 or 0 in found:
            self.mistakes[field] = translate(self._lang, "percentages like 50 30 20, 100 together at most")
            return []
        return found

    def time(self, field: str) -> str:
        """A time as the browser's field has it, in the time of this machine."""
        said = self._data.get(field, "").strip()
        if not said:
            return ""
        try:
            return datetime.fromisoformat(said).astimezone().isoformat(timespec="minutes")
        except ValueError:
            self.mistakes[field] = translate(self._lang, "a day and a time are expected")
            return ""
