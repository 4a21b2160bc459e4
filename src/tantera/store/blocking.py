"""Streams of events with calls that block, and that can travel as one file: what `one_file.py` and `parts.py` share."""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self, TypeVar

from sqlalchemy import Connection, Engine, insert
from sqlalchemy.exc import SQLAlchemyError

from tantera.store import rows
from tantera.store.interface import Appended, Head, Rewritten, Stored
from tantera.store.problems import Conflict, NotSaved, reason
from tantera.store.rows import Append, Row
from tantera.store.schema import EVENTS

_T = TypeVar("_T")
_AT_ONCE: Final = 16 * 1024**2
"""Bytes of events that are written together."""
_FEW: Final = 1000
"""Events that are written together, however short they are."""
_READ: Final = 50
"""Events that are read together: each may be a photo."""


class BlockingStore(ABC):
    """A store that is one file, or a part of a common one that whoever has it takes for the whole.

    Whoever has an event loop runs its calls in a thread.
    """

    path: Path | None
    """Its file; None where it is in a database."""
    file_name: str
    """What its file is called where it travels as one."""
    prefix: str = ""
    """How the names of its streams begin in the database: nobody outside sees it."""

    @property
    def where(self) -> str:
        """As people are told."""
        return str(self.path or self.file_name)

    def read(self, stream: str, since: int = 0) -> list[Stored]:
        """The events after version `since`, in order; none of a stream that nobody has begun."""
        return self._ask(lambda connection: rows.read(connection, self.prefix + stream, since), [])

    def streams(self, prefix: str = "") -> list[Head]:
        """The streams whose name begins so, by name."""
        heads: list[Head] = self._ask(lambda connection: rows.heads(connection, self.prefix + prefix), [])
        return [Head(stream.removeprefix(self.prefix), version) for stream, version in heads]

    def version(self, stream: str) -> int:
        """The last version of a stream; 0 of one that nobody has begun."""
        return self._ask(lambda connection: rows.head(connection, self.prefix + stream), 0)

    def append(self, stream: str, expected: int, events: Sequence[bytes], after: bytes | None = None) -> Appended:
        """Write events after version `expected`, all or none; returns when they are durable. With `after` only if that
        is still the event before them: the stream may have been rewritten, and be as long as it was.

        Raises `Conflict` when somebody else was first: read what is new, decide again. Raises `NotSaved` when nothing
        can be written.
        """
        append = Append(self.prefix + stream, expected, events, None)
        try:
            if after is None:
                (answer,) = rows.write(self._writer(), [append])
            else:
                answer = rows.append_after(self._writer(), append, after)
        except SQLAlchemyError as error:
            self._not_written()
            raise NotSaved(reason(error)) from error
        if isinstance(answer, Conflict):
            raise answer
        return answer

    def rewrite(self, changed: Sequence[Rewritten], decided_on: Sequence[Head], also: Append | None = None) -> None:
        """Put other events where these stood and append `also`, all or none; then no page of the database has what
        stood there. Raises `Conflict` where a stream that it was decided on has come further since, and `NotSaved`."""
        renamed = [Rewritten(self.prefix + stream, version, event) for stream, version, event in changed]
        heads = [Head(self.prefix + stream, version) for stream, version in decided_on]
        if also is not None:
            also = Append(self.prefix + also.stream, also.expected, also.events, also.order)
        try:
            rows.rewrite(self._writer(), renamed, heads, also)
        except (SQLAlchemyError, sqlite3.Error) as error:
            raise NotSaved(reason(error)) from error

    def everything(self) -> Iterator[Row]:
        """All there is at one moment, by stream."""
        with self._reader().connect() as connection:
            for stream, version, order, event in rows.everything(connection, rows.LOG, _READ, self.prefix):
                yield stream.removeprefix(self.prefix), version, order, event

    def fill(self, everything: Iterable[Row]) -> None:
        """Write all this where nothing is yet, the whole of it or nothing. Raises `Conflict` where something is, and
        `NotSaved`."""
        try:
            with self._writer().begin() as connection:
                for head in rows.heads(connection, self.prefix)[:1]:
                    raise Conflict(head.stream, 0, head.version)
                for some in _together(everything):
                    connection.execute(insert(EVENTS), [self._row(row) for row in some])
        except SQLAlchemyError as error:
            self._not_written()
            raise NotSaved(reason(error)) from error

    def _row(self, row: Row) -> dict[str, object]:
        stream, version, order, event = row
        return {"stream": self.prefix + stream, "version": version, "order_id": order, "event": event}

    @abstractmethod
    def copy_to(self, path: Path) -> None:
        """All that is in the store at this moment as one file, while others go on appending.

        The copy appears when it is complete; one that was there before is replaced. Raises `StoreError`.
        """

    @abstractmethod
    def again(self) -> Self:
        """The same store once more, for another thread."""

    @abstractmethod
    def close(self) -> None: ...

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @abstractmethod
    def _ask(self, ask: Callable[[Connection], _T], nothing: _T) -> _T:
        """What the database says; `nothing` where it has not been begun."""

    @abstractmethod
    def _reader(self) -> Engine: ...

    @abstractmethod
    def _writer(self) -> Engine:
        """For transactions of which there is one at a time."""

    @abstractmethod
    def _not_written(self) -> None:
        """An append failed, perhaps the first of all."""


def _together(rows: Iterable[Row]) -> Iterator[list[Row]]:
    some, size = list[Row](), 0
    for row in rows:
        some.append(row)
        size += len(row[3])
        if size >= _AT_ONCE or len(some) >= _FEW:
            yield some
            some, size = [], 0
    if some:
        yield some
