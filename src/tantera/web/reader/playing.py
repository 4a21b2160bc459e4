"""How a book is played: a page of two minutes, told from what the book sets, with drawings of the carro."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Final

from markupsafe import Markup
from msgspec import Struct

from tantera.layout import draw_rack, draw_table, places, right_hand_end
from tantera.layout.svg import BOTH_ENDS
from tantera.rules import Book
from tantera.rules.how_to_play import Subject, counted_block, how_to_play
from tantera.tiles import Chain, End, Tile, TileSet
from tantera.web.reader.articles import CLOSEST, chain_of
from tantera.web.reader.search import Searchable, Wanted
from tantera.words import translate

TITLE: Final = "How to play"
ALSO: Final = "how do you play, how is it played, the rules in short, instructions, for beginners"
"""What else people search for who want this page."""
FEWEST_WORDS: Final = 2
"""Of a search that may mean this page: one alone is a word of an article."""

BLOCKED: Final = "00 <04 <45 <50 >06 >63 >30 >02 >21 >10"
"""Seven blanks on the table, and a blank at either end."""
RESTS: Final = "64 53 31 50"
"""A rack that has neither of the two ends below."""


class Drawing(Struct, frozen=True):
    """A picture of a chapter, and what it shows."""

    svg: Markup
    caption: str
    rack: Markup | None = None


class Example(Struct, frozen=True):
    """A block, counted."""

    told: str
    outcome: str
    racks: list[tuple[str, int, Markup]]
    """Whose, how many pips, and the tiles: the others as one looks across the table, oneself last."""


class ChapterOnPage(Struct, frozen=True):
    subject: Subject
    title: str
    sentences: list[str]
    articles: list[str]
    """Where the book says so, each once."""
    drawing: Drawing | None
    example: Example | None


@lru_cache(maxsize=128)
def chapters(book: Book, lang: str) -> tuple[ChapterOnPage, ...]:
    return tuple(
        ChapterOnPage(
            one.subject,
            one.title.told(lang),
            [statement.words.told(lang) for statement in one.statements],
            list(dict.fromkeys(statement.article for statement in one.statements)),
            _drawing(book, one.subject, lang),
            _example(book, lang) if one.subject == "counting" else None,
        )
        for one in how_to_play(book)
    )


def is_wanted(wanted: Wanted, lang: str) -> bool:
    """Whether somebody who searches for this wants to know how it is played."""
    return len(wanted) >= FEWEST_WORDS and wanted.found_in(_named(lang))


@lru_cache(maxsize=8)
def _named(lang: str) -> Searchable:
    return Searchable.of([translate(lang, TITLE), translate(lang, ALSO)], lang)


# --- a block, counted

_SEEN_FROM_BELOW: Final = (4, 3, 2, 1)
_AROUND: Final = {1: "you", 2: "the next one", 3: "opposite", 4: "the one before"}


def _example(book: Book, lang: str) -> Example | None:
    counted = counted_block(book)
    if counted is None:
        return None
    around = _AROUND | ({3: "your partner"} if book.options.play == "pairs" else {})
    racks = []
    for seat in _SEEN_FROM_BELOW:
        tiles, whose = counted.racks[seat - 1], translate(lang, around[seat])
        racks.append((whose, sum(tile.pips for tile in tiles), Markup(draw_rack(tiles, whose, theme=None))))
    return Example(counted.told.told(lang), counted.outcome.told(lang), racks)


# --- drawings


def _drawing(book: Book, subject: Subject, lang: str) -> Drawing | None:
    match subject:
        case "opening":
            return _opening(book, lang)
        case "placing":
            return _placing(book, lang)
        case "passing":
            return _passing(book, lang)
        case "ending" if book.options.set is TileSet.DOUBLE_SIX:
            caption = translate(lang, "All seven blanks lie there and both ends are blank: nobody can play any more.")
            return Drawing(_drawn(chain_of(BLOCKED), caption, book, below=1, glow=()), caption)
        case _:
            return None


def _opening(book: Book, lang: str) -> Drawing:
    """A double lies across before the opener, any other tile points at the partner."""
    highest = book.options.set.highest_suit
    if book.options.first_tile == "any":
        caption = translate(lang, "The opening tile, seen from where the opener sits.")
        return Drawing(_drawn(Chain.opened(Tile.of(6, 5)), caption, book), caption)
    double = Tile.of(highest, highest)
    caption = translate(lang, "Here the {tile} has opened: a double lies across.", tile=double.spoken)
    return Drawing(_drawn(Chain.opened(double), caption, book), caption)


def _placing(book: Book, lang: str) -> Drawing:
    if book.customs.equal_ends != "right_hand":
        caption = translate(lang, "The open ends are lit: here a 1 or a 3 goes on.")
        return Drawing(_drawn(chain_of("52 <22 <21 >55 >53"), caption, book, below=1), caption)
    chain = chain_of("52 <22 <21 <16 >55 >53 >36")
    lawful = right_hand_end(chain, 1, book.options.set)
    caption = translate(lang, "You sit below and both ends are a six: play on the one that is lit.")
    return Drawing(_drawn(chain, caption, book, below=1, glow=BOTH_ENDS if lawful is None else (lawful,)), caption)


def _passing(book: Book, lang: str) -> Drawing:
    caption = translate(lang, "The ends are 2 and 2, and these four have no 2: this is a pass.")
    rack = draw_rack(map(Tile.parse, RESTS.split()), caption, theme=None)
    return Drawing(_drawn(chain_of("66 <62 >61 >12"), caption, book, below=1), caption, Markup(rack))


def _drawn(chain: Chain, caption: str, book: Book, *, below: int = 0, glow: Collection[End] = BOTH_ENDS) -> Markup:
    laid = places(chain, book.options.set)
    drawing = draw_table(laid, caption, seat_offset=below, bleed=True, closest=CLOSEST, glow=glow, theme=None)
    return Markup(drawing)  # draw_table escapes what it writes
