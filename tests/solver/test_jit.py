"""How kernels are compiled and kept, and what the vector layer computes."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numba.core.errors import TypingError

from tantera.solver.kernels.jit import Weights, kernel, layer

add_32, add_5 = layer(32), layer(5)

CALLED = """
from tantera.solver.kernels.jit import kernel

@kernel("int64(int64)")
def called(number: int) -> int:
    return number + {more}
"""
CALLER = """
from called import called
from tantera.solver.kernels.jit import kernel

@kernel("int64(int64)")
def caller(number: int) -> int:
    return called(number)

if __name__ == "__main__":
    print(caller(1), sum(caller.stats.cache_hits.values()))
"""


def call(folder: Path, more: int) -> str:
    """What the caller says in a process of its own, and how often its code was found on disk."""
    (folder / "called.py").write_text(CALLED.format(more=more))
    (folder / "caller.py").write_text(CALLER)
    # -B: Python keeps code too, and would take a file of the same second and length for the same file.
    command = [sys.executable, "-B", "-c", "import runpy; runpy.run_module('caller', run_name='__main__')"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.prove
def test_a_kernel_is_kept_on_disk_until_one_that_it_calls_has_changed(tmp_path):
    assert call(tmp_path, more=1) == "2 0"
    assert call(tmp_path, more=1) == "2 1"
    assert call(tmp_path, more=5) == "6 0"


NOWHERE = """
from numba.core.caching import CacheImpl
CacheImpl._locator_classes = []  # what numba finds where no folder can be written

from tantera.solver.kernels.jit import kernel

@kernel("int64(int64)")
def doubled(number: int) -> int:
    return 2 * number

print(doubled(21))
"""


def test_where_no_folder_can_be_written_a_kernel_compiles_and_works_all_the_same():
    done = subprocess.run([sys.executable, "-c", NOWHERE], capture_output=True, text=True, timeout=120)
    assert (done.stdout.strip(), done.returncode) == ("42", 0), done.stderr


@kernel("void(float32[::1], float32[::1], float32[::1])")
def dense_32(inputs: Weights, weights: Weights, sums: Weights) -> None:
    add_32(inputs, weights, sums)


@kernel("void(float32[::1], float32[::1], float32[::1])")
def dense_5(inputs: Weights, weights: Weights, sums: Weights) -> None:
    add_5(inputs, weights, sums)


@pytest.mark.parametrize("count", [0, 1, 2, 7, 80, 81])
@pytest.mark.parametrize(("width", "dense"), [(32, dense_32), (5, dense_5)])
def test_a_layer_adds_what_numpy_adds_however_many_inputs_there_are(width, dense, count):
    rng = np.random.default_rng(count)
    inputs, weights = rng.normal(size=count).astype(np.float32), rng.normal(size=(count + 3) * width).astype(np.float32)
    begun = rng.normal(size=2 * width).astype(np.float32)
    sums = begun.copy()
    dense(inputs, weights, sums)
    expected = begun[:width] + inputs.astype(np.float64) @ weights[: count * width].reshape(count, width)
    assert sums[:width] == pytest.approx(expected, abs=1e-5)
    assert (sums[width:] == begun[width:]).all()
    if count == 0:
        assert (sums == begun).all()


@pytest.mark.parametrize(
    "types", ["float64[::1], float32[::1], float32[::1]", "float32[::1], float32[:], float32[::1]"]
)
def test_a_layer_takes_nothing_but_rows_of_float32(types):
    def dense(inputs, weights, sums):
        add_32(inputs, weights, sums)

    with pytest.raises(TypingError, match="expected array"):
        kernel(f"void({types})")(dense)
