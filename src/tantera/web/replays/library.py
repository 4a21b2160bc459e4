"""Where replays come from: the streams of tables whose match is over, and files that somebody uploads.

An upload is kept in memory only, for an hour, under an id that nobody guesses: long enough to step through it by plain
links and to send the address to a friend, and nothing of a stranger's file is ever written on this machine.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import replace
from itertools import islice
from time import monotonic
from typing import Final, NamedTuple

from tantera.notation import Document, Judged, export, judge_file
from tantera.notation.books import is_own
from tantera.play.actors import SPECTATOR
from tantera.play.events import Event, MatchStarted
from tantera.play.ledger import Ledger
from tantera.rules import Book, Books, RuleBookError, Seat
from tantera.tables import read_event
from tantera.tables.agreements import AGAINST_BOTS, BY_CONSENT
from tantera.tables.erasing import called_again
from tantera.tables.past import PastMatch, past_matches
from tantera.tables.seen import all_racks
from tantera.web.clock import day
from tantera.web.pages.times import moment
from tantera.web.problems import NotAllowed, NotFound
from tantera.web.replays.fair import ToldDeal, ToldDraw, told_deal, told_deal_of_document, told_draw
from tantera.web.replays.steps import PlayedHand, hands_of
from tantera.web.replays.story import corrections
from tantera.web.tables.directory import Directory, MatchPlayed
from tantera.web.tables.hub import Hub
from tantera.web.tables.live import stream_of
from tantera.words import Phrase, Problem, translate
from tantera.words.alike import ERASED, alike

UPLOADS: Final = "file"
"""In the place of a table's id in the address of an upload: no table is called so."""
SO_FAR: Final = "so-far"
"""In the place of a match's number: the hands of the match that is on which those who look on may see whole."""
_HOUR: Final = 3600.0
_MOST_UPLOADS: Final = 200
_MOST_BYTES: Final = 8 * 1024 * 1024
"""Of all uploads together."""
_MOST_EVENTS: Final = 60_000
"""Of all the matches together that are kept ready to be stepped through: every step keeps the match on either side of
it, about a kilobyte an event. A match of an evening has a thousand."""


class Unfinished(Problem):
    code = "unfinished"
    sentence = Phrase("this match is not over: nobody looks back at its tiles until it is")


class NothingYet(Problem):
    code = "nothing_yet"
    sentence = Phrase("no hand can be seen with all its tiles yet: those who look on see them some hands later")


class Replay(NamedTuple):
    """A match that can be looked at again."""

    address: str
    """The path of its page."""
    ledger: Ledger
    hands: tuple[PlayedHand, ...]
    file_name: str
    document: Document
    """As it is downloaded."""
    judged: Judged | None = None
    """Of an upload: what it says beside its moves."""
    players: tuple[str, ...] = ()
    """The ids of those who played, by seat."""
    begun: int | None = None
    """When, where anybody knows."""
    hints: tuple[tuple[int, int], ...] = ()
    """In which hands, and when, a bot was asked for advice."""
    late: frozenset[tuple[Seat, int]] = frozenset()
    """Who had no time left, and when: that move was the table's."""
    called_then: str = ""
    """What the reader was called when they played it, where pages call them otherwise by now; the document does not."""

    @property
    def book(self) -> Book:
        return self.ledger.book

    def hand(self, number: int, *, exactly: bool = False) -> PlayedHand:
        """The hand of this number, or the nearest there is."""
        if not self.hands or (exactly and not 1 <= number <= len(self.hands)):
            raise NotFound
        return self.hands[min(max(number, 1), len(self.hands)) - 1]

    def by_time(self, hand: PlayedHand) -> frozenset[int]:
        """The steps of a hand that the table played for somebody whose time had run out."""
        moves = ((step.number, step.move) for step in hand.steps)
        return frozenset(number for number, move in moves if move is not None and (move.seat, move.at) in self.late)

    def deal(self, hand: PlayedHand) -> ToldDeal | None:
        return told_deal(hand) if self.judged is None else told_deal_of_document(self.judged, hand.number)

    def draw(self, hand: PlayedHand) -> ToldDraw | None:
        return told_draw(hand)


class _Upload(NamedTuple):
    data: bytes
    source: str
    until: float


class _Ready:
    """Matches that are ready to be stepped through, those that somebody looked at last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[int, PastMatch | None, Replay]] = OrderedDict()
        self._events = 0

    def get(self, key: str, version: int) -> tuple[PastMatch | None, Replay] | None:
        entry = self._kept.get(key)
        if entry is None or entry[0] != version:
            return None
        self._kept.move_to_end(key)
        return entry[1:]

    def put(self, key: str, version: int, past: PastMatch | None, replay: Replay) -> None:
        if (old := self._kept.pop(key, None)) is not None:
            self._events -= len(old[2].ledger.effective)
        self._kept[key] = version, past, replay
        self._events += len(replay.ledger.effective)
        while self._events > _MOST_EVENTS and len(self._kept) > 1:
            _, (_, _, forgotten) = self._kept.popitem(last=False)
            self._events -= len(forgotten.ledger.effective)


class Library:
    """Everything that can be looked at again on this server."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._uploads: OrderedDict[str, _Upload] = OrderedDict()
        self._ready = _Ready()
        self._one_at_a_time = asyncio.Lock()
        """Long texts are judged one after the other: whoever floods us with them waits, and the tables do not."""

    @property
    def books(self) -> Books:
        """A file may name a club's book as its author's folder has it."""
        return lambda name: self._hub.books(name.removesuffix(".toml"))

    # --- matches of tables

    async def match(self, table: str, number: int, person: str | None, lang: str, *, office: bool = False) -> Replay:
        """A match of a table, for readers of this language. `NotFound`, `NotAllowed`, or `Unfinished`: nothing of a
        match is shown before its end. An `office` of its tournament may see all of them."""
        table = table[:40]
        key, version = f"{table}/{number}", await self._version(table)
        known = self._ready.get(key, version) or self._ready.get(f"{key}/{lang}", version)
        somebody = known_as(ERASED, lang)
        past = await self._past(table, number, somebody) if known is None else known[0]
        if past is None:
            raise NotFound
        self._may_be_seen(past, person, office)
        if known is not None:
            return known[1]
        replay = await asyncio.to_thread(_of_table, table, past)
        told = somebody in past.ledger.match.names  # who was erased is called otherwise in another language
        self._ready.put(f"{key}/{lang}" if told else key, version, past, replay)
        return replay

    async def shown_to(self, table: str, key: str, person: str | None, name: str, lang: str) -> Replay:
        """The replay at an address, for the pages of somebody who is called so by now: where they played it themselves
        under another name, it tells of them by this one. What is downloaded and checked is what was written then."""
        replay = await self.find(table, key, person, lang)
        match = replay.ledger.match
        seat = replay.players.index(person) if person in replay.players else None
        then = "" if seat is None else match.names[seat]
        taken = any(alike(one) == alike(name) for place, one in enumerate(match.names) if place != seat)
        if seat is None or not name or then == name or taken:
            return replay
        ready, version = f"{replay.address}/{lang}/{person}/{name}", replay.ledger.version
        known = self._ready.get(ready, version)
        if known is None:
            told = await asyncio.to_thread(_called_now, replay, then, name)
            self._ready.put(ready, version, None, told)
            return told
        return known[1]

    async def so_far(self, table: str, person: str | None) -> Replay:
        """The match that is on, for those who look on where the table shows them every rack, some hands later."""
        live = await self._hub.find(table[:40])
        if live is None:
            raise NotFound
        state = live.state
        events = all_racks(state, SPECTATOR if person is None or state.guest(person) is None else person)
        if not events:
            raise NothingYet
        key = f"{table[:40]}/{SO_FAR}"
        if (known := self._ready.get(key, state.version)) is not None:
            return known[1]
        replay = await asyncio.to_thread(_of_hands, table[:40], state.book, events)
        self._ready.put(key, state.version, None, replay)
        return replay

    async def past(self, table: str, number: int) -> PastMatch:
        """A match of a table for figures about it, whoever may see it: nothing is kept ready for readers. `NotFound`,
        or `Unfinished`."""
        past = await self._past(table, number, ERASED)
        if past is None:
            raise NotFound
        if not past.over_for_good:
            raise Unfinished
        return past

    @staticmethod
    def _may_be_seen(past: PastMatch, person: str | None, office: bool) -> None:
        if not office and not past.may_be_seen_by(person):
            raise NotAllowed
        if not past.over_for_good:
            raise Unfinished

    async def _version(self, table: str) -> int:
        """How long the stream is: a match that was over may be put right, and then it is another one."""
        live = await self._hub.find(table)
        return 0 if live is None else live.state.version

    async def _past(self, table: str, number: int, somebody: str) -> PastMatch | None:
        stored = await self._hub.store.read(stream_of(table))
        if not stored:
            return None
        books = self._hub.books_of(stored)

        def fold() -> PastMatch | None:
            past = past_matches((called_again(read_event(one.event), {ERASED: somebody}) for one in stored), books)
            return next((match for match in past if match.number == number), None)

        return await asyncio.to_thread(fold)

    def forget(self) -> None:
        """Streams were rewritten: every match is read anew."""
        self._ready = _Ready()

    # --- uploads

    async def judge(self, data: bytes, source: str) -> Judged:
        """What a file says; a `DgnError` names it by `source`."""
        async with self._one_at_a_time:
            return await asyncio.to_thread(judge_file, data, self.books, source)

    async def keep(self, data: bytes, source: str) -> Replay:
        """An upload, ready to be looked at for an hour."""
        key = secrets.token_urlsafe(16)
        replay = await self._of_upload(key, data, source)
        self._uploads[key] = _Upload(data, source, monotonic() + _HOUR)
        self._forget_old_uploads()
        return replay

    async def upload(self, key: str) -> Replay:
        self._forget_old_uploads()
        upload = self._uploads.get(key)
        if upload is None or upload.until <= monotonic():
            raise UploadGone
        known = self._ready.get(f"{UPLOADS}/{key}", 0)
        return await self._of_upload(key, upload.data, upload.source) if known is None else known[1]

    async def _of_upload(self, key: str, data: bytes, source: str) -> Replay:
        judged = await self.judge(data, source)
        hands = await asyncio.to_thread(hands_of, judged.ledger)
        name = f"{source.removesuffix('.dgn')}.dgn"
        replay = Replay(f"/replays/{UPLOADS}/{key}", judged.ledger, hands, name, judged.document, judged)
        self._ready.put(f"{UPLOADS}/{key}", 0, None, replay)
        return replay

    def _forget_old_uploads(self) -> None:
        """The oldest go first: those whose hour is over, and those there is no more room for."""
        total = sum(len(one.data) for one in self._uploads.values())
        while self._uploads:
            oldest = next(iter(self._uploads.values()))
            if oldest.until > monotonic() and len(self._uploads) <= _MOST_UPLOADS and total <= _MOST_BYTES:
                return
            total -= len(oldest.data)
            self._uploads.popitem(last=False)

    async def find(self, table: str, key: str, person: str | None, lang: str) -> Replay:
        """The replay at an address: a match of a table, or an upload."""
        if table == UPLOADS:
            return await self.upload(key)
        if key == SO_FAR:
            return await self.so_far(table, person)
        if not key.isascii() or not key.isdecimal() or len(key) > 6:
            raise NotFound
        return await self.match(table, int(key), person, lang)


class UploadGone(Problem):
    code = "gone"
    sentence = Phrase("this upload is no longer kept: files stay here for an hour; upload it again")


def _of_table(table: str, past: PastMatch) -> Replay:
    ledger = past.ledger
    began = ledger.events[0].at
    named = [("Book", f"{ledger.book.id}.toml")] if is_own(ledger.book) else []
    document = replace(export(ledger, [*named, ("Date", day(began))]), comments=_notes(past))
    name = f"tantera-{day(began)}-{table[:4]}-{past.number}.dgn"
    return Replay(
        f"/replays/{table}/{past.number}", ledger, hands_of(ledger), name, document,
        players=ledger.match.players, begun=began, hints=tuple((hand, one.at) for hand, one in past.hints),
        late=past.late,
    )  # fmt: skip


def _called_now(replay: Replay, then: str, name: str) -> Replay:
    first, *rest = (called_again(event, {then: name}) for event in replay.ledger.events)
    assert isinstance(first, MatchStarted)
    ledger = Ledger.begun(replay.book, first).plus(rest)
    return replay._replace(ledger=ledger, hands=hands_of(ledger), called_then=then)


def _of_hands(table: str, book: Book, events: tuple[Event, ...]) -> Replay:
    """Some hands of a match that goes on: nobody's figures, and no file of a match."""
    first, *rest = events
    assert isinstance(first, MatchStarted)
    ledger = Ledger.begun(book, first).plus(rest)
    document = export(ledger, [("Date", day(ledger.events[0].at))])
    return Replay(f"/replays/{table}/{SO_FAR}", ledger, hands_of(ledger), f"tantera-{table[:4]}.dgn", document)


def _notes(past: PastMatch) -> tuple[str, ...]:
    """What a file says of a match besides its moves: what was taken back, and when a bot was asked for advice."""
    right = corrections(past.ledger, "en")
    back = [(one.at, one.hand, one.why) for one in right if one.why in (BY_CONSENT, AGAINST_BOTS)]
    asked = [(one.at, hand, "a bot was asked for advice") for hand, one in past.hints]
    return tuple(f"hand {hand}: {what}" for _, hand, what in sorted([*back, *asked]))


class ToldSide(NamedTuple):
    names: str
    score: int
    won: bool


class ToldMatch(NamedTuple):
    address: str
    sides: tuple[ToldSide, ...]
    book: str
    when: str


def recent_public(directory: Directory, most: int) -> list[MatchPlayed]:
    """The last matches of public tables, the newest first."""
    return list(islice((match for match in reversed(directory.played.values()) if match.public), most))


def told_matches(matches: Iterable[MatchPlayed], books: Books, lang: str, person: str | None = None) -> list[ToldMatch]:
    """As a list has them, to one of those who played: they are *you*."""
    return [
        ToldMatch(
            f"/replays/{match.table}/{match.number}",
            tuple([_side(match, place, lang, person) for place in range(len(match.sides))]),
            book_name(match.book, books, lang),
            moment(match.at, lang),
        )
        for match in matches
    ]


def known_as(name: str, lang: str) -> str:
    """What a player of a kept match is called; who was erased is somebody."""
    return translate(lang, "Somebody") if name == ERASED else name


def _side(match: MatchPlayed, place: int, lang: str, person: str | None) -> ToldSide:
    seats, mine = match.sides[place], match.players.index(person) + 1 if person in match.players else 0
    names = [translate(lang, "you") if seat == mine else known_as(match.names[seat - 1], lang) for seat in seats]
    return ToldSide(" · ".join(names), match.score[place], seats == match.winner)


def book_name(book: str, books: Books, lang: str) -> str:
    """What a book is called; one that the club no longer has, by its id."""
    try:
        return books(book).name.text(lang)
    except RuleBookError:
        return book
