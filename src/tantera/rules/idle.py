"""What a book says that changes nothing, because something else in it says otherwise: a setting, and what it needs."""

from __future__ import annotations

from collections.abc import Iterator

from tantera.formats import FORMATS
from tantera.rules.runnable import format_of
from tantera.rules.sanctions import consequences_at
from tantera.rules.schema import Book


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
            knows = next(one.name for one in FORMATS.values() if one.knows(key))
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
