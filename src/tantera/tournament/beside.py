"""Words about people stand beside the chain: a line of the log has a hash in their place, and next to the line stand
the words and the salt that make it. Who forgets salt and words changes no line, and every head holds.

A hash is of the salt's hex digits and the words as JSON: a text, or an object with its keys in order and no spaces. A
player's words are all that is said of them but the id and the key, by which a season still knows them. In a pair each
has a salt of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from tantera.tournament.orders import AnyOrder
from tantera.words.alike import ERASED

MARK: Final = "sha256:"
"""What stands in a line in place of words begins so; 64 hex digits follow."""

Words = str | dict[str, Any]
Kind = Literal["player", "name", "text", "secret"]
"""All that is said of a player; the name of a stand-in or of who ordered; what somebody wrote, a reason; and what the
deals of a duplicate round come from, which is about nobody and stands here because it is not to be told before time."""


class Word(Struct, frozen=True):
    """Words, and the salt that hides them in their hash."""

    salt: str
    words: Words

    @property
    def digest(self) -> str:
        """
        >>> Word("00", "Ana").digest == sha256(b'00"Ana"').hexdigest()
        True
        """
        return sha256(self.salt.encode() + msgspec.json.encode(self.words, order="deterministic")).hexdigest()


Beside = dict[str, Word]
"""What stands beside a line, by its hash; what is not there has been erased."""

_DECODER: Final = msgspec.json.Decoder(Beside)


_OUTSIDE: Final = frozenset({"order", "id", "player", "key"})
"""What of a player is no word about them: it stays in the line when they are erased."""


class WordPlace(Struct):
    """Where words stand in a line, read as JSON. Of a player `key` is the field that has the id."""

    kind: Kind
    holder: Any
    key: Any
    before: str = ""
    """Of who ordered: the role, which is nobody's word."""

    @property
    def player(self) -> str | None:
        """Whose words they are, where it is a player."""
        return str(self.holder[self.key]) if self.kind == "player" else None

    @property
    def words(self) -> Words:
        if self.kind == "player":
            said = {key: value for key, value in self.holder.items() if key not in _OUTSIDE}
            return said if self.key == "player" else {key: value for key, value in said.items() if value is not None}
        return str(self.holder[self.key]).removeprefix(self.before)

    @property
    def mark(self) -> str:
        """The hash that stands there; nothing, where it is none."""
        text = str(self.holder["name" if self.kind == "player" else self.key]).removeprefix(self.before)
        return text.removeprefix(MARK) if text.startswith(MARK) else ""

    def put(self, words: Words) -> None:
        """A text is all that there is of a player: a hash, or a dash."""
        if self.kind == "player":
            player = words if isinstance(words, dict) else {"name": words}
            outside = {key: value for key, value in self.holder.items() if key in _OUTSIDE}
            if self.key == "id" and outside.get("key") is None:
                outside.pop("key", None)
            self.holder.clear()
            self.holder.update(outside | player)
        else:
            self.holder[self.key] = f"{self.before}{words}"


def places(line: dict[str, Any]) -> list[WordPlace]:
    """Everywhere in a line where words about people stand, always in the same order."""
    return [*_of_giver(line), *_of_order(line["order"]), *_of_outcome(line["outcome"])]


def _of_giver(line: dict[str, Any]) -> Iterator[WordPlace]:
    role, colon, name = line["by"].partition(":")
    if name and role != "player":
        yield WordPlace("name", line, "by", role + colon)


def _of_order(order: dict[str, Any]) -> Iterator[WordPlace]:
    match order["order"]:
        case "enter":
            yield from (WordPlace("player", player, "id") for player in order["players"])
        case "edit_player":
            if order.keys() - _OUTSIDE:
                yield WordPlace("player", order, "player")
        case "edit_event":
            if "organiser" in order:
                yield WordPlace("text", order, "organiser")
            yield from (WordPlace("text", order["texts"], name) for name in order.get("texts", ()))
        case "stand_in":
            yield WordPlace("name", order, "name")
        case "swap" | "result" | "publish":
            key = "override" if order["order"] == "publish" else "reason"
            if order.get(key) is not None:
                yield WordPlace("text", order, key)
        case _:
            pass


_OF_LAW: Final = ("created", "event_edited")
"""Outcomes that say by which law an event goes, and nothing about anybody."""


def _of_outcome(outcome: Any) -> Iterator[WordPlace]:
    """Stand-ins who go on, and the reason of an exchange that a later outcome repeats; wherever they are in it."""
    if isinstance(outcome, list):
        for inner in outcome:
            yield from _of_outcome(inner)
    elif isinstance(outcome, dict) and outcome.get("outcome") not in _OF_LAW:
        for key, inner in outcome.items():
            if key == "stand_ins":
                yield from (WordPlace("name", pair, 1) for pair in inner)
            elif key == "secret":
                yield WordPlace("secret", outcome, key)
            elif key == "facts":
                yield from [WordPlace("text", inner, "reason")] if "reason" in inner else ()
            else:
                yield from _of_outcome(inner)


def sealed(line: dict[str, Any], salt: str) -> Beside:
    """Take the words out of a line: their hashes stand there instead. What stands beside it is given back."""
    beside: Beside = {}
    for number, place in enumerate(places(line), 1):
        word = Word(sha256(f"{salt}/{number}".encode()).hexdigest(), place.words)
        beside[word.digest] = word
        place.put(MARK + word.digest)
    return beside


def unsealed(line: dict[str, Any], beside: Mapping[str, Word]) -> bool:
    """Put the words back into a line, and dashes where they were erased. False where they are not those of the line."""
    marked = places(line)
    if not all(len(place.mark) == 64 for place in marked) or not beside.keys() <= {place.mark for place in marked}:
        return False
    if any(word.digest != digest for digest, word in beside.items()):
        return False
    for place in marked:
        word = beside.get(place.mark)
        place.put(word.words if word is not None else ERASED)
    return True


def derived_secret(rows: Iterable[bytes]) -> str:
    """Of a round that was published without one: the same orders then give the same file. Whoever has the whole log up
    to the draw could work it out, and nobody else."""
    return sha256(b"tantera duplicate secret 1\0" + b"\n".join(rows)).hexdigest()


def derived_salt(seed: str, number: int, order: str) -> str:
    """For an order that brings none: the same orders then give the same file. It hides a name from whoever looks at
    the chain, and not from somebody who guesses it and tries.

    >>> derived_salt("7", 2, "enter")[:8]
    'e25ce88e'
    """
    return sha256(f"{seed}/{number}/{order}".encode()).hexdigest()


def split(row: bytes) -> tuple[bytes, bytes]:
    """A line of the log as the chain has it, and what stands beside it."""
    line, _, beside = row.rstrip(b"\r\n").partition(b"\n")
    return line, beside


def read_beside(raw: bytes) -> Beside | None:
    """None where it is not as we write it."""
    if not raw:
        return {}
    try:
        decoded = _DECODER.decode(raw)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeError):
        return None
    return decoded if joined(b"", decoded) == b"\n" + raw else None


def joined(line: bytes, beside: Mapping[str, Word]) -> bytes:
    """A line with what stands beside it, as it is kept."""
    return line + b"\n" + msgspec.json.encode(beside) if beside else line


def said_again(first: AnyOrder, again: AnyOrder) -> bool:
    """Whether an order says what one says that was given before. Where words of the first were erased, nobody can tell
    any longer which they were: they are taken for the same."""
    if first == again or type(first) is not type(again):
        return first == again
    before, now = ({"order": msgspec.to_builtins(line), "by": "", "outcome": None} for line in (first, again))
    for known, place in zip(places(before), places(now), strict=False):
        if _is_erased(known.words):
            known.put(ERASED)
            place.put(ERASED)
    return bool(before == now)


def names_nobody(order: AnyOrder) -> bool:
    """Whether somebody is called "—" in an order: that is what nobody is called any more."""
    line = {"order": msgspec.to_builtins(order), "by": "", "outcome": None}
    return any(place.kind != "text" and _is_erased(place.words) for place in places(line))


def _is_erased(words: Words) -> bool:
    return str(words.get("name", "") if isinstance(words, dict) else words).strip() == ERASED
