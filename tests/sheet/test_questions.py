"""What the pad asks next, as data: the same for a terminal and for a phone."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tantera.notation.document import RecordItem, ResultItem
from tantera.rules import Refusal, load_book
from tantera.sheet import Pad, results
from tantera.sheet.entries import Timed, entries
from tantera.sheet.questions import (
    AnyQuestion,
    Decision,
    Judges,
    Nothing,
    Opener,
    Points,
    Result,
    Ruling,
    Signature,
    counted_sides,
)

SEATS = (1, 2, 3, 4)


def pad_of(book: str, *tags: tuple[str, str]) -> Pad:
    return Pad.begun([("Book", book), *tags])


def test_first_who_opens_then_how_the_hand_ended():
    pad = pad_of("san-juan")
    assert pad.asks() == Opener(1, SEATS)
    assert pad.opened(2).asks() == Result(1, 2, SEATS, "points", False, 1, False)
    after = pad.opened(2).ended(ResultItem("domino", (3,), 41))
    assert after.asks() == Result(2, 3, SEATS, "points", False, 1, False)


@pytest.mark.article("SJ-siguientes", "UEH-anotacion")
def test_a_block_in_san_juan_leaves_the_opener_open_and_ueh_counts_every_seat():
    pad = pad_of("san-juan").opened(1).ended(ResultItem("block", (1, 3), 52, (17, 35)))
    assert pad.asks() == Opener(2, SEATS)
    asked = pad_of("ueh").opened(4).asks()
    assert isinstance(asked, Result)
    assert asked.counts == "totals"
    assert counted_sides(pad_of("ueh").match, (2,)) == ((1,), (3,), (4,))
    assert counted_sides(pad_of("ueh").match, None) == ((1,), (2,), (3,), (4,))


def test_where_the_book_fixes_the_points_only_a_capicua_is_asked_for():
    book = Path(__file__).parents[2] / "examples" / "books" / "liga-del-nueve.toml"
    pad = Pad.begun([("Book", str(book))], load_book).opened(1)
    prize = pad.book.prize
    assert prize is not None
    asked = pad.asks()
    assert isinstance(asked, Result)
    assert (asked.counts, asked.capicua) == ("prize", prize.capicua is not None)
    assert results.prize(pad.match) == prize.domino
    assert results.prize(pad.match, asked.prizes[-1]) == (prize.capicua or prize.domino)


def test_in_a_book_that_finishes_the_hand_it_is_asked_whether_one_is_being_played():
    asked = pad_of("clasico", ("Limit", "100p 30m")).opened(1).asks()
    assert isinstance(asked, Result)
    assert asked.if_lifted


@pytest.mark.article("TG-18.2", "TG-15.5")
def test_a_decision_is_asked_of_whoever_the_article_names():
    pad = pad_of("tarragona").opened(1).recorded(RecordItem("TG-14.1", 2))
    assert pad.asks() == Decision((3,), "TG-14.1", ("continue", "annul"))
    assert isinstance(pad.decided("continue").asks(), Result)


@pytest.mark.article("TG-18.2")
def test_a_hand_that_an_infraction_ends_is_on_the_sheet_at_once_and_undo_takes_it_off_with_its_cause():
    asked = pad_of("tarragona").opened(1).recorded(RecordItem("TG-14.8", 2))
    ended = asked.decided("annul")
    assert [line.how for line in ended.match.lines] == ["void"]
    assert ended.undone() == asked


@pytest.mark.article("SJ-tranque-falso")
def test_what_only_the_table_can_count_is_asked_and_undo_asks_it_again():
    pad = pad_of("san-juan").opened(1).recorded(RecordItem("SJ-tranque-falso", 2))
    assert pad.asks() == Points("SJ-tranque-falso", (1, 3))
    assert pad.closing is not None
    assert results.sanction_points(pad.match, pad.closing, "50") == 50
    with pytest.raises(Refusal, match="SJ-tranque-falso"):
        results.sanction_points(pad.match, pad.closing, "900")
    counted = pad.ended(results.sanctioned(pad.match, pad.closing, 50))
    assert counted.match.score == (50, 0)
    assert counted.undone() == pad
    assert isinstance(pad.undone().asks(), Result)


@pytest.mark.article("SJ-tranque-falso", "TG-18.2")
def test_a_file_that_stopped_before_the_line_of_such_a_hand_goes_on_with_it():
    read = Pad.read('[Book "tarragona"]\n#1 o1 0-0\n[TG-14.8 seat=2 chose=annul]\n')
    assert [line.how for line in read.match.lines] == ["void"]
    assert Pad.read('[Book "san-juan"]\n#1 o1 0-0\n[SJ-tranque-falso seat=2]\n').asks() == Points(
        "SJ-tranque-falso", (1, 3)
    )


@pytest.mark.article("CI-13", "CI-18")
def test_where_the_book_has_no_choices_somebody_rules():
    deal = "deal 1:00.04.12.66.11.13.22 2:05.36.01.16.25.44.56 3:06.02.14.15.23.24.33 4:45.03.26.34.35.46.55"
    text = f'[Book "competencia-individual"]\n#1 o1 0-0\n{deal}\n00 >05 3!>14 >45 [CI-13 seat=3]\n'
    assert Pad.read(text).asks() == Ruling("director", "CI-18")


@pytest.mark.article("SJ-estructura")
def test_the_judges_are_asked_who_won_a_match_that_ended_level():
    pad = pad_of("san-juan").opened(1).timed(False)
    assert pad.asks() == Judges(((1, 3), (2, 4)))
    assert isinstance(pad.ruled((1, 3)).asks(), Signature)


@pytest.mark.article("TG-12", "TG-6.2")
def test_in_tarragona_one_of_the_home_pair_signs_and_then_one_of_the_other():
    over = pad_of("tarragona", ("Limit", "1h")).opened(1).ended(ResultItem("domino", (3,), 41))
    assert over.asks() == Signature((1, 3), "scorer", True)
    with pytest.raises(Refusal, match="TG-12"):
        over.signed_by(2)
    signed = over.signed_by(3)
    assert signed.asks() == Signature((2, 4), "counter", True)
    with pytest.raises(Refusal, match="signed already"):
        signed.signed_by(3)
    assert signed.signed_by(2).asks() == Nothing()
    with pytest.raises(Refusal, match="TG-12"):
        signed.signed_by(2).signed_by(4)


@pytest.mark.article("CI-3")
def test_everybody_signs_where_the_book_says_so_and_whoever_wants_to_elsewhere():
    everybody = pad_of("competencia-individual", ("Limit", "1h")).opened(1).ended(ResultItem("domino", (3,), 41))
    assert everybody.asks() == Signature(SEATS, "player", True)
    assert everybody.signed_by(2).asks() == Signature((1, 3, 4), "player", True)
    anybody = pad_of("san-juan", ("Limit", "1h")).opened(1).ended(ResultItem("domino", (3,), 41))
    assert anybody.asks() == Signature(SEATS, "player", False)
    for seat in SEATS:
        anybody = anybody.signed_by(seat)
    assert anybody.asks() == Nothing()
    with pytest.raises(Refusal, match="no seat 9"):
        anybody.signed_by(9)


def test_a_question_travels_as_json_and_comes_back():
    for pad in (pad_of("san-juan"), pad_of("san-juan").opened(1), pad_of("tarragona").opened(1)):
        asked = pad.asks()
        assert msgspec.json.decode(msgspec.json.encode(asked), type=AnyQuestion) == asked
    assert msgspec.json.encode(Nothing()) == b'{"asks":"nothing"}'


@pytest.mark.article("CI-3")
def test_tiempo_with_the_tiles_lifted_is_written_without_a_deal_that_nobody_saw():
    pad = pad_of("competencia-individual").opened(1).timed(True)
    assert "deal" not in pad.text
    assert "[CI-3 lifted=yes]" in pad.text
    assert pad.match.hands_left == 2
    assert [type(one).__name__ for one in entries(pad)] == ["Opened", "Timed"]
    assert entries(pad)[1] == Timed(1, in_hand=True)
    after = pad.ended(ResultItem("domino", (1,), 20))
    assert after.match.hands_left == 1
    assert Pad.read(after.text).text == after.text
    assert pad.undone().text == pad_of("competencia-individual").opened(1).text


@pytest.mark.article("CI-3")
def test_a_sheet_that_was_written_with_such_a_deal_opens_as_before():
    unknown = " ".join(f"{seat}:" + ".".join(["??"] * 7) for seat in SEATS)
    pad = Pad.read(f'[Book "competencia-individual"]\n#1 o1 0-0\ndeal {unknown}\n[CI-3]\n')
    assert pad.match.hands_left == 2
    assert entries(pad)[1] == Timed(1, in_hand=True)
    assert pad.undone().text == pad_of("competencia-individual").opened(1).text
