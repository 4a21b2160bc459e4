"""Result = luck + play of ours − play of theirs + rest, in every hand and in the match."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from tantera.notation import judge_file
from tantera.play import Match
from tantera.play.events import HandScored
from tantera.play.ledger import Happened
from tantera.rules import BOOKS, load_book, with_options
from tantera.solver.estimate import added
from tantera.study.balance import study, study_hand
from tantera.study.figures import HandStudied, MatchStudied
from tests.play.tables import proof
from tests.study.hands import played, played_from, whole_match
from tests.study.test_luck import BAD

HANDS = range(6)


@cache
def hands(one: str, other: str) -> list[tuple[list[Happened[Match]], HandStudied]]:
    return [(moments, study_hand(1, moments)) for moments in (played(one, other, deal) for deal in HANDS)]


def test_the_sum_is_the_result_that_is_on_the_sheet():
    for moments, studied in hands("counter", "contrary"):
        line = next(moment.event for moment in moments if isinstance(moment.event, HandScored))
        assert studied.shares is not None
        ours, theirs = studied.shares
        assert ours.result == line.written[0] - line.written[1] == -theirs.result
        for share in studied.shares:
            parts = share.luck.mean + share.ours.mean - share.theirs.mean + share.rest.mean
            assert parts == pytest.approx(share.result, abs=1e-9)
        assert (ours.ours, ours.theirs) == (theirs.theirs, theirs.ours)
        assert ours.luck.mean == pytest.approx(-theirs.luck.mean)


def test_the_balance_of_a_match_is_the_sum_of_its_hands():
    studied = [one for _, one in hands("counter", "contrary")]
    match = MatchStudied(("A", "B", "C", "D"), studied[0].sides, tuple(studied))
    for side in range(2):
        shares = [one.shares[side] for one in studied if one.shares is not None]
        assert match.shares[side].result == sum(share.result for share in shares)
        assert match.shares[side].rest.mean == pytest.approx(sum(share.rest.mean for share in shares))
    assert match.play(1).decisions == sum(one.play(1).decisions for one in studied)


def test_who_plays_badly_on_purpose_shows_as_playing_worse():
    gains, decisions, mistakes = [0.0, 0.0], [0, 0], [0, 0]
    for deal, (_, studied) in enumerate(hands("counter", "contrary")):
        for seat in range(1, 5):
            play, who = studied.play(seat), (seat - 1 + deal) % 2
            gains[who] += play.gain.mean
            decisions[who] += play.decisions
            mistakes[who] += play.mistakes
    assert gains[0] > 0 > gains[1]
    assert gains[0] - gains[1] > 50
    assert mistakes[1] / decisions[1] > 1.5 * mistakes[0] / decisions[0]


def test_who_is_dealt_worse_on_purpose_shows_as_unlucky_and_not_as_bad():
    studied = study_hand(1, played_from(load_book("san-juan"), BAD, 2, ("counter", "counter")))
    assert studied.shares is not None
    share = studied.shares[0]
    skill = added((share.ours, share.theirs._replace(mean=-share.theirs.mean)))
    assert share.luck.error
    assert skill.error
    assert share.luck.mean < -5 * share.luck.error
    assert skill.mean > -2 * skill.error


LIGA = b"""[Book "san-juan"]
[Seat1 "Pons"]
[Seat2 "Vidal"]
[Seat3 "Mas"]
[Seat4 "Roca"]

#1 o1 0-0
deal 1:00.04.12.16.25.35.46 2:01.05.13.22.26.36.55 3:02.06.14.23.33.44.56 4:03.11.15.24.34.45.66
00 <05 >06 <54 <40 >63 <02 >30 <21 <10
= block 2+4 +126 (67-59)

#2 o2 0-126
= domino 3 +41
"""


def test_a_file_gives_the_same_figures_twice_and_a_hand_without_tiles_has_none():
    one, other = (study(judge_file(LIGA).ledger) for _ in range(2))
    assert one == other
    assert [hand.number for hand in one.hands] == [1]
    assert one.hands[0].turns


def test_the_costliest_are_mistakes_the_dearest_first():
    studied = study(judge_file(LIGA).ledger)
    for seat in range(1, 5):
        costs = [turn.decision.cost.mean for _, turn in studied.costliest(seat)]
        assert costs == sorted(costs, reverse=True)
        assert len(costs) <= 3
        assert all(turn.decision.is_mistake and turn.decision.seat == seat for _, turn in studied.costliest(seat))


@pytest.mark.parametrize(("book", "bots"), [("ueh", ("counter", "greedy")), ("cuba-doble-nueve", ("greedy", "random"))])
def test_the_sum_is_the_result_in_every_hand_of_a_whole_match(book: str, bots: tuple[str, str]):
    """Where each plays alone too, with tiles that are drawn, re-entries, bonuses and raised hands."""
    ledger = whole_match(with_options(load_book(book), {"limit": "30p"}), bots, 3)
    studied = study(ledger)
    assert studied.hands
    for hand in studied.hands:
        assert hand.shares is not None
        for share in hand.shares:
            parts = share.luck.mean + share.ours.mean - share.theirs.mean + share.rest.mean
            assert parts == pytest.approx(share.result, abs=1e-9)
        assert sum(share.result for share in hand.shares) == pytest.approx(0, abs=1e-9)
        assert sum(share.luck.mean for share in hand.shares) == pytest.approx(0, abs=1e-6)


@pytest.mark.prove
def test_the_sum_is_the_result_in_every_hand_of_many_matches():
    for seed in range(proof(3, 60)):
        rng = Random(seed)
        book = load_book(rng.choice([name for name in BOOKS if load_book(name).points_in_play is None]))
        ledger = whole_match(with_options(book, {"limit": "3h"}), ("greedy", "random"), seed)
        for hand in study(ledger).hands:
            for share in hand.shares or ():
                parts = share.luck.mean + share.ours.mean - share.theirs.mean + share.rest.mean
                assert parts == pytest.approx(share.result, abs=1e-9)
