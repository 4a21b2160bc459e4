"""Bonuses on the sheet of a real table: a record before the result, because no moves tell them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tantera.notation import DgnError, export, judge, read, report, write
from tantera.rules import load_book

CAFE = str(Path(__file__).parents[2] / "examples" / "books" / "cafe-del-sol.toml")


def judged(*lines: str, book: str = CAFE):
    return judge(read(f'[Book "{book}"]\n' + "\n".join(lines)), load_book)


def test_a_bonus_counts_for_the_side_of_its_seat_and_stands_before_the_line():
    kind, points = load_book(CAFE).bonuses[0].kind, load_book(CAFE).bonuses[0].points_in(1)
    told = judged("#1 o1 0/0/0/0", f"[bonus seat=2 kind={kind}]", "= domino 2 +10")
    assert told.match.score == (0, 10 + points, 0, 0)
    assert [type(event).__name__ for event in told.ledger.events][-2:] == ["BonusGiven", "HandScored"]
    said = report(told)["hands"][0]
    assert said["bonuses"] == [{"kind": kind, "side": "2", "points": points}]


def test_a_written_bonus_round_trips_through_the_events():
    told = judged("#1 o1 0/0/0/0", "[bonus seat=2 kind=capicua]", "= domino 2 +10")
    text = write(export(told.ledger, [("Book", CAFE)]))
    assert "[bonus seat=2 kind=capicua]\n= domino 2 +10" in text
    assert judge(read(text), load_book).match.score == told.match.score


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        ("[bonus seat=2]", "kind= and one of"),
        ("[bonus seat=2 kind=luck]", "kind= and one of"),
        ("[bonus kind=capicua]", "a seat among 1 2 3 4"),
        ("[bonus seat=9 kind=capicua]", "seat=1 to seat=4"),
        ('[bonus seat=2 kind=capicua text="x"]', "kind= and one of"),
    ],
)
def test_a_bonus_that_cannot_be_is_refused_with_what_was_expected(record: str, expected: str):
    with pytest.raises(DgnError, match=expected):
        judged("#1 o1 0/0/0/0", record)


@pytest.mark.article("SJ-adicionales")
def test_a_book_without_bonuses_takes_none():
    with pytest.raises(DgnError, match="san-juan has none"):
        judged("#1 o1 0-0", "[bonus seat=2 kind=capicua]", book="san-juan")


def test_where_the_moves_are_known_they_tell_the_bonuses():
    deal = "deal 1:00.04.12.16.25.35.46 2:01.05.13.22.26.36.55 3:02.06.14.23.33.44.56 4:03.11.15.24.34.45.66"
    with pytest.raises(DgnError, match="the moves tell it"):
        judged("#1 o4 0/0/0/0", deal, "66 [bonus seat=2 kind=capicua]")


def test_a_match_with_moves_is_told_to_programs_as_before_and_a_sheet_with_names_and_rulings():
    sheet = read('[Book "san-juan"][Seat1 "Ana"][Signed "Ana"] #1 o1 0-0 [SJ-jueces by="B" text="c"] = domino 1 +4')
    told = report(judge(sheet))
    assert (told["names"]["1"], told["signed"]) == ("Ana", ["Ana"])
    assert {"by": "B", "text": "c"}.items() <= told["hands"][0]["infractions"][0].items()
    moves = report(judge(read('[Book "san-juan"] #1 o1 0-0 00')))
    assert not {"names", "signed"} & set(moves)


@pytest.mark.article("DO-pase-salida")
def test_a_bonus_of_other_points_is_written_with_them_and_round_trips():
    told = judged("#1 o1 0-0", "[bonus seat=1 kind=first_pass points=50]", "= domino 3 +10", book="dominicano-200")
    assert told.match.score == (60, 0)
    text = write(export(told.ledger))
    assert "[bonus seat=1 kind=first_pass points=50]" in text
    assert judge(read(text)).match.score == (60, 0)
    usual = judged("#1 o1 0-0", "[bonus seat=1 kind=first_pass points=25]", "= domino 3 +10", book="dominicano-200")
    assert usual.match.score == (35, 0)
    assert "[bonus seat=1 kind=first_pass]" in write(export(usual.ledger))


@pytest.mark.parametrize("points", ["0", "30", "x"])
def test_a_bonus_of_points_that_the_book_never_gives_is_refused(points: str):
    with pytest.raises(DgnError, match="points= and one of 25 / 50"):
        judged("#1 o1 0-0", f"[bonus seat=1 kind=first_pass points={points}]", book="dominicano-200")
