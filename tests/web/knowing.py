"""Who may know what when: a second opinion, from the raw log of a table and the law, and nothing else.

While a hand is played everybody knows what lies on the table, what was laid open, and what a referee named; a player
also their own tiles, once lifted, and those they drew. When the hand is over everybody knows everything. What somebody
has seen they know until the next deal, a move that was taken back included. The code that decides it is not asked.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import psycopg

from tests.store.stories import WRITTEN

Event = dict[str, Any]
_OVER = (
    "went_out", "hand_blocked", "hand_scored", "match_ended",
    "consequence_hand_lost", "consequence_hand_void", "consequence_hand_won", "consequence_match_lost",
)  # fmt: skip
"""Events after which the tiles lie open, by the law."""
_AROUND = (
    "table_", "person_", "seat_taken", "seat_freed", "bot_", "referee_", "seed_kept", "entropy_", "proposed", "agreed.",
    "declined", "proposal_", "grace_", "said.", "call_", "time_ran_out", "sheet_closed",
)  # fmt: skip
"""How the names of those events begin that are around the match, and not of it."""
_STAGED = ("tarragona",)
"""Books where racks are lifted one after the other (TG-8.5…8.9); elsewhere everybody lifts at once."""


class Moment(NamedTuple):
    """What may be known once so many events have been written."""

    hidden: frozenset[str]
    """The tiles of the hand in play that only some may know; none when no hand is played."""
    own: dict[str, frozenset[str]]
    """What each person may know of them."""
    referee: str | None
    seats: tuple[str, ...]
    """The ids of those who play, by seat; empty for a bot."""
    drawn: tuple[str, ...]
    """What was drawn for the opening: it lay open."""
    hand: int
    """The number of the hand in play; 0 for none."""
    sealed: frozenset[str]
    """Seeds that nobody may know, the referee included: the table is bound to them and has not dealt."""
    dealt: str
    """The seed of the hand in play."""
    shown: frozenset[str]
    """Tiles that this event itself showed everybody."""
    recorded: frozenset[str]
    """Tiles that a referee wrote down in this match, in earlier hands too."""
    match: int
    """The number of the match that is being played; 0 for none."""

    def unknown_to(self, person: str | None) -> frozenset[str]:
        if person is not None and person == self.referee:
            return frozenset()
        return self.hidden - self.own.get(person or "", frozenset())


class Secret(NamedTuple):
    """Words that are not for everybody."""

    text: str
    since: int
    readers: frozenset[str] | None
    """Who may read them; None: everybody but `others`."""
    others: frozenset[str]
    until: int
    """The version from which on they are everybody's."""

    def is_kept_from(self, person: str | None, version: int) -> bool:
        if version >= self.until:
            return False
        return (person or "") in self.others if self.readers is None else (person or "") not in self.readers


class Truth:
    """A table's log, and what could be known at each of its versions."""

    def __init__(self, rows: Iterable[tuple[int, bytes | str]]) -> None:
        self.events: list[Event] = [json.loads(event) for _, event in rows]
        self._match: list[Event] = []
        self._deal: Event | None = None
        self._over = True
        self._lifted: set[int] = set()
        self._seats: tuple[str, ...] = ()
        self._referee: str | None = None
        self._drawn: tuple[str, ...] = ()
        self._sealed: set[str] = set()
        self._recorded: set[str] = set()
        self._matches = 0
        self._public: defaultdict[str, set[str]] = defaultdict(set)
        """By the seed of the deal: what has been seen is not forgotten when it is taken back."""
        self._own: defaultdict[str, defaultdict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        self.at = [self._moment(event) for event in self.events]
        self.secrets = tuple(self._secrets())

    @staticmethod
    def of(place: Path | str, table: str) -> Truth:
        asked = "SELECT version, event FROM {} WHERE stream = {} ORDER BY version"
        stream = (f"table/{table}",)
        if isinstance(place, Path):
            with closing(sqlite3.connect(place / "tantera.sqlite")) as database:
                rows = database.execute(asked.format(WRITTEN, "?"), stream).fetchall()
        else:
            with psycopg.connect(place) as connection:
                rows = connection.execute(asked.format("event", "%s").encode(), stream).fetchall()
        assert [version for version, _ in rows] == list(range(1, len(rows) + 1)), "a gap in the log"
        return Truth(rows)

    def __getitem__(self, version: int) -> Moment:
        return self.at[version - 1]

    def shown_by(self, since: int, version: int) -> frozenset[str]:
        """Tiles that the events after `since` showed everybody, of whichever hand."""
        return frozenset().union(*(moment.shown for moment in self.at[since:version]))

    # --- tiles and seeds

    def _moment(self, event: Event) -> Moment:
        name = str(event["event"])
        if name.startswith("corrected"):
            self._match = self._match[: event["since"]] + event["instead"]
            self._deal, self._over, self._lifted, self._drawn = None, True, set(), ()
            for one in self._match:
                self._take(one)
            return self._now(frozenset())
        if name.startswith("match_started"):
            self._match, self._recorded, self._matches = [], set(), self._matches + 1
        if name.startswith(("infraction_", "consequence_")):
            self._recorded |= _named(event)
        if not name.startswith(_AROUND):
            self._match.append(event)
        self._take(event)
        drawn = {tile_of(tile) for tile in event["tiles"]} if name.startswith("opening_drawn") else set()
        return self._now(frozenset(_named(event) | drawn))

    def _take(self, event: Event) -> None:
        kind = kind_of(event)
        if kind == "match_started":
            self._seats, self._deal, self._over, self._drawn = tuple(event["players"]), None, True, ()
        elif kind == "opening_drawn":
            self._drawn = tuple(map(tile_of, event["tiles"]))
            self._sealed.discard(event["seed"])
        elif kind == "seats_taken":
            self._seats = tuple(self._seats[before - 1] for before in event["seats"])
        elif kind == "hand_dealt":
            everybody = range(1, len(event["racks"]) + 1)
            staged = self.events[0]["law"]["book"] in _STAGED
            self._deal, self._over, self._lifted = event, False, set() if staged else set(everybody)
            self._sealed.discard(event["seed"])
        elif kind == "racks_lifted":
            self._lifted |= set(event["seats"])
        elif kind == "tile_drawn" and self._deal is not None:
            self._own[self._deal["seed"]][self._person(event["seat"])].add(tile_of(event["tile"]))
        elif kind == "referee_sat":
            self._referee = event["person"]
        elif kind in ("referee_stood", "person_left") and event["person"] == self._referee:
            self._referee = None
        elif kind == "seed_kept":
            self._sealed.add(event["seed"])
        elif kind in _OVER:
            self._over = True
        if self._deal is not None:
            self._public[self._deal["seed"]] |= _named(event)

    def _now(self, shown: frozenset[str]) -> Moment:
        deal, sealed, recorded = self._deal, frozenset(self._sealed), frozenset(self._recorded)
        over = not self._match or any(kind_of(event) == "match_ended" for event in self._match)
        match = 0 if over else self._matches
        if deal is None:
            return Moment(
                frozenset(), {}, self._referee, self._seats, self._drawn, 0, sealed, "", shown, recorded, match
            )
        everything = {tile_of(code) for rack in (*deal["racks"], deal["boneyard"]) for code in rack}
        public, own = self._public[deal["seed"]], self._own[deal["seed"]]
        public |= everything if self._over else _killed(everything, public)
        for seat in self._lifted:
            own[self._person(seat)] |= set(map(tile_of, deal["racks"][seat - 1]))
        if self._referee is not None:
            own[self._referee] |= everything
        return Moment(
            frozenset(everything - public),
            {person: frozenset(tiles) for person, tiles in own.items() if person},  # bots tell nobody
            self._referee,
            self._seats,
            self._drawn,
            0 if self._over else deal["number"],
            sealed,
            "" if self._over else deal["seed"],
            shown,
            recorded,
            match,
        )

    def _person(self, seat: int) -> str:
        return self._seats[seat - 1] if seat <= len(self._seats) else ""

    # --- words

    def _secrets(self) -> Iterable[Secret]:
        """What was written to some, the reasons of calls, and what players added to a seed, until the deal."""
        forever = len(self.events) + 1
        for version, (event, moment) in enumerate(zip(self.events, self.at, strict=True), start=1):
            kind, person = kind_of(event), str(event.get("person"))
            referee = {moment.referee} - {None}
            if kind == "said" and event["to"] == "watchers":
                yield Secret(event["text"], version, None, frozenset(moment.seats) - {""}, forever)
            elif kind == "said" and event["to"] != "table":
                readers = {person} | (set(event["readers"]) if event["to"] == "partner" else referee)
                yield Secret(event["text"], version, frozenset(map(str, readers)), frozenset(), forever)
            elif kind == "referee_called":
                yield Secret(event["reason"], version, frozenset({person, *map(str, referee)}), frozenset(), forever)
            elif kind == "entropy_added":
                later = enumerate(self.events[version:], start=version + 1)
                dealt = next((place for place, one in later if kind_of(one) == "hand_dealt"), forever)
                yield Secret(event["text"], version, frozenset({person}), frozenset(), dealt)


def kind_of(event: Event) -> str:
    """The name of an event without its version."""
    return str(event["event"]).partition(".")[0]


def tile_of(code: str) -> str:
    """Low number first, as the log has it."""
    return "".join(sorted(code))


def _named(event: Event) -> set[str]:
    """The tiles that an event shows everybody: it happened on the table, or a referee wrote it down."""
    if kind_of(event) in ("hand_dealt", "tile_drawn", "corrected", "opening_drawn"):
        return set()
    found = {tile_of(value) for key in ("tile", "left", "right") if isinstance(value := event.get(key), str)}
    details = [value for _, value in event.get("details", ())]
    return found | {tile_of(value) for value in details if re.fullmatch(r"\d\d", value)}


def _killed(everything: set[str], public: set[str]) -> set[str]:
    """Doubles whose whole suit lies on the table: whoever counts knows that they cannot be played (CL-matar)."""
    highest = max(int(tile[1]) for tile in everything)
    suits = {n: {tile_of(f"{n}{m}") for m in range(highest + 1) if m != n} for n in range(highest + 1)}
    return {f"{n}{n}" for n, suit in suits.items() if suit <= public}
