"""What an event is to one of its players, and the sheet that a phone keeps hand by hand."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tantera.notation import DgnError
from tantera.play import Match
from tantera.tournament import own
from tantera.tournament.hall import state as in_hall
from tantera.tournament.hall.decide import MOST_PHOTOS, decide
from tantera.tournament.hall.orders import AnyHallOrder
from tantera.tournament.hall.pad import pad_at, totals, written
from tantera.tournament.hall.state import HallState, Hand
from tantera.tournament.orders import Refused
from tantera.tournament.presentation import Presentation
from tests.tournament.hall import Hall
from tests.tournament.story import Story

NOW = 1_000_000


class Around:
    """The hall around an event."""

    def __init__(self, hall: Hall) -> None:
        self.event, self.state = hall, HallState()

    def __call__(self, tag: str, by: str = "director", **fields: Any) -> None:
        order = msgspec.convert({"order": tag, **fields}, AnyHallOrder)
        event = decide(self.event.tournament, self.state, order, by, NOW)
        assert in_hall.read(in_hall.write(event)) == event
        self.state = in_hall.evolve(self.state, event)

    def refused(self, tag: str, by: str = "director", **fields: Any) -> str:
        with pytest.raises(Refused) as found:
            self(tag, by, **fields)
        assert all(found.value.told(lang) for lang in ("es", "ca", "en"))
        return found.value.code


def individual(players: int = 8) -> Hall:
    hall = Hall()
    hall("create", name="Copa", book="competencia-individual", rounds=3, seed="s")
    hall.enter(*(f"p{n}" for n in range(1, players + 1)))
    return hall


def drawn(hall: Hall) -> tuple[str, ...]:
    hall("draw")
    hall("publish")
    return hall.tournament.played[-1].tables[0].seats


def says(hall: Hall) -> list[own.Say]:
    round = hall.tournament.played[-1]
    return [own.say(hall.tournament, round, 1, seat) for seat in round.tables[0].seats]


def test_what_each_of_the_four_may_say_of_the_slip():
    hall = individual()
    north, west, _south, east = drawn(hall)
    slip: dict[str, Any] = {"round": 1, "table": 1}
    assert says(hall) == ["enter"] * 4
    hall("result", **slip, score=[100, 80], by=f"player:{north}")
    assert says(hall) == ["correct", "answer", "correct", "answer"]
    assert own.to_confirm(hall.tournament, hall.tournament.played[0], 1) == (west, east)
    hall("dispute", **slip, by=f"player:{west}")
    assert says(hall) == ["disputed"] * 4
    hall("result", **slip, score=[100, 84])
    assert says(hall) == ["confirmed"] * 4
    assert (
        own.say(hall.tournament, hall.tournament.played[0], 2, hall.tournament.played[0].tables[1].seats[0]) == "enter"
    )


def test_what_the_desk_enters_anybody_at_the_table_confirms():
    hall = individual()
    seats = drawn(hall)
    hall("result", round=1, table=1, score=[100, 80], status="entered", by="desk:Mas")
    assert says(hall) == ["answer"] * 4
    assert own.to_confirm(hall.tournament, hall.tournament.played[0], 1) == seats


def test_where_everybody_plays_alone_nobody_corrects_anothers_slip():
    """Seats 1 and 3 are no side there."""
    hall = Hall()
    hall("create", name="Copa", book="ueh", seed="s")
    hall.enter("p1", "p2", "p3", "p4")
    one, _, three, _ = drawn(hall)
    slip: dict[str, Any] = {"round": 1, "table": 1, "score": [40, 101, 120, 90], "winner": 1}
    hall("result", **slip, by=f"player:{one}")
    assert says(hall) == ["correct", "answer", "answer", "answer"]
    assert hall.refused("result", **slip | {"score": [40, 101, 120, 99]}, by=f"player:{three}") == "not_yours"
    hall("confirm", round=1, table=1, by=f"player:{three}")
    first = own.own_rounds(hall.tournament, HallState(), one)[0]
    assert (first.score, first.ended) == ((40,), "won")
    place = own.sitting(hall.tournament, hall.tournament.played[0], one)
    assert place is not None
    assert place.partner is None
    assert len(place.opponents) == 3


def test_absence_and_defaults_leave_nothing_to_say():
    hall = individual()
    north, west, *_ = drawn(hall)
    hall("default", round=1, table=1, absent=[north])
    assert says(hall) == ["absent", "default", "default", "default"]
    lost, won = (own.own_rounds(hall.tournament, HallState(), player)[0] for player in (north, west))
    assert (lost.status, lost.ended, won.ended) == ("default", "lost", "won")


def test_ones_own_rounds_have_ones_own_points_first():
    hall = individual(9)
    north, west, south, _ = drawn(hall)
    hall("result", round=1, table=1, score=[80, 100])
    hall("result", round=1, table=2, score=[100, 3])
    for player, score, ended in ((north, (80, 100), "lost"), (west, (100, 80), "won")):
        found = own.own_rounds(hall.tournament, HallState(), player)[0]
        assert (found.score, found.ended, found.may_object) == (score, ended, True)
    place = own.sitting(hall.tournament, hall.tournament.played[0], north)
    assert place is not None
    assert (place.table, place.seat, place.partner) == (1, 1, south)
    bye = hall.tournament.entries[hall.tournament.played[0].byes[0]].ids[0]
    assert own.own_rounds(hall.tournament, HallState(), bye)[0].status == "bye"
    assert not own.own_rounds(hall.tournament, HallState(window_closed=1), north)[0].may_object
    hall("close_round")
    assert own.say(hall.tournament, hall.tournament.played[0], 1, north) == "confirmed"


def test_ones_own_place_is_that_after_the_last_closed_round():
    hall = individual(8)
    north, *_ = drawn(hall)
    hall("result", round=1, table=1, score=[100, 0])
    hall("result", round=1, table=2, score=[100, 90])
    assert own.own_place(Presentation(hall.tournament), north) is None
    hall("close_round")
    assert own.own_place(Presentation(hall.tournament), north) in (own.OwnPlace(1, 8, 1), own.OwnPlace(2, 8, 1))
    places = [own.own_place(Presentation(hall.tournament), f"p{n}") for n in range(1, 9)]
    assert sorted(one.place for one in places if one is not None) == list(range(1, 9))


def test_in_groups_everybody_has_a_place_in_their_group():
    hall = Hall()
    hall("create", name="Copa", book="tarragona", format="pairs-groups", seed="s", options={"groups": 2, "advance": 1})
    hall.enter(*(f"e{n}" for n in range(1, 7)))
    drawn(hall)
    for table in range(1, len(hall.tournament.played[0].tables) + 1):
        hall("result", round=1, table=table, score=[300, 0])
    hall("close_round")
    found = [own.own_place(Presentation(hall.tournament), entry.ids[0]) for entry in hall.tournament.entries.values()]
    assert sorted((one.group, one.place, one.of) for one in found if one is not None and one.group) == [
        (group, place, 3) for group in (1, 2) for place in (1, 2, 3)
    ]


def test_a_phone_checks_in_once_the_desk_has_begun_and_before_the_draw():
    hall = individual()
    assert not own.may_check_in(hall.tournament, "p1")
    hall("check_in", entries=["p2"])
    assert own.may_check_in(hall.tournament, "p1")
    assert not own.may_check_in(hall.tournament, "p2")
    assert not own.may_check_in(hall.tournament, "nobody")
    hall("withdraw", entries=["p3"])
    assert not own.may_check_in(hall.tournament, "p3")
    hall("check_in", entries=["p4", "p5", "p6"])
    hall("draw")
    assert not own.may_check_in(hall.tournament, "p1")


def test_sanctions_are_ones_own():
    hall = individual()
    north, west, *_ = drawn(hall)
    hall("late", round=1, player=north, minutes=5)
    hall("penalty", player=north, round=1, article="CI-10", points=30)
    assert [fine.points for fine in own.sanctions(hall.tournament, north).fines] == [25, 30]
    assert own.sanctions(hall.tournament, west) == own.Sanctions((), (), None)


def test_hands_are_judged_by_the_book_and_say_when_the_match_is_over():
    hall = individual()
    north, west, *_ = drawn(hall)
    around, round = Around(hall), hall.tournament.played[0]
    line: dict[str, Any] = {"round": 1, "table": 1}

    def match() -> Match:
        pad = pad_at(hall.tournament, around.state, round, 1)
        assert pad is not None
        return pad.match

    around("write_hand", f"player:{north}", **line, hand=1, points=[60, 0], how="domino", seat=1)
    around("write_hand", f"player:{north}", **line, hand=1, points=[60, 0], how="domino", seat=1)  # sent again
    assert match().ended_by is None
    around("write_hand", f"player:{west}", **line, hand=2, points=[45, 0], how="block")
    assert (match().score, match().ended_by) == ((105, 0), "points")
    assert around.state.hands[1, 1] == (Hand((60, 0), "domino", 1), Hand((45, 0), "block"))
    assert around.refused("write_hand", **line, hand=2, points=[0, 45]) == "another_hand"
    assert around.refused("write_hand", **line, hand=4, points=[0, 45]) == "hand_missing"
    assert around.refused("write_hand", **line, hand=3, points=[0, 45]) == "not_by_the_book"  # over at 100 (CI-4)
    again: dict[str, Any] = {"hand": 1, "points": [60, 0], "how": "domino", "seat": 1}
    assert around.refused("write_hand", **line, **again) == "hand_written"
    assert around.refused("erase_hand", **line, hand=1) == "no_such_hand"
    assert around.refused("erase_hand", **line, hand=2, points=[0, 45]) == "no_such_hand"
    around("erase_hand", f"player:{west}", **line, hand=2)
    assert match().score == (60, 0)


def test_a_sheet_of_re_entries_counts_as_the_book_does_and_not_as_a_plain_sum():
    """UEH-reenganche: over 300 one comes back at the highest score still under it, and points count double."""
    story = Story("ueh")
    story.enter(4)
    story.begin_round()
    lines = (Hand((40, 0, 51, 30), "domino", 2),) * 6
    match = written(story.state, story.state.played[0], 1, lines).match
    assert (match.score, match.re_entries) == ((240, 0, 240, 180), (0, 0, 1, 0))
    match = written(story.state, story.state.played[0], 1, (*lines, Hand((40, 0, 20, 30), "domino", 2))).match
    assert match.score == (280, 0, 280, 210)


@pytest.mark.article("FT-tablero", "FT-sesenta-y-uno")
def test_a_sheet_of_points_in_play_has_both_sums_and_ends_where_one_of_them_reaches_the_limit():
    hall = Hall()
    hall("create", name="Copa", book="fives-and-threes", format="individual", rounds=3, seed="s")
    hall.enter(*(f"p{n}" for n in range(1, 9)))
    drawn(hall)
    around, round = Around(hall), hall.tournament.played[0]
    line: dict[str, Any] = {"round": 1, "table": 1}
    around("write_hand", **line, hand=1, points=[30, 12], how="domino", seat=1)
    around("write_hand", **line, hand=2, points=[20, 40], how="block")
    assert around.refused("write_hand", **line, hand=3, points=[12, 1], how="block") == "not_by_the_book"  # 62
    around("write_hand", **line, hand=3, points=[11, 3], how="block")
    pad = pad_at(hall.tournament, around.state, round, 1)
    assert pad is not None
    assert (pad.match.score, pad.match.ended_by, pad.match.lines[-1].how) == ((61, 55), "points", "limit")


@pytest.mark.parametrize("winner", [1, 2])
def test_a_block_with_equal_counts_is_won_by_whoever_is_said_to_have_had_the_hand(winner: int):
    """UEH-final: of the tied the *mano* wins; a phone is not asked who opened."""
    story = Story("ueh")
    story.enter(4)
    story.begin_round()
    match = written(story.state, story.state.played[0], 1, (Hand((12, 12, 21, 30), "block", winner),)).match
    assert match.score == ((0, 12, 21, 30) if winner == 1 else (12, 0, 21, 30))
    with pytest.raises(DgnError, match="as the winner of those totals"):
        written(story.state, story.state.played[0], 1, (Hand((12, 12, 21, 30), "block", 3),))


def test_a_hand_that_cannot_be_is_refused():
    hall = individual()
    drawn(hall)
    foreign = hall.tournament.played[0].tables[1].seats[0]
    around = Around(hall)
    line: dict[str, Any] = {"round": 1, "table": 1, "hand": 1}
    assert around.refused("write_hand", **line, points=[1, 2, 3]) == "wrong_score"
    assert around.refused("write_hand", **line, points=[-5, 0]) == "below_zero"
    assert around.refused("write_hand", **line, points=[500, 0]) == "over_the_limit"
    assert around.refused("write_hand", f"player:{foreign}", **line, points=[10, 0]) == "not_yours"
    assert around.refused("write_hand", "public", **line, points=[10, 0]) == "not_yours"
    hall("result", round=1, table=1, score=[100, 80])
    assert around.refused("write_hand", **line, points=[10, 0]) == "table_done"


def test_a_photo_is_kept_once_and_not_too_many():
    hall = individual()
    drawn(hall)
    around = Around(hall)
    slip: dict[str, Any] = {"round": 1, "table": 1}
    for n in range(MOST_PHOTOS):
        around("keep_photo", **slip, sha256=f"{n:064x}")
    assert around.refused("keep_photo", **slip, sha256=f"{0:064x}") == "photo_kept"
    assert around.refused("keep_photo", **slip, sha256=f"{99:064x}") == "too_many_photos"


def test_an_objection_is_heard_once():
    hall = individual()
    north, *_ = drawn(hall)
    hall("result", round=1, table=1, score=[100, 80])
    around = Around(hall)
    said: dict[str, Any] = {"objection": "o1", "round": 1, "table": 1, "text": "eran 85"}
    around("object", f"player:{north}", **said)
    assert around.refused("object", f"player:{north}", **said) == "already_said"


def test_where_a_book_gives_bonuses_points_and_bonuses_stand_in_one_figure_and_are_plainly_added_up():
    """PR-premios: a hundred for the first hand; the pips and the prize are written as one number."""
    story = Story("puerto-rico-500")
    story.enter(2)
    story.begin_round()
    sheet = HallState(hands={(1, 1): (Hand((140, 0), "domino", 1), Hand((0, 95), "domino", 2))})
    assert pad_at(story.state, sheet, story.state.played[0], 1) is None
    assert totals(story.state, sheet, story.state.played[0], 1) == (140, 95)
