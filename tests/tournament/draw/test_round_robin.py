"""Pairs, everybody against everybody."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tantera.formats import draw
from tantera.formats.drawing.field import Entrant, Past
from tantera.formats.pairs_round_robin import circle, rounds
from tests.tournament.draw.fields import field, meetings, met, notes, pairs


@given(st.integers(2, 40))
def test_in_a_circle_everybody_meets_everybody_once_and_rests_once_where_the_number_is_odd(count: int):
    met_in_all = Counter(pair for number in range(rounds(count)) for pair in circle(count, number))
    resting = {pair: times for pair, times in met_in_all.items() if pair[1] is None}
    playing = {pair: times for pair, times in met_in_all.items() if pair[1] is not None}
    assert playing == {(a, b): 1 for a in range(count) for b in range(a + 1, count)}
    assert len(resting) == (count if count % 2 else 0)
    for number in range(rounds(count)):
        seen = [one for pair in circle(count, number) for one in pair if one is not None]
        assert sorted(seen) == list(range(count))


def played(names: str, legs: int = 1) -> list[tuple[list[str], tuple[str, ...]]]:
    """All the rounds of a round robin in which everybody stays in the order of the lot."""
    past: list[Past] = []
    byes: list[tuple[int, tuple[str, ...]]] = []
    found = []
    for round in range(1, rounds(len(names), legs) + 1):
        drawing = draw(field("pairs-round-robin", pairs(names), round, past, byes=byes, legs=legs))
        found.append((meetings(drawing), drawing.byes))
        past += [met(round, table, *each) for table, each in enumerate(meetings(drawing), 1)]
        byes.append((round, drawing.byes))
    return found


def test_four_pairs_by_hand():
    assert played("ABCD") == [(["AB", "CD"], ()), (["AC", "BD"], ()), (["AD", "BC"], ())]


def test_five_pairs_by_hand_each_rests_once():
    # Standing A C E · D B in a circle, A stays: AB CD E–, AD BE C… as the others go round.
    drawn = played("ABCDE")
    assert drawn[0] == (["AB", "CD"], ("E",))
    assert sorted("".join(resting) for _, resting in drawn) == ["A", "B", "C", "D", "E"]
    assert len({each for tables, _ in drawn for each in tables}) == 10


def test_with_two_legs_everybody_meets_twice():
    drawn = played("ABCD", legs=2)
    assert len(drawn) == 6
    assert set(Counter(each for tables, _ in drawn for each in tables).values()) == {2}


def test_who_should_meet_somebody_that_has_gone_rests():
    everybody = pairs("ABCD")
    past = [met(1, 1, "A", "B"), met(1, 2, "C", "D")]
    drawing = draw(field("pairs-round-robin", pairs("BDA"), 2, past, everybody))
    assert meetings(drawing) == ["BD"]
    assert drawing.byes == ("A",)
    assert notes(drawing, "es") == ["Descansa A: C no está"]


def test_who_comes_late_takes_the_place_of_the_one_that_rests():
    past = [met(1, 1, "A", "B")]
    drawing = draw(field("pairs-round-robin", pairs("ABCX"), 2, past, byes=[(1, ("C",))]))
    assert meetings(drawing) == ["AC", "BX"]
    full = draw(field("pairs-round-robin", pairs("ABCDX"), 2, [*past, met(1, 2, "C", "D")]))
    assert meetings(full) == ["AC", "BD"]
    assert full.byes == ("X",)


def test_a_swap_in_round_1_holds_for_the_whole_circle():
    past = [met(1, 1, "A", "C"), met(1, 2, "B", "D")]  # B and C changed places in the draft
    assert meetings(draw(field("pairs-round-robin", pairs("ABCD"), 2, past))) == ["AB", "CD"]


def test_after_the_last_round_there_is_nothing_to_draw():
    drawing = draw(field("pairs-round-robin", pairs("AB"), 2, [met(1, 1, "A", "B")]))
    assert drawing.tables == ()
    assert notes(drawing) == ["The round robin is over after round 1"]


def test_stand_ins_play_whoever_would_rest():
    drawing = draw(field("pairs-round-robin", pairs("ABC"), 1, stand_ins=True))
    assert [table.seats for table in drawing.tables] == [("a1", "b1", "a2", "b2"), ("c1", "", "c2", "")]


@pytest.mark.parametrize("count", [0, 1])
def test_nobody_to_play_with(count: int):
    assert draw(field("pairs-round-robin", tuple[Entrant, ...](pairs("A"[:count])), 1)).tables == ()
