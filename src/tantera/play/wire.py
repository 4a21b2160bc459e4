"""What clients are sent: one snapshot on joining, then a frame for each step.

A frame says what happened (`events`, each as these eyes may see it) and what that changed on their screen, so that a
client needs no rules and no geometry: `set` has fields of the snapshot with their new value, `add` what lists of it
have more at their end, and `yours` what is for these eyes alone. `follow` is all a client has to do with it.

Which parts of the screen a step can have changed, the snapshot itself says: those that depend on a field of the match
or of the hand that is another object now. Most of a frame is the same for everybody and is encoded once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from operator import attrgetter, is_not
from typing import Any, Final, NamedTuple

from msgspec import UNSET, Struct, UnsetType
from msgspec.json import Encoder

from tantera.play.actors import SPECTATOR, Eyes, Role
from tantera.play.events import Event, TileDrawn
from tantera.play.hand import Move
from tantera.play.ledger import Progress
from tantera.play.match import PLAYING, Match
from tantera.play.options import options
from tantera.play.seen import moves_seen, racks_seen, seen
from tantera.play.snapshot import PARTS, Snapshot, laid_since, offered, snapshot
from tantera.play.view import view
from tantera.rules import Seat
from tantera.tiles import Chain

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


def frames(progress: Progress[Match], version: int, audience: Iterable[Eyes]) -> Frames:
    """What everybody who looks on is sent of a step, after which `version` events have been written."""
    before, moments, after = progress
    told, drawn = list[Event](), False
    for event, _, _ in moments:
        if event.afresh:
            everybody = joined(after, SPECTATOR, version)
            return Frames(everybody, {eyes: joined(after, eyes, version) for eyes in audience if eyes is not SPECTATOR})
        told.append(seen(after, event, SPECTATOR))
        drawn = drawn or type(event) is TileDrawn  # a deal shows nobody a tile: they come with `yours`
    step = _Step(before, after)
    changed, more = step.set or UNSET, step.add or UNSET
    frame = everybody = _encode(Frame(version, UNSET, told, changed, more))
    own: dict[Eyes, bytes] = {}
    goes_on, concerned = step.goes_on, step.concerned
    for eyes in audience:
        if eyes is SPECTATOR or (goes_on and eyes not in concerned and not isinstance(eyes, Role)):
            continue
        if drawn:
            told = [seen(after, moment.event, eyes) for moment in moments]
            own[eyes] = frame = _encode(Frame(version, UNSET, told, changed, more))
        if yours := step.yours(eyes):
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


class _Step:
    """What a step changed: for everybody, and for one pair of eyes."""

    def __init__(self, before: Match, after: Match) -> None:
        self.before, self.after = before, after
        self.set: dict[str, Any] = {}
        self.add: dict[str, Any] = {}
        self.goes_on = self.drawn = False
        self.holding: tuple[Seat, ...] = ()
        self.concerned: set[Seat] = set()
        """While a hand goes on, only who was or is in turn, and who holds other tiles now, sees what others do not."""
        old, new = before.hand, after.hand
        if old is None and new is not None:  # the first deal: every part of a hand is new
            self.set = {name: part.of(after) for name, part in PARTS.items() if name != "chain"}
            self._lay(None, new.chain)
        for name, of in () if old is None and new is not None else _touched(before, after):
            was, now = of(before), of(after)
            if was == now:
                continue
            if name == "chain":
                self._lay(was, now)
            elif name == "moves" and now[: len(was)] == was:
                self.add[name] = [seen(after, move, SPECTATOR) for move in now[len(was) :]]
            elif name == "moves":
                self.set[name] = moves_seen(after, SPECTATOR)
            elif name in _GROWING and now[: len(was)] == was:
                self.add[name] = now[len(was) :]
            else:
                self.set[name] = now
        if "racks" in self.set and (now := moves_seen(after, SPECTATOR)) != _moves_told(before, self.add):
            self.set["moves"] = now  # tiles that were drawn lie open too
            self.add.pop("moves", None)
        if old is None or new is None or not before.phase is after.phase is PLAYING or before.clock is not after.clock:
            return
        # Before it is opened, whoever may ask for another deal need not be in turn.
        if old.moves or after.book.customs.may_redeal_from is None:
            self.goes_on, self.drawn = True, new.boneyard is not old.boneyard
            self.holding = new.lifted[len(old.lifted) :]
            if new.racks is not old.racks:
                self.holding += tuple([move.seat for move in new.moves[len(old.moves) :]])
            self.concerned = {old.turn, new.turn, *self.holding}

    def _lay(self, old: Chain | None, new: Chain | None) -> None:
        """What lies on the table, the two open numbers, and the doubles that have been killed."""
        tile_set = self.after.book.options.set
        self.set["ends"] = None if new is None else (new.left, new.right)
        if new is not None and (old is None or new.placements[: len(old.placements)] == old.placements):
            self.add["chain"] = laid_since(old, new, tile_set)
            killed = new.killed_doubles(tile_set.highest_suit)
            if killed and (old is None or killed != old.killed_doubles(tile_set.highest_suit)):
                self.set["killed"] = killed
        else:
            self.set["chain"] = () if new is None else laid_since(None, new, tile_set)
            self.set["killed"] = () if new is None else new.killed_doubles(tile_set.highest_suit)

    def yours(self, eyes: Eyes) -> dict[str, Any]:
        """What these eyes see otherwise than a spectator, where that is not what they saw before with what is new."""
        before, after, own = self.before, self.after, dict[str, Any]()
        if not self.goes_on and (before.hand is not after.hand or "racks" in self.set):
            self._compare(own, "racks", racks_seen(before, eyes), racks_seen(after, eyes))
            self._compare(own, "moves", moves_seen(before, eyes), moves_seen(after, eyes))
        elif eyes in self.holding or (self.holding and isinstance(eyes, Role)):
            own["racks"] = racks_seen(after, eyes)
            if self.drawn:
                own["moves"] = moves_seen(after, eyes)
        now, old, new = options(after, eyes), before.hand, after.hand
        chain = None if new is None else new.chain
        if (now and (old is None or old.chain is not chain)) or now != options(before, eyes):
            own["options"] = offered(now, chain, after.book.options.set)
        return own

    def _compare(self, own: dict[str, Any], name: str, was: tuple[object, ...], now: tuple[object, ...]) -> None:
        told = self.set[name] if name in self.set else (*was, *self.add.get(name, ()))
        if told != now:
            own[name] = now


def _moves_told(before: Match, added: dict[str, Any]) -> tuple[Move, ...]:
    return (*moves_seen(before, SPECTATOR), *added.get("moves", ()))


_GROWING: Final = frozenset({"infractions", "consequences"})


# --- what may have changed ------------------------------------------------------------------------------------------

_ALL: Final = sorted({field for part in PARTS.values() for field in part.fields} - {"hand"})
_OF_MATCH: Final = tuple(field for field in _ALL if not field.startswith("hand."))
_OF_HAND: Final = tuple(field for field in _ALL if field.startswith("hand."))
_of_match: Final = attrgetter(*_OF_MATCH)
_of_hand: Final = attrgetter(*(field.removeprefix("hand.") for field in _OF_HAND))


def _touched(before: Match, after: Match) -> tuple[tuple[str, Callable[[Match], Any]], ...]:
    """The parts that depend on a field that is another object now."""
    was, now = _of_match(before), _of_match(after)
    of_match = () if was == now else tuple(map(is_not, was, now))
    old, new = before.hand, after.hand
    if old is new:
        return _depending(of_match, ())
    if old is None or new is None:
        return _depending(of_match, (True,) * len(_OF_HAND))
    return _depending(of_match, tuple(map(is_not, _of_hand(old), _of_hand(new))))


@lru_cache(maxsize=4096)
def _depending(of_match: tuple[bool, ...], of_hand: tuple[bool, ...]) -> tuple[tuple[str, Callable[[Match], Any]], ...]:
    others = {field for field, other in zip(_OF_MATCH, of_match, strict=False) if other}
    others |= {field for field, other in zip(_OF_HAND, of_hand, strict=False) if other}
    others |= {"hand"} if of_hand else set()
    return tuple([(name, part.of) for name, part in PARTS.items() if not others.isdisjoint(part.fields)])
