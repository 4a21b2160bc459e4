"""What the sockets of a table are told in words, each in its language."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tantera.play.ledger import Ledger
from tantera.tables import TableProgress, TableState
from tantera.tables.telling import Listener, sheet_since, tell
from tantera.telling import Sentence
from tantera.telling.tally import RunningTally
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

    def sheets_after(self, done: TableProgress, langs: Iterable[str]) -> dict[str, Sheet]:
        """Write down what a step brings; the rows that it changed, by language. A move changes none. Who was here
        before the match began has no sheet yet: they are given it whole."""
        changed: dict[str, Sheet] = {}
        ledger = done.after.ledger
        if ledger is None:
            return changed
        for lang, sheet in self._sheets.items():
            place = sheet_since(sheet, done)
            if place is not None:
                changed[lang] = _from(place, sheet, ledger)
        for lang in langs:
            if lang not in self._sheets:
                self._sheets[lang] = RunningTally(lang, ledger)
                changed[lang] = _from(0, self._sheets[lang], ledger)
        return changed

    def forget(self) -> None:
        """Nobody looks on: who comes later has the sheets written anew."""
        self._sheets.clear()


def _from(place: int, sheet: RunningTally, ledger: Ledger) -> Sheet:
    sides, rows, totals = sheet.shown(ledger.match)
    return {"sides": sides, "rows": [row._asdict() for row in rows[place:]], "totals": totals, "from": place}
