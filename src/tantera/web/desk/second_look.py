"""The independent check of a draft, in a process of its own: the desk does not wait for it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Final

from tantera.tournament.check.draft import DraftCount, count_draft
from tantera.web.background import Background
from tantera.web.tournaments.live import LiveTournament
from tantera.web.worker import Worker

PATIENCE: Final = 0.4
"""Seconds that a page waits for a count before it says that it is being made."""
_MOST_KEPT: Final = 8


class SecondLook:
    """Counts of drafts by the second program, one for each state of a tournament."""

    def __init__(self) -> None:
        self._worker = Worker(patience=5)
        self._background = Background("second look")
        self._counts: OrderedDict[tuple[str, int], asyncio.Task[DraftCount | None]] = OrderedDict()

    async def at(self, tournament: LiveTournament, patience: float = PATIENCE) -> DraftCount | None:
        """The count of the draft as it stands; None while it is being made, or where it could not be."""
        lines = list(tournament.file.lines)
        key = tournament.id, len(lines)
        task = self._counts.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._counts[key] = self._background.start(self._worker.do(count_draft, lines))
            while len(self._counts) > _MOST_KEPT:
                self._counts.popitem(last=False)
        await asyncio.wait([task], timeout=patience)
        if task.done() and not task.cancelled() and task.exception() is None:
            return task.result()
        return None

    def close(self) -> None:
        self._background.stop()
        self._worker.close()
