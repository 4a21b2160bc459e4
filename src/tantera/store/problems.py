"""What can go wrong with a store, and the plain words for what a database says."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

from sqlalchemy.exc import DBAPIError

from tantera.words import Phrase, Problem, reason_of


class StoreError(Problem):
    """A store or a backup that cannot be opened, read or written."""

    code = "store"


class NotSaved(StoreError):
    """An append that was not kept: the disk is full or read-only, the database is away.

    >>> NotSaved(Phrase("the disk is full")).told("es")
    'no se guarda: el disco está lleno'
    """

    code = "not_saved"

    def __init__(self, reason: Phrase) -> None:
        super().__init__(Phrase("not saved: {reason}", reason=reason))
        self.reason = reason


class NotRead(StoreError):
    """A database that did not answer what it was asked: it may be asked again."""

    def __init__(self, reason: Phrase) -> None:
        super().__init__(Phrase("the store cannot be read: {reason}", reason=reason))


class Conflict(StoreError):
    """Somebody else was first, or the append expected a version that the stream has not reached."""

    code = "conflict"

    def __init__(self, stream: str, expected: int, found: int) -> None:
        super().__init__(
            Phrase(
                "{stream}: found version {found}, expected {expected}", stream=stream, found=found, expected=expected
            )
        )
        self.stream, self.expected, self.found = stream, expected, found


FULL: Final = Phrase("the disk is full")
READ_ONLY: Final = Phrase("the disk is read-only")
BUSY: Final = Phrase("another program is writing to the same store")
BROKEN: Final = Phrase("the disk reports an error")
NO_FILE: Final = Phrase("the file cannot be opened")
NOT_OURS: Final = Phrase("the file is not a database, or is damaged")
AWAY: Final = Phrase("the database does not answer")

_SQLITE: Final = {
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
    sqlite3.SQLITE_IOERR: BROKEN,
    sqlite3.SQLITE_CANTOPEN: NO_FILE,
    sqlite3.SQLITE_NOTADB: NOT_OURS,
    sqlite3.SQLITE_CORRUPT: NOT_OURS,
}
"""By the primary result code, the low byte."""

_POSTGRESQL: Final = {"53100": FULL, "25006": READ_ONLY, "58030": BROKEN, "57P03": AWAY, "57P01": AWAY}
"""By SQLSTATE."""


def unopened(where: Path | str, why: Phrase) -> StoreError:
    return StoreError(Phrase("{where}: cannot be opened ({reason})", where=str(where), reason=why))


def unwritten(file: Path, error: Exception) -> StoreError:
    return StoreError(Phrase("{file}: cannot be written ({reason})", file=str(file), reason=reason(error)))


def reason(error: Exception) -> Phrase:
    """Why the disk or the database could not do what it was asked to."""
    if isinstance(error, OSError):
        return reason_of(error)
    cause: BaseException | None = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, sqlite3.Error):
        known = _SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)
    elif isinstance(error, DBAPIError) and getattr(cause, "sqlstate", None) is None:
        known = AWAY  # psycopg has no state to tell when the connection is lost or was never had
    else:
        known = _POSTGRESQL.get(getattr(cause, "sqlstate", None) or "")
    text = " ".join(str(cause).split())[:200]
    return known or Phrase("the database says: {said}", said=text)
