"""Sentences of TOURNAMENT.md that are easily misread; each test begins with the one that it shows."""

from __future__ import annotations

import pytest

from tantera.tournament.check import check, second_object
from tests.tournament.hall import Hall, hall, names
from tests.tournament.story import Story


def drawn(one: Hall, count: int, letter: str = "e") -> set[str]:
    """Everybody who has a seat or a bye in a round; a test fails where somebody has two."""
    found = one.object["rounds"][count - 1]
    seats = [seat for table in found["tables"] for seat in table["seats"]]
    byes = [f"{entry}a" for entry in found["byes"]] if letter == "e" else found["byes"]
    assert len({*seats, *byes}) == len([*seats, *byes])
    return {*seats, *byes}


def met(one: Hall, round: int) -> list[set[str]]:
    """The pairs of each table."""
    return [{seat[:-1] for seat in table.split()} for table in one.seats(round)]


# --- meetings


@pytest.mark.article("CI-8")
@pytest.mark.parametrize("absent", [["e4a"], ["e4a", "e4b"], ["e1a", "e4b"]])
def test_a_default_is_no_meeting(absent):
    """'A default is no meeting.' Also where only one of the pair was absent: nobody meets again in round 2."""
    one = hall("tarragona", "e1", "e4")
    one("draw")
    one("publish")
    one("default", round=1, table=1, absent=absent)
    one("draw")
    assert "meet again" not in one.table(2, 1)["why"]
    one("publish")
    one("result", round=2, table=1, score=[300, 0])
    one("draw")
    assert "who met in round 2, meet again" in one.table(3, 1)["why"]


def test_a_default_by_hand_is_no_meeting_either():
    """'A default is no meeting': the draft that seats the two once more breaks nothing with it."""
    one = hall("tarragona", *names(4, "e"))
    one("draw")
    assert met(one, 1) == [{"e1", "e4"}, {"e3", "e2"}]
    one("publish")
    one("default", round=1, table=1, absent=["e4a"])
    one("result", round=1, table=2, score=[300, 0])
    one("draw")
    assert met(one, 2) == [{"e1", "e3"}, {"e4", "e2"}]
    breaks = one("swap", round=2, a="e3", b="e4", reason="x")["breaks"]
    assert breaks == ["E3A · E3B and E2A · E2B met in round 1"]
    assert "met in round 1" in one.problem("publish").told("en")


def test_a_default_lifted_by_stand_ins_is_a_meeting():
    """'A stand-in for every absent player lifts the default and the slip counts.'"""
    one = hall("tarragona", "e1", "e2", "e3", "e4")
    one("draw")
    one("publish")
    one("stand_in", round=1, player="e4a", name="Comodín")
    one.results(1, (300, 0), (300, 0))
    one("draw")
    assert {"e1", "e4"} not in met(one, 2)


# --- the bracket


def eight() -> Hall:
    """A knock-out of eight pairs after round 1, in which all home pairs won: e8 v e6 and e1 v e5 are to meet."""
    one = hall("tarragona", *names(8, "e"), format="pairs-knock-out")
    one.round((300, 0), (300, 0), (300, 0), (300, 0), close=True)
    one("draw")
    assert met(one, 2) == [{"e8", "e6"}, {"e1", "e5"}]
    return one


def agreed_order(one: Hall) -> list[str]:
    """The standings, as the second program has them too."""
    order = [entry for entry, *_ in one.standings()]
    assert [line["entry"] for line in second_object(one.lines)["standings"]] == order
    assert check(one.lines).violations == []
    return order


def test_who_plays_for_third_place_is_third_or_fourth_before_a_loser_who_had_gone():
    """'The champion, the finalist, third, fourth': e8 and e6 both lost their semi-final, and e8 was gone when e6 and e5
    played for third place. That e6 lost once more does not put them behind e8."""
    one = eight()
    one("publish")
    one("withdraw", entries=["e8"])
    one("default", round=2, table=1, absent=["e6a"])
    home = one.seats(2)[1].split()[0][:-1]
    one("result", round=2, table=2, score=[300, 0] if home == "e1" else [0, 300])
    one("close_round")
    one("draw")
    assert (met(one, 3), one.byes(3)) == ([{"e6", "e5"}], ["e1"])
    one("publish")
    home = one.seats(3)[0].split()[0][:-1]
    one("result", round=3, table=1, score=[300, 0] if home == "e5" else [0, 300])
    assert agreed_order(one)[:4] == ["e1", "e5", "e6", "e8"]


@pytest.mark.parametrize("published", [False, True], ids=["drawn_again", "published_and_drawn_anew"])
def test_who_was_away_from_the_semi_final_and_wins_the_match_for_third_place_is_third(published: bool):
    one = eight()
    if published:
        one("publish")
    one("withdraw", entries=["e6"])
    if published:
        one("repair", round=2, how="redraw")
    else:
        one("draw")
        one("publish")
    assert (met(one, 2), one.byes(2)) == ([{"e1", "e5"}], ["e8"])
    home = one.seats(2)[0].split()[0][:-1]
    one("result", round=2, table=1, score=[300, 0] if home == "e1" else [0, 300])
    one("return", entries=["e6"])
    one("close_round")
    one("draw")
    assert met(one, 3) == [{"e8", "e1"}, {"e6", "e5"}]
    one("publish")
    home = one.seats(3)[1].split()[0][:-1]
    one.results(3, (300, 0), (300, 0) if home == "e6" else (0, 300))
    assert agreed_order(one)[2:4] == ["e6", "e5"]


def test_after_groups_too_who_was_away_from_the_semi_final_may_play_for_third_place():
    story = Story("tarragona", format="pairs-groups", options={"limit": "100p", "groups": 4, "advance": 2})
    story.enter(8)
    story.play(*[(100, 10)] * 4)
    story.play(*[(100, 10)] * 4)
    gone = story.state.players[story.seats(2)[0][0]]
    story.give("withdraw", entries=[gone])
    story.begin_round()
    assert len(story.seats(3)) == 1
    story.results((100, 10))
    story.give("return", entries=[gone])
    story.give("close_round")
    story.begin_round()
    assert gone in [story.state.players[seat] for seat in story.seats(4)[1]]
    story.results((100, 10), (100, 10))
    story.check()


def test_after_a_swap_in_a_later_round_the_winner_goes_on_where_the_table_leads():
    """'Each takes the other's seat': and with it the place in the bracket."""
    one = hall("tarragona", *names(16, "e"), format="pairs-knock-out")
    one.round(*[(300, 0)] * 8, close=True)
    one("draw")
    first, second, third, fourth = met(one, 2)  # the first table's winner is to meet the fourth's
    a, b = sorted(first)[0], sorted(second)[0]
    one("swap", round=2, a=a, b=b, reason="x")
    one("publish")
    one.results(2, *[(300, 0)] * 4)
    homes = [table.split()[0][:-1] for table in one.seats(2)]
    one("close_round")
    one("draw")
    assert met(one, 3) == [{homes[0], homes[3]}, {homes[1], homes[2]}]
    assert (first - {a}) | {b} == met(one, 2)[0]
    assert third | fourth == met(one, 2)[2] | met(one, 2)[3]


def test_after_a_swap_with_a_bye_in_a_later_round_nobody_sits_twice():
    """'One of them may have the bye. Each takes the other's seat.'"""
    one = hall("tarragona", *names(8, "e"), format="pairs-knock-out")
    one.round((300, 0), (300, 0), (300, 0), (300, 0), close=True)
    one("withdraw", entries=["e6"])
    one("draw")
    assert (met(one, 2), one.byes(2)) == ([{"e1", "e5"}], ["e8"])
    one("swap", round=2, a="e8", b="e5", reason="x")
    assert (met(one, 2), one.byes(2)) == ([{"e1", "e8"}], ["e5"])
    one("publish", override="x")
    one("result", round=2, table=1, score=[300, 0])  # home: e1, or e8
    won = one.seats(2)[0].split()[0][:-1]
    one("close_round")
    one("return", entries=["e6"])
    one("draw")
    assert met(one, 3)[0] == {won, "e5"}
    assert len(drawn(one, 3)) == 4 * len(met(one, 3))


def test_a_corrected_semi_final_leaves_everybody_where_the_bracket_has_them():
    """'published tables never [change], except by `repair`': and the winner of a table goes on where it leads."""
    one = hall("tarragona", *names(16, "e"), format="pairs-knock-out")
    one.round(*[(300, 0)] * 8, close=True)
    one("draw")
    one("publish")
    sat = met(one, 2)
    for table in (1, 2):  # of the first table of round 2 both should not be there
        one("result", round=1, table=table, score=[0, 300], reason="misread")
    one.results(2, *[(300, 0)] * 4)
    homes = [table.split()[0][:-1] for table in one.seats(2)]
    one("close_round")
    one("draw")
    assert met(one, 2) == sat
    assert met(one, 3) == [{homes[0], homes[3]}, {homes[1], homes[2]}]


def test_who_was_not_there_when_the_bracket_was_made_has_no_bye_to_win_by():
    """'Bye: written as won': who never had a place in the bracket has none."""
    one = hall("tarragona", *names(5, "e"), format="pairs-knock-out")
    one("check_in", entries=["e1", "e2", "e3", "e4"])
    one.round((300, 0), (300, 0), close=True)
    one("check_in", entries=["e5"])
    one("draw")
    assert one.byes(2) == []


def test_the_final_is_the_table_with_two_places_left_however_few_go_on():
    """'limit_final': the limit of the final. Where fewer go on than could, it comes earlier."""
    options = {"groups": 2, "advance": 2, "limit_final": "100p"}
    one = hall("tarragona", *names(4, "e"), format="pairs-groups", options=options)
    one.round((300, 0), (300, 0), close=True)
    one("withdraw", entries=["e1", "e2"])
    one("draw")
    one("publish")
    assert one.refused("result", round=2, table=1, score=[300, 0]) == "over_the_limit"
    one("result", round=2, table=1, score=[100, 0])


# --- draws that would seat nobody


def test_the_knock_out_after_groups_is_over_when_one_is_left():
    """'Past `rounds`: refused (`no_more_rounds`)': the event is decided."""
    one = hall("tarragona", *names(6, "e"), format="pairs-groups", options={"groups": 2, "advance": 2})
    for _ in range(3):
        one.round((300, 0), (300, 0), close=True)
    first, second = ([row["entry"] for row in one.object["standings"] if row["group"] == group] for group in (1, 2))
    one("withdraw", entries=[*first[1:], *second[1:]])
    one.round((300, 0), close=True)
    assert one.refused("draw") == "no_more_rounds"


def test_more_groups_than_can_be_filled_are_too_few_to_draw():
    """'a round robin in each': of one pair there is none."""
    one = hall("tarragona", *names(3, "e"), format="pairs-groups", options={"groups": 3})
    assert one.refused("draw") == "too_few"
    one.enter("e4")
    one("draw")
    assert (len(met(one, 1)), len(one.byes(1))) == (1, 2)


@pytest.mark.article("UEH-campeonato")
def test_winners_on_is_decided_when_one_is_left():
    """'winners on until one table decides': with one left there is nothing to decide."""
    one = hall("ueh", *names(8))
    one("draw")
    one("publish")
    for table in (1, 2):
        one("result", round=1, table=table, score=[100, 301, 302, 303], winner=1)
    winners = [table.split()[0] for table in one.seats(1)]
    one("withdraw", entries=[winners[0]])
    problem = one.problem("draw")
    assert (problem.code, problem.article) == ("no_more_rounds", "UEH-campeonato")
    one("return", entries=[winners[0]])
    one("draw")
    assert set(one.seats(2)[0].split()) == set(winners)


def test_while_a_slip_is_missing_nothing_is_decided():
    """'The next round may be drafted while slips are missing': not where it would seat nobody."""
    one = hall("ueh", *names(8))
    one("draw")
    one("publish")
    one("result", round=1, table=1, score=[100, 301, 302, 303], winner=1)
    assert one.refused("draw") == "too_few"
    final = hall("tarragona", *names(4, "e"), format="pairs-knock-out")
    final("draw")
    final("publish")
    final("result", round=1, table=1, score=[300, 0])
    assert final.refused("draw") == "too_few"
    final("result", round=1, table=2, score=[300, 0])
    final("draw")


def test_a_knock_out_whose_last_opponent_has_gone_is_decided():
    one = hall("tarragona", *names(4, "e"), format="pairs-knock-out")
    one.round((300, 0), (300, 0), close=True)  # e1 v e2, e4 v e3
    one("withdraw", entries=["e1", "e2"])
    assert one.refused("draw") == "no_more_rounds"


def test_a_round_in_which_all_go_on_without_playing_is_a_round():
    """'a bracket': both semi-finals are walk-overs and the final is played."""
    one = eight()
    one("withdraw", entries=["e6", "e1"])
    one("draw")
    assert (met(one, 2), set(one.byes(2))) == ([], {"e8", "e5"})
    one("publish")
    one("close_round")
    one("draw")
    assert met(one, 3) == [{"e8", "e5"}]


# --- who did not come has not won


@pytest.mark.article("UEH-campeonato")
def test_a_stand_in_who_wins_sends_nobody_on():
    """'for the absent player it is 0, −100, 0 whatever the slip says; a stand-in is not ranked.'"""
    one = hall("ueh", *names(12))
    one("draw")
    one("publish")
    absent, *others = one.seats(1)[0].split()
    one("stand_in", round=1, player=absent, name="Comodín")
    for table in (1, 2, 3):
        one("result", round=1, table=table, score=[100, 301, 302, 303], winner=1)
    one("draw")
    seated = drawn(one, 2, "p")
    assert len(seated) == 2
    assert not seated & {absent, *others}
    notes = [note.phrase.told("es") for note in one.tournament.played[1].notes]
    assert "Nadie sigue desde la mesa 1 de la ronda 1: quien ganó no estaba, o no ganó nadie" in notes
    one("publish")
    assert one.standings()[2][0] != absent
    assert one.of(absent) == (2, 300)


def test_a_pair_that_was_replaced_altogether_does_not_go_on():
    """The same in a knock-out; one of the two is enough to have come."""
    one = hall("tarragona", *names(8, "e"), format="pairs-knock-out")
    one("draw")
    one("publish")
    for player in ("e8a", "e8b", "e1a"):
        one("stand_in", round=1, player=player, name="Comodín")
    one.results(1, (300, 0), (300, 0), (300, 0), (300, 0))
    one("draw")
    assert (met(one, 2), one.byes(2)) == ([{"e1", "e5"}], ["e6"])
    notes = [note.phrase.told("en") for note in one.tournament.played[1].notes]
    assert notes[0] == "Nobody goes on from table 1 of round 1: who won was not there, or nobody won"


# --- level


@pytest.mark.article("CI-4")
@pytest.mark.parametrize("format", ["pairs-knock-out", "pairs-groups"])
def test_where_somebody_has_to_go_on_a_level_slip_needs_a_winner(format):
    """'level without a winner' cannot be: half each only where nobody has to go on."""
    options = {"level_at_end": "half_point", "groups": 1, "advance": 2}
    one = hall("competencia-individual", "e1", "e2", format=format, options=options)
    if format == "pairs-groups":
        one("draw")
        one("publish")
        one("result", round=1, table=1, score=[80, 80])
        assert one.of("e1") == (0.5, 0, 80)
    one("draw")
    number = one("publish")["round"]
    problem = one.problem("result", round=number, table=1, score=[80, 80])
    assert (problem.code, problem.article) == ("level_without_winner", "CI-4")
    one("result", round=number, table=1, score=[80, 80], winner="2+4")
    one("close_round")
    assert one.standings()[0][0] == one.seats(number)[0].split()[1][:-1]


def test_who_lost_a_level_semi_final_is_out_though_it_brought_half_a_point():
    """'by the round in which one lost'; 'half each where the book says so'."""
    options = {"level_at_end": "half_point"}
    one = hall("competencia-individual", *names(4, "e"), format="pairs-knock-out", options=options)
    one("draw")
    one("publish")
    one("result", round=1, table=1, score=[80, 80], winner="2+4")
    one("result", round=1, table=2, score=[100, 0])
    home, guest = (seat[:-1] for seat in one.seats(1)[0].split()[:2])
    assert (one.of(home), one.of(guest)) == ((0.5, 0, 80), (0.5, 0, 80))
    one("draw")
    assert guest in met(one, 2)[0]
    assert home in met(one, 2)[1]
    one("publish")
    one.results(2, (100, 0), (100, 0))
    assert one.standings().index((home, *one.of(home))) >= 2


# --- alone, before the slip


@pytest.mark.article("UEH-mesas")
def test_alone_nothing_counts_before_the_slip_unless_at_most_one_is_left():
    """'A slip … missing … counts nothing until it is confirmed'; 'A stand-in … lifts the default'."""
    one = hall("ueh", *names(3))
    one("draw")
    one("publish")
    first, second, third = one.seats(1)[0].split()
    one("default", round=1, table=1, absent=[first, second])
    assert (one.of(first), one.of(second), one.of(third)) == ((2, 300), (2, 300), (0, 0))
    one("stand_in", round=1, player=first, name="Comodín")
    assert (one.of(first), one.of(second), one.of(third)) == ((0, 0), (0, 0), (0, 0))
    assert one.table(1, 1)["status"] is None
    assert one.refused("close_round") == "slips_missing"
    one("result", round=1, table=1, score=[310, 0, 120], winner=3)
    assert (one.of(first), one.of(second), one.of(third)) == ((2, 300), (2, 300), (0, 120))


@pytest.mark.article("UEH-mesas")
def test_alone_the_slip_of_a_table_with_one_absent_can_be_corrected():
    """'A slip for a defaulted table is refused': a table at which the others play on is none."""
    one = hall("ueh", *names(4))
    one("draw")
    one("publish")
    absent = one.seats(1)[0].split()[3]
    one("default", round=1, table=1, absent=[absent])
    one("result", round=1, table=1, score=[310, 305, 120, 0], winner=3)
    one("result", round=1, table=1, score=[310, 306, 120, 0], winner=3)
    assert one.of(absent) == (2, 300)


# --- expelled on both sides


@pytest.mark.article("CI-19")
@pytest.mark.parametrize("before", [True, False])
def test_where_players_of_both_sides_are_expelled_nobody_wins(before):
    """'the slip has the score as it stood and the other side as winner': there is no other side."""
    one = hall("competencia-individual", *names(4))
    one("draw")
    one("publish")
    one_seat, other, partner, fourth = one.seats(1)[0].split()
    if before:
        one("result", round=1, table=1, score=[100, 40], status="entered")
    one("expel", player=one_seat, round=1, article="CI-19")
    one("expel", player=other, round=1, article="CI-19")
    if before:
        one("confirm", round=1, table=1)
    else:
        problem = one.problem("result", round=1, table=1, score=[100, 40], winner="1+3")
        assert (problem.code, problem.article) == ("winner_against_score", "CI-19")
        assert problem.told("es") == "hay expulsados de los dos lados: no gana nadie"
        one("result", round=1, table=1, score=[100, 40])
    assert one.table(1, 1)["winner"] is None
    assert (one.of(partner), one.of(fourth)) == ((0, 0, 100), (0, 0, 40))
    one("close_round")


def test_in_a_knock_out_nobody_goes_on_from_a_match_that_nobody_won():
    one = hall("san-juan", *names(4, "e"), format="pairs-knock-out")
    one("draw")
    one("publish")
    home, guest = one.seats(1)[0].split()[:2]
    for player in (home, guest):
        one("expel", player=player, round=1, article="SJ-irreg-6")
    one.results(1, (120, 80), (200, 0))
    assert one.refused("draw") == "no_more_rounds"
