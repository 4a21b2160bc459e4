"""Who is meant: on the command line a player or an entry may be named by id or by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tantera.words import Phrase, Problem
from tantera.words.alike import ERASED
from tantera.words.guesses import one_of

if TYPE_CHECKING:
    from tantera.tournament.state import TournamentState


def names(state: TournamentState) -> dict[str, str]:
    """By the id of a player and by the id of an entry; a pair is ``Ana Pons / Biel Mas``. Players go first."""
    from tantera.tournament.names import called

    return entry_names(state) | {player: one.full for player, one in called(state).items()}


def entry_names(state: TournamentState) -> dict[str, str]:
    from tantera.tournament.names import called

    known = called(state)
    return {key: " / ".join(known[player].full for player in entry.ids) for key, entry in state.entries.items()}


def the_player(state: TournamentState, typed: str) -> str:
    """The id of a player who is named by id or by name, capitals apart."""
    if typed in state.players:
        return typed
    called = [
        player.id
        for entry in state.entries.values()
        for player in entry.players
        if player.name.casefold() == typed.casefold()
    ]
    known = [player.name for entry in state.entries.values() for player in entry.players if player.name != ERASED]
    return _only(called, typed, known)


def the_entry(state: TournamentState, typed: str) -> str:
    """The id of an entry that is named by its id, by a player's id or by a player's name."""
    return typed if typed in state.entries else state.players[the_player(state, typed)]


def _only(found: list[str], typed: str, known: list[str]) -> str:
    if len(found) == 1:
        return found[0]
    if found:
        raise Problem(Phrase("found several called {name}, expected one of {ids}", name=typed, ids=", ".join(found)))
    raise Problem(Phrase("found {found}, expected {expected}", found=repr(typed), expected=_meant(typed, known)))


def _meant(typed: str, known: list[str]) -> Phrase:
    return one_of(known, typed) if len(known) <= 12 else Phrase("the id or the name of somebody who has entered")
