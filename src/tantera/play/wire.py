"""What clients are sent: one snapshot on joining, then a frame for each step.

A frame says what happened (`events`, each as these eyes may see it) and what that changed on their screen, so that a
client needs no rules and no geometry: `set` has fields of the snapshot with their new value, `add` what lists of it
have more at their end, and `yours` what is for these eyes alone. `follow` is all a client has to do with it.

Which parts of the screen a step can have changed, the snapshot itself says: those that depend on a field of the match
or of the hand that is another object now. Most of a frame is the same for everybody and is encoded once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import compress
from operator import attrgetter, is_not
from typing import Any, Final, NamedTuple

from msgspec import UNSET, Struct, UnsetType
from msgspec.json import Encoder

from tantera.play.actors import SPECTATOR, Eyes, Role
from tantera.play.events import Event, TileDrawn
from tantera.play.hand import Hand
from tantera.play.ledger import Progress
from tantera.play.match import Match
from tantera.play.options import options, options_of_players
from tantera.play.orders import Order
from tantera.play.seen import moves_seen, racks_seen, seen
from tantera.play.snapshot import PARTS, Snapshot, offered, snapshot
from tantera.play.view import counts_of, view
from tantera.rules import Seat

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
    others: dict[Eyes, bytes]

    def to(self, eyes: Eyes) -> bytes:
        return self.others.get(eyes, self.everybody)


class Shown:
    """What is on everybody's screen: the parts that have changed so far, as somebody sees them who only looks on, and
    what each player may do. Whoever tells one step after the other keeps it, and no part is worked out twice."""

    def __init__(self) -> None:
        self.match: Match | None = None
        """Of which it is so."""
        self.parts: dict[str, Any] = {}
        self.options: dict[Seat, tuple[Order, ...]] = {}

    def at(self, match: Match) -> Shown:
        """The same, if it is of this match."""
        if self.match is not match:
            self.parts.clear()
            self.options = options_of_players(match)
        self.match = None  # until it is so again
        return self


def joined(match: Match, eyes: Eyes, version: int) -> bytes:
    """The first frame of somebody who joins now."""
    return _encode(Frame(version, view=snapshot(view(match, eyes))))


def frames(progress: Progress[Match], version: int, audience: Iterable[Eyes], shown: Shown | None = None) -> Frames:
    """What everybody who looks on is sent of a step, after which `version` events have been written. `shown` is what
    they had before it, and then what they have now."""
    before, moments, after = progress
    events: list[Event] = []
    drawn = False
    for event, _, _ in moments:
        if event.afresh:
            everybody = joined(after, SPECTATOR, version)
            return Frames(everybody, {eyes: joined(after, eyes, version) for eyes in audience if eyes is not SPECTATOR})
        events.append(seen(after, event, SPECTATOR))
        drawn = drawn or type(event) is TileDrawn  # a deal shows nobody a tile: they come with `yours`
    shown = (shown or Shown()).at(before)
    changed, more = _changes(shown.parts, before, after)
    might, shown.options = shown.options, options_of_players(after)
    frame = everybody = _encode(Frame(version, UNSET, events, changed or UNSET, more or UNSET))
    others: dict[Eyes, bytes] = {}
    for eyes, yours in _yours(before, after, changed, more, drawn, (might, shown.options), audience):
        if drawn:
            events = [seen(after, moment.event, eyes) for moment in moments]
            frame = _encode(Frame(version, UNSET, events, changed or UNSET, more or UNSET))
        others[eyes] = b'%b,"yours":%b}' % (frame[:-1], _encode(yours))
    shown.match = after
    return Frames(everybody, others)


def follow(shown: dict[str, Any], frame: dict[str, Any]) -> dict[str, Any]:
    """What a client shows after a frame, in plain JSON: this is the whole of a client's rules."""
    if "view" in frame:
        return dict(frame["view"])
    after: dict[str, Any] = shown | frame.get("set", {})
    for name, more in frame.get("add", {}).items():
        after[name] = [*after[name], *more]
    after.update(frame.get("yours", {}))
    return after


# --- what changed ---------------------------------------------------------------------------------------------------


def _changes(parts: dict[str, Any], before: Match, after: Match) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a step changed for everybody: parts that are others now, and what lists have more at their end."""
    changed: dict[str, Any] = {}
    more: dict[str, Any] = {}
    for name, of, grows, shown in _touched(before, after):
        was = parts[name] if name in parts else of(before)
        now = parts[name] = of(after)
        if was == now:
            continue
        if not grows:
            changed[name] = now
            continue
        since, longer = (len(was), more) if now[: len(was)] == was else (0, changed)
        longer[name] = now[since:] if shown is None else shown(after, since)
    return changed, more


def _yours(
    before: Match,
    after: Match,
    changed: dict[str, Any],
    more: dict[str, Any],
    drawn: bool,
    options_of: tuple[dict[Seat, tuple[Order, ...]], dict[Seat, tuple[Order, ...]]],
    audience: Iterable[Eyes],
) -> Iterator[tuple[Eyes, dict[str, Any]]]:
    """To each of these eyes what they see otherwise than a spectator, where it is not what they saw before with what
    is new: their tiles, those they drew among the moves, and what they may do."""
    old, new = before.hand, after.hand
    chain = None if new is None else new.chain
    laid = chain is not (None if old is None else old.chain)
    might, may = options_of
    another = old is None or new is None or old.number != new.number or "racks" in changed
    holding = () if old is None or new is None else _holding_others(old, new)
    drawn = drawn or "moves" in changed
    concerned = {*might, *may, *holding}
    for eyes in audience:
        if eyes is SPECTATOR or not (eyes in concerned or another or drawn or isinstance(eyes, Role)):
            continue
        yours: dict[str, Any] = {}
        if another:
            had, now = changed.get("racks") or racks_seen(before, eyes), racks_seen(after, eyes)
            if had != now:
                yours["racks"] = now
        elif holding and (eyes in holding or isinstance(eyes, Role)):
            yours["racks"] = racks_seen(after, eyes)
        if drawn:
            so_far = changed["moves"] if "moves" in changed else (*moves_seen(before, eyes), *more.get("moves", ()))
            if so_far != (moves := moves_seen(after, eyes)):
                yours["moves"] = moves
        if isinstance(eyes, Role):
            was, orders = options(before, eyes), options(after, eyes)
        else:
            was, orders = might.get(eyes, ()), may.get(eyes, ())
        if (orders and laid) or was != orders:
            yours["options"] = offered(orders, chain, after.book, counts_of(after))
        if yours:
            yield eyes, yours


def _holding_others(old: Hand, new: Hand) -> tuple[Seat, ...]:
    """Who holds other tiles than before in the same hand, or has lifted them now."""
    holding, was, now = new.lifted[len(old.lifted) :], old.racks, new.racks
    if was is not now:
        holding += tuple([seat for seat in old.lifted if was[seat - 1] != now[seat - 1]])
    return holding if old.hidden is new.hidden else new.lifted  # where nobody has seen some of them


# --- what may have changed ------------------------------------------------------------------------------------------

_Part = tuple[str, Callable[[Match], Any], bool, Callable[[Match, int], Any] | None]
_PARTS: Final[list[_Part]] = [(name, *part[1:]) for name, part in PARTS.items()]
_OF_MATCH: Final = sorted({field for part in PARTS.values() for field in part.fields if "." not in field})
_OF_HAND: Final = sorted({field for part in PARTS.values() for field in part.fields if "." in field})
_of_match: Final = attrgetter(*_OF_MATCH)
_of_hand: Final = attrgetter(*(field.removeprefix("hand.") for field in _OF_HAND))
_NO_HAND: Final = (None,) * len(_OF_HAND)


def _touched(before: Match, after: Match) -> tuple[_Part, ...]:
    """The parts that depend on a field that is another object now."""
    was, now = _of_match(before), _of_match(after)
    of_match = () if was == now else tuple(map(is_not, was, now))
    old, new = before.hand, after.hand
    of_hand = map(is_not, _NO_HAND if old is None else _of_hand(old), _NO_HAND if new is None else _of_hand(new))
    return _depending(of_match, () if old is new else tuple(of_hand))


@lru_cache(maxsize=4096)
def _depending(of_match: tuple[bool, ...], of_hand: tuple[bool, ...]) -> tuple[_Part, ...]:
    others = {*compress(_OF_MATCH, of_match), *compress(_OF_HAND, of_hand)}
    return tuple([part for part in _PARTS if not others.isdisjoint(PARTS[part[0]].fields)])
