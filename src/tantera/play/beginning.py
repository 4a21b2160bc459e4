"""How a match begins: the law, who plays, and what they bring."""

from __future__ import annotations

from tantera.play.events import Brought, MatchStarted
from tantera.play.match import Match
from tantera.rules import Book, Refusal, Seat, law_of
from tantera.rules.functions import NEXT_MATCH_OPENERS, MatchFacts
from tantera.words import Misuse, Phrase


def new_match(
    book: Book,
    names: tuple[str, ...] = (),
    at: int = 0,
    after: Match | None = None,
    players: tuple[str, ...] = (),
    brought: tuple[Brought, ...] = (),
    opener: Seat | None = None,
    *,
    recorded: bool = False,
) -> MatchStarted:
    """The first event of a match: the law, who plays, and what they bring where cards last for the tournament.

    `after`, the match these players have finished, may decide who opens (CL-inicio); so may whoever knows it: `opener`.
    Of a match that somebody `recorded` what was played stands, also where two have one name.
    """
    if not isinstance(book, Book):
        raise Misuse(Phrase("{found} is no rule book, expected what load_book gives", found=repr(book)))
    if not players and not recorded:  # ids tell people apart who have one name
        _check_names(book, names)
    names = names or tuple(f"{seat}" for seat in range(1, book.options.players + 1))
    for found in (names, players or names):
        if len(found) != book.options.players:
            message = "{found} names for {expected} players"
            raise Refusal(book.cites.seating, message, found=len(found), expected=book.options.players)
    known = [player for player in players if player]  # a bot has no id
    if len(set(known)) != len(known):
        raise Refusal(book.cites.seating, "the same player sits at two seats")
    if opener is not None and not 1 <= opener <= len(names):
        raise Refusal(book.cites.seating, "there is no seat {seat}", seat=opener)
    _check_brought(book, brought)
    if opener is None and after is not None and after.first_opener is not None:
        facts = MatchFacts(after.first_opener, tuple(range(1, len(names) + 1)), after.winner or ())
        opener = NEXT_MATCH_OPENERS[book.options.next_match_opener](facts)
    return MatchStarted(law_of(book), names, players, opener, brought, at=at)


def _check_names(book: Book, names: tuple[str, ...]) -> None:
    """Whoever reads the sheet has to know who is meant."""
    if not isinstance(names, tuple | list) or not all(isinstance(name, str) for name in names):
        raise Misuse(Phrase("{found} are no names, expected a text for each player", found=repr(names)))
    seats = {name: seat for seat, name in reversed(list(enumerate(names, start=1)))}
    for seat, name in enumerate(names, start=1):
        if seats[name] != seat:
            message = "seats {one} and {other} are both called {name}: nobody could tell them apart"
            raise Refusal(book.cites.seating, message, one=seats[name], other=seat, name=name)


def _check_brought(book: Book, brought: tuple[Brought, ...]) -> None:
    """What players bring is told once a seat, in cards that the book has."""
    if brought and book.options.card_span == "match":
        raise Refusal(book.cites.sheet, "cards and warnings last for the match here: nobody brings any")
    seats, cards = [record.seat for record in brought], {card.id for card in book.cards}
    for record in brought:
        if not 1 <= record.seat <= book.options.players or seats.count(record.seat) > 1:
            raise Refusal(book.cites.sheet, "seat {seat} cannot bring anything", seat=record.seat)
        for card, count in record.cards:
            if card not in cards or count < 1:
                raise Refusal(
                    book.cites.sheet, "seat {seat} brings {count} × {card}", seat=record.seat, count=count, card=card
                )
        if any(count < 1 for _, count in record.articles):
            raise Refusal(book.cites.sheet, "seat {seat} cannot bring anything", seat=record.seat)
