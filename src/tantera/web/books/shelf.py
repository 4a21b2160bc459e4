"""The rule books that can be read and played here: the five that come along, and the club's own; and what books, limits
and clocks are called in lists and on buttons.

A log names its law by the book's id and a hash of what binds in it. Books change; old logs must open. So every edition
that was ever played or uploaded here is kept whole, what it extends included, in the stream ``book/ID``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

import msgspec
import structlog
from msgspec import Raw, Struct, to_builtins

from tantera.rules import (
    BOOKS,
    Book,
    Books,
    Law,
    Limit,
    RuleBookError,
    built_in_books,
    built_in_edition,
    kept_book,
    law_hash,
    parse_book,
    text_hash,
)
from tantera.rules.glossary import value_in_words
from tantera.store import Conflict, Head, Store
from tantera.web.background import Background
from tantera.web.clock import now
from tantera.web.folds import Kept
from tantera.words import Phrase

_PREFIX: Final = "book/"

log = structlog.get_logger()


class BookUploaded(Kept, frozen=True, tag="book_uploaded.1"):
    """An edition of a club's own book."""

    law: str
    """`law_hash`"""
    book: Raw
    """The book itself, with everything it extends as that was on this day."""
    source: str
    """The file, as it was uploaded."""
    person: str
    """Who uploaded it."""
    at: int


class EditionKept(Kept, frozen=True, tag="edition_kept.1"):
    """An edition of a book that comes along, because somebody plays by it."""

    law: str
    book: Raw
    at: int


class BookWithdrawn(Kept, frozen=True, tag="book_withdrawn.1"):
    """Nobody opens a table with it any more. Tables that have it go on."""

    at: int


class BookOffered(Kept, frozen=True, tag="book_offered.1"):
    """It can be played again."""

    at: int


AnyBookEvent = BookUploaded | EditionKept | BookWithdrawn | BookOffered

_events: Final = msgspec.json.Decoder(AnyBookEvent)


class OwnBook(Struct):
    """A club's own book: its editions, the last of them, and whether it can be played."""

    book: Book
    uploads: list[BookUploaded]
    offered: bool = True


class Shelf:
    """Books by their id. `find` is a `Books`: the newest edition of a book that can be played."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._versions: dict[str, int] = {}
        self._editions: dict[tuple[str, str], Raw | Book] = {}
        """By id and law; read when somebody asks for one."""
        self.own: dict[str, OwnBook] = {}
        self._background = Background("books")
        store.hears.append(self._heard)

    def _heard(self, heads: Sequence[Head] | None) -> None:
        """Another process may have put a book here."""
        if heads is None or any(head.stream.startswith(_PREFIX) for head in heads):
            self._background.start(self.load())

    async def load(self) -> None:
        for stream, version in await self._store.streams(_PREFIX):
            book_id = stream.removeprefix(_PREFIX)
            if version > self._versions.get(book_id, 0):
                await self._read(book_id)

    # --- what can be played and read

    def all(self) -> tuple[Book, ...]:
        return (*map(built_in_books, BOOKS), *(own.book for own in self.own.values() if own.offered))

    def find(self, book_id: str) -> Book:
        own = self.own.get(book_id)
        return own.book if own is not None and own.offered else built_in_books(book_id)

    def has(self, book_id: str) -> bool:
        return book_id in BOOKS or (book_id in self.own and self.own[book_id].offered)

    def of_hash(self, digest: str) -> Book | None:
        """The book of exactly these words, an old edition too: tables are still played by it."""
        editions = (self._edition(*key) for key in tuple(self._editions))
        return next((book for book in (*self.all(), *editions) if book is not None and text_hash(book) == digest), None)

    def with_article(self, article: str) -> Book | None:
        """The first book that has an article of this id."""
        return next((book for book in self.all() if book.find(article) is not None), None)

    def under(self, law: Law) -> Books:
        """A `Books` for a log of this law: it finds the edition that the log was played by, however old."""

        def find(book_id: str) -> Book:
            return built_in_edition(book_id, law.hash) or self._edition(book_id, law.hash) or self.find(book_id)

        return find

    # --- what is kept

    async def upload(self, source: str, person: str, file: str = "book.toml") -> Book:
        """A club's own book, or a new edition of it; a `RuleBookError` with every mistake where it cannot be used."""
        book = await asyncio.to_thread(parse_book, source, file)
        if book.id in BOOKS:
            raise RuleBookError(
                file, "id", repr(book.id), Phrase("an id that no book has that comes along"), _line_of_id(source)
            )
        uploaded = BookUploaded(law_hash(book), Raw(msgspec.json.encode(book)), source, person, now())
        last = self.own.get(book.id)
        if last is None or not last.offered or last.uploads[-1].source != source:
            await self._append(book.id, lambda: uploaded)
        return self.own[book.id].book

    async def keep(self, book: Book) -> None:
        """Keep this edition of a book, unless it is kept already: a table is about to be played by it."""
        book = book.base
        law = law_hash(book)
        if (book.id, law) not in self._editions:
            kept = EditionKept(law, Raw(msgspec.json.encode(book)), now())
            await self._append(book.id, lambda: None if (book.id, law) in self._editions else kept)

    async def offer(self, book_id: str, offered: bool) -> None:
        """Let a club's own book be played, or no longer."""
        wanted = BookOffered(now()) if offered else BookWithdrawn(now())
        if book_id in self.own:
            await self._append(book_id, lambda: None if self.own[book_id].offered is offered else wanted)

    async def _append(self, book_id: str, decide: Callable[[], AnyBookEvent | None]) -> None:
        while (event := decide()) is not None:
            version = self._versions.get(book_id, 0)
            try:
                await self._store.append(_PREFIX + book_id, version, [msgspec.json.encode(event)])
            except Conflict:
                await self._read(book_id)
                continue
            if self._versions.get(book_id, 0) == version:
                self._take(book_id, event)
            return

    async def _read(self, book_id: str) -> None:
        for stored in await self._store.read(_PREFIX + book_id, self._versions.get(book_id, 0)):
            if stored.version == self._versions.get(book_id, 0) + 1:
                self._take(book_id, _events.decode(stored.event))

    def _take(self, book_id: str, event: AnyBookEvent) -> None:
        self._versions[book_id] = self._versions.get(book_id, 0) + 1
        match event:
            case BookUploaded(law=law, book=book):
                self._editions[book_id, law] = book
                whole = self._edition(book_id, law)
                if whole is None:
                    return
                own = self.own.setdefault(book_id, OwnBook(whole, []))
                own.book, own.offered = whole, True
                own.uploads.append(event)
            case EditionKept(law=law, book=book):
                self._editions.setdefault((book_id, law), book)
            case BookWithdrawn() | BookOffered() if book_id in self.own:
                self.own[book_id].offered = isinstance(event, BookOffered)

    def _edition(self, book_id: str, law: str) -> Book | None:
        edition = self._editions.get((book_id, law))
        if isinstance(edition, Raw):
            try:
                edition = self._editions[book_id, law] = kept_book(bytes(edition))
            except (msgspec.DecodeError, ValueError):  # of a Tantera that allowed what this one does not
                log.error("book_cannot_be_read", book=book_id, law=law[:12])
                return None
        return edition


def _line_of_id(source: str) -> int:
    return next((n for n, line in enumerate(source.splitlines(), start=1) if line.split("=")[0].strip() == "id"), 1)


def game_in_words(book: Book, limit: Limit) -> Phrase:
    """A book and its limit, as players say it."""
    name = ShortName(book)
    if limit.points is not None and limit.minutes is None and limit.hands is None:
        return Phrase("{book} to {points}", book=name, points=limit.points)
    return Phrase("{book}, {limit}", book=name, limit=limit_in_words(limit))


def limit_in_words(limit: Limit) -> Phrase | str:
    return value_in_words("options.limit", to_builtins(limit))


class ShortName(Phrase):
    """What a book is called where there is little room: the first words of its name.

    >>> from tantera.rules import load_book
    >>> ShortName(load_book("ueh")).told("es")
    'UEH'
    """

    def __init__(self, book: Book) -> None:
        super().__init__(book.name.text("en"))
        self._name = book.name

    def told(self, lang: str) -> str:
        return self._name.text(lang).partition(",")[0]


def book_in_short(book: Book) -> Phrase:
    """A book in a line of a list: who plays with whom, to how many points."""
    play = value_in_words("options.play", book.options.play)
    if book.options.play == "pairs" and book.tournament is not None and book.tournament.format == "individual":
        play = Phrase("pairs that change each round")
    return Phrase("{play}, {limit}", play=play, limit=limit_in_words(book.options.limit))


def book_clock(book: Book) -> Phrase | None:
    """The book's own clock, where it has one (CI-9)."""
    clock = book.clock
    if clock is None:
        return None
    seconds = {"move": clock.move_seconds, "block": clock.block_seconds}
    return Phrase("{move} seconds a move, {block} where it may close", **seconds)
