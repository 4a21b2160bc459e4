"""What is kept of an event: one line for every order that was accepted, and what chance or computation made of it.

A line tells everything that its order decided, so folding a log draws nothing and sums nothing: it is quick, and what
was published stays as it was under a newer program.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from tantera.formats import FormatName
from tantera.formats.drawing.field import DrawnTable
from tantera.formats.why import Why
from tantera.tournament.beside import MARK, Beside, joined, read_beside, sealed, split, unsealed
from tantera.tournament.options import TournamentOptions
from tantera.tournament.orders import AnyOrder, Given, OrderProblem

NOTHING: Final = "0" * 64
"""The head before the first event."""


def head_of(line: bytes) -> str:
    """The head after this line; what stands beside it, after a line break, is not covered.

    >>> head_of(b"{}")[:8], head_of(b"{}\\n{}")[:8]
    ('44136fa3', '44136fa3')
    """
    return sha256(line.partition(b"\n")[0]).hexdigest()


EDITION: Final = 2
"""Since 2: who is a member or whose guest has to be said (SJ-jugadores); nobody enters under a name that looks like
another one's; a draft that leaves out somebody who is here,
or seats somebody who is not, is not published without a word."""


class Outcome(Struct, frozen=True, tag_field="outcome"):
    """What chance or computation made of an order."""


class Created(Outcome, frozen=True, tag="created"):
    """The law of the event."""

    book: str
    """The id of the book."""
    law: str
    """`event_hash` of the book."""
    format: FormatName
    rounds: int | None
    seed: str
    options: TournamentOptions
    own_book: dict[str, Any] | None = None
    """The whole book where it is a club's own, so that the event opens on another machine."""
    edition: int = 1
    """By which `EDITION` of the law of tournaments its orders are judged: what was taken stays taken when something is
    undone years later, though the same order would be refused in a new event."""


class Drawn(Outcome, frozen=True, tag="drawn"):
    """The tables of a draft."""

    round: int
    tables: tuple[DrawnTable, ...]
    byes: tuple[str, ...]
    """Entries."""
    notes: tuple[Why, ...]
    basis: str
    """A fingerprint of the results, defaults and penalties that it rests on."""
    field: str
    """A fingerprint of everything that the draw looked at."""
    stand_ins: tuple[tuple[str, str], ...] = ()
    """Seats that stand-ins complete, and their names."""
    bracket: tuple[str | None, ...] = ()
    """In a knock-out: the entries by their place in it, two by two."""


class Published(Outcome, frozen=True, tag="published"):
    """What was settled by publishing a round."""

    round: int
    closed: int | None
    """The round that it closed."""
    absent: tuple[str, ...] = ()
    """Players of the draft who had gone by then: a default."""
    stand_ins: tuple[tuple[str, str], ...] = ()
    """Who goes on playing for somebody who was expelled."""
    broken: tuple[Why, ...] = ()
    """Hard rules that it breaks, with the director's word."""
    deals: str | UnsetType = UNSET
    """Of a duplicate round: the SHA-256 of the secret that its deals come from."""
    secret: str | UnsetType = UNSET
    """That secret. It stands beside the line, and in no copy that leaves the director's hands before it is revealed."""
    revealed: str | UnsetType = UNSET
    """The secret of the round that was closed."""


class RoundClosed(Outcome, frozen=True, tag="round_closed"):
    round: int
    revealed: str | UnsetType = UNSET
    """Where it was duplicate: the secret of its deals."""


class Revealed(Outcome, frozen=True, tag="revealed"):
    """The deals of a duplicate round that was open when the event ended: nobody plays them any more."""

    round: int
    revealed: str


class Repaired(Outcome, frozen=True, tag="repaired"):
    """The tables that a repair replaced, and the new ones."""

    was: tuple[DrawnTable, ...]
    was_byes: tuple[str, ...]
    drawn: Drawn


class EventEdited(Outcome, frozen=True, tag="event_edited"):
    """The law from here on, where an option changed."""

    options: TournamentOptions


class Undone(Outcome, frozen=True, tag="undone"):
    """The whole of what does not count after this undo, earlier ones included."""

    gone: tuple[int, ...]
    """Events that are as if they had not been: undone, or fallen away with what they rested on."""
    changed: tuple[tuple[int, AnyOutcome], ...] = ()
    """Events that come out otherwise: drafts that were drawn again."""


AnyOutcome = Created | Drawn | Published | RoundClosed | Revealed | Repaired | EventEdited | Undone


class _Line(Struct, frozen=True, kw_only=True):
    """A line of the log, as it is written; since ``.2`` words about people stand beside it (`beside.py`)."""

    event: Literal["order_applied.1", "order_applied.2"] = "order_applied.2"
    number: int
    after: str
    was: str | UnsetType = UNSET
    at: str
    by: str
    id: str | None
    order: AnyOrder
    outcome: AnyOutcome | None


class Recorded(Struct, frozen=True, kw_only=True):
    """An event of the log, with the words that stand beside it."""

    number: int
    after: str
    """The head before it."""
    was: str | None = None
    """Of the first event of a log that was written anew to forget somebody: the head that it had before."""
    at: str
    by: str
    id: str | None
    order: AnyOrder
    outcome: AnyOutcome | None
    line: bytes
    """Its bytes as the chain has them, without a line break."""
    beside: Beside

    @property
    def row(self) -> bytes:
        """The line and what stands beside it: what is kept."""
        return joined(self.line, self.beside)


def record(number: int, after: str, given: Given, outcome: AnyOutcome | None, salt: str) -> Recorded:
    """The event that an order becomes."""
    written = _Line(
        number=number, after=after, at=given.at, by=given.by, id=given.id, order=given.order, outcome=outcome
    )
    data = msgspec.json.decode(msgspec.json.encode(written))
    beside = sealed(data, salt)
    return _recorded(written, msgspec.json.encode(data), beside)


def _recorded(read: _Line, line: bytes, beside: Beside) -> Recorded:
    return Recorded(
        number=read.number, after=read.after, was=None if read.was is UNSET else read.was, at=read.at, by=read.by,
        id=read.id, order=read.order, outcome=read.outcome, line=line, beside=beside,
    )  # fmt: skip


_reader: Final = msgspec.json.Decoder(_Line)


def read_line(row: bytes, number: int, after: str) -> Recorded:
    """The event of a row of a log, if the chain holds there and the words beside it are those of the line."""
    line, raw = split(row)
    try:
        read = _reader.decode(line)
        if read.number != number or read.after != after:
            raise OrderProblem("chain", "the chain is broken at event {number}", number=number)
        beside = read_beside(raw)
        if read.event == "order_applied.1" and not raw:
            return _recorded(read, line, {})
        data = msgspec.json.decode(line)
        if read.event == "order_applied.1" or beside is None or not unsealed(data, beside):
            raise OrderProblem("words", "the words beside event {number} are not those that its line was made of",
                               number=number)  # fmt: skip
        return _recorded(msgspec.convert(data, _Line) if MARK.encode() in line else read, line, beside)
    except (msgspec.ValidationError, msgspec.DecodeError):
        raise OrderProblem("log", "event {number} of the log cannot be read", number=number) from None
