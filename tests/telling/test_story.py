"""A match from a file, told hand by hand; and who is meant by a name."""

from __future__ import annotations

from pathlib import Path

import pytest

from tantera.notation import Judged, judge, read
from tantera.telling import Narrator, Sentence, seat_called, side_called, signatures, story

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
        ("record", "Gestures, comments or shouting: Mas"),
        ("consequence", "-20 for Pons + Mas"),
        ("line", "Domino by Mas"),
        ("line", "Pons and Mas score 41"),
        ("heading", "Hand 2: Mas opens"),
        ("record", "Breaking up the hand before the count: Vidal"),
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
