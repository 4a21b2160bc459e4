"""The small types that everything in a rule book is made of. Sizes are bounded: a book is somebody else's file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, Literal, NamedTuple, NoReturn

from msgspec import UNSET, Meta, Struct, UnsetType

from tantera.tiles import Tile
from tantera.words import Phrase, Problem, translate

Seat = int
"""1, 2, 3, 4 in turn order, which is counter-clockwise: the next seat is the one to the right."""

Way = Literal["play", "referee", "tournament", "reader"]

Text = Annotated[str, Meta(min_length=1, max_length=2000)]
ShortText = Annotated[str, Meta(min_length=1, max_length=200)]
Identifier = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]
ArticleId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9]+([-._][A-Za-z0-9]+)*$", max_length=40)]
Points = Annotated[int, Meta(ge=1, le=100_000)]
SmallCount = Annotated[int, Meta(ge=1, le=1000)]
Seconds = Annotated[int, Meta(ge=1, le=3600)]


class BookRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything in a book is frozen and knows all its keys."""


SPOKEN: Final = ("es", "en", "ca", "pt")
"""The languages a book may be written in, in the order in which a reader falls back on them. Books are made, checked,
read and printed in all four; everything else the program says in three (`tantera.words`)."""


class InLanguages(BookRecord, frozen=True):
    """Something a book says in one language or in several: one is enough, a reader of another gets the one there is."""

    @property
    def languages(self) -> tuple[str, ...]:
        """Those it is written in, in the order of falling back."""
        return tuple(lang for lang in SPOKEN if getattr(self, lang) is not UNSET)

    def text(self, lang: str) -> str:
        """In the language asked for, else in the first one there is: es, en, ca, pt."""
        return str(getattr(self, lang if lang in self.languages else self.languages[0]))

    def __post_init__(self) -> None:
        if not self.languages:
            refuse(SPOKEN[0], Phrase("no text"), Phrase("one in es, ca, en or pt: one language is enough"))


class Words(InLanguages, frozen=True):
    """A text in the languages the club has.

    >>> Words(pt="Dobre maior").text("es")
    'Dobre maior'
    """

    es: Text | UnsetType = UNSET
    ca: Text | UnsetType = UNSET
    en: Text | UnsetType = UNSET
    pt: Text | UnsetType = UNSET


class Named(Phrase):
    """A sentence that brings its languages along and needs no catalogue: a name that a book gives, or what a module of
    its own says of itself.

    >>> Named(Words(es="Tarjeta azul", ca="Targeta blava", en="Blue card")).told("es")
    'Tarjeta azul'
    """

    def __init__(self, words: Words) -> None:
        super().__init__(words.text("en"))
        self.words = words

    def told(self, lang: str) -> str:
        return self.words.text(lang)


def named(es: str, ca: str, en: str, pt: str | UnsetType = UNSET) -> Named:
    """The same of these texts; in Portuguese what is only said of books."""
    return Named(Words(es=es, ca=ca, en=en, pt=pt))


Path = tuple[str | int, ...]
"""Where in a book something stands: ("article", 3, "ways")."""


class Mistake(NamedTuple):
    """One thing that is wrong, below the table that says so."""

    path: Path
    found: str | Phrase
    expected: str | Phrase

    def below(self, path: Path) -> Mistake:
        return self._replace(path=(*path, *self.path))


class Mistakes(ValueError):
    """What a table says of itself when its values do not go together: one mistake or several."""

    def __init__(self, mistakes: tuple[Mistake, ...]) -> None:
        super().__init__(mistakes)
        self.mistakes = mistakes

    def __str__(self) -> str:
        first = self.mistakes[0]
        return f"{'.'.join(map(str, first.path))}: found {first.found}, expected {first.expected}"


def refuse(field: str, found: object, expected: str | Phrase) -> NoReturn:
    """One field of this table cannot be."""
    raise Mistakes((Mistake((field,), str(found) if not isinstance(found, Phrase) else found, expected),))


class Seated:
    """Whom a refusal speaks of: a seat, or several, until somebody who knows the names tells it (`Refusal.named`).

    >>> Seated(2).told("es"), Seated(1, 3).told("en")
    ('el puesto 2', 'seats 1 3')
    """

    __slots__ = ("seats",)

    def __init__(self, *seats: Seat) -> None:
        self.seats = seats

    def told(self, lang: str) -> str:
        if len(self.seats) == 1:
            return translate(lang, "seat {seat}", seat=self.seats[0])
        return translate(lang, "seats {seats}", seats=" ".join(map(str, self.seats)))

    def named(self, names: Sequence[str]) -> str:
        return ", ".join(names[seat - 1] if 0 < seat <= len(names) else str(seat) for seat in self.seats)


class Refusal(Problem):
    """An order that the book forbids, with the article that forbids it.

    The message is the English sentence with its gaps; `told` gives it in another language. The article stays,
    or is empty where the table has a rule of its own that no book speaks of.

    >>> str(Refusal("TG-9.2", "both ends are {suit}: play on your right", suit=6))
    'TG-9.2: both ends are 6: play on your right'
    """

    code = "refused"

    def __init__(self, article: str, message: str, **facts: object) -> None:
        super().__init__(article, message)
        self.article = article
        self.message = message
        self.facts = facts

    def told(self, lang: str) -> str:
        """The sentence in that language, without the article; tiles as they are said, 6-4."""
        facts = {name: _said(fact, lang) for name, fact in self.facts.items()}
        return translate(lang, self.message, **facts)

    def named(self, names: Sequence[str]) -> Refusal:
        """The same, of the people at a table by their names: nobody there knows what number their seat has.

        >>> Refusal("TG-9.1", "it is the turn of {player}", player=Seated(2)).named(("Pons", "Vidal")).told("es")
        'juega Vidal'
        """
        return self.of(**{name: fact.named(names) for name, fact in self.facts.items() if isinstance(fact, Seated)})

    def of(self, **facts: object) -> Refusal:
        """The same sentence with some other facts."""
        message = self.message
        return Refusal(self.article, message, **(self.facts | facts))

    def __str__(self) -> str:
        return f"{self.article}: {self.told('en')}" if self.article else self.told("en")


def _said(fact: object, lang: str) -> object:
    return fact.spoken if isinstance(fact, Tile) else fact.told(lang) if hasattr(fact, "told") else fact
