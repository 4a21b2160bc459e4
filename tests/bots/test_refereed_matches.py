"""Bots play whole matches while a referee records whatever comes to mind: every decision is answered by the one who has
it, no table hangs, and the log folds to the match."""

from __future__ import annotations

from pathlib import Path

import pytest

from tantera.play import DIRECTOR, JUDGES, REFEREE, TABLE, Ledger, Match, Phase, options
from tantera.referee import step
from tantera.rules import Book, load_book, with_options
from tests.bots.refereed import Refereed
from tests.builders import credulous
from tests.play.tables import proof
from tests.referee.sessions import EVERY_BOOK

every_book = pytest.mark.parametrize("name", EVERY_BOOK, ids=[Path(name).stem for name in EVERY_BOOK])


def short(name: str) -> Book:
    """The book to a limit that a test has time for."""
    book = credulous(name)
    points = book.options.limit.points
    return with_options(book, {}, f"{min(points, 100)}p" if points is not None else "3h")


@every_book
def test_bots_play_refereed_matches_to_their_end(name: str):
    book, recorded, decided = short(name), 0, 0
    for seed in range(10):
        table = Refereed(book, seed).play()
        recorded, decided = recorded + table.recorded, decided + table.decided
        check_folds(book, table)
    assert recorded > 10
    asks = [level.decision for level in book.severities] + [infraction.decision for infraction in book.infractions]
    assert decided or not any(asks)


@every_book
@pytest.mark.prove
def test_a_thousand_refereed_matches_of_every_book_end(name: str):
    book = load_book(name)
    for seed in range(proof(1000, 1000)):
        check_folds(book, Refereed(book, 1000 + seed).play())


def check_folds(book: Book, table: Refereed) -> None:
    assert table.match.phase is Phase.ENDED
    assert Ledger.opened(table.ledger.events, lambda _: book.base).match == table.match


@every_book
def test_every_option_that_is_listed_is_accepted_by_the_door(name: str):
    for seed in range(proof(2, 50)):
        table = Refereed(short(name), 500 + seed)
        while True:
            check_accepted(table.match)
            if not table.go_on():
                break


def check_accepted(match: Match) -> None:
    """By the door that keeps the time still: nothing else can have changed since they were listed."""
    seats = range(1, len(match.names) + 1)
    for actor in (*seats, REFEREE, JUDGES, DIRECTOR, TABLE):
        for order in options(match, actor):
            assert step(match, order, actor, match.at).events, order
