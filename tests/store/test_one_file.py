"""A store that is one file: nothing beside it, nothing lost, nothing overwritten that is not ours."""

import asyncio
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tantera.store import Conflict, FileStore, Head, NotSaved, Rewritten, StoreError, open_store, open_store_file
from tantera.store.engines import FILE
from tantera.store.migrate import MIGRATIONS, OF_A_FILE
from tantera.store.problems import BUSY, NOT_OURS
from tantera.store.rows import Append
from tests.store.disks import SmallDisk, can_mount, mounted

KEPT = Path(__file__).parent / "kept"


def texts(path: Path, stream: str = "tournament") -> list[bytes]:
    with open_store_file(path) as store:
        return [stored.event for stored in store.read(stream)]


def begun(path: Path, *events: bytes) -> Path:
    with open_store_file(path) as store:
        store.append("tournament", 0, events or (b"one",))
    return path


def test_what_was_appended_is_there_and_nothing_lies_beside_it(tmp_path: Path):
    path = tmp_path / "copa de otoño #1.tantera"
    with open_store_file(path) as store:
        assert (store.read("tournament"), store.streams()) == ([], [])
        assert not path.exists()  # looking makes nothing
        assert store.append("tournament", 0, [b"one", b"two"]).version == 2
        assert store.append("tournament", 2, [b"three"]).version == 3
        store.append("settings", 0, [b"s"])
        assert [stored.version for stored in store.read("tournament", 1)] == [2, 3]
        assert store.streams() == [Head("settings", 1), Head("tournament", 3)]
        assert os.listdir(tmp_path) == [path.name]
    assert texts(path) == [b"one", b"two", b"three"]


def test_of_two_deciders_one_wins_and_the_other_reads_again(tmp_path: Path):
    path = begun(tmp_path / "e")
    with open_store_file(path) as one, open_store_file(path) as other:
        one.append("tournament", 1, [b"first"])
        with pytest.raises(Conflict):
            other.append("tournament", 1, [b"second", b"third"])
        assert [stored.event for stored in other.read("tournament", 1)] == [b"first"]
        other.append("tournament", 2, [b"second"])
    assert texts(path) == [b"one", b"first", b"second"]


def test_a_file_is_begun_once_though_two_begin_it_at_the_same_time(tmp_path: Path):
    program = (
        "import sys; from pathlib import Path; from tantera.store import Conflict, open_store_file\n"
        "store = open_store_file(Path(sys.argv[1]))\n"
        "try: store.append('tournament', 0, [sys.argv[2].encode()]); print('mine')\n"
        "except Conflict: print('yours')"
    )
    programs = [
        subprocess.Popen([sys.executable, "-c", program, str(tmp_path / "e"), name], stdout=subprocess.PIPE, text=True)
        for name in "abc"
    ]
    said = [process.communicate(timeout=60)[0].strip() for process in programs]
    assert sorted(said) == ["mine", "yours", "yours"]
    assert texts(tmp_path / "e") == ["abc"[said.index("mine")].encode()]


def test_an_empty_file_is_a_new_one(tmp_path: Path):
    (tmp_path / "e").touch()
    assert texts(begun(tmp_path / "e")) == [b"one"]


def test_a_copy_is_whole_while_somebody_has_it_open_and_replaces_an_older_one(tmp_path: Path):
    with open_store_file(begun(tmp_path / "e")) as store:
        store.copy_to(tmp_path / "copy")
        store.append("tournament", 1, [b"two"])
        assert texts(tmp_path / "copy") == [b"one"]
        store.copy_to(tmp_path / "copy")
    assert texts(tmp_path / "copy") == [b"one", b"two"]
    assert sorted(os.listdir(tmp_path)) == ["copy", "e"]


def test_a_copy_that_cannot_be_written_is_one_sentence_and_leaves_nothing(tmp_path: Path):
    with open_store_file(begun(tmp_path / "e")) as store:
        for place in (tmp_path / "missing" / "copy", tmp_path / "e" / "copy"):
            with pytest.raises(StoreError) as error:
                store.copy_to(place)
            assert "no se puede escribir" in error.value.told("es")
        (tmp_path / "folder").mkdir()
        with pytest.raises(StoreError):
            store.copy_to(tmp_path / "folder")
    assert sorted(os.listdir(tmp_path)) == ["e", "folder"]
    with open_store_file(tmp_path / "new") as store, pytest.raises(StoreError):
        store.copy_to(tmp_path / "copy")


def test_what_is_no_event_is_one_sentence_and_is_left_alone(tmp_path: Path):
    letter = tmp_path / "letter.txt"
    letter.write_text("a letter to my aunt, longer than any header of a database may be " * 20)
    with pytest.raises(StoreError) as error:
        open_store_file(letter)
    assert NOT_OURS.told("es") in error.value.told("es")

    other = tmp_path / "photos.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE photo (name TEXT)")
    connection.close()
    before = other.read_bytes()
    with pytest.raises(StoreError) as error:
        open_store_file(other)
    assert "otro programa" in error.value.told("es")
    assert other.read_bytes() == before
    with pytest.raises(StoreError):
        open_store_file(tmp_path)  # a folder
    with pytest.raises(StoreError):
        open_store_file(letter / "inside a letter")
    with pytest.raises(StoreError):
        open_store_file(tmp_path / ("x" * 300))


def test_a_file_of_a_newer_tantera_is_refused(tmp_path: Path):
    path = begun(tmp_path / "e")
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '99'")
    connection.close()
    with pytest.raises(StoreError) as error:
        open_store_file(path)
    assert "migración 99" in error.value.told("es")


@pytest.mark.parametrize("migration", MIGRATIONS[: 1 + MIGRATIONS.index(OF_A_FILE)])
def test_a_file_of_every_migration_opens_today(tmp_path: Path, migration: str):
    shutil.copy(KEPT / f"migration-{migration}.sqlite", tmp_path / FILE)
    with open_store_file(tmp_path / FILE) as store:
        assert store.streams() == [Head("session/1", 1), Head("table/7f3a", 3)]
        store.append("table/7f3a", 3, [b"and on"])
    assert os.listdir(tmp_path) == [FILE]


def test_the_database_of_a_data_folder_is_no_such_file(tmp_path: Path):
    """It has a journal, of which a file's store knows nothing."""
    shutil.copy(KEPT / "migration-2.sqlite", tmp_path / FILE)
    with pytest.raises(StoreError) as error:
        open_store_file(tmp_path / FILE)
    assert "'journal'" in error.value.told("es")


def test_a_new_file_has_the_tables_that_the_migrations_make_but_no_journal(tmp_path: Path):
    begun(tmp_path / "e")
    asyncio.run(open_store(tmp_path / "data").close())

    def tables(path: Path) -> list[tuple[str, str]]:
        connection = sqlite3.connect(path)
        made = "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name <> 'journal' ORDER BY name"
        found = connection.execute(made).fetchall() + connection.execute("SELECT 'beats', beats FROM pulse").fetchall()
        connection.close()
        return [(name, re.sub(r"CONSTRAINT \w+|[\s\"]+", " ", str(sql)).strip()) for name, sql in found]

    wanted = tables(tmp_path / "data" / FILE)
    assert [re.sub(r"\W+", " ", sql) for _, sql in tables(tmp_path / "e")] == [
        re.sub(r"\W+", " ", sql) for _, sql in wanted
    ]


def test_a_folder_that_is_not_there_is_one_sentence(tmp_path: Path):
    with open_store_file(tmp_path / "none" / "e") as store, pytest.raises(StoreError) as error:
        store.append("tournament", 0, [b"one"])
    assert "no se puede abrir" in error.value.told("es")


@pytest.mark.skipif(not can_mount(), reason="needs a disk of its own")
def test_on_a_read_only_disk_it_is_read_and_not_written(tmp_path: Path):
    with mounted(tmp_path / "disk") as disk:
        begun(disk / "e")
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        assert texts(disk / "e") == [b"one"]
        with open_store_file(disk / "e") as store, pytest.raises(StoreError):
            store.append("tournament", 1, [b"two"])
        with open_store_file(disk / "new") as store, pytest.raises(StoreError):
            store.append("tournament", 0, [b"one"])


def first_failure(store: FileStore) -> NotSaved:
    for version in range(1, 1000):
        try:
            store.append("tournament", version, [bytes(50_000)])
        except NotSaved as error:
            return error
    raise AssertionError("the disk is never full")


@pytest.mark.skipif(not can_mount(), reason="needs a disk of its own")
def test_a_full_disk_is_one_sentence_and_what_was_acknowledged_stays(tmp_path: Path):
    with mounted(tmp_path / "disk") as disk:
        with open_store_file(begun(disk / "e")) as store:
            error = first_failure(store)
            assert "el disco está lleno" in error.told("es")
            kept = len(store.read("tournament"))
        assert [len(event) for event in texts(disk / "e")] == [3, *[50_000] * (kept - 1)]
        SmallDisk(disk).fill()
        with open_store_file(disk / "second") as store, pytest.raises(StoreError):
            store.append("tournament", 0, [b"one"])
        assert not (disk / "second").exists()


def test_another_program_that_keeps_writing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = begun(tmp_path / "e")
    monkeypatch.setattr("tantera.store.engines.PATIENCE", 0.05)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with open_store_file(path) as store:
        with pytest.raises(NotSaved) as error:
            store.append("tournament", 1, [b"two"])
        assert error.value.reason == BUSY
        other.execute("ROLLBACK")
        other.close()
        store.append("tournament", 1, [b"two"])


def test_an_append_is_decided_again_where_the_event_before_it_was_rewritten(tmp_path: Path):
    path = begun(tmp_path / "e", b"one", b"two")
    with open_store_file(path) as store, open_store_file(path) as other:
        other.rewrite([Rewritten("tournament", 2, b"zwei")], [Head("tournament", 2)])
        with pytest.raises(Conflict):
            store.append("tournament", 2, [b"three"], after=b"two")
        assert store.append("tournament", 2, [b"three"], after=b"zwei").version == 3
        with pytest.raises(Conflict):
            store.append("tournament", 2, [b"other"], after=b"zwei")
    assert texts(path) == [b"one", b"zwei", b"three"]


def test_a_rewriting_is_for_what_it_was_decided_on_and_appends_with_it_or_not_at_all(tmp_path: Path):
    path = begun(tmp_path / "e", b"one", b"Hermenegilda")
    with open_store_file(path) as store:
        told = Append("hall", 0, [b"gone"], None)
        with pytest.raises(Conflict):
            store.rewrite([Rewritten("tournament", 2, b"-")], [Head("tournament", 1)], told)
        with pytest.raises(ValueError, match="event 9"):
            store.rewrite([Rewritten("tournament", 9, b"-")], [Head("tournament", 2)], told)
        assert store.version("hall") == 0
        assert b"Hermenegilda" in path.read_bytes()
        store.rewrite([Rewritten("tournament", 2, b"-")], [Head("tournament", 2)], told)
        assert (store.version("hall"), texts(path)) == (1, [b"one", b"-"])
        assert b"Hermenegilda" not in path.read_bytes()
        assert os.listdir(tmp_path) == [path.name]


def test_a_rewriting_that_cannot_be_kept_says_so(tmp_path: Path):
    path = begun(tmp_path / "e", b"one")
    with open_store_file(path) as store:
        store.append("x", 0, [b"x"])
        with sqlite3.connect(path) as held:
            held.execute("BEGIN EXCLUSIVE")
            with pytest.raises(NotSaved):
                store.rewrite([Rewritten("tournament", 1, b"-")], [])
        held.close()
    assert texts(path) == [b"one"]
