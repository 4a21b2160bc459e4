"""For whoever organises: what to look over in the hall (TG-1…5), and the prizes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from tantera.paper import blocks
from tantera.paper.press import Document
from tantera.tournament.presentation import Presentation
from tantera.words import translate
from tantera.words.numbers import number

CUPS: Final = 3
"""Places of the clubs' table that have a line to write on: a cup, a ham."""


def checklist(tournament: Presentation, lang: str) -> Document:
    """What the book's articles give an organiser to tick off before anybody sits down."""
    book = tournament.book
    parts = [blocks.blanks(translate(lang, "Hall"), translate(lang, "Date"))]
    with_checks = [article for article in book.articles if article.check]
    for article in with_checks:
        title = article.title.text(lang) if article.title is not None else ""
        parts.append(blocks.title(" ".join(filter(None, (article.id, title)))))
        parts.append(blocks.ticks(item.text(lang) for item in article.check))
    if not with_checks:
        parts.append(
            blocks.text(translate(lang, "The book asks for nothing in particular. What the organiser looks over:"))
        )
        parts.append(blocks.ticks(translate(lang, line) for line in EVERYWHERE))
    parts.append(blocks.sign([translate(lang, "Looked over by")]))
    title = translate(lang, "The organiser's check-list")
    return blocks.document(tournament, lang, [blocks.sheet(title, parts, book.name.text(lang))])


EVERYWHERE = (
    "Tables with their numbers, readable from across the room",
    "Four chairs at each table",
    "A complete set of tiles at each table, counted",
    "Slips and a pen at each table",
    "A clock that everybody sees or hears",
    "A control table for the slips, with a spare set of tiles",
)
"""Where the book has no such article."""


def prizes(tournament: Presentation, lang: str) -> Document:
    """Who receives what: percentages of the fees paid, with a place to sign for it."""
    title = translate(lang, "Prizes")
    return blocks.document(
        tournament, lang, [blocks.sheet(title, prize_blocks(tournament, lang, receipts=True))], small=11.5
    )


def prize_blocks(tournament: Presentation, lang: str, receipts: bool) -> Iterator[blocks.Block]:
    """The prizes of every category, what they come from and what is left."""
    fees = "Fees paid: {paid}, by {count} entries."
    payers = sum(entry.paid > 0 for entry in tournament.state.entries.values())
    yield blocks.text(translate(lang, fees, paid=number(tournament.fund, lang), count=number(payers, lang)))
    clubs = tournament.teams[:CUPS]
    if not tournament.prizes and not clubs:
        yield blocks.text(translate(lang, "The event has no prizes from the fees."))
        return
    if tournament.prizes:
        shares = zip(tournament.prizes, tournament.state.options.prizes, strict=False)
        money = [blocks.figures(translate(lang, "share")), blocks.figures(translate(lang, "amount"), bold=True)]
        rows = [
            [f"{one.place}.", tournament.entry_name(one.entry), f"{percent} %", number(one.amount, lang)]
            for one, percent in shares
        ]
        yield _prize_table(money, rows, lang, receipts)
    if clubs:
        yield blocks.title(translate(lang, "By clubs"))
        cups = [blocks.column(translate(lang, "prize"), 40)]
        yield _prize_table(cups, [[f"{one.place}.", one.club, ""] for one in clubs], lang, receipts)
    left = tournament.fund - sum(one.amount for one in tournament.prizes)
    if left > 0:
        yield blocks.text(translate(lang, "Not given as prizes: {amount}.", amount=number(left, lang)))


def _prize_table(what: list[dict[str, Any]], rows: list[list[str]], lang: str, receipts: bool) -> blocks.Block:
    columns = [blocks.figures("", bold=True), blocks.column(translate(lang, "name"), "fr", bold=True), *what]
    if receipts:
        columns.append(blocks.column(translate(lang, "received (signature)"), 50))
        rows = [[*row, ""] for row in rows]
    return blocks.table(columns, rows) | {"pad": 3.2 if receipts else 1.3}
