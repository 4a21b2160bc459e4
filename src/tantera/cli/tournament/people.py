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


def the_player(state: TournamentState, said: str) -> str:
    """The id of a player who is named by id or by name, capitals apart."""
    if said in state.players:
        return said
    called = [
        player.id
        for entry in state.entries.values()
        for player in entry.players
        if player.name.casefold() == said.casefold()
    ]
    known = [player.name for entry in state.entries.values() for player in entry.players if player.name != ERASED]
    return _only(called, said, known)


def the_entry(state: TournamentState, said: str) -> str:
    """The id of an entry that is named by its id, by a player's id or by a player's name."""
    return said if said in state.entries else state.players[the_player(state, said)]


def _only(found: list[str], said: str, known: list[str]) -> str:
    if len(found) == 1:
        return found[0]
    if found:
        raise Problem(Phrase("found several called {name}, expected one of {ids}", name=said, ids=", ".join(found)))
    raise Problem(Phrase("found {found}, expected {expected}", found=repr(said), expected=_meant(said, known)))


def _meant(said: str, known: list[str]) -> Phrase:
    return one_of(known, said) if len(known) <= 12 else Phrase("the id or the name of somebody who has entered")
