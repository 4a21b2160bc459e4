"""What just happened at a table, in words: to every listener in their language, and nothing that they may not see.

A narrator is given what `seen` has let through: words are made of what somebody sees. The match's own events are told
by `telling.Narrator`, what happens around it by `TableNarrator`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from tantera.play.actors import Eyes
from tantera.play.events import Corrected, MatchEnded
from tantera.play.ledger import Happened
from tantera.rules import Seat
from tantera.tables.events import TableEvent
from tantera.tables.fold import TableProgress
from tantera.tables.narrator import TELLERS, WORDLESS, TableNarrator, named
from tantera.tables.seen import Reader, seen, seen_with
from tantera.tables.state import TableState
from tantera.telling import WORDLESS as WORDLESS_IN_A_MATCH
from tantera.telling import Narrator, RunningTally, Sentence, addressed

_SILENT: Final = (WORDLESS | WORDLESS_IN_A_MATCH) - TELLERS.keys()


class Listener(NamedTuple):
    """Somebody who is told what happens, and in which language."""

    reader: Reader
    lang: str


_Ear = tuple[Reader, str, Eyes | None, list[Sentence]]
"""Who listens, in which language, with which eyes on the match, and what they have been told."""


def tell(
    done: TableProgress, listeners: Iterable[Listener], eyes: Mapping[Reader, Eyes | None]
) -> dict[Listener, tuple[Sentence, ...]]:
    """What a step says to each of them, who see the match with these eyes; an empty tuple where nothing is for them.

    As in the messages of a step (`wire.py`), everybody sees of its events what they may once all of it has happened. A
    sentence that is the same for several listeners is made once.
    """
    after = done.after
    heard_by: dict[Listener, list[Sentence]] = {}
    ears: list[_Ear] = []
    for listener in listeners:
        if listener not in heard_by:
            heard = heard_by[listener] = []
            ears.append((*listener, eyes[listener.reader], heard))
    corrected = None
    for moment in done.moments:
        event = moment.event
        kind = type(event)
        if kind in _SILENT:
            continue
        if kind not in TELLERS and not isinstance(event, TableEvent):
            _tell_in_the_match(moment, after, ears)
            continue
        if isinstance(event, Corrected):
            if event.why == corrected:  # a promise that goes with what was corrected (`correcting.py`) is no more news
                continue
            corrected = event.why
        _tell_around(moment, after, ears)
    return {listener: tuple(heard) for listener, heard in heard_by.items()}


def sheet_since(sheet: RunningTally, done: TableProgress) -> int | None:
    """Write a step down on the sheet of the table's match: the first row that changed, None where none did."""
    changed = None
    for event, before, after in done.moments:
        if isinstance(event, TableEvent) or after.ledger is None:
            continue
        if event.afresh or before.ledger is None:
            return sheet.afresh(done.after.ledger or after.ledger)
        place = sheet.then(event, before.ledger.match, after.ledger.match)
        if place is not None and (changed is None or place < changed):
            changed = place
    return changed


# --- to everybody their own ------------------------------------------------------------------------------------------


def _tell_in_the_match(moment: Happened[TableState], table: TableState, ears: list[_Ear]) -> None:
    event, then = moment.event, moment.after
    if table.settings.first_hand and isinstance(event, MatchEnded):
        return  # one hand for practice: nobody has won a match
    assert moment.before.ledger is not None
    assert then.ledger is not None
    before, after = moment.before.ledger.match, then.ledger.match
    sentences: dict[object, Sentence | None] = {}
    you, moved, whole = addressed(event), then.chairs is not table.chairs, event.open
    timed = table.times.move is not None or after.book.clock is not None or after.clock.ends is not None
    for reader, lang, eyes, heard in ears:
        shown = event if whole and eyes is not None else seen_with(table, event, eyes)
        if shown is None:
            continue
        seat = then.seat_of(reader) if moved else eyes
        me = seat if isinstance(seat, int) and seat in you else 0
        same = (lang, me) if shown is event else (lang, me, shown)
        if same not in sentences:
            sentences[same] = _narrator(lang, me, timed).sentence(shown, before, after)
        if (sentence := sentences[same]) is not None:
            heard.append(sentence)


def _tell_around(moment: Happened[TableState], table: TableState, ears: list[_Ear]) -> None:
    event, before, after = moment
    sentences: dict[object, Sentence | None] = {}
    people = named(event, before, after)
    for reader, lang, _, heard in ears:
        shown = seen(table, event, reader)
        if shown is None:
            continue
        me = reader if reader in people else ""
        same = (lang, me) if shown is event else (lang, me, shown)
        if same not in sentences:
            sentences[same] = TableNarrator(lang, me).sentence(shown, before, after)
        if (sentence := sentences[same]) is not None:
            heard.append(sentence)


@lru_cache(maxsize=64)
def _narrator(lang: str, me: Seat, timed: bool) -> Narrator:
    """`timed`: at a table without a clock nobody is told how long somebody thought."""
    return Narrator(lang, me, timed=timed, by_itself=True)
