"""The tournaments of seven clubs, as book files and nothing else: a small event under each, worked out by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tantera.rules import load_book
from tantera.tournament.options import settled
from tests.tournament.story import Story

BOOKS = Path(__file__).parents[2] / "examples" / "books"
TOURNAMENTS = {
    "liga-de-los-jueves": "pairs-round-robin",
    "suizo-del-puerto": "pairs-swiss",
    "torneo-de-la-bolsa": "individual",
    "copa-de-barrios": "pairs-groups",
    "eliminatoria-sant-jordi": "pairs-knock-out",
    "noche-de-solos": "alone-one-round",
    "interclubes": "individual",
}
"""The seven, and their formats."""


def tournament_of(club: str) -> Story:
    return Story(str(BOOKS / f"{club}.toml"))


@pytest.mark.parametrize(("club", "format"), TOURNAMENTS.items())
def test_every_one_of_them_says_its_format_in_its_book(club, format):
    assert settled(load_book(str(BOOKS / f"{club}.toml")), None, None, {}).format == format


@pytest.mark.parametrize("club", TOURNAMENTS)
def test_the_event_has_its_book_in_it_so_that_it_opens_elsewhere(club):
    tournament = tournament_of(club).state
    assert tournament.book == club
    assert tournament.own_book == load_book(str(BOOKS / f"{club}.toml"))


def played(story: Story, scores: dict[tuple[str, str], tuple[int, int]]) -> None:
    """A round of pairs, drawn and played: what each of the two scored, whoever of them was at home."""
    story.begin_round()
    number = len(story.state.played)
    meetings = {}
    for table, seats in enumerate(story.seats(number), 1):
        home, away = story.state.players[seats[0]], story.state.players[seats[1]]
        meetings[frozenset((home, away))] = table
        one, other = scores[home, away] if (home, away) in scores else reversed(scores[away, home])
        story.give("result", round=number, table=table, score=[one, other])
    assert set(meetings) == {frozenset(pair) for pair in scores}
    story.give("close_round")


def test_liga_de_los_jueves_parts_two_who_are_level_by_their_own_match():
    story = tournament_of("liga-de-los-jueves")
    story.enter(4)
    played(story, {("e1", "e2"): (35, 40), ("e3", "e4"): (20, 40)})
    played(story, {("e1", "e3"): (40, 0), ("e4", "e2"): (30, 40)})
    played(story, {("e1", "e4"): (40, 10), ("e3", "e2"): (40, 20)})
    story.refuse("no_more_rounds", "draw")
    # Two wins each: e2 beat e1 and is first, whatever the difference. One win each: e4 beat e3.
    assert list(story.values("wins", "head_to_head", "difference", "points_for").items()) == [
        ("e2", (2, 1, 5 + 10 - 20, 40 + 40 + 20)),
        ("e1", (2, 0, -5 + 40 + 30, 35 + 40 + 40)),
        ("e4", (1, 1, 20 - 10 - 30, 40 + 30 + 10)),
        ("e3", (1, 0, -20 - 40 + 20, 20 + 0 + 40)),
    ]
    story.check()


def test_suizo_del_puerto_pairs_neighbours_who_have_not_met():
    story = tournament_of("suizo-del-puerto")
    story.enter(4)
    played(story, {("e1", "e2"): (200, 150), ("e3", "e4"): (120, 210)})
    assert story.standing() == ["e4", "e1", "e2", "e3"]  # +90, +50, -50, -90
    played(story, {("e4", "e1"): (180, 200), ("e2", "e3"): (205, 190)})
    assert story.standing() == ["e1", "e4", "e2", "e3"]  # 2; 1 +70; 1 -35; 0
    # 1 has met 2 and 3 has met 4: the one round without repeats that is left.
    played(story, {("e1", "e3"): (100, 200), ("e4", "e2"): (200, 110)})
    assert list(story.values("wins", "difference", "points_for").items()) == [
        ("e4", (2, 90 - 20 + 90, 210 + 180 + 200)),
        ("e1", (2, 50 + 20 - 100, 200 + 200 + 100)),
        ("e3", (1, -90 - 15 + 100, 120 + 190 + 200)),
        ("e2", (1, -50 + 15 - 90, 150 + 205 + 110)),
    ]
    story.begin_round()
    assert (
        "in round" in story.object("en")["rounds"][3]["tables"][0]["why"]
    )  # everybody has met: a repeat, and it says so
    story.results((200, 10), (200, 10))
    story.give("close_round")
    story.refuse("no_more_rounds", "draw")
    story.check()


def test_torneo_de_la_bolsa_shares_what_was_paid_after_five_rounds():
    story = tournament_of("torneo-de-la-bolsa")
    story.enter(4, paid=20)
    scores = [(100, 62), (100, 80), (60, 100), (90, 100), (100, 95)]
    for score in scores:
        story.play(score)
    story.refuse("no_more_rounds", "draw")
    # 1+3 v 2+4; ranks 1 3 2 4: 1+4 v 3+2; ranks 1 3 4 2: 1+2 v 3+4; ranks 3 4 1 2: 3+2 v 4+1; ranks 4 1 3 2: 4+2 v 1+3.
    assert [seats for number in range(1, 6) for seats in story.seats(number)] == [
        ["p1", "p2", "p3", "p4"],
        ["p1", "p3", "p4", "p2"],
        ["p1", "p3", "p2", "p4"],
        ["p3", "p4", "p2", "p1"],
        ["p4", "p1", "p2", "p3"],
    ]
    assert list(story.values("points_won", "difference", "points_for").items()) == [
        ("e4", (4, -38 + 20 + 40 + 10 + 5, 62 + 100 + 100 + 100 + 100)),
        ("e1", (3, 38 + 20 - 40 + 10 - 5, 100 + 100 + 60 + 100 + 95)),
        ("e3", (2, 38 - 20 + 40 - 10 - 5, 100 + 80 + 100 + 90 + 95)),
        ("e2", (1, -38 - 20 - 40 - 10 + 5, 62 + 80 + 60 + 90 + 100)),
    ]
    # 80 were paid: 45 % 36, 27 % 21.60, 18 % 14.40, 10 % 8; what does not divide stays with the organisers.
    assert story.prizes() == {"e4": 36, "e1": 21, "e3": 14, "e2": 8}
    story.check()


def test_copa_de_barrios_plays_groups_then_semi_finals_and_a_longer_final():
    story = tournament_of("copa-de-barrios")
    story.enter(8)
    # The lot deals e1, e3, e5, e7 into group 1 and e2, e4, e6, e8 into group 2.
    one = {("e1", "e3"): (100, 60), ("e5", "e7"): (100, 80), ("e2", "e4"): (70, 100), ("e6", "e8"): (100, 90)}
    two = {("e1", "e5"): (100, 40), ("e7", "e3"): (100, 50), ("e2", "e6"): (100, 80), ("e8", "e4"): (60, 100)}
    three = {("e1", "e7"): (100, 30), ("e5", "e3"): (90, 100), ("e2", "e8"): (100, 40), ("e6", "e4"): (100, 95)}
    for scores in (one, two, three):
        played(story, scores)
    table = [(one["group"], one["entry"], one["values"]["wins"], one["values"]["difference"])
             for one in story.object()["standings"]]  # fmt: skip
    # In both groups three are level in wins and each has beaten one of the others: the difference parts them.
    assert table == [
        (1, "e1", 3, 40 + 60 + 70), (1, "e7", 1, -20 + 50 - 70),
        (1, "e5", 1, 20 - 60 - 10), (1, "e3", 1, -40 - 50 + 10),
        (2, "e4", 2, 30 + 40 - 5), (2, "e2", 2, -30 + 20 + 60),
        (2, "e6", 2, 10 - 20 + 5), (2, "e8", 0, -10 - 40 - 60),
    ]  # fmt: skip
    played(story, {("e1", "e2"): (100, 60), ("e4", "e7"): (100, 85)})
    story.begin_round()
    assert {frozenset(story.state.players[seat] for seat in seats) for seats in story.seats(5)} == {
        frozenset({"e1", "e4"}), frozenset({"e2", "e7"}),
    }  # fmt: skip
    story.refuse("nobody_at_limit", "result", round=5, table=1, score=[100, 90])
    story.give("undo", event=story.state.number)
    story.give("undo", event=story.state.number - 2)
    played(story, {("e1", "e4"): (120, 150), ("e7", "e2"): (100, 40)})
    # Then those who stayed in the groups: the thirds, e6 lost fewer points than e5, and the fourths by wins.
    assert story.standing() == ["e4", "e1", "e7", "e2", "e6", "e5", "e3", "e8"]
    story.refuse("no_more_rounds", "draw")
    story.check()


def test_eliminatoria_sant_jordi_gives_the_first_two_a_bye_and_plays_the_final_to_200():
    story = tournament_of("eliminatoria-sant-jordi")
    story.enter(6, paid=30)
    played(story, {("e3", "e6"): (100, 40), ("e4", "e5"): (70, 85)})  # e4 and e5 stopped by the clock
    assert story.state.played[0].byes == ("e1", "e2")
    played(story, {("e1", "e5"): (100, 90), ("e2", "e3"): (60, 100)})
    played(story, {("e1", "e3"): (150, 200), ("e5", "e2"): (20, 100)})
    assert story.standing() == ["e3", "e1", "e2", "e5", "e4", "e6"]  # e4 lost by 15, e6 by 60
    assert story.prizes() == {"e3": 108, "e1": 54, "e2": 18}  # of 180
    assert story.state.options.limit_final is not None
    assert (str(story.state.options.limit), str(story.state.options.limit_final)) == ("100p 25m", "200p")
    story.check()


def test_noche_de_solos_is_one_round_in_which_fewer_re_entries_and_fewer_points_lead():
    story = tournament_of("noche-de-solos")
    story.enter(7, paid=5)
    story.begin_round()
    story.give("result", round=1, table=1, score=[150, 210, 230, 220], winner=1, re_entries=[1, 2, 2, 2])
    story.refuse("winner_over_limit", "result", round=1, table=2, score=[205, 201, 240], winner=2)
    story.give("result", round=1, table=2, score=[205, 190, 240], winner=2, re_entries=[2, 0, 2])
    story.give("close_round")
    assert list(story.values("re_entries", "points_for").items()) == [
        ("e6", (0, 190)), ("e1", (1, 150)), ("e5", (2, 205)), ("e2", (2, 210)), ("e4", (2, 220)), ("e3", (2, 230)),
        ("e7", (2, 240)),
    ]  # fmt: skip
    assert story.prizes() == {"e6": 24, "e1": 10}  # 70 % and 30 % of 35
    story.check()


def test_interclubes_adds_up_the_two_best_of_a_club_and_is_patient_for_six_minutes():
    story = tournament_of("interclubes")
    story.enter_clubs("Norte", "Sur", "Norte", "Sur", "Norte", "Sur", "Sur")
    story.begin_round()
    assert story.seats(1) == [["p1", "p2", "p3", "p4"], ["p5", "p6", "p7", "*1"]]
    assert story.object()["rounds"][0]["byes"] == []
    story.give("late", round=1, player="p2", minutes=6)
    story.give("late", round=1, player="p3", minutes=7)
    story.results((100, 62), (55, 100))
    story.give("close_round")
    assert list(story.values("points_won", "efectividad", "points_for").items()) == [
        ("e6", (1, 45, 100)), ("e1", (1, 38, 100)), ("e3", (1, 38 - 10, 100)), ("e2", (0, -38, 62)),
        ("e4", (0, -38, 62)), ("e5", (0, -45, 55)), ("e7", (0, -45, 55)),
    ]  # fmt: skip
    teams = [(one["place"], one["club"], one["values"]["points_won"], one["values"]["difference"])
             for one in story.object()["teams"]]  # fmt: skip
    assert teams == [(1, "Norte", 2, 38 + 28), (2, "Sur", 1, 45 - 38)]
    story.give("draw")
    story.give("publish")
    story.results((100, 50), (100, 50))
    story.give("close_round")
    assert story.state.rounds == 3
    story.check()
