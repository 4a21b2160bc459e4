"""What somebody may know of the tiles, worked out apart from the code that decides it, and a search for anything more.

`tantera.play.seen` is not asked here: this is the second opinion. While a hand is in play everybody knows what lies on
the table, what was laid open and what the records of the referee name; a player also what they hold, once lifted. When
the hand is over everything is known, unless it was annulled, or lost after somebody's decision: then it may come back
until the next one is dealt, and nothing more is known of it than before, not even how many pips anybody has left.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from tantera.play import DIRECTOR, JUDGES, REFEREE, TABLE, Eyes, Match
from tantera.play.events import DoublesPlaced, MoveSeen, TilePlaced
from tantera.tiles import Tile, rack_of

OFFICIALS = (REFEREE, JUDGES, DIRECTOR, TABLE)
Path = tuple[str, ...]


def leaks(match: Match, eyes: Eyes, sent: bytes) -> list[str]:
    """What these bytes betray to these eyes, once `match` is how things stand; nothing, if all is well."""
    if eyes in OFFICIALS or not is_secret(match):
        return []
    assert match.hand is not None
    found = []
    if not match.hand_in_play:
        found += [f"pips left at {'.'.join(path)}" for path in _pips(msgspec.json.decode(sent))]
    deal = match.hand.deal
    if deal is not None and deal.seed and deal.seed.encode() in sent:
        found.append("the seed of the deal")
    known = known_to(match, eyes)
    for path, text in _texts(msgspec.json.decode(sent)):
        if not re.fullmatch(r"\d\d", text) or _is_the_draw(path) or "details" in path:
            continue
        tile = Tile.parse(text)
        if not tile.bit & known or _is_somebody_elses_rack(match, eyes, path):
            found.append(f"{text} at {'.'.join(path)}")
    return found


def is_secret(match: Match) -> bool:
    """Whether somebody's tiles are nobody else's business: no other hand has been dealt, and this one goes on, or its
    players may get it back."""
    if match.hand is None:
        return False
    scored = match.lines[match.hand.number - 1 :]
    if not scored:
        return True
    by_a_record = bool(scored[0].article) and scored[0].how != "domino"
    return scored[0].how == "void" or (by_a_record and match.ruled_on)


def _pips(sent: Any) -> Iterator[Path]:
    """Where the last line of the sheet says what somebody has left."""
    if "view" in sent or "set" in sent:
        line = sent.get("view", {}).get("line") or sent.get("set", {}).get("line")
        if line is not None and any(pips is not None for pips in line["left"]):
            yield ("line", "left")
    events = [event for event in sent.get("events", ()) if event.get("event", "").startswith("hand_scored")]
    if events and any(pips is not None for pips in events[-1]["left"]):
        yield ("events", "left")


def known_to(match: Match, eyes: Eyes) -> int:
    """The tiles whose place these eyes may know while the hand is in play, as a bit mask."""
    hand = match.hand
    assert hand is not None
    known = hand.chain.tiles if hand.chain is not None else 0
    for shown in hand.exposed:
        known |= shown
    for move in hand.moves:
        match move:
            case DoublesPlaced(left=left, right=right):
                known |= left.bit | right.bit
            case TilePlaced(tile=tile) | MoveSeen(tile=Tile() as tile):
                known |= tile.bit
    for followed in match.consequences:
        named: Tile | None = getattr(followed, "tile", None)
        known |= named.bit if named is not None else 0
    if isinstance(eyes, int) and eyes in hand.lifted:
        known |= rack_of(hand.dealt[eyes - 1])
    return known | _killed(match)


def _killed(match: Match) -> int:
    """Doubles whose whole suit lies on the table: anybody who counts knows that they cannot be played (CL-matar)."""
    hand, highest = match.hand, match.book.options.set.highest_suit
    laid = hand.chain.tiles if hand is not None and hand.chain is not None else 0
    killed = 0
    for number in range(highest + 1):
        others = rack_of(Tile.of(number, other) for other in range(highest + 1) if other != number)
        if not others & ~laid:
            killed |= Tile.of(number, number).bit
    return killed


def _texts(value: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Every text in a JSON value, with the way to it."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        place = (*path, value["event"]) if "event" in value else path
        for key, one in value.items():
            yield from _texts(one, (*place, key))
    elif isinstance(value, list):
        for index, one in enumerate(value):
            yield from _texts(one, (*path, str(index)))


def _is_the_draw(path: Path) -> bool:
    """The tiles drawn for the opening lay open, and were shuffled in again."""
    return "drawn" in path or "opening_drawn.1" in path


def _is_somebody_elses_rack(match: Match, eyes: Eyes, path: Path) -> bool:
    """Whether this is a tile of a rack that these eyes may not look into, known tile or not."""
    if "racks" not in path:
        return False
    assert match.hand is not None
    seat = int(path[path.index("racks") + 1]) + 1
    return seat != eyes or seat not in match.hand.lifted
