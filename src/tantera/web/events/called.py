"""What the formats of a tournament and the offices at it are called."""

from __future__ import annotations

from typing import Final

FORMATS: Final[dict[str, str]] = {
    "individual": "individual, partners change",
    "pairs-swiss": "pairs, Swiss system",
    "pairs-round-robin": "pairs, everybody against everybody",
    "pairs-knock-out": "pairs, knock-out",
    "pairs-groups": "pairs, groups then knock-out",
    "alone-winners-on": "everybody alone, winners go on",
    "alone-one-round": "everybody alone, one round",
}
"""What the formats are called."""
KINDS: Final[dict[str, str]] = {
    "individual": "individual",
    "pairs-swiss": "Swiss",
    "pairs-round-robin": "everybody against everybody",
    "pairs-knock-out": "knock-out",
    "pairs-groups": "groups",
    "alone-winners-on": "winners go on",
    "alone-one-round": "one round",
}
"""The same beside how many play, where there is little room."""
ROLES: Final[dict[str, str]] = {
    "organiser": "organiser",
    "director": "director of refereeing",
    "judge": "table judge",
    "desk": "control desk",
    "player": "player",
    "public": "public",
}
"""What the offices are called."""
