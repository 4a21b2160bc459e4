"""Open decisions that bots meet."""

from __future__ import annotations

from tantera.play import REFEREE, Match, PlaceTile, RecordInfraction, TakeDecision, View, view
from tantera.referee import step
from tantera.rules import Book, Seat, load_book, with_options
from tantera.tiles import Tile
from tests.builders import credulous
from tests.play.tables import dealt

TG, CI = load_book("tarragona"), credulous("competencia-individual")
SIXES, NO_SIX = "66.46.06", ("55.45.35", "11.12.13", "22.23.24")
ASLEEP = "00.01.02.03.04.05.14.15.16.25.26.33.34.36.44.56"


def alone_with_the_six(book: Book, seat: Seat, score: tuple[int, int] = (0, 0), limit: str | None = None) -> Match:
    """A hand of three tiles each: this seat has opened with 6-6, everybody has passed, and it has two more sixes.

    It goes out before anybody, and whoever remembers the passes can see that.
    """
    others = iter(NO_SIX)
    racks = " ".join(SIXES if one == seat else next(others) for one in (1, 2, 3, 4))
    match = dealt(with_options(book, {"tiles": 3}, limit), seat, racks, ASLEEP, score)
    return step(match, PlaceTile(seat, Tile.parse("66")), seat, 0).after


def recorded(match: Match, article: str, offender: Seat, **details: str) -> Match:
    """The referee has seen it."""
    return step(match, RecordInfraction(article, offender, tuple(details.items())), REFEREE, match.at).after


def asked(match: Match) -> View:
    """What the seat that has to decide sees."""
    return next(seen for seat in match.seats if has_to_decide(seen := view(match, seat)))


def has_to_decide(seen: View) -> bool:
    return any(isinstance(option, TakeDecision) for option in seen.options)
