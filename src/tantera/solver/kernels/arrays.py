"""Array types by what they hold: kernels' own arrays and those handed to them. The dimensions are in a kernel's
signature."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Weights = npt.NDArray[np.float32]
"""Of a network, and what goes through it."""
Bools = npt.NDArray[np.bool_]
