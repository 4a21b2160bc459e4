"""What the hall's clock says: what happens at time, and which warnings come before it."""

from __future__ import annotations

from msgspec import Struct

from tantera.rules.glossary import value_in_words
from tantera.tournament.decided import book_of
from tantera.tournament.state import TournamentState
from tantera.words import Phrase


class AtTime(Struct, frozen=True):
    """What is still played once *tiempo* has been called (CI-3)."""

    what: Phrase
    article: str | None
    last_hands: bool
    """Whether anything is still played."""


def at_time(tournament: TournamentState) -> AtTime:
    """As the book says, with the event's options on."""
    book = book_of(tournament)
    return AtTime(_what(book.options.at_time, book.extra_hands), book.cites.time, book.options.at_time != "stop")


def _what(at: str, extra: int) -> Phrase:
    if at != "extra_hands":
        found = value_in_words("options.at_time", at)
        return found if isinstance(found, Phrase) else Phrase("{what}", what=found)
    match extra:
        case 1:
            return Phrase("the hand whose tiles are lifted, or one more")
        case 2:
            return Phrase("the hand whose tiles are lifted and one more; if none are, two")
        case _:
            return Phrase("{hands} more hands, the one in play included if tiles are lifted", hands=extra)


def minutes_of(tournament: TournamentState) -> int | None:
    """How long a round lasts, where the event limits minutes."""
    return tournament.options.limit.minutes
