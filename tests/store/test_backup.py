"""Everything in one file, while tables go on; and back, into either database."""

import asyncio
import gzip
import json
import os
from hashlib import sha256
from pathlib import Path

import psycopg
import pytest

from tantera.store import Head, NotSaved, Stored, StoreError, backup
from tests.store.stories import opened, set_default, story

EVENTS = [b'{"a":1}', b"\x00\xff\xfe", "Peñarroya, ’ 🁫".encode(), b""]


@story
async def test_a_backup_restores_every_byte_into_either_database(tmp_path: Path, database: str):
    file = tmp_path / "one.backup"
    async with opened(tmp_path / "data") as store:
        await store.append("table/1", 0, EVENTS, order="c1-1")
        await store.append("session/ñ", 0, [b"x"])
        assert await store.backup(file) == (2, 5)
        before = {head.stream: await store.read(head.stream) for head in await store.streams()}
    async with opened(database) as store:
        assert await store.restore(file) == (2, 5)
        assert {head.stream: await store.read(head.stream) for head in await store.streams()} == before
        await store.backup(tmp_path / "two.backup")
    assert (tmp_path / "two.backup").read_bytes() == file.read_bytes()
    async with opened(tmp_path / "third") as store:
        await store.restore(tmp_path / "two.backup")
        assert await store.read("table/1") == [Stored(n, event, "c1-1") for n, event in enumerate(EVENTS, 1)]


@story
async def test_a_backup_under_way_holds_nobody_up_and_has_no_gap(place, tmp_path: Path):
    async with opened(place) as store:
        stop = False

        async def play(stream: str) -> int:
            version = 0
            while not stop:
                version = (await store.append(stream, version, [bytes(300)] * 20)).version
            return version

        players = [asyncio.ensure_future(play(f"table/{n}")) for n in range(5)]
        await asyncio.sleep(0.3)
        files = [tmp_path / f"{n}.backup" for n in range(3)]
        saved = [await store.backup(file) for file in files]
        stop = True
        played = await asyncio.gather(*players)
    assert 0 < saved[0].events <= saved[1].events <= saved[2].events <= sum(played)
    for number, file in enumerate(files):
        async with opened(tmp_path / f"again{number}") as again:
            assert await again.restore(file) == saved[number]
            assert all(head.version % 20 == 0 for head in await again.streams())


@story
async def test_an_empty_store_has_a_backup_too(place, tmp_path: Path):
    async with opened(place) as store:
        assert await store.backup(tmp_path / "empty.backup") == (0, 0)
        assert await store.restore(tmp_path / "empty.backup") == (0, 0)


@story
async def test_more_events_than_are_written_at_a_time_come_back(place, tmp_path: Path):
    async with opened(tmp_path / "data0") as store:
        await store.append("long", 0, [b"%d" % n for n in range(2500)])
        await store.backup(tmp_path / "long.backup")
    async with opened(place) as store:
        await store.restore(tmp_path / "long.backup")
        assert await store.streams() == [Head("long", 2500)]


@story
async def test_only_an_empty_store_is_filled(place, tmp_path: Path):
    async with opened(place) as store:
        await store.append("table/1", 0, [b"x"])
        await store.backup(tmp_path / "one.backup")
        with pytest.raises(StoreError, match="expected an empty one"):
            await store.restore(tmp_path / "one.backup")
        with pytest.raises(StoreError, match="cannot be read"):  # what is wrong with the file is said first
            await store.restore(tmp_path / "nowhere.backup")
        assert await store.streams() == [Head("table/1", 1)]


def spoil(lines: list[bytes], how: str) -> list[bytes]:
    row = b'["table/1",3,null,"more"]\n'
    return {
        "cut": lines[:-1],
        "a line missing": [*lines[:1], *lines[2:]],
        "a line more": [*lines[:-1], row, lines[-1]],
        "a line after": [*lines, row],
        "a letter changed": [*lines[:1], lines[1].replace(b"one", b"eno"), *lines[2:]],
        "a line twice": [*lines[:2], *lines[1:]],
        "not ours": [b"[]\n"],
        "a newer format": [lines[0].replace(b"1", b"2"), *lines[1:]],
        "not JSON": [lines[0], b"{\n"],
        "no row": [lines[0], b"3\n"],
        "empty": [],
    }[how]


HOW = ["cut", "a line missing", "a line more", "a line after", "a letter changed", "a line twice"]


@pytest.mark.parametrize("how", [*HOW, "not ours", "a newer format", "not JSON", "no row", "empty"])
def test_a_spoilt_backup_is_refused_and_nothing_is_half_restored(how: str, tmp_path: Path):
    @story
    async def told() -> None:
        async with opened(tmp_path / "data") as store:
            await store.append("table/1", 0, [b"one", b"two"])
            await store.backup(tmp_path / "good.backup")
        lines = gzip.decompress((tmp_path / "good.backup").read_bytes()).splitlines(keepends=True)
        (tmp_path / "bad.backup").write_bytes(gzip.compress(b"".join(spoil(lines, how))))
        async with opened(tmp_path / "again") as again:
            with pytest.raises(StoreError, match="no complete backup"):
                await again.restore(tmp_path / "bad.backup")
            assert await again.streams() == []
            await again.restore(tmp_path / "good.backup")

    told()


@story
@pytest.mark.parametrize("rows", [[("a", 2)], [("a", 1), ("a", 3)], [("a", 1), ("b", 2)], [("b", 1), ("a", 1)]])
async def test_events_that_are_missing_or_out_of_order_are_noticed_whatever_the_checksum_says(rows, tmp_path: Path):
    lines = [{"tantera": "backup", "format": 1}, *([stream, version, None, "x"] for stream, version in rows)]
    written = "".join(json.dumps(line) + "\n" for line in lines).encode()
    sums = {"streams": sum(version == 1 for _, version in rows), "events": len(rows)}
    footer = json.dumps(sums | {"sha256": sha256(written).hexdigest()}).encode() + b"\n"
    (tmp_path / "bad.backup").write_bytes(gzip.compress(written + footer))
    async with opened(tmp_path / "again") as again:
        with pytest.raises(StoreError, match="no complete backup"):
            await again.restore(tmp_path / "bad.backup")
        assert await again.streams() == []


@story
async def test_a_file_cut_in_the_middle_or_of_another_kind_is_refused(tmp_path: Path):
    async with opened(tmp_path / "data") as store:
        await store.append("table/1", 0, [os.urandom(3000)])
        await store.backup(tmp_path / "good.backup")
        whole = (tmp_path / "good.backup").read_bytes()
    spoilt = bytearray(whole)
    spoilt[len(whole) // 2] ^= 0xFF
    async with opened(tmp_path / "again") as again:
        for wrong in (whole[: len(whole) // 2], b"a letter", bytes(spoilt)):
            (tmp_path / "bad.backup").write_bytes(wrong)
            with pytest.raises(StoreError, match="no complete backup"):
                await again.restore(tmp_path / "bad.backup")
        with pytest.raises(StoreError, match="cannot be read"):
            await again.restore(tmp_path / "nowhere.backup")
        assert await again.streams() == []


@story
async def test_a_backup_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path):
    async with opened(tmp_path / "data") as store:
        await store.append("table/1", 0, [b"x"])
        with pytest.raises(StoreError, match="cannot be written"):
            await store.backup(tmp_path / "nowhere" / "one.backup")
        (tmp_path / "folder").mkdir()
        with pytest.raises(StoreError, match="cannot be written"):
            await store.backup(tmp_path / "folder")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "folder"]


@story
async def test_what_is_kept_is_for_this_user_only(tmp_path: Path):
    async with opened(tmp_path / "data") as store:
        await store.append("table/1", 0, [b"x"])
        await store.backup(tmp_path / "one.backup")
        files = [tmp_path / "one.backup", tmp_path / "data", *(tmp_path / "data").iterdir()]
        assert [file.name for file in files if file.stat().st_mode & 0o077] == []


@story
async def test_the_file_can_be_read_with_any_tool(tmp_path: Path):
    async with opened(tmp_path / "data") as store:
        await store.append("table/1", 0, [b'{"a":1}'], order="c1-1")
        await store.backup(tmp_path / "one.backup")
    header, row, footer = map(json.loads, gzip.decompress((tmp_path / "one.backup").read_bytes()).splitlines())
    assert header == {"tantera": "backup", "format": 1}
    assert row == ["table/1", 1, "c1-1", '{"a":1}']
    assert (footer["streams"], footer["events"], len(footer["sha256"])) == (1, 1, 64)


@story
async def test_a_restore_that_the_database_refuses_says_why(tmp_path: Path, database: str):
    async with opened(database) as store:
        await store.backup(tmp_path / "empty.backup")
        await store.append("table/1", 0, [b"x"])
        await store.backup(tmp_path / "one.backup")
    with psycopg.connect(database, autocommit=True) as director:
        director.execute("DELETE FROM event")
        async with opened(database) as store:
            set_default(director, "on")
            with pytest.raises(NotSaved):
                await store.restore(tmp_path / "one.backup")
            set_default(director, "off")
            assert await store.restore(tmp_path / "one.backup") == (1, 1)


@pytest.mark.parametrize("bomb", ["one line", "many lines", "many events"])
def test_a_small_file_that_unpacks_without_end_is_refused_in_time(
    bomb: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(backup, "_LONGEST", 1024**2)
    monkeypatch.setattr(backup, "_LEAST", 8 * 1024**2)
    header = b'{"tantera":"backup","format":1}\n'
    path = tmp_path / "bomb.backup"
    with gzip.open(path, "wb") as packed:
        packed.write(header)
        for version in range(1, 40_000 if bomb == "many events" else 65):
            if bomb == "one line":
                packed.write(b"0" * 1024**2)
            elif bomb == "many lines":
                packed.write(json.dumps(["a", version, None, "0" * 1_000_000]).encode() + b"\n")
            else:
                packed.write(json.dumps(["a", version, None, "0" * 1000]).encode() + b"\n")
    assert path.stat().st_size < 1024**2

    async def tried() -> None:
        async with opened(tmp_path / "data") as store:
            with pytest.raises(StoreError, match="far more"):
                await store.restore(path)
            assert await store.streams() == []

    asyncio.run(tried())
