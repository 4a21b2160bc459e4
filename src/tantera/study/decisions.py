"""One decision, valued by what its player could know: a function of a `View`, so that no value can tell of a tile that
nobody at that seat had seen."""

from __future__ import annotations

from hashlib import sha256
from typing import Final, NamedTuple

import numpy as np

from tantera.bots.learned.others import likelihoods, prior_shares
from tantera.bots.learned.reading import Reading, codes_of, option_code, read
from tantera.bots.thinker import drawable_part, systematic_resample
from tantera.play import MoveOrder, View
from tantera.solver.estimate import Estimate
from tantera.solver.kernels.jit import Floats, Ints
from tantera.solver.minimax import WIDE
from tantera.solver.worlds import knowledge
from tantera.study.chances import match_chances
from tantera.study.figures import JudgedDecision, JudgedOption, MeasuredAgain, is_sure
from tantera.study.trials import tried_out, usual_play

WORLDS: Final = 512
"""Deals in which every option is tried out."""
AGAIN: Final = 2
"""So many times as many in which a suspected mistake is measured again."""
CANDIDATES: Final = 2
"""Importance sampling: deals drawn for each that is used."""


def is_decision(view: View) -> bool:
    """Whether this seat has a choice now that can be valued: a forced turn is none, nor one with tiles of its own that
    nobody wrote down. Of points in play the population knows nothing."""
    return None not in view.mine and view.book.points_in_play is None and len(codes_of(view)) > 1


def appraise(view: View, played: MoveOrder, worlds: int = WORLDS) -> JudgedDecision:
    """What every option of this decision was worth, and what the one that was played cost.

    The same view gives the same figures: all chance comes from what this seat had seen. What looks like a mistake is
    measured again in other worlds, and what those say is what it cost: of many noisy costs those that stand out are
    too high (winner's curse), their second measurement is not.
    """
    trial = try_out(view, worlds)
    values, chances, sample = trial.values, trial.chances, trial.sample
    made = trial.place_of(view, played)
    order = np.argsort(-values.mean(0), kind="stable")
    better = values[:, made] - values @ usual_play(trial.reading, trial.moves)
    lost = None if chances is None else cost_of(chances, made, sample)
    best = 0
    if lost is not None and is_sure(lost):
        best = int(trial.mean_chances(order).argmax())
    decision = JudgedDecision(
        seat=view.seat,
        played=played,
        options=trial.options(order),
        place=int(np.flatnonzero(order == made)[0]),
        cost=cost_of(values, made, sample),
        gain=Estimate(float(better.mean()), standard_error(better, sample)),
        lost=lost,
        better=best,
    )
    return _measured_again(decision, view, order, worlds) if decision.is_suspect else decision


def _measured_again(decision: JudgedDecision, view: View, order: Ints, worlds: int) -> JudgedDecision:
    """With what a suspected mistake costs in worlds that are independent of those that made it one."""
    trial = try_out(view, worlds * AGAIN, 1)
    most, best, made = int(order[0]), int(order[decision.better]), int(order[decision.place])
    again = MeasuredAgain(
        trial.difference(trial.values, most, made),
        None if trial.chances is None else trial.difference(trial.chances, best, made),
    )
    return decision._replace(options=trial.options(order), again=again)


class Trial(NamedTuple):
    """Every option of a decision, tried out in worlds that agree with what its player saw."""

    codes: dict[int, MoveOrder]
    reading: Reading
    values: Floats
    """The lead that each option comes to [worlds, options]."""
    chances: Floats | None
    """The same in chances to win the match; None where the score says nothing of them."""
    sample: Sample

    @property
    def moves(self) -> Ints:
        return np.array(list(self.codes), np.int64)

    def place_of(self, view: View, order: MoveOrder) -> int:
        return list(self.codes).index(option_code(view, order))

    def difference(self, figures: Floats, one: int, other: int) -> Estimate:
        """By how much one option is better than another, in the same worlds."""
        apart = figures[:, one] - figures[:, other]
        return Estimate(float(apart.mean()), standard_error(apart, self.sample))

    def mean_chances(self, order: Ints) -> Floats:
        assert self.chances is not None
        return np.asarray(self.chances.mean(0)[order])

    def options(self, order: Ints) -> tuple[JudgedOption, ...]:
        """What each came to, in this order."""
        orders = list(self.codes.values())
        return tuple(
            JudgedOption(
                orders[row],
                Estimate(float(self.values[:, row].mean()), standard_error(self.values[:, row], self.sample)),
                float((self.values[:, row] > 0).mean()),
                None if self.chances is None else float(self.chances[:, row].mean()),
            )
            for row in order
        )


def try_out(view: View, worlds: int = WORLDS, again: int = 0) -> Trial:
    """Every option in the same worlds, with the same chance. `again` asks for other worlds and other chance,
    independent of the first ones."""
    codes, reading, seed = codes_of(view), read(view), seed_of(view, again)
    sample = _sample(view, reading, worlds, seed)
    seeds = (seed + np.arange(worlds)).astype(np.int64)
    moves = np.array(list(codes), np.int64)
    lead = tried_out(reading.now, reading.law, sample.boneyards, sample.racks, moves, sample.shares, seeds)
    values = lead[..., reading.me]
    utility = match_chances(view, reading.law)
    chances = None if utility is None else utility[WIDE + np.clip(np.rint(values).astype(np.int64), -WIDE, WIDE)]
    return Trial(codes, reading, values, chances, sample)


def cost_of(values: Floats, made: int, sample: Sample) -> Estimate:
    """What a choice costs against the best one [worlds, options], by cross-fitting: the best option is picked in one
    half of the worlds and measured in the other. The highest of several noisy means would be too high."""
    halves = np.arange(len(values)) % 2 == 0
    means, picked = [], np.zeros(len(values))
    for half in (halves, ~halves):
        best = int(values[~half].mean(0).argmax())
        picked[half] = values[half, best] - values[half, made]
        means.append(picked[half].mean())
    return Estimate(float(sum(means) / 2), standard_error(picked, sample))


class Sample(NamedTuple):
    """Deals that agree with a view, resampled by how well they explain what the others did; equal ones side by side."""

    racks: Ints
    boneyards: Ints
    shares: Floats
    """Who each of the others is in that world, by what they did."""
    first: Ints
    """Where each different world begins."""
    is_all: bool
    """Whether these are all the deals that could be: then the worlds themselves are no source of error."""


def _sample(view: View, reading: Reading, worlds: int, seed: int) -> Sample:
    """Sampling importance resampling of the deals that could be."""
    known = knowledge(view)
    drawn = known.sample(worlds * CANDIDATES, seed)
    different, ranks = np.unique(drawn.racks, axis=0, return_inverse=True)
    if reading.regular and len(reading.history):
        logs, shares = likelihoods(reading, different)
        weights = np.exp(logs - logs.max())[ranks]
    else:
        shares, weights = prior_shares(len(different)), np.ones(len(ranks))
    together = np.argsort(ranks, kind="stable")  # equal worlds side by side
    weights = weights[together]
    kept, times = systematic_resample(weights / weights.sum(), worlds, seed)
    chosen = together[np.repeat(kept, times.astype(np.int64))]
    first = np.flatnonzero(np.diff(ranks[chosen], prepend=-1))
    sleeping = np.ascontiguousarray(drawable_part(reading, drawn.boneyard)[chosen])
    return Sample(drawn.racks[chosen], sleeping, shares[ranks[chosen]], first, known.tables.ways <= len(first))


def standard_error(values: Floats, sample: Sample) -> float:
    """Of the mean of something tried out in these worlds. Tries in the same world are one witness, not many (clusters),
    unless every world there is has been tried."""
    rest = values - values.mean()
    if sample.is_all:
        return float(np.sqrt((rest**2).sum()) / len(values))
    return float(np.sqrt((np.add.reduceat(rest, sample.first) ** 2).sum()) / len(values))


def seed_of(view: View, again: int = 0) -> int:
    """A seed that depends on nothing but what this seat has seen, times aside; another one for every time again."""
    moves = [(type(move).__name__, move.seat, getattr(move, "tile", None)) for move in view.moves]
    chain = None if view.chain is None else str(view.chain)
    seen = repr((view.seat, view.opener, view.number, view.mine, moves, chain))
    if again:
        seen += f" {again}"
    return int.from_bytes(sha256(seen.encode()).digest()[:4], "big")
