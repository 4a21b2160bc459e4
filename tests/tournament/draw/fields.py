"""Fields for the tests, written shortly: a player is a letter, a pair a capital letter with its two players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tantera.formats import FormatName
from tantera.formats.drawing.field import Apart, Drawing, DrawOptions, Entrant, Field, Past


def alone(names: Sequence[str], sat_out: dict[str, int] | None = None) -> tuple[Entrant, ...]:
    """Players who entered alone, in the order of rank: the entry has the player's name in capitals."""
    return tuple(Entrant(name.upper(), (name,), (sat_out or {}).get(name, 0)) for name in names)


def pairs(names: Sequence[str], sat_out: dict[str, int] | None = None) -> tuple[Entrant, ...]:
    """Pairs in the order of rank: A has the players a1 and a2."""
    byes = sat_out or {}
    return tuple(Entrant(name, (f"{name.lower()}1", f"{name.lower()}2"), byes.get(name, 0)) for name in names)


def met(round: int, table: int, home: str, guest: str, winner: str = "", default: bool = False) -> Past:
    """A table of two pairs."""
    seats = (f"{home.lower()}1", f"{guest.lower()}1", f"{home.lower()}2", f"{guest.lower()}2")
    won = frozenset({f"{winner.lower()}1", f"{winner.lower()}2"} if winner else ())
    return Past(round, table, seats, winner=won, default=default)


def field(
    format: FormatName,
    entrants: tuple[Entrant, ...],
    round: int = 2,
    past: Sequence[Past] = (),
    everybody: tuple[Entrant, ...] = (),
    byes: Sequence[tuple[int, tuple[str, ...]]] = (),
    apart: Sequence[Apart] = (),
    best: Sequence[Sequence[str]] = (),
    **options: Any,
) -> Field:
    return Field(
        format=format,
        round=round,
        rounds=100,
        seed="s",
        entrants=entrants,
        everybody=everybody or entrants,
        past=tuple(past),
        byes=tuple(byes),
        apart=tuple(apart),
        groups=tuple(map(tuple, best)),
        options=DrawOptions(**options),
    )


def seats(drawing: Drawing) -> list[str]:
    """Players by seat, a text a table: letters of players who entered alone, `.` for a stand-in."""
    return ["".join(player or "." for player in table.seats) for table in drawing.tables]


def meetings(drawing: Drawing) -> list[str]:
    """The home pair and its guests, a text a table; the seats are right."""
    found = []
    for table in drawing.tables:
        one, two, three, four = table.seats
        assert (one[:-1] + "2", two[:-1] + "2") == (three, four)
        found.append((one[:-1] + two[:-1]).upper())
    return found


def told(drawing: Drawing, table: int, lang: str = "en") -> list[str]:
    return [why.phrase.told(lang) for why in drawing.tables[table - 1].why]


def notes(drawing: Drawing, lang: str = "en") -> list[str]:
    return [why.phrase.told(lang) for why in drawing.notes]
