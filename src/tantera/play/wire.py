"""What clients are sent: one snapshot on joining, then a frame for each step.

A frame says what happened (`events`, each as these eyes may see it) and what that changed on their screen, so that a
client needs no rules and no geometry: `set` has fields of the snapshot with their new value, `add` what lists of it
have more at their end, and `yours` what is for these eyes alone. `follow` is all a client has to do with it.

Most of a frame is the same for everybody and is encoded once. After a move only the few fields are looked
at that a move can change; anything else compares whole snapshots.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from msgspec import UNSET, Raw, Struct, UnsetType
from msgspec.json import Encoder

from tantera.layout import last_place
from tantera.play.actors import SPECTATOR, Eyes
from tantera.play.events import (
    Corrected,
    DoublesPlaced,
    RacksLifted,
    SeatsTaken,
    TileDrawn,
    TilePlaced,
    TurnPassed,
)
from tantera.play.ledger import Progress
from tantera.play.log import tile_to_text
from tantera.play.match import PLAYING, Match
from tantera.play.options import options
from tantera.play.seen import rack_seen, seen
from tantera.play.snapshot import Laid, Snapshot, snapshot
from tantera.play.timing import deadline
from tantera.play.view import view

_encode: Final = Encoder(enc_hook=tile_to_text).encode


class Frame(Struct, frozen=True, omit_defaults=True):
    """One message. `version` is how many events have been written; a client that is behind asks again."""

    version: int
    view: Snapshot | UnsetType = UNSET
    """The whole screen: on joining, and where a correction or the draw for the seats has changed all of it."""
    events: Raw | UnsetType = UNSET
    set: Raw | UnsetType = UNSET
    add: Raw | UnsetType = UNSET
    yours: Raw | UnsetType = UNSET


class Frames(NamedTuple):
    """The frames of one step, encoded: the one for everybody, and those of eyes that see something else."""

    everybody: bytes
    own: dict[Eyes, bytes]

    def to(self, eyes: Eyes) -> bytes:
        return self.own.get(eyes, self.everybody)


def joined(match: Match, eyes: Eyes, version: int) -> bytes:
    """The first frame of somebody who joins now."""
    return _encode(Frame(version, view=snapshot(view(match, eyes))))


def frames(progress: Progress, version: int, audience: Iterable[Eyes]) -> Frames:
    """What everybody who looks on is sent of a step, after which `version` events have been written."""
    before, events, after = progress
    kinds = {type(event) for event in events}
    if kinds & _AFRESH:
        everybody = joined(after, SPECTATOR, version)
        return Frames(everybody, {eyes: joined(after, eyes, version) for eyes in audience if eyes is not SPECTATOR})
    moved = kinds <= _MOVES and before.phase is PLAYING and after.phase is PLAYING
    parts = _Moved(progress) if moved else _Compared(progress)
    shared = Frame(version, UNSET, _raw(_seen(progress, SPECTATOR)), _some(parts.set), _some(parts.add))
    own: dict[Eyes, bytes] = {}
    secrets = not kinds.isdisjoint(_HIDE_TILES)
    for eyes in audience:
        if eyes is SPECTATOR:
            continue
        yours = parts.yours(eyes)
        if secrets:
            own[eyes] = _encode(
                Frame(version, UNSET, _raw(_seen(progress, eyes)), shared.set, shared.add, _some(yours))
            )
        elif yours:
            own[eyes] = _encode(Frame(version, UNSET, shared.events, shared.set, shared.add, _raw(yours)))
    return Frames(_encode(shared), own)


def follow(shown: dict[str, Any], frame: dict[str, Any]) -> dict[str, Any]:
    """What a client shows after a frame, in plain JSON: this is the whole of a client's rules."""
    if "view" in frame:
        return dict(frame["view"])
    after: dict[str, Any] = shown | frame.get("set", {})
    for name, more in frame.get("add", {}).items():
        after[name] = [*after[name], *more]
    after.update(frame.get("yours", {}))
    return after


_AFRESH: Final = frozenset({Corrected, SeatsTaken})
"""Events after which nearly everything is different, the eyes' own place included."""
_MOVES: Final = frozenset({TilePlaced, DoublesPlaced, TurnPassed, TileDrawn, RacksLifted})
"""Events of which is known which fields they can change."""
_HIDE_TILES: Final = frozenset({TileDrawn, *_AFRESH})
"""Events of moves that some eyes see less of. A deal hides tiles too, and shows nobody any: they come with `yours`."""
_PERSONAL: Final = ("racks", "options", "moves")
_GROWING: Final = ("chain", "moves", "infractions", "consequences")


def _raw(value: object) -> Raw:
    return Raw(_encode(value))


def _some(fields: dict[str, Any]) -> Raw | UnsetType:
    return Raw(_encode(fields)) if fields else UNSET


def _seen(progress: Progress, eyes: Eyes) -> list[object]:
    return [seen(progress.after, event, eyes) for event in progress.events]


class _Moved:
    """What moves changed, while the hand goes on: looked up, not compared."""

    def __init__(self, progress: Progress) -> None:
        before, _, after = progress
        old, hand = before.hand, after.hand
        assert old is not None
        assert hand is not None
        self.before, self.after = before, after
        moves = hand.moves[len(old.moves) :]
        self.movers = {move.seat for move in moves}
        self.drawers = {move.seat for move in moves if isinstance(move, TileDrawn)}
        self.lifting = hand.lifted[len(old.lifted) :]
        changed: dict[str, Any] = {"turn": hand.turn, "deadline": deadline(after)}
        self.add: dict[str, Any] = {"moves": [seen(after, move, SPECTATOR) for move in moves]}
        if hand.racks is not old.racks or hand.hidden is not old.hidden:
            changed["counts"] = [hand.count(seat) for seat in range(1, len(after.names) + 1)]
        if hand.chain is not old.chain and hand.chain is not None:
            tile_set = after.book.options.set
            changed["ends"] = (hand.chain.left, hand.chain.right)
            laid = len(hand.chain.placements) - (0 if old.chain is None else len(old.chain.placements))
            self.add["chain"] = [Laid.at(last_place(chain, tile_set)) for chain in hand.chain.last(laid)]
            if killed := hand.chain.killed_doubles(tile_set.highest_suit):
                changed["killed"] = killed
        if hand.exposed is not old.exposed:
            changed["exposed"] = view(after, SPECTATOR).exposed
        if self.lifting:
            changed["lifted"] = hand.lifted
        if len(hand.boneyard) != len(old.boneyard):
            changed["boneyard"] = len(hand.boneyard)
        self.set = changed

    def yours(self, eyes: Eyes) -> dict[str, Any]:
        own: dict[str, Any] = {}
        hand, old = self.after.hand, self.before.hand
        assert hand is not None
        assert old is not None
        everything = not isinstance(eyes, int)
        if everything or eyes in self.movers or eyes in self.lifting:
            racks = [rack_seen(self.after, seat, eyes) for seat in range(1, len(self.after.names) + 1)]
            if any(racks):
                own["racks"] = racks
        if eyes in (old.turn, hand.turn) or eyes in self.movers:
            own["options"] = options(self.after, eyes)
        if eyes in self.drawers or (everything and self.drawers):
            own["moves"] = [seen(self.after, move, eyes) for move in hand.moves]
        return own


class _Compared:
    """What anything else changed: two snapshots, field by field."""

    def __init__(self, progress: Progress) -> None:
        self.before, _, self.after = progress
        old, new = (snapshot(view(match, SPECTATOR)) for match in (self.before, self.after))
        self.set: dict[str, Any] = {}
        self.add: dict[str, Any] = {}
        for name in Snapshot.__struct_fields__:
            was, now = getattr(old, name), getattr(new, name)
            if was == now:
                continue
            if name in _GROWING and now[: len(was)] == was:
                self.add[name] = now[len(was) :]
            else:
                self.set[name] = now

    def yours(self, eyes: Eyes) -> dict[str, Any]:
        old, new = (view(match, eyes) for match in (self.before, self.after))
        own: dict[str, Any] = {}
        for name in _PERSONAL:
            told = self.set.get(name, getattr(old, name))
            if name in self.add:
                told = (*told, *self.add[name])
            if tuple(told) != getattr(new, name):
                own[name] = getattr(new, name)
        return own
