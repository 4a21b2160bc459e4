"""What players take from one match to the next, where cards last for the tournament (`card_span`)."""

from __future__ import annotations

from collections import Counter

from tantera.play.events import Brought
from tantera.play.match import Match
from tantera.referee.catalogue import entry


def carried(match: Match) -> tuple[Brought, ...]:
    """What every player takes on: how many times they infringed each article, and the cards they were shown.

    Nothing where cards last for the match.
    """
    if match.book.options.card_span == "match":
        return ()
    return tuple(one for seat in range(1, len(match.names) + 1) if (one := _carried_by(match, seat)) != Brought(seat))


def _carried_by(match: Match, seat: int) -> Brought:
    articles: Counter[str] = Counter()
    for brought in match.brought:
        if brought.seat == seat:
            articles.update(dict(brought.articles))
    for recorded in match.infractions:
        found = entry(match.book, recorded.article)
        if recorded.seat == seat and found is not None and not found.ruling:
            articles[recorded.article] += 1
    return Brought(seat, tuple(articles.items()), tuple(match.cards.get(seat, Counter()).items()))
