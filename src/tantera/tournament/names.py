"""What the people of an event are called, for sentences that are read out or hung on the wall."""

from __future__ import annotations

from collections import Counter

from tantera.tournament.state import EventState
from tantera.tournament.why import Names


def names_of(event: EventState) -> Names:
    """Every entry and every player by name; namesakes with their id."""
    everybody = [player for entry in event.entries.values() for player in entry.players]
    bearers = Counter(player.name for player in everybody)
    players = {
        player.id: player.name if bearers[player.name] == 1 else f"{player.name} ({player.id})" for player in everybody
    }
    entries = {name: " · ".join(players[player] for player in entry.ids) for name, entry in event.entries.items()}
    return Names(entries, players)
