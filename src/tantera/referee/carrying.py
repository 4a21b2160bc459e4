"""What players take from one match to the next, where cards last for the tournament (`card_span`)."""

from __future__ import annotations

from collections import Counter

from tantera.play.events import Brought
from tantera.play.match import Match
from tantera.referee.catalogue import entry
from tantera.rules import Seat


def carried(match: Match, then: tuple[str, ...] = ()) -> tuple[Brought, ...]:
    """What every player takes on: how many times they infringed each article, and the cards they were shown.

    `then`: who sits where in the next match, by id or else by name, where they sit otherwise than now: somebody who
    gave their place to a reserve has their own record still. Nothing where cards last for the match.
    """
    if match.book.options.card_span == "match":
        return ()
    sitting = [_called(match, name) for name in then] if then else match.sitting
    records = [_carried_by(match, seat, who) for seat, who in enumerate(sitting, start=1) if who is not None]
    return tuple([one for one in records if one != Brought(one.seat)])


def _called(match: Match, name: str) -> int | None:
    return next((who for who, person in enumerate(match.people) if name == (person.player or person.name)), None)


def _carried_by(match: Match, seat: Seat, who: int) -> Brought:
    articles: Counter[str] = Counter()
    for brought, bringer in zip(match.brought, match.bringers, strict=True):
        if bringer == who:
            articles.update(dict(brought.articles))
    for recorded, offender in zip(match.infractions, match.offenders, strict=True):
        found = entry(match.book, recorded.article)
        if offender == who and found is not None and not found.ruling:
            articles[recorded.article] += 1
    return Brought(seat, tuple(articles.items()), tuple(match.all_cards.get(who, Counter()).items()))
