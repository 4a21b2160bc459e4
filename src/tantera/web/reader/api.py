"""Rule books for programs: which there are, a whole book by its hash, articles by words."""

from __future__ import annotations

from asyncio import to_thread
from typing import Any, Final

import msgspec
from litestar import Request, Response, get
from litestar.params import FromPath, FromQuery
from msgspec import Struct

from tantera.rules import Book, law_hash, text_hash
from tantera.web.books.shelf import Shelf
from tantera.web.pages.languages import language_of
from tantera.web.problems import NotFound
from tantera.web.reader.articles import Hit, hits
from tantera.web.reader.search import Wanted

_FOR_EVER: Final = {"cache-control": "public, max-age=31536000, immutable"}


class BookInList(Struct, frozen=True):
    """A rule book, and the hash by which the whole of it is fetched."""

    id: str
    name: str
    about: str
    articles: int
    hash: str
    """Of everything in it, words included: ``/api/books/HASH`` never changes."""
    law: str
    """Of what binds in it: the law of a table or a log names this one."""


@get("/api/books", tags=["books"], summary="The rule books")
async def list_books(request: Request[Any, Any, Any]) -> list[BookInList]:
    """The books that can be read and played here, in the language asked for."""
    shelf: Shelf = request.app.state.shelf
    lang = language_of(request)
    return [
        BookInList(
            book.id, book.name.text(lang), book.about.text(lang), len(book.articles), text_hash(book), law_hash(book)
        )
        for book in shelf.all()
    ]


@get("/api/books/{digest:str}", tags=["books"], summary="A whole rule book")
async def whole_book(request: Request[Any, Any, Any], digest: FromPath[str]) -> Response[bytes]:
    """A whole book by the hash of its text: fetched once, kept for ever. By its id it is the book as it is now."""
    shelf: Shelf = request.app.state.shelf
    by_hash = shelf.of_hash(digest)
    if by_hash is None and not shelf.has(digest):
        raise NotFound
    book: Book = by_hash if by_hash is not None else shelf.find(digest)
    headers = _FOR_EVER if by_hash is not None else {"cache-control": "no-cache", "etag": f'"{text_hash(book)[:24]}"'}
    return Response(msgspec.json.encode(book), media_type="application/json", headers=headers)


@get("/api/articles", tags=["books"], summary="Articles by their words")
async def find_articles(request: Request[Any, Any, Any], q: FromQuery[str], book: FromQuery[str] = "") -> list[Hit]:
    """The articles in which every word occurs, accents, capitals and endings aside: of one book, or of all of them."""
    shelf: Shelf = request.app.state.shelf
    if book and not shelf.has(book):
        raise NotFound
    lang = language_of(request)
    wanted = Wanted(q, lang)
    searched = [shelf.find(book)] if book else shelf.all()
    return await to_thread(lambda: [hit for one in searched for hit in hits(one, lang, wanted)]) if wanted else []


handlers = [list_books, whole_book, find_articles]
