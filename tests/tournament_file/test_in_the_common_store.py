"""Tournaments of a common store on PostgreSQL: the same as in a file, and they travel as one."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tantera.formats import FORMATS
from tantera.rules import built_in_books
from tantera.store import open_store
from tantera.tournament.check import check
from tantera.tournament.evolve import folded
from tantera.tournament.hall.orders import ErasePerson, SetClock
from tantera.tournament.reading import order_of
from tantera.tournament_file import (
    KeptTournaments,
    TournamentFile,
    TournamentFolder,
    Unpacking,
    answered,
    copies,
    keep_photo,
    kept_tournaments,
    open_tournament,
    photo,
    read_lines,
    set_copies,
    take_over,
)
from tantera.words import Problem
from tests.cli.warm import ran
from tests.tournament.first_program import First
from tests.tournament.random_events import play

CREATE: dict[str, Any] = {"order": "create", "name": "Copa", "book": "competencia-individual", "seed": "7"}


def now() -> datetime:
    return datetime(2026, 5, 30, 10, tzinfo=UTC)


def salt() -> str:
    return "5a" * 16


@pytest.fixture
def kept(database: str) -> Iterator[KeptTournaments]:
    found = kept_tournaments(database)
    yield found
    found.close()


def opened(kept: KeptTournaments, name: str = "open") -> TournamentFile:
    """As one of several processes has it."""
    return open_tournament(kept.store(name), built_in_books, now, new=True, salts=salt)


def give(tournament: TournamentFile, *orders: dict[str, Any]) -> list[dict[str, Any]]:
    groups = tournament.apply([order_of(order) for order in orders])
    return [answered(answer, "en", tournament.copied) for group in groups for answer in group]


def entered(first: int, last: int) -> list[dict[str, Any]]:
    return [
        {"order": "enter", "entry": f"e{n}", "players": [{"id": f"p{n}", "name": f"Player {n}"}]}
        for n in range(first, last + 1)
    ]


def begun(kept: KeptTournaments, players: int = 8) -> TournamentFile:
    tournament = opened(kept)
    assert all(answer["ok"] for answer in give(tournament, CREATE, *entered(1, players)))
    return tournament


@pytest.mark.parametrize("format", FORMATS)
def test_a_random_event_of_two_processes_is_the_same_as_in_memory_and_its_export_is_right(
    format: str, kept: KeptTournaments, tmp_path: Path
):
    """Every order goes to the other one of the two: each has always to read what it did not write."""
    first, turns = First(), 0
    processes = [opened(kept), opened(kept)]

    def apply(order: dict[str, Any]) -> dict[str, Any]:
        nonlocal turns
        turns += 1
        answer = first.apply({**order, "salt": salt()})
        try:
            given: Any = order_of(order)
        except Problem as problem:
            given = problem
        ((found,),) = processes[turns % 2].apply([given])
        assert answered(found, "en") | {"article": None} == answer | {"article": None}
        return answer

    play("common/1", format, apply, first.export)
    for one in processes:
        one.reload()
        assert one.lines == first.lines
        assert one.state == folded(first.lines)
    processes[0].store.copy_to(tmp_path / "open.tantera")
    assert read_lines(tmp_path / "open.tantera") == first.lines
    assert check(read_lines(tmp_path / "open.tantera")).ok


def test_of_processes_that_decide_at_once_every_order_is_kept_one_after_the_other(kept: KeptTournaments):
    begun(kept)

    def enters(some: range) -> list[int]:
        tournament = opened(kept)
        return [give(tournament, *entered(n, n))[0]["event"] for n in some]

    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(enters, [range(n, n + 10) for n in (100, 200, 300, 400)]))
    assert sorted(event for events in found for event in events) == list(range(10, 50))
    tournament = opened(kept)
    assert check(tournament.lines).ok
    assert tournament.state is not None
    assert len(tournament.state.entries) == 48


def test_what_one_process_refuses_it_decides_on_what_the_other_has_written(kept: KeptTournaments):
    one, other = begun(kept), opened(kept)
    assert give(one, *entered(9, 9))[0]["event"] == 10
    assert give(other, *entered(9, 9), {"order": "draw"})[0]["ok"] is False
    one.apply_in_hall(SetClock(1, 30), "director")
    other.reload()
    assert other.hall == one.hall


def test_the_photo_that_one_process_keeps_the_other_has_and_so_has_the_file(kept: KeptTournaments, tmp_path: Path):
    one, other = begun(kept), opened(kept)
    keep_photo(one.store, "b" * 64, b"\xff\xd8\xff picture")
    keep_photo(other.store, "b" * 64, b"\xff\xd8\xff picture")
    assert photo(other.store, "b" * 64) == b"\xff\xd8\xff picture"
    other.store.copy_to(tmp_path / "copy.tantera")
    copy = open_tournament(tmp_path / "copy.tantera", built_in_books, now)
    assert (photo(copy.store, "b" * 64), copy.lines) == (b"\xff\xd8\xff picture", one.lines)
    copy.close()


def test_a_publish_by_any_process_puts_a_copy_on_the_stick(kept: KeptTournaments, tmp_path: Path):
    one, other = begun(kept), opened(kept)
    set_copies(one.store, tmp_path)
    give(one, {"order": "draw"})
    assert give(other, {"order": "publish"})[0]["copy"]["ok"]
    assert read_lines(tmp_path / "open.tantera") == other.lines
    assert copies(one.store).last == copies(other.store).last is not None
    one.copy()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["open.tantera"]


def test_who_was_erased_by_one_process_is_forgotten_by_the_other(kept: KeptTournaments):
    one, other = begun(kept), opened(kept)
    one.apply_in_hall(ErasePerson("p3"), "director")
    other.reload()
    assert other.hall.erased == ("p3",)
    assert other.state == one.state
    assert not any(b"Player 3" in row for row in other.lines)
    assert check(other.lines).ok
    assert give(other, *entered(20, 20))[0]["ok"]


def test_a_file_becomes_one_of_the_common_store_and_the_newer_of_two_stays(kept: KeptTournaments, tmp_path: Path):
    one = begun(kept)
    one.store.copy_to(tmp_path / "old.tantera")
    laptop = open_tournament(tmp_path / "old.tantera", built_in_books, now, salts=salt)
    keep_photo(laptop.store, "c" * 64, b"picture")
    give(laptop, {"order": "draw"}, {"order": "publish"})
    assert take_over(laptop.path, kept, "open", salt) == "open"
    one.reload()
    assert one.lines == laptop.lines
    assert photo(one.store, "c" * 64) == b"picture"
    give(one, {"order": "result", "round": 1, "table": 1, "score": [100, 60]})
    assert take_over(laptop.path, kept, "open", salt) == "open"
    give(laptop, {"order": "result", "round": 1, "table": 1, "score": [60, 100]})
    assert take_over(laptop.path, kept, "open", salt) == "open-2"  # both went on by themselves
    assert take_over(laptop.path, kept, "elsewhere", salt) == "elsewhere"
    laptop.close()
    assert sorted(kept.heads()) == ["elsewhere", "open", "open-2"]


def test_two_that_come_at_once_under_one_name_are_two(kept: KeptTournaments, tmp_path: Path):
    for n in (1, 2):
        laptop = open_tournament(tmp_path / f"{n}.tantera", built_in_books, now, new=True)
        give(laptop, {**CREATE, "seed": str(n)})
        laptop.close()
    with ThreadPoolExecutor(2) as threads:
        paths = [tmp_path / "1.tantera", tmp_path / "2.tantera"]
        found = list(threads.map(lambda path: take_over(path, kept, "open", salt), paths))
    assert sorted(found) == sorted(kept.heads()) == ["open", "open-2"]


def test_how_far_a_tournament_has_come_changes_with_every_record_and_with_nothing_else(kept: KeptTournaments):
    one, seen = begun(kept), [kept.heads()["open"]]
    for write in (lambda: give(one, {"order": "draw"}), lambda: one.apply_in_hall(SetClock(1, 30), "director")):
        write()
        seen.append(kept.heads()["open"])
    assert len(set(seen)) == 3
    keep_photo(one.store, "d" * 64, b"picture")
    assert kept.heads()["open"] == seen[-1]


# --- backups of the hall


async def backed_up(where: Path | str, file: Path) -> None:
    store, kept = open_store(where), kept_tournaments(where / "events" if isinstance(where, Path) else where)
    await store.backup(file, kept.beside(print))
    kept.close()
    await store.close()


async def restored(where: Path | str, file: Path) -> list[str]:
    store, kept = open_store(where), kept_tournaments(where / "events" if isinstance(where, Path) else where)
    unpacking = Unpacking()
    try:
        await store.restore(file, unpacking.take)
        return unpacking.into(kept, salt)
    finally:
        unpacking.close()
        kept.close()
        await store.close()


def test_the_commands_put_tournaments_where_the_database_is_and_back_into_files(tmp_path: Path, database: str):
    folder = TournamentFolder(tmp_path / "one" / "events")
    tournament = open_tournament(folder.store(folder.free("open")), built_in_books, now, new=True)
    give(tournament, CREATE, *entered(1, 4))
    tournament.close()
    asyncio.run(open_store(tmp_path / "one").close())
    file, known = str(tmp_path / "b"), {**os.environ, "DATABASE_URL": database}
    for words in (
        ("backup", file, "--data", str(tmp_path / "one")),
        ("restore", file),
        ("backup", file),
        ("restore", file, "--data", str(tmp_path / "two")),
    ):
        done = ran(words, "", None, known)
        assert (done.returncode, done.stderr) == (0, "")
    kept = kept_tournaments(database)
    assert [stored.event for stored in kept.store("open").read("tournament")] == tournament.lines
    kept.close()
    assert read_lines(tmp_path / "two" / "events" / "open.tantera") == tournament.lines


def test_a_backup_of_a_laptop_fills_the_common_store_and_back_byte_for_byte(tmp_path: Path, database: str):
    async def story() -> None:
        store = open_store(tmp_path / "first")
        await store.append("table/1", 0, [b"{}"])
        await store.close()
        folder = TournamentFolder(tmp_path / "first" / "events")
        for name, players in (("open", 4), ("open-2", 5), ("a", 1)):
            tournament = open_tournament(folder.store(folder.free(name)), built_in_books, now, new=True)
            give(tournament, CREATE, *entered(1, players))
            keep_photo(tournament.store, "d" * 64, bytes(range(256)))
            tournament.close()
        laptop, common, again = (tmp_path / f"{name}.backup" for name in ("laptop", "common", "again"))
        await backed_up(tmp_path / "first", laptop)
        assert sorted(await restored(database, laptop)) == ["a", "open", "open-2"]
        await backed_up(database, common)
        assert common.read_bytes() == laptop.read_bytes()
        assert sorted(await restored(tmp_path / "third", common)) == ["a", "open", "open-2"]
        await backed_up(tmp_path / "third", again)
        assert again.read_bytes() == laptop.read_bytes()

    asyncio.run(story())
    for name in ("open", "open-2", "a"):
        files = [tmp_path / data / "events" / f"{name}.tantera" for data in ("first", "third")]
        assert read_lines(files[0]) == read_lines(files[1])
    assert not list((tmp_path / "first" / "events").glob("*-journal"))
