"""A hand that somebody set, played on from at a table of its own."""

from __future__ import annotations

import msgspec
import pytest

from tantera.lessons.setting import Draft
from tantera.play import Phase
from tantera.play.events import HandDealt, SeedCommitted, TilePlaced
from tantera.rules import Refusal, load_book
from tantera.tables import Settings
from tantera.tables import orders as o
from tantera.tables.events import SeedKept
from tantera.tables.seats import played_meanwhile
from tantera.tables.seen import seen
from tests.tables.rooms import CODE, Room

DEALT = Draft().filled(b"a hand for tests")


def after(moves: int) -> Draft:
    draft = DEALT
    for _ in range(moves):
        draft = draft.laid(draft.may_play[0])
    return draft


def settings(draft: Draft, **more: object) -> Settings:
    return msgspec.convert(
        {"bot": "level-1", "watching": "nobody", "manner": "home", "hand": msgspec.to_builtins(draft.position), **more},
        Settings,
    )


def begun(draft: Draft, book: str = "clasico") -> Room:
    room = Room(book, people=1, limit="1h", settings=settings(draft))
    room.do(o.Start(), "ana")
    return room.settle()


def test_the_table_stands_as_it_was_set_and_whoever_was_in_turn_is():
    draft = after(5)
    hand = begun(draft).match.hand
    assert hand is not None
    expected = draft.position.match.hand
    assert expected is not None
    assert (hand.turn, hand.racks, hand.chain) == (expected.turn, expected.racks, expected.chain)


def test_whoever_opens_the_page_later_is_not_told_that_the_table_played_for_them():
    room = Room("clasico", people=1, limit="1h", settings=settings(after(6)))
    room.do(o.Disconnect(), "ana")
    room.do(o.Start(), "ana")
    room.settle()
    assert any(move.seat == room.seat("ana") for move in room.told(TilePlaced))
    assert played_meanwhile(room.table, "ana") == ()


def test_nobody_takes_it_for_a_fair_deal():
    room = begun(after(5))
    (dealt,) = room.told(HandDealt)
    assert (dealt.known, dealt.seed) == (True, "")
    assert room.told(SeedCommitted) == []
    assert room.told(SeedKept) == []
    assert len(room.told(TilePlaced)) == 5


def test_a_rematch_begins_with_the_same_hand():
    room = begun(DEALT).hand_over().agree()
    assert room.match.phase is Phase.ENDED
    room.settle()
    room.do(o.Propose("rematch"), "ana")
    room.settle()
    first, second = room.told(HandDealt)
    assert first.racks == second.racks


def test_its_racks_are_for_nobodys_eyes():
    room = begun(DEALT)
    opened = room.events[0]
    hidden = DEALT.position.racks[1]
    assert hidden in msgspec.json.encode(opened).decode(), "the stream has them"
    assert hidden not in msgspec.json.encode(seen(room.table, opened, "ana")).decode()
    assert room.sees("ana").settings.hand is msgspec.UNSET


def test_nobody_else_comes_and_nobody_looks_on():
    assert "alone with bots" in begun(DEALT).refused(o.Enter("Bea", CODE), "bea")
    for wrong in ({"public": True}, {"watching": "no_racks"}, {"manner": "book"}):
        with pytest.raises(Refusal, match="alone with bots"):
            settings(DEALT, **wrong).check(load_book("clasico"))


@pytest.mark.parametrize(
    "hand",
    [
        {"racks": ["66", "55", "44", "33"]},
        {"racks": ["66.66.x", "0", "0", "é"]},
        {"racks": list(DEALT.position.racks), "moves": "66 66"},
        {"racks": list(DEALT.position.racks), "moves": "tile"},
    ],
    ids=["too few tiles", "no tiles", "no such moves", "no moves"],
)
def test_what_cannot_be_played_is_refused_before_there_is_a_table(hand: dict[str, object]):
    with pytest.raises(Refusal):
        settings(DEALT, hand=hand).check(load_book("clasico"))


def test_a_hand_that_is_over_is_no_hand_to_play():
    draft = DEALT
    while draft.may_play:
        draft = draft.laid(draft.may_play[0])
    with pytest.raises(Refusal, match="over"):
        settings(draft).check(load_book("clasico"))


def test_a_book_that_asks_first_who_keeps_the_sheet_refuses_it():
    with pytest.raises(Refusal):
        settings(DEALT).check(load_book("tarragona"))
