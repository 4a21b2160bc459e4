"""The tournaments at which somebody has said, by the code on their card, which player they are."""

from __future__ import annotations

from typing import Final, cast

from msgspec import Struct

from tantera.tournament.own import OwnRound, own_place, own_rounds
from tantera.tournament.telling import named, score_told
from tantera.web.access.visitors import Ask
from tantera.web.tournaments.folder import Tournaments
from tantera.web.tournaments.offices import Officers
from tantera.words import translate

MOST: Final = 10
"""The last ones are shown."""


class MyRound(Struct, frozen=True):
    round: int
    score: str
    ended: str
    """In words; empty while it is played."""


class MyEvent(Struct, frozen=True):
    id: str
    name: str
    called: str
    """As whom they play."""
    place: str
    rounds: tuple[MyRound, ...]


async def events_of(request: Ask, person: str, lang: str) -> tuple[MyEvent, ...]:
    """The newest first."""
    officers = cast(Officers, request.app.state.officers)
    tournaments = cast(Tournaments, request.app.state.tournaments)
    mine: list[MyEvent] = []
    for event in reversed(tournaments.all.values()):
        office = (await officers.all(event.id)).get(person)
        if office is None or office.role != "player" or office.name not in event.state.players:
            continue
        stands = own_place(event.presentation, office.name)
        place = translate(lang, "place {place} of {count}", place=stands.place, count=stands.of) if stands else ""
        rounds = tuple(_told(one, lang) for one in own_rounds(event.state, event.hall, office.name))
        mine.append(MyEvent(event.id, event.state.name, named(event.state, office.name), place, rounds))
        if len(mine) == MOST:
            break
    return tuple(mine)


_ENDED: Final = {"won": "won", "lost": "lost", "level": "level"}


def _told(one: OwnRound, lang: str) -> MyRound:
    ended = translate(lang, "rests") if one.status == "bye" else translate(lang, _ENDED[one.ended]) if one.ended else ""
    return MyRound(one.round.number, score_told(one.score) if one.score else "", ended)
