"""Pseudo-random numbers by splitmix64. The generator's state is a word in an array: the same seed, the same draws."""

from __future__ import annotations

from typing import Final

from tantera.solver.kernels.jit import Ints, kernel

GOLDEN: Final = 0x9E3779B97F4A7C15 - (1 << 64)
"""2^64 by the golden ratio, as a signed word: splitmix64's increment, and the multiplier of Fibonacci hashing.

Odd: multiplied by it, words spread out and no two meet.
"""
_MIX_1: Final = 0xBF58476D1CE4E5B9 - (1 << 64)
_MIX_2: Final = 0x94D049BB133111EB - (1 << 64)
_UNIT: Final = 2.0**-53


@kernel("int64(int64[::1])")
def draw(chance: Ints) -> int:
    """splitmix64: the next 64 bits. The shifts are those of unsigned words."""
    chance[0] += GOLDEN
    word = int(chance[0])
    word = (word ^ (word >> 30 & 0x3FFFFFFFF)) * _MIX_1
    word = (word ^ (word >> 27 & 0x1FFFFFFFFF)) * _MIX_2
    return word ^ (word >> 31 & 0x1FFFFFFFF)


@kernel("int64(int64[::1], int64)")
def below(chance: Ints, bound: int) -> int:
    """A bounded integer by multiply-shift (Lemire, without rejection): from 0 to bound - 1.

    Each is as likely as the other to one part in a hundred million.
    """
    return (draw(chance) >> 32 & 0xFFFFFFFF) * bound >> 32


@kernel("float64(int64[::1])")
def uniform(chance: Ints) -> float:
    """A uniform float of 53 bits in [0, 1)."""
    return (draw(chance) >> 11 & 0x1FFFFFFFFFFFFF) * _UNIT
