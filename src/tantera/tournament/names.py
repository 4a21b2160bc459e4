"""What the people of an event are called, for sentences that are read out or hung on the wall."""

from __future__ import annotations

import unicodedata
from collections import Counter

from tantera.tournament.state import EventState
from tantera.tournament.why import Names


def names_of(event: EventState) -> Names:
    """Every entry and every player by name; namesakes with their id."""
    called = {player.id: spoken(player.name) for entry in event.entries.values() for player in entry.players}
    bearers = Counter(called.values())
    players = {player: name if bearers[name] == 1 else f"{name} ({player})" for player, name in called.items()}
    entries = {name: " · ".join(players[player] for player in entry.ids) for name, entry in event.entries.items()}
    return Names(entries, players)


def spoken(name: str) -> str:
    """A name as it is said aloud, even if a list had the surname first.

    >>> spoken("Peña Gil, Ramón"), spoken("Ana Pons"), spoken("Reus,")
    ('Ramón Peña Gil', 'Ana Pons', 'Reus,')
    """
    surname, _, given = (part.strip() for part in name.partition(","))
    return f"{given} {surname}" if surname and given else name


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
