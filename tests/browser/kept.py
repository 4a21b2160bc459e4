"""What a server has written down, read from its disk and folded: the truth that screens are compared with."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from tantera.play.events import DoublesPlaced, TilePlaced
from tantera.store.engines import FILE
from tantera.tables import TableState, opened, read_event
from tantera.tables.events import StreamEvent
from tantera.tiles import Tile, tiles_in
from tantera.web.tables.live import stream_of
from tests.store.stories import WRITTEN


class Kept:
    """One table, as it is on disk at this moment."""

    def __init__(self, folder: Path, table_id: str) -> None:
        self._file, self._stream = folder / FILE, stream_of(table_id)

    def events(self) -> list[StreamEvent]:
        with closing(sqlite3.connect(f"file:{self._file}?mode=ro", uri=True)) as database:
            rows = database.execute(f"SELECT event FROM {WRITTEN} WHERE stream = ? ORDER BY version", (self._stream,))
            return [read_event(row[0]) for row in rows]

    def table(self) -> TableState:
        return opened(self.events())

    def racks(self) -> dict[str, list[str]]:
        """Everybody's tiles as they are called, by name; nothing between two hands."""
        match = self.table().match
        if match is None or match.hand is None:
            return {}
        return {
            match.names[seat - 1]: sorted(called(tile) for tile in tiles_in(match.hand.racks[seat - 1]))
            for seat in match.seats
        }

    def chain(self) -> str:
        """The carro from its left end to its right one, as the cloth says it: ``6|4 4|4 4|1``."""
        match = self.table().match
        hand = None if match is None else match.hand
        if hand is None or hand.chain is None:
            return ""
        return str(hand.chain)

    def score(self) -> dict[str, int]:
        """Points by the surnames of a side."""
        match = self.table().match
        assert match is not None
        return {
            " ".join(sorted(match.names[seat - 1].split()[-1] for seat in side)): points
            for side, points in zip(match.sides, match.score, strict=True)
        }

    def times_placed(self, tile: str, since: int) -> int:
        """How often this tile has been laid on the table since the stream had so many events."""
        laid = 0
        for event in self.events()[since:]:
            if isinstance(event, TilePlaced):
                laid += called(event.tile) == tile
            elif isinstance(event, DoublesPlaced):
                laid += tile in (called(event.left), called(event.right))
        return laid


def called(tile: Tile) -> str:
    """As people say it, the higher number first: ``6-1``."""
    return f"{tile.high}-{tile.low}"
