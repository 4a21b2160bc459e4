"""What was put right of a player or of the event, in words: each field, what it was and what it is from then on."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from tantera.rules import Limit, parse_limit
from tantera.rules.glossary import KEYS, in_a_row, value_in_words
from tantera.rules.schema import Options
from tantera.rules.tournament import Award, Tournament
from tantera.tournament import orders as o
from tantera.tournament.awards import written
from tantera.tournament.events import Recorded
from tantera.tournament.names import a_line
from tantera.tournament.orders import AnyOrder
from tantera.words import Day, Phrase
from tantera.words.phrases import Tellable

_MOST: Final = 60
"""Letters of a text that a line of the log repeats."""
NOTHING: Final = "–"


class Change(NamedTuple):
    key: str
    was: Any
    now: Any


def changes_of(history: Sequence[Recorded], not_counting: Collection[int]) -> dict[int, list[Change]]:
    """By record that puts something right."""
    known: dict[tuple[str, str], Any] = {}
    changes: dict[int, list[Change]] = {}
    for recorded in history:
        said = list(_said(recorded.order))
        if isinstance(recorded.order, o.EditPlayer | o.EditEvent):
            changes[recorded.number] = [Change(key, known.get((who, key)), now) for who, key, now in said]
        if recorded.number not in not_counting:
            known.update({(who, key): now for who, key, now in said})
    return changes


def _said(order: AnyOrder) -> Iterator[tuple[str, str, Any]]:
    """Of whom an order says what: a player by the id, the event by nothing."""
    match order:
        case o.Enter(players=players):
            for player in players:
                yield from ((player.id, key, getattr(player, key)) for key in player.__struct_fields__)
        case o.EditPlayer(player=player):
            yield from ((player, key, now) for key, now in order.changes.items())
        case o.Create(name=name, options=options):
            yield "", "name", name
            yield from (("", f"options.{key}", now) for key, now in options.items())
        case o.EditEvent():
            for key, now in order.changes.items():
                if isinstance(now, dict):
                    yield from (("", f"{key}.{name}", inner) for name, inner in now.items())
                else:
                    yield "", key, now
        case _:
            pass


def changes_told(changes: Sequence[Change], names: Mapping[str, str]) -> Phrase:
    """What is otherwise from a record on, field by field, and what it was before. `names`: of players, by their ids."""
    parts = [_field(change, names) for change in changes]
    return Phrase("put right ({changes})", changes=in_a_row(parts, "{one}; {other}"))


def _field(change: Change, names: Mapping[str, str]) -> Phrase:
    key, _, name = change.key.partition(".")
    was: Tellable | str | None
    now: Tellable | str | None
    match key:
        case "options":
            what = Phrase(KEYS.get(f"tournament.{name}") or KEYS.get(f"options.{name}", "{text}"), text=name)
            was, now = _option(name, change.was), _option(name, change.now)
        case "texts":
            what = Phrase(_TEXTS.get(name, "{text}"), text=name)
            was, now = _text(change.was), _text(change.now)
        case _:
            what = Phrase(_FIELDS[key])
            was, now = _value(key, change.was, names), _value(key, change.now, names)
    if was is None:
        return Phrase("{what}: {now}", what=what, now=now or NOTHING)
    return Phrase("{what}: {now}, before {was}", what=what, now=now or NOTHING, was=was)


def _option(name: str, value: Any) -> str | Phrase | None:
    """An option as people say it, whose value was accepted once."""
    if value in (None, [], ()):
        return None
    if name == "awards":
        return "; ".join(written(award) for award in msgspec.convert(value, list[Award]))
    if name in ("limit", "limit_final"):
        limit: Limit = parse_limit(value)
        return value_in_words("options.limit", msgspec.to_builtins(limit))
    if name in Options.__struct_fields__:
        return value_in_words(f"options.{name}", value)
    whole = msgspec.to_builtins(getattr(msgspec.convert({name: value}, Tournament), name))
    return value_in_words(f"tournament.{name}", whole)


def _text(text: str | None) -> str | None:
    """On one line, what stood on several with commas between; of a picture nothing is repeated."""
    if not text:
        return None
    if text.startswith("data:"):
        return "…"
    line = a_line(", ".join(filter(None, map(str.strip, text.splitlines()))))
    return line if len(line) <= _MOST else line[: _MOST - 1] + "…"


def _value(key: str, value: Any, names: Mapping[str, str]) -> str | Phrase | Day | None:
    match value:
        case None | "" | ():
            return None
        case bool():
            return Phrase("yes" if value else "no")
        case str() if key == "date":
            return Day(value)
        case str():
            return names.get(value) or _text(value)
        case _:
            return ", ".join(map(str, value))


_FIELDS: Final = {
    "name": "name", "short": "short name", "club": "club", "guest_of": "guest of", "key": "number", "member": "member",
    "categories": "categories", "date": "day", "venue": "place of the event", "organiser": "organiser",
}  # fmt: skip
"""What of a player or of the event was put right."""
_TEXTS: Final = {"arbiters": "arbiters", "logo": "logo", "notice": "text for the lists"}
"""The texts that papers know where to put."""
