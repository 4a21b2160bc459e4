"""A bot answers with one of its options in every phase."""

from __future__ import annotations

import pytest

from tantera.bots import make
from tantera.bots.simple import counter
from tantera.play import (
    TABLE,
    AgreeCount,
    AgreeOpener,
    ChooseSeat,
    DealHand,
    DrawForOpening,
    Match,
    NameCounter,
    NameScorer,
    Order,
    Phase,
    ShuffleAgain,
    SignSheet,
    new_match,
    options,
    start_match,
    view,
)
from tantera.referee import step
from tantera.rules import Book, Seat, load_book, with_options
from tests.builders import named

article = pytest.mark.article


def match_of(book: Book) -> Match:
    return start_match(book, new_match(book))


def answer(match: Match, seat: Seat) -> Order:
    taken = make("counter", 1)(view(match, seat))
    assert taken in options(match, seat)
    return taken


@article("TG-6.2")
def test_each_pair_of_bots_names_one_of_its_own_for_the_sheet_and_the_count():
    match = match_of(load_book("tarragona"))
    assert answer(match, 3) == NameScorer(3)
    assert answer(match, 2) == NameCounter(2)


@article("TG-6.3")
def test_who_wins_the_draw_stays_where_it_sits():
    match = step(match_of(load_book("san-juan")), DrawForOpening(b"1"), TABLE, 0).after
    if match.draw_winner is not None and match.phase is Phase.SEATING:
        assert answer(match, match.draw_winner) == ChooseSeat(match.draw_winner)
    tarragona = match_of(load_book("tarragona"))
    tarragona = step(tarragona, NameScorer(1), 1, 0).after
    tarragona = step(tarragona, NameCounter(2), 2, 0).after
    tarragona = step(tarragona, DrawForOpening(b"1"), TABLE, 0).after
    assert tarragona.draw_winner is not None
    assert answer(tarragona, tarragona.draw_winner) == ChooseSeat(tarragona.draw_winner)


@article("CL-inicio")
def test_bots_agree_on_one_opener():
    match = match_of(with_options(load_book("clasico"), {"first_opener": "agreed"}))
    assert {answer(match, seat) for seat in match.seats} == {AgreeOpener(1)}


@article("CI-5")
def test_an_opener_is_content_with_one_shuffle():
    book = load_book("competencia-individual")
    assert answer(start_match(book, new_match(book, opener=2)), 2) == ShuffleAgain(2, again=False)


@article("SJ-conteo", "TG-12")
def test_bots_agree_with_the_count_and_sign():
    book = with_options(load_book("tarragona"), {}, "1h")
    match = step(named(start_match(book, new_match(book, opener=1))), DealHand(b"one"), TABLE, 0).after
    while match.phase is Phase.PLAYING and match.hand is not None:
        match = step(match, answer(match, match.hand.turn), match.hand.turn, 0).after
    while match.phase is Phase.COUNTING:
        seat = next(seat for seat in match.seats if options(match, seat))
        assert answer(match, seat) == AgreeCount(seat)
        match = step(match, AgreeCount(seat), seat, 0).after
    if match.phase is Phase.ENDED:
        signer = match.signers[0]
        assert answer(match, signer) == SignSheet(signer)


def test_a_bot_moves_as_its_mover_does():
    book = load_book("san-juan")
    match = step(start_match(book, new_match(book, opener=1)), DealHand(b"one"), TABLE, 0).after
    assert answer(match, 1) == counter(view(match, 1))
