"""What the sockets of a table are told in words, each in its language."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tantera.play.events import HandScored
from tantera.tables import Reader, TableProgress, TableState
from tantera.telling import tally
from tantera.web.tables import frames


class Saying:
    def of_step(self, done: TableProgress, listeners: Iterable[tuple[Reader, str]]) -> dict[tuple[Reader, str], bytes]:
        return {one: frames.said(()) for one in listeners}

    def whole_sheet(self, state: TableState, lang: str) -> dict[str, Any] | None:
        if state.ledger is None:
            return None
        sheet = tally(state.ledger, lang)
        return {"sides": sheet.sides, "rows": [row._asdict() for row in sheet.rows], "totals": sheet.totals, "from": 0}

    def sheets_after(self, done: TableProgress, langs: Iterable[str]) -> dict[str, dict[str, Any] | None]:
        if not any(isinstance(event, HandScored) for event in done.events):
            return {}
        return {lang: self.whole_sheet(done.after, lang) for lang in langs}
