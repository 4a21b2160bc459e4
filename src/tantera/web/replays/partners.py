"""Do partners play as if they knew each other's tiles? Matches are read for it in the process that reports use, while
nobody waits for a report. What a match comes to is kept in the store, without names and tiles; nothing that a player
may ask for has anything of it."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from tantera.play import Match
from tantera.play.ledger import Happened
from tantera.rules import Books, RuleBookError, Seat
from tantera.store import Conflict, NotSaved, Store
from tantera.study.kept import PAIRS_EDITION, keep_pairs, pairs_again
from tantera.study.moments import hands_of
from tantera.study.pairs import FEWEST, HandOfPairs, PairStudied, pairs_studied, questions_in
from tantera.study.pairs_told import PairsTable, fits_told, in_words, pauses_told, too_few
from tantera.web.background import Background, note
from tantera.web.replays.library import Library
from tantera.web.replays.reviewing import Reviews
from tantera.web.tables.directory import MatchPlayed
from tantera.words import Problem
from tantera.words.extras import needs

STREAM: Final = "partners/"
MOST: Final = 2_000
"""Matches that are looked at together: of more, the last ones."""
_AGAIN: Final = 60.0
"""Seconds before a match that could not be read is tried again."""
_MOST_STUDIED: Final = 8
"""Pages whose figures are kept: the desk's is asked for again with every result that comes in."""
_MOST_FEW: Final = 40
"""Pairs with too few hands that are named."""

Whose = Mapping[tuple[str, int], tuple[str, ...]]
"""For each match, by its table and number, who sat at each seat; empty for whom nobody asks about."""


class Readings(NamedTuple):
    """How far the reading of some matches has come."""

    read: tuple[tuple[MatchPlayed, bytes], ...]
    waiting: int
    ahead: int
    """How many other matches come first, reports among them."""
    unread: int
    """Those that cannot be read, or not yet."""

    @property
    def version(self) -> str:
        return f"{len(self.read)}.{self.waiting}.{self.unread}"


class Partners:
    """The queue, and what came of it."""

    def __init__(self, store: Store, library: Library, reviews: Reviews) -> None:
        self._store, self._library, self._reviews = store, library, reviews
        self._background = Background("partners")
        self._known: OrderedDict[str, bytes] = OrderedDict()
        self._queue: OrderedDict[str, MatchPlayed] = OrderedDict()
        self._left_out: dict[str, float] = {}
        """What could not be read, and when that was."""
        self._working = False
        self._studied: OrderedDict[tuple[tuple[str, tuple[str, ...]], ...], tuple[PairStudied, ...]] = OrderedDict()

    async def of(self, matches: Iterable[MatchPlayed], *, soon: bool = False) -> Readings:
        """What is known of these matches; those of which nothing is known are read from now on, before all others if
        somebody needs them `soon`."""
        needs("bots")
        wanted = {_key(match): match for match in [one for one in matches if is_of_pairs(one)][-MOST:]}
        await self._remember([key for key in wanted if key not in self._known])
        read = tuple([(match, self._known[key]) for key, match in wanted.items() if key in self._known])
        long_ago = time.monotonic() - _AGAIN
        missing = [key for key in wanted if key not in self._known and self._left_out.get(key, long_ago) <= long_ago]
        for key in missing:
            self._queue.setdefault(key, wanted[key])
        for key in reversed(missing) if soon else ():
            self._queue.move_to_end(key, last=False)
        if self._queue and not self._working:
            self._working = True
            self._background.start(self._work())
        first = next((place for place, key in enumerate(self._queue) if key in wanted), 0)
        ahead = first + self._reviews.waiting if missing else 0
        while len(self._known) > MOST:
            self._known.popitem(last=False)
        return Readings(read, len(missing), ahead, len(wanted) - len(read) - len(missing))

    async def _remember(self, keys: Sequence[str]) -> None:
        """What is in the store: of an earlier day, or by another process."""
        for head in await self._store.heads([STREAM + key for key in keys]):
            kept = await self._store.read(head.stream)
            self._known[head.stream.removeprefix(STREAM)] = kept[-1].event

    async def _work(self) -> None:
        while self._queue:
            key, match = next(iter(self._queue.items()))
            try:
                self._known[key] = await self._read(key, match)
                self._left_out.pop(key, None)
            except Exception as error:  # whatever it was, those behind it in the queue have their turn
                if not isinstance(error, Problem):
                    note("partners", error)
                self._left_out[key] = time.monotonic()
            finally:
                self._queue.pop(key, None)
        self._working = False

    async def _read(self, key: str, match: MatchPlayed) -> bytes:
        past = await self._library.past(match.table, match.number)
        hands = await asyncio.to_thread(lambda: [moments for _, moments in hands_of(past.ledger)])
        found = [await self._reviews.when_nobody_waits(_hand_of_pairs, moments, past.late) for moments in hands]
        kept = keep_pairs(hand for hand in found if hand is not None)
        with suppress(Conflict, NotSaved):  # another process was quicker; or it is worked out again another time
            await self._store.append(STREAM + key, 0, [kept])
        return kept

    async def pairs(self, readings: Readings, whose: Whose) -> tuple[PairStudied, ...]:
        """Every pair of these matches by who they are, once all have been read: whoever looked in between would choose
        the moment."""
        if readings.waiting:
            return ()
        seats = tuple([(_key(match), whose[match.table, match.number]) for match, _ in readings.read])
        if (known := self._studied.get(seats)) is None:
            known = self._studied[seats] = await asyncio.to_thread(_studied, readings, whose)
        self._studied.move_to_end(seats)
        while len(self._studied) > _MOST_STUDIED:
            self._studied.popitem(last=False)
        return known

    def close(self) -> None:
        self._background.stop()


def is_of_pairs(match: MatchPlayed) -> bool:
    """Whether two pairs played it."""
    return len(match.names) == 4 and len(match.sides) == 2


def _key(match: MatchPlayed) -> str:
    """One that was put right ended at another moment."""
    return f"{match.table}/{match.number}/{match.at}.{PAIRS_EDITION}"


def _studied(readings: Readings, whose: Whose) -> tuple[PairStudied, ...]:
    """It takes a second where there are thousands of matches."""

    def hands() -> Iterator[tuple[Sequence[str], HandOfPairs]]:
        for match, kept in readings.read:
            for hand in pairs_again(kept):
                yield whose[match.table, match.number], hand

    return tuple(pair for pair in pairs_studied(hands()) if all(pair.names))


# --- in the worker --------------------------------------------------------------------------------------------------


def _hand_of_pairs(moments: Sequence[Happened[Match]], late: frozenset[tuple[Seat, int]]) -> HandOfPairs | None:
    from tantera.study.partners import hand_of_pairs

    return hand_of_pairs(moments, late)


# --- on a page ------------------------------------------------------------------------------------------------------


class PairRow(NamedTuple):
    """One pair, as its figures are read: in a row, and in sentences."""

    row: tuple[str, ...]
    sentences: tuple[str, ...]


class PartnersShown(Struct, frozen=True):
    """What is said of pairs, and how far their matches have been read."""

    waiting: int
    done: int
    ahead: int
    unread: int
    version: str
    fits: PairsTable | None = None
    pairs: tuple[PairRow, ...] = ()
    pauses: PairsTable | None = None
    few: tuple[tuple[str, int], ...] = ()
    """Pairs with too few hands, and how many; those with most first."""
    more_few: int = 0
    too_few: str = ""

    @property
    def of(self) -> int:
        return self.done + self.waiting


def partners_shown(
    readings: Readings, pairs: Iterable[PairStudied], called: Mapping[str, str], books: Books, lang: str
) -> PartnersShown:
    """`called`: the names of those who make up `pairs`."""
    shown = PartnersShown(readings.waiting, len(readings.read), readings.ahead, readings.unread, readings.version)
    if shown.waiting:
        return shown
    pairs = [pair._replace(names=(called[pair.names[0]], called[pair.names[1]])) for pair in pairs]
    asked = questions_in(pairs)
    enough = [pair for pair in pairs if pair.hands >= FEWEST]
    few = sorted((pair for pair in pairs if pair.hands < FEWEST), key=lambda pair: -pair.hands)
    fits = fits_told(enough, asked, lang)
    sentences = [tuple(in_words(pair, asked, lang)) for pair in enough]
    forbidding = _forbidding((match for match, _ in readings.read), books)
    return replace(
        shown,
        fits=fits,
        pairs=tuple(map(PairRow, fits.rows, sentences)),
        pauses=pauses_told(_with_pauses(pairs), forbidding, asked, lang),
        few=tuple([(" · ".join(pair.names), pair.hands) for pair in few[:_MOST_FEW]]),
        more_few=max(0, len(few) - _MOST_FEW),
        too_few=too_few(few[0].hands).told(lang) if few and not enough else "",
    )


def _with_pauses(pairs: Sequence[PairStudied]) -> list[PairStudied]:
    """Those of which it says something: few hands tell how many pauses there were, and no more."""
    return [pair for pair in pairs if pair.hands >= FEWEST or (pair.pauses is not None and pair.pauses.telling)]


def _forbidding(matches: Iterable[MatchPlayed], books: Books) -> set[bool]:
    """Whether their books forbid false thinking."""
    forbidding = set[bool]()
    for match in {(one.book, one.options, one.limit): one for one in matches}.values():
        try:
            forbidding.add(match.the_book(books).options.false_thinking == "forbidden")
        except RuleBookError:  # a club's own, which is gone
            continue
    return forbidding
