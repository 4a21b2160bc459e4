"""A rule book as the reader shows it: article by article, with what belongs beside each of them: also
drawings of what the carro does, laid by the same code that lays it at a table."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple, get_type_hints

import msgspec
from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from tantera.layout import draw_table, places, right_hand_end
from tantera.layout.svg import BOTH_ENDS
from tantera.rules import Article, Book, Infraction
from tantera.rules.articles import FigureKind
from tantera.rules.glossary import KEYS, VALUES, key_in_words, value_in_words
from tantera.rules.schema import Options
from tantera.rules.telling import what_follows
from tantera.tiles import Chain, End, Tile
from tantera.web.pages.rendering import article_url
from tantera.web.reader.search import Searchable, Wanted
from tantera.words import Phrase, told, translate

CLOSEST: Final = 5.0
"""Tile widths that a short chain is drawn on."""


class Figure(NamedTuple):
    kind: str
    svg: Markup
    caption: str


class Sketch(NamedTuple):
    tiles: str
    """The opening tile, then each tile with its end."""
    below: int = 0
    """Who sits below, in turns after the opener."""
    lawful_only: bool = False
    """Whether only the end where the player below must play glows (TG-9.2)."""


SKETCHES: Final[dict[FigureKind, Sketch]] = {
    "opening_double": Sketch("66"),
    "opening_mixed": Sketch("65"),
    "doubles_across": Sketch("52 <22 <21 >55 >53", below=1),
    "equal_ends": Sketch("52 <22 <21 <16 >55 >53 >36", below=1, lawful_only=True),
    "carro": Sketch(
        "66 <61 >65 <10 >50 <60 >30 <63 >32 <33 >22 <31 >42 <11 >44 <51 >41 <55 >21 <54 >52 <40 >53 <00", below=1
    ),
}

CAPTIONS: Final[dict[FigureKind, str]] = {
    "opening_double": "The opener sits below: a double lies across their line.",
    "opening_mixed": "The opener sits below: the higher number looks at the partner.",
    "doubles_across": "Equal numbers touch; a double lies across the line.",
    "equal_ends": "You sit below and both ends are a six: play on the one that is lit.",
    "carro": "The double six opened; each arm turns after three tiles, doubles not counted.",
}


def figure(kind: FigureKind, lang: str) -> Figure:
    caption = translate(lang, CAPTIONS[kind])
    return Figure(kind, _drawn(kind, caption), caption)


@cache
def _drawn(kind: FigureKind, caption: str) -> Markup:
    sketch = SKETCHES[kind]
    chain = chain_of(sketch.tiles)
    glow: Collection[End] = BOTH_ENDS
    if sketch.lawful_only:
        lawful = right_hand_end(chain, sketch.below)
        glow = BOTH_ENDS if lawful is None else (lawful,)
    drawing = draw_table(
        places(chain), caption, seat_offset=sketch.below, bleed=True, closest=CLOSEST, glow=glow, theme=None
    )
    return Markup(drawing)  # draw_table escapes what it writes


def chain_of(tiles: str) -> Chain:
    """The chain of an opening tile and of those laid after it, each with its end: ``66 <61 >65``."""
    opening, *others = tiles.split()
    chain = Chain.opened(Tile.parse(opening))
    for written in others:
        chain = chain.placed(Tile.parse(written[1:]), End(written[0]))
    return chain


WAYS: Final = {
    "play": "the table applies it",
    "referee": "the referee applies it",
    "tournament": "the tournament applies it",
    "reader": "for everybody to know",
}
"""How a rule becomes software, in the words of who reads it."""

CARD_LETTERS: Final = {"blue": Phrase("Bl"), "yellow": Phrase("Ye"), "red": Phrase("Re")}
"""What stands on a card: colour alone says nothing to some."""

CITED_BY: Final = {
    "options.limit": "limit",
    "options.at_time": "time",
    "options.level_at_end": "time",
    "options.draw_order": "seating",
    "options.first_tile": "opening_tile",
    "options.boneyard": "drawing",
    "options.reserve": "drawing",
    "options.first_opener": "seating",
    "options.next_opener": "opener",
    "options.tied_block": "tied_block",
    "options.block": "tied_block",
    "options.block_points": "tied_block",
    "options.reset": "limit",
    "options.turns": "turn",
    "options.set": "deal",
    "options.tiles": "deal",
    "options.scoring": "count",
    "options.false_thinking": "clock",
    "table.seating": "seating",
    "table.shuffle": "deal",
    "table.first_shuffle": "deal",
    "table.may_redeal_from": "deal",
    "table.opener_may_shuffle_again": "deal",
    "table.taking": "deal",
    "table.lifting": "deal",
    "table.most_doubles": "deal",
    "table.two_doubles_from_hand": "two_doubles",
    "table.draws_up_to": "drawing",
    "table.equal_ends": "equal_ends",
    "table.exposed_tiles": "exposed",
    "clock.move_seconds": "clock",
    "clock.block_seconds": "clock",
    "clock.at_end": "clock",
    "points_in_play.count": "in_play",
    "points_in_play.exact": "limit",
    "points_in_play.last_tile": "in_play",
    "points_in_play.partners_play_on": "turn",
    "comment_seconds": "talk",
    "extra_hands": "time",
    "warn_minutes": "time",
    "sheet.scorer": "scorer",
    "sheet.signed_by": "sheet",
}
"""Which article stands behind a setting where none lays it down: the one that refusals cite for it."""


class OpenSetting(Struct, frozen=True):
    """Something that a book leaves open, and what it says itself."""

    key: str
    words: str
    value: str
    others: list[str]
    """What a table may say instead; none where it is the book's own affair."""
    article: str


class Broken(Struct, frozen=True):
    """An infraction, and what follows from it."""

    article: str
    name: str
    severity: str
    cards: list[tuple[str, str]]
    """Kind and letters."""
    follows: list[str]


class Hit(Struct, frozen=True):
    """An article in which something was found."""

    book: str
    article: str
    title: str
    text: str
    """What it says."""
    snippet: str
    """The same as a piece of a page: shorter, with what was searched for marked."""
    url: str


class ArticleOnPage(Struct, frozen=True):
    """An article on the page."""

    id: str
    number: str
    """How readers call it: its number where it has one, else its id without the book's letters."""
    source: str
    """Where it stands in the source, where that is no number."""
    chapter: str
    title: str
    ways: str
    text: Markup
    reading: Markup | None
    figure: Figure | None
    settings: list[OpenSetting]
    infraction: Broken | None
    """Where the article itself is one."""
    broken_by: list[Broken]
    """Infractions that are breaches of this article."""
    hit: bool


def shown_articles(book: Book, lang: str, wanted: Wanted) -> list[ArticleOnPage]:
    """The whole book, with what was searched for marked where all of it was found.

    Worked out once for a book and a language: a page of seventy articles would keep every table waiting.
    """
    whole = _shown_articles(book, lang)
    if not wanted:
        return list(whole)
    addresses = _addresses(book)
    read = zip(whole, book.articles, _searchable(book, lang), strict=True)
    return [
        _marked(shown, article, lang, wanted, addresses) if wanted.found_in(text) else shown
        for shown, article, text in read
    ]


def _marked(
    shown: ArticleOnPage, article: Article, lang: str, wanted: Wanted, addresses: dict[str, str]
) -> ArticleOnPage:
    reading = wanted.marked(article.reading.text(lang), addresses) if article.reading is not None else None
    return replace(shown, text=wanted.marked(article.text(lang), addresses), reading=reading, hit=True)


@lru_cache(maxsize=64)
def _shown_articles(book: Book, lang: str) -> tuple[ArticleOnPage, ...]:
    addresses, by_article = _addresses(book), _settings_by_article(book, lang)
    return tuple(_shown(book, article, lang, addresses, by_article.get(article.id, [])) for article in book.articles)


def _shown(
    book: Book, article: Article, lang: str, addresses: dict[str, str], settings: list[OpenSetting]
) -> ArticleOnPage:
    infraction, nothing = _entry(book, article.id), Wanted("", lang)
    plain_number = _is_number(article.number)
    return ArticleOnPage(
        id=article.id,
        number=article.number if plain_number else article.id.partition("-")[2] or article.id,
        source="" if plain_number or article.number == "—" else article.number,
        chapter=article.chapter.text(lang) if article.chapter is not None else "",
        title=title_of(book, article, lang),
        ways=" · ".join(translate(lang, WAYS[way]) for way in article.ways),
        text=nothing.marked(article.text(lang), addresses),
        reading=nothing.marked(article.reading.text(lang), addresses) if article.reading is not None else None,
        figure=figure(article.figure, lang) if article.figure is not None else None,
        settings=settings,
        infraction=_broken(book, infraction, lang) if infraction is not None else None,
        broken_by=[_broken(book, one, lang) for one in book.catalogue if article.id in one.breaks],
        hit=False,
    )


def title_of(book: Book, article: Article, lang: str) -> str:
    """What it is about; an infraction is called what the referee calls it."""
    if article.title is not None:
        return article.title.text(lang)
    own = _entry(book, article.id)
    return own.name.text(lang) if own is not None else ""


@lru_cache(maxsize=64)
def _searchable(book: Book, lang: str) -> tuple[Searchable, ...]:
    """What each article is found by: its id, its words, and what players call it."""
    return tuple(Searchable.of(_words_of(book, article, lang), lang) for article in book.articles)


def _words_of(book: Book, article: Article, lang: str) -> list[str]:
    infraction = _entry(book, article.id)
    texts = [article.id, article.number, title_of(book, article, lang), _everything(article, lang)]
    if infraction is not None:
        texts += [infraction.name.text(lang), infraction.example.text(lang)]
        texts += [infraction.also.text(lang)] if infraction.also is not None else []
    return texts


def hits(book: Book, lang: str, wanted: Wanted) -> list[Hit]:
    """The articles of a book in which every word occurs, in the order of the book."""
    return [
        Hit(
            book.id,
            article.id,
            title_of(book, article, lang),
            article.text(lang),
            str(wanted.snippet(_everything(article, lang))),
            article_url(book.id, article.id),
        )
        for article, text in zip(book.articles, _searchable(book, lang), strict=True)
        if wanted.found_in(text)
    ]


def _everything(article: Article, lang: str) -> str:
    return f"{article.text(lang)} {article.reading.text(lang)}" if article.reading is not None else article.text(lang)


# --- what follows


def _entry(book: Book, article: str) -> Infraction | None:
    return next((one for one in book.catalogue if one.article == article), None)


def _broken(book: Book, infraction: Infraction, lang: str) -> Broken:
    severity = next((one for one in book.severities if one.id == infraction.severity), None)
    consequences = (*(severity.consequences if severity is not None else ()), *infraction.consequences)
    cards = [one.card for one in consequences if one.kind == "card" and one.card is not None]
    return Broken(
        article=infraction.article,
        name=infraction.name.text(lang),
        severity=severity.name.text(lang) if severity is not None else "",
        cards=[(card, CARD_LETTERS[card].told(lang)) for card in cards if card in CARD_LETTERS],
        follows=[sentence.told(lang) for sentence in what_follows(book, infraction)],
    )


def _addresses(book: Book) -> dict[str, str]:
    """Where the numbers that texts cite lead: 18.2 to its article, 14 to the first of its articles."""
    numbers: dict[str, str] = {}
    for article in book.articles:
        if _is_number(article.number):
            numbers.setdefault(article.number.partition(".")[0], f"#{article.id}")
    return numbers | {article.number: f"#{article.id}" for article in book.articles if _is_number(article.number)}


def _is_number(text: str) -> bool:
    return re.fullmatch(r"\d{1,2}(\.\d{1,2})?", text) is not None


# --- settings in words


@lru_cache(maxsize=64)
def settings(book: Book, lang: str) -> tuple[OpenSetting, ...]:
    """Everything that the book sets, in words, with the article behind it."""
    data: dict[str, Any] = msgspec.to_builtins(book)
    data["options"]["tiles"] = book.options.tiles_each
    return tuple(_setting(book, key, value, lang) for key, value in _values(data) if value is not None)


def _values(data: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for key in KEYS:
        table, _, name = key.partition(".")
        inside = data.get(table)
        if not name and table not in ("name", "about"):
            yield key, inside
        elif isinstance(inside, dict) and name in inside:
            yield key, inside[name]


def _setting(book: Book, key: str, value: Any, lang: str) -> OpenSetting:
    now, meant = told(value_in_words(key, value), lang), VALUES.get(key, {})
    open_to_tables = key.startswith("options.") and key.removeprefix("options.") in get_type_hints(Options)
    others = [told(value_in_words(key, one), lang) for one in meant if one != str(value)] if open_to_tables else []
    return OpenSetting(key, key_in_words(key).told(lang), now, others, _article_behind(book, key))


def _article_behind(book: Book, key: str) -> str:
    """The article whose words lay the setting down, else the one that is cited for it."""
    reason = CITED_BY.get(key)
    settling = next((article.id for article in book.articles if key in article.settles), None)
    return settling or (getattr(book.cites, reason) if reason is not None else None) or ""


def _offered(book: Book, key: str) -> bool:
    """Whether an article leaves the setting to the table: *con la opción at_time = finish_hand…*"""
    return any(said.partition(" = ")[0] == key for article in book.articles for said in article.offers)


def _settings_by_article(book: Book, lang: str) -> dict[str, list[OpenSetting]]:
    """The options that the book itself leaves to the table, each at its article."""
    by_article: dict[str, list[OpenSetting]] = {}
    for setting in settings(book, lang):
        asked = setting.key.removeprefix("options.") in book.asks
        if setting.article and setting.others and (asked or _offered(book, setting.key)):
            by_article.setdefault(setting.article, []).append(setting)
    return by_article
