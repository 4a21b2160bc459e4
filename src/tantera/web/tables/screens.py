"""What every screen at a table is sent: the whole of it on joining, then each step, for one pair of eyes and in one
language. What is the same for several is worked out and encoded once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Protocol

from tantera.play.actors import SPECTATOR, Role
from tantera.play.moves import only_end
from tantera.play.options import options
from tantera.play.orders import PlaceTile
from tantera.play.seen import lifted_order
from tantera.play.snapshot import Laid, would_lie
from tantera.tables import Reader, TableProgress, TableState, may_write, messages
from tantera.tables import joined as whole_screen
from tantera.tables.events import TableEvent
from tantera.tables.seen import eyes_on_the_match
from tantera.tables.state import Guest
from tantera.tables.telling import Listener as Ear
from tantera.tiles import Tile
from tantera.web.clock import now
from tantera.web.tables import frames
from tantera.web.tables.facts import law_facts
from tantera.web.tables.saying import Saying
from tantera.web.tables.wording import WordsAround, what_they_depend_on


class Listener(Protocol):
    """A socket, as its table sees it."""

    person: str | None
    lang: str

    def push(self, data: bytes) -> None:
        """Send this when it can be sent. Never waits."""

    def let_go(self) -> None:
        """This table is not for their eyes any more."""


class _Audience(NamedTuple):
    """Who listens, sorted once as long as nobody comes or goes."""

    guests: tuple[Guest, ...]
    by_reader: dict[Reader, list[tuple[Listener, Ear]]]
    ears: frozenset[Ear]
    langs: frozenset[str]


class Screens:
    """Everybody who looks at a table over a socket."""

    def __init__(self) -> None:
        self.listeners: set[Listener] = set()
        self._saying = Saying()
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
        self._saying.forget()
        self._sorted = None

    def tell_all(self, data: bytes) -> None:
        for listener in self.listeners:
            listener.push(data)

    # --- the whole screen

    def whole(self, state: TableState, listener: Listener, **more: object) -> bytes:
        """Everything, for one socket."""
        reader, lang = _reader(state, listener), listener.lang
        more |= {
            "law": law_facts(state.book, lang),
            "rack": _rack(state, reader),
            "sheet": self._saying.whole_sheet(state, lang),
            "write": _may_write(state, listener),
            "places": _places(state) if reader == _in_turn(state) else None,
            **WordsAround(state).to(reader, lang),
            **_only_end(state, (reader,)).get(reader, {}),
        }
        return frames.joined(now(), listener.person, whole_screen(state, reader), **more)

    # --- a step

    def tell(self, done: TableProgress) -> None:
        """Send a step to everybody: in a plain move most of them are sent the same bytes."""
        if not self.listeners:
            self._saying.forget()
            return
        at, state = now(), done.after
        audience = self._audience(state)
        said = self._saying.of_step(done, audience.ears)
        sheets = self._saying.sheets_after(done, audience.langs)
        only_moves = done.only_moves
        around = not only_moves and _around(done)
        changed = not only_moves and what_they_depend_on(done.before) != what_they_depend_on(state)
        words = WordsAround(state) if changed else None
        in_turn, ends = _in_turn(state), _only_end(state, audience.by_reader)
        plain: dict[tuple[bytes, bytes], bytes] = {}
        for reader, message in messages(done, audience.by_reader).items():
            own: dict[str, object] = ends.get(reader, {})
            if reader == in_turn and (places := _places(state)) is not None:
                own = {**own, "places": places}
            for listener, ear in audience.by_reader[reader]:
                if around or words is not None or sheets or own:
                    more = dict(own)
                    if ear.lang in sheets:
                        more["sheet"] = sheets[ear.lang]
                    if around:
                        more["write"] = _may_write(state, listener)
                    if words is not None:
                        more |= words.to(reader, ear.lang)
                    listener.push(frames.step(at, said[ear], message, **more))
                    continue
                same = (said[ear], message)
                if same not in plain:
                    plain[same] = frames.step(at, *same)
                listener.push(plain[same])

    def _audience(self, state: TableState) -> _Audience:
        known = self._sorted
        if known is None or known.guests is not state.guests:
            by_reader: dict[Reader, list[tuple[Listener, Ear]]] = {}
            for listener in self.listeners:
                reader = _reader(state, listener)
                by_reader.setdefault(reader, []).append((listener, Ear(reader, listener.lang)))
            ears = frozenset(ear for pairs in by_reader.values() for _, ear in pairs)
            langs = frozenset(ear.lang for ear in ears)
            known = self._sorted = _Audience(state.guests, by_reader, ears, langs)
        return known


def lets_in(state: TableState, person: str | None) -> bool:
    """Who is at the table, and anybody where it is public."""
    known = person is not None and state.guest(person) is not None
    return known or eyes_on_the_match(state, SPECTATOR) is not None or state.settings.public


def _reader(state: TableState, listener: Listener) -> Reader:
    """Who is not at the table sees what a passer-by sees."""
    person = listener.person
    return person if person is not None and state.guest(person) is not None else SPECTATOR


def _around(done: TableProgress) -> bool:
    """Whether anything happened that may change who writes to whom."""
    phases = [None if match is None else match.phase for match in (done.before.match, done.after.match)]
    return phases[0] is not phases[1] or any(isinstance(event, TableEvent) for event in done.events)


def _may_write(state: TableState, listener: Listener) -> list[str]:
    return [] if listener.person is None else sorted(may_write(state, listener.person, now()))


def _rack(state: TableState, reader: Reader) -> tuple[Tile, ...] | None:
    """A player's tiles in the order lifted, for the gaps between those that are left."""
    match = state.match
    seat = None if isinstance(reader, Role) else state.seat_of(reader)
    return None if match is None or seat is None else lifted_order(match, seat)


def _in_turn(state: TableState) -> str | None:
    """The person whose turn it is."""
    match = state.in_play
    return None if match is None or match.hand is None else state.chairs[match.hand.turn - 1].person


def _only_end(state: TableState, readers: Iterable[Reader]) -> dict[Reader, dict[str, object]]:
    """Where whoever is in turn has to play, because both ends are the same (TG-9.2): for all who see the table."""
    match = state.in_play
    end = only_end(match.hand) if match is not None and match.hand is not None else None
    if end is None:
        return {}
    return {reader: {"only_end": end} for reader in readers if eyes_on_the_match(state, reader) is not None}


def _places(state: TableState) -> list[Laid | None] | None:
    """Where the tile of each option would lie, for who is in turn."""
    match = state.in_play
    if match is None or match.hand is None or match.hand.chain is None:
        return None
    chain, tile_set = match.hand.chain, match.book.options.set
    return [
        would_lie(chain, order.tile, order.end, tile_set)
        if isinstance(order, PlaceTile) and order.end is not None
        else None
        for order in options(match, match.hand.turn)
    ]
