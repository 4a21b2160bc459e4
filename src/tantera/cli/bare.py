"""The one place where other people's words become safe for a terminal: names, files, whatever somebody typed."""

from __future__ import annotations

import re
from typing import Final

_ESCAPES: Final = re.compile(
    r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?"  # OSC: a window's title, a link
    r"|\x1b[PX^_][^\x1b]*(?:\x1b\\)?"  # DCS, SOS, PM, APC
    r"|[\x1b\x9b]\[?[0-?]*[ -/]*[@-~]"  # CSI: colours, the cursor; and two-byte escapes
)
_CONTROLS: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Everything that is no letter and moves something; a line break and a tab are left."""


def bare(text: str) -> str:
    """The text without escape sequences, control characters and marks that turn the reading direction.

    >>> bare("Pons\\x1b[31m\\x1b]0;owned\\x07 ✓\\u202e")
    'Pons ✓'
    """
    return _CONTROLS.sub("", _ESCAPES.sub("", text))
