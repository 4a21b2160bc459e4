"""What clients are sent: one snapshot on joining, then a frame for each step.

A frame says what happened (`events`, each as these eyes may see it) and what that changed on their screen, so that a
client needs no rules and no geometry: `set` has fields of the snapshot with their new value, `add` what lists of it
have more at their end, and `yours` what is for these eyes alone. `follow` is all a client has to do with it.

Most of a frame is the same for everybody and is encoded once. After a move only the few fields are looked
at that a move can change, and likewise after a *conforme* or a seed; anything else compares what a spectator sees.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import Any, Final, NamedTuple

from msgspec import UNSET, Struct, UnsetType
from msgspec.json import Encoder

from tantera.play.actors import SPECTATOR, Eyes, Role
from tantera.play.events import (
    Corrected,
    CountAgreed,
    DoublesPlaced,
    Event,
    RacksLifted,
    SeatsTaken,
    SeedCommitted,
    SheetSigned,
    ShuffleWished,
    TileDrawn,
    TilePlaced,
    TurnPassed,
)
from tantera.play.hand import next_after
from tantera.play.ledger import Progress
from tantera.play.match import PLAYING, Match
from tantera.play.options import options
from tantera.play.seen import moves_seen, racks_seen, seen
from tantera.play.snapshot import AS_SEEN, Snapshot, as_seen, laid_since, snapshot
from tantera.play.timing import deadline
from tantera.play.view import View, comments_until, view
from tantera.rules import Seat
from tantera.tiles import Chain, TileSet

_encode: Final = Encoder(enc_hook=attrgetter("code")).encode
"""Tiles are what has a form of its own, as in a log: anything else has no code, and raises."""


class Frame(Struct, frozen=True, gc=False, omit_defaults=True):
    """One message. `version` is how many events have been written; a client that is behind asks again."""

    version: int
    view: Snapshot | UnsetType = UNSET
    """The whole screen: on joining, and where a correction or the draw for the seats has changed all of it."""
    events: list[Event] | UnsetType = UNSET
    set: dict[str, Any] | UnsetType = UNSET
    add: dict[str, Any] | UnsetType = UNSET
    yours: dict[str, Any] | UnsetType = UNSET
    """Written after the others, which are the same for everybody and encoded once."""


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
    after = progress.after
    kinds = {type(event) for event in progress.events}
    if not kinds.isdisjoint(_AFRESH):
        everybody = joined(after, SPECTATOR, version)
        return Frames(everybody, {eyes: joined(after, eyes, version) for eyes in audience if eyes is not SPECTATOR})
    told = _seen(progress, SPECTATOR)
    parts = _parts(progress, kinds, told)
    changed, more = parts.set or UNSET, parts.add or UNSET
    frame = everybody = _encode(Frame(version, UNSET, told, changed, more))
    own: dict[Eyes, bytes] = {}
    drawn = TileDrawn in kinds  # a deal hides tiles too, but shows nobody any: they come with `yours`
    for eyes in audience:
        if eyes is SPECTATOR:
            continue
        if drawn:
            own[eyes] = frame = _encode(Frame(version, UNSET, _seen(progress, eyes), changed, more))
        if yours := parts.yours(eyes):
            own[eyes] = b"".join((frame[:-1], b',"yours":', _encode(yours), b"}"))
    return Frames(everybody, own)


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
MOVES: Final = frozenset({TilePlaced, DoublesPlaced, TurnPassed, TileDrawn, RacksLifted})
"""Events of which is known which fields they can change."""
_GROWING: Final = ("chain", "moves", "infractions", "consequences")


_SMALL: Final = {
    SeedCommitted: "commitment",
    ShuffleWished: "shuffle_wish",
    CountAgreed: "agreed",
    SheetSigned: "signatures",
}
"""Events outside a hand in play that change this field, perhaps the phase, and what may be done: nothing else."""


def _parts(progress: Progress, kinds: set[type[Event]], told: list[Event]) -> _Moved | _Small | _Compared:
    """What a step changed, found out in the cheapest way that its events allow; `told` as everybody sees them."""
    before, _, after = progress
    if kinds <= MOVES and before.phase is PLAYING and after.phase is PLAYING:
        return _Moved(progress, told)
    return _Small(progress) if kinds <= _SMALL.keys() else _Compared(progress)


def _seen(progress: Progress, eyes: Eyes) -> list[Event]:
    return [seen(progress.after, event, eyes) for event in progress.events]


class _Moved:
    """What moves changed, while the hand goes on: looked up, not compared."""

    def __init__(self, progress: Progress, told: list[Event]) -> None:
        before, _, after = progress
        old, hand = before.hand, after.hand
        assert old is not None
        assert hand is not None
        chain, self.after = hand.chain, after
        self.deciding: tuple[Seat, ...] = (old.turn, hand.turn)
        if not old.moves and after.book.customs.may_redeal_from is not None:
            self.deciding = hand.seats  # once it is opened nobody may ask for a new deal
        self.holding: tuple[Seat, ...] = ()
        """Whose own racks look different now."""
        self.drawn = len(hand.boneyard) != len(old.boneyard)
        changed: dict[str, Any] = {
            "turn": hand.turn,
            "next": next_after(hand, hand.turn),
            "deadline": deadline(after),
        }
        more: dict[str, Any] = {"moves": told}
        self.set, self.add = changed, more
        if hand.racks is not old.racks or hand.hidden is not old.hidden:
            self.holding = tuple([move.seat for move in hand.moves[len(old.moves) :]])
            changed["counts"] = hand.counts
        if hand.lifted is not old.lifted:
            self.holding += hand.lifted[len(old.lifted) :]
            changed["lifted"] = hand.lifted
            more["moves"] = [event for event in told if type(event) is not RacksLifted]
        if chain is not old.chain and chain is not None:
            tile_set = after.book.options.set
            more["chain"] = laid_since(old.chain, chain, tile_set)
            changed["ends"] = (chain.left, chain.right)
            if _kills(old.chain, chain, highest := tile_set.highest_suit):
                changed["killed"] = chain.killed_doubles(highest)
        if hand.made is not old.made:
            changed["score"], changed["made"] = after.score, hand.made
        if hand.exposed is not old.exposed:
            changed["exposed"] = hand.open_tiles
        if self.drawn:
            changed["boneyard"] = len(hand.boneyard)

    def yours(self, eyes: Eyes) -> dict[str, Any]:
        own: dict[str, Any] = {}
        if eyes in self.holding or (self.holding and isinstance(eyes, Role)):
            racks = racks_seen(self.after, eyes)
            if any(racks):
                own["racks"] = racks
            if self.drawn:
                own["moves"] = moves_seen(self.after, eyes)
        if eyes in self.deciding:
            own["options"] = options(self.after, eyes)
        return own


def _kills(old: Chain | None, new: Chain, highest_suit: int) -> bool:
    """Whether a tile laid since has killed a double: that of the number it touches, or none."""
    for placement in new.placements[0 if old is None else len(old.placements) :]:
        if new.has_killed(placement.touching, highest_suit):
            return True
    return False


class _Small:
    """What events changed that have one field each."""

    def __init__(self, progress: Progress) -> None:
        self.before, events, self.after = progress
        names = [_SMALL[type(event)] for event in events]
        self.set: dict[str, Any] = {name: getattr(self.after, name) for name in names}
        self.add: dict[str, Any] = {}
        if self.before.signers != self.after.signers:  # one of a side has signed for the other
            self.set["signers"] = self.after.signers
        if self.before.phase is not self.after.phase:
            self.set["phase"] = self.after.phase
            if comments_until(self.before) is not None:  # they end with the count
                self.set["comments_until"] = None

    def yours(self, eyes: Eyes) -> dict[str, Any]:
        now = options(self.after, eyes)
        return {"options": now} if now != options(self.before, eyes) else {}


class _Compared:
    """What anything else changed: two views, field by field."""

    def __init__(self, progress: Progress) -> None:
        self.before, _, self.after = progress
        self.old, self.new = old, new = view(self.before, SPECTATOR), view(self.after, SPECTATOR)
        self.in_hand = self.before.hand is not self.after.hand
        """Whether the hand itself has changed. A line on the sheet shows everybody the same."""
        self.set: dict[str, Any] = {}
        self.add: dict[str, Any] = {}
        for name, was, now in zip(AS_SEEN, as_seen(old), as_seen(new), strict=True):
            if was is now or was == now:
                continue
            if name in _GROWING and now[: len(was)] == was:
                self.add[name] = now[len(was) :]
            else:
                self.set[name] = now
        if len(old.lines) != len(new.lines):
            self.set |= {"hands": len(new.lines), "line": new.lines[-1]}
        if old.chain is not new.chain:
            self._laid(old.chain, new.chain, new.book.options.set)

    def _laid(self, old: Chain | None, new: Chain | None, tile_set: TileSet) -> None:
        grown = new is not None and (old is None or new.placements[: len(old.placements)] == old.placements)
        if new is not None and grown:
            if more := laid_since(old, new, tile_set):
                self.add["chain"] = more
        else:
            self.set["chain"] = laid_since(None, new, tile_set) if new is not None else ()
        ends = [None if chain is None else (chain.left, chain.right) for chain in (old, new)]
        if ends[0] != ends[1]:
            self.set["ends"] = ends[1]

    def yours(self, eyes: Eyes) -> dict[str, Any]:
        """What these eyes see otherwise than a spectator, where that is not what they saw before with what is new."""
        own: dict[str, Any] = {}
        for name, look in _PERSONAL.items() if self.in_hand else (("options", _options),):
            told = self.set[name] if name in self.set else look(self.before, self.old, eyes)
            if name in self.add:
                told = (*told, *self.add[name])
            if told is not (now := look(self.after, self.new, eyes)) and told != now:
                own[name] = now
        return own


def _racks(match: Match, shown: View, eyes: Eyes) -> tuple[object, ...]:
    """When the hand is over everybody sees them all, unless it may come back."""
    return shown.racks if match.racks_are_open else racks_seen(match, eyes)


def _options(match: Match, shown: View, eyes: Eyes) -> tuple[object, ...]:
    return options(match, eyes)


def _moves(match: Match, shown: View, eyes: Eyes) -> tuple[object, ...]:
    return shown.moves if match.racks_are_open else moves_seen(match, eyes)


_PERSONAL: Final = {"racks": _racks, "options": _options, "moves": _moves}
"""Fields in which one pair of eyes sees something else than another."""
