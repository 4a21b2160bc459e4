"""The book as an event plays it."""

from __future__ import annotations

from tantera.rules import Book, built_in_books
from tantera.tournament import orders as o
from tantera.tournament.options import settled
from tantera.tournament.state import TournamentState


def book_of(tournament: TournamentState) -> Book:
    """The book with the options on that the event was created with. Asked for by every screen, so worked out once."""
    known: Book | None = tournament.__dict__.get("book_as_played")
    if known is None:
        base = tournament.own_book or built_in_books(tournament.book)
        created = next((one.order for one in tournament.log.history if isinstance(one.order, o.Create)), None)
        options = created.options if created is not None else {}
        known = tournament.__dict__["book_as_played"] = settled(
            base, tournament.format, tournament.rounds, options
        ).book
    return known
