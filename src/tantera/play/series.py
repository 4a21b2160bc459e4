"""Best of so many matches: who has won the series."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tantera.play.events import Side
from tantera.rules import Book


def series_winner(book: Book, winners: Iterable[Side | None]) -> Side | None:
    """Who has won more than half of the matches that the book's series may have, given who won those played so far.

    >>> from tantera.rules import load_book
    >>> series_winner(load_book("clasico"), [(1, 3)])
    (1, 3)
    """
    won = Counter(winner for winner in winners if winner is not None)
    return next((side for side, matches in won.items() if matches > book.best_of // 2), None)
