"""For whoever organises: what to look over in the hall (TG-1…5), and the prizes."""

from __future__ import annotations

from collections.abc import Iterator

from tantera.paper import blocks
from tantera.paper.data import Printable, PrizeTable
from tantera.paper.press import Document
from tantera.words import translate
from tantera.words.numbers import number


def checklist(event: Printable, lang: str) -> Document:
    """What the book's articles give an organiser to tick off before anybody sits down."""
    book = event.book
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
    return blocks.document(event, lang, [blocks.sheet(title, parts, book.name.text(lang))])


EVERYWHERE = (
    "Tables with their numbers, readable from across the room",
    "Four chairs at each table",
    "A complete set of tiles at each table, counted",
    "Slips and a pen at each table",
    "A clock that everybody sees or hears",
    "A control table for the slips, with a spare set of tiles",
)
"""Where the book has no such article."""


def prizes(event: Printable, lang: str) -> Document:
    """Who receives what: percentages of the fees paid, with a place to sign for it."""
    title = translate(lang, "Prizes")
    return blocks.document(event, lang, [blocks.sheet(title, prize_blocks(event, lang, receipts=True))], small=11.5)


def prize_blocks(event: Printable, lang: str, receipts: bool) -> Iterator[blocks.Block]:
    """The prizes of every category, what they come from and what is left."""
    paid = sum(entry.paid for entry in event.event.entries)
    payers = sum(entry.paid > 0 for entry in event.event.entries)
    yield blocks.text(
        translate(lang, "Fees paid: {paid}, by {count} entries.", paid=number(paid, lang), count=number(payers, lang))
    )
    if not event.prizes:
        yield blocks.text(translate(lang, "The event has no prizes from the fees."))
        return
    for table in event.prizes:
        if table.title is not None:
            yield blocks.title(table.title.phrase.told(lang))
        yield _prize_table(table, lang, receipts)
    left = paid - sum(line.amount or 0 for table in event.prizes for line in table.lines)
    if left > 0:
        yield blocks.text(translate(lang, "Not given as prizes: {amount}.", amount=number(left, lang)))


def _prize_table(table: PrizeTable, lang: str, receipts: bool) -> blocks.Block:
    columns = [blocks.figures("", bold=True), blocks.column(translate(lang, "name"), "fr", bold=True)]
    rows = [[f"{line.place}.", line.name] for line in table.lines]
    if any(line.amount is not None for line in table.lines):
        columns += [blocks.figures(translate(lang, "share")), blocks.figures(translate(lang, "amount"), bold=True)]
        for row, line in zip(rows, table.lines, strict=True):
            row.append(f"{line.percent} %" if line.percent is not None else "")
            row.append(number(line.amount, lang) if line.amount is not None else "")
    else:
        columns.append(blocks.column(translate(lang, "prize"), 40))
        rows = [[*row, ""] for row in rows]
    if receipts:
        columns.append(blocks.column(translate(lang, "received (signature)"), 50))
        rows = [[*row, ""] for row in rows]
    return blocks.table(columns, rows) | {"pad": 3.2 if receipts else 1.3}
