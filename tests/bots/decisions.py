"""Open decisions that bots meet."""

from __future__ import annotations

from tantera.play import REFEREE, Match, PlaceTile, RecordInfraction, TakeDecision, View, view
from tantera.referee import step
from tantera.rules import Book, Seat, load_book, with_options
from tantera.tiles import Tile
from tests.play.tables import dealt

TG, CI = (load_book(name) for name in ("tarragona", "competencia-individual"))
NO_SIX = ("55.45.35", "11.12.13", "22.23.24")
"""Racks of three without a six."""


def alone_with_the_six(book: Book, seat: Seat, limit: str | None = None) -> Match:
    """A hand of three tiles each in which this seat has opened with 6-6, nobody else has a six, and it has two more of
    them: it goes out, and everybody who remembers the passes can see that."""
    others = iter(NO_SIX)
    racks = " ".join("66.64.60" if one == seat else next(others) for one in (1, 2, 3, 4))
    asleep = [tile for tile in book.options.set.tiles if tile.code not in racks.replace(" ", ".")]
    match = dealt(
        with_options(book, {"tiles": 3}, limit), seat, racks, ".".join(f"{tile.low}{tile.high}" for tile in asleep)
    )
    match = step(match, PlaceTile(seat, Tile.parse("66")), seat, 0).after
    for _ in range(3):
        if match.hand is not None and match.hand.turn != seat:
            from tantera.play import PassTurn

            match = step(match, PassTurn(match.hand.turn), match.hand.turn, 0).after
    return match


def recorded(match: Match, article: str, offender: Seat, **details: str) -> Match:
    return step(match, RecordInfraction(article, offender, tuple(details.items())), REFEREE, match.at).after


def asked(match: Match) -> View:
    """What the seat that has to decide sees."""
    return next(seen for seen in (view(match, seat) for seat in match.seats) if isinstance_decision(seen))


def isinstance_decision(seen: View) -> bool:
    return bool(seen.options) and isinstance(seen.options[0], TakeDecision)
