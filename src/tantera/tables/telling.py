"""What just happened at a table, in words: to every listener in their language, and nothing that they may not see.

A narrator is given what `seen` has let through: words are made of what somebody sees. The match's own events are told
by `telling.Narrator`, what happens around it by `TableNarrator`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from tantera.play.actors import Eyes
from tantera.play.events import Corrected, Event, MatchStarted, SeatsTaken
from tantera.play.fold import evolve as evolve_match
from tantera.play.ledger import happenings
from tantera.play.match import Match
from tantera.play.seen import everybody_sees
from tantera.rules import Seat
from tantera.tables.door import TableProgress
from tantera.tables.events import TableEvent
from tantera.tables.fold import evolve
from tantera.tables.narrator import WORDLESS, TableNarrator, named
from tantera.tables.seen import Reader, eyes_on_the_match, seen, seen_with
from tantera.tables.state import TableState
from tantera.telling import WORDLESS as WORDLESS_IN_A_MATCH
from tantera.telling import Narrator, RunningTally, Sentence, addressed
from tantera.telling.tally import NOT_ON_THE_SHEET

_AFRESH: Final = frozenset({MatchStarted, Corrected})
"""Events after which the match is not the one before with one event more. The table tells them in its own words."""
_SILENT: Final = (WORDLESS | WORDLESS_IN_A_MATCH) - _AFRESH


class Listener(NamedTuple):
    """Somebody who is told what happens, and in which language."""

    reader: Reader
    lang: str


_Ear = tuple[Reader, str, Eyes | None, list[Sentence]]
"""Who listens, in which language, with which eyes on the match, and what they have been told."""


class _Moment(NamedTuple):
    """One event of a step, with the table and the match on either side of it."""

    event: Event
    before: TableState
    after: TableState
    match_before: Match | None
    match_after: Match | None


def tell(done: TableProgress, listeners: Iterable[Listener]) -> dict[Listener, tuple[Sentence, ...]]:
    """What a step says to each of them, in order; an empty tuple where nothing of it is for them.

    As in the messages of a step (`wire.py`), everybody sees of its events what they may once all of it has happened. A
    sentence that is the same for several listeners is made once.
    """
    after = done.after
    if len(done.events) == 1 and done.only_moves and everybody_sees(done.events[0]):
        return _tell_a_move(done, listeners)
    told: dict[Listener, list[Sentence]] = {listener: [] for listener in listeners}
    ears = [(reader, lang, eyes_on_the_match(after, reader), heard) for (reader, lang), heard in told.items()]
    corrected = None
    for moment in _moments(done):
        event = moment.event
        kind = type(event)
        if kind in _SILENT:
            continue
        if kind not in _AFRESH and not isinstance(event, TableEvent):
            _tell_in_the_match(moment, after, ears)
            continue
        if isinstance(event, Corrected):
            if event.why == corrected:  # a promise that goes with what was corrected (`correcting.py`) is no more news
                continue
            corrected = event.why
        _tell_around(moment, after, ears)
    return {listener: tuple(heard) for listener, heard in told.items()}


def _tell_a_move(done: TableProgress, listeners: Iterable[Listener]) -> dict[Listener, tuple[Sentence, ...]]:
    """The same for most of what happens: one move that everybody sees whole. Whoever made it is called *you*."""
    table, (event,), after = done
    before, then = table.match, after.match
    assert before is not None
    assert then is not None
    you = addressed(event)
    said: dict[tuple[str, Seat], tuple[Sentence, ...]] = {}
    told: dict[Listener, tuple[Sentence, ...]] = {}
    for listener in listeners:
        reader, lang = listener
        eyes = eyes_on_the_match(after, reader)
        if eyes is None:
            told[listener] = ()
            continue
        same = (lang, you if eyes == you else 0)
        if same not in said:
            sentence = _narrator(*same).sentence(event, before, then)
            said[same] = () if sentence is None else (sentence,)
        told[listener] = said[same]
    return told


def sheet_since(sheet: RunningTally, done: TableProgress) -> int | None:
    """Write a step down on the sheet of the table's match: the first row that changed, None where none did."""
    if done.only_moves:
        return None
    events = [event for event in done.events if not isinstance(event, TableEvent)]
    kinds = {type(event) for event in events}
    before, ledger = done.before.match, done.after.ledger
    if kinds & _AFRESH and ledger is not None:
        return sheet.afresh(ledger)
    if before is None or kinds <= NOT_ON_THE_SHEET:
        return None
    changes = [sheet.then(*happened) for happened in happenings(before, events)]
    return min((place for place in changes if place is not None), default=None)


# --- to everybody their own ------------------------------------------------------------------------------------------


def _tell_in_the_match(moment: _Moment, table: TableState, ears: list[_Ear]) -> None:
    event, _, then, before, after = moment
    assert before is not None
    assert after is not None
    said: dict[object, Sentence | None] = {}
    you, moved, whole = addressed(event), then.chairs is not table.chairs, everybody_sees(event)
    for reader, lang, eyes, heard in ears:
        shown = event if whole and eyes is not None else seen_with(table, event, eyes)
        if shown is None:
            continue
        seat = then.seat_of(reader) if moved else eyes
        me = you if seat == you else 0
        same = (lang, me) if shown is event else (lang, me, shown)
        if same not in said:
            said[same] = _narrator(lang, me).sentence(shown, before, after)
        if (sentence := said[same]) is not None:
            heard.append(sentence)


def _tell_around(moment: _Moment, table: TableState, ears: list[_Ear]) -> None:
    event, before, after, _, _ = moment
    said: dict[object, Sentence | None] = {}
    people = named(event, before, after)
    for reader, lang, _, heard in ears:
        shown = seen(table, event, reader)
        if shown is None:
            continue
        me = reader if reader in people else ""
        same = (lang, me) if shown is event else (lang, me, shown)
        if same not in said:
            said[same] = TableNarrator(lang, me).sentence(shown, before, after)
        if (sentence := said[same]) is not None:
            heard.append(sentence)


@lru_cache(maxsize=64)
def _narrator(lang: str, me: Seat) -> Narrator:
    return Narrator(lang, me)


# --- step by step ---------------------------------------------------------------------------------------------------


def _moments(done: TableProgress) -> Iterator[_Moment]:
    """The events of a step in order. No more is folded again than must be: nothing for a single event; and where
    nothing happened around the match, and nobody sits elsewhere, only the match, which is a third of the work."""
    table, events, after = done
    if not events:
        return
    earlier, last = events[:-1], events[-1]
    match = table.match
    if match is None or any(isinstance(one, TableEvent) or type(one) in _MOVING for one in earlier):
        for event in earlier:
            then = evolve(table, event)
            yield _Moment(event, table, then, table.match, then.match)
            table = then
        match = table.match
    else:
        for event in earlier:
            match_then = evolve_match(match, event)
            yield _Moment(event, table, after, match, match_then)
            match = match_then
    yield _Moment(last, table, after, match, after.match)


_MOVING: Final = _AFRESH | {SeatsTaken}
"""Events of the match after which people may sit elsewhere."""
