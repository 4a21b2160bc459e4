"""Best of so many matches on paper: every sheet says where it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from tantera.notation.document import ResultItem
from tantera.rules import Refusal, load_book
from tantera.sheet import Pad
from tantera.sheet.infractions import listed, read_bonuses
from tantera.sheet.pad import caught_up, next_match, series_of

CLUB = """
id = "club"
extends = "clasico"
name = { es = "Club", ca = "Club", en = "Club" }
best_of = 3
[[bonus]]
kind = "capicua"
points = 25
[[bonus]]
kind = "first_pass"
points = 10
"""


@pytest.fixture
def pad(tmp_path: Path) -> Pad:
    (tmp_path / "club.toml").write_text(CLUB, "utf-8")
    return Pad.begun([("Book", str(tmp_path / "club.toml")), ("Limit", "50p")], load_book).opened(1)


def won(pad: Pad, seat: int) -> Pad:
    pad = pad if pad.hand is not None else pad.opened(1)
    return pad.ended(ResultItem("domino", (seat,), 60))


def test_a_series_goes_on_until_somebody_has_won_more_than_half(pad: Pad):
    first = series_of(pad)
    assert first is not None
    assert (first.number, first.won, first.goes_on) == (1, (), False)
    one = won(pad, 1)
    two = won(next_match(one), 2)
    told = series_of(two)
    assert told is not None
    assert (told.number, told.won, told.winner, told.goes_on) == (2, ((1, 3), (2, 4)), None, True)
    three = won(Pad.read(next_match(two).text, load_book), 4)
    last = series_of(three)
    assert last is not None
    assert (last.winner, last.goes_on) == ((2, 4), False)
    assert three.document.tag("Won") == "1+3, 2+4"


def test_a_sheet_catches_up_with_the_one_before_it_and_with_no_other(pad: Pad):
    one, other = won(pad, 1), won(pad, 2)
    two = next_match(one, "mesa.dgn")
    assert two.document.tag("After") == "mesa.dgn"
    assert caught_up(two, one) is two
    assert caught_up(two, other).document.tag("Won") == "2+4"
    three = next_match(won(two, 2))
    for no_match_before in (pad, three, next_match(won(two, 4)), won(Pad.begun([("Book", "san-juan")]), 1)):
        assert caught_up(two, no_match_before) is two
    assert caught_up(pad, other) is pad


def test_a_single_match_is_no_series():
    assert series_of(Pad.begun([("Book", "san-juan")])) is None


@pytest.mark.parametrize(
    ("typed", "records"),
    [
        ("", []),
        ("1", [("capicua", 3)]),
        ("2", [("first_pass", 1)]),
        ("1, 2", [("capicua", 3), ("first_pass", 1)]),
        ("capicúa 4", [("capicua", 4)]),
        ("primer pase", [("first_pass", 1)]),
    ],
)
def test_bonuses_are_typed_by_number_or_name_and_go_to_whom_they_are_due(
    pad: Pad, typed: str, records: list[tuple[str, int]]
):
    found = read_bonuses(pad, typed, 3, "es")
    assert [(dict(one.details)["kind"], one.seat) for one in found] == records


@pytest.mark.parametrize("typed", ["9", "x", "p", "1 7 7"])
def test_what_is_no_bonus_is_refused(pad: Pad, typed: str):
    with pytest.raises(Refusal):
        read_bonuses(pad, typed, 3, "es")


def test_a_bonus_for_going_out_needs_a_seat_where_nobody_went_out(pad: Pad):
    with pytest.raises(Refusal, match="say who gets it"):
        read_bonuses(pad, "1", None, "es")


def test_bonuses_are_taken_back_with_the_result_they_were_said_with(pad: Pad):
    ended = pad.noted(*read_bonuses(pad, "1", 3, "es")).ended(ResultItem("domino", (3,), 20))
    assert ended.match.score == (45, 0)
    assert ended.undone() == pad


@pytest.mark.article("DO-pase-salida")
def test_a_bonus_that_brings_other_points_in_some_cases_is_listed_with_both():
    pad = Pad.begun([("Book", "dominicano-200")])
    assert listed(pad, "es").startswith("1 Primer pase +25 · 2 Primer pase +50 · 3 ")
    for typed, points in (("1 1", None), ("2 1", "50"), ("primer pase +50 1", "50")):
        [record] = read_bonuses(pad, typed, None, "es")
        assert (dict(record.details).get("points"), record.seat) == (points, 1)
    with pytest.raises(Refusal, match="is none of"):
        read_bonuses(pad, "primer pase", None, "es")  # which of the two?
