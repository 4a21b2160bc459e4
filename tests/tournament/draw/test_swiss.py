"""Pairs, Swiss system: drawn by hand first; brute force and the complete graph as oracles of the sparse one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tantera.formats import draw
from tantera.formats.drawing import matching
from tantera.formats.drawing.field import Apart, Past
from tantera.formats.drawing.matching import Conflicts, KeptApart, Matched, folded, lightest, neighbours, total
from tests.tournament.draw.fields import field, meetings, met, notes, pairs, told


def test_round_1_is_the_lots_two_by_two_and_its_last_sits_out():
    drawing = draw(field("pairs-swiss", pairs("ABCDE"), round=1))
    assert meetings(drawing) == ["AB", "CD"]
    assert drawing.byes == ("E",)
    assert meetings(draw(field("pairs-swiss", pairs("ABCD"), round=1, pairing="folded"))) == ["AB", "CD"]


@pytest.mark.article("TG-6.2")
def test_the_higher_ranked_pair_is_at_home_at_seats_1_and_3():
    assert draw(field("pairs-swiss", pairs("AB"))).tables[0].seats == ("a1", "b1", "a2", "b2")


def test_neighbours_in_rank_meet_and_never_twice():
    # 1-2 have met: 1-3 and 2-4 (4 + 4) is less than 1-4 and 2-3 (9 + 1).
    drawing = draw(field("pairs-swiss", pairs("ABCDEF"), past=[met(1, 1, "A", "B")]))
    assert meetings(drawing) == ["AC", "BD", "EF"]
    assert told(drawing, 1, "es") == ["1.º contra 3.º", "1.º y 2.º ya se enfrentaron en la ronda 1"]
    assert told(drawing, 3, "ca") == ["5 contra 6"]


def test_folded_the_first_meets_the_first_of_the_second_half():
    assert meetings(draw(field("pairs-swiss", pairs("ABCDEF"), pairing="folded"))) == ["AD", "BE", "CF"]
    # 1-4 have met. By squared distance from 3: 1-5, 2-4, 3-6 (1 + 1 + 0) is the least.
    again = field("pairs-swiss", pairs("ABCDEF"), past=[met(1, 1, "A", "D")], pairing="folded")
    assert meetings(draw(again)) == ["AE", "BD", "CF"]
    assert told(draw(again), 1) == ["1 against 5", "1 and 4 met in round 1"]


def test_repeats_are_as_few_as_possible_and_said():
    past = [met(1, 1, "A", "B"), met(1, 2, "C", "D"), met(2, 1, "A", "C"), met(2, 2, "B", "D"), met(3, 1, "A", "D")]
    # B and C have not met; whoever meets them, one of A-D, A-B, A-C is a repeat.
    drawing = draw(field("pairs-swiss", pairs("ABCD"), round=4, past=past))
    assert meetings(drawing) == ["AD", "BC"]
    assert told(drawing, 1)[-1] == "1 and 4, who met in round 3, meet again: it could not be avoided"
    assert notes(drawing)[-1] == "1 tables meet again: fewer are not possible"


def test_a_default_is_no_meeting():
    assert meetings(draw(field("pairs-swiss", pairs("ABCD"), past=[met(1, 1, "A", "B", default=True)]))) == ["AB", "CD"]


def test_a_hard_keep_apart_comes_before_repeats_and_a_soft_one_after():
    past = [met(1, 1, "A", "C"), met(1, 2, "B", "D"), met(2, 1, "A", "D"), met(2, 2, "B", "C")]
    hard = field("pairs-swiss", pairs("ABCD"), round=3, past=past, apart=[Apart(("a1", "b2"))])
    assert meetings(draw(hard)) == ["AC", "BD"]
    soft = field("pairs-swiss", pairs("ABCD"), round=3, past=past, apart=[Apart(("a1", "b2"), hard=False)])
    assert meetings(draw(soft)) == ["AB", "CD"]
    assert "should not be opponents, and are" in told(draw(soft), 1)[-1]
    free = field("pairs-swiss", pairs("ABCD"), round=1, apart=[Apart(("a1", "b2"), hard=False)])
    assert meetings(draw(free)) == ["AC", "BD"]


def test_partners_are_kept_apart_from_nobody():
    apart = [Apart(("a1", "b2"), kind="partners")]
    assert meetings(draw(field("pairs-swiss", pairs("AB"), round=1, apart=apart))) == ["AB"]


def test_byes_go_round():
    drawing = draw(field("pairs-swiss", pairs("ABCDE", {"E": 1}), round=2))
    assert drawing.byes == ("D",)
    assert meetings(drawing) == ["AB", "CE"]


def test_a_pair_of_stand_ins_completes_the_last_table():
    drawing = draw(field("pairs-swiss", pairs("ABC"), round=2, stand_ins=True))
    assert drawing.tables[-1].seats == ("c1", "", "c2", "")
    assert drawing.byes == ()
    past = [met(1, 1, "A", "B"), Past(1, 2, ("c1", "~1", "c2", "~2"), frozenset({"~1", "~2"}))]
    again = draw(field("pairs-swiss", pairs("ABC"), round=2, past=past, stand_ins=True))
    assert [table.seats for table in again.tables] == [("a1", "c1", "a2", "c2"), ("b1", "", "b2", "")]


@st.composite
def conflicts(draw_one: st.DrawFn, sizes: st.SearchStrategy[int], most: int) -> Conflicts:
    """Meetings, small quarrels, and sometimes a club of up to the whole field."""
    size = 2 * draw_one(sizes)
    ranks = st.integers(0, size - 1)
    two = st.tuples(ranks, ranks).filter(lambda both: both[0] < both[1])
    near = (
        st.tuples(ranks, st.integers(1, 3)).map(lambda at: (at[0], at[0] + at[1])).filter(lambda both: both[1] < size)
    )
    before = draw_one(st.lists(st.one_of(two, near), max_size=most))
    quarrels = draw_one(st.lists(st.tuples(two, st.booleans()), max_size=most // 2))
    clubs = draw_one(st.lists(st.tuples(st.sets(ranks, min_size=2), st.booleans()), max_size=2))
    kept = [KeptApart(tuple(sorted(who)), Apart(("p", "q"), hard=hard)) for who, hard in (*quarrels, *clubs)]
    return Conflicts(size, dict.fromkeys(before, 1), kept)


Ideal = Callable[[Conflicts], Matched]


def costs(known: Conflicts, ideal: Ideal, a: int, b: int) -> tuple[int, ...]:
    half = known.size // 2 if ideal is folded else 0
    return (*known.broken(a, b), (b - a - half) ** 2)


def best_of_all(known: Conflicts, ideal: Ideal) -> tuple[int, ...]:
    """Brute force over every way to pair the field."""

    def best(left: tuple[int, ...]) -> tuple[int, ...]:
        if not left:
            return (0, 0, 0, 0)
        first, *others = left
        return min(
            total((costs(known, ideal, first, other), best(tuple(rank for rank in others if rank != other))))
            for other in others
        )

    return best(tuple(range(known.size)))


@pytest.mark.parametrize("ideal", [neighbours, folded])
@settings(max_examples=50, deadline=None)
@given(data=st.data())
def test_no_pairing_at_all_is_better(ideal: Ideal, data: st.DataObject):
    known = data.draw(conflicts(st.integers(1, 4), most=16))
    matched = ideal(known)
    assert sorted(rank for table in matched.tables for rank in table) == list(range(known.size))
    assert total(costs(known, ideal, a, b) for a, b in matched.tables) == best_of_all(known, ideal)
    assert matched.looked is None
    assert ideal(known) == matched


@pytest.mark.parametrize("ideal", [neighbours, folded])
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_the_sparse_graph_has_the_best_matching_of_the_complete_one(ideal: Ideal, data: st.DataObject):
    known = data.draw(conflicts(st.integers(10, 30), most=60))
    every = [(a, b, costs(known, ideal, a, b)) for a in range(known.size) for b in range(a + 1, known.size)]
    complete = lightest(known.size, every)
    assert total(costs(known, ideal, a, b) for a, b in ideal(known).tables) == total(
        costs(known, ideal, a, b) for a, b in complete
    )


def test_a_large_club_widens_the_search_until_it_is_proved():
    club = [KeptApart(tuple(range(0, 80, 2)), Apart(()))]  # every second pair: 1-2, 3-4, … are free
    assert neighbours(Conflicts(80, {}, club)).tables == [(rank, rank + 1) for rank in range(0, 80, 2)]
    half = [KeptApart(tuple(range(40)), Apart(()))]  # the upper half: everybody meets somebody of the lower one
    matched = neighbours(Conflicts(80, {}, half))
    assert matched.looked is None
    assert all(a < 40 <= b for a, b in matched.tables)


def test_where_the_sum_is_not_proved_least_the_draw_says_so(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(matching, "ENOUGH", 1)  # as if the field had thousands
    names = [f"P{number}x" for number in range(100)]
    club = Apart(tuple(f"p{number}x1" for number in range(100) if number % 6 < 3))
    drawing = draw(field("pairs-swiss", pairs(names), apart=[club]))
    assert notes(drawing)[-1] == "Nobody further than 8 ranks from the ideal was looked at"


def test_nobody_to_pair():
    assert draw(field("pairs-swiss", ())).tables == ()
    assert draw(field("pairs-swiss", (), pairing="folded")).tables == ()


def test_costs_that_only_part_the_best_are_left_out_where_there_is_no_room():
    assert lightest(2, [(0, 1, (10**20, 10**20))], ties=1) == [(0, 1)]


def test_weights_that_the_library_has_no_room_for_are_refused():
    with pytest.raises(OverflowError):
        lightest(2, [(0, 1, (10**20, 10**20))])


def test_a_graph_without_a_perfect_matching_is_refused():
    with pytest.raises(ValueError, match="no perfect matching"):
        lightest(4, [(0, 1, (1,)), (0, 2, (1,)), (0, 3, (1,))])
