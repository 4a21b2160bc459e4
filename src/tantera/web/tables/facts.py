"""What a page of a table needs to know of its rule book: a few facts, so that no script asks for a book by its name."""

from __future__ import annotations

from msgspec import Struct

from tantera.rules import Book
from tantera.telling.infractions import letters_on


class CardFacts(Struct, frozen=True):
    """A card as a page shows it: always with letters, so that nobody has to know its colour."""

    name: str
    letters: str


class LawFacts(Struct, frozen=True):
    """The book of a table, as its page has to know it."""

    book: str
    """Its id: articles are read at ``/books/ID#ARTICLE``."""
    name: str
    points: int | None
    """The limit, where it has points; and so on."""
    hands: int | None
    minutes: int | None
    players: int
    pairs: bool
    tiles: int
    """How many each player takes."""
    highest: int
    """The highest suit."""
    points_hurt: bool
    """Whether fewest points win (UEH-objetivo)."""
    pauses_speak: bool
    """Whether a pause is legal speech and is shown (CL-pensada)."""
    forced: str | None
    """The article by which a turn without a choice is played at once (TG-14.12); None where it is not."""
    move_seconds: int | None
    """Of the move clock, where the book has one (CI-9)."""
    as_lifted: str | None
    """The article by which tiles stay as they were lifted (TG-8.6, SJ-flujo-1); None where one may sort them."""
    staged: bool
    """Whether tiles are lifted one player after the other (TG-8.5)."""
    turn: str
    """The article that says whose turn it is."""
    equal_ends: str
    """The article on two equal ends."""
    sides_matter: bool
    """Whether it matters on whose right an end lies (TG-9.2)."""
    cards: dict[str, CardFacts]


def law_facts(book: Book, lang: str) -> LawFacts:
    """What the book says that a page has to know, in a language.

    >>> from tantera.rules import load_book
    >>> facts = law_facts(load_book("clasico"), "es")
    >>> facts.points, facts.pauses_speak, facts.forced
    (100, True, None)
    >>> [card.letters for card in law_facts(load_book("tarragona"), "es").cards.values()]
    ['Az', 'Am', 'Ro']
    """
    options, limit = book.options, book.options.limit
    pauses_speak = options.false_thinking == "allowed"
    return LawFacts(
        book=book.id,
        name=book.name.text(lang),
        points=limit.points,
        hands=limit.hands,
        minutes=limit.minutes,
        players=options.players,
        pairs=options.play == "pairs",
        tiles=options.tiles_each,
        highest=options.set.highest_suit,
        points_hurt=options.points_hurt,
        pauses_speak=pauses_speak,
        forced=None if pauses_speak else book.cites.clock,
        move_seconds=None if book.clock is None else book.clock.move_seconds,
        as_lifted=book.cites.rack,
        staged=bool(book.customs.waiting),
        turn=book.cites.turn,
        equal_ends=book.cites.equal_ends,
        sides_matter=book.customs.equal_ends == "right_hand",
        cards={card.id: CardFacts(card.name.text(lang), letters_on(card.id, book, lang)) for card in book.cards},
    )
