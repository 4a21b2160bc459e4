"""Who has asked to be called is told their table as soon as a round is published, wherever their phone is."""

from __future__ import annotations

from functools import partial
from typing import Final

from tantera.paper.saying import seat_in_words
from tantera.tournament.own import sitting
from tantera.tournament.presentation import Presentation
from tantera.tournament.telling import seated
from tantera.web.background import Background
from tantera.web.calls.calling import Caller, Said
from tantera.web.tournaments.live import LiveTournament
from tantera.web.tournaments.offices import Officers
from tantera.words import translate

TOPIC: Final = "round-"


class SeatsTold:
    """Calls the players of a round on the browsers that they switched it on for."""

    def __init__(self, caller: Caller, officers: Officers) -> None:
        self._caller, self._officers = caller, officers
        self._background = Background("seats")

    def published(self, tournament: LiveTournament) -> None:
        """By the process in which the round was published, and no other."""
        self._background.start(self._tell(tournament, tournament.presentation))

    async def _tell(self, tournament: LiveTournament, shown: Presentation) -> None:
        round = shown.state.open
        if round is None:
            return
        for person, office in (await self._officers.all(tournament.id)).items():
            if office.role == "player" and office.name in shown.state.players:
                say = partial(told_seat, shown, office.name)
                await self._caller.tell(person, f"{TOPIC}{tournament.id}", f"/e/{tournament.id}/me", say)


def told_seat(tournament: Presentation, player: str, lang: str) -> Said | None:
    """Where somebody sits in the open round; None of who neither sits nor rests in it."""
    state = tournament.state
    round = state.open
    if round is None:
        return None
    place = sitting(state, round, player)
    if place is None:
        if state.players[player] not in round.byes:
            return None
        return Said(translate(lang, "You sit out round {round}", round=round.number), state.name)
    where = seat_in_words(tournament, place.seat, lang)
    partner = seated(state, round, place.partner) if place.partner else ""
    title = translate(lang, "Round {round}", round=round.number), translate(lang, "Table {table}", table=place.table)
    return Said(" · ".join(title), f"{where} · {translate(lang, 'with {name}', name=partner)}" if partner else where)
