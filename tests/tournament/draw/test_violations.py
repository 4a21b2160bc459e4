"""What a drawing breaks that was changed by hand or has grown old."""

from __future__ import annotations

from collections.abc import Sequence

from tantera.formats import draw, violations
from tantera.formats.drawing.field import Apart, Drawing, DrawnTable, Field, Past
from tantera.words import LANGS
from tests.tournament.draw.fields import alone, field, met, pairs


def table(*seats: str) -> DrawnTable:
    return DrawnTable(tuple(seats))


def broken(given: Field, tables: Sequence[DrawnTable], byes: Sequence[str] = ()) -> list[tuple[bool, str]]:
    found = violations(given, Drawing(tuple(tables), tuple(byes)))
    assert all(violation.why.phrase.told(lang) for violation in found for lang in LANGS)
    return [(violation.hard, violation.code) for violation in found]


def test_what_was_just_drawn_breaks_nothing():
    for given in (
        field("individual", alone("abcdefghi"), 1),
        field("pairs-swiss", pairs("ABCDE"), 2),
        field("pairs-round-robin", pairs("ABCDE"), 1),
        field("pairs-knock-out", pairs("ABCDE"), 1),
        field("pairs-groups", pairs("ABCDEFG"), 1, groups=2),
        field("alone-winners-on", alone("abcde"), 1),
        field("alone-one-round", alone("abcdefg"), 1),
    ):
        assert violations(given, draw(given)) == ()


def test_nobody_has_two_places():
    given = field("individual", alone("abcde"), 1)
    assert broken(given, [table(*"abca")], ["E"]) == [(True, "seated_twice"), (False, "left_out")]
    assert broken(given, [table(*"abcd")], ["D"])[0] == (True, "seated_twice")


def test_a_table_without_its_four_is_broken():
    assert (True, "table_size") in broken(field("individual", alone("abcd"), 1), [table(*"abc")])


def test_who_has_gone_or_come_since_is_shown_and_breaks_no_hard_rule():
    given = field("individual", alone("abcde"), 1)
    assert broken(given, [table(*"abcx")], ["E"]) == [(False, "not_here"), (False, "left_out")]


def test_a_second_bye_is_hard_while_somebody_who_plays_has_had_none():
    given = field("individual", alone("abcde", {"e": 1, "d": 1}), 2)
    assert broken(given, [table(*"abcd")], ["E"]) == [(True, "bye_again")]
    some = field("individual", alone("abcde", {"a": 1, "b": 1, "c": 1, "d": 1, "e": 2}), 2)
    assert broken(some, [table(*"abcd")], ["E"]) == [(False, "bye_again")]
    fresh = field("individual", alone("abcde"), 2)
    assert broken(fresh, [table(*"bcde")], ["A"]) == [(False, "bye_rank")]


def test_keep_apart_is_hard_or_an_ideal_as_it_was_ordered():
    given = field(
        "individual", alone("abcd"), 1, apart=[Apart(("a", "c"), kind="partners"), Apart(("a", "b"), hard=False)]
    )
    assert broken(given, [table(*"abcd")]) == [(True, "kept_apart"), (False, "better_apart")]


def test_partners_and_opponents_again_are_ideals():
    given = field("individual", alone("abcd"), 2, [Past(1, 1, tuple("abcd"))], avoid_partners=1, avoid_opponents=1)
    assert broken(given, [table(*"abcd")]) == [
        *[(False, "partners_again")] * 2,
        *[(False, "opponents_again")] * 4,
    ]


def test_a_repeat_in_a_swiss_is_hard_where_it_could_be_avoided():
    given = field("pairs-swiss", pairs("ABCD"), 2, [met(1, 1, "A", "B")])
    tables = [table("a1", "b1", "a2", "b2"), table("c1", "d1", "c2", "d2")]
    assert broken(given, tables) == [(True, "met_again")]
    two = field("pairs-swiss", pairs("AB"), 2, [met(1, 1, "A", "B")])
    assert broken(two, tables[:1]) == [(False, "met_again")]


def test_the_lower_ranked_pair_at_home_is_shown():
    given = field("pairs-swiss", pairs("AB"), 2)
    assert broken(given, [table("b1", "a1", "b2", "a2")]) == [(False, "home")]


def test_in_a_round_robin_nobody_meets_more_often_than_there_are_legs():
    past = [met(1, 1, "A", "B"), met(1, 2, "C", "D")]
    tables = [table("a1", "b1", "a2", "b2"), table("c1", "d1", "c2", "d2")]
    assert broken(field("pairs-round-robin", pairs("ABCD"), 2, past), tables) == [(True, "met_again")] * 2
    assert broken(field("pairs-round-robin", pairs("ABCD"), 4, past, legs=2), tables) == []


def test_in_a_knock_out_who_has_lost_plays_no_more_but_for_third_place():
    past = [met(1, 1, "A", "H", "A"), met(1, 2, "B", "G", "B"), met(1, 3, "C", "F", "C"), met(1, 4, "D", "E", "D")]
    given = field("pairs-knock-out", pairs("ABCDEFGH"), 2, past)
    assert broken(given, [table("a1", "e1", "a2", "e2"), table("b1", "c1", "b2", "c2")]) == [(True, "out_of_bracket")]
    final = field("pairs-knock-out", pairs("ABCD"), 2, [met(1, 1, "A", "D", "A"), met(1, 2, "B", "C", "B")])
    assert violations(final, draw(final)) == ()


def test_after_groups_the_bracket_may_repeat_a_meeting():
    past = [met(1, 1, "A", "C", "A"), met(1, 2, "B", "D", "B")]
    given = field("pairs-groups", pairs("ABCD"), 2, past, best=("AC", "BD"), groups=2, advance=2)
    assert broken(given, [table("a1", "c1", "a2", "c2"), table("b1", "d1", "b2", "d2")]) == []
