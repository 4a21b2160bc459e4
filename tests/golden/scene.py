"""A golden play-through: how it is made, where it is kept, how it is read back.

Two files an article: the play-through itself (`.dgn`, or `.jsonl`, an event log, where the notation has no token for
what happens) and `.views.txt`, what every seat and a spectator saw. The views begin with the article, one sentence on
what is shown, and the book with its options; the rest is `rendering.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from msgspec.structs import fields

from tantera.notation.document import Document
from tantera.notation.export import export
from tantera.notation.judge import judge
from tantera.notation.reader import read
from tantera.notation.writer import write
from tantera.play import Event, Match
from tantera.play.log import read_log, write_log
from tantera.rules import Book, law_of, load_book, with_options
from tantera.rules.schema import Options
from tests.builders import Table, Try, ledger_of
from tests.golden.rendering import Attempt, attempts_in, render, steps

FOLDER = Path(__file__).parent
Kind = Literal["dgn", "jsonl"]


class Files(NamedTuple):
    """What is kept of a scene."""

    record: str
    views: str


class Scene(NamedTuple):
    """A scenario for one article."""

    article: str
    kind: Kind
    sentence: str
    build: Callable[[], Table | str]
    """Plays it: a table, or, for matches of which only results are known, DGN by hand."""
    shows: str = ""
    """`places` or `names`, where the article is about them."""
    variant: str = ""
    """Where an article needs more than one."""

    @property
    def name(self) -> str:
        return f"{self.article}.{self.variant}" if self.variant else self.article

    @property
    def record_path(self) -> Path:
        return FOLDER / f"{self.name}.{self.kind}"

    @property
    def views_path(self) -> Path:
        return FOLDER / f"{self.name}.views.txt"

    def files(self) -> Files:
        """Play the scene and write it down."""
        played = self.build()
        if isinstance(played, str):
            return self._from_dgn(read(played), ())
        if self.kind == "dgn":
            options = [("Option", f"{key}={value}") for key, value in played.options.items() if key != "players"]
            return self._from_dgn(export(ledger_of(played.book, played.events), options), played.tries)
        places = _places(steps(played.book, played.events))
        attempts = [Attempt(places[tried.after - 1], tried.now, tried.text) for tried in played.tries]
        views = render(played.book, played.events, attempts, self.shows)
        return Files(write_log(played.events).decode(), self._header(played.book) + views)

    def _from_dgn(self, document: Document, tries: Sequence[Try]) -> Files:
        document = Document(document.tags, document.hands, (f"{self.article}: {self.sentence}",))
        judged = judge(document)
        found = steps(judged.match.book, judged.ledger.events)
        attempts = [_in_document(tried, found) for tried in tries]
        views = render(judged.match.book, judged.ledger.events, attempts, self.shows)
        return Files(write(document), self._header(judged.match.book) + views)

    def _header(self, book: Book) -> str:
        plain = load_book(book.id)
        changed = [
            f"{field.name}={getattr(book.options, field.name)}"
            for field in fields(Options)
            if getattr(book.options, field.name) != getattr(plain.options, field.name)
        ]
        shows = [f"shows {self.shows}"] if self.shows else []
        return "\n".join([self.article, self.sentence, "; ".join([f"book {book.id}", *changed, *shows]), "", ""])


def scene(
    article: str, kind: Kind, sentence: str, shows: str = "", variant: str = ""
) -> Callable[[Callable[[], Table | str]], Scene]:
    """Makes a scene of the function that plays it."""
    return lambda build: Scene(article, kind, sentence, build, shows, variant)


def replayed(kind: Kind, stored: Files) -> str:
    """The views of a stored play-through, from its record alone; orders that were refused are tried again."""
    article, sentence, about, _, *_ = stored.views.split("\n")
    words = about.split("; ")
    shows = next((word.removeprefix("shows ") for word in words if word.startswith("shows ")), "")
    options = dict(word.split("=") for word in words if "=" in word)
    if kind == "dgn":
        judged = judge(read(stored.record))
        book = judged.match.book
        events: tuple[Event, ...] = tuple(judged.ledger.events)
    else:
        book = with_options(load_book(words[0].removeprefix("book ")), options)
        events = read_log(stored.record.encode(), law_of(book))
    views = render(book, events, attempts_in(stored.views), shows)
    return "\n".join([article, sentence, about, "", views])


def _places(found: list[tuple[list[Event], Match]]) -> list[int]:
    """For each event, the number of its step."""
    return [number for number, (happened, _) in enumerate(found, start=1) for _ in happened]


def _in_document(tried: Try, found: list[tuple[list[Event], Match]]) -> Attempt:
    """An order refused at a table, at the same moment of the document of that match, which knows fewer events."""
    at = [
        (number, happened[-1].at)
        for number, (happened, match) in enumerate(found, start=1)
        if len(match.lines) == tried.hands and match.hand is not None and len(match.hand.moves) == tried.moves
    ]
    return Attempt(*at[-1], tried.text)
