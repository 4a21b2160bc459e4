"""Who is the same person on another night: who has the same key, and of those without one who has the same name.

Two who had one name on one night, and no key, are told apart by their clubs, on that night and on every other. Where
that does not part them the season asks for keys: it guesses nobody's results.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from tantera.season.night import Attendant, Night
from tantera.words import Phrase, Problem
from tantera.words.alike import ERASED, sounds_alike

UNKEYED: Final = "~"
"""How the key of somebody begins who has none: no key that a tournament takes has this sign."""


class Person(Struct, frozen=True):
    """Somebody as they were on the last night they were there."""

    key: str
    name: str
    club: str = ""
    categories: tuple[str, ...] = ()


class People(Struct, frozen=True):
    """Everybody of these tournaments."""

    known: dict[str, Person]
    """By key."""
    keys: tuple[dict[str, str], ...]
    """By tournament: the key of each of its players."""


def slug(text: str) -> str:
    """
    >>> slug("Núria  Pons i Gil")
    'nuria-pons-i-gil'
    """
    return "-".join("".join(letter if letter.isalnum() else " " for letter in sounds_alike(text)).split())


def people_of(nights: Sequence[Night]) -> People:
    """Everybody, the nights in their order."""
    several = {
        name
        for night in nights
        for name, times in Counter(slug(one.name) for one in night.people.values() if not one.key).items()
        if times > 1
    }
    known: dict[str, Person] = {}
    keys: list[dict[str, str]] = []
    for night in nights:
        here = {one.id: _key(night, one, several) for one in night.people.values()}
        for key, times in Counter(here.values()).items():
            if times > 1:
                raise _mistaken(night, next(one for one in night.people.values() if here[one.id] == key))
        known |= {
            here[one.id]: Person(here[one.id], one.name, one.club, one.categories) for one in night.people.values()
        }
        keys.append(here)
    return People(known, tuple(keys))


def _key(night: Night, one: Attendant, several: set[str]) -> str:
    if one.key:
        return one.key
    if one.name == ERASED:  # nobody knows who it was on any other night
        return f"{UNKEYED}{night.head[:12]}.{one.id}"
    name = slug(one.name)
    return f"{UNKEYED}{name}.{slug(one.club)}" if name in several else f"{UNKEYED}{name}"


def _mistaken(night: Night, one: Attendant) -> Problem:
    if one.key:
        say = "{event}: found the key {key} twice, expected one for each person"
        return Problem(Phrase(say, event=night.name, key=one.key))
    say = "{event}: found two called {name} with nothing to tell them apart, expected a key for each, or two clubs"
    return Problem(Phrase(say, event=night.name, name=one.name))
