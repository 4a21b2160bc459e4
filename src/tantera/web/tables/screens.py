"""What every screen at a table is sent: the whole of it on joining, then each step, for one pair of eyes and in one
language. What is the same for several is worked out and encoded once.

The table and the match come from `tantera.tables.messages`; what a page cannot put in words or work out is added here,
each part beside what it depends on (`PARTS`), and what just happened in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any, Final, NamedTuple, Protocol

from tantera.play import view
from tantera.play.actors import SPECTATOR, Eyes, Role
from tantera.play.ledger import Ledger
from tantera.play.moves import only_end
from tantera.play.seen import lifted_order
from tantera.play.wire import Shown
from tantera.rules import Seat
from tantera.tables import Reader, TableProgress, TableState, may_write, messages
from tantera.tables import joined as whole_screen
from tantera.tables.events import Audience
from tantera.tables.seen import eyes_of_all, eyes_on_the_match
from tantera.tables.talk import may_say
from tantera.tables.telling import Listener as Ear
from tantera.tables.telling import sheet_since, tell
from tantera.telling import Count, Counted, Sentence, count, count_figures, counted_to, question
from tantera.telling.first_hand import Hint, hints
from tantera.telling.questions import OFFICES, Question
from tantera.telling.tally import RunningTally
from tantera.tiles import End, Tile
from tantera.tournament.names import told_apart
from tantera.web.clock import now
from tantera.web.tables import frames
from tantera.web.tables.facts import law_facts


class Listener(Protocol):
    """A socket, as its table sees it."""

    person: str | None
    lang: str

    def push(self, data: bytes) -> None:
        """Send this when it can be sent. Never waits."""

    def let_go(self) -> None:
        """This table is not for their eyes any more."""

    def send_on(self) -> None:
        """Another process goes on with the table: whoever comes again is served there."""


class _Audience(NamedTuple):
    """Who listens, sorted once as long as nobody comes, goes or sits elsewhere."""

    people: tuple[object, ...]
    eyes: dict[Reader, Eyes | None]
    """With which eyes each of them sees the match."""
    by_reader: dict[Reader, list[tuple[Listener, Ear]]]
    ears: frozenset[Ear]
    langs: frozenset[str]


# --- around the match ------------------------------------------------------------------------------------------------


class Around:
    """What a page shows around one state of a table; what is the same for several is made once."""

    def __init__(self, state: TableState, at: int) -> None:
        self.state, self.at = state, at
        self._counts: dict[tuple[Seat, str], Count | None] = {}
        self._figures: tuple[Counted, ...] | None = None

    def write(self, reader: Reader, lang: str) -> list[str]:
        """To whom they may write now."""
        return [] if isinstance(reader, Role) else sorted(may_write(self.state, reader, self.at))

    def phrases(self, reader: Reader, lang: str) -> dict[Audience, tuple[str, ...]]:
        """What they may say now by a tap."""
        return {} if isinstance(reader, Role) else may_say(self.state, reader, self.at)

    def called(self, reader: Reader, lang: str) -> list[str]:
        """By seat, what the people here are called in a sentence: by the first surname, so long as that tells them
        apart; nothing for an empty chair."""
        people = [(str(seat), name, "") for seat, name in enumerate(self.state.names, start=1) if name]
        short = {seat: one.short for seat, one in told_apart(people).items()}
        return [short.get(str(seat), "") for seat in range(1, len(self.state.names) + 1)]

    def count(self, reader: Reader, lang: str) -> Count | None:
        """The count of the last hand, while no other is dealt."""
        ledger = self.state.ledger
        if ledger is None or ledger.match.hand_in_play or not ledger.match.lines or not self._sees(reader):
            return None
        if self._figures is None:
            self._figures = count_figures(ledger)
        you = counted_to(ledger)
        seat = next((one for one in self._who_is(reader) if not isinstance(one, Role) and one in you), 0)
        if (seat, lang) not in self._counts:
            self._counts[seat, lang] = count(ledger, lang, seat, self._figures)
        return self._counts[seat, lang]

    def question(self, reader: Reader, lang: str) -> Question | None:
        """The decision that is open; it has answers for whoever is asked."""
        match = self.state.match
        return None if match is None or not self._sees(reader) else question(match, self._who_is(reader), lang)

    def guide(self, reader: Reader, lang: str) -> tuple[Hint, ...]:
        """What somebody is told in their first hand, from what they see of it."""
        match, who = self.state.match, self._who_is(reader)
        seat = next((one for one in who if not isinstance(one, Role)), None)
        return () if match is None or seat is None else hints(view(match, seat), lang)

    def _sees(self, reader: Reader) -> bool:
        return eyes_on_the_match(self.state, reader) is not None

    def _who_is(self, reader: Reader) -> tuple[Eyes, ...]:
        """As whom somebody may be asked: a player as their seat, the referee by every office that the table has nobody
        else for. Nobody is asked for whom a bot plays."""
        state = self.state
        if isinstance(reader, Role):
            return ()
        if reader == state.referee:
            return OFFICES
        seat = state.seat_of(reader)
        return (seat,) if seat is not None and state.chairs[seat - 1].bot is None else ()


class Part(NamedTuple):
    """Parts of the screen around the match, and what they depend on: of the table, and of the ledger of its match."""

    shown: dict[str, Callable[[Around, Reader, str], object]]
    table: Callable[[TableState], object]
    ledger: Callable[[Ledger], object]

    def changed(self, before: TableState, after: TableState) -> bool:
        was, now = before.ledger, after.ledger
        if was is None or now is None:
            return was is not now or self.table(before) != self.table(after)
        return self.table(before) != self.table(after) or self.ledger(was) != self.ledger(now)

    def to(self, around: Around, reader: Reader, lang: str) -> dict[str, object]:
        return {name: shown(around, reader, lang) for name, shown in self.shown.items()}


PARTS: Final = (
    Part({"called": Around.called}, attrgetter("names"), attrgetter("match.names")),
    Part(
        {"write": Around.write, "phrases": Around.phrases},
        attrgetter("chairs", "guests", "referee", "pause", "proposals", "calls", "talk", "closed"),
        attrgetter("match.phase", "match.counted_at"),
    ),
    Part(
        {"count": Around.count, "question": Around.question},
        attrgetter("chairs", "referee"),
        attrgetter(
            "match.names", "match.lines", "match.hand_in_play", "match.awaiting", "match.ended_by", "match.score"
        ),
    ),
)


GUIDE: Final = Part({"guide": Around.guide}, attrgetter("chairs"), attrgetter("match"))
"""At the table of a first hand only: it depends on every move."""


def _parts(state: TableState) -> tuple[Part, ...]:
    return (*PARTS, GUIDE) if state.settings.first_hand else PARTS


def _only_end(state: TableState) -> End | None:
    """Where whoever is in turn has to play, because both ends are the same (TG-9.2)."""
    match = state.in_play
    return only_end(match.hand) if match is not None and match.hand is not None else None


def _rack(state: TableState, reader: Reader) -> tuple[Tile, ...] | None:
    """A player's tiles in the order lifted, for the gaps between those that are left."""
    match = state.match
    seat = None if isinstance(reader, Role) else state.seat_of(reader)
    return None if match is None or seat is None else lifted_order(match, seat)


class Sheets:
    """The sheet of the match that is on, in every language that somebody reads it in."""

    def __init__(self) -> None:
        self._sheets: dict[str, RunningTally] = {}

    def whole(self, state: TableState, lang: str) -> dict[str, Any] | None:
        """The sheet of the match, where there is one."""
        if state.ledger is None:
            return None
        if lang not in self._sheets:
            self._sheets[lang] = RunningTally(lang, state.ledger)
        return _rows(0, self._sheets[lang], state.ledger)

    def after(self, done: TableProgress, langs: Iterable[str]) -> dict[str, dict[str, Any]]:
        """Write down what a step brings; the rows that it changed, by language. A move changes none. Who was here
        before the match began has no sheet yet: they are given it whole."""
        changed: dict[str, dict[str, Any]] = {}
        ledger = done.after.ledger
        if ledger is None:
            return changed
        for lang, sheet in self._sheets.items():
            place = sheet_since(sheet, done)
            if place is not None:
                changed[lang] = _rows(place, sheet, ledger)
        for lang in langs:
            if lang not in self._sheets:
                self._sheets[lang] = RunningTally(lang, ledger)
                changed[lang] = _rows(0, self._sheets[lang], ledger)
        return changed

    def forget(self) -> None:
        """Nobody looks on: who comes later has the sheets written anew."""
        self._sheets.clear()


def _rows(place: int, sheet: RunningTally, ledger: Ledger) -> dict[str, Any]:
    sides, rows, totals = sheet.shown(ledger.match)
    return {"sides": sides, "rows": [row._asdict() for row in rows[place:]], "totals": totals, "from": place}


# --- everybody ------------------------------------------------------------------------------------------------------


class Screens:
    """Everybody who looks at a table over a socket."""

    def __init__(self) -> None:
        self.listeners: set[Listener] = set()
        self._sheets, self._shown = Sheets(), Shown()
        self._sorted: _Audience | None = None

    def add(self, listener: Listener) -> None:
        self.listeners.add(listener)
        self._sorted = None

    def remove(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        self._sorted = None

    def let_go(self, state: TableState) -> None:
        """Whoever said goodbye to a table that is not public looks on no longer, on none of their devices."""
        for listener in tuple(self.listeners):
            if not lets_in(state, listener.person):
                listener.let_go()

    def renew(self) -> None:
        """Nothing that was told stays in memory: it was told of names that are gone."""
        self._forget()
        self._sorted = None

    def _forget(self) -> None:
        self._sheets.forget()
        self._shown = Shown()

    def tell_all(self, data: bytes) -> None:
        for listener in self.listeners:
            listener.push(data)

    def whole(self, state: TableState, listener: Listener, **more: object) -> bytes:
        """Everything, for one socket."""
        reader, lang, at = _reader(state, listener), listener.lang, now()
        around = Around(state, at)
        more |= {
            "protocol": frames.PROTOCOL,
            "law": law_facts(state.book, lang),
            "rack": _rack(state, reader),
            "sheet": self._sheets.whole(state, lang),
        }
        for part in _parts(state):
            more |= part.to(around, reader, lang)
        if (end := _only_end(state)) is not None and eyes_on_the_match(state, reader) is not None:
            more["only_end"] = end
        return frames.joined(at, listener.person, whole_screen(state, reader), **more)

    def tell(self, done: TableProgress) -> None:
        """Send a step to everybody: in a plain move most of them are sent the same bytes."""
        if not self.listeners:
            self._forget()
            return
        at, state = now(), done.after
        audience = self._audience(state)
        sheets, sentences = self._sheets.after(done, audience.langs), _said(done, audience)
        end, parts = _only_end(state), [part for part in _parts(state) if part.changed(done.before, state)]
        around = Around(state, at)
        sent: dict[tuple[int, int], bytes] = {}
        """By which words and which message: what is the same for several is the same object."""
        for reader, message in messages(done, audience.eyes, self._shown).items():
            only: dict[str, object] = {}
            if end is not None and audience.eyes[reader] is not None:
                only["only_end"] = end
            for listener, ear in audience.by_reader[reader]:
                if only or parts or sheets:
                    more = dict(only)
                    if ear.lang in sheets:
                        more["sheet"] = sheets[ear.lang]
                    for part in parts:
                        more |= part.to(around, reader, ear.lang)
                    listener.push(frames.step(at, sentences[ear], message, **more))
                    continue
                words = sentences[ear]
                same = id(words), id(message)
                if same not in sent:
                    sent[same] = frames.step(at, words, message)
                listener.push(sent[same])

    def _audience(self, state: TableState) -> _Audience:
        known, people = self._sorted, _people(state)
        if known is None or known.people != people:
            by_reader: dict[Reader, list[tuple[Listener, Ear]]] = {}
            for listener in self.listeners:
                reader = _reader(state, listener)
                by_reader.setdefault(reader, []).append((listener, Ear(reader, listener.lang)))
            ears = frozenset(ear for pairs in by_reader.values() for _, ear in pairs)
            langs = frozenset(ear.lang for ear in ears)
            known = self._sorted = _Audience(people, eyes_of_all(state, by_reader), by_reader, ears, langs)
        return known


_people: Final = attrgetter("guests", "chairs", "referee", "settings")
"""What it depends on who somebody is at a table, and with which eyes they look at it."""


def _said(done: TableProgress, audience: _Audience) -> dict[Ear, bytes]:
    """The sentences of a step for everybody, encoded once for those who are told the same."""
    encoded: dict[tuple[Sentence, ...], bytes] = {}
    of_ear: dict[Ear, bytes] = {}
    for ear, sentences in tell(done, audience.ears, audience.eyes).items():
        if sentences not in encoded:
            encoded[sentences] = frames.said(sentences)
        of_ear[ear] = encoded[sentences]
    return of_ear


def lets_in(state: TableState, person: str | None) -> bool:
    """Who is at the table, and anybody where it is public."""
    known = person is not None and state.guest(person) is not None
    return known or eyes_on_the_match(state, SPECTATOR) is not None or state.settings.public


def _reader(state: TableState, listener: Listener) -> Reader:
    """Who is not at the table sees what a passer-by sees."""
    person = listener.person
    return person if person is not None and state.guest(person) is not None else SPECTATOR
