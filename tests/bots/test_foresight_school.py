"""The training of the value network: what it learns from, that the gradient is the gradient, and that it learns."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tantera.bots.learned import __main__ as training
from tantera.bots.learned import foresight_school as lessons
from tantera.bots.learned.features import GOES_OUT
from tantera.bots.learned.foresight import HAND, POINTS, WEIGHTS
from tantera.bots.learned.foresight_school import Chunk, Generation, gathered, initial, joined, learn, train
from tantera.bots.learned.school import COURSES, training_table
from tantera.solver.kernels.jit import Weights

TABLE = training_table(COURSES["pairs"])


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons, "CHUNK", 512)
    monkeypatch.setattr(lessons, "BATCH", 128)
    monkeypatch.setattr(lessons, "WARM", 10)


def decisions(seed: int, believes: float = 0.0) -> Chunk:
    return gathered(TABLE, np.array([seed], np.int64), believes > 0, believes, joined(initial(seed)))


# --- what it learns from ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("believes", [0.0, 0.85])
def test_what_is_gathered_are_choices_each_of_its_moves_tried_out(believes: float):
    chunk = decisions(3, believes)
    assert len(chunk.widths) == len(chunk.hands) == 512
    assert len(chunk.rows) == len(chunk.targets) == chunk.widths.sum()
    assert chunk.widths.min() == 2
    assert chunk.widths.max() <= lessons.MOST_ROWS
    assert (chunk.hands[:, 0] == 1).all()
    assert (chunk.rows[:, 0] == 1).all()
    assert np.abs(chunk.targets).max() <= 200
    assert len(np.unique(chunk.targets)) > 50
    again = decisions(3, believes)
    assert (again.rows == chunk.rows).all()
    assert (again.targets == chunk.targets).all()
    assert (decisions(4, believes).widths != chunk.widths).any()


def test_who_goes_out_wins_and_moves_that_both_do_bring_the_same():
    chunk, both = decisions(5), 0
    out = chunk.rows[:, GOES_OUT] == 1
    assert out.any()
    assert (chunk.targets[out] > 0).all()
    for last in np.cumsum(chunk.widths):
        if out[last - 2 : last].all():
            assert chunk.targets[last - 2] == chunk.targets[last - 1]
            both += 1
    assert both == out.sum() / 2


def test_batches_are_all_that_was_gathered_in_order():
    chunk = decisions(6)
    cut = Chunk(chunk.hands[:300], chunk.rows, chunk.widths[:300], chunk.targets)
    batches = [*cut.batches()]
    assert [len(batch.widths) for batch in batches] == [128, 128, 44]
    moves = cut.widths.sum()
    assert (np.concatenate([batch.rows for batch in batches]) == chunk.rows[:moves]).all()
    assert (np.concatenate([batch.targets for batch in batches]) == chunk.targets[:moves]).all()
    assert all(len(batch.rows) == batch.widths.sum() for batch in batches)


# --- the gradient -----------------------------------------------------------------------------------------------------


def loss_of(parts: list[np.ndarray], chunk: Chunk) -> float:
    """How far the network is from what came of moves, each less the mean of its decision: decision by decision."""
    first, biases_1, second, biases_2, last = parts
    total, begin = 0.0, 0
    for hand, width in zip(chunk.hands, chunk.widths.tolist(), strict=True):
        moves = slice(begin, begin + width)
        inputs = np.concatenate([np.tile(hand, (width, 1)), chunk.rows[moves]], 1).astype(np.float64)
        values = np.maximum(np.maximum(inputs @ first + biases_1, 0) @ second + biases_2, 0) @ last
        came = chunk.targets[moves] / POINTS
        total += float((((values - values.mean()) - (came - came.mean())) ** 2).sum())
        begin += width
    return total / len(chunk.widths)


def test_the_gradient_is_what_small_steps_in_each_direction_say():
    chunk = next(decisions(7).batches())
    begin = chunk.widths[:24].sum()
    few = Chunk(chunk.hands[:24], chunk.rows[:begin], chunk.widths[:24], chunk.targets[:begin])
    rng = np.random.default_rng(2)
    parts: list[Weights] = [
        (part + rng.normal(0, 0.05, part.shape)).astype(np.float32) for part in initial(2)
    ]  # biases too
    loss, nothing_known, gradients = learn(parts, few)
    exact = [part.astype(np.float64) for part in parts]
    assert loss == pytest.approx(loss_of(exact, few), rel=1e-4)
    assert nothing_known == pytest.approx(loss_of([0 * part for part in exact], few), rel=1e-4)
    for number, gradient in enumerate(gradients):
        assert gradient.shape == parts[number].shape
        largest = float(np.abs(gradient).max())
        assert largest > 0
        places = {*np.argsort(-np.abs(gradient), axis=None)[:12].tolist(), *rng.integers(0, gradient.size, 12).tolist()}
        for place in places:
            sides = []
            for small in (1e-6, -1e-6):
                moved = [part.copy() for part in exact]
                moved[number].flat[place] += small
                sides.append(loss_of(moved, few))
            slope = (sides[0] - sides[1]) / 2e-6
            assert gradient.flat[place] == pytest.approx(slope, rel=0.01, abs=1e-3 * largest)


# --- what it is good for ----------------------------------------------------------------------------------------------


def taught(steps: int, seed: int = 1, believes: float = 0.0) -> list[Weights]:
    parts = initial(seed)
    for _ in train(parts, Generation(steps, 1e-3, seed, believes)):
        pass
    return parts


def test_a_hundred_steps_lower_the_loss_on_decisions_that_it_has_not_seen(monkeypatch: pytest.MonkeyPatch):
    parts = taught(100)
    monkeypatch.setattr(lessons, "CHUNK", 2048)
    unseen = decisions(99)
    before, nothing_known, _ = learn(initial(), unseen)
    after, _, _ = learn(parts, unseen)
    assert after < nothing_known < before


def test_each_chunk_is_told_of_and_none_is_gathered_in_vain():
    told = [*train(initial(), Generation(12, 1e-3, 1, 0.0))]
    assert [lesson.decisions for lesson in told] == [512, 1024, 1536]
    assert all(lesson.explained < 1 for lesson in told)


@pytest.mark.parametrize("believes", [0.0, 0.85])
def test_the_same_seed_gives_the_same_weights(believes: float):
    one, again, other = (joined(taught(8, seed, believes)) for seed in (1, 1, 2))
    assert (one == again).all()
    assert (one != other).any()
    assert np.isfinite(one).all()


def test_training_begins_anywhere_a_seed_says_and_fills_the_one_array():
    assert (joined(initial(3)) == joined(initial(3))).all()
    assert (joined(initial(3)) != joined(initial(4))).any()
    assert joined(initial()).shape == (WEIGHTS,)
    assert initial()[0].shape[0] > HAND


def test_it_is_trained_by_its_name_and_what_the_last_lesson_taught_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    generations = (Generation(3, 1e-3, 1, 0.0), Generation(25, 4e-4, 2, 0.85))
    monkeypatch.setattr(lessons, "GENERATIONS", generations)
    monkeypatch.setattr(lessons, "CHUNK", 64)
    monkeypatch.setattr(lessons, "BATCH", 64)
    assert training.main(["foresight"], tmp_path) == 0
    parts = initial()
    for generation in generations:
        assert [*train(parts, generation)]
    assert (np.load(tmp_path / "foresight.npy") == joined(parts).astype(np.float16)).all()
    assert "generation 2, 1,600 decisions" in capsys.readouterr().out


def test_nothing_is_trained_by_a_name_that_nobody_has(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert training.main(["pairs", "hindsight"], tmp_path) == 2
    assert "train: found 'hindsight', expected one of pairs, " in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]
