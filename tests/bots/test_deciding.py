"""Bots decide by what the hand is worth to their side, from what their seat may see."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from random import Random

import pytest

from tantera.bots import LEVELS, make, names
from tantera.bots.deciding import going_on, put_back, value
from tantera.bots.learned.reading import law_for
from tantera.bots.prospects import SURE, prospects
from tantera.bots.roster import Thinker, entry_of
from tantera.bots.rule_of_thumb import chance
from tantera.play import REFEREE, Match, Phase, RecordInfraction, TakeDecision, legal_moves, view
from tantera.play.fold import folded
from tantera.referee import step
from tantera.referee.deciding import rule_and_close
from tantera.rules import Refusal, Seat
from tantera.rules.functions import right_of
from tantera.solver.minimax import WIDE
from tests.bots.decisions import CI, TG, alone_with_the_six, asked, recorded
from tests.bots.hands import with_other_tiles
from tests.play.tables import proof
from tests.solver.every_deal import line_of_play

article = pytest.mark.article
every_level = pytest.mark.parametrize("level", [f"level-{number}" for number in LEVELS])


def choice(name: str, match: Match, seed: int = 1) -> str:
    """What a bot of this name decides; never stopped by its clock."""
    full = f"{name},seconds=60" if isinstance(entry_of(name), Thinker) else name
    taken = make(full, seed)(asked(match))
    assert isinstance(taken, TakeDecision)
    return taken.choice


# --- what is obvious --------------------------------------------------------------------------------------------------


@article("TG-18.2")
@every_level
@pytest.mark.parametrize(("strong", "decided"), [(1, "annul"), (3, "annul"), (2, "continue"), (4, "continue")])
def test_a_hand_that_is_won_goes_on_and_one_that_is_lost_is_annulled(level: str, strong: Seat, decided: str):
    """Seat 1 or 3 offends, 2 or 4 decides; whoever is strong is about to go out."""
    assert choice(level, recorded(alone_with_the_six(TG, strong), "TG-14.8", 1 if strong < 3 else 3)) == decided


@article("CI-10")
@every_level
@pytest.mark.parametrize(("strong", "decided"), [(1, "opening"), (2, "accept")])
def test_thirty_off_the_offender_is_taken_in_a_good_hand_and_the_opening_in_a_bad_one(
    level: str, strong: Seat, decided: str
):
    assert choice(level, recorded(alone_with_the_six(CI, strong), "CI-10", 1)) == decided


@article("TG-18.2")
@pytest.mark.parametrize("name", ["counter", "intuition"])
def test_annulling_is_worth_the_opening_whoever_had_it(name: str):
    """Against the side that opened, it moves to one's own; where one's own had it, it stays: that is worth the same."""
    judgement = entry_of(name).judging(1)
    theirs, ours = (asked(recorded(alone_with_the_six(TG, seat), "TG-14.8", 1)) for seat in (1, 2))
    assert value(theirs, "annul", judgement) == pytest.approx(value(ours, "annul", judgement))
    assert value(theirs, "continue", judgement) < value(ours, "continue", judgement)


@pytest.mark.parametrize("name", ["counter", "intuition"])
def test_points_beyond_the_limit_are_worth_nothing_and_the_last_hand_is_won_or_lost(name: str):
    worth = entry_of(name).judging(1).worth
    near = asked(recorded(alone_with_the_six(TG, 2, (200, 290)), "TG-14.8", 1))
    enough, more, not_enough = worth(near, [(0.0, 10.0), (0.0, 60.0), (0.0, 5.0)])
    assert enough == more > not_enough
    last = asked(recorded(alone_with_the_six(TG, 2, (30, 20), limit="1h"), "TG-14.8", 1))
    behind, ahead, far_ahead = worth(last, [(0.0, 9.0), (0.0, 11.0), (0.0, 40.0)])
    assert ahead - behind > far_ahead - ahead > 0


def test_the_rule_of_thumb_for_the_race_to_the_limit_is_near_the_race():
    """What `prospects` counts point by point."""
    for ours, theirs in ((0, 0), (100, 0), (0, 200), (250, 100), (290, 290), (150, 270)):
        seen = asked(recorded(alone_with_the_six(TG, 2, (theirs, ours)), "TG-14.8", 1))
        exact = prospects(seen, law_for(seen)).utility[WIDE]
        assert chance(seen, 300, (0.0, 0.0)) == pytest.approx((1 - exact / SURE) / 2, abs=0.12)


# --- the hand as it was -----------------------------------------------------------------------------------------------


def thought_in_vain(seed: int) -> Iterator[Match]:
    """Hands of Tarragona by chance, each stopped because somebody thought in vain a while ago."""
    luck = Random(seed)
    for match in line_of_play(TG, seed, 1):
        hand = match.hand
        if hand is None or match.phase is not Phase.PLAYING or hand.turns < 3:
            continue
        turn = luck.randint(1, hand.turns)
        order = RecordInfraction("TG-14.12", hand.seats[(turn - 1) % 4], (("turn", str(turn)),), turn)
        with suppress(Refusal):  # somebody who had a choice has not thought in vain
            stopped = step(match, order, REFEREE, match.at).after
            # What is forced is played before the referee is heard.
            if stopped.hand_in_play and stopped.awaiting is not None and "rebuild" in stopped.awaiting.choices:
                yield stopped


@article("TG-18.3")
def test_a_bot_sees_the_rebuilt_hand_as_it_will_be():
    compared = 0
    for seed in range(proof(4, 40)):
        for match in thought_in_vain(seed):
            seen = asked(match)
            foreseen = put_back(seen, match.infractions[-1])
            # Before the table plays what is forced in it.
            events = rule_and_close(match, TakeDecision("rebuild"), match.at).events
            rebuilt = view(folded(match, events), seen.seat)
            assert (foreseen.chain, foreseen.turn, foreseen.counts) == (rebuilt.chain, rebuilt.turn, rebuilt.counts)
            assert set(foreseen.mine) == set(rebuilt.mine)
            compared += 1
    assert compared > 10


# --- honesty ----------------------------------------------------------------------------------------------------------


def test_other_tiles_in_racks_that_a_bot_does_not_see_change_no_decision():
    compared = 0
    for seed in range(60):
        match = next((m for m in line_of_play(TG, seed, 2) if worth_guessing(m)), None)
        if match is None or match.hand is None:
            continue
        decided = {name: choice(name, open_decision(match)) for name in names()}
        for again in islice(with_other_tiles(match, 4), 2):
            assert {name: choice(name, open_decision(again)) for name in names()} == decided
            compared += 1
        if compared >= 4:
            break
    assert compared >= 4


def worth_guessing(match: Match) -> bool:
    return match.hand is not None and len(legal_moves(match.hand)) > 1 and 8 <= sum(view(match, 1).counts) <= 16


def open_decision(match: Match) -> Match:
    """The player before offends, so that the player in turn decides."""
    assert match.hand is not None
    seats = tuple(sorted(match.hand.seats))
    offender = next(seat for seat in seats if right_of(seat, seats) == match.hand.turn)
    return recorded(match, "TG-14.8", offender)


def test_a_bot_that_has_not_lifted_its_tiles_decides_without_them():
    """Seat 4 lifts when seat 2 has played (TG-8.9), and may have to decide before."""
    match = next(iter(line_of_play(TG, 3, 2)))
    assert match.hand is not None
    unlifted = next(seat for seat in match.hand.seats if seat not in match.hand.lifted)
    seats = tuple(sorted(match.hand.seats))
    offender = next(seat for seat in seats if right_of(seat, seats) == unlifted)
    match = recorded(match, "TG-14.8", offender)
    assert asked(match).mine == ()
    for name in names():
        assert choice(name, match) in ("continue", "annul")


def test_what_is_foreseen_adds_up():
    for match in islice(thought_in_vain(5), 6):
        for name in ("counter", "intuition", "best"):
            outcomes = entry_of(name).judging(3).foresee(going_on(asked(match)))
            assert sum(outcome.chance for outcome in outcomes) == pytest.approx(1)
