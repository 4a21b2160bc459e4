"""Who meets whom, by which book, on which deals, and who sits where in each run of a deal."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct

import tantera
from tantera.bots.own import file_of, is_own, is_piped
from tantera.bots.pipe import files_of
from tantera.rules import Book, Seat
from tantera.words import Phrase, Problem, reason_of

Unit = Literal["hand", "match"]


class ArenaError(Problem):
    """Bots that cannot meet, or results that cannot be kept: one sentence."""

    code = "arena"


class DealRun(Struct, frozen=True):
    """One run of a deal: the bots by seat, and which seats are ours."""

    bots: tuple[str, ...]
    ours: tuple[Seat, ...]


class Contest(Struct, frozen=True):
    """Everything that decides a result, except how many deals are played."""

    ours: str
    """Who it is about: points and wins are theirs."""
    theirs: str
    book: Book
    deal_set: str
    unit: Unit
    seatings: tuple[DealRun, ...]
    """A deal is played once for each, same tiles, same opener."""

    @property
    def point_parts(self) -> int:
        """`Played.points` counts in parts of a point, so that sums are exact: how many make one, all runs together."""
        ours = len(self.seatings[0].ours)
        return ours * (self.book.options.players - ours) * len(self.seatings)

    @property
    def bots(self) -> tuple[str, ...]:
        """Every bot that takes part, once."""
        return tuple(dict.fromkeys(name for seating in self.seatings for name in seating.bots))

    @property
    def files(self) -> tuple[Path, ...]:
        """Where bots of somebody's own stand (``my_bots.py:clever``, ``pipe:node my_bot.js``)."""
        own = (files_of(name) if is_piped(name) else (file_of(name),) for name in self.bots if is_own(name))
        return tuple(file for files in own for file in files)

    def packed(self) -> bytes:
        """As it travels to other processes."""
        return msgspec.json.encode(self)


_DECODER: Final = msgspec.json.Decoder(Contest)
"""Made on import: msgspec studies a type when it first meets it, and two threads that do so at once crash it."""


@cache
def unpacked(packed: bytes) -> Contest:
    return _DECODER.decode(packed)


@cache
def key_of(packed: bytes) -> str:
    """What results are filed under. Another version, a changed bot or a changed book has another key."""
    try:
        files = [file.read_bytes() for file in unpacked(packed).files]
    except OSError as error:
        message = "workers: found no {path} ({reason}), expected the bot's file where it plays"
        raise ArenaError(Phrase(message, path=error.filename, reason=reason_of(error))) from None
    parts = (b"arena 1", tantera.__version__.encode(), _code().encode(), packed, *files)
    return sha256(b"\0".join(parts)).hexdigest()[:16]


_PLAYING_ROOMS: Final = ("tiles", "layout", "rules", "play", "referee", "solver", "bots")


@cache
def _code() -> str:
    """A hash of the rooms that decide how a deal goes, what bots have learned included.

    While a bot is being written its version stands still, and its results would be mixed with those of yesterday's.
    """
    package = Path(tantera.__file__).parent
    hashed = sha256()
    for room in _PLAYING_ROOMS:
        for path in sorted((package / room).rglob("*")):
            if path.is_file() and path.suffix not in (".md", ".po") and path.parent.name != "__pycache__":
                hashed.update(path.read_bytes())
    return hashed.hexdigest()


def duel(book: Book, ours: str, theirs: str, deal_set: str, unit: Unit = "hand") -> Contest:
    """One bot against another, each deal with the sides swapped.

    In pairs, and of four who play alone, our bot has seats 1 and 3 and then 2 and 4; of two it has one and then the
    other; of three it sits at each seat in turn against two of the other bot.
    """
    players = book.options.players
    if players == 4:
        places: tuple[tuple[Seat, ...], ...] = ((1, 3), (2, 4))
    else:
        places = tuple((seat,) for seat in range(1, players + 1))
    seats = range(1, players + 1)
    seatings = tuple(DealRun(tuple(ours if seat in side else theirs for seat in seats), side) for side in places)
    return Contest(ours, theirs, book, deal_set, unit, seatings)


def mixed_teams(book: Book, one: str, other: str, deal_set: str, unit: Unit = "hand") -> tuple[Contest, ...]:
    """Every pair of teams from one+one, one+other and other+other: does a bot play well with a stranger?

    A mixed team sits both ways round, so no bot of it always plays before its partner.
    """
    if book.options.play != "pairs":
        message = "found a book in which each plays alone ({book}), expected one with pairs for mixed teams"
        raise ArenaError(Phrase(message, book=book.id))
    teams = ((one, one), (one, other), (other, other))
    pairings = [(a, b) for place, a in enumerate(teams) for b in teams[place + 1 :]]
    return tuple(_team_contest(book, a, b, deal_set, unit) for a, b in pairings)


def _team_contest(book: Book, ours: tuple[str, str], theirs: tuple[str, str], deal_set: str, unit: Unit) -> Contest:
    seatings = []
    for a, c in dict.fromkeys((ours, ours[::-1])):
        for b, d in dict.fromkeys((theirs, theirs[::-1])):
            seatings += [DealRun((a, b, c, d), (1, 3)), DealRun((b, a, d, c), (2, 4))]
    return Contest("+".join(ours), "+".join(theirs), book, deal_set, unit, tuple(seatings))
