"""For whoever organises: what to look over in the hall (TG-1…5), and the prizes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from tantera.paper import blocks
from tantera.paper.data import Printable, PrizeTable
from tantera.paper.press import Document
from tantera.paper.saying import figure
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
        parts.append(blocks.text(translate(lang, "The book asks for nothing in particular. What the organiser looks over:")))
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
    paid = sum(entry.paid for entry in event.event.entries)
    payers = sum(entry.paid > 0 for entry in event.event.entries)
    yield blocks.text(
        translate(lang, "Fees paid: {paid}, by {count} entries.", paid=number(paid, lang), count=number(payers, lang))
    )
    if not event.prizes:
        yield blocks.text(translate(lang, "The event has no prizes from the fees."))
    for table in event.prizes:
        if table.title:
            yield blocks.title(table.title)
        yield _prize_table(event, table, paid, lang, receipts)
    kept = 100 - sum(Fraction(str(share)) for table in event.prizes for share in table.percentages)
    if event.prizes and kept > 0:
        left = paid * kept / 100
        yield blocks.text(
            translate(lang, "Not given as prizes: {percent} %, {amount}.", percent=_percent(float(kept), lang), amount=_amount(left, lang, left.denominator != 1))
        )


def _prize_table(event: Printable, table: PrizeTable, paid: int, lang: str, receipts: bool) -> blocks.Block:
    ranked = table.places if table.places is not None else tuple(one.entry for one in event.event.standings)
    amounts = shares(paid, table.percentages)
    cents = any(amount.denominator != 1 for amount in amounts)
    rows = []
    for place, (percent, amount) in enumerate(zip(table.percentages, amounts, strict=True), 1):
        name = event.entry_name(ranked[place - 1]) if place <= len(ranked) else translate(lang, "nobody")
        rows.append([f"{place}.", name, f"{_percent(percent, lang)} %", _amount(amount, lang, cents), *([""] if receipts else [])])
    columns = [
        blocks.figures("", bold=True),
        blocks.column(translate(lang, "pair" if event.is_pairs else "player"), "fr", bold=True),
        blocks.figures(translate(lang, "share")),
        blocks.figures(translate(lang, "amount"), bold=True),
    ]
    if receipts:
        columns.append(blocks.column(translate(lang, "received (signature)"), 50))
    return blocks.table(columns, rows) | {"pad": 3.2 if receipts else 1.3}


def shares(paid: int, percentages: Sequence[float]) -> list[Fraction]:
    """Amounts to the cent that add up to exactly what the percentages give together (largest remainder).

    >>> [str(float(one)) for one in shares(101, (45, 27, 18, 10))], float(sum(shares(100, (33.3, 33.3, 33.4))))
    (['45.45', '27.27', '18.18', '10.1'], 100.0)
    """
    exact = [Fraction(str(percent)) * paid for percent in percentages]
    """In cents."""
    whole = [int(one) for one in exact]
    missing = int(sum(exact)) - sum(whole)
    by_remainder = sorted(range(len(exact)), key=lambda at: (whole[at] - exact[at], at))
    for at in by_remainder[:missing]:
        whole[at] += 1
    return [Fraction(cents, 100) for cents in whole]


def _amount(amount: Fraction, lang: str, cents: bool = True) -> str:
    return number(float(amount), lang, 2 if cents else 0)


def _percent(value: float, lang: str) -> str:
    return figure(value, lang)
