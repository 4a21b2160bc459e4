"""Somebody's first hand, and a table where one plays as at home: what is dealt, and what nobody is asked."""

from __future__ import annotations

from random import Random

import pytest

from tantera.bots import make
from tantera.play import Phase, options, view
from tantera.play.deal import deal_seed
from tantera.play.events import HandDealt, SheetSigned
from tantera.rules import BOOKS, Refusal, load_book
from tantera.tables import BotAt, Settings, bots_asked
from tantera.tables import orders as o
from tantera.tables.deals import FIRST_HAND
from tantera.tables.events import TimeRanOut
from tantera.telling.first_hand import STEPS, hints
from tests.tables.rooms import CODE, Room

FIRST = Settings(bot="level-1", watching="nobody", manner="first_hand")
HOME = Settings(bot="level-1", watching="nobody", manner="home")


def first_hand() -> Room:
    room = Room("clasico", people=1, limit="1h", settings=FIRST)
    room.do(o.Start(), "ana")
    return room.settle()


def test_everybodys_first_hand_is_the_same_and_can_be_checked_like_any_other():
    room, other = first_hand(), first_hand()
    (dealt,) = room.told(HandDealt)
    assert dealt.racks == other.told(HandDealt)[0].racks
    assert (bytes.fromhex(dealt.seed), dealt.entropy) == (FIRST_HAND, ())
    assert deal_seed(FIRST_HAND) == deal_seed(bytes.fromhex(dealt.seed), dealt.entropy)


def test_a_first_hand_begins_at_once_and_its_player_is_the_fourth_in_turn():
    room = first_hand()
    assert room.match.phase is Phase.PLAYING
    assert room.match.hand is not None
    assert (room.seat("ana"), room.match.hand.opener) == (1, 2)


def test_a_second_hand_at_that_table_is_left_to_chance():
    room, other = (Room("clasico", people=1, settings=FIRST) for _ in range(2))
    for number, one in enumerate((room, other)):
        one.do(o.Start(), "ana")
        one.settle().hand_over().agree()
        one.now += number
        one.wait(5)
    first, second = room.told(HandDealt)[:2]
    assert first.seed != second.seed


def test_nobody_else_comes_to_a_first_hand():
    assert "alone with bots" in first_hand().refused(o.Enter("Bea", CODE), "bea")
    for wrong in (Settings(manner="first_hand", watching="nobody", public=True), Settings(manner="first_hand")):
        with pytest.raises(Refusal, match="alone with bots"):
            wrong.check(load_book("clasico"))


def played_with(chance: Random) -> set[str]:
    """A first hand with kind bots and a player who plays anything: every sentence that there was to read."""
    room, read = first_hand(), set[str]()
    bots = {seat: make(room.table.chairs[seat - 1].bot or "", chance.getrandbits(40)) for seat in (2, 3, 4)}
    while room.match.phase is Phase.PLAYING:
        asked = bots_asked(room.table)
        read |= {hint.key for hint in hints(view(room.match, 1), "es")}
        if asked:
            (seat, _) = asked[0]
            room.do(bots[seat](view(room.match, seat)), BotAt(seat))
        else:
            room.do(chance.choice(options(room.match, 1)), "ana")
    assert room.match.phase is Phase.ENDED, "one hand, and it is over"
    return read | {hint.key for hint in hints(view(room.match, 1), "es")}


def test_whatever_is_played_the_deal_brings_every_moment_there_is_to_learn():
    read = [played_with(Random(seed)) for seed in range(40)]
    assert [moments for moments in STEPS if not all(one & moments.keys() for one in read)] == []
    assert {key for moments in STEPS for key in moments} == set().union(*read), "and every sentence comes up"


@pytest.mark.parametrize("book", BOOKS)
def test_at_home_nobody_is_asked_anything_before_the_first_tile(book: str):
    room = Room(book, people=1, settings=HOME)
    room.do(o.Start(), "ana")
    room.settle()
    assert [waited.what for waited in room.sees("ana").waits] in ([], ["entropy"])
    room.do(o.AddEntropy("mine"), "ana")
    room.settle()
    assert room.match.phase is Phase.PLAYING
    assert room.told(TimeRanOut) == [], "nobody was waited for"


@pytest.mark.article("TG-6.2", "TG-6.3")
def test_who_asks_for_the_books_ceremony_gets_it():
    room = Room("tarragona", people=1, settings=Settings(bot="level-1"))
    room.do(o.Start(), "ana")
    room.settle()
    assert [waited.what for waited in room.sees("ana").waits] == ["choose_seat"]
    assert room.told(SheetSigned) == []
