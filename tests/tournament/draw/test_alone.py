"""Everybody alone (UEH): sizes of tables, winners on, how far everybody came."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tantera.formats import draw
from tantera.formats.alone_winners_on import levels, sizes
from tantera.formats.drawing.field import Apart, Past
from tests.tournament.draw.fields import alone, field, notes, seats, told


@pytest.mark.article("UEH-mesas")
@given(st.integers(0, 500))
def test_tables_of_four_and_as_few_as_possible_of_three(count: int):
    found = sizes(count)
    assert sum(found) == (count if count > 1 else 0)
    if count not in (0, 1, 2, 5):
        threes = min(t for t in range(4) if (count - 3 * t) % 4 == 0)
        assert sorted(found) == [3] * threes + [4] * ((count - 3 * threes) // 4)


def won(round: int, table: int, players: str, winner: str = "") -> Past:
    return Past(round, table, tuple(players), winner=frozenset(winner))


@pytest.mark.article("UEH-campeonato")
def test_eleven_players_by_hand_until_one_table_decides():
    first = draw(field("alone-winners-on", alone("abcdefghijk"), 1))
    assert seats(first) == ["abcd", "efgh", "ijk"]
    assert told(first, 3, "es") == ["por sorteo 9, 10, 11"]
    past = [won(1, 1, "abcd", "b"), won(1, 2, "efgh", "h"), won(1, 3, "ijk", "i")]
    second = field("alone-winners-on", alone("hbiacdefgjk"), 2, past)
    assert seats(draw(second)) == ["hbi"]
    assert set(levels(second)[0]) == {"B", "H", "I"}
    past.append(won(2, 1, "hbi", "i"))
    over = field("alone-winners-on", alone("hbiacdefgjk"), 3, past)
    assert draw(over).tables == ()
    assert notes(draw(over), "es") == ["Una mesa ha decidido: no hay más rondas"]
    assert [set(row) for row in levels(over)] == [{"I"}, {"H", "B"}, set("ACDEFGJK")]


def test_five_winners_make_a_table_of_three_and_one_of_two():
    past = [
        won(1, table, players, players[0]) for table, players in enumerate(["abcd", "efgh", "ijkl", "mnop", "qrst"])
    ]
    assert seats(draw(field("alone-winners-on", alone("aeimqbcd"), 2, past))) == ["aei", "mq"]


def test_a_winner_who_has_gone_is_missed_and_one_left_over_plays_nobody():
    past = [won(1, 1, "abcd", "a"), won(1, 2, "efgh", "e")]
    drawing = draw(field("alone-winners-on", alone("abcdfgh"), 2, past, everybody=alone("abcdefgh")))
    assert drawing.tables == ()
    assert drawing.byes == ("A",)


def test_who_is_kept_apart_changes_with_the_next_table():
    drawing = draw(field("alone-one-round", alone("abcdefg"), 1, apart=[Apart(("a", "d"), kind="opponents")]))
    assert seats(drawing) == ["abce", "dfg"]
    assert told(drawing, 2)[1].startswith("4 comes from table 1 and 5 goes there")


def test_what_cannot_be_kept_apart_is_said():
    drawing = draw(field("alone-one-round", alone("abc"), 1, apart=[Apart(("a", "b"))]))
    assert told(drawing, 1)[1] == "1 and 2 must not be opponents, and are: it could not be avoided"


def test_a_winner_who_did_not_come_to_the_next_table_lost_there():
    past = [won(1, 1, "abcd", "a"), won(1, 2, "efgh", "e"), won(1, 3, "ijkl", "i"), won(2, 1, "ei", "e")]
    over = field("alone-winners-on", alone("abcdefghijkl"), 3, past)
    assert [set(row) for row in levels(over)] == [{"E"}, {"A", "I"}, set("BCDFGHJKL")]
