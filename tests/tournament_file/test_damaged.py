"""Files that are not whole, and files that are more than a tournament: told in a sentence, never run, never worse."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from secrets import token_hex

import pytest

from tantera.rules import built_in_books
from tantera.store import FileStore, StoreError, open_store_file
from tantera.store.schema import STATEMENTS
from tantera.tournament_file import TournamentFolder, keep_photo, open_tournament, take_over, write_sample
from tantera.words import Problem
from tests.play.tables import proof

Change = Callable[[sqlite3.Connection], object]


def salt() -> str:
    return token_hex(16)


def now() -> datetime:
    return datetime(2026, 5, 1, tzinfo=UTC)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a tournament in play, with a photo in it."""
    path = tmp_path_factory.mktemp("whole") / "open.tantera"
    write_sample(path, built_in_books, now())
    with open_store_file(path) as store:
        keep_photo(store, "ab" * 32, b"\xff\xd8\xff" + bytes(range(256)) * 30)
    return path.read_bytes()


def flipped(whole: bytes, rng: Random) -> bytes:
    damaged = bytearray(whole)
    for _ in range(rng.choice([1, 1, 2, 8])):
        damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
    if rng.random() < 0.1:
        del damaged[rng.randrange(len(damaged)) :]
    return bytes(damaged)


def opened(path: Path, folder: Path) -> bool:
    """Whether a file was taken for a whole tournament; anything but a `Problem` fails the test."""
    try:
        open_tournament(path, built_in_books, now).close()
        name = take_over(path, TournamentFolder(folder), "open", salt)
        open_tournament(folder / f"{name}.tantera", built_in_books, now).close()
        return True
    except Problem as problem:
        return not problem.told("es")


def flips(whole: bytes, folder: Path, count: int, seed: int) -> list[bool]:
    rng, found = Random(seed), []
    for n in range(count):
        path = folder / "sent.tantera"
        path.write_bytes(flipped(whole, rng))
        found.append(opened(path, folder / f"{n}"))
    return found


def test_a_file_with_wrong_bytes_is_refused_in_a_sentence_or_harmless(whole: bytes, tmp_path: Path):
    found = flips(whole, tmp_path, 60, 22)
    assert not all(found)


@pytest.mark.prove
def test_thousands_of_damaged_files_are_refused_in_a_sentence_or_harmless(whole: bytes, tmp_path: Path):
    flips(whole, tmp_path, proof(2000, 20_000), 23)


def changed(whole: bytes, path: Path, change: Change) -> Path:
    path.write_bytes(whole)
    with closing(sqlite3.connect(path)) as connection, connection:
        change(connection)
    return path


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE event SET event = x'ff' WHERE stream = 'tournament' AND version = 2",
        "UPDATE event SET event = 'text' WHERE stream = 'tournament.hall'",
        "UPDATE event SET event = x'7b7d' WHERE stream = 'tournament.hall'",
        "UPDATE event SET event = 7 WHERE stream = 'tournament'",
        "UPDATE event SET stream = CAST(x'ff' AS TEXT) WHERE stream = 'tournament'",
        "UPDATE event SET stream = x'ff' WHERE stream = 'tournament' AND version = 3",
        "DELETE FROM event WHERE stream = 'tournament' AND version = 3",
        "DELETE FROM alembic_version",
        "UPDATE alembic_version SET version_num = '999'",
    ],
)
def test_a_file_whose_records_are_none_is_refused_in_a_sentence(whole: bytes, tmp_path: Path, sql: str):
    path = changed(whole, tmp_path / "sent.tantera", lambda connection: connection.execute(sql))
    assert not opened(path, tmp_path / "events")


ADDED = [
    "CREATE TRIGGER t AFTER INSERT ON event BEGIN DELETE FROM event WHERE version < new.version; END",
    "CREATE TRIGGER t AFTER INSERT ON pulse BEGIN SELECT 1; END",
    "CREATE VIEW v AS SELECT * FROM event",
    "CREATE TABLE more (x)",
    "CREATE INDEX more ON event (abs(version))",
    "CREATE VIRTUAL TABLE more USING fts5(x)",
    "ALTER TABLE event ADD COLUMN more GENERATED ALWAYS AS (version + 1)",
    "ALTER TABLE event ADD COLUMN more DEFAULT 7",
]


@pytest.mark.parametrize("sql", ADDED)
def test_a_file_with_more_in_it_than_we_write_is_left_alone(whole: bytes, tmp_path: Path, sql: str):
    path = changed(whole, tmp_path / "sent.tantera", lambda connection: connection.execute(sql))
    before = path.read_bytes()
    with pytest.raises(StoreError, match="does not write"):
        open_tournament(path, built_in_books, now)
    assert not opened(path, tmp_path / "events")
    assert path.read_bytes() == before


def test_what_a_files_schema_says_is_not_trusted(whole: bytes, tmp_path: Path):
    path = tmp_path / "open.tantera"
    path.write_bytes(whole)
    store = FileStore(path)
    for engine in (store._reader(), store._writer()):
        with engine.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA trusted_schema").scalar() == 0
            assert connection.exec_driver_sql("PRAGMA cell_size_check").scalar() == 1
    store.close()


def test_the_statements_are_those_that_we_write(tmp_path: Path):
    """And every one of them is: a file of this version, and one that the migrations made."""
    new = tmp_path / "new.tantera"
    with open_store_file(new) as store:
        store.append("tournament", 0, [b"x"])
    found = set()
    for path in (new, Path(__file__).parents[1] / "store" / "kept" / "migration-1.sqlite"):
        copy = tmp_path / "copy.sqlite"
        copy.write_bytes(path.read_bytes())
        with closing(sqlite3.connect(copy)) as connection:
            found |= {" ".join(sql.split()) for (sql,) in connection.execute("SELECT sql FROM sqlite_master") if sql}
    assert found == STATEMENTS


def test_a_damaged_file_keeps_no_other_out_of_the_backup(whole: bytes, tmp_path: Path):
    (tmp_path / "open.tantera").write_bytes(whole)
    (tmp_path / "broken.tantera").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "letter.tantera").write_bytes(b"Dear organiser, \xff" * 100)
    told: list[Problem] = []
    names = {stream.split("/")[1] for stream, *_ in TournamentFolder(tmp_path).beside(told.append)}
    assert names == {"open"}
    assert len(told) == 2
