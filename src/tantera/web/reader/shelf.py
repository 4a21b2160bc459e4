"""The rule books that can be read and played here: the five that come along, and the club's own."""

from __future__ import annotations

from tantera.rules import BOOKS, Book, RuleBookError, built_in_books, text_hash
from tantera.words import Phrase


class Shelf:
    """Books by their id. `find` is a `Books`, so a table and a log find theirs here."""

    def __init__(self) -> None:
        self._own: dict[str, Book] = {}

    def put(self, book: Book) -> None:
        """A book of the club's own, in the place of one that had its id. The books that come along stay as they are."""
        if book.id in BOOKS:
            raise RuleBookError("book", "id", repr(book.id), Phrase("an id that no other book has"))
        self._own[book.id] = book

    def all(self) -> tuple[Book, ...]:
        return (*map(built_in_books, BOOKS), *self._own.values())

    def find(self, book_id: str) -> Book:
        own = self._own.get(book_id)
        return own if own is not None else built_in_books(book_id)

    def has(self, book_id: str) -> bool:
        return book_id in BOOKS or book_id in self._own

    def of_hash(self, digest: str) -> Book | None:
        """The book of exactly these words."""
        return next((book for book in self.all() if text_hash(book) == digest), None)

    def with_article(self, article: str) -> Book | None:
        """The first book that has an article of this id."""
        return next((book for book in self.all() if book.find(article) is not None), None)
