"""The referee's search, and what an entry of the book's catalogue brings to a tournament: a card, points off, out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from tantera.referee import entry
from tantera.referee.catalogue import ruling_article
from tantera.rules import Book, Infraction
from tantera.rules.sanctions import Card, Consequence, decision_of
from tantera.sheet import look_up
from tantera.tournament import orders as o
from tantera.tournament.decided import books_of, own_book
from tantera.tournament.orders import AnyOrder
from tantera.tournament.state import TournamentState


class PlayerSanction(Struct, frozen=True):
    """One thing that can be recorded of a player: a card, points off, or out."""

    card: str | None = None
    points: int | None = None

    def order(self, player: str, round: int, article: str) -> AnyOrder:
        if self.card is not None:
            return o.ShowCard(player, round, article, self.card)
        if self.points is not None:
            return o.Penalty(player, round, article, self.points)
        return o.Expel(player, round, article)


EXPULSION = PlayerSanction()


def cards_to_show(tournament: TournamentState) -> tuple[Card, ...]:
    """The cards that a judge has in the pocket: the book's own, and where it has none those of the first that has."""
    return next((book.cards for book in books_of(tournament) if book.cards), ())


def cards_beside(tournament: TournamentState, player: str, round: int) -> tuple[str, ...]:
    """The cards that lie beside a player in a round, in the order in which they were shown: those of the round, and
    where cards last for the tournament those of the rounds before."""
    travels = tournament.options.card_span == "tournament"
    return tuple(
        card.card
        for card in tournament.cards
        if card.player == player and (card.round == round or (travels and card.round < round))
    )


def found_infractions(tournament: TournamentState, words: str, lang: str) -> tuple[Infraction, ...]:
    """What the words may mean, players' words and endings included; without words the whole catalogue."""
    book = own_book(tournament)
    if words.strip():
        return tuple(one for one in look_up(book, words, lang) if one.article != _ruling(book))
    return tuple(infraction for infraction in book.catalogue if infraction.article != _ruling(book))


def _ruling(book: Book) -> str:
    infraction = entry(book, ruling_article(book))
    return infraction.article if infraction is not None and infraction not in book.catalogue else ""


def sanctions_of(book: Book, infraction: Infraction) -> tuple[PlayerSanction, ...]:
    """What an entry brings beyond its own hand; what happens in the hand is settled at the table.

    >>> from tantera.rules import load_book
    >>> tarragona = load_book("tarragona")
    >>> phone = next(one for one in tarragona.infractions if one.article == "TG-14.1")
    >>> sanctions_of(tarragona, phone)[0]
    PlayerSanction(card='blue', points=None)
    """
    level = next((severity for severity in book.severities if severity.id == infraction.severity), None)
    decision = decision_of(infraction, level)
    consequences = (
        *(level.consequences if level is not None else ()),
        *infraction.consequences,
        *(infraction.again or ()),
        *(one for choice in (decision.choices if decision is not None else ()) for one in choice.consequences),
    )
    return tuple(dict.fromkeys(_brought(consequences)))


def articles_brought(tournament: TournamentState, player: str) -> dict[str, int]:
    """How often each article has been recorded of a player who sits down, as far as the event knows it: by the card
    that goes with every such record. One that the first brought besides, two blue or the third *leve*, is none of its
    own, and what is recorded without a card stays at its table."""
    if tournament.options.card_span == "match":
        return {}
    books = books_of(tournament)
    shown = [(card.article, card.card) for card in tournament.cards if card.player == player]
    return dict(Counter(article for article, card in shown if card == _card_of(books, article)))


def _card_of(books: list[Book], article: str) -> str | None:
    """The card that goes with every record of an article, in the first book that has it."""
    for book in books:
        for infraction in book.infractions:
            if infraction.article == article:
                level = next((severity for severity in book.severities if severity.id == infraction.severity), None)
                always = (*(level.consequences if level is not None else ()), *infraction.consequences)
                return next((one.card for one in always if one.kind == "card"), None)
    return None


def _brought(consequences: tuple[Consequence, ...]) -> Iterator[PlayerSanction]:
    for consequence in consequences:
        match consequence.kind:
            case "card":
                yield PlayerSanction(card=consequence.card)
            case "difference":
                yield PlayerSanction(points=-consequence.points)
            case "expulsion":
                yield EXPULSION
            case _:
                pass
