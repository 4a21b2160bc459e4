"""What the sockets of a table are told in words, each in its language."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tantera.play.events import Corrected, Event, MatchStarted
from tantera.play.fold import evolve
from tantera.play.ledger import Ledger
from tantera.tables import TableProgress, TableState
from tantera.tables.events import TableEvent
from tantera.tables.telling import Listener, tell
from tantera.telling import Sentence
from tantera.telling.tally import NOT_ON_THE_SHEET, RunningTally
from tantera.web.tables import frames

Sheet = dict[str, Any]
"""The rows of a sheet from some row on, as the protocol has them."""


class Saying:
    """Keeps the sheet of the match that is on in every language that somebody reads it in."""

    def __init__(self) -> None:
        self._sheets: dict[str, RunningTally] = {}

    def of_step(self, done: TableProgress, listeners: Iterable[Listener]) -> dict[Listener, bytes]:
        """The sentences of a step for everybody, encoded once for those who are told the same."""
        encoded: dict[tuple[Sentence, ...], bytes] = {}
        told: dict[Listener, bytes] = {}
        for listener, sentences in tell(done, listeners).items():
            if sentences not in encoded:
                encoded[sentences] = frames.said(sentences)
            told[listener] = encoded[sentences]
        return told

    def whole_sheet(self, state: TableState, lang: str) -> Sheet | None:
        """The sheet of the match, where there is one."""
        if state.ledger is None:
            return None
        if lang not in self._sheets:
            self._sheets[lang] = RunningTally(lang, state.ledger)
        return _from(0, self._sheets[lang], state.ledger)

    def sheets_after(self, done: TableProgress) -> dict[str, Sheet]:
        """Write down what a step brings; the rows that it changed, by language. A move changes none."""
        events = [event for event in done.events if not isinstance(event, TableEvent)]
        ledger = done.after.ledger
        if ledger is None or all(type(event) in NOT_ON_THE_SHEET - {MatchStarted} for event in events):
            return {}
        changed: dict[str, Sheet] = {}
        for lang, sheet in self._sheets.items():
            place = _written(sheet, done, events, ledger)
            if place is not None:
                changed[lang] = _from(place, sheet, ledger)
        return changed

    def forget(self) -> None:
        """Nobody looks on: who comes later has the sheets written anew."""
        self._sheets.clear()


def _written(sheet: RunningTally, done: TableProgress, events: list[Event], ledger: Ledger) -> int | None:
    """Bring a sheet up to date; the first row that is another now."""
    match = done.before.match
    if match is None or any(isinstance(event, MatchStarted | Corrected) for event in events):
        sheet.afresh(ledger)
        return 0
    places = []
    for event in events:
        after = evolve(match, event)
        places.append(sheet.then(event, match, after))
        match = after
    return min((place for place in places if place is not None), default=None)


def _from(place: int, sheet: RunningTally, ledger: Ledger) -> Sheet:
    sides, rows, totals = sheet.shown(ledger.match)
    return {"sides": sides, "rows": [row._asdict() for row in rows[place:]], "totals": totals, "from": place}
