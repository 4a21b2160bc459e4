"""A list that is pasted again: which of its rows are entries already, and which are new."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any

from msgspec import Struct

from tantera.tournament.names import plain, spoken
from tantera.tournament.state import Entry


class _Person(Struct, frozen=True, order=True):
    """What tells people of two lists apart."""

    name: str
    club: str
    id: str
    """Empty where the list gives none."""


def already_in(orders: Mapping[str, dict[str, Any]], entered: Collection[Entry]) -> dict[str, str]:
    """The entry that each `enter` order of a sheet stands for, by the order's key; who is new has none.

    The same people are those of the same names and clubs, or of a club that only one of the two lists tells. An entry
    is one row only: of two namesakes in a list of whom one has entered, the other is new. An id that the sheet gives
    has to be theirs.
    """
    left: dict[tuple[str, ...], list[tuple[str, list[_Person]]]] = defaultdict(list)
    for entry in entered:
        people = sorted(_person(player.name, player.club, player.id) for player in entry.players)
        left[_names(people)].append((entry.entry, people))
    rows = {
        key: sorted(_person(one["name"], one.get("club"), one.get("id", "")) for one in order["players"])
        for key, order in orders.items()
    }
    found: dict[str, str] = {}
    for exact in (True, False):
        for key, people in rows.items():
            namesakes = left.get(_names(people), [])
            same = next((one for one in namesakes if _are_same(people, one[1], exact=exact)), None)
            if key not in found and same is not None:
                namesakes.remove(same)
                found[key] = same[0]
    return found


def _person(name: str, club: str | None, id: str) -> _Person:
    return _Person(plain(spoken(name)), plain(club or ""), id)


def _names(people: list[_Person]) -> tuple[str, ...]:
    return tuple(person.name for person in people)


def _are_same(listed: list[_Person], entered: list[_Person], *, exact: bool) -> bool:
    """`exact`: of the same clubs. Otherwise one of the two may leave its club out."""
    return all(
        one.id in ("", other.id) and (one.club == other.club or (not exact and not (one.club and other.club)))
        for one, other in zip(listed, entered, strict=True)
    )
