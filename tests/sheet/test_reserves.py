"""A reserve on the sheet of a real table: written before the next hand, taken back, put right, told."""

from __future__ import annotations

import pytest

from tantera.notation import DgnError, export, judge, read, report, write
from tantera.notation.document import RecordItem, ResultItem
from tantera.rules import Refusal
from tantera.sheet import Pad
from tantera.sheet.entries import Ended, Noted, entries, in_words, to_correct
from tantera.telling import tally

TAGS = [("Book", "san-juan"), ("Seat1", "Pons"), ("Seat2", "Vidal"), ("Seat3", "Mas"), ("Seat4", "Roca")]


def begun() -> Pad:
    return Pad.begun(TAGS).opened(1).ended(ResultItem("domino", (3,), 41))


def test_a_reserve_stands_before_the_next_hand_and_the_sheet_read_again_is_the_same():
    pad = begun().replaced(3, "Lluch Prats")
    assert pad.match.names == ("Pons", "Vidal", "Lluch Prats", "Roca")
    assert '#2 o3 41-0\n[reserve seat=3 name="Lluch Prats"]\n' in pad.text
    assert '[Seat3 "Mas"]' in pad.text
    ended = pad.ended(ResultItem("domino", (3,), 10))
    assert Pad.read(ended.text).document == ended.document
    assert ended.match.score == (51, 0)


def test_what_the_events_of_a_match_with_a_reserve_say_is_the_same_document():
    pad = begun().replaced(3, "Lluch").replaced(3, "Soler").ended(ResultItem("domino", (3,), 10))
    text = write(export(pad.ledger))
    assert judge(read(text)).match == pad.match
    assert '[Seat3 "Mas"]' in text
    assert "[reserve seat=3 name=Lluch] [reserve seat=3 name=Soler]\n= domino 3 +10" in text


def test_not_in_the_middle_of_a_hand_and_not_somebody_who_plays_already():
    noted = begun().recorded(RecordItem("SJ-irreg-5", 2))
    with pytest.raises(Refusal, match="between two hands"):
        noted.replaced(3, "Lluch")
    with pytest.raises(Refusal, match="there is a roca already"):
        begun().replaced(3, "roca")
    with pytest.raises(Refusal, match="write a name"):
        begun().replaced(3, "")


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        ("[reserve seat=3]", "seat= and name="),
        ("[reserve name=Lluch]", "seat= and name="),
        ("[reserve seat=3 name=Lluch chose=annul]", "seat= and name="),
        ("[reserve seat=3 name=Roca]", "a name that nobody else at the table has"),
        ("deal 1:??.??.??.??.??.??.?? [reserve seat=3 name=Lluch]", "a reserve sits down between two hands"),
    ],
)
def test_a_reserve_that_cannot_be_is_refused_with_what_was_expected(record: str, expected: str):
    with pytest.raises(DgnError, match=expected):
        judge(read(f'[Book "san-juan"] [Seat4 "Roca"] #1 o1 0-0 {record}'))


def test_a_reserve_is_taken_back_by_itself_and_with_the_hand_after_it():
    pad = begun().replaced(3, "Lluch")
    assert pad.undone().document == begun().document
    assert pad.ended(ResultItem("domino", (3,), 10)).undone().document == pad.document


def test_a_reserve_is_an_entry_that_can_be_put_right_and_so_can_the_hand_before_it():
    pad = begun().replaced(3, "Lluch").ended(ResultItem("domino", (3,), 10))
    place = next(n for n, one in enumerate(entries(pad)) if isinstance(one, Noted))
    assert in_words(entries(pad)[place], pad.match, "es") == "reserva en el puesto 3: Lluch"
    start = to_correct(pad, place)
    right = start.said_instead(start.pad.replaced(3, "Soler")).corrected
    assert right.match.names[2] == "Soler"
    assert (right.match.score, len(right.document.hands)) == ((51, 0), 2)
    first = next(n for n, one in enumerate(entries(pad)) if isinstance(one, Ended))
    start = to_correct(pad, first)
    again = start.said_instead(start.pad.ended(ResultItem("domino", (3,), 40))).corrected
    assert (again.match.names[2], again.match.score) == ("Lluch", (50, 0))
    assert to_correct(pad, place).left_out().corrected.match.names[2] == "Mas"


def test_the_name_of_a_reserve_and_of_the_player_before_can_be_put_right():
    pad = begun().replaced(3, "Luch")
    pad = pad.ended(ResultItem("domino", (3,), 100)).ended(ResultItem("domino", (3,), 90)).signed_by(3)
    right = pad.renamed(3, "Lluch").renamed(3, "Más", was="Mas")
    assert right.sat_at(3) == ("Más", "Lluch")
    assert (right.match.names[2], right.signed) == ("Lluch", ("Lluch",))
    assert '[Seat3 "Más"]' in right.text
    with pytest.raises(Refusal, match="there is a Lluch already"):
        right.renamed(1, "Lluch")


def test_the_sheet_tells_who_came_in_for_whom_and_whose_an_infraction_was():
    pad = begun().recorded(RecordItem("SJ-irreg-5", 3)).ended(ResultItem("domino", (1,), 20))
    pad = pad.replaced(3, "Lluch").recorded(RecordItem("SJ-irreg-5", 3)).ended(ResultItem("domino", (1,), 20))
    rows = [row.what for row in tally(pad.ledger, "es").rows]
    assert "Entra Lluch por Mas" in rows
    told = report(judge(read(pad.text)))
    assert "reserves" not in told["hands"][1]
    assert told["hands"][2]["reserves"] == [{"seat": 3, "name": "Lluch"}]
    assert [hand["infractions"][0]["name"] for hand in told["hands"][1:]] == ["Mas", "Lluch"]
