"""What a puzzle is about: the theme of the weightiest reason that its explanation gives."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tantera.puzzles.puzzle import Theme
from tantera.words import Phrase

_OF: Final[dict[str, Theme | None]] = {
    "it closes the hand, and the count is more likely yours": "block",
    "the other closes the hand, and the count is more likely theirs": "block",
    "it takes away the {suit}, on which {name} has passed: so they may play again": "partner",
    "{name} has passed on {suit}, and may have to pass again": "pass",
    "you have seen every {suit} but your own: nobody else can play there": "count",
    "a single {suit} is left that you have not seen: it is hard to play there": "count",
    "tiles that you do not see and that fit after it: {few}; after the other: {many}": "count",
    "so you are not left with its {pips} points if the others win": None,
    "tiles of yours that fit after it: {count}; after the other: {less}": "tempo",
    "a double is the hardest to place later: it fits one number only": "tempo",
    "of your doubles it would be stuck first: fewer tiles of its suit are to come": "tempo",
    "with it you go out and win the hand": "tempo",
    "no single count decides it: over the deals that could be it comes out better": None,
}
"""By the reason's message. One that is not here raises: a new reason needs its theme. To be rid of points is true and
explains no difference of eight."""


def theme_of(reasons: Iterable[Phrase]) -> Theme | None:
    """None where no reason that can be said decides it."""
    return next((theme for reason in reasons if (theme := _OF[reason.message]) is not None), None)
