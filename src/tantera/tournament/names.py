"""What the people of an event are called, for sentences that are read out or hung on the wall."""

from __future__ import annotations

import unicodedata
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


def plain(text: str) -> str:
    """Without accents, capitals and signs.

    >>> plain("N.º"), plain(" Inscripció "), plain("Guest_of"), plain("Íñigo  MUÑOZ")
    ('n o', 'inscripcio', 'guest of', 'inigo munoz')
    """
    letters = unicodedata.normalize("NFKD", text.casefold().replace("º", " o").replace("ª", " a"))
    kept = (" " if not letter.isalnum() else letter for letter in letters if not unicodedata.combining(letter))
    return " ".join("".join(kept).split())


def a_line(typed: str, most: int = 1000) -> str:
    """What was typed, on one line and without letters that nobody sees: spreadsheets and phones bring some along.

    >>> a_line(" Ana\\n  Po\\u00adns \\x1b ")
    'Ana Pons'
    """
    seen = (letter for letter in typed if letter.isspace() or unicodedata.category(letter)[0] != "C")
    return " ".join("".join(seen).split())[:most]
