"""Who is meant: players and sides by name, and back from a name to a seat."""

from __future__ import annotations

from tantera.play import Ledger, Match, Side, side_name
from tantera.play.events import PlayerReplaced
from tantera.referee.catalogue import plain
from tantera.rules import Seat


def name_of(seat: Seat, match: Match) -> str:
    """Who sits there."""
    return match.names[seat - 1]


def names_of(side: Side, match: Match) -> str:
    """A side by the names of its players: ``Pons + Mas``."""
    return " + ".join(name_of(seat, match) for seat in side)


def everybody_of(side: Side, ledger: Ledger) -> str:
    """A side by everybody who has sat there, reserves after those they came in for: ``Pons + Mas / Lluch``."""
    sat: dict[Seat, list[str]] = {seat: [] for seat in side}
    for event, before, _ in ledger.happenings():
        if isinstance(event, PlayerReplaced) and event.seat in side and not before.seats_open:
            sat[event.seat].append(name_of(event.seat, before))
    return " + ".join(" / ".join(dict.fromkeys([*sat[seat], name_of(seat, ledger.match)])) for seat in side)


def side_and_names(side: Side, match: Match) -> str:
    """A side as the sheet calls it, and its players: ``1+3 (Pons + Mas)``; a player alone by name."""
    return names_of(side, match) if len(side) == 1 else f"{side_name(side)} ({names_of(side, match)})"


def signatures(match: Match) -> tuple[str, ...]:
    """Who has signed the sheet."""
    return tuple(name_of(seat, match) for seat in match.signatures)


def seat_called(match: Match, text: str) -> Seat | None:
    """The seat somebody means: its number, or a player's name as `seats_called` has it if it is one player's only.

    Only seats that exist; whether the player is still in is for the caller to ask.
    """
    if text.isdecimal():
        return int(text) if len(text) == 1 and 1 <= int(text) <= len(match.names) else None
    seats = seats_called(match, text)
    return seats[0] if len(seats) == 1 else None


def seats_called(match: Match, text: str) -> tuple[Seat, ...]:
    """Whoever is called so: by the whole name, else by the start of it, else by the start of a surname."""
    wanted, names = plain(text), {seat: plain(name) for seat, name in enumerate(match.names, start=1)}
    exact = [seat for seat, name in names.items() if name == wanted]
    if exact or len(text) < 2:
        return tuple(exact)
    starting = [seat for seat, name in names.items() if name.startswith(wanted)]
    return tuple(starting or [seat for seat, name in names.items() if f" {wanted}" in name])


def words_and_names(match: Match, text: str) -> list[str]:
    """The words of an answer, a player's name of several words as one: ``Ana Gil 41`` is a name and a figure."""
    words, names = text.split(), []
    while words:
        named = (many for many in range(len(words), 1, -1) if seats_called(match, " ".join(words[:many])))
        many = next(named, 1)
        names.append(" ".join(words[:many]))
        words = words[many:]
    return names


def side_called(match: Match, text: str) -> Side | None:
    """The side somebody means: ``1+3``, or one of its players."""
    by_name = next((side for side in match.sides if side_name(side) == text.replace(" ", "")), None)
    seat = seat_called(match, text)
    return by_name or (match.side_of(seat) if seat is not None else None)
