"""The words about people, which stand beside a line: the line has their hashes, and each is computed again here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

NOBODY = "—"
"""What stands where the words were erased."""
MARK = "sha256:"
OF_ORDERS = {
    "enter": "players",
    "edit_player": "name",
    "stand_in": "name",
    "swap": "reason",
    "result": "reason",
    "publish": "override",
}
"""The field of an order that has words about people in it."""


class NotTheirs(ValueError):
    """What stands beside a line is not what its hashes are of."""


def put_back(written: dict[str, Any], beside: bytes) -> int:
    """Put the words into a line, dashes where there are none left; how many hashes were computed."""
    words = json.loads(beside) if beside else {}
    for mark, word in words.items():
        text = json.dumps(word["words"], ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        if sha256((word["salt"] + text).encode()).hexdigest() != mark:
            raise NotTheirs
    kept = json.dumps(words, ensure_ascii=False, separators=(",", ":")).encode() if words else b""
    unused = set(words)
    for holder, key, before in [*_giver(written), *_order(written["order"]), *_outcome(written.get("outcome"))]:
        mark = holder[key].removeprefix(before)
        if not mark.startswith(MARK):
            raise NotTheirs
        text = words[mark.removeprefix(MARK)]["words"] if mark.removeprefix(MARK) in words else NOBODY
        unused.discard(mark.removeprefix(MARK))
        if isinstance(text, dict):
            holder.update(text)
        else:
            holder[key] = before + text
    if unused or kept != beside:
        raise NotTheirs
    return len(words)


_Place = tuple[Any, Any, str]
"""What holds the words, under which key, and what stands before them there."""


def _giver(written: dict[str, Any]) -> Iterator[_Place]:
    role, _, name = written["by"].partition(":")
    if name and role != "player":
        yield written, "by", f"{role}:"


def _order(order: dict[str, Any]) -> Iterator[_Place]:
    field = OF_ORDERS.get(order["order"])
    if field == "players":
        yield from ((player, "name", "") for player in order["players"])
    elif field is not None and order.get(field) is not None:
        yield order, field, ""
    elif order["order"] == "edit_event":
        yield from [(order, "organiser", "")] if "organiser" in order else ()
        yield from ((order["texts"], name, "") for name in order.get("texts", {}))


def _outcome(outcome: Any) -> Iterator[_Place]:
    if isinstance(outcome, list):
        for inner in outcome:
            yield from _outcome(inner)
    elif isinstance(outcome, dict) and outcome.get("outcome") not in ("created", "event_edited"):
        for key, inner in outcome.items():
            if key == "secret":
                yield outcome, key, ""
            elif key == "stand_ins":
                yield from ((pair, 1, "") for pair in inner)
            elif key == "facts" and "reason" in inner:
                yield inner, "reason", ""
            else:
                yield from _outcome(inner)
