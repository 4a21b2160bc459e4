"""The count of a hand: what everybody is left with, what each side writes, and the sum that it is."""

import pytest
from msgspec.structs import replace

from tantera.play import Phase
from tantera.rules import load_book
from tantera.rules.schema import Bonus, Raise
from tantera.telling import Count, count
from tests.articles.test_families import CLOSED, LEVEL, PLAIN
from tests.builders import Dealt, Table, ledger_of
from tests.tables.rooms import Room

LA_E_LO = Dealt(("66.26", "06.05", "11.13", "02.34"), "66 >60 - >02 <62")

BOOKS = ("san-juan", "tarragona", "ueh", "competencia-individual", "clasico")


def counts(room: Room, hands: int) -> list[Count]:
    """The counts of the first hands of a match."""
    found: list[Count] = []
    room.begun()
    while len(found) < hands and room.table.in_play is not None:
        room.hand_over()
        ledger = room.table.ledger
        assert ledger is not None
        told = count(ledger, "es", 1)
        assert told is not None
        found.append(told)
        while room.table.in_play is not None and room.match.phase is not Phase.PLAYING:
            room.wait(1)
    return found


@pytest.mark.parametrize("book", BOOKS)
def test_what_a_side_writes_is_the_sum_that_is_told(book: str):
    for told in counts(Room(book), 6):
        assert told.heading
        assert told.second
        for side in told.sides:
            known = [pips for pips in side.left if pips is not None]
            assert side.total is None or side.total == sum(known)
            assert side.points == sum(side.sum) * side.times
            assert side.had is None or side.had + side.points == side.score


@pytest.mark.article("TG-10")
def test_the_winners_count_what_both_pairs_are_left_with():
    won = [(told, side) for told in counts(Room("tarragona"), 3) for side in told.sides if side.points]
    assert won
    for told, side in won:
        assert side.sum == tuple(one.total for one in told.sides)


@pytest.mark.article("UEH-anotacion")
def test_alone_everybody_writes_their_own_pips():
    for told in counts(Room("ueh"), 3):
        for side in told.sides:
            assert side.sum in ((), (side.total,))


def test_with_the_opponents_only_the_winners_count_the_others():
    for told in counts(Room("clasico", scoring="opponents"), 4):
        for side in told.sides:
            others = tuple(one.total for one in told.sides if one is not side)
            assert side.sum in ((), others)


def test_raised_hands_are_multiplied_and_bonuses_stand_apart():
    book = load_book("clasico")
    raised = replace(book, raises=Raise(factor=2, after="block"), bonuses=(Bonus(kind="first_pass", points=10),))
    found = counts(Room(raised, limit="900p"), 12)
    assert any(side.times > 1 for told in found for side in told.sides)
    for told in found:
        for side in told.sides:
            assert side.points == sum(side.sum) * side.times
            assert side.had is not None
            assert side.score - side.had - side.points in (0, 10)


def test_a_count_is_told_to_the_one_who_reads_it():
    room = Room("san-juan").begun().hand_over()
    ledger = room.table.ledger
    assert ledger is not None
    line = ledger.match.lines[-1]
    assert line.went_out == 1
    mine, others = count(ledger, "es", 1), count(ledger, "es", 2)
    assert mine is not None
    assert others is not None
    assert (mine.heading, others.heading) == ("¡Dominó tuyo!", "Dominó de Ana")
    assert mine.second == others.second == "con el 3-2"
    assert (mine.opens, others.opens) == ("Después sales tú", "Después sale Ana")


def test_a_block_says_who_closed_it_and_at_what():
    told = counts(Room("ueh"), 1)[0]
    assert (told.heading, told.second) == ("Juego cerrado", "Bea cierra a blancas")


@pytest.mark.parametrize(
    ("book", "dealt", "second"),
    [
        ("dominicano-200", CLOSED, "3 cierra a seises y blancas; se decide entre 3 (4) y 2 (2)"),
        ("jamaica-six-love", CLOSED, "3 cierra a seises y blancas; menos puntos: 2 (2)"),
        ("jamaica-six-love", LEVEL, "3 cierra a seises y blancas; menos puntos: 2 (4) y 3 (4)"),
        ("venezuela-75", CLOSED, "3 cierra a seises y blancas"),
        ("brasil-7", PLAIN, "con el 6-1"),
        ("brasil-7", LA_E_LO, "con el 6-2, capicúa"),
        ("venezuela-75", LA_E_LO, "con el 6-2"),
    ],
)
def test_what_decided_a_block_or_a_fixed_prize_is_said(book: str, dealt: Dealt, second: str):
    """C closes with 4, B before C has 2: whoever sees the totals 14 and 11 alone would not know what decided."""
    game = Table(book, tiles=2).hands(dealt)
    told = count(ledger_of(game.match.book, game.events), "es")
    assert told is not None
    assert told.second == second


def test_before_the_first_line_there_is_no_count():
    room = Room("san-juan").begun()
    assert room.table.ledger is not None
    assert count(room.table.ledger, "es") is None
