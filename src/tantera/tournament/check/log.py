"""The lines of a log: the chain of hashes, and which orders are in force after undos."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from tantera.tournament.check.report import Report
from tantera.tournament.check.words import NotTheirs, put_back
from tantera.words import Phrase

NOTHING = "0" * 64
"""What the first event comes after."""


@dataclass(frozen=True)
class Line:
    """An event of the log as it was written."""

    number: int
    order: dict[str, Any]
    outcome: dict[str, Any]
    by: str
    at: str
    id: str | None

    @property
    def name(self) -> str:
        return str(self.order["order"])


def read(lines: Iterable[bytes], report: Report) -> list[Line]:
    """The events, with every link of the chain verified: each line has the hash of the line before it."""
    read: list[Line] = []
    head = NOTHING
    for raw in lines:
        raw, _, beside = raw.rstrip(b"\r\n").partition(b"\n")
        number = len(read) + 1
        try:
            written = json.loads(raw)
            order = written["order"]
            if written["event"] != "order_applied.1" or beside:
                report.saw("words beside the chain", put_back(written, beside))
            line = Line(
                written["number"], order, written.get("outcome") or {}, written["by"], written["at"], written.get("id")
            )
            tag = written["event"]
            name = line.name
            after = written["after"]
        except NotTheirs:
            say = Phrase("the words beside event {number} are not those that its line was made of", number=number)
            report.broken("words", say, event=number)
            break
        except (ValueError, KeyError, TypeError, AttributeError):
            report.broken("unreadable", Phrase("event {number} cannot be read", number=number), event=number)
            break
        if not (isinstance(tag, str) and tag.startswith("order_applied.") and name):
            report.broken("unreadable", Phrase("event {number} cannot be read", number=number), event=number)
            break
        if line.number != number:
            say = Phrase("event {number} has the number {found}", number=number, found=line.number)
            report.broken("numbering", say, event=number)
        if after != head:
            say = Phrase("event {number} does not come after the one before it: the chain is broken", number=number)
            report.broken("chain", say, event=number)
        report.saw("links of the chain")
        head = sha256(raw).hexdigest()
        read.append(line)
    report.events, report.head = len(read), head
    return read


def in_force(lines: list[Line]) -> list[Line]:
    """The orders that count: without those that an undo took away, and without the undos. An undo that was undone
    itself does nothing, so the last word is read first."""
    gone: set[int] = set()
    for line in reversed(lines):
        if line.name == "undo" and line.number not in gone:
            gone.add(int(line.order["event"]))
    return [line for line in lines if line.name != "undo" and line.number not in gone]


def ids_used_once(lines: list[Line], report: Report) -> None:
    """A repeated id is answered, never applied again."""
    seen: set[str] = set()
    for line in lines:
        if line.id is not None and line.id in seen:
            say = Phrase("event {number} has an id that was used before", number=line.number)
            report.broken("id_reused", say, event=line.number)
        elif line.id is not None:
            seen.add(line.id)
