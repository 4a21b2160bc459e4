"""Standings without luck: who was dealt more stands lower than by points."""

from __future__ import annotations

import pytest

from tantera.solver.estimate import Estimate
from tantera.study.figures import HandStudied, MatchStudied, SideBalance
from tantera.study.standings import luck_standings

SIDES = ((1, 3), (2, 4))


def hand(number: int, result: float, luck: float) -> HandStudied:
    def share(sign: int) -> SideBalance:
        return SideBalance(sign * result, Estimate(sign * luck, 1.0), Estimate(0.0, 0.5), Estimate(0.0, 0.5))

    return HandStudied(number, (), SIDES, (share(1), share(-1)))


def match(*hands: tuple[float, float]) -> MatchStudied:
    played = tuple(hand(number, *figures) for number, figures in enumerate(hands, start=1))
    return MatchStudied(("a", "b", "c", "d"), SIDES, played)


PAIRS = {1: "lucky", 3: "lucky", 2: "able", 4: "able"}


def test_who_was_dealt_the_points_stands_below_who_made_them():
    first, second = luck_standings([(match((20, 50), (10, 20)), PAIRS)])
    assert (first.who, first.place, first.written, first.hands) == ("able", 1, -30, 2)
    assert first.without_luck.mean == pytest.approx(20)
    assert second.who == "lucky"
    assert second.without_luck.mean == pytest.approx(-20)
    assert first.without_luck.error == pytest.approx(2**0.5 / 2)


def test_everybody_alone_carries_their_hands_from_partner_to_partner():
    one, other = match((10, 0)), match((10, 0), (10, 0))
    rows = luck_standings([(one, {1: "A", 2: "B", 3: "C", 4: "D"}), (other, {1: "B", 2: "A", 3: "D", 4: "C"})])
    hands = {row.who: (row.hands, row.written) for row in rows}
    assert hands == {"A": (3, -10), "C": (3, -10), "B": (3, 10), "D": (3, 10)}


def test_hands_without_tiles_and_seats_without_an_entrant_are_left_out():
    unknown = HandStudied(1, (), SIDES, None)
    studied = match((10, 4))._replace(hands=(unknown, hand(2, 10, 4)))
    rows = luck_standings([(studied, {1: "A", 3: "A"})])
    assert [(row.who, row.hands) for row in rows] == [("A", 1)]
    assert luck_standings([(match(), PAIRS)]) == ()
