"""The formats of a tournament and who enters them."""

from __future__ import annotations

from typing import Final, Literal

Format = Literal[
    "individual",
    "pairs-swiss",
    "pairs-round-robin",
    "pairs-knock-out",
    "pairs-groups",
    "alone-winners-on",
    "alone-one-round",
]

ENTERED_BY_PAIRS: Final = frozenset({"pairs-swiss", "pairs-round-robin", "pairs-knock-out", "pairs-groups"})
ALONE: Final = frozenset({"alone-winners-on", "alone-one-round"})
