"""What people and their seats are called: where there is little room by surname, as across a hall."""

from __future__ import annotations

from collections import Counter, OrderedDict
from typing import Final

from tantera.paper.names import listed
from tantera.tournament.decided import own_book
from tantera.tournament.state import Entry, EventState, Round
from tantera.tournament.telling import named

_KEPT: Final = 8
_known: OrderedDict[int, tuple[dict[str, Entry], dict[str, str]]] = OrderedDict()
"""The last few, by the entries that they were made of: a result changes nobody's name."""


def short_names(state: EventState) -> dict[str, str]:
    """By player, told apart from everybody in the event."""
    entries = state.entries
    known = _known.get(id(entries))
    if known is not None and known[0] is entries:
        return known[1]
    found = told_apart({player.id: player.name for entry in entries.values() for player in entry.players})
    _known[id(entries)] = entries, found
    if len(_known) > _KEPT:
        _known.popitem(last=False)
    return found


def at_one_table(short: dict[str, str], full: dict[str, str]) -> dict[str, str]:
    """Names of those at a table that fell back to the whole name in a large event, as short as the four of them need:
    the number of the table tells the rest.

    >>> at_one_table({"p1": "Ana Gil Mas", "p3": "J. Soler"}, {"p1": "Ana Gil Mas", "p3": "Joan Soler"})
    {'p1': 'Gil', 'p3': 'J. Soler'}
    """
    here = told_apart(full)
    return {player: here[player] if short[player] == name else short[player] for player, name in full.items()}


def told_apart(full: dict[str, str]) -> dict[str, str]:
    """By player: the first surname; namesakes with a letter before it, and in full where that does not tell them.

    >>> told_apart({"p1": "Laia Ferrer", "p2": "Joan Ferrer", "p3": "Ana Bosch"})
    {'p1': 'L. Ferrer', 'p2': 'J. Ferrer', 'p3': 'Bosch'}
    """
    short = {player: _surname(name) for player, name in full.items()}
    for longer in (with_letter, _as_it_is):
        often = Counter(short.values())
        short = {player: longer(full[player]) if often[name] > 1 else name for player, name in short.items()}
    return short


def _surname(name: str) -> str:
    """
    >>> _surname("Laia Ferrer Mestres"), _surname("Ana de la Torre Gil"), _surname("Zico")
    ('Ferrer', 'de la Torre', 'Zico')
    """
    words = listed(name).surname.split()
    last = next((place for place, word in enumerate(words) if not word.islower()), len(words) - 1)
    if any(sign.isdigit() for sign in name):
        return name
    return " ".join(words[: last + 1]) or name


def with_letter(name: str) -> str:
    """
    >>> with_letter("Laia Ferrer Mestres")
    'L. Ferrer'
    """
    given = listed(name).given
    return f"{given[0]}. {_surname(name)}" if given else name


def _as_it_is(name: str) -> str:
    return name


def seat_name(state: EventState, round: Round, player: str, short: dict[str, str]) -> str:
    """Whoever sits there, in short."""
    stands_in = round.stand_ins.get(player)
    if stands_in:
        return stands_in
    return short.get(player) or named(state, player)


def name_of(state: EventState, player: str) -> str:
    """A player's name as it was entered, or that of whoever stands in."""
    entry = state.entries.get(state.players.get(player, ""))
    if entry is None:
        return player
    return next(one.name for one in entry.players if one.id == player)


def name_by(state: EventState, by: str, short: dict[str, str] | None = None) -> str:
    """Who gave an order: a player's name (short, where short ones are given), an officer's, or nothing."""
    role, _, name = by.partition(":")
    if role != "player":
        return name
    return (short or {}).get(name) or named(state, name)


def seats_are_drawn(state: EventState) -> bool:
    """Whether the pairs draw for their places at the table: then no compass word can be said (TG-6.3)."""
    return not state.alone and own_book(state).customs.seating == "by_draw"
