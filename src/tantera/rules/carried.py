"""A club's own book as one short text, to be carried in a file that is read where nobody has the book's own file.

It is the whole book, not what it changes in another one: the law holds wherever it is read, by whatever version. Only
articles that stand word for word in a book that comes along are named instead of copied: they are most of a book.
"""

from __future__ import annotations

import binascii
import zlib
from base64 import b64decode, b64encode
from functools import cache, lru_cache
from typing import Any, Final

import msgspec

from tantera.rules.articles import Article
from tantera.rules.check import RuleBookError
from tantera.rules.loader import BOOKS, MOST_BYTES, book_of_data, load_book
from tantera.rules.schema import Book
from tantera.words import Phrase

_A_BOOK: Final = Phrase("a rule book")


def carried(book: Book) -> str:
    """The book in letters, figures, ``+``, ``/`` and ``=``; the options that a table set are no part of it.

    >>> book_carried(carried(load_book("ueh"))) == load_book("ueh")
    True
    """
    book = book.base
    known: str | None = book.__dict__.get("carried")
    if known is None:
        data = msgspec.to_builtins(book)
        data["article"] = [
            _place(article) or whole for article, whole in zip(book.articles, data["article"], strict=True)
        ]
        known = b64encode(zlib.compress(msgspec.json.encode(data), 9)).decode("ascii")
        book.__dict__["carried"] = known
    return known


@lru_cache(maxsize=16)
def book_carried(text: str) -> Book:
    """The book of such a text, checked like any other; a `RuleBookError` where there is none in it."""
    try:
        unpacked = zlib.decompressobj()
        raw = unpacked.decompress(b64decode(text, validate=True), MOST_BYTES)
        data = msgspec.json.decode(raw)
        if not unpacked.eof or not isinstance(data, dict) or not isinstance(data.get("article"), list):
            raise ValueError
        data["article"] = [_article(one) if isinstance(one, str) else one for one in data["article"]]
    except (ValueError, LookupError, RecursionError, binascii.Error, zlib.error, msgspec.DecodeError):
        raise RuleBookError("book", "", shortened(text), _A_BOOK) from None
    return book_of_data(data, "book")


def shortened(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:39] + "…")


def _place(article: Article) -> str | None:
    """``tarragona TG-9.2``: where everybody has the same words."""
    return _places().get(msgspec.json.encode(article))


def _article(place: str) -> Any:
    name, _, article = place.partition(" ")
    found = load_book(name).find(article) if name in BOOKS else None
    if found is None:
        raise LookupError(place)
    return msgspec.to_builtins(found)


@cache
def _places() -> dict[bytes, str]:
    return {
        msgspec.json.encode(one): f"{name} {one.id}" for name in reversed(BOOKS) for one in load_book(name).articles
    }
