"""What people and their seats are called: where there is little room by surname, as across a hall."""

from __future__ import annotations

from tantera.tournament.decided import own_book
from tantera.tournament.names import called
from tantera.tournament.state import Round, TournamentState
from tantera.tournament.telling import named


def short_of(state: TournamentState, player: str) -> str:
    """A player in short; somebody who is none stays as they are."""
    found = called(state).get(player)
    return player if found is None else found.short


def seat_name(state: TournamentState, round: Round, player: str) -> str:
    """Whoever sits there, in short; a stand-in, whom the tournament does not know, by the whole name."""
    return round.stand_ins.get(player) or short_of(state, player)


def name_by(state: TournamentState, by: str, *, short: bool = False) -> str:
    """Who gave an order: a player's name, an officer's, or nothing."""
    role, _, name = by.partition(":")
    if role != "player":
        return name
    return short_of(state, name) if short else named(state, name)


def seats_are_drawn(state: TournamentState) -> bool:
    """Whether the pairs draw for their places at the table: then no compass word can be said (TG-6.3)."""
    return not state.alone and own_book(state).customs.seating == "by_draw"
