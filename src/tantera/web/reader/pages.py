"""Pages to read rule books on: the shelf, a book by article with search, the organiser's check-list."""

from __future__ import annotations

from asyncio import to_thread
from hashlib import sha256
from typing import Any, Final, get_type_hints

import msgspec
from litestar import Response, get
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template
from msgspec import Struct

from tantera.rules import Book, Options, RuleBookError, law_hash, text_hash, with_options
from tantera.telling import law_in_words
from tantera.web.access.visitors import Ask, Visitor
from tantera.web.books.shelf import Shelf, ShortName
from tantera.web.pages.languages import language_of, language_of_book
from tantera.web.pages.rendering import article_url, page, rendered, static
from tantera.web.problems import NotFound
from tantera.web.reader.articles import Hit, hits, settings, shown_articles
from tantera.web.reader.dictionary import Linked, words_found, words_mentioned
from tantera.web.reader.playing import chapters, is_wanted
from tantera.web.reader.search import MOST_LETTERS, Wanted
from tantera.web.tables.way_back import WayBack, way_back
from tantera.web.tournaments.folder import Tournaments

TOURNAMENT: Final = ("tournament.", "options.table_seating", "options.avoid_partners", "options.championship")
"""Settings that only a tournament asks for."""


class OnShelf(Struct, frozen=True):
    """A book in the list, and what was found in it."""

    book: Book
    checklist: bool
    hits: list[Hit]


@get("/books", include_in_schema=False)
async def books(request: Ask, q: FromQuery[str] = "") -> Template:
    shelf: Shelf = request.app.state.shelf
    lang = language_of(request)
    wanted = Wanted(q, lang)
    found_by_book = await to_thread(lambda: [hits(book, lang, wanted) for book in shelf.all()]) if wanted else None
    listed = [
        OnShelf(book, has_checklist(book), found_by_book[place] if found_by_book is not None else [])
        for place, book in enumerate(shelf.all())
    ]
    count = sum(len(one.hits) for one in listed)
    return page(
        request,
        "books.html",
        listed=listed,
        q=q[:MOST_LETTERS],
        searched=bool(wanted),
        found=count,
        play_pages=is_wanted(wanted, lang),
        words=words_found(wanted, lang) or ([] if count else words_mentioned(wanted, lang)),
        short_names={one.book.id: ShortName(one.book) for one in listed},
        back=way_back(request),
    )


@get("/books/{book_id:str}", include_in_schema=False)
async def book(request: Ask, book_id: FromPath[str], q: FromQuery[str] = "") -> Response[Any]:
    """The whole book on one page: anchors lead to its articles. It is sent once and asked for again."""
    the_book, lang, q = _book(request, book_id), language_of(request), q[:MOST_LETTERS]
    words = language_of_book(request, the_book)
    visitor: Visitor | None = request.user
    name, back = visitor.name if visitor is not None else "", way_back(request)
    key = "\0".join((text_hash(the_book), lang, words, q, static(""), name, back.address if back is not None else ""))
    tag = f'"{sha256(key.encode()).hexdigest()[:24]}"'
    headers = {"etag": tag, "cache-control": "private, no-cache", "vary": "cookie, accept-language"}
    if request.headers.get("if-none-match") == tag:
        return Response("", status_code=304, headers=headers)
    # In a thread: a book of seventy articles takes a while, and players' sockets do not wait for readers.
    text = await to_thread(_whole_book, request, the_book, words, q, back)
    return Response(text, media_type="text/html", headers=headers)


def _whole_book(request: Ask, book: Book, lang: str, q: str, back: WayBack | None) -> str:
    """In the language that the book is read in; what stands around it is in the page's own."""
    wanted = Wanted(q, lang)
    articles = shown_articles(book, lang, wanted)
    options = [one for one in settings(book, lang) if one.value]
    return rendered(
        request,
        "book.html",
        book=book,
        words=lang,
        short=ShortName(book).told(lang),
        articles=articles,
        q=q,
        searched=bool(wanted),
        found=[one for one in articles if one.hit],
        play_page=is_wanted(wanted, lang),
        terms=words_found(wanted, lang) or ([] if any(one.hit for one in articles) else words_mentioned(wanted, lang)),
        back=back,
        at_the_table=[one for one in options if not one.key.startswith(TOURNAMENT)],
        in_a_tournament=[one for one in options if one.key.startswith(TOURNAMENT)],
        checklist=has_checklist(book),
        digest=text_hash(book),
    )


@get("/books/{book_id:str}/play", include_in_schema=False)
async def playing(request: Ask, book_id: FromPath[str]) -> Template:
    """Two minutes with a book for somebody who has never played it; with a table's options, how that one plays."""
    the_book = _as_asked(request, _book(request, book_id))
    lang = language_of_book(request, the_book)
    law = law_in_words(the_book, lang)
    return page(
        request,
        "how_to_play.html",
        book=the_book,
        words=lang,
        short=ShortName(the_book).told(lang),
        chapters=chapters(the_book, lang),
        linked=Linked(lang),
        back=way_back(request),
        table_rules=[] if the_book is the_book.base else [law.limit, *law.own],
    )


def _as_asked(request: Ask, book: Book) -> Book:
    """The book with the options that the address names, as a table would have them."""
    known = get_type_hints(Options)
    asked = {key: str(value)[:40] for key, value in request.query_params.items() if key in known}
    try:
        return with_options(book, asked)
    except RuleBookError:
        raise NotFound from None


@get("/books/{book_id:str}/checklist", include_in_schema=False)
async def checklist(request: Ask, book_id: FromPath[str]) -> Template:
    """What an organiser ticks off before play begins, to be printed."""
    the_book = _book(request, book_id)
    if not has_checklist(the_book):
        raise NotFound
    lang = language_of(request)
    parts = [(one, [item.text(lang) for item in one.check]) for one in the_book.articles if one.check]
    return page(request, "checklist.html", book=the_book, short=ShortName(the_book).told(lang), parts=parts)


@get("/articles/{article:str}", include_in_schema=False)
async def article(request: Ask, article: FromPath[str]) -> Redirect:
    """An article whose book is not known: the first book that has it."""
    shelf: Shelf = request.app.state.shelf
    tournaments: Tournaments = request.app.state.tournaments
    named = article[:40]
    source = shelf.with_article(named) or next(
        (one for one in tournaments.books() if one.find(named) is not None), None
    )
    if source is None:
        raise NotFound
    cited = source.find(article)
    assert cited is not None
    return Redirect(article_url(source.id, cited.id), status_code=303)


def has_checklist(book: Book) -> bool:
    return any(one.check for one in book.articles)


def _book(request: Ask, book_id: str) -> Book:
    shelf: Shelf = request.app.state.shelf
    if shelf.has(book_id):
        return shelf.find(book_id)
    tournaments: Tournaments = request.app.state.tournaments
    named = next((one for one in tournaments.books() if one.id == book_id), None)
    if named is None:
        raise NotFound
    return named


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
async def list_books(request: Ask) -> list[BookInList]:
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
async def whole_book(request: Ask, digest: FromPath[str]) -> Response[bytes]:
    """A whole book by the hash of its text: fetched once, kept for ever. By its id it is the book as it is now."""
    shelf: Shelf = request.app.state.shelf
    by_hash = shelf.of_hash(digest)
    if by_hash is None and not shelf.has(digest):
        raise NotFound
    book: Book = by_hash if by_hash is not None else shelf.find(digest)
    headers = _FOR_EVER if by_hash is not None else {"cache-control": "no-cache", "etag": f'"{text_hash(book)[:24]}"'}
    return Response(msgspec.json.encode(book), media_type="application/json", headers=headers)


@get("/api/articles", tags=["books"], summary="Articles by their words")
async def find_articles(request: Ask, q: FromQuery[str], book: FromQuery[str] = "") -> list[Hit]:
    """The articles in which every word occurs, accents, capitals and endings aside: of one book, or of all of them."""
    shelf: Shelf = request.app.state.shelf
    if book and not shelf.has(book):
        raise NotFound
    lang = language_of(request)
    wanted = Wanted(q, lang)
    searched = [shelf.find(book)] if book else shelf.all()
    return await to_thread(lambda: [hit for one in searched for hit in hits(one, lang, wanted)]) if wanted else []


handlers = [books, book, playing, checklist, article, list_books, whole_book, find_articles]
