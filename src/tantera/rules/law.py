"""By which law a match is played."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

import msgspec
from msgspec import Struct

from tantera.rules.loader import BOOKS, load_book, with_options
from tantera.rules.schema import Book


class Law(Struct, frozen=True):
    book: str
    hash: str
    options: tuple[tuple[str, str | int], ...] = ()
    limit: str | None = None


Books = Callable[[str], Book]
_HASHES: dict[int, tuple[Book, Law]] = {}


def law_hash(book: Book) -> str:
    return sha256(msgspec.json.encode(book, order="sorted", enc_hook=str)).hexdigest()


def law_of(book: Book) -> Law:
    known = _HASHES.get(id(book))
    if known is None:
        options = msgspec.to_builtins(book.options)
        usual = msgspec.to_builtins(load_book(book.id).options) if book.id in BOOKS else options
        changed = tuple((k, v) for k, v in sorted(options.items()) if usual.get(k) != v and k != "limit")
        limit = str(book.options.limit) if usual["limit"] != options["limit"] else None
        base = load_book(book.id) if book.id in BOOKS else book
        law = Law(book.id, law_hash(base), changed, limit)
        known = _HASHES[id(book)] = (book, law)
    return known[1]


def built_in_books(name: str) -> Book:
    assert name in BOOKS
    return load_book(name)


def book_under(law: Law, books: Books = built_in_books) -> Book:
    return with_options(books(law.book), dict(law.options), law.limit)
