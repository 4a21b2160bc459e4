"""Counting, unranking and sampling the solutions of the puzzle: the deals that agree with everything seen.

A world is such a deal, a determinization of what a seat does not know.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
from msgspec.structs import replace

from tantera.play.hand import Hand
from tantera.play.view import View
from tantera.solver.kernels import dealing
from tantera.solver.kernels.jit import Floats, Ints
from tantera.solver.knowledge import BY_RANK, Contradiction, Holder, Kind, Puzzle, Trust, Unplaced, puzzle_of
from tantera.tiles import ALL_TILES, Tile, rack_of, tiles_in
from tantera.words import Phrase

MOST_NUMBERS: Final = 4_000_000
"""How many numbers the dynamic programme may need before draws are no longer told apart: 32 MB."""

_OWNERS: Final = {Kind.ASLEEP: dealing.ASLEEP, Kind.AWAY: dealing.AWAY}


class Worlds(NamedTuple):
    """Sampled deals, one a row, in the order of players that `encode.Position` has."""

    racks: Ints
    """[n, 4]: the tiles each player holds now, as masks; empty for absent players."""
    boneyard: Ints
    """[n, k]: the indices of the sleeping tiles, in the order they would be drawn."""


class World(NamedTuple):
    """One deal, whole: what was dealt, what was drawn since, what each holds now, what sleeps."""

    racks: tuple[int, ...]
    dealt: tuple[int, ...]
    """Empty, as `drawn` is, where draws were not told apart (`Trust`)."""
    drawn: tuple[Tile, ...]
    """In the order drawn."""
    boneyard: int
    """Their order is as good as any other, and is not counted."""


class _Tables(NamedTuple):
    tiles: Ints
    places: Ints
    terms: Ints
    free: Ints
    completions: Floats
    held: Ints
    asleep: Ints
    ways: float


@dataclass(frozen=True)
class Knowledge:
    """What a view leaves open. `trust` says whether everything seen could be believed."""

    puzzle: Puzzle
    tables: _Tables = field(repr=False)
    trust: Trust = Trust.EVERYTHING

    @property
    def seats(self) -> tuple[int, ...]:
        """Which seat each player number is."""
        return self.puzzle.seats

    def sample(self, n: int, seed: int) -> Worlds:
        """So many deals, uniformly and independently; the same seed gives the same ones."""
        tables = self.tables
        racks = np.empty((n, 4), np.int64)
        boneyard = np.empty((n, self.sleeping), np.int64)
        dealing.sample(
            tables.tiles, tables.places, tables.terms, tables.free, tables.completions, tables.held, tables.asleep,
            seed, racks, boneyard,
        )  # fmt: skip
        return Worlds(racks, boneyard)

    @cached_property
    def sleeping(self) -> int:
        """How many tiles sleep."""
        return len(self.tables.asleep) + sum(p.room for p in self.puzzle.places if p.kind is Kind.ASLEEP)

    # --- exact, for proofs and for people

    def count(self) -> int:
        """The number of solutions, exactly: deals that agree with all that was seen, racks as dealt, tiles drawn since,
        the rest asleep."""
        return self._ways(0, self._rooms, self._flags)

    def unrank(self, number: int) -> World:
        """Unranking: the deal of that number, from 0 to `count` - 1."""
        if not 0 <= number < self.count():
            raise IndexError(f"found deal {number}, expected 0 to {self.count() - 1}")
        puzzle = self.puzzle
        racks, dealt = list(puzzle.held), list(puzzle.dealt)
        drawn, asleep = dict(puzzle.drawn), puzzle.asleep
        rooms, flags = self._rooms, self._flags
        for at, unplaced in enumerate(puzzle.unplaced):
            for place, after, left in self._choices(at, rooms, flags):
                ways = self._ways(at + 1, left, after)
                if number < ways:
                    chosen, rooms, flags = puzzle.places[place], left, after
                    break
                number -= ways
            if chosen.kind is Kind.ASLEEP:
                asleep |= unplaced.tile.bit
            elif chosen.kind is Kind.DRAWN:
                drawn[chosen.since] = unplaced.tile
            elif chosen.kind is Kind.DEALT:
                dealt[chosen.player] |= unplaced.tile.bit
            if chosen.is_rack and unplaced.held:
                racks[chosen.player] |= unplaced.tile.bit
        return World(tuple(racks), tuple(dealt), tuple(drawn[when] for when in sorted(drawn)), asleep)

    @cached_property
    def _rooms(self) -> tuple[int, ...]:
        return tuple(place.room for place in self.puzzle.places)

    @property
    def _flags(self) -> int:
        return int(self.tables.terms[dealing.FLAGS])

    @cached_property
    def _memo(self) -> dict[tuple[int, tuple[int, ...], int], int]:
        return {}

    def _ways(self, at: int, rooms: tuple[int, ...], flags: int) -> int:
        """Memoized recursion: the ways to place this tile and all after it."""
        if at == len(self.puzzle.unplaced):
            return int(flags == dealing.BOTH)
        if at == self.tables.terms[dealing.DOUBLES] and any(
            place.room - room > place.most_doubles for place, room in zip(self.puzzle.places, rooms, strict=True)
        ):
            return 0
        ways = self._memo.get((at, rooms, flags))
        if ways is None:
            ways = sum(self._ways(at + 1, left, after) for _, after, left in self._choices(at, rooms, flags))
            self._memo[at, rooms, flags] = ways
        return ways

    def _choices(self, at: int, rooms: tuple[int, ...], flags: int) -> list[tuple[int, int, tuple[int, ...]]]:
        """Where a tile may go: the place, the flags after it, and the rooms left."""
        puzzle = self.puzzle
        unplaced = puzzle.unplaced[at]
        choices = []
        for number, place in enumerate(puzzle.places):
            if not unplaced.allowed >> number & 1 or not rooms[number]:
                continue
            after = flags
            if not flags & dealing.OPENED and place.kind is Kind.DEALT:
                if number != puzzle.opener:
                    continue
                after |= dealing.OPENED
            if puzzle.is_live(place) and unplaced.held and unplaced.tile.bit & puzzle.fitting:
                after |= dealing.ALIVE
            choices.append((number, after, (*rooms[:number], rooms[number] - 1, *rooms[number + 1 :])))
        return choices


def knowledge(view: View, most_numbers: int = MOST_NUMBERS) -> Knowledge:
    """What a view tells about the tiles it does not show; nothing else is asked.

    Where what was seen contradicts itself, passes and all that rests on them are not believed; where telling every
    draw apart would take more than so many numbers, only what each seat proved since its last draw is. `trust` says it.
    """
    trust = Trust.EVERYTHING
    try:
        puzzle = puzzle_of(view)
        tables = _tables(puzzle, most_numbers)
        if tables is None:
            trust = Trust.SINCE_LAST_DRAW
            puzzle = puzzle_of(view, trust)
            tables = _tables(puzzle)
    except Contradiction:
        tables = None
    if tables is None or not tables.ways:
        trust = Trust.COUNTS
        puzzle = puzzle_of(view, trust)
        tables = _tables(puzzle)
    if tables is None or not tables.ways:
        raise Contradiction(Phrase("found no deal that agrees with the table, expected one"))
    return Knowledge(puzzle, tables, trust)


def unknown_tiles(hand: Hand, played: int = 0) -> Knowledge:
    """The ways to fill in a position: its unknown tiles are any of those that it does not name, nor `played`, a mask.
    Somebody can play, or the hand would be over.

    >>> from tantera.notation.position import parse_partial_position
    >>> from tantera.rules import load_book
    >>> hand = parse_partial_position("ends=6:6 turn=1 1:00.01 2:?? 3:11 4:22", load_book("san-juan"))
    >>> unknown_tiles(hand).count()  # somebody has a six
    7
    """
    seats = tuple(sorted(hand.seats))
    named = played | rack_of(tile for tile in hand.boneyard if tile is not None)
    for rack in hand.racks:
        named |= rack
    rest = [tile for tile in BY_RANK if tile.bit & rack_of(hand.book.options.set.tiles) & ~named]
    places = [Holder(Kind.HELD, player, hand.hidden[seat - 1]) for player, seat in enumerate(seats)]
    places.append(Holder(Kind.ASLEEP, -1, hand.boneyard.count(None)))
    away = len(rest) - sum(place.room for place in places)
    if away < 0:
        raise Contradiction(
            Phrase(
                "found {unknown} unknown tiles, expected at most the {rest} not named",
                unknown=len(rest) - away,
                rest=len(rest),
            )
        )
    places = [place for place in (*places, Holder(Kind.AWAY, -1, away)) if place.room]
    unplaced = tuple(Unplaced(tile, (1 << len(places)) - 1, held=True) for tile in rest)
    fitting = hand.chain.fitting if hand.chain is not None else 0
    held = tuple(hand.racks[seat - 1] for seat in seats)
    in_reach = (*held, rack_of(tile for tile in hand.drawable if tile is not None))
    if any(rack & fitting for rack in in_reach):
        fitting = 0
    puzzle = Puzzle(seats, tuple(places), unplaced, held, held, {}, 0, None, fitting, hand.may_draw)
    tables = _tables(puzzle)
    if tables is None or not tables.ways:
        raise Contradiction(Phrase("found no tile that anybody could play, expected a hand that goes on"))
    return Knowledge(puzzle, tables)


def filled(hand: Hand, unknown: Knowledge, drawn: Worlds, world: int) -> Hand:
    """A hand with its unknown tiles as they are in one of the worlds drawn."""
    by_seat = dict(zip(unknown.seats, drawn.racks[world].tolist(), strict=False))
    racks = tuple(by_seat.get(seat, 0) for seat in range(1, len(hand.racks) + 1))
    added = (rack & ~known for rack, known in zip(racks, hand.racks, strict=True))
    sleeping = iter(drawn.boneyard[world].tolist())
    return replace(
        hand,
        racks=racks,
        dealt=tuple((*dealt, *tiles_in(more)) for dealt, more in zip(hand.dealt, added, strict=True)),
        hidden=(0,) * len(hand.hidden),
        boneyard=tuple(ALL_TILES[next(sleeping)] if tile is None else tile for tile in hand.boneyard),
    )


def _tables(puzzle: Puzzle, most_numbers: int = MOST_NUMBERS) -> _Tables | None:
    """The tables of the dynamic programme, filled; None where they would be too large."""
    places, unplaced = puzzle.places, puzzle.unplaced
    size = 1
    for place in places[:-1]:
        size *= place.room + 1
    if size * 4 * (len(unplaced) + 1) > most_numbers and any(place.kind is Kind.DRAWN for place in places):
        return None
    rows = [
        (one.allowed, one.tile.bit * one.held, one.tile.index, one.held and bool(one.tile.bit & puzzle.fitting))
        for one in unplaced
    ]
    tiles = np.array(rows, np.int64).reshape(-1, 4)
    about = [
        (
            place.room,
            _OWNERS.get(place.kind, place.player),
            place.most_doubles,
            place.kind is Kind.DEALT,
            puzzle.is_live(place),
        )
        for place in places
    ]
    flags = dealing.OPENED * (puzzle.opener is None) | dealing.ALIVE * (not puzzle.fitting)
    doubles = sum(one.tile.is_double for one in unplaced)
    terms = np.array((doubles, -1 if puzzle.opener is None else puzzle.opener, flags), np.int64)
    about_places = np.array(about, np.int64).reshape(-1, 5)
    free, completions = np.empty(size, np.int64), np.empty((len(unplaced) + 1, 4, size))
    ways = dealing.count_completions(tiles, about_places, terms, free, completions)
    held = np.zeros(4, np.int64)
    held[: len(puzzle.held)] = puzzle.held
    asleep = np.array([tile.index for tile in tiles_in(puzzle.asleep)], np.int64)
    return _Tables(tiles, about_places, terms, free, completions, held, asleep, ways)
