"""What a judge says of a move, as a text has it after the move: ``{%v -3.2±0.8 >63:0 <54:-3.2}``.

``v`` is by what the player could know, ``h`` with all tiles open. The first number is what the move that was played is
worth against the best one, with its standard error; then each option, the best is 0.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

KNOWN, OPEN = "v", "h"
_NUMBER: Final = r"-?\d{1,4}(?:\.\d)?"
_DOUBLE: Final = f"(?:{'|'.join(2 * str(number) for number in range(10))})"
_MOVE: Final = rf"(?:\d\d|[<>]\d\d|-|\+\?\?|<{_DOUBLE}&>{_DOUBLE})"
_OPTION: Final = re.compile(rf"({_MOVE}):({_NUMBER})", re.ASCII)
_VALUES: Final = re.compile(rf"([vh]) ({_NUMBER})(?:±({_NUMBER}))?((?: {_MOVE}:{_NUMBER})+)", re.ASCII)
_FLIPPED: Final = str.maketrans("<>", "><")


class Values(NamedTuple):
    """The values of a turn, in points. What is not written to the tenth is not known to it either."""

    kind: str
    played: float
    error: float | None
    options: tuple[tuple[str, float], ...]
    """By the token of each move."""


def parse_values(text: str) -> Values | None:
    """The values of a note, without its braces and its per cent sign; None where they cannot be right.

    >>> parse_values("v -3.2±0.8 >63:0 <54:-3.2")
    Values(kind='v', played=-3.2, error=0.8, options=(('>63', 0.0), ('<54', -3.2)))
    >>> parse_values("v rather good") is None
    True
    """
    match = _VALUES.fullmatch(text)
    if match is None:
        return None
    options = tuple((move, float(value)) for move, value in _OPTION.findall(match[4]))
    return Values(match[1], float(match[2]), None if match[3] is None else float(match[3]), options)


def write_values(values: Values) -> str:
    """
    >>> write_values(Values("v", -3.24, 0.8, ((">63", 0.0), ("<54", -3.24))))
    'v -3.2±0.8 >63:0 <54:-3.2'
    """
    error = "" if values.error is None else f"±{_number(values.error)}"
    options = " ".join(f"{move}:{_number(value)}" for move, value in values.options)
    return f"{values.kind} {_number(values.played)}{error} {options}"


def _number(value: float) -> str:
    return f"{round(value, 1) + 0.0:.1f}".removesuffix(".0")


def flipped(text: str) -> str:
    """The same where the ends are named the other way round.

    >>> flipped("v 0 <55&>33:0 >63:-1")
    'v 0 <33&>55:0 <63:-1'
    """
    return re.sub(
        r"<(\d\d)&>(\d\d)", r"<\2&>\1", re.sub(r"[<>]\d\d(?!&)(?<!&...)", lambda end: end[0].translate(_FLIPPED), text)
    )
