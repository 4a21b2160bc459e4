"""Learning from self-play: the gradient is the gradient, and following it makes a better player."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pytest

from tantera.bots.learned import state as at
from tantera.bots.learned.features import FEATURES, extract_features
from tantera.bots.learned.policy import HIDDEN, MOST_MOVES, WEIGHTS, forward, sample_move, shuffle_and_deal, softmax
from tantera.bots.learned.school import compare, initial_weights, policy_gradient
from tantera.rules import load_book, with_options
from tantera.solver.encode import kernel_law
from tantera.solver.kernels import law as of
from tantera.solver.kernels.jit import Ints, Weights

UEH = load_book("ueh")


class Game(NamedTuple):
    """A kind of table, as the kernels know it."""

    law: Ints
    each: int = 7
    asleep: int = 0


GAMES = {
    "pairs": Game(kernel_law(load_book("san-juan"), 4)),
    "four alone, two doubles": Game(kernel_law(UEH, 4, hand_number=2)),
    "three draw": Game(kernel_law(UEH, 3, hand_number=2, asleep=7), asleep=7),
    "two draw": Game(kernel_law(UEH, 2, hand_number=2, asleep=14), asleep=14),
    "double-nine": Game(kernel_law(with_options(load_book("clasico"), {"set": "double-nine"}), 4), each=10),
}
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
SCALE, ENTROPY = 1 / 40, 0.02


def chance(seed: int) -> npt.NDArray[np.int64]:
    return np.array([seed], np.int64)


def step(game: Game, weights: Weights, seed: int, deals: int = 4, times: int = 3) -> tuple[Weights, list[float]]:
    """The gradient of one step, and what was told of it."""
    gradient, told = np.zeros(WEIGHTS, np.float32), np.zeros(3)
    policy_gradient(
        game.law, game.each, game.asleep, deals, times, weights, gradient, SCALE, ENTROPY, chance(seed), told
    )
    return gradient, told.tolist()


def gained(game: Game, one: Weights, other: Weights, deals: int, seed: int = 7) -> npt.NDArray[np.float64]:
    out = np.zeros(deals)
    compare(game.law, game.each, game.asleep, deals, one, other, chance(seed), out)
    return out


# --- the gradient -----------------------------------------------------------------------------------------------------


@every_game
def test_a_step_gives_a_gradient_and_the_same_seed_the_same_one(game: Game):
    weights = initial_weights(1)
    gradient, (hands, decisions, entropy) = step(game, weights, seed=5)
    assert np.isfinite(gradient).all()
    assert np.abs(gradient).max() > 0
    assert hands == 4 * 3
    assert decisions > hands
    assert 0 < entropy < decisions * np.log(MOST_MOVES)
    assert (step(game, weights, seed=5)[0] == gradient).all()
    assert (step(game, weights, seed=6)[0] != gradient).any()


class Decision(NamedTuple):
    """What somebody saw of each move, which one it made, and how much better than usual the hand came out."""

    rows: npt.NDArray[np.float64]
    choice: int
    advantage: float


def decisions_of(game: Game, weights: Weights, seed: int, times: int) -> list[Decision]:
    """One deal played so many times, as `learn` plays it, move by move."""
    law, rng, boneyard = game.law, chance(seed), np.zeros(game.asleep, np.int64)
    start, moves = np.zeros(at.LENGTH, np.int64), np.zeros(MOST_MOVES, np.int64)
    shuffle_and_deal(start, law, game.each, 0, rng, boneyard)
    made: list[tuple[int, int, npt.NDArray[np.float64], int]] = []
    leads = np.zeros((times, 4))
    for time in range(times):
        state = start.copy()
        while not state[at.ENDED]:
            found = at.legal_moves(state, law, boneyard, moves)
            choice = 0
            if found > 1:
                rows, chances = np.zeros((MOST_MOVES, FEATURES), np.float32), np.zeros(MOST_MOVES, np.float32)
                extract_features(state, law, moves, found, rows)
                forward(rows, found, weights, chances, np.zeros((MOST_MOVES, HIDDEN), np.float32))
                softmax(chances, found)
                choice = sample_move(chances, found, rng)
                made.append((time, int(state[at.TURN]), rows[:found].astype(np.float64), choice))
            at.play(state, law, boneyard, moves[choice])
        written = np.zeros(4)
        at.score(state, law, written)
        leads[time] = [at.lead(law, written, player) for player in range(4)]
    gains = (leads - leads.mean(0)) * SCALE
    return [Decision(rows, choice, gains[time, player]) for time, player, rows, choice in made]


def aim(decisions: list[Decision], weights: npt.NDArray[np.float64]) -> float:
    """What learning makes larger: good choices likelier, and a little entropy."""
    first = weights[: FEATURES * HIDDEN].reshape(FEATURES, HIDDEN)
    biases, second = weights[FEATURES * HIDDEN : -HIDDEN], weights[-HIDDEN:]
    total = 0.0
    for rows, choice, advantage in decisions:
        logits = np.maximum(rows @ first + biases, 0) @ second
        logs = logits - logits.max()
        logs -= np.log(np.exp(logs).sum())
        total += advantage * logs[choice] - ENTROPY * (np.exp(logs) * logs).sum()
    return total


@every_game
def test_the_gradient_is_what_small_steps_in_each_direction_say(game: Game):
    weights = initial_weights(2)
    gradient, _ = step(game, weights, seed=9, deals=1, times=4)
    decisions = decisions_of(game, weights, seed=9, times=4)
    around = weights.astype(np.float64)
    largest = np.argsort(-np.abs(gradient))[:40]
    some = np.random.default_rng(1).choice(WEIGHTS, 60, replace=False)
    for place in (*largest, *some, *range(WEIGHTS - HIDDEN, WEIGHTS)):
        small = np.zeros(WEIGHTS)
        small[place] = 1e-7
        slope = (aim(decisions, around + small) - aim(decisions, around - small)) / 2e-7
        assert gradient[place] == pytest.approx(slope, rel=0.01, abs=2e-4 * float(np.abs(gradient).max()))


@every_game
def test_the_forward_pass_is_what_numpy_makes_of_the_same_weights(game: Game):
    weights, spread = initial_weights(4), 0.0
    weights[HIDDEN * FEATURES : HIDDEN * FEATURES + HIDDEN] = np.linspace(-0.5, 0.5, HIDDEN)
    first, biases = weights[: HIDDEN * FEATURES].reshape(FEATURES, HIDDEN), weights[HIDDEN * FEATURES : -HIDDEN]
    for decision in decisions_of(game, weights, seed=3, times=3):
        rows, count = decision.rows.astype(np.float32), len(decision.rows)
        logits, hidden = np.zeros(count, np.float32), np.zeros((count, HIDDEN), np.float32)
        forward(rows, count, weights, logits, hidden)
        units = np.maximum(decision.rows @ first.astype(np.float64) + biases, 0)
        assert hidden == pytest.approx(units, abs=1e-4)
        assert logits == pytest.approx(units @ weights[-HIDDEN:], abs=1e-4)
        spread += float(np.ptp(logits))
    assert spread > 0.1


# --- what it is good for ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["pairs", "four alone, two doubles", "two draw"])
def test_a_few_steps_make_a_player_that_beats_the_one_it_was(name: str):
    game = GAMES[name]
    begun = weights = initial_weights(1)
    for number in range(20):
        gradient, _ = step(game, weights, seed=100 + number, deals=40, times=6)
        weights = weights + np.float32(0.5) * gradient / np.linalg.norm(gradient)
    gains = gained(game, weights, begun, 2000)
    assert gains.mean() > 6 * gains.std() / sqrt(len(gains))


def test_between_two_sides_a_player_is_level_with_itself_on_every_deal():
    for name in ("pairs", "two draw", "double-nine"):
        one, other = initial_weights(1), initial_weights(2)
        assert not gained(GAMES[name], one, one, 50).any()
        assert (gained(GAMES[name], one, other, 50) == -gained(GAMES[name], other, one, 50)).all()
        assert gained(GAMES[name], one, other, 50).any()


@every_game
def test_a_deal_gives_everybody_as_many_tiles_and_the_rest_sleeps(game: Game):
    rng, state, boneyard = chance(1), np.zeros(at.LENGTH, np.int64), np.zeros(game.asleep, np.int64)
    players = int(game.law[of.PLAYERS])
    first: set[int] = set()
    for number in range(200):
        shuffle_and_deal(state, game.law, game.each, number % players, rng, boneyard)
        racks = [int(rack) for rack in state[:players]]
        dealt = [tile for rack in racks for tile in range(55) if rack >> tile & 1]
        assert [rack.bit_count() for rack in racks] == [game.each] * players
        everywhere = [*dealt, *boneyard.tolist()]
        assert len(set(everywhere)) == len(everywhere)
        assert max(everywhere) < (28 if game.law[of.SUITS] == 7 else 55)
        assert state[at.TURN] == state[at.OPENER] == number % players
        first.update(tile for tile in range(55) if racks[0] >> tile & 1)
    assert len(first) == (28 if game.law[of.SUITS] == 7 else 55)


def test_training_begins_anywhere_a_seed_says():
    assert (initial_weights(3) == initial_weights(3)).all()
    assert (initial_weights(3) != initial_weights(4)).any()
    assert initial_weights(3).dtype == np.float32
