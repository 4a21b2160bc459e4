"""The log of an event without somebody: their name, their club and what is said of them are forgotten, and so are the
salts. The id stays, and everything that was played. What stands where a name stood is "—".

Lines stay as they are, for they have hashes only. Lines of before, which have the words themselves, are written anew:
a new chain, whose first event names the head that the old one had.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tantera.tournament.beside import WordPlace, joined, places, read_beside, sealed, split, unsealed
from tantera.tournament.events import NOTHING, head_of
from tantera.tournament.hall import events as e
from tantera.tournament.hall.events import AnyHallEvent
from tantera.tournament.names import plain, spoken
from tantera.tournament.orders import StandIn
from tantera.tournament.permission import role_of
from tantera.tournament.state import TournamentState
from tantera.words.alike import ERASED

Salts = Callable[[], str]
"""A new one at every call: hex digits that nobody can guess."""

_SHORTEST: Final = 3
"""Letters of a name that is looked for in texts."""


class Forgotten(Struct, frozen=True):
    """Somebody who is to be erased: a player, and whoever is called exactly the same."""

    player: str
    """Empty: somebody who has nothing but a name."""
    names: frozenset[str]
    """As they were ever entered, without accents and capitals."""

    def is_called(self, name: str) -> bool:
        return not self.names.isdisjoint(_forms([name]))

    def is_named_in(self, text: str) -> bool:
        """A letter or two stand in any text, and name nobody there."""
        padded = f" {_same(text)} "
        return any(f" {name} " in padded for name in self.names if len(name) >= _SHORTEST)

    def is_in(self, place: WordPlace) -> bool:
        """Whether the words there are to go."""
        if place.kind == "player":
            return place.player == self.player
        if place.kind == "secret":
            return False
        assert isinstance(place.words, str)
        return self.is_called(place.words) if place.kind == "name" else self.is_named_in(place.words)


def _same(name: str) -> str:
    """Letters only, where there are any."""
    return plain(name) or name.strip()


def forgotten(rows: Iterable[bytes], player: str) -> Forgotten:
    """The player of this id, by every name that the log still has."""
    names: set[str] = set()
    for row in rows:
        if player.encode() in row:
            kept = (place.words for place in places(_opened(row)) if place.player == player)
            names |= {str(words["name"]) for words in kept if isinstance(words, dict) and "name" in words} - {ERASED}
    return Forgotten(player, _forms(names))


def named(name: str) -> Forgotten:
    """A stand-in, or somebody with an office."""
    return Forgotten("", _forms([name]))


def others_named(tournament: TournamentState, name: str) -> bool:
    """Whether somebody stood in or gave an order under this name."""
    wanted = named(name)
    return any(
        wanted.is_called(role_of(recorded.by)[1] or "")
        or (isinstance(recorded.order, StandIn) and wanted.is_called(recorded.order.name))
        for recorded in tournament.log.history
    )


def _forms(names: Iterable[str]) -> frozenset[str]:
    return frozenset(_same(form) for name in names for form in (name, spoken(name)))


def _opened(row: bytes) -> dict[str, Any]:
    """A row with its words in it."""
    line, raw = split(row)
    data: dict[str, Any] = msgspec.json.decode(line)
    if _has_words_beside(data):
        unsealed(data, read_beside(raw) or {})
    return data


def _has_words_beside(line: dict[str, Any]) -> bool:
    return bool(line["event"] != "order_applied.1")


def without(rows: Sequence[bytes], people: Collection[Forgotten], salts: Salts) -> list[bytes]:
    """The rows of a log without these people. Each keeps its place, its number and its time."""
    if any(_is_of_before(row, people) for row in rows):
        rows = _written_anew(rows, salts)
    return [_less(row, people) for row in rows]


def _is_of_before(row: bytes, people: Collection[Forgotten]) -> bool:
    """Whether words that are to go are part of the chain."""
    data = msgspec.json.decode(split(row)[0])
    return not _has_words_beside(data) and any(person.is_in(place) for place in places(data) for person in people)


def _written_anew(rows: Sequence[bytes], salts: Salts) -> list[bytes]:
    """The same log with all words beside it."""
    head, new = NOTHING, list[bytes]()
    for row in rows:
        line, raw = split(row)
        data, beside = msgspec.json.decode(line), read_beside(raw) or {}
        if not _has_words_beside(data):
            data["event"], beside = "order_applied.2", sealed(data, salts())
        data["after"] = head
        if not new:
            data["was"] = head_of(rows[-1])
        written = msgspec.json.encode(data)
        head = head_of(written)
        new.append(joined(written, beside))
    return new


def rewritten_from(row: bytes) -> str | None:
    """Of the first row of a log: the head that the log had before it was written anew, if it ever was."""
    was = msgspec.json.decode(split(row)[0]).get("was")
    return was if isinstance(was, str) else None


def _less(row: bytes, people: Collection[Forgotten]) -> bytes:
    line, raw = split(row)
    if not raw:
        return row
    data, beside = msgspec.json.decode(line), read_beside(raw) or {}
    marks = [place.mark for place in places(data)]
    unsealed(data, beside)
    gone = {
        mark for mark, place in zip(marks, places(data), strict=True) if any(person.is_in(place) for person in people)
    }  # fmt: skip
    return joined(line, {mark: word for mark, word in beside.items() if mark not in gone})


def hall_without(event: AnyHallEvent, people: Collection[Forgotten]) -> AnyHallEvent:
    """What happened in the hall without these people: their offices have no name, what they said and what names them
    is not told any more. It is in no chain."""
    role, colon, name = event.by.partition(":")
    is_theirs = role == "player" and any(person.player == name for person in people)
    if name and role != "player" and any(person.is_called(name) for person in people):
        event = replace(event, by=f"{role}{colon}{ERASED}")

    def goes(text: str) -> bool:
        return bool(text) and (is_theirs or any(person.is_named_in(text) for person in people))

    match event:
        case e.JudgeCalled(reason=reason) if goes(reason):
            return replace(event, reason=ERASED)
        case e.Objected(text=text) | e.ObjectionAnswered(text=text) | e.Announced(text=text) if goes(text):
            return replace(event, text=ERASED)
        case _:
            return event
