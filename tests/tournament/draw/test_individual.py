"""Individual with changing partners (CI-1): drawn by hand first, and an oracle for small fields."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tantera.formats import draw
from tantera.formats.drawing.field import Apart, Field, Past
from tantera.formats.drawing.memory import partners_at, two
from tests.tournament.draw.fields import alone, field, notes, seats, told


@pytest.mark.article("CI-1")
def test_round_1_sits_four_by_four_in_the_order_of_the_lot():
    assert seats(draw(field("individual", alone("abcdefgh"), round=1))) == ["abcd", "efgh"]


@pytest.mark.article("CI-1")
@pytest.mark.parametrize(("seating", "expected"), [("1+4v2+3", ["abdc", "efhg"]), ("1+3v2+4", ["abcd", "efgh"])])
def test_from_round_2_the_four_best_sit_at_table_1_as_the_book_says(seating: str, expected: list[str]):
    drawing = draw(field("individual", alone("abcdefgh"), table_seating=seating))
    assert seats(drawing) == expected


@pytest.mark.article("CI-1")
def test_who_were_partners_are_paired_otherwise_inside_the_table():
    past = [Past(1, 1, tuple("aebf")), Past(1, 2, tuple("agdh"))]  # a+b, e+f; a+d, g+h
    drawing = draw(field("individual", alone("abcdefgh"), past=past, avoid_partners=1))
    assert seats(drawing)[0] == "abcd"  # 1+4 were partners, so 1+3 v 2+4
    assert told(drawing, 1, "es") == ["1.º y 3.º contra 2.º y 4.º", "1.º y 4.º ya fueron pareja en la ronda 1"]


@pytest.mark.article("CI-1")
def test_the_third_pairing_is_1_and_2_against_3_and_4():
    past = [Past(1, 1, tuple("axdy")), Past(2, 1, tuple("axcy"))]
    drawing = draw(field("individual", alone("abcd"), round=3, past=past, avoid_partners=2))
    assert seats(drawing) == ["acbd"]


def test_partners_of_longer_ago_than_the_book_minds_may_be_partners_again():
    past = [Past(1, 1, tuple("axdy"))]
    assert seats(draw(field("individual", alone("abcd"), round=3, past=past, avoid_partners=1))) == ["abdc"]
    assert seats(draw(field("individual", alone("abcd"), round=3, past=past, avoid_partners=2))) == ["abcd"]
    assert seats(draw(field("individual", alone("abcd"), round=3, past=past))) == ["abdc"]


def test_a_match_with_an_absent_partner_does_not_count():
    past = [Past(1, 1, tuple("axdy"), absent=frozenset("d"))]
    assert seats(draw(field("individual", alone("abcd"), past=past, avoid_partners=1))) == ["abdc"]


A_WITH_ALL_OF_TABLE_1 = [Past(1, 1, tuple("abdc")), Past(2, 1, tuple("abcd")), Past(3, 1, tuple("acbd"))]
"""a, b, c, d have been each other's partners in every way."""


def test_where_one_exchange_is_not_enough_two_are_made():
    # Three of a, b, c, d at one table are one pair of old partners too many: two of them have to go.
    drawing = draw(field("individual", alone("abcdefgh"), round=4, past=A_WITH_ALL_OF_TABLE_1, avoid_partners=3))
    repeated = {two(one, other) for one, other in combinations("abcd", 2)}
    assert not repeated & {pair for table in drawing.tables for pair in partners_at(table.seats)}
    assert len({*"abcd"} & {*drawing.tables[0].seats}) == 2


@pytest.mark.article("CI-1")
def test_the_exchange_is_that_of_ranks_4_and_5_where_it_helps():
    # a+d, a+c, a+b have been partners, and no others: the three pairings of abcd are all taken by a.
    past = [Past(1, 1, tuple("axdy")), Past(2, 1, tuple("axcy")), Past(3, 1, tuple("axby"))]
    drawing = draw(field("individual", alone("abcdefgh"), round=4, past=past, avoid_partners=3))
    assert seats(drawing) == ["abec", "dfhg"]
    assert told(drawing, 1) == [
        "1 and 5 against 2 and 3",
        "5 comes from table 2 and 4 goes there: table 1 could not be seated without breaking a rule",
    ]
    assert told(drawing, 2, "es") == [
        "4.º y 8.º contra 6.º y 7.º",
        "4.º viene de la mesa 1 a cambio de 5.º: la mesa 1 no podía sentarse sin romper una norma",
    ]


@pytest.mark.article("CI-1")
def test_of_exchanges_with_equal_difference_that_of_the_higher_ranked_of_the_upper_table_is_made():
    past = [Past(1, 1, tuple("axdy")), Past(2, 1, tuple("axcy")), Past(3, 1, tuple("axby"))]
    apart = [Apart(("d", "f"))]
    drawing = draw(field("individual", alone("abcdefgh"), round=4, past=past, apart=apart, avoid_partners=3))
    # 4 for 5 would put d beside f. 3 for 5 and 4 for 6 both differ by two: it is 3, the higher ranked, who goes.
    assert seats(drawing) == ["abed", "cfhg"]


def test_one_exchange_may_mend_both_tables():
    # a has had b, c and d; e has had f, g and h. With 4 for 5, a and e become partners.
    old = [("a", "bcd"), ("e", "fgh")]
    past = [Past(1, 1, (one, f"x{one}{other}", other, f"y{one}{other}")) for one, others in old for other in others]
    drawing = draw(field("individual", alone("abcdefgh"), round=2, past=past, avoid_partners=1))
    assert seats(drawing) == ["abec", "dfhg"]


def test_the_last_table_changes_with_the_one_above_it():
    past = [Past(1, 1, tuple("hxey")), Past(2, 1, tuple("hxfy")), Past(3, 1, tuple("hxgy"))]
    drawing = draw(field("individual", alone("abcdefgh"), round=4, past=past, avoid_partners=3))
    assert seats(drawing) == ["abec", "dfhg"]


@pytest.mark.article("CI-1")
def test_what_cannot_be_avoided_is_said():
    drawing = draw(field("individual", alone("abcd"), round=4, past=A_WITH_ALL_OF_TABLE_1, avoid_partners=3))
    assert seats(drawing) == ["abdc"]
    assert told(drawing, 1) == [
        "1 and 4 against 2 and 3",
        "1 and 4, partners in round 1, are partners again: it could not be avoided",
        "2 and 3, partners in round 1, are partners again: it could not be avoided",
    ]
    assert "2 times partners again: fewer were not found" in notes(drawing)


def test_a_hard_keep_apart_holds_in_round_1_too():
    partners = field("individual", alone("abcdefgh"), round=1, apart=[Apart(("a", "c"), kind="partners")])
    assert seats(draw(partners)) == ["abdc", "efgh"]
    both = field("individual", alone("abcdefgh"), round=1, apart=[Apart(("a", "d"))])
    assert seats(draw(both)) == ["abce", "dfgh"]
    opponents = field("individual", alone("abcdefgh"), round=1, apart=[Apart(("a", "b"), kind="opponents")])
    assert seats(draw(opponents)) == ["acbd", "efgh"]


def test_a_keep_apart_lasts_as_many_rounds_as_it_says():
    apart = [Apart(("a", "d"), rounds=2)]
    assert seats(draw(field("individual", alone("abcdefgh"), round=2, apart=apart)))[0] == "abec"
    assert seats(draw(field("individual", alone("abcdefgh"), round=3, apart=apart)))[0] == "abdc"


def test_a_soft_keep_apart_gives_way_to_a_repeated_partner():
    past = [Past(1, 1, tuple("axcy")), Past(2, 1, tuple("axby"))]
    apart = [Apart(("a", "d"), kind="partners", hard=False)]
    drawing = draw(field("individual", alone("abcd"), round=3, past=past, apart=apart, avoid_partners=2))
    assert seats(drawing) == ["abdc"]
    assert "should not be partners" in told(drawing, 1)[1]


def test_opponents_are_avoided_too_where_the_event_says_so():
    past = [Past(1, 1, tuple("abxy"))]  # a met b
    assert seats(draw(field("individual", alone("abcd"), past=past, avoid_opponents=1))) == ["acbd"]


@pytest.mark.article("CI-8")
def test_as_few_as_possible_sit_out_the_lowest_ranked_of_those_with_the_fewest_byes():
    drawing = draw(field("individual", alone("abcdefghij", {"j": 1, "i": 1, "h": 1}), round=3))
    assert drawing.byes == ("F", "G")
    assert notes(drawing, "es")[1].startswith("Descansa F (6.º): lleva 0 descansos")
    assert draw(field("individual", alone("abcdefg"), round=1)).byes == ("E", "F", "G")


def test_stand_ins_complete_the_last_table_instead_of_byes():
    drawing = draw(field("individual", alone("abcdef"), round=2, stand_ins=True))
    assert seats(drawing) == ["abdc", "ef.."]
    assert drawing.byes == ()
    assert seats(draw(field("individual", alone("abcde"), round=1, stand_ins=True))) == ["abcd", "e..."]


def test_stand_ins_stay_at_the_last_table():
    apart = [Apart(("e", "f"))]
    drawing = draw(field("individual", alone("abcdef"), round=2, apart=apart, stand_ins=True))
    assert seats(drawing) == ["abec", "df.."]


def test_too_few_for_a_table_all_sit_out():
    drawing = draw(field("individual", alone("abc"), round=1))
    assert drawing.tables == ()
    assert drawing.byes == ("A", "B", "C")


def test_where_exchanges_are_not_enough_neighbouring_tables_are_made_anew():
    chance, players = Random(53), list("abcdefgh")
    past = []
    for round in range(1, 5):
        chance.shuffle(players)
        past += [Past(round, table, tuple(players[4 * table - 4 : 4 * table])) for table in (1, 2)]
    chance.shuffle(players)
    drawing = draw(field("individual", alone(players), 5, past, avoid_partners=4, avoid_opponents=3))
    assert "las mesas 1 a 2 se rehicieron juntas: no bastaban los cambios" in told(drawing, 1, "es")
    assert notes(drawing)[1:] == ["3 times opponents again: fewer were not found"]
    assert sorted("".join(seats(drawing))) == list("abcdefgh")


PLAYERS = "abcdefghijkl"


@st.composite
def histories(draw_one: st.DrawFn) -> Field:
    """Eight to twelve players and up to six rounds, however they were sat."""
    players = PLAYERS[: draw_one(st.integers(8, 12))]
    past = []
    rounds = draw_one(st.integers(0, 6))
    for round in range(1, rounds + 1):
        order = draw_one(st.permutations(players))
        past += [
            Past(round, table, tuple(order[4 * table - 4 : 4 * table])) for table in range(1, len(players) // 4 + 1)
        ]
    sat_out = {player: draw_one(st.integers(0, 2)) for player in players}
    ranked = draw_one(st.permutations(players))
    return field("individual", alone(ranked, sat_out), round=rounds + 1, past=past, avoid_partners=6)


@settings(max_examples=60, deadline=None)
@given(histories())
def test_everybody_has_one_place_and_byes_are_fair(given_field: Field):
    drawing = draw(given_field)
    sits = [player for table in drawing.tables for player in table.seats]
    resting = [entrant for entrant in given_field.entrants if entrant.entry in drawing.byes]
    assert sorted(sits + [entrant.players[0] for entrant in resting]) == sorted(
        e.players[0] for e in given_field.entrants
    )
    assert len(resting) == len(given_field.entrants) % 4
    most = max((entrant.sat_out for entrant in resting), default=0)
    assert all(entrant.sat_out >= most for entrant in given_field.entrants if entrant not in resting)
    assert draw(given_field) == drawing


@settings(max_examples=60, deadline=None)
@given(histories())
def test_there_are_as_few_repeated_partners_as_in_the_best_of_all_draws(given_field: Field):
    drawing = draw(given_field)
    before = {pair for past in given_field.past for pair in partners_at(past.seats)}
    drawn = [pair for table in drawing.tables for pair in partners_at(table.seats)]
    assert sum(pair in before for pair in drawn) == fewest([p for pair in drawn for p in pair], before)


def fewest(players: list[str], before: set[tuple[str, str]]) -> int:
    """Brute force: the fewest repeats in any way to make partners of these players."""
    if not players:
        return 0
    first, *others = players
    return (
        min((two(first, other) in before) + fewest([p for p in others if p != other], before) for other in others)
        if len(players) > 2
        else int(two(*players) in before)
    )


def test_rank_order_is_kept_where_nothing_is_in_the_way():
    ranked = [f"p{number}" for number in range(40)]
    drawing = draw(field("individual", alone(ranked), avoid_partners=3))
    for number, table in enumerate(drawing.tables):
        assert sorted(table.seats, key=ranked.index) == ranked[4 * number : 4 * number + 4]
    assert all(len(set(pair)) == 2 for table in drawing.tables for pair in combinations(table.seats, 2))
