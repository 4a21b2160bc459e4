"""What every event is made of: who plays together, who decides, how hands and matches end."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct

from tantera.rules import Seat
from tantera.rules.sanctions import ConsequenceKind

How = Literal["domino", "block", "void", "lost", "ruling", "time", "limit"]
EndedBy = Literal["points", "time", "hands", "forfeit", "elimination", "ruling"]
FollowedKind = ConsequenceKind | Literal["opening"]
"""What a book may say follows, and who opens after a void hand."""
PauseReason = Literal["agreed", "referee", "director", "restart", "correction"]
Side = tuple[Seat, ...]
"""Who plays together: (1, 3) and (2, 4), or one seat alone."""
Office = Literal["referee", "judges", "director"]
"""Who decides without sitting at the table."""


def side_name(side: Side) -> str:
    """
    >>> side_name((1, 3)), side_name((2,))
    ('1+3', '2')
    """
    return "+".join(map(str, side))


def decider_name(who: Side | Office) -> str:
    """Whoever decides, as a side or an office is written.

    >>> decider_name((1, 3)), decider_name((2,)), decider_name("judges")
    ('1+3', '2', 'judges')
    """
    return who if isinstance(who, str) else side_name(who)


class Event(Struct, frozen=True, gc=False, tag_field="event", kw_only=True):
    """Something that happened at the table."""

    afresh: ClassVar[bool] = False
    """Whether nearly everything is different after it, everybody's own place perhaps included: whoever follows a match
    shows it anew."""
    at: int
