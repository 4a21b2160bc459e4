"""A constraint satisfaction problem: what everybody, or one seat, can know about tiles nobody has shown.

The variables are the tiles, the domain of each is the places it may be in, and each place takes a given number of them;
here it is called a puzzle. Building it ends in constraint propagation; `worlds` counts and samples its solutions.

Everything comes from a `View`. A place is a rack as it was dealt, one tile drawn later, or the sleep. A pass proves
that the passer held no tile of either end *then*; so does a draw, of the tiles held before it. What was drawn later is
a place of its own with proofs of its own, and a tile played since may have come from any place that could hold it.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Final, NamedTuple

from tantera.play.events import DoublesPlaced, MoveSeen, TileDrawn, TilePlaced
from tantera.play.match import Phase
from tantera.play.view import View
from tantera.rules import Seat
from tantera.rules.functions import by_sum, right_of
from tantera.tiles import ALL_TILES, DOUBLES_MASK, LEFT, SUIT_MASKS, Tile, rack_of, tiles_in
from tantera.words import Phrase, Problem

NEVER: Final = 1 << 30
BEFORE: Final = -1
"""When the deal was. Other times are numbers of moves."""


class Story(NamedTuple):
    """What one seat did."""

    placed: dict[Tile, int]
    """The tiles it laid, and when."""
    proofs: list[tuple[int, int]]
    """Negative evidence: when it showed that it held none of these tiles."""
    draws: list[tuple[int, Tile | None]]
    shown: dict[Tile, int]
    """Tiles it tried to play out of turn, and when."""

    def lacked(self, since: int, until: int = NEVER) -> int:
        """What a tile cannot be that the seat held all that while."""
        mask = 0
        for when, proof in self.proofs:
            if since < when < until:
                mask |= proof
        return mask


def stories_of(view: View) -> tuple[tuple[Seat, ...], dict[Seat, Story]]:
    """Who is in, and what each did: the moves of the hand gone through once more."""
    movers = {move.seat for move in view.moves}
    seats = tuple(seat for seat, count in enumerate(view.counts, start=1) if count or seat in movers)
    stories = {seat: Story({}, [], [], {}) for seat in seats}
    liars: set[Seat] = set()
    left = right = 0
    turn = view.opener or 1
    for when, move in enumerate(view.moves):
        story = stories[move.seat]
        if isinstance(move, TilePlaced):
            tile = move.tile
            story.placed[tile] = when
            if move.end is None:
                left, right = tile.low, tile.high
            elif move.end is LEFT:
                left = tile.other(left)
            else:
                right = tile.other(right)
        elif isinstance(move, DoublesPlaced):
            story.placed[move.left] = story.placed[move.right] = when
        elif isinstance(move, MoveSeen):
            liars.add(move.seat)
            if move.seat != turn:
                if move.tile is not None:
                    story.shown[move.tile] = when
                continue
            if move.tile is not None:
                story.placed[move.tile] = when
                if move.end is None or move.touching is None:
                    left, right = move.tile.low, move.tile.high
                elif move.end is LEFT:
                    left = move.tile.other(move.touching)
                else:
                    right = move.tile.other(move.touching)
        else:
            story.proofs.append((when, SUIT_MASKS[left] | SUIT_MASKS[right]))
            if isinstance(move, TileDrawn):
                story.draws.append((when, move.tile))
                continue
        turn = right_of(move.seat, seats)
    for seat in liars:
        stories[seat].proofs.clear()  # who broke the rules once may have passed with a tile that fitted
    return seats, stories


BY_RANK: Final = tuple(sorted(ALL_TILES, key=lambda tile: (tile.is_double, *by_sum(tile)), reverse=True))
"""Tiles in the order in which they claim the first opening: doubles first (UEH-salida, CL-inicio)."""
RANK: Final = {tile: rank for rank, tile in enumerate(BY_RANK)}


class Trust(StrEnum):
    """How many of the constraints are kept, from all to a relaxation: how much of what was seen a puzzle rests on."""

    EVERYTHING = "everything"
    SINCE_LAST_DRAW = "since_last_draw"
    """Of each seat only what it proved after its last draw: there were too many draws to tell all apart."""
    COUNTS = "counts"
    """Who holds how many, and which tiles lie open. What was seen contradicts itself, as it may after a ruling."""


class Contradiction(Problem):
    """The constraints cannot be satisfied, what was seen cannot all be true: one sentence."""

    code = "contradiction"


class Kind(StrEnum):
    """What a place is."""

    DEALT = "dealt"
    DRAWN = "drawn"
    HELD = "held"
    """A rack as it is now, however it came about."""
    ASLEEP = "asleep"
    AWAY = "away"
    """Not in play: on the chain of a position that does not say which tiles lie there."""


class Holder(NamedTuple):
    """Where tiles may be."""

    kind: Kind
    player: int
    """-1 for the sleep and beyond."""
    room: int
    """Its capacity: tiles of the puzzle it takes."""
    since: int = BEFORE
    """At which move it began."""
    most_doubles: int = NEVER

    @property
    def is_rack(self) -> bool:
        return self.player >= 0


class Unplaced(NamedTuple):
    """A variable of the puzzle: a tile whose place is unknown."""

    tile: Tile
    allowed: int
    """Its domain: the places it may be in, as a mask."""
    held: bool
    """Whether it is where it was put; False: it lies on the chain."""


class Puzzle(NamedTuple):
    """The constraint satisfaction problem: tiles to place, places, and what is known for certain."""

    seats: tuple[Seat, ...]
    """Which seat each player number is."""
    places: tuple[Holder, ...]
    unplaced: tuple[Unplaced, ...]
    """Highest first, as in `BY_RANK`."""
    held: tuple[int, ...]
    """By player, the tiles known to be in the rack now."""
    dealt: tuple[int, ...]
    """By player, the tiles known to have been dealt to it."""
    drawn: dict[int, Tile]
    """Tiles known to have been drawn, by the move that drew them."""
    asleep: int = 0
    """Tiles known to sleep."""
    opener: int | None = None
    """Whoever holds the highest tile dealt opens: the opener's place, -1 if it has none; None: not so here."""
    fitting: int = 0
    """One of these is in a rack, or the hand would be over; 0: any or none."""
    drawable: bool = False
    """Whether asleep will do too, because it may be drawn."""

    def is_live(self, place: Holder) -> bool:
        """Whether a fitting tile in this place keeps the hand going."""
        return place.is_rack or (self.drawable and place.kind is Kind.ASLEEP)


def puzzle_of(view: View, trust: Trust = Trust.EVERYTHING) -> Puzzle:
    """The puzzle that a view leaves. `Contradiction` where propagation shows that it has no solution."""
    seats, stories = stories_of(view)
    if not seats:
        raise Contradiction(Phrase("found no hand on the table, expected one that was dealt"))
    return _Builder(view, seats, stories, trust).puzzle()


class _Builder:
    """A puzzle in the making."""

    def __init__(self, view: View, seats: tuple[Seat, ...], stories: dict[Seat, Story], trust: Trust) -> None:
        self.view, self.seats, self.stories, self.trust = view, seats, stories, trust
        self.places: list[Holder] = []
        self.columns: list[int] = []
        """By place, the tiles that could be in it though nobody has seen them."""
        self.allowed: dict[Tile, int] = {}
        self.on_chain: set[Tile] = set()
        self.held = [0] * len(seats)
        self.dealt = [0] * len(seats)
        self.drawn: dict[int, Tile] = {}
        self.asleep = 0

    def puzzle(self) -> Puzzle:
        view = self.view
        unseen = rack_of(view.book.options.set.tiles)
        for player, seat in enumerate(self.seats):
            unseen &= ~self._seat(player, seat)
        if view.boneyard:
            self.places.append(Holder(Kind.ASLEEP, -1, view.boneyard))
            self.columns.append(-1)
        everything = self.trust is Trust.EVERYTHING
        if everything:
            self._first_tile()
            self._nothing_higher(unseen)
        for tile in tiles_in(unseen):
            mask, bit = 0, tile.bit
            for place, column in enumerate(self.columns):
                if column & bit:
                    mask |= 1 << place
            self.allowed[tile] = mask
        self._propagate()
        if everything:
            self._few_doubles()
        opener = self._opening() if everything else None
        opener = self._largest_last(opener)
        unplaced = tuple(
            [Unplaced(tile, self.allowed[tile], tile not in self.on_chain) for tile in BY_RANK if tile in self.allowed]
        )
        rooms = sum(place.room for place in self.places)
        if rooms != len(unplaced) or any(place.room < 0 or place.most_doubles < 0 for place in self.places):
            raise Contradiction(
                Phrase(
                    "found {tiles} tiles for {places} places, expected as many, all in order",
                    tiles=len(unplaced),
                    places=rooms,
                )
            )
        fitting = self._alive() if everything else 0
        return Puzzle(
            self.seats, tuple(self.places), unplaced, tuple(self.held), tuple(self.dealt), self.drawn, self.asleep,
            opener, fitting,
        )  # fmt: skip

    # --- seats

    def _seat(self, player: int, seat: Seat) -> int:
        """Add the places of a seat; the tiles of which everybody knows that they are or were there."""
        view, story = self.view, self.stories[seat]
        rack = view.racks[seat - 1]
        known = {tile for tile in rack or () if tile is not None}
        if view.exposed:
            known |= set(view.exposed[seat - 1])
        known |= {tile for tile in story.shown if tile not in story.placed}
        bits = rack_of(known)
        self.held[player] |= bits
        nothing_hidden = rack is not None and None not in rack
        if self.trust is not Trust.EVERYTHING:
            since = story.draws[-1][0] if story.draws else BEFORE
            column = 0 if nothing_hidden else ~(story.lacked(since) if self.trust is Trust.SINCE_LAST_DRAW else 0)
            self._add(Holder(Kind.HELD, player, view.counts[seat - 1] - len(known), since), column)
            return bits | rack_of(story.placed)
        for when, drawn in story.draws:
            if drawn is not None:
                self.drawn[when] = drawn
        from_sleep = {tile for _, tile in story.draws if tile is not None}
        secret = [when for when, tile in story.draws if tile is None]
        room = view.counts[seat - 1] + len(story.placed) - len(story.draws)
        if not secret and (nothing_hidden or not known):
            # The usual case: all it has shown was dealt to it.
            shown = rack_of((*known, *story.placed)) & ~rack_of(from_sleep)
            self.dealt[player] |= shown
            if not nothing_hidden:
                self._check(story)
                self._add(Holder(Kind.DEALT, player, room - shown.bit_count()), ~story.lacked(BEFORE))
            return bits | rack_of(story.placed)
        mine = [Holder(Kind.DEALT, player, room), *(Holder(Kind.DRAWN, player, 1, when) for when in secret)]
        first = len(self.places)
        for place in mine:
            self._add(place, 0 if nothing_hidden else ~story.lacked(place.since))
        for tile in (*known, *story.placed):
            if tile in from_sleep:
                continue
            until = story.placed.get(tile, NEVER)
            seen = min(until, story.shown.get(tile, NEVER))
            self.allowed[tile] = sum(
                1 << first + at
                for at, place in enumerate(mine)
                if place.since < seen and not tile.bit & story.lacked(place.since, until)
            )
            if tile in story.placed:
                self.on_chain.add(tile)
        return bits | rack_of(story.placed)

    def _add(self, place: Holder, column: int) -> None:
        self.places.append(place)
        self.columns.append(column)

    def _check(self, story: Story) -> None:
        """A tile laid now was held before, and a pass before said that there was none like it."""
        if not story.proofs:
            return
        drawn = {tile: when for when, tile in story.draws}
        if any(tile.bit & story.lacked(drawn.get(tile, BEFORE), when) for tile, when in story.placed.items()):
            raise Contradiction(Phrase("found a tile laid by somebody who had passed on it, expected none"))

    # --- what follows

    def _propagate(self) -> None:
        """Constraint propagation to a fixed point: assign the tiles that can be in one place only, close places that
        are full, again and again; then drop these."""
        closed, again = 0, True
        while again:
            again = False
            for at, place in enumerate(self.places):
                if place.room <= 0 and not closed >> at & 1:
                    closed |= 1 << at
                    again = True
            for tile, mask in list(self.allowed.items()):
                if mask & closed:
                    self.allowed[tile] = mask = mask & ~closed
                if mask & (mask - 1) == 0:
                    if not mask:
                        raise Contradiction(Phrase("found no place for {tile}, expected one", tile=tile.spoken))
                    self._assign(tile, mask.bit_length() - 1)
                    again = True
        if closed:
            self._renumber([at for at, place in enumerate(self.places) if place.room])

    def _assign(self, tile: Tile, at: int) -> None:
        """Fix a variable: the tile is in this place."""
        place = self.places[at]
        self.places[at] = place._replace(room=place.room - 1)
        del self.allowed[tile]
        if place.kind is Kind.ASLEEP:
            self.asleep |= tile.bit
            return
        if tile not in self.on_chain:
            self.held[place.player] |= tile.bit
        if place.kind is Kind.DEALT:
            self.dealt[place.player] |= tile.bit
        elif place.kind is Kind.DRAWN:
            self.drawn[place.since] = tile

    def _largest_last(self, opener: int | None) -> int | None:
        """Order the places, the one with the most room last: that keeps the states of the dynamic programme few."""
        order = sorted(range(len(self.places)), key=lambda at: self.places[at].room)
        if len(order) < 2 or order[-1] == len(order) - 1:
            return opener
        self._renumber(order)
        return order.index(opener) if opener in order else opener

    def _renumber(self, kept: list[int]) -> None:
        self.places = [self.places[at] for at in kept]
        for tile, mask in self.allowed.items():
            self.allowed[tile] = sum((mask >> at & 1) << new for new, at in enumerate(kept))

    def _dealt_places(self) -> Iterator[tuple[int, Holder]]:
        return ((at, place) for at, place in enumerate(self.places) if place.kind is Kind.DEALT)

    def _first_tile(self) -> None:
        """Where the first hand is opened with a double, who opened with another tile had none (CL-inicio)."""
        view = self.view
        wanted = view.book.options.first_tile != "any" and view.number == 1
        opened = view.moves[0] if view.moves else None
        if not wanted or view.book.customs.exposed_tiles == "must_play" or not isinstance(opened, TilePlaced):
            return
        for at, place in self._dealt_places():
            if self.seats[place.player] == opened.seat and not opened.tile.is_double:
                self.columns[at] &= ~DOUBLES_MASK
                for tile, mask in self.allowed.items():
                    if tile.is_double:
                        self.allowed[tile] = mask & ~(1 << at)

    def _nothing_higher(self, unseen: int) -> None:
        """Where nothing ever slept, the opener by the highest double was dealt the highest there is."""
        highest = Tile.of(self.view.book.options.set.highest_suit, self.view.book.options.set.highest_suit)
        slept = self.view.boneyard or any(story.draws for story in self.stories.values())
        if not slept and highest.bit & unseen and self._double_opens():
            for at, place in self._dealt_places():
                if self.seats[place.player] != self.view.opener:
                    self.columns[at] &= ~highest.bit

    def _few_doubles(self) -> None:
        """Nobody was dealt more doubles than the book allows: the tiles would have been dealt again (UEH-reparto)."""
        most = self.view.book.customs.most_doubles
        if most is not None:
            for at, place in self._dealt_places():
                fixed = (self.dealt[place.player] & DOUBLES_MASK).bit_count()
                self.places[at] = place._replace(most_doubles=most - fixed)

    def _opening(self) -> int | None:
        """In the first hand the opener was dealt the highest tile that was dealt, doubles first; whatever is higher
        sleeps (UEH-salida, CL-inicio). Not said where a match before this one may have decided who opens."""
        if not self._double_opens():
            return None
        opener = self.seats.index(self.view.opener) if self.view.opener in self.seats else -1
        certain = [(RANK[tile], player) for player, rack in enumerate(self.dealt) for tile in tiles_in(rack)]
        rank, holder = min(certain, default=(len(BY_RANK), -1))
        if all(RANK[tile] > rank for tile in self.allowed):
            if holder != opener:
                raise Contradiction(Phrase("found the highest tile in another rack, expected it in the opener's"))
            return None
        if certain:
            self._leave_open(BY_RANK[rank], holder)
        return next((at for at, place in self._dealt_places() if place.player == opener), -1)

    def _double_opens(self) -> bool:
        view, options = self.view, self.view.book.options
        by_double = options.first_opener == "double" and options.next_match_opener == "same_method"
        return by_double and view.number == 1

    def _leave_open(self, tile: Tile, player: int) -> None:
        """Keep in the puzzle a tile that is known to have been dealt: the highest one is the mark to reach."""
        at = next((at for at, place in self._dealt_places() if place.player == player), len(self.places))
        if at == len(self.places):
            self.places.append(Holder(Kind.DEALT, player, 0))
        place = self.places[at]
        self.places[at] = place._replace(room=place.room + 1, most_doubles=place.most_doubles + tile.is_double)
        self.allowed[tile] = 1 << at
        if not self.held[player] & tile.bit:
            self.on_chain.add(tile)
        self.held[player] &= ~tile.bit
        self.dealt[player] &= ~tile.bit

    def _alive(self) -> int:
        """The hand goes on, so somebody holds a tile that fits: said where tiles sleep that nobody may draw."""
        view = self.view
        chain = view.chain
        if chain is None or not view.boneyard or view.phase is not Phase.PLAYING:
            return 0
        if view.book.may_draw(len(self.seats)) or any(not view.counts[seat - 1] for seat in self.seats):
            return 0
        known = 0
        for rack in self.held:
            known |= rack
        return 0 if known & chain.fitting else chain.fitting
