"""Pairs, knock-out: the bracket, byes, walkovers, third place, and how far everybody came."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tantera.formats import draw
from tantera.formats.drawing.field import Apart, Past
from tantera.formats.pairs_knock_out import levels, rounds
from tests.tournament.draw.fields import field, meetings, met, notes, pairs, told


def test_eight_pairs_by_hand_to_the_final_and_third_place():
    past: list[Past] = []
    first = draw(field("pairs-knock-out", pairs("ABCDEFGH"), 1))
    assert meetings(first) == ["AH", "BG", "CF", "DE"]
    past += [met(1, 1, "A", "H", "A"), met(1, 2, "B", "G", "G"), met(1, 3, "C", "F", "C"), met(1, 4, "D", "E", "E")]
    second = draw(field("pairs-knock-out", pairs("ABCDEFGH"), 2, past))
    assert meetings(second) == ["AE", "CG"]
    assert told(first, 1, "es") == ["cuartos de final", "A es el 1 del cuadro", "H es el 8 del cuadro"]
    assert told(second, 1, "es") == ["semifinal", "A ganó la mesa 1 de la ronda 1", "E ganó la mesa 4 de la ronda 1"]
    past += [met(2, 1, "A", "E", "E"), met(2, 2, "C", "G", "G")]
    last = draw(field("pairs-knock-out", pairs("ABCDEFGH"), 3, past))
    assert meetings(last) == ["EG", "AC"]
    assert told(last, 1)[0] == "the final"
    assert told(last, 2) == ["for third place: those who lost the semi-finals"]
    past += [met(3, 1, "E", "G", "G"), met(3, 2, "A", "C", "C")]
    over = field("pairs-knock-out", pairs("ABCDEFGH"), 4, past)
    assert draw(over).tables == ()
    assert levels(over) == [("G",), ("E",), ("C",), ("A",), ("H", "B", "F", "D")]


def test_the_best_go_on_without_playing_up_to_the_next_power_of_two():
    drawing = draw(field("pairs-knock-out", pairs("ABCDE"), 1))
    assert drawing.byes == ("A", "B", "C")
    assert meetings(drawing) == ["DE"]
    second = draw(field("pairs-knock-out", pairs("ABCDE"), 2, [met(1, 1, "D", "E", "E")], byes=[(1, drawing.byes)]))
    assert meetings(second) == ["AE", "BC"]
    assert second.byes == ()
    assert told(second, 1)[1:] == ["A did not have to play in round 1", "E won table 1 of round 1"]


@given(st.integers(2, 64))
def test_the_first_two_can_meet_only_in_the_final(count: int):
    names = [f"P{number}x" for number in range(count)]
    past: list[Past] = []
    byes: list[tuple[int, tuple[str, ...]]] = []
    for round in range(1, rounds(count) + 1):
        drawing = draw(field("pairs-knock-out", pairs(names), round, past, byes=byes))
        tables = [{player[:-1].upper() for player in table.seats} for table in drawing.tables]
        final = round == rounds(count)
        assert ({names[0].upper(), names[1].upper()} in tables) == final
        rank = {name.upper(): number for number, name in enumerate(names)}
        for number, both in enumerate(tables, 1):
            home, guest = sorted(both, key=rank.__getitem__)  # the better always wins
            past.append(met(round, number, home, guest, home))
        byes.append((round, tuple(entry for entry in drawing.byes)))


def test_who_has_nobody_to_meet_goes_on():
    past = [met(1, 1, "A", "D", "A"), met(1, 2, "B", "C", "B")]
    gone = draw(field("pairs-knock-out", pairs("ACD"), 2, past, everybody=pairs("ABCD")))
    assert gone.byes == ("A",)
    assert meetings(gone) == ["CD"]  # the losers still play for third place
    assert notes(gone)[0] == "A goes on without playing: there is nobody to meet"


def test_a_table_that_nobody_came_to_sends_nobody_on():
    past = [met(1, 1, "A", "D", "A"), met(1, 2, "B", "C", default=True)]
    second = field("pairs-knock-out", pairs("ABCD"), 2, past)
    assert draw(second).byes == ("A",)
    assert levels(second) == [("A",), ("D", "B", "C")]


def test_while_a_table_plays_nobody_of_it_has_lost():
    past = [met(1, 1, "A", "D", "A"), met(1, 2, "B", "C")]
    assert levels(field("pairs-knock-out", pairs("ABCD"), 2, past)) == [("A", "B", "C"), ("D",)]
    assert levels(field("pairs-knock-out", pairs("ABCD"), 1)) == []


def test_what_was_changed_by_hand_in_the_semi_finals_stays():
    past = [met(1, 1, "A", "D", "A"), met(1, 2, "B", "C", "B")]
    eight = [met(1, 1, "A", "H", "A"), met(1, 2, "B", "G", "B"), met(1, 3, "C", "F", "C"), met(1, 4, "D", "E", "D")]
    eight += [met(2, 1, "A", "C", "A"), met(2, 2, "B", "D", "D")]  # C and D changed places
    assert meetings(draw(field("pairs-knock-out", pairs("ABCDEFGH"), 3, eight))) == ["AD", "BC"]
    assert meetings(draw(field("pairs-knock-out", pairs("ABCD"), 2, past))) == ["AB", "CD"]


def test_who_must_not_meet_is_kept_apart_in_the_first_round():
    drawing = draw(field("pairs-knock-out", pairs("ABCDEFGH"), 1, apart=[Apart(("a1", "h1"))]))
    assert meetings(drawing) == ["AG", "BH", "CF", "DE"]


def test_who_comes_late_has_no_place():
    drawing = draw(field("pairs-knock-out", pairs("ABX"), 2, [met(1, 1, "A", "B", "A")]))
    assert drawing.tables == ()
    past = [met(1, 1, "A", "D", "A"), met(1, 2, "B", "C", "B")]
    late = draw(field("pairs-knock-out", pairs("ABCDX"), 2, past))
    assert late.byes == ()  # a bye would be written as won
    assert notes(late, "en") == ["X came after round 1 and has no place in this format"]


@pytest.mark.parametrize("count", [0, 1])
def test_nobody_to_meet_at_all(count: int):
    assert draw(field("pairs-knock-out", pairs("A"[:count]), 1)).tables == ()
