"""What people are told to type."""

from __future__ import annotations

import os
import re
import shlex


def as_typed(word: str, windows: bool = os.name == "nt") -> str:
    r"""A word of a command as the command interpreter of this computer takes it back.

    >>> print(as_typed("mesa 4.dgn", windows=False), as_typed(r"C:\Mis mesas\4.dgn", windows=True))
    'mesa 4.dgn' "C:\Mis mesas\4.dgn"
    >>> print(as_typed("mesa4.dgn", windows=False), as_typed(r"C:\mesa4.dgn", windows=True))
    mesa4.dgn C:\mesa4.dgn
    """
    if not windows:
        return shlex.quote(word)
    return word if re.fullmatch(r"[\w.:\\/~-]+", word) else f'"{word}"'
