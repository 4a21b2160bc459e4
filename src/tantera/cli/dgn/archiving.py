"""An archive on its way to a file: batch after batch, each a part of the file that is whole by itself.

The file is a row of gzip members, one a batch, which any program reads as one text. What a stop left half written is
cut off, and what is there says how far the archive has come.
"""

from __future__ import annotations

import gzip
import os
import re
import zlib
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import IO, Final, NamedTuple

from tantera.bots.arena import pool
from tantera.bots.arena.archive import BATCH, Archive, batch
from tantera.cli.common import cannot, wrong
from tantera.cli.waiting import bar
from tantera.solver.threads import answered, usual_workers
from tantera.words import Phrase, Problem

_HAND: Final = re.compile(rb"^#\d", re.MULTILINE)
_TAG: Final = re.compile(r'^\[Archive "(.*) #\d+"\]$', re.MULTILINE)
_BEGINS: Final = b'[Event "Tantera"]\n'
_CHUNK: Final = 1 << 20
_GZIP: Final = 31
"""What zlib calls its own format with gzip's head."""


class Kept(NamedTuple):
    """What the file has."""

    matches: int
    hands: int
    played: int
    """Hands that were played now."""
    stopped: bool = False


def go_on(file: Path, archive: Archive, hands: int, workers: int, lang: str) -> Kept:
    """Play until the file has so many hands. A `Problem` where it is another archive's, or cannot be written."""
    try:
        with file.open("r+b" if file.exists() else "w+b") as stream:
            whole, batches, had = 0, 0, 0
            for end, kept in _members(stream):
                _check_same(file, kept, archive)
                whole, batches, had = end, batches + 1, had + len(_HAND.findall(kept))
            if not batches:
                _check_begun(file, stream)
            stream.truncate(whole)
            stream.seek(whole)
            now, stopped = had, False
            with bar(hands, had) as show:
                try:
                    for text, more in _batches(archive, batches, hands - had, workers):
                        stream.write(gzip.compress(text.encode(), mtime=0))
                        stream.flush()
                        os.fsync(stream.fileno())
                        batches, now = batches + 1, now + more
                        show(now, "")
                        if now >= hands:
                            break
                except KeyboardInterrupt:
                    stopped = True
    except OSError as error:
        raise Problem(wrong(str(file), cannot(file, error), Phrase("a file to write"))) from None
    return Kept(batches * BATCH, now, now - had, stopped)


def _batches(archive: Archive, first: int, hands: int, workers: int) -> Iterator[tuple[str, int]]:
    if hands <= 0:
        return
    workers = workers or usual_workers()
    play = partial(batch, archive)
    if workers == 1:
        yield from map(play, count(first))
        return
    with pool(workers) as executor:
        yield from answered(executor, play, count(first), workers + 1)


def _members(stream: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """The batches that are there whole, each with where it ends."""
    rest, end = b"", 0
    while True:
        member, text, fed = zlib.decompressobj(_GZIP), b"", 0
        try:
            while not member.eof:
                if not rest:
                    rest = stream.read(_CHUNK)
                if not rest:
                    return
                fed += len(rest)
                text += member.decompress(rest)
                rest = member.unused_data
        except zlib.error:
            return
        end += fed - len(rest)
        yield end, text


def _check_begun(file: Path, stream: IO[bytes]) -> None:
    """A file without one whole batch is nothing yet, or the beginning of an archive; another one is left alone."""
    stream.seek(0)
    head = stream.read(_CHUNK)
    try:
        text = zlib.decompressobj(_GZIP).decompress(head)
    except zlib.error:
        text = head
    if not (text.startswith(_BEGINS) or _BEGINS.startswith(text)):
        raise Problem(wrong(str(file), Phrase("nothing of an archive"), Phrase("a name that is free")))


def _check_same(file: Path, text: bytes, archive: Archive) -> None:
    tag = _TAG.search(text.decode("utf-8", "replace"))
    if tag is None or tag[1] != archive.tag:
        found = Phrase("nothing of an archive") if tag is None else tag[1]
        raise Problem(wrong(str(file), found, archive.tag))
