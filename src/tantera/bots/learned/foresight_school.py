"""The training that made the weights of `foresight.py`: ``python3 run.py train foresight``.

Policy iteration by regression. Hands are played by the population; wherever somebody who plays by the network has a
choice, every move is tried out once in the deal as it really is, by the same players with the same chance. Of what
such play-outs bring, the network learns the mean over all that its player cannot see: no belief about hidden tiles has
to be reckoned, because deals that really are come as often as they should.

There are two generations. In the first the play-outs go on by the policy that was learned before (`school.py`), in the
second by the first generation itself, so that it learns what moves are worth to somebody who plays as well as that.
Nothing is learned from twice, and nothing is kept. The same seeds give the same weights on the same kind of machine.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from tantera.bots.learned import state as at
from tantera.bots.learned.features import FEATURES, extract_features
from tantera.bots.learned.foresight import (
    FIRST,
    HAND,
    KNOWS,
    MOVE,
    POINTS,
    SHAPES,
    TRAIL,
    clear_trail,
    describe_hand,
    describe_moves,
    follow,
    forward,
)
from tantera.bots.learned.others import NETWORK, PRIOR, networks_for
from tantera.bots.learned.policy import HIDDEN, MOST_MOVES, sample_move, shuffle_and_deal
from tantera.bots.learned.population import member_policy, sample_member
from tantera.bots.learned.school import (
    BETA_1,
    BETA_2,
    COURSES,
    EPSILON,
    TrainingTable,
    training_table,
)
from tantera.bots.learned.state import legal_moves, score
from tantera.solver.kernels.chance import uniform
from tantera.solver.kernels.jit import Floats, Ints, Weights, kernel

CHUNK: Final = 4096
"""Decisions that are gathered at a time, while the network learns from those before."""
BATCH: Final = 1024
MOST_ROWS: Final = 8
"""Moves of a decision, at most: seven tiles, of which one may fit both ends."""
PARTNERS: Final = 0.5
"""How often the partner is another member of the population."""
ALIKE: Final = 0.6
"""How often the opponents are both the same member."""
EXPLORES: Final = 0.3
"""How often a seat that plays by the network is given to the policy for a move, so that other situations are seen."""
BELIEVES: Final = 0.85
"""How many of the moves in play-outs the second generation makes by its network."""
WARM: Final = 200
"""Steps until the learning rate is at its highest; from there it decays linearly to a thirtieth."""
LISTENS_FROM: Final = 2_000_000
"""Decisions after which the hands of the first generation are played by what it has learned."""


class Generation(NamedTuple):
    """How one generation learns."""

    steps: int
    rate: float
    """The learning rate at its highest."""
    seed: int
    believes: float
    """How many of the moves in play-outs are by the network; nought while it has learned nothing."""


GENERATIONS: Final = (Generation(20_000, 1e-3, 1, 0.0), Generation(8_000, 4e-4, 2, BELIEVES))


@kernel(
    "void(int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], float32[:,::1], float32[::1], float64,"
    " int64[::1], float32[:,::1], float32[::1], float32[:,::1], float32[::1], float32[:,::1])",
    fastmath=True,
)
def finish(
    state: Ints, law: Ints, trail: Ints, members: Ints, luck: Ints, networks: Weights, weights: Weights,
    believes: float, moves: Ints, features: Weights, chances: Weights, hidden: Weights, hand: Weights, rows: Weights,
) -> None:  # fmt: skip
    """Play a hand to its end, those who play by the network by its best move in this share of their turns."""
    nobody_draws = np.zeros(0, np.int64)
    while state[at.ENDED] == 0:
        count = legal_moves(state, law, nobody_draws, moves)
        choice = 0
        if count > 1:
            member = members[state[at.TURN]]
            if member == NETWORK and believes > 0.0 and uniform(luck) < believes:
                describe_hand(state, trail, hand)
                describe_moves(state, law, moves, count, features, rows)
                forward(hand, rows, count, weights, chances)
                for number in range(1, count):
                    if chances[number] > chances[choice]:
                        choice = number
            else:
                if member < networks.shape[0]:
                    extract_features(state, law, moves, count, features)
                member_policy(member, state, law, moves, count, networks, features, chances, hidden)
                choice = sample_move(chances, count, luck)
        follow(trail, state, moves[choice])
        at.play(state, law, nobody_draws, moves[choice])


@kernel(
    "int64(int64[::1], int64, int64[::1], float32[:,::1], float64[::1], boolean, float64, float32[::1], float32[:,::1],"
    " float32[:,::1], int64[::1], float32[::1])",
    fastmath=True,
)
def gather(
    law: Ints, each: int, rng: Ints, networks: Weights, prior: Floats, listens: bool, believes: float, weights: Weights,
    hands: Weights, rows: Weights, widths: Ints, targets: Weights,
) -> int:  # fmt: skip
    """Play hands, and try out every move of the network's decisions in the deal as it is: what its side came to lead
    by. How many rows of moves there are."""
    nobody_draws = np.zeros(0, np.int64)
    state, copy = np.zeros(at.LENGTH, np.int64), np.zeros(at.LENGTH, np.int64)
    trail, trail_copy = np.zeros(TRAIL, np.int64), np.zeros(TRAIL, np.int64)
    moves, scratch = np.zeros(MOST_MOVES, np.int64), np.zeros(MOST_MOVES, np.int64)
    features = np.zeros((MOST_MOVES, FEATURES), np.float32)
    chances, worth = np.zeros(MOST_MOVES, np.float32), np.zeros(MOST_MOVES, np.float32)
    hidden = np.zeros((MOST_MOVES, HIDDEN), np.float32)
    hand_row, move_rows = np.zeros(HAND, np.float32), np.zeros((MOST_MOVES, MOVE), np.float32)
    members, luck, written = np.zeros(4, np.int64), np.zeros(1, np.int64), np.zeros(4)
    done = total = hand = 0
    while done < widths.size:
        shuffle_and_deal(state, law, each, hand & 3, rng, nobody_draws)
        hand += 1
        clear_trail(trail)
        ours = 0 if uniform(rng) < 0.5 else 1
        members[ours] = members[ours + 2] = NETWORK
        if uniform(rng) < PARTNERS:
            members[ours + (2 if uniform(rng) < 0.5 else 0)] = sample_member(prior, rng)
        theirs = 1 - ours
        members[theirs] = sample_member(prior, rng)
        members[theirs + 2] = members[theirs] if uniform(rng) < ALIKE else sample_member(prior, rng)
        while state[at.ENDED] == 0:
            count = legal_moves(state, law, nobody_draws, moves)
            choice = 0
            if count > 1:
                turn = state[at.TURN]
                member, decided = members[turn], False
                if member == NETWORK and done < widths.size:
                    now = rows[total : total + count]
                    describe_hand(state, trail, hands[done])
                    describe_moves(state, law, moves, count, features, now)
                    seed = int(uniform(rng) * (1 << 52))
                    for number in range(count):
                        copy[:], trail_copy[:], luck[0] = state, trail, seed
                        follow(trail_copy, copy, moves[number])
                        at.play(copy, law, nobody_draws, moves[number])
                        finish(
                            copy, law, trail_copy, members, luck, networks, weights, believes, scratch, features,
                            chances, hidden, hand_row, move_rows,
                        )  # fmt: skip
                        score(copy, law, written)
                        targets[total + number] = written[turn] - written[(turn + 1) & 3]
                    widths[done] = count
                    if listens:
                        forward(hands[done], now, count, weights, worth)
                    done += 1
                    total += count
                    if listens and uniform(rng) >= EXPLORES:
                        decided = True
                        for number in range(1, count):
                            if worth[number] > worth[choice]:
                                choice = number
                if not decided:
                    if member < networks.shape[0]:
                        extract_features(state, law, moves, count, features)
                    member_policy(member, state, law, moves, count, networks, features, chances, hidden)
                    choice = sample_move(chances, count, rng)
            follow(trail, state, moves[choice])
            at.play(state, law, nobody_draws, moves[choice])
    return total


class Chunk(NamedTuple):
    """Decisions: a row about the hand each, rows about their moves one after the other, how many, what came of them."""

    hands: Weights
    rows: Weights
    widths: Ints
    targets: Weights

    def batches(self) -> Iterator[Chunk]:
        ends = np.cumsum(self.widths)
        begins = ends - self.widths
        for first in range(0, len(self.widths), BATCH):
            now = slice(first, first + BATCH)
            rows = slice(begins[first], ends[now][-1])
            yield Chunk(self.hands[now], self.rows[rows], self.widths[now], self.targets[rows])


class Adam:
    """Gradient descent by Adam on the parts of a network."""

    def __init__(self, parts: list[Weights]) -> None:
        self.parts = parts
        self.first = [np.zeros_like(part) for part in parts]
        self.second = [np.zeros_like(part) for part in parts]
        self.step = 0

    def descend(self, gradients: list[Weights], rate: float) -> None:
        self.step += 1
        for part, gradient, first, second in zip(self.parts, gradients, self.first, self.second, strict=True):
            first += (1 - BETA_1) * (gradient - first)
            second += (1 - BETA_2) * (gradient * gradient - second)
            mean, square = first / (1 - BETA_1**self.step), second / (1 - BETA_2**self.step)
            part -= (rate * mean / (np.sqrt(square) + EPSILON)).astype(np.float32)


def learn(parts: list[Weights], batch: Chunk) -> tuple[float, float, list[Weights]]:
    """The loss of a batch, that of somebody who holds all moves for equal, and the gradients by backpropagation.

    What counts is how much better a move is than the mean of its decision, so that the luck of the deal cancels.
    """
    layer_1, biases_1, layer_2, biases_2, layer_3 = parts
    count, starts = len(batch.widths), np.cumsum(batch.widths) - batch.widths
    decision = np.repeat(np.arange(count), batch.widths)
    sums_1 = (batch.hands @ layer_1[:HAND] + biases_1)[decision] + batch.rows @ layer_1[HAND:]
    units_1 = np.maximum(sums_1, 0)
    sums_2 = units_1 @ layer_2 + biases_2
    units_2 = np.maximum(sums_2, 0)

    def centred(values: Weights) -> Weights:
        return np.asarray(values - (np.add.reduceat(values, starts) / batch.widths)[decision], np.float32)

    target = centred(batch.targets / np.float32(POINTS))
    error = centred(units_2 @ layer_3) - target
    slope = (2 * error / count).astype(np.float32)
    slopes_2 = np.outer(slope, layer_3) * (sums_2 > 0)
    slopes_1 = (slopes_2 @ layer_2.T) * (sums_1 > 0)
    of_hands = np.add.reduceat(slopes_1, starts, axis=0)
    gradients = [
        np.concatenate([batch.hands.T @ of_hands, batch.rows.T @ slopes_1]), slopes_1.sum(0),
        units_1.T @ slopes_2, slopes_2.sum(0), units_2.T @ slope,
    ]  # fmt: skip
    return float((error * error).sum() / count), float((target * target).sum() / count), gradients


def initial(seed: int = 1) -> list[Weights]:
    """Where training begins: about He's initialization for the sixty inputs that are not nought."""
    rng = np.random.default_rng(seed)
    spreads = ((2 / 60) ** 0.5 / 2, 0.0, (2 / FIRST) ** 0.5, 0.0, 0.1)
    return [
        (rng.normal(0, spread, shape) if spread else np.zeros(shape)).astype(np.float32)
        for shape, spread in zip(SHAPES, spreads, strict=True)
    ]


def joined(parts: list[Weights]) -> Weights:
    """The weights in their one array."""
    return np.concatenate([part.ravel() for part in parts])


def gathered(table: TrainingTable, rng: Ints, listens: bool, believes: float, weights: Weights) -> Chunk:
    """So many decisions, by what the network knows with these weights."""
    room = MOST_ROWS * CHUNK
    hands, rows = np.zeros((CHUNK, HAND), np.float32), np.zeros((room, MOVE), np.float32)
    widths, targets = np.zeros(CHUNK, np.int64), np.zeros(room, np.float32)
    count = gather(
        table.law, table.each, rng, networks_for(table.law), PRIOR, listens, believes, weights, hands, rows, widths,
        targets,
    )  # fmt: skip
    return Chunk(hands, rows[:count], widths, targets[:count])


class Lesson(NamedTuple):
    """How far a generation has come."""

    decisions: int
    explained: float
    """The share of what decides which move is best that the network knew before it learned from this chunk. The rest
    is mostly what nobody can know."""


def train(parts: list[Weights], generation: Generation) -> Iterator[Lesson]:
    """Teach the network in place, chunk by chunk; the next is gathered meanwhile, by what was known when it began."""
    table, chunks = training_table(COURSES[KNOWS]), generation.steps * BATCH // CHUNK
    rng, adam = np.array([generation.seed * 77_777 + 5], np.int64), Adam(parts)
    second = generation.believes > 0
    with ThreadPoolExecutor(1) as pool:
        known, listens = joined(parts), second
        coming = pool.submit(gathered, table, rng, listens, generation.believes, known)
        for number in range(chunks):
            chunk = coming.result()
            if second or number * CHUNK > LISTENS_FROM:
                known, listens = joined(parts), True
            if number + 1 < chunks:
                coming = pool.submit(gathered, table, rng, listens, generation.believes, known)
            losses = []
            for batch in chunk.batches():
                loss, nothing_known, gradients = learn(parts, batch)
                step = adam.step + 1
                rate = generation.rate * min(1.0, step / WARM) * (1 - 0.97 * step / generation.steps)
                adam.descend(gradients, rate)
                losses.append((loss, nothing_known))
            loss, nothing_known = np.mean(losses, axis=0)
            yield Lesson((number + 1) * CHUNK, float(1 - loss / nothing_known))


def teach(folder: Path) -> None:
    """Train both generations, and say how it goes."""
    parts, began = initial(), time.monotonic()
    for number, generation in enumerate(GENERATIONS, start=1):
        explained: list[float] = []
        chunks = generation.steps * BATCH // CHUNK
        for done, lesson in enumerate(train(parts, generation), start=1):
            explained.append(lesson.explained)
            if done % max(1, chunks // 12) == 0 or done == chunks:
                print(
                    f"foresight: generation {number}, {lesson.decisions:,} decisions, explains"
                    f" {np.mean(explained):.2%}, {time.monotonic() - began:.0f} s",
                    flush=True,
                )
                explained.clear()
                np.save(folder / "foresight.npy", joined(parts).astype(np.float16))
