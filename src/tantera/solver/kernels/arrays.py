"""What arrays hold, kernels' own and those handed to them. How many dimensions one has, its kernel's signature says."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Weights = npt.NDArray[np.float32]
"""Of a network, and what goes through it."""
Bools = npt.NDArray[np.bool_]
