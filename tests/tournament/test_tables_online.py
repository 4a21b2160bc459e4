"""Which tables of a round can be played online, what becomes of the mark, and what the end of a match brings: pure."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from tantera.rules import book_under, law_of, parse_book
from tantera.tournament.hall.decide import decide
from tantera.tournament.hall.online import (
    BY,
    Played,
    Sanctioned,
    book_at,
    brought_to,
    can_go_back,
    can_go_online,
    check_by_hand,
    is_to_play,
    names_at,
    online_at,
    to_hand_in,
)
from tantera.tournament.hall.orders import MAY, AnyHallOrder, HallOrder
from tantera.tournament.hall.state import HallState, evolve, folded, goes_by_clock, read, write
from tantera.tournament.orders import Refused
from tests.tournament.hall import Hall, hall, names


class InHall:
    """An event and the hall around it."""

    def __init__(self, event: Hall) -> None:
        self.event, self.state, self.now = event, HallState(), 0
        self.lines: list[bytes] = []

    def __call__(self, order: str, by: str = "director", **fields: Any) -> None:
        self.now += 1000
        given: HallOrder = msgspec.convert({"order": order, **fields}, AnyHallOrder)
        happened = decide(self.event.tournament, self.state, given, by, self.now)
        self.lines.append(write(happened))
        self.state = evolve(self.state, happened)
        assert read(self.lines[-1]) == happened
        assert folded(self.lines) == self.state

    def refused(self, order: str, by: str = "director", **fields: Any) -> str:
        with pytest.raises(Refused) as found:
            self(order, by, **fields)
        assert all(found.value.told(lang) for lang in ("es", "ca", "en"))
        return found.value.code

    @property
    def round(self) -> Any:
        return self.event.tournament.played[-1]

    def mark(self, table: int) -> Any:
        return online_at(self.event.tournament, self.state, self.round.number, table)

    def hands_in(self, table: int, played: Played) -> list[dict[str, Any]]:
        """What the event is told of a table, once it has taken it; a second time it is told nothing."""
        given = to_hand_in(self.event.tournament, self.state, self.round, table, played)
        for one in given:
            order = msgspec.to_builtins(one.order)
            self.event.apply(order.pop("order"), **order, by=one.by, id=one.id)
        assert to_hand_in(self.event.tournament, self.state, self.round, table, played) == ()
        return [msgspec.to_builtins(one.order) for one in given]


def in_hall(book: str = "clasico", count: int = 4, **options: Any) -> InHall:
    event = hall(book, *names(count, "p" if book in ("competencia-individual", "ueh") else "e"), options=options)
    event.round()
    return InHall(event)


A_WIN = Played(sides=((1, 3), (2, 4)), score=(104, 62), winner=(1, 3))


# --- the mark ---------------------------------------------------------------------------------------------------------


def test_single_tables_or_all_of_them_are_played_online():
    one = in_hall(count=8)
    assert can_go_online(one.event.tournament, one.state, one.round) == (1, 2, 3, 4)
    one("play_online", round=1, tables=[3, 1, 3])
    assert can_go_online(one.event.tournament, one.state, one.round) == (2, 4)
    assert can_go_back(one.event.tournament, one.state, one.round) == (1, 3)
    assert one.mark(3).seats == one.round.tables[2].seats
    assert one.mark(2) is None
    assert one.refused("play_online", round=1, tables=[2, 3]) == "already_online"


def test_back_to_paper_until_the_match_begins():
    one = in_hall()
    one("play_online", round=1, tables=[1, 2])
    first = one.mark(1)
    one("play_on_paper", round=1, tables=[1])
    assert one.mark(1) is None
    assert one.refused("play_on_paper", round=1, tables=[1]) == "not_online"
    one("play_online", round=1, tables=[1])
    assert one.mark(1).number != first.number, "another live table"
    one("begin_online", BY, round=1, table=1)
    assert one.mark(1).begun
    assert one.refused("play_on_paper", round=1, tables=[2, 1]) == "online_begun"
    assert can_go_back(one.event.tournament, one.state, one.round) == (2,)
    assert one.refused("begin_online", BY, round=1, table=1) == "online_begun"


@pytest.mark.parametrize("by", ["director", "organiser", "judge", "desk", "player:e1a", "public", "table"])
def test_who_may_put_tables_online_and_who_begins_them(by: str):
    one = in_hall()
    one("play_online", round=1, tables=[2])
    for order, fields, may in (
        ("play_online", {"tables": [1]}, by in ("director", "organiser")),
        ("play_on_paper", {"tables": [2]}, by in ("director", "organiser")),
        ("begin_online", {"table": 2}, by == "table"),
    ):
        if not may:
            assert one.refused(order, by, round=1, **fields) == "not_yours"
    assert set(MAY) == set(get_args(AnyHallOrder))


def test_tables_that_cannot_be_played_online():
    one = in_hall("competencia-individual", 6, stand_ins=True)
    assert one.refused("play_online", round=1, tables=[9]) == "no_such_table"
    assert one.refused("play_online", round=2, tables=[1]) == "no_such_table"
    assert one.refused("play_online", round=1, tables=[2]) == "not_online", "two seats are nobody's"
    one.event("result", round=1, table=1, score=[100, 62])
    assert one.refused("play_online", round=1, tables=[1]) == "table_done"
    one.event("result", round=1, table=2, score=[100, 62])
    one.event("close_round")
    assert one.refused("play_online", round=1, tables=[1]) == "round_closed"


def test_others_who_are_seated_there_later_play_on_paper():
    one = in_hall()
    one("play_online", round=1, tables=[1, 2])
    one.event("undo", event=one.event.tournament.number)
    assert one.mark(1) is None, "nothing is published"
    one.event("publish")
    assert one.mark(1) is not None, "the same people at the same seats"
    one.event("undo", event=one.event.tournament.number)
    a, b = (one.event.tournament.players[table.seats[0]] for table in one.round.tables)
    one.event("swap", round=1, a=a, b=b, reason="x")
    one.event("publish")
    assert one.mark(1) is None
    assert can_go_online(one.event.tournament, one.state, one.round) == (1, 2)
    one("play_online", round=1, tables=[1])
    assert one.mark(1) is not None


def test_phones_write_no_sheet_where_the_program_keeps_it():
    one = in_hall()
    one("play_online", round=1, tables=[1])
    player = one.round.tables[0].seats[0]
    assert one.refused("write_hand", f"player:{player}", round=1, table=1, hand=1, points=[5, 0]) == "played_online"
    with pytest.raises(Refused, match="online"):
        check_by_hand(one.event.tournament, one.state, 1, 1)
    check_by_hand(one.event.tournament, one.state, 1, 2)


def test_a_default_is_nothing_to_begin():
    one = in_hall()
    one("play_online", round=1, tables=[1])
    player = one.round.tables[0].seats[0]
    assert is_to_play(one.event.tournament, one.state, one.round, 1)
    one.event("default", round=1, table=1, absent=[player])
    assert not is_to_play(one.event.tournament, one.state, one.round, 1)
    assert one.refused("begin_online", BY, round=1, table=1) == "table_done"
    one.event("stand_in", round=1, player=player, name="Comodín")
    assert is_to_play(one.event.tournament, one.state, one.round, 1), "who stands in plays, with the other's card"
    one("begin_online", BY, round=1, table=1)


# --- how it is played -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", ["san-juan", "tarragona", "clasico", "competencia-individual", "ueh"])
def test_a_live_table_has_the_events_book_with_its_options(book: str):
    one = in_hall(book, 12 if book in ("competencia-individual", "ueh") else 4, limit="77p")
    played = book_at(one.event.tournament, one.round, 1)
    assert played.options.limit.points == 77
    assert book_under(law_of(played)) == played, "its log finds it again"


@pytest.mark.article("UEH-mesas")
def test_a_table_of_three_is_one_of_three_online_too():
    one = in_hall("ueh", 11)
    assert [book_at(one.event.tournament, one.round, table).options.players for table in (1, 2, 3)] == [4, 4, 3]


def test_a_series_is_played_on_paper():
    text = 'id = "serie"\nextends = "clasico"\nbest_of = 3\n[name]\nes = "Serie"\nca = "Sèrie"\nen = "Series"\n'
    own = parse_book(text)
    event = Hall(lambda name: own)
    event("create", name="Copa", book="serie", seed="1")
    event.enter("e1", "e2")
    event.round()
    assert InHall(event).refused("play_online", round=1, tables=[1]) == "not_online"


def test_namesakes_and_long_names_are_told_apart_at_a_table():
    event = hall("competencia-individual")
    long = "María del Carmen Fernández de la Vega"
    for player, name in zip(names(4), ("Ana Pons", "ana  pons", long, long), strict=True):
        event("enter", entry=player, players=[{"id": player, "name": name}])
    event.round()
    found = names_at(event.tournament, event.tournament.played[0], 1, 24)
    assert len({name.casefold() for name in found}) == 4
    assert max(map(len, found)) <= 24


def test_it_begins_with_the_halls_clock_where_there_is_one():
    one = in_hall()
    assert not goes_by_clock(one.event.tournament, one.state, one.round)
    one("set_clock", round=1, minutes=20)
    assert goes_by_clock(one.event.tournament, one.state, one.round)
    assert goes_by_clock(in_hall("san-juan").event.tournament, HallState(), one.round)


@pytest.mark.article("TG-18.4")
def test_players_sit_down_with_the_cards_they_have():
    one = in_hall("tarragona", card_span="tournament")
    player = one.round.tables[0].seats[2]
    one.event("card", round=1, player=player, article="TG-14.1", card="blue")
    (brought,) = brought_to(one.event.tournament, one.round, 1)
    assert (brought.seat, brought.cards) == (3, (("blue", 1),))


@pytest.mark.article("TG-18.5")
def test_players_sit_down_with_what_their_cards_were_for_and_what_a_card_brought_is_counted_once():
    one = in_hall("tarragona", card_span="tournament")
    player = one.round.tables[0].seats[2]
    for article, card in (("TG-14.1", "blue"), ("TG-14.1", "blue"), ("TG-14.1", "yellow"), ("TG-15.2", "yellow")):
        one.event("card", round=1, player=player, article=article, card=card)
    (brought,) = brought_to(one.event.tournament, one.round, 1)
    assert dict(brought.articles) == {"TG-14.1": 2, "TG-15.2": 1}
    assert dict(brought.cards) == {"blue": 2, "yellow": 2}
    again = in_hall("tarragona", card_span="match")
    again.event("card", round=1, player=again.round.tables[0].seats[2], article="TG-15.2", card="yellow")
    assert brought_to(again.event.tournament, again.round, 1) == ()


# --- what its end brings ----------------------------------------------------------------------------------------------


def test_the_result_is_the_confirmed_slip_of_the_table():
    one = in_hall()
    one("play_online", round=1, tables=[1])
    (order,) = one.hands_in(1, A_WIN)
    assert order["order"] == "result"
    table = one.event.table(1, 1)
    assert (table["score"], table["winner"], table["status"]) == ([104, 62], "1+3", "confirmed")


def test_the_draw_at_the_table_may_have_turned_the_sides():
    one = in_hall("tarragona", limit="200p")
    one("play_online", round=1, tables=[1])
    one.hands_in(1, Played(sides=((2, 4), (1, 3)), score=(210, 90), winner=(2, 4)))
    table = one.event.table(1, 1)
    assert (table["score"], table["winner"]) == ([90, 210], "2+4")


@pytest.mark.article("UEH-reenganche")
def test_where_everybody_plays_alone_points_and_re_entries_stand_by_seat():
    one = in_hall("ueh", 4)
    one("play_online", round=1, tables=[1])
    ended = Played(((3,), (1,), (2,), (4,)), (90, 120, 40, 110), (2,), (1, 0, 2, 0))
    one.hands_in(1, ended)
    slip = one.round.tables[0].slip
    assert (slip.score, slip.winner, slip.re_entries) == ((120, 40, 90, 110), 2, (1, 0, 2, 0))


@pytest.mark.article("CI-10")
def test_cards_and_penalties_of_the_table_go_with_it():
    one = in_hall("competencia-individual", 4)
    one("play_online", round=1, tables=[1])
    cut = Sanctioned(2, "CI-10", points=30)
    orders = one.hands_in(1, msgspec.structs.replace(A_WIN, sanctions=(cut,)))
    assert [order["order"] for order in orders] == ["result", "penalty"]
    (penalty,) = one.event.object["penalties"]
    assert (penalty["player"], penalty["difference"]) == (one.round.tables[0].seats[1], -30)


@pytest.mark.article("TG-18.4")
def test_a_card_is_shown_in_the_tournament_and_one_that_is_missing_is_told_later():
    one = in_hall("tarragona", limit="200p")
    one("play_online", round=1, tables=[1])
    given = to_hand_in(
        one.event.tournament, one.state, one.round, 1,
        Played(((1, 3), (2, 4)), (210, 90), (1, 3), (), (Sanctioned(4, "TG-14.1", card="blue"),)),
    )  # fmt: skip
    order = msgspec.to_builtins(given[0].order)
    one.event.apply(order.pop("order"), **order, by=given[0].by, id=given[0].id)  # and the server was killed
    again = Played(((1, 3), (2, 4)), (210, 90), (1, 3), (), (Sanctioned(4, "TG-14.1", card="blue"),))
    assert [order["order"] for order in one.hands_in(1, again)] == ["card"]
    assert one.event.object["cards"] == {one.round.tables[0].seats[3]: {"blue": 1}}


def test_what_the_desk_wrote_stands_and_what_players_only_entered_does_not():
    one = in_hall()
    one("play_online", round=1, tables=[1, 2])
    one.event("result", round=1, table=1, score=[100, 3], by="desk")
    assert one.hands_in(1, A_WIN) == []
    one.event("result", round=1, table=2, score=[100, 3], by=f"player:{one.round.tables[1].seats[0]}")
    one.hands_in(2, A_WIN)
    assert one.event.table(1, 2)["score"] == [104, 62]


def test_a_result_that_was_taken_back_is_not_handed_in_again():
    one = in_hall()
    one("play_online", round=1, tables=[1])
    one.hands_in(1, A_WIN)
    one.event("undo", event=one.event.tournament.number)
    assert one.hands_in(1, A_WIN) == []
    assert one.event.table(1, 1)["score"] is None


def test_on_paper_or_in_a_round_that_is_over_nothing_is_handed_in():
    one = in_hall()
    assert one.hands_in(1, A_WIN) == []
    one("play_online", round=1, tables=[1])
    one.event("result", round=1, table=2, score=[100, 1])
    one.event("draw")
    one.event("publish", accept_missing=[1])
    assert to_hand_in(one.event.tournament, one.state, one.event.tournament.played[0], 1, A_WIN) == ()
