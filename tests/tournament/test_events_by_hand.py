"""A whole event of each format: every table and every standing was worked out by hand before it was run.

The lot of seed 1: p3 p5 p10 p1 p7 p2 p6 p8 p4 p9 and e8 e1 e5 e6 e4 e3 e9 e7 e2 (who is not in is left out).
"""

from __future__ import annotations

from collections import Counter

import pytest

from tantera.tournament.check import check, second_object
from tantera.tournament.fields import drawable
from tantera.tournament.presentation import Presentation
from tests.tournament.hall import hall, names
from tests.tournament.story import IN_ORDER


def test_two_losses_and_out():
    """Four pairs, the lot in order: who has lost twice is drawn no more, and the last one left is first."""
    one = hall("tarragona", *names(4, "e"), seed=IN_ORDER, options={"out_after_losses": 2})
    one.round((300, 10), (300, 20), close=True)  # e1 beats e2, e3 beats e4
    one.round((300, 10), (300, 20), close=True)  # e1 beats e3, e4 and e2 have lost once: one of them is out
    lost = [[one.seats(n)[t].split()[1][:-1] for t in range(len(one.seats(n)))] for n in (1, 2)]
    (out,) = set(lost[0]) & set(lost[1])
    one("draw")
    assert out not in {seat[:-1] for seats in one.seats(3) for seat in seats.split()} | set(one.byes(3))
    one("publish")
    one.results(3, (300, 30))
    one("close_round")
    while len(drawable(one.tournament, len(one.tournament.played) + 1)) > 1:
        one.round((300, 40), close=True)
    assert one.refused("draw") == "no_more_rounds"
    assert check(one.lines).ok
    assert second_object(one.lines)["standings"] == one.object["standings"]
    times = Counter(seats.split()[1][:-1] for n in range(len(one.tournament.played)) for seats in one.seats(n + 1))
    first, *others = [name for name, *_ in one.standings()]
    assert times[first] < 2
    assert all(times[other] == 2 for other in others)
    assert others[-1] == out
    assert Presentation(one.tournament).partings[others[0]].how == "lost"


def pair(home: str, guest: str) -> str:
    """The seats of two pairs: the home pair has 1 and 3."""
    return f"{home}a {guest}a {home}b {guest}b"


@pytest.mark.article("CI-1")
@pytest.mark.article("CI-4")
@pytest.mark.article("CI-8")
@pytest.mark.article("CI-10")
def test_individual_nine_players_three_rounds():
    one = hall("competencia-individual", *names(9), rounds=3, options={"avoid_partners": 2})
    # Round 1 by lot; the last sits out.
    one("draw")
    assert (one.seats(1), one.byes(1)) == (["p3 p5 p1 p7", "p2 p6 p8 p4"], ["p9"])
    one("publish")
    one.results(1, (100, 62), (80, 120))  # 120 counts as 100 for the difference
    one("close_round")
    assert one.standings() == [
        ("p3", 1, 38, 100), ("p1", 1, 38, 100), ("p9", 1, 30, 100), ("p6", 1, 20, 120), ("p4", 1, 20, 120),
        ("p2", 0, -20, 80), ("p8", 0, -20, 80), ("p5", 0, -38, 62), ("p7", 0, -38, 62),
    ]  # fmt: skip
    # Round 2: p7 is the lowest without a bye. 1+4 v 2+3; at table 2 that would seat p2 and p8 together again,
    # so 1+3 v 2+4: p4 and p8 against p2 and p5.
    one("draw")
    assert (one.seats(2), one.byes(2)) == (["p3 p1 p6 p9", "p4 p2 p8 p5"], ["p7"])
    one("publish")
    one("late", round=2, player="p8", minutes=7)
    one.results(2, (100, 90), (55, 100))
    one("penalty", player="p9", round=2, article="CI-10", points=30)
    one("close_round")
    assert one.standings() == [
        ("p3", 2, 48, 200), ("p6", 2, 30, 220), ("p1", 1, 28, 190), ("p2", 1, 25, 180), ("p5", 1, 7, 162),
        ("p7", 1, -8, 162), ("p9", 1, -10, 190), ("p4", 1, -25, 175), ("p8", 0, -90, 135),
    ]  # fmt: skip
    # Round 3: p9 and p7 have had a bye; of the others p8 is the lowest.
    one("draw")
    assert (one.seats(3), one.byes(3)) == (["p3 p6 p2 p1", "p5 p7 p4 p9"], ["p8"])
    one("publish")
    one.results(3, (70, 100))
    one("default", round=3, table=2, absent=["p9"])
    one("close_round")
    assert one.standings() == [
        ("p6", 3, 60, 320), ("p1", 2, 58, 290), ("p5", 2, 37, 262), ("p3", 2, 18, 270), ("p4", 2, 5, 275),
        ("p2", 1, -5, 250), ("p8", 1, -60, 235), ("p7", 1, -108, 162), ("p9", 1, -110, 190),
    ]  # fmt: skip
    assert one.refused("draw") == "no_more_rounds"


@pytest.mark.article("TG-6.2")
def test_pairs_swiss_nine_pairs_three_rounds():
    one = hall("tarragona", *names(9, "e"), rounds=3)
    one("draw")
    assert one.seats(1) == [pair("e8", "e1"), pair("e5", "e6"), pair("e4", "e3"), pair("e9", "e7")]
    assert one.byes(1) == ["e2"]
    one("publish")
    one.results(1, (300, 200), (100, 300), (300, 290), (0, 300))
    one("close_round")
    assert one.standings() == [
        ("e7", 1, 300, 300), ("e6", 1, 200, 300), ("e8", 1, 100, 300), ("e4", 1, 10, 300), ("e2", 1, 0, 0),
        ("e3", 0, -10, 290), ("e1", 0, -100, 200), ("e5", 0, -200, 100), ("e9", 0, -300, 0),
    ]  # fmt: skip
    one("draw")
    assert one.seats(2) == [pair("e7", "e6"), pair("e8", "e4"), pair("e2", "e3"), pair("e1", "e5")]
    assert one.byes(2) == ["e9"]
    one("publish")
    one.results(2, (300, 250), (300, 60), (200, 300), (300, 0))
    one("close_round")
    assert one.standings() == [
        ("e7", 2, 350, 600), ("e8", 2, 340, 600), ("e1", 1, 200, 500), ("e6", 1, 150, 550), ("e3", 1, 90, 590),
        ("e2", 1, -100, 200), ("e4", 1, -230, 360), ("e9", 1, -300, 0), ("e5", 0, -500, 100),
    ]  # fmt: skip
    # e3 (5th) has met e2 (6th) and e4 (7th). 1-2, 3-5, 4-6, 7-8 costs 1+4+4+1 = 10; 5-8 with 6-7, 3-4 costs 12.
    one("draw")
    assert one.seats(3) == [pair("e7", "e8"), pair("e1", "e3"), pair("e6", "e2"), pair("e4", "e9")]
    assert one.byes(3) == ["e5"]
    one("publish")
    one.results(3, (300, 299), (10, 300), (300, 280), (100, 300))
    one("close_round")
    assert one.standings() == [
        ("e7", 3, 351, 900), ("e3", 2, 380, 890), ("e8", 2, 339, 899), ("e6", 2, 170, 850), ("e9", 2, -100, 300),
        ("e1", 1, -90, 510), ("e2", 1, -120, 480), ("e4", 1, -430, 460), ("e5", 1, -500, 100),
    ]  # fmt: skip


def test_pairs_round_robin_five_pairs_to_40_with_head_to_head():
    ranked_by = ["points_won", "head_to_head", "difference"]
    one = hall(
        "tarragona", *names(5, "e"), format="pairs-round-robin", options={"limit": "40p", "ranked_by": ranked_by}
    )

    def order() -> list[str]:
        return [name for name, *_ in one.standings()]

    # Lot: e1 e5 e4 e3 e2. Round 1 is the lot two by two; a bye is nothing.
    one.round((40, 20), (40, 35), close=True)
    assert (one.seats(1), one.byes(1)) == ([pair("e1", "e5"), pair("e4", "e3")], ["e2"])
    assert order() == ["e1", "e4", "e2", "e3", "e5"]  # 1, 1, 0, 0, 0; by difference +20 +5 · 0 −5 −20
    one.round((30, 40), (40, 10), close=True)
    assert (one.seats(2), one.byes(2)) == ([pair("e1", "e4"), pair("e2", "e5")], ["e3"])
    assert order() == ["e4", "e2", "e1", "e3", "e5"]  # e2 +30 before e1 +10: they have not met
    one.round((20, 40), (40, 38), close=True)
    assert (one.seats(3), one.byes(3)) == ([pair("e2", "e1"), pair("e3", "e5")], ["e4"])
    assert order() == ["e4", "e1", "e2", "e3", "e5"]  # e4 beat e1, whatever the difference
    one.round((15, 40), (40, 0), close=True)
    assert (one.seats(4), one.byes(4)) == ([pair("e4", "e5"), pair("e2", "e3")], ["e1"])
    # e4 e1 e2 have 2; among them e4 and e1 won once and e2 never: then e1 +30, e4 −10. e3 beat e5.
    assert order() == ["e1", "e4", "e2", "e3", "e5"]
    one.round((40, 39), (25, 40), close=True)
    assert (one.seats(5), one.byes(5)) == ([pair("e1", "e3"), pair("e4", "e2")], ["e5"])
    assert one.standings() == [
        ("e1", 3, 31, 150, 1), ("e2", 3, 65, 140, 0), ("e4", 2, -25, 120, 0), ("e3", 1, -44, 114, 1),
        ("e5", 1, -27, 108, 0),
    ]  # fmt: skip
    assert one.refused("draw") == "no_more_rounds"


def test_pairs_knock_out_six_pairs_with_another_limit_for_the_final():
    one = hall("tarragona", *names(6, "e"), format="pairs-knock-out", options={"limit_final": "400p"})
    # Lot: e1 e5 e6 e4 e3 e2. Two byes for the first two; 3 v 6, 4 v 5.
    one.round((300, 250), (100, 300), close=True)
    assert (one.seats(1), one.byes(1)) == ([pair("e6", "e2"), pair("e4", "e3")], ["e1", "e5"])
    assert one.standings() == [
        ("e3", 1, 200, 300), ("e6", 1, 50, 300), ("e1", 1, 0, 0), ("e5", 1, 0, 0), ("e2", 0, -50, 250),
        ("e4", 0, -200, 100),
    ]  # fmt: skip
    # 1 v the winner of 4 v 5, 2 v the winner of 3 v 6; the higher ranked is at home.
    one.round((300, 200), (290, 300), close=True)
    assert (one.seats(2), one.byes(2)) == ([pair("e3", "e1"), pair("e6", "e5")], [])
    one("draw")
    assert one.seats(3) == [pair("e3", "e5"), pair("e6", "e1")]
    one("publish")
    assert one.refused("result", round=3, table=1, score=[300, 399]) == "nobody_at_limit"
    one.results(3, (300, 400), (300, 120))
    one("close_round")
    assert one.standings() == [
        ("e5", 3, 110, 700), ("e3", 2, 200, 900), ("e6", 2, 220, 890), ("e1", 1, -280, 320), ("e2", 0, -50, 250),
        ("e4", 0, -200, 100),
    ]  # fmt: skip
    assert one.refused("draw") == "no_more_rounds"


def test_pairs_groups_two_of_three_and_two_of_each_go_on():
    one = hall("tarragona", *names(6, "e"), format="pairs-groups", options={"groups": 2, "advance": 2})

    def grouped() -> list[tuple[str, int]]:
        return [(standing["entry"], standing["group"]) for standing in one.object["standings"]]

    # Lot: e1 e5 e6 e4 e3 e2. Group 1: e1 e6 e3. Group 2: e5 e4 e2.
    one.round((300, 100), (200, 300), close=True)
    assert (one.seats(1), one.byes(1)) == ([pair("e1", "e6"), pair("e5", "e4")], ["e3", "e2"])
    assert grouped() == [("e1", 1), ("e3", 1), ("e6", 1), ("e4", 2), ("e2", 2), ("e5", 2)]
    one.round((300, 250), (300, 0), close=True)
    assert (one.seats(2), one.byes(2)) == ([pair("e1", "e3"), pair("e2", "e5")], ["e6", "e4"])
    one.round((100, 300), (300, 299), close=True)
    assert (one.seats(3), one.byes(3)) == ([pair("e3", "e6"), pair("e2", "e4")], ["e1", "e5"])
    assert one.standings() == [
        ("e1", 2, 250, 600), ("e6", 1, 0, 400), ("e3", 0, -250, 350),
        ("e2", 2, 301, 600), ("e4", 1, 99, 599), ("e5", 0, -400, 200),
    ]  # fmt: skip
    # The winners e2 and e1, then the seconds e4 and e6: 1 v 4, 2 v 3.
    one.round((300, 10), (200, 300), close=True)
    assert (one.seats(4), one.byes(4)) == ([pair("e2", "e6"), pair("e1", "e4")], [])
    one.round((250, 300), (300, 0), close=True)
    assert one.seats(5) == [pair("e2", "e4"), pair("e1", "e6")]
    assert one.standings() == [
        ("e4", 3, 249, 1199), ("e2", 3, 541, 1150), ("e1", 3, 450, 1100), ("e6", 1, -590, 410),
        ("e3", 0, -250, 350), ("e5", 0, -400, 200),
    ]  # fmt: skip
    assert one.refused("draw") == "no_more_rounds"


@pytest.mark.article("UEH-campeonato")
@pytest.mark.article("UEH-mesas")
def test_alone_winners_on_ten_players():
    one = hall("ueh", *names(10))
    one("draw")
    assert one.seats(1) == ["p3 p5 p10 p1", "p7 p2 p6", "p8 p4 p9"]
    one("publish")
    one("result", round=1, table=1, score=[310, 280, 305, 330], winner=2, re_entries=[2, 1, 2, 2])
    one("result", round=1, table=2, score=[320, 301, 250], winner=3, re_entries=[2, 2, 0])
    one("result", round=1, table=3, score=[150, 302, 340], winner=1, re_entries=[2, 2, 2])
    one("draw")
    assert one.seats(2) == ["p6 p5 p8"]  # by re-entries: none, one, two
    one("publish")
    one("result", round=2, table=1, score=[305, 310, 299], winner=3, re_entries=[1, 2, 2])
    one("close_round")
    assert one.standings() == [
        ("p8", 4, 449), ("p6", 1, 555), ("p5", 3, 590), ("p2", 2, 301), ("p4", 2, 302), ("p10", 2, 305),
        ("p3", 2, 310), ("p7", 2, 320), ("p1", 2, 330), ("p9", 2, 340),
    ]  # fmt: skip
    assert one.refused("draw") == "no_more_rounds"


@pytest.mark.article("UEH-campeonato")
@pytest.mark.article("UEH-mesas")
def test_alone_one_round_nine_players():
    one = hall("ueh", *names(9), format="alone-one-round")
    one("draw")
    assert one.seats(1) == ["p3 p5 p1", "p7 p2 p6", "p8 p4 p9"]
    one("publish")
    one("result", round=1, table=1, score=[305, 120, 340], winner=2, re_entries=[2, 0, 2])
    one("result", round=1, table=2, score=[290, 301, 330], winner=1, re_entries=[1, 2, 2])
    one("result", round=1, table=3, score=[310, 320, 300], winner=3, re_entries=[2, 2, 2])
    one("close_round")
    assert one.standings() == [
        ("p5", 0, 120), ("p7", 1, 290), ("p9", 2, 300), ("p2", 2, 301), ("p3", 2, 305), ("p8", 2, 310),
        ("p4", 2, 320), ("p6", 2, 330), ("p1", 2, 340),
    ]  # fmt: skip
    assert one.refused("draw") == "no_more_rounds"
