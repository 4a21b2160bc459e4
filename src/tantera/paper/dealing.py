"""Dealing cards: how four players without a dealer set up a hand of a duplicate round, and nobody sees another's tiles.

Two opponents do it, each with half of the knowledge. One, behind the lid of the box, lays all tiles face down in the
order of the first card: they know every place's tile and not whose it becomes. Then they look away, and one of the
other side deals the rows out by the second card, place after place: they know whose each place is and not its tile.
Either card alone says nothing of the deal: the order is a shuffle of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any, Final

from tantera.paper.press import Document
from tantera.paper.saying import COMPASS, seat_in_words, seats_are_drawn
from tantera.play.deal import shuffled
from tantera.rules import Seat
from tantera.tournament.duplicate import hand_of, law_of, opener_of
from tantera.tournament.presentation import Presentation
from tantera.tournament.state import Round
from tantera.words import translate

LAY_OUT: Final = (
    "1. Count {count} tiles, face up. 2. Open this card behind the lid of the box: nobody else looks. 3. Lay the tiles "
    "face down in rows of seven, in the order of the card. 4. Fold it, look away, and say: deal."
)
DEAL: Final = (
    "Wait until all tiles lie face down and {seat} looks away. Push every tile, face down, to whom the card says: "
    "first row first, from the left. {each} for each. Then all lift; {opener} opens. Played: count {count} back."
)
LABEL: Final = b"tantera dealing cards 1"


def order_of_places(tournament: Presentation, of_round: Round, hand: int) -> list[str]:
    """Which tile lies at which place: a shuffle that has nothing to do with the deal."""
    seed = sha256(f"dealing cards/{of_round.secret}/{of_round.number}/{hand}".encode()).digest()
    return [tile.code for tile in shuffled(LABEL, seed, 0, tournament.book.options.set)]


def dealing_cards(tournament: Presentation, of_round: Round, lang: str) -> Document:
    """The cards of a round for one table; every table gets its own copy of the same."""
    hands = range(1, law_of(tournament.state).hands + 1)
    cards = [card for hand in hands for card in _of_a_hand(tournament, of_round, hand, lang)]
    return Document("dealing", {
        "lang": lang,
        "event": tournament.state.name,
        "title": translate(lang, "Round {round}", round=of_round.number),
        "cards": cards,
    })  # fmt: skip


def _of_a_hand(tournament: Presentation, of_round: Round, hand: int, lang: str) -> Iterator[dict[str, Any]]:
    known = hand_of(tournament.book, of_round.secret, of_round.number, hand)
    holder = {tile.code: seat for seat, rack in enumerate(known.dealt, 1) for tile in rack}
    places = order_of_places(tournament, of_round, hand)
    lays = opener_of(hand)
    deals = lays % 4 + 1
    lays_out, dealer, opens = (_called(tournament, seat, lang) for seat in (lays, deals, known.opener))
    count, each = len(places), len(known.dealt[0])
    yield {
        "hand": translate(lang, "Hand {hand}", hand=hand),
        "who": translate(lang, "{seat} lays the tiles out", seat=lays_out),
        "before": translate(lang, LAY_OUT, count=count),
        "told": translate(lang, "Face down, in rows of seven, from the left: nobody else sees what you lay where."),
        "cells": places,
        "tiles": True,
    }
    yield {
        "hand": translate(lang, "Hand {hand}", hand=hand),
        "who": translate(lang, "{seat} deals them", seat=dealer),
        "before": translate(lang, DEAL, seat=lays_out, each=each, opener=opens, count=count),
        "told": translate(lang, "Place after place, to whom it says; the tiles stay face down. – stays asleep."),
        "cells": [_letter(tournament, holder.get(code), lang) for code in places],
        "tiles": False,
    }


def _called(tournament: Presentation, seat: Seat, lang: str) -> str:
    """A place at the table; where places are drawn at it, by its number in turn order."""
    if seats_are_drawn(tournament):
        return translate(lang, "seat {seat}", seat=seat)
    return seat_in_words(tournament, seat, lang)


def _letter(tournament: Presentation, seat: Seat | None, lang: str) -> str:
    if seat is None:
        return "–"
    return str(seat) if seats_are_drawn(tournament) else translate(lang, COMPASS[seat - 1])[0]
