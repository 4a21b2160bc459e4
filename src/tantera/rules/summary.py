"""A book in words, part by part: how a match is won, what a hand is worth, who opens. For ``rules show`` and the page
on the notice board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from tantera.rules.diff import bonuses_in_words, settings_of
from tantera.rules.glossary import key_in_words, value_in_words
from tantera.rules.idle import idle
from tantera.rules.schema import Book
from tantera.rules.tournament import Tournament
from tantera.words import Phrase

PARTS: Final[dict[str, tuple[str, ...]]] = {
    "How a match is won": (
        "options.play", "options.players", "options.limit", "points_in_play.exact", "options.reset", "best_of",
        "options.at_time", "extra_hands", "options.level_at_end", "re_entry.most", "re_entry.factors",
    ),
    "What a hand is worth": (
        "points_in_play.count", "points_in_play.last_tile", "options.scoring", "prize.domino", "prize.block",
        "prize.capicua", "prize.double", "prize.double_capicua", "bonus",
    ),
    "Who opens": (
        "options.first_opener", "options.draw_order", "options.first_tile", "options.next_opener",
        "options.choose_opener",
        "options.next_match_opener", "options.turns",
    ),
    "The block": (
        "options.closing", "options.block", "options.block_points", "options.tied_block", "options.tied_worth",
        "options.tied_worth_until", "raises.factor", "raises.add", "raises.after",
    ),
    "The tiles": ("options.set", "options.tiles", "options.boneyard", "options.reserve", "table.draws_up_to"),
    "At the table": (),
    "The clock": (),
    "The sheet": (),
    "The tournament": ("options.table_seating", "options.avoid_partners", "options.championship", "options.card_span"),
}  # fmt: skip
"""What a reader wants to know together; a setting that is not named here stands with its table."""

_BY_TABLE: Final = {"clock": "The clock", "sheet": "The sheet", "tournament": "The tournament"}


class Told(NamedTuple):
    """One setting in words."""

    key: str
    what: Phrase
    value: str | Phrase
    plain: Any
    """As the file has it; None for what is no setting of one key."""

    def told(self, lang: str) -> str:
        return Phrase("{what}: {now}", what=self.what, now=self.value).told(lang)


def summary(book: Book) -> dict[str, list[Told]]:
    """Everything that holds under a book, by part; what it has no use for is not told.

    >>> from tantera.rules import load_book
    >>> summary(load_book("san-juan"))["The block"][-1].told("en")
    'tied block: nobody scores and the same player opens'
    """
    told = {one.key: one for one in (*_settings(book), *_bonuses(book))}
    parts: dict[str, list[Told]] = {}
    for part, keys in PARTS.items():
        parts[part] = [one for key in keys if key in told for one in _taken(told, key)]
    for key, one in told.items():
        parts[_BY_TABLE.get(key.partition(".")[0], "At the table")].append(one)
    return {part: found for part, found in parts.items() if found}


def _taken(told: dict[str, Told], key: str) -> Iterator[Told]:
    """A setting and, of the bonuses, each one."""
    yield told.pop(key)
    for other in [other for other in told if other.startswith(f"{key}.")]:
        yield told.pop(other)


def _settings(book: Book) -> Iterator[Told]:
    silent = {*idle(book), *_unasked(book)}
    for key, value in settings_of(book).items():
        if value is not None and value not in ([], (), False) and key not in silent:
            yield Told(key, key_in_words(key), value_in_words(key, value), value)


def _unasked(book: Book) -> Iterator[str]:
    """What only matters in matches that end by time or by hands, what multiplies by one, and what a tournament has
    without saying so."""
    limit = book.options.limit
    if limit.minutes is None:
        yield from ("options.at_time", "extra_hands")
        if limit.hands is None:
            yield "options.level_at_end"
    if book.best_of == 1:
        yield "best_of"
    if book.points_in_play is not None and book.points_in_play.last_tile == 0:
        yield "points_in_play.last_tile"
    if book.options.reserve == 0:
        yield "options.reserve"
    if book.raises is not None and book.raises.factor == 1:
        yield "raises.factor"
    if book.options.tied_worth == 1:
        yield "options.tied_worth"
    if book.options.tied_worth_until == 0:
        yield "options.tied_worth_until"
    if book.options.closing == "free":
        yield "options.closing"
    usual = Tournament()
    if book.tournament is not None:
        for key in usual.__struct_fields__:
            if getattr(book.tournament, key) == getattr(usual, key):
                yield f"tournament.{key}"


def _bonuses(book: Book) -> Iterator[Told]:
    for place, (kind, (what, points)) in enumerate(bonuses_in_words(book).items()):
        yield Told("bonus" if place == 0 else f"bonus.{kind}", what, points, None)
