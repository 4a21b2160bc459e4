"""Sanctions × situations: whatever the known facts contradict is refused, whatever they allow is taken, everywhere."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import get_args

import pytest
from msgspec.structs import replace

from tantera.notation import DgnError, export, judge, read, write
from tantera.notation.document import Document, RecordItem
from tantera.play import REFEREE, Match, Phase, RecordInfraction
from tantera.referee import rule, step
from tantera.rules import Book, Refusal, built_in_books
from tantera.rules.sanctions import Need
from tantera.sheet import Pad
from tests import builders
from tests.play.tables import next_command, proof, started
from tests.referee.situations import OPINIONS, Asked, Witness, five, records, tables

BOOKS = five()
every_book = pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)


def taken(match: Match, order: RecordInfraction) -> bool:
    try:
        rule(match, order, match.at)
    except Refusal as refusal:
        cites_and_speaks(refusal, order)
        return False
    return True


def cites_and_speaks(refusal: Refusal, order: RecordInfraction) -> None:
    assert refusal.article == order.article, refusal
    assert refusal.told("es") != refusal.told("en"), f"{refusal} in Spanish"
    assert refusal.told("ca") != refusal.told("en"), f"{refusal} in Catalan"


class Matrix:
    """One book's catalogue against tables by chance. What referee and second opinion agree on is counted."""

    def __init__(self, book: Book, every: bool = False) -> None:
        self.book, self.every = book, every
        self.agreed: Counter[tuple[str, bool]] = Counter()

    def parted(self, seeds: range, articles: tuple[str, ...] = ()) -> Iterator[str]:
        """Where the two part."""
        for seed in seeds:
            rng = Random(seed)
            for table in tables(self.book, seed):
                match = table.match
                witness = Witness(match)
                for infraction in self.book.catalogue:
                    if articles and infraction.article not in articles:
                        continue
                    for asked in records(witness, infraction, rng, self.every or bool(articles)):
                        if asked.verdict is None:
                            continue
                        if taken(match, asked.order) is asked.verdict:
                            self.agreed[infraction.article, asked.verdict] += 1
                        else:
                            yield told(match, asked, seed)

    def lacking(self) -> list[str]:
        """Entries that were never taken, or never refused although a table can contradict them."""
        return [
            f"{one.article} is never {'taken' if verdict else 'refused'}"
            for one in self.book.catalogue
            for verdict in ((True, False) if one.article in OPINIONS else (True,))
            if not self.agreed[one.article, verdict]
        ]


def told(match: Match, asked: Asked, seed: int) -> str:
    """Enough to see it for oneself."""
    assert match.hand is not None
    assert match.hand.deal is not None
    racks = [".".join("??" if tile is None else tile.code for tile in rack) for rack in match.hand.deal.racks]
    moves = "\n".join(map(str, match.hand.moves))
    said = "taken" if taken(match, asked.order) else "refused"
    return f"{match.book.id} {seed}: {said}: {asked.order}\no{match.hand.opener} {racks} {match.hand.ended}\n{moves}"


def agrees(book: Book, seeds: range, every: bool) -> None:
    matrix = Matrix(book, every)
    parted = list(islice(matrix.parted(seeds), 3))
    assert not parted, "\n\n".join(parted)
    assert not matrix.lacking()


@every_book
def test_every_infraction_is_refused_where_it_cannot_have_happened_and_taken_where_it_can(book):
    agrees(book, range(14), every=False)


@every_book
@pytest.mark.prove
@pytest.mark.time_limit(3600)
def test_the_whole_matrix_of_sanctions_and_situations(book):
    agrees(book, range(proof(200, 2000)), every=True)


IMPLIED = {"own_turn", "held_the_tile"}
"""Needs that say it sooner than another one, or than what follows, would."""


def without(book: Book, article: str, needs: set[str]) -> Book:
    """The book, its catalogue silent on what this infraction needs."""
    forgetful = tuple(
        replace(one, needs=tuple(need for need in one.needs if need not in needs)) if one.article == article else one
        for one in book.infractions
    )
    return replace(book, infractions=forgetful)


@pytest.mark.parametrize(
    ("book", "article"),
    [
        pytest.param(book, one.article, id=one.article)
        for book in BOOKS
        for one in book.catalogue
        if one.needs and not {*one.needs} <= {"held_the_tile"}
    ],
)
def test_a_catalogue_that_forgets_what_an_infraction_needs_is_found_out(book, article):
    """The planted fault: the matrix can fail."""
    matrix = Matrix(without(book, article, set(get_args(Need))))
    assert next(matrix.parted(range(40), (article,)), None) is not None


@pytest.mark.parametrize(
    ("book", "article", "need"),
    [
        pytest.param(book, one.article, need, id=f"{one.article} {need}")
        for book in BOOKS
        for one in book.catalogue
        for need in one.needs
        if need not in IMPLIED
    ],
)
@pytest.mark.prove
@pytest.mark.time_limit(3600)
def test_every_need_of_the_five_books_makes_a_difference(book, article, need):
    matrix = Matrix(without(book, article, {need}))
    assert next(matrix.parted(range(proof(400, 4000)), (article,)), None) is not None


# --- the other doors


def in_a_file(document: Document, record: RecordItem) -> bool:
    """Whether the file holds with this record at its end."""
    *before, last = document.hands
    longer = dataclasses.replace(last, items=(*last.items, record))
    return holds(dataclasses.replace(document, hands=(*before, longer)))


def holds(document: Document) -> bool:
    try:
        judge(read(write(document)), built_in_books)
    except DgnError:
        return False
    return True


def on_the_sheet(document: Document, record: RecordItem) -> bool:
    """Whether the pad takes the record."""
    try:
        Pad.read(write(document)).recorded(record)
    except DgnError:
        return False
    return True


@every_book
def test_a_file_and_the_sheet_say_the_same(book):
    for seed in range(3):
        rng = Random(seed)
        for table in tables(book, seed):
            if rng.random() < 0.6 or not holds(document := export(table.ledger)):
                continue  # a tile laid since may tell that another seat opens by the double
            witness = Witness(table.match)
            some = rng.sample(book.catalogue, min(2, len(book.catalogue)))
            for asked in (one for infraction in some for one in records(witness, infraction, rng, every=False)):
                record = RecordItem(asked.order.article, asked.order.seat, asked.order.details)
                if asked.verdict is not None:
                    assert in_a_file(document, record) is asked.verdict, told(table.match, asked, seed)
                    assert on_the_sheet(document, record) is asked.verdict, told(table.match, asked, seed)


@every_book
def test_a_table_run_by_the_program_says_the_same_and_between_two_hands_knows_that_nobody_plays(book):
    between = 0
    for seed in range(2):
        rng = Random(seed)
        match, _ = started(book)
        while match.phase is not Phase.ENDED and len(match.lines) < 2:
            match, _ = builders.step(match, next_command(match, rng, seed), match.at)
            if match.phase is Phase.ENDED or match.seats_open:
                continue
            if match.hand_in_play:
                witness = Witness(match)
                asked = [one for each in book.catalogue for one in records(witness, each, rng, every=False)]
            else:
                between += 1
                asked = [Asked(RecordInfraction(one.article, 1), not one.needs) for one in book.catalogue]
            for one in asked:
                if one.verdict is not None:
                    assert at_the_table(match, one.order) is one.verdict, told(match, one, seed)
    assert between


def at_the_table(match: Match, order: RecordInfraction) -> bool:
    try:
        step(match, order, REFEREE, match.at)
    except Refusal as refusal:
        cites_and_speaks(refusal, order)
        return False
    return True
