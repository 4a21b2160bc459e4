"""What somebody asks for when they open a table: the book, options and settings that it means."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tantera.rules import Book, Books, with_options
from tantera.tables import Settings

Short = Annotated[str, Meta(max_length=80)]


class Opening(Struct, frozen=True, forbid_unknown_fields=True):
    """A table that somebody wants to open."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    """The host's."""
    book: Short = "tarragona"
    options: dict[Short, str | int] = {}
    limit: Short | None = None
    """As DGN writes it: ``200p 40m``."""
    settings: Settings = Settings()
    seat: Annotated[int, Meta(ge=0, le=4)] = 1
    """Where the host sits; 0 to look on."""
    bots: Literal["none", "all"] = "none"
    """Whether bots take the other seats at once and the match begins."""

    def the_book(self, books: Books) -> Book:
        """The book with the options on: a `RuleBookError` or a `Refusal` where they cannot be."""
        return with_options(books(self.book), dict(self.options), self.limit or None)
