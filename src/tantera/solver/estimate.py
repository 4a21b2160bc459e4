"""Point estimates with their standard errors: a figure that was measured, and how sure it is."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import NamedTuple


class Estimate(NamedTuple):
    """A mean or a share and its standard error; None where one of a kind says nothing about the next."""

    mean: float
    error: float | None

    def __str__(self) -> str:
        return f"{self.mean:+.2f} ± {self.error:.2f}" if self.error is not None else f"{self.mean:+.2f}"


def mean(total: int, squares: int, count: int, parts: int = 1) -> Estimate:
    """The sample mean, from the sum of some whole numbers and that of their squares, counted in `parts` of one.

    >>> mean(1 + 2 + 3, 1 + 4 + 9, 3)
    Estimate(mean=2.0, error=0.577...)
    """
    if count == 1:
        return Estimate(total / parts, None)
    variance = (count * squares - total**2) / (count * (count - 1))
    return Estimate(total / (count * parts), sqrt(variance / count) / parts)


def added(estimates: Iterable[Estimate]) -> Estimate:
    """The sum of independent estimates: their errors add up in squares.

    >>> added([Estimate(2.0, 3.0), Estimate(-5.0, 4.0)])
    Estimate(mean=-3.0, error=5.0)
    """
    known = tuple(estimates)
    return Estimate(sum(one.mean for one in known), sqrt(sum((one.error or 0.0) ** 2 for one in known)))


def share(part: int, whole: int) -> Estimate:
    """A sample proportion, with its binomial standard error.

    >>> share(25, 100)
    Estimate(mean=0.25, error=0.0433...)
    """
    error = sqrt(part * (whole - part) / whole) / whole
    return unsure(Estimate(part / whole, error if whole > 1 else None), whole)


def unsure(share: Estimate, count: int) -> Estimate:
    """A share of `count` trials: four wins out of four do not make the fifth certain. Where all of them went one way
    the error is that of one win and one loss more (the rule of succession).

    >>> unsure(Estimate(1.0, 0.0), 4).error
    0.152...
    """
    if share.error is None or 0 < share.mean < 1:
        return share
    with_two = (share.mean * count + 1) / (count + 2)
    return Estimate(share.mean, sqrt(with_two * (1 - with_two) / (count + 2)))
