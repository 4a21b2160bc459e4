"""The sentences that several draws say. `a` and `b` are ranks: from 1 in what is told, from 0 in the code."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tantera.formats.drawing.field import Apart
from tantera.formats.drawing.memory import Sitting
from tantera.formats.why import Why

Facts = dict[str, str | int]

WERE: Final[dict[Sitting, str]] = {
    "partners": "{a} and {b} were partners in round {round}",
    "opponents": "{a} and {b} were opponents in round {round}",
}
MUST_NOT: Final[dict[Sitting, str]] = {
    "partners": "{a} and {b} must not be partners",
    "opponents": "{a} and {b} must not be opponents",
}
SHOULD_NOT: Final[dict[Sitting, str]] = {
    "partners": "{a} and {b} should not be partners",
    "opponents": "{a} and {b} should not be opponents",
}
MET: Final = "{a} and {b} met in round {round}"

UNAVOIDED: Final[dict[str, str]] = {
    WERE["partners"]: "{a} and {b}, partners in round {round}, are partners again: it could not be avoided",
    WERE["opponents"]: "{a} and {b}, opponents in round {round}, are opponents again: it could not be avoided",
    MUST_NOT["partners"]: "{a} and {b} must not be partners, and are: it could not be avoided",
    MUST_NOT["opponents"]: "{a} and {b} must not be opponents, and are: it could not be avoided",
    SHOULD_NOT["partners"]: "{a} and {b} should not be partners, and are: it could not be avoided",
    SHOULD_NOT["opponents"]: "{a} and {b} should not be opponents, and are: it could not be avoided",
    MET: "{a} and {b}, who met in round {round}, meet again: it could not be avoided",
}


def ranks(a: int, b: int) -> Facts:
    """Two ranks, the better first, as people count.

    >>> ranks(3, 0)
    {'a': 1, 'b': 4}
    """
    return {"a": min(a, b) + 1, "b": max(a, b) + 1}


def were(sitting: Sitting, a: int, b: int, round: int) -> Why:
    return Why(WERE[sitting], ranks(a, b) | {"round": round})


def met(a: int, b: int, round: int) -> Why:
    return Why(MET, ranks(a, b) | {"round": round})


def apart(rule: Apart, sitting: Sitting, a: int, b: int) -> Why:
    return Why((MUST_NOT if rule.hard else SHOULD_NOT)[sitting], ranks(a, b))


def unavoided(why: Why) -> Why:
    """Why something is broken all the same."""
    return Why(UNAVOIDED[why.say], why.facts)


def counted_among(count: int, round: int) -> Iterator[Why]:
    """What the numbers in the reasons are."""
    if round == 1:
        yield Why("Round 1 is by lot: the numbers are the lot's order of the {count} who play", {"count": count})
    else:
        yield Why("The numbers are ranks among the {count} who play", {"count": count})
