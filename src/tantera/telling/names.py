"""Who is meant: players and sides by name, and back from a name to a seat."""

from __future__ import annotations

from tantera.play import Match, Side, side_name
from tantera.referee.catalogue import plain
from tantera.rules import Seat


def name_of(seat: Seat, match: Match) -> str:
    return match.names[seat - 1]


def names_of(side: Side, match: Match) -> str:
    """A side by the names of its players: ``Pons + Mas``."""
    return " + ".join(name_of(seat, match) for seat in side)


def side_and_names(side: Side, match: Match) -> str:
    """A side as the sheet calls it, and its players: ``1+3 (Pons + Mas)``; a player alone by name."""
    return names_of(side, match) if len(side) == 1 else f"{side_name(side)} ({names_of(side, match)})"


def signatures(match: Match) -> tuple[str, ...]:
    """Who has signed the sheet."""
    return tuple(name_of(seat, match) for seat in match.signatures)


def seat_called(match: Match, text: str) -> Seat | None:
    """The seat somebody means: its number, the player's name, or the start of it if nobody else's starts so.

    Only seats that exist; whether the player is still in is for the caller to ask.
    """
    if text.isdecimal():
        return int(text) if len(text) == 1 and 1 <= int(text) <= len(match.names) else None
    names = {seat: plain(name) for seat, name in enumerate(match.names, start=1)}
    exact = [seat for seat, name in names.items() if name == plain(text)]
    starting = [seat for seat, name in names.items() if len(text) > 1 and name.startswith(plain(text))]
    found = exact or starting
    return found[0] if len(found) == 1 else None


def side_called(match: Match, text: str) -> Side | None:
    """The side somebody means: ``1+3``, or one of its players."""
    by_name = next((side for side in match.sides if side_name(side) == text.replace(" ", "")), None)
    seat = seat_called(match, text)
    return by_name or (match.side_of(seat) if seat is not None else None)
