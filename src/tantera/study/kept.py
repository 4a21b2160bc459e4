"""The figures of a hand as they are kept, and read again beside the match they are about. They hold no name and no
tile: what was seen and what could be played is read from the match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from tantera.play import Match, view
from tantera.play.events import MoveSeen
from tantera.play.ledger import Happened
from tantera.play.moves import order_of
from tantera.solver.estimate import Estimate
from tantera.study.figures import HandStudied, JudgedDecision, JudgedOption, JudgedTurn, MeasuredAgain, SideBalance
from tantera.study.moments import moves_of
from tantera.study.pairs import MOST_ODDS, FittingPlay, HandOfPairs, TimedTurn

EDITION: Final = 2
"""Of the formulas in docs/study.md: figures of another one are not these."""
PAIRS_EDITION: Final = 1
"""The same, of what is known of pairs."""
PLACES: Final = 3
PLACES_OF_PAIRS: Final = 6


class KeptOption(NamedTuple):
    choice: int
    """Which of the options of the view."""
    value: Estimate
    wins: float
    chance: float | None
    open: int | None


class KeptTurn(NamedTuple):
    number: int
    place: int
    options: tuple[KeptOption, ...]
    cost: Estimate
    gain: Estimate
    lost: Estimate | None
    better: int
    again: MeasuredAgain | None


class KeptHand(Struct, frozen=True, array_like=True):
    """A hand that was studied."""

    number: int
    turns: tuple[KeptTurn, ...]
    shares: tuple[SideBalance, ...] | None


def keep(hand: HandStudied) -> bytes:
    """A hand that was studied, as bytes."""
    return msgspec.json.encode(KeptHand(hand.number, tuple(map(_kept, hand.turns)), hand.shares))


def _kept(turn: JudgedTurn) -> KeptTurn:
    decision, plays = turn.decision, turn.view.plays
    options = tuple(
        KeptOption(plays.index(one.order), _rounded(one.value), one.wins, _short(one.chance), one.open)
        for one in decision.options
    )
    again = decision.again
    if again is not None:
        again = MeasuredAgain(_rounded(again.cost), _in_chances(again.lost))
    cost, gain, lost = _rounded(decision.cost), _rounded(decision.gain), _in_chances(decision.lost)
    return KeptTurn(turn.number, decision.place, options, cost, gain, lost, decision.better, again)


def _in_chances(lost: Estimate | None) -> Estimate | None:
    return None if lost is None else _rounded(lost, PLACES + 2)


def _rounded(estimate: Estimate, places: int = PLACES) -> Estimate:
    return Estimate(round(estimate.mean, places), None if estimate.error is None else round(estimate.error, places))


def _short(chance: float | None) -> float | None:
    return None if chance is None else round(chance, PLACES + 2)


def read_again(kept: bytes, hands: Mapping[int, Sequence[Happened[Match]]]) -> HandStudied:
    """A kept hand beside what happened in the hands of its match, by their numbers."""
    hand = msgspec.json.decode(kept, type=KeptHand)
    moments = hands[hand.number]
    moves = {moment.number: moment for moment in moves_of(moments)}
    turns = []
    for turn in hand.turns:
        moment = moves[turn.number]
        assert not isinstance(moment.move, MoveSeen)
        looking = view(moment.before, moment.move.seat)
        options = tuple(JudgedOption(looking.plays[one.choice], *one[1:]) for one in turn.options)
        played = order_of(moment.move)
        decision = JudgedDecision(looking.seat, played, options, turn.place, *turn[3:])
        turns.append(JudgedTurn(turn.number, looking, decision))
    return HandStudied(hand.number, tuple(turns), moments[0].before.sides, hand.shares)


# --- pairs ------------------------------------------------------------------------------------------------------------


def keep_pairs(hands: Iterable[HandOfPairs]) -> bytes:
    """What is known of the pairs of a match, hand by hand, as bytes: seats and figures."""
    return msgspec.json.encode([_short_hand(hand) for hand in hands])


def _short_hand(hand: HandOfPairs) -> HandOfPairs:
    plays = tuple(FittingPlay(*play[:3], round(min(play.ratio, MOST_ODDS), PLACES_OF_PAIRS)) for play in hand.plays)
    return HandOfPairs(plays, tuple(TimedTurn(*turn[:3], round(turn.more, PLACES_OF_PAIRS)) for turn in hand.turns))


def pairs_again(kept: bytes) -> tuple[HandOfPairs, ...]:
    return msgspec.json.decode(kept, type=tuple[HandOfPairs, ...])
