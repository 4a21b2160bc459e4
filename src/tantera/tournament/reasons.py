"""The reasons of a draw as people read them: names where the log has ids and ranks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tantera.tournament.evolve import swapped
from tantera.tournament.orders import Swap
from tantera.tournament.state import EventState, Round, Table
from tantera.tournament.why import Why
from tantera.words import Phrase

WHO: Final = frozenset({"entry", "player", "one", "other", "two", "three", "four", "a", "b", "comes", "leaves"})
"""Gaps of a reason that somebody fills: a text is an id, a number a rank. Other numbers are tables, rounds, counts."""
_RANKS: Final = frozenset({"one", "two", "three", "four", "a", "b", "comes", "leaves"})
_BY_SEAT: Final = ("one", "two", "three", "four")
_SIDES: Final = ("a", "b")

Ranks = Mapping[int, str]
"""Who had which rank when a round was drawn: players, in pairs entries."""


def named(event: EventState, who: str) -> str:
    """The name behind the id of a player or an entry; anything else stays as it is."""
    entry = event.entries.get(event.players.get(who, ""))
    if entry is not None:
        return next(player.name for player in entry.players if player.id == who)
    if who in event.entries:
        return " · ".join(player.name for player in event.entries[who].players)
    return who


def why_phrase(event: EventState, why: Why, ranks: Ranks | None = None) -> Phrase:
    """A reason with names in it."""
    return Phrase(why.say, **{key: _named(event, key, fact, ranks or {}) for key, fact in why.facts.items()})


def why_told(event: EventState, why: Why, lang: str, ranks: Ranks | None = None) -> str:
    return why_phrase(event, why, ranks).told(lang)


def _named(event: EventState, key: str, fact: str | int, ranks: Ranks) -> str | int:
    if key not in WHO:
        return fact
    if isinstance(fact, str):
        return named(event, fact)
    return named(event, ranks[fact]) if key in _RANKS and fact in ranks else fact


def as_drawn(event: EventState, round: Round) -> Round:
    """The round before anybody changed it by hand."""
    drawn = round
    for edit in reversed(round.edited):
        drawn = swapped(event, drawn, Swap(round.number, edit.a, edit.b, edit.reason))
    return drawn


def ranks_of(event: EventState, round: Round) -> dict[int, str]:
    """Who had which rank: every table's first reason tells the ranks of its seats.

    Nothing is worked out again: a correction afterwards changes no reason. Where a format tells no ranks, nobody has one.
    """
    found: dict[int, str] = {}
    for table in as_drawn(event, round).tables:
        for place, rank in enumerate(_ranks_told(table)):
            who = table.seats[place]
            if who in event.players:
                found[rank] = event.players[who] if event.pairs else who
    return found


def _ranks_told(table: Table) -> tuple[int, ...]:
    """The ranks of the seats from 1 on, or of the two pairs."""
    facts = table.why[0].facts if table.why else {}
    for keys in (_BY_SEAT, _SIDES):
        ranks = tuple(fact for key in keys if isinstance(fact := facts.get(key), int))
        if len(ranks) == len(keys):
            return ranks
    several = facts.get("ranks")
    return tuple(map(int, several.split(", "))) if isinstance(several, str) else ()


def tells_only_ranks(why: Why) -> bool:
    """Whether a reason says no more than who sits there by rank or by lot, which a table shows by itself."""
    keys = set(why.facts)
    return keys in (set(_BY_SEAT), set(_SIDES), {"ranks"}) and "must" not in why.say and "should" not in why.say


def pairing_told(table: Table) -> str:
    """Who of the four by rank plays with whom: ``1+4v2+3``; empty where four do not play so.

    >>> seats = ("p9", "p10", "p11", "p12")
    >>> pairing_told(Table(seats, (Why("…", {"one": 9, "two": 10, "three": 12, "four": 11}),)))
    '1+4v2+3'
    """
    ranks = _ranks_told(table)
    if len(ranks) != 4 or "one" not in table.why[0].facts:
        return ""
    order = sorted(ranks)
    one, two, three, four = (order.index(rank) + 1 for rank in ranks)
    sides = sorted(tuple(sorted(side)) for side in ((one, three), (two, four)))
    return "v".join("+".join(map(str, side)) for side in sides)
