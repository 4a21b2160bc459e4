"""Codes and addresses as people type them off paper."""

from __future__ import annotations

from typing import Final

from tantera.web.network.reachable import to_type

_LOOK_ALIKES: Final = str.maketrans("018", "olb")
"""Codes have letters, and figures from 2 to 7 (base 32)."""


HALF: Final = 5
"""Letters of a code that are printed without a gap."""


def in_print(code: str) -> str:
    """A code as people type it off: in two halves.

    >>> in_print("abcdefghij")
    'abcde fghij'
    """
    return f"{code[:HALF]} {code[HALF:]}"


def as_printed(typed: str) -> str:
    """A code off paper: no gaps and no capitals, and no figures that only look like its letters.

    >>> as_printed(" ABC0E-fgh1j ")
    'abcoefghlj'
    """
    return "".join(filter(str.isalnum, typed.lower())).translate(_LOOK_ALIKES)


def place_to_type(url: str, tournament_id: str) -> str:
    """The page of a tournament, as short as a browser takes it.

    >>> place_to_type("http://192.168.1.34:8000", "open")
    '192.168.1.34:8000/e/open'
    """
    return f"{to_type(url)}/e/{tournament_id}"
