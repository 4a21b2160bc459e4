"""A book in words, part by part: how a match is won, what a hand is worth, who opens. For ``rules show`` and the page
on the notice board. What changes nothing, because something else in the book says otherwise, is left out (`idle`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from tantera.formats import FORMATS
from tantera.rules.diff import bonuses_in_words, settings_of
from tantera.rules.glossary import key_in_words, value_in_words
from tantera.rules.runnable import format_of
from tantera.rules.sanctions import consequences_at
from tantera.rules.schema import Book
from tantera.rules.tournament import Tournament
from tantera.words import Phrase


def idle(book: Book) -> dict[str, str]:
    """Settings by their dotted key that do nothing in this book, each with what would have to stand there.

    >>> from tantera.rules import load_book
    >>> idle(load_book("clasico"))["extra_hands"]
    'options.at_time = "extra_hands"'
    """
    return dict(_idle(book))


def _idle(book: Book) -> Iterator[tuple[str, str]]:
    options = book.options
    if options.boneyard == "none":
        yield "table.draws_up_to", 'options.boneyard = "one"'
        yield "options.reserve", 'options.boneyard = "until_fits"'
    if options.limit.points is None:
        yield "points_in_play.exact", "options.limit = { points = … }"
    if options.play == "alone":
        yield "points_in_play.partners_play_on", 'options.play = "pairs"'
    if "extra" not in options.at_time:
        yield "extra_hands", 'options.at_time = "extra_hands"'
    if options.first_opener != "draw" and book.customs.seating != "by_draw":
        yield "options.draw_order", 'options.first_opener = "draw"'
    if options.play == "alone":
        yield "sheet.difference_cap", 'options.play = "pairs"'
    else:
        yield "options.championship", 'options.play = "alone"'
    for key in ("table_seating", "avoid_partners"):
        if not format_of(book).knows(key):
            knows = next(format.name for format in FORMATS.values() if format.knows(key))
            yield f"options.{key}", f'tournament.format = "{knows}"'
    consequences = consequences_at(book.severities, book.infractions)
    if not any(consequence.award == "false_pass_award" for _, consequence in consequences):
        yield "options.false_pass_award", '[[infraction]] … award = "false_pass_award"'
    if not book.catalogue:
        yield "options.card_span", "[[infraction]]"
        yield "options.fault_count", "[[infraction]]"
    if options.tied_worth == 1:
        yield "options.tied_worth_until", "options.tied_worth = 2"
    if not options.tied_block.startswith("nobody_"):
        yield "options.tied_worth", 'options.tied_block = "nobody_same_opener"'
        yield "options.tied_worth_until", 'options.tied_block = "nobody_same_opener"'
    if options.next_opener != "winners_choose" or options.play == "alone":
        yield "options.choose_opener", 'options.next_opener = "winners_choose"'
    customs = book.customs
    if (
        customs.taking == "shuffler_last"
        and customs.shuffle == "anybody"
        and customs.first_shuffle in (None, "anybody")
    ):
        yield "table.taking", 'table.shuffle = "previous_opener"'
    if options.block == "nobody":
        yield "options.block_points", 'options.block = "pair"'
        yield "prize.block", 'options.block = "pair"'
    if options.limit.minutes is None:
        yield "warn_minutes", "options.limit = { minutes = … }"
    if book.raises is not None and book.raises.after == "tied_block" and not options.tied_block.startswith("nobody_"):
        yield from ((f"raises.{key}", 'raises.after = "block"') for key in ("factor", "add", "after"))


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


class SettingInWords(NamedTuple):
    """One setting in words."""

    key: str
    what: Phrase
    value: str | Phrase
    plain: Any
    """As the file has it; None for what is no setting of one key."""

    def told(self, lang: str) -> str:
        return Phrase("{what}: {now}", what=self.what, now=self.value).told(lang)


def summary(book: Book) -> dict[str, list[SettingInWords]]:
    """Everything that holds under a book, by part; what it has no use for is not told.

    >>> from tantera.rules import load_book
    >>> summary(load_book("san-juan"))["The block"][-1].told("en")
    'tied block: nobody scores and the same player opens'
    """
    settings = {setting.key: setting for setting in (*_settings(book), *_bonuses(book))}
    parts: dict[str, list[SettingInWords]] = {}
    for part, keys in PARTS.items():
        parts[part] = [setting for key in keys if key in settings for setting in _taken(settings, key)]
    for key, setting in settings.items():
        parts[_BY_TABLE.get(key.partition(".")[0], "At the table")].append(setting)
    return {part: listed for part, listed in parts.items() if listed}


def _taken(settings: dict[str, SettingInWords], key: str) -> Iterator[SettingInWords]:
    """A setting and, of the bonuses, each one."""
    yield settings.pop(key)
    for other in [other for other in settings if other.startswith(f"{key}.")]:
        yield settings.pop(other)


def _settings(book: Book) -> Iterator[SettingInWords]:
    silent = {*idle(book), *_unasked(book)}
    for key, value in settings_of(book).items():
        if value is not None and value not in ([], (), False) and key not in silent:
            yield SettingInWords(key, key_in_words(key), value_in_words(key, value), value)


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


def _bonuses(book: Book) -> Iterator[SettingInWords]:
    for place, (kind, (what, points)) in enumerate(bonuses_in_words(book).items()):
        yield SettingInWords("bonus" if place == 0 else f"bonus.{kind}", what, points, None)
