"""Look-up tables by tile index, in the order 00, 01, 11, 02, 12, 22, 03…: the double-six set is the first 28."""

from __future__ import annotations

from typing import Final

import numpy as np

from tantera.solver.kernels.jit import kernel, popcount

TILES: Final = 55
_NUMBERS: Final = [(low, high) for high in range(10) for low in range(high + 1)]

LOW: Final = np.array([low for low, _ in _NUMBERS], np.int64)
HIGH: Final = np.array([high for _, high in _NUMBERS], np.int64)
PIPS: Final = LOW + HIGH
"""Of each tile. Its other number is this less the one that touches."""
SUITS: Final = np.array([sum(1 << i for i, pair in enumerate(_NUMBERS) if suit in pair) for suit in range(10)])
"""For each suit the tiles that show it, as a mask."""
DOUBLE: Final = np.array([1 << (suit * (suit + 3) // 2) for suit in range(10)])
"""For each suit its double, as a mask."""

_BIT_PLANES: Final = np.array([sum(1 << i for i in range(TILES) if PIPS[i] >> k & 1) for k in range(5)])
"""For each of the five bits of a number of pips, the tiles that have it set in theirs."""


@kernel("int64(int64)")
def pips_of(rack: int) -> int:
    """The pips of a rack, summed by bit planes: five population counts in place of a loop over its tiles."""
    pips = 0
    for k in range(5):
        pips += popcount(rack & _BIT_PLANES[k]) << k
    return pips
