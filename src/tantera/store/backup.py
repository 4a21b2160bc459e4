"""One file with everything in a store, the same for every database: JSON lines, gzipped.

::

    {"tantera": "backup", "format": 1}
    ["table/7f3a", 1, "c1-1", "{\\"match_started\\": …}"]      stream, version, order or null, event
    …
    {"streams": 1, "events": 1, "sha256": "…"}              of every byte before this line
"""

from __future__ import annotations

import gzip
import json
import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Table, insert, select

from tantera.store.engines import sync_folder
from tantera.store.interface import Contents, Head
from tantera.store.problems import StoreError, unwritten
from tantera.store.rows import LOG, Row, everything
from tantera.store.schema import EVENTS
from tantera.words import Phrase, reason_of

FORMAT: Final = 1
_HEADER: Final = {"tantera": "backup", "format": FORMAT}
_CHUNK: Final = 1000
_CHUNK_BYTES: Final = 16 * 1024**2
_LONGEST: Final = 64 * 1024**2
"""Bytes of a line: a photo of 8 MB, whose bytes are written as six letters each."""
_PACKED: Final = 200
"""How many times its own size a backup unpacks to at most: events have times and hashes in them, of which none is
like another, and come to twenty or thirty times."""
_LEAST: Final = 1024**3
"""Bytes that any backup may unpack to, however small it is."""


BESIDE: Final = "~"
"""How streams are named that lie beside the store, in files of their own: after all others."""


def write_backup(
    connection: Connection, path: Path, beside: Iterable[Row] = (), tables: Sequence[Table] = LOG
) -> Contents:
    """Everything in the store at this moment. The file appears when it is complete, and is for this user only.

    `beside` is what is kept in other files, by name; the names begin with `BESIDE`.
    """
    unfinished = path.with_name(path.name + ".part")
    try:
        with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            with gzip.GzipFile(fileobj=file, filename="", mode="wb", mtime=0) as packed:
                contents = _write_lines(everything(connection, tables, _CHUNK), packed, beside)
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, path)
        sync_folder(path.parent)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        raise unwritten(path, error) from error
    return contents


def _write_lines(rows: Iterable[Row], packed: gzip.GzipFile, beside: Iterable[Row]) -> Contents:
    digest = sha256()

    def put(line: object) -> None:
        encoded = (json.dumps(line, separators=(",", ":")) + "\n").encode()
        digest.update(encoded)
        packed.write(encoded)

    put(_HEADER)
    streams = events = 0
    for stream, version, order, event in chain(rows, beside):
        # Surrogates stand for bytes that are not UTF-8: the text stays readable, and every byte comes back.
        put([stream, version, order, event.decode("utf-8", "surrogateescape")])
        streams += version == 1
        events += 1
    put({"streams": streams, "events": events, "sha256": digest.hexdigest()})
    return Contents(streams, events)


def read_backup(connection: Connection, path: Path, aside: Callable[[Row], None] | None = None) -> Contents:
    """Fill an empty store in the transaction of this connection. Whatever is wrong raises before it is committed.

    What lay beside the store goes to `aside`, row by row, and not into it.
    """
    try:
        with gzip.open(path, "rb") as packed:
            return _fill(connection, _Lines(packed, max(_LEAST, path.stat().st_size * _PACKED)), aside)
    except _TooMuch as error:
        sentence = Phrase(
            "{file}: found far more packed into it than a backup has, expected one of ours", file=str(path)
        )
        raise StoreError(sentence) from error
    except (EOFError, zlib.error, gzip.BadGzipFile, ValueError, _NotWhole) as error:
        sentence = Phrase("{file}: found no complete backup, expected one that tantera backup wrote", file=str(path))
        raise StoreError(sentence) from error
    except OSError as error:
        sentence = Phrase("{file}: cannot be read ({reason})", file=str(path), reason=reason_of(error))
        raise StoreError(sentence) from error


class _NotWhole(Exception):
    """A backup with something missing, added or changed."""


class _TooMuch(Exception):
    """Far more comes out of a file than a backup has in it."""


class _Lines:
    """The lines of a backup. Neither one of them nor all together are longer than they can be."""

    def __init__(self, packed: gzip.GzipFile, most: int) -> None:
        self._packed, self._left = packed, most

    def next(self) -> bytes:
        """The next one; nothing at the end."""
        line = self._packed.readline(_LONGEST + 1)
        self._left -= len(line)
        if len(line) > _LONGEST or self._left < 0:
            raise _TooMuch
        return line


def _fill(connection: Connection, lines: _Lines, aside: Callable[[Row], None] | None) -> Contents:
    header = lines.next()
    if json.loads(header) != _HEADER:
        raise _NotWhole
    stream = connection.scalar(select(EVENTS.c.stream).limit(1))
    if stream is not None:
        raise StoreError(Phrase("found a store with {stream} in it, expected an empty one", stream=stream))
    rows = _Rows(lines, header)
    for chunk in _chunks(rows):
        events = [row for row in chunk if not row["stream"].startswith(BESIDE)]
        if events:
            connection.execute(insert(EVENTS), events)
        for row in chunk:
            if aside is not None and row["stream"].startswith(BESIDE):
                aside((row["stream"], row["version"], row["order_id"], row["event"]))
    return rows.contents


def _chunks(rows: Iterable[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """Some at a time, fewer where they are long."""
    chunk, size = list[dict[str, Any]](), 0
    for row in rows:
        chunk.append(row)
        size += len(row["event"])
        if len(chunk) >= _CHUNK or size >= _CHUNK_BYTES:
            yield chunk
            chunk, size = [], 0
    yield chunk


class _Rows:
    """The events of a backup, checked on the way: no gap, and at the end the checksum."""

    def __init__(self, lines: _Lines, header: bytes) -> None:
        self._lines, self._digest = lines, sha256(header)
        self.contents = Contents(0, 0)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        last = Head("", 0)
        while encoded := self._lines.next():
            match json.loads(encoded):
                case [str(stream), int(version), str() | None as order, str(event)]:
                    if version != (last.version + 1 if stream == last.stream else 1) or stream < last.stream:
                        raise _NotWhole
                    last = Head(stream, version)
                    self.contents = Contents(self.contents.streams + (version == 1), self.contents.events + 1)
                    self._digest.update(encoded)
                    kept = event.encode("utf-8", "surrogateescape")
                    yield {"stream": stream, "version": version, "order_id": order, "event": kept}
                case {**footer}:
                    self._check(footer)
                    return
                case _:
                    raise _NotWhole
        raise _NotWhole

    def _check(self, footer: dict[Any, Any]) -> None:
        expected = self.contents._asdict() | {"sha256": self._digest.hexdigest()}
        if footer != expected or self._lines.next():
            raise _NotWhole
