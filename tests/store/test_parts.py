"""A part of a common store on PostgreSQL: to whoever has it a store of its own, and it travels as one file."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from tantera.store import Conflict, Head, NotRead, Rewritten, StoreError, StoreParts, open_parts, open_store_file
from tantera.store.rows import Append
from tantera.words import Phrase
from tests.store.stories import opened, story


@pytest.fixture
def parts(database: str) -> Iterator[StoreParts]:
    found = open_parts(database, "~part/", ".one")
    yield found
    found.close()


def test_two_parts_know_nothing_of_each_other_though_their_names_begin_alike(parts: StoreParts):
    one, other = parts.part("open"), parts.part("open-2")
    one.append("log", 0, [b"a", b"b"])
    other.append("log", 0, [b"c"])
    other.append("photo/1", 0, [b"d"])
    assert one.streams() == [Head("log", 2)]
    assert other.streams() == [Head("log", 1), Head("photo/1", 1)]
    assert [stored.event for stored in one.read("log")] == [b"a", b"b"]
    assert (one.version("log"), one.version("photo/1"), parts.part("op").streams()) == (2, 0, [])


@story
async def test_in_the_store_its_streams_have_the_name_of_the_part(parts: StoreParts, database: str):
    parts.part("open").append("log", 0, [b"a"])
    async with opened(database) as store:
        assert await store.streams() == [Head("~part/open/log", 1)]


def test_of_two_who_append_at_once_one_wins(parts: StoreParts):
    one, other = parts.part("open"), parts.part("open").again()
    one.append("log", 0, [b"a"])
    with pytest.raises(Conflict):
        other.append("log", 0, [b"b"])
    other.append("log", 1, [b"b"], after=b"a")
    with pytest.raises(Conflict):
        one.append("log", 2, [b"c"], after=b"a")
    assert one.read("log", 1)[0].event == b"b"


def test_nobody_appends_to_what_is_being_rewritten(parts: StoreParts):
    """Both decided on what stood there: whoever is second finds out, and no line follows on one that is gone."""
    one, other = parts.part("open"), parts.part("open")
    for turn in range(20):
        name = f"log{turn}"
        one.append(name, 0, [b"old"])

        def rewrite(name: str = name) -> bool:
            try:
                one.rewrite([Rewritten(name, 1, b"new")], [Head(name, 1)], Append(name, 1, [b"told"], None))
            except Conflict:
                return False
            return True

        def append(name: str = name) -> bool:
            try:
                other.append(name, 1, [b"more"], after=b"old")
            except Conflict:
                return False
            return True

        with ThreadPoolExecutor(2) as threads:
            done = threads.submit(rewrite), threads.submit(append)
        found = [stored.event for stored in one.read(name)]
        assert (done[0].result(), done[1].result(), found) in (
            (True, False, [b"new", b"told"]),
            (False, True, [b"old", b"more"]),
        )


def test_how_far_every_part_has_come_is_asked_at_once(parts: StoreParts):
    assert parts.heads("log", "hall") == {}
    for name, lines in (("open", 3), ("open-2", 1), ("a", 2), ("ñ", 1)):
        parts.part(name).append("log", 0, [b"x"] * lines)
    parts.part("open").append("hall", 0, [b"y"])
    parts.part("empty").append("photo/1", 0, [b"z"])
    assert parts.heads("log", "hall") == {
        "open": {"log": 3, "hall": 1}, "open-2": {"log": 1}, "a": {"log": 2}, "ñ": {"log": 1},
    }  # fmt: skip


def test_it_travels_as_a_file_and_back_into_a_part_with_every_byte(parts: StoreParts, tmp_path: Path):
    part = parts.part("open")
    part.append("log", 0, [b"a", b"\x00\xff", b""])
    part.append("photo/1", 0, [bytes(range(256)) * 100_000])
    part.copy_to(tmp_path / part.file_name)
    assert [path.name for path in tmp_path.iterdir()] == ["open.one"]
    with open_store_file(tmp_path / "open.one") as file:
        assert list(file.everything()) == list(part.everything())
        again = parts.part("again")
        again.fill(file.everything())
        assert list(again.everything()) == list(part.everything())
        with pytest.raises(Conflict):
            again.fill(file.everything())


def test_a_part_that_could_not_be_filled_has_nothing_in_it(parts: StoreParts):
    def cut_off():
        yield "log", 1, None, b"a"
        raise StoreError(Phrase("the disk is full"))

    with pytest.raises(StoreError):
        parts.part("open").fill(cut_off())
    assert parts.heads("log") == {}


def test_a_folder_that_is_not_there_takes_no_copy_and_a_store_that_is_away_is_said(
    parts: StoreParts, tmp_path: Path, database: str
):
    part = parts.part("open")
    part.append("log", 0, [b"a"])
    with pytest.raises(StoreError, match="cannot be written"):
        part.copy_to(tmp_path / "nowhere" / "open.one")
    with psycopg.connect(database, autocommit=True) as director:
        director.execute("ALTER TABLE event RENAME TO gone")
        with pytest.raises(NotRead):
            part.read("log")
