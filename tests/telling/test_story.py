"""A match from a file, told hand by hand, and its sheet."""

from __future__ import annotations

from pathlib import Path

import pytest

from tantera.notation import Judged, judge, read
from tantera.play import Ledger, new_match
from tantera.play.events import BonusGiven
from tantera.rules import load_book, with_options
from tantera.telling import Narrator, Row, Sentence, rows, seat_called, side_called, signatures, story, tally
from tests.builders import Dealt, Table

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.dgn"))
NAMES = ("Pons", "Vidal", "Mas", "Roca")
PLAYERS = "".join(f'[Seat{seat} "{name}"]\n' for seat, name in enumerate(NAMES, start=1))


def judged(book: str, hands: str) -> Judged:
    return judge(read(f'[Book "{book}"]\n{PLAYERS}{hands}'))


@pytest.mark.article("SJ-irreg-5", "SJ-irreg-3")
def test_infractions_are_told_under_the_heading_of_their_hand():
    match = judged("san-juan", "#1 o1 0-0\n[SJ-irreg-5 seat=3]\n= domino 3 +41\n#2 o3 21-0\n[SJ-irreg-3 seat=2]")
    assert [(told.part, told.text) for told in story(match, Narrator("en")) if isinstance(told, Sentence)] == [
        ("heading", "Hand 1: Pons opens"),
        ("record", "SJ-irreg-5 Gestures, comments or shouting: Mas"),
        ("consequence", "-20 for Pons + Mas"),
        ("line", "1+3 (Pons + Mas) scores 41"),
        ("heading", "Hand 2: Mas opens"),
        ("record", "SJ-irreg-3 Breaking up the hand before the count: Vidal"),
        ("consequence", "a warning for Vidal"),
    ]


def test_a_hand_has_one_heading_also_where_something_happened_before_its_deal():
    deal = "deal 1:00.04.12.66.11.13.22 2:05.36.01.16.25.44.56 3:06.02.14.15.23.24.33 4:45.03.26.34.35.46.55"
    match = judged("san-juan", f"#1 o1 0-0\n[SJ-irreg-5 seat=3]\n{deal}\n00 >05")
    parts = [told.part for told in story(match, Narrator("en")) if isinstance(told, Sentence)]
    assert parts == ["heading", "record", "consequence", "move", "move"]


@pytest.mark.parametrize("lang", ["es", "ca", "en"])
def test_every_golden_can_be_told_in_every_language(lang: str):
    assert len(GOLDEN) > 100
    for path in GOLDEN:
        document = judge(read(path.read_text("utf-8")))
        told = [one for one in story(document, Narrator(lang)) if isinstance(one, Sentence)]
        hand = Narrator(lang).words("Hand {number}", number="")
        headings = [one for one in told if one.part == "heading" and one.text.startswith(hand)]
        assert len(headings) == len(document.hands), path.name
        assert not [one for one in told if "chose=" in one.text or "{" in one.text], path.name


# --- the sheet ------------------------------------------------------------------------------------------------------


@pytest.mark.article("SJ-irreg-5", "SJ-tranque")
def test_the_rows_of_a_sheet_are_its_hands_and_its_infractions_with_their_points():
    hands = "#1 o1 0-0\n[SJ-irreg-5 seat=3]\n= domino 3 +41\n#2 o3 21-0\n= block tie (38-38)\n"
    match = judged("san-juan", hands)
    assert rows(match.ledger, "es") == [
        Row(None, "SJ-irreg-5 Gestos, comentarios o gritos: Mas", (-20, 0)),
        Row(1, "dominó", (41, 0)),
        Row(2, "tranque empatado", (0, 0)),
    ]
    sheet = tally(match.ledger, "es")
    assert (sheet.sides, sheet.totals) == (("Pons + Mas", "Vidal + Roca"), (21, 0))
    assert tuple(map(sum, zip(*(row.points for row in sheet.rows), strict=True))) == sheet.totals


@pytest.mark.article("TG-18.4", "UEH-reenganche")
def test_cards_bonuses_and_re_entries_have_lines_of_their_own():
    cards = judged("tarragona", "#1 o1 0-0\n[TG-14.1 seat=2 chose=continue]\n= domino 3 +41\n")
    assert rows(cards.ledger, "es")[0].what == "TG-14.1 Llamada al móvil: Vidal · Tarjeta azul"
    book = with_options(load_book("ueh"), {}, "30p")
    table = Table(book, names=NAMES, opener=1)
    dealt = Dealt(("00.04.12.66.11.13.22", "05.36.01.16.25.44.56", "06.02.14.15.23.24.33", "45.03.26.34.35.46.55"))
    table.deal(dealt).finish()
    told = [row.what for row in rows(table.ledger, "en") if row.number is None]
    assert any("re-enters with" in what or "is out of the match" in what for what in told)
    sheet = tally(table.ledger, "en")
    assert tuple(map(sum, zip(*(row.points for row in sheet.rows), strict=True))) == sheet.totals


def test_a_bonus_stands_on_the_sheet_by_its_name():
    started = new_match(load_book("tarragona"), NAMES)
    given = BonusGiven("first_pass", (1, 3), 10, at=0)
    assert rows(Ledger.opened((started, given)), "ca") == [Row(None, "Primer pas", (10, 0))]


# --- who is meant ---------------------------------------------------------------------------------------------------


def test_a_player_is_found_by_seat_by_name_and_by_the_start_of_it():
    match = judged("san-juan", "").match
    assert [seat_called(match, text) for text in ("3", "mas", "Vi", "v", "9", "x", "")] == [
        3,
        3,
        2,
        None,
        None,
        None,
        None,
    ]
    assert [side_called(match, text) for text in ("1+3", "2 + 4", "roca", "1+2")] == [(1, 3), (2, 4), (2, 4), None]


@pytest.mark.article("TG-12")
def test_who_has_signed_is_told_by_name():
    assert signatures(judged("san-juan", "").match) == ()
