"""Two files of one tournament, photos in it, and tournaments in a backup of the whole hall."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest

from tantera.rules import Book, built_in_books, read_book
from tantera.store import StoreError, open_store, open_store_file
from tantera.tournament.hall.orders import Announce
from tantera.tournament.reading import order_of
from tantera.tournament_file import (
    TournamentFile,
    TournamentFolder,
    Unpacking,
    beside,
    keep_photo,
    open_tournament,
    photo,
    read_lines,
    take_over,
)

CLUB = Path(__file__).parents[2] / "examples" / "books"


def salt() -> str:
    return token_hex(16)


def now() -> datetime:
    return datetime(2026, 5, 30, 10, tzinfo=UTC)


def event_in(
    path: Path, players: int = 4, book: str = "competencia-individual", books: Any = built_in_books
) -> TournamentFile:
    tournament = open_tournament(path, books, now, new=True)
    tournament.apply_one(order_of({"order": "create", "name": "Open", "book": book, "seed": "1"}))
    for n in range(players):
        enter(tournament, n)
    return tournament


def enter(tournament: TournamentFile, n: int) -> None:
    tournament.apply_one(
        order_of({"order": "enter", "entry": f"e{n}", "players": [{"id": f"p{n}", "name": f"Ana {n}"}]})
    )


@pytest.fixture
def tournament(tmp_path: Path) -> Iterator[TournamentFile]:
    made = event_in(tmp_path / "open.tantera")
    yield made
    made.close()


def test_a_copy_that_goes_on_from_ours_is_newer_and_ours_catches_up(tournament: TournamentFile, tmp_path: Path):
    folder = tmp_path / "here"
    assert take_over(tournament.path, TournamentFolder(folder), "open", salt) == "open"
    enter(tournament, 10)
    keep_photo(tournament.store, "a" * 64, b"picture")
    assert take_over(tournament.path, TournamentFolder(folder), "open", salt) == "open"
    assert read_lines(folder / "open.tantera") == tournament.lines
    with open_store_file(folder / "open.tantera") as store:
        assert photo(store, "a" * 64) == b"picture"
        assert beside(store, tournament.store) == "same"


def test_what_happened_in_the_hall_since_the_last_record_is_taken_over_too(tournament: TournamentFile, tmp_path: Path):
    folder = tmp_path / "here"
    take_over(tournament.path, TournamentFolder(folder), "open", salt)
    tournament.apply_in_hall(Announce("Comemos a las dos"), "director")
    keep_photo(tournament.store, "b" * 64, b"picture")
    assert take_over(tournament.path, TournamentFolder(folder), "open", salt) == "open"
    here = open_tournament(folder / "open.tantera", built_in_books, now)
    assert here.hall.announcement == "Comemos a las dos"
    assert photo(here.store, "b" * 64) == b"picture"
    here.close()


def test_an_older_copy_changes_nothing(tournament: TournamentFile, tmp_path: Path):
    folder, old = tmp_path / "here", tmp_path / "old.tantera"
    tournament.store.copy_to(old)
    enter(tournament, 10)
    take_over(tournament.path, TournamentFolder(folder), "open", salt)
    assert take_over(old, TournamentFolder(folder), "open", salt) == "open"
    assert read_lines(folder / "open.tantera") == tournament.lines


def test_where_two_desks_went_on_at_once_both_are_kept(tournament: TournamentFile, tmp_path: Path):
    folder = tmp_path / "here"
    take_over(tournament.path, TournamentFolder(folder), "open", salt)
    enter(tournament, 10)
    other = open_tournament(folder / "open.tantera", built_in_books, now)
    enter(other, 11)
    other.close()
    assert take_over(tournament.path, TournamentFolder(folder), "open", salt) == "open-2"
    assert len({tuple(read_lines(path)) for path in folder.iterdir()}) == 2


def test_another_event_of_the_same_name_stands_beside(tournament: TournamentFile, tmp_path: Path):
    folder = tmp_path / "here"
    take_over(tournament.path, TournamentFolder(folder), "open", salt)
    other = event_in(tmp_path / "other.tantera", book="ueh")
    assert take_over(other.path, TournamentFolder(folder), "open", salt) == "open-2"
    other.close()


def test_what_is_no_tournament_is_not_taken_over(tmp_path: Path):
    with open_store_file(tmp_path / "x.tantera") as store:
        store.append("something", 0, [b"{}"])
    with pytest.raises(StoreError):
        take_over(tmp_path / "x.tantera", TournamentFolder(tmp_path / "here"), "x", salt)


def test_photos_are_in_the_file_and_in_its_copies(tournament: TournamentFile, tmp_path: Path):
    keep_photo(tournament.store, "b" * 64, b"\xff\xd8\xff picture")
    keep_photo(tournament.store, "b" * 64, b"\xff\xd8\xff picture")
    tournament.store.copy_to(tmp_path / "copy.tantera")
    copy = open_tournament(tmp_path / "copy.tantera", built_in_books, now)
    assert photo(copy.store, "b" * 64) == b"\xff\xd8\xff picture"
    assert photo(copy.store, "c" * 64) is None
    copy.close()


def backed_up(data: Path, file: Path) -> None:
    async def write() -> None:
        store = open_store(data)
        await store.append("table/1", 0, [b"{}"])
        await store.backup(file, TournamentFolder(data / "events").beside(print))
        await store.close()

    asyncio.run(write())


def restored(data: Path, file: Path) -> list[str]:
    async def read() -> list[str]:
        store, unpacking = open_store(data), Unpacking()
        try:
            await store.restore(file, unpacking.take)
            assert [head.stream for head in await store.streams()] == ["table/1"]
            return unpacking.into(TournamentFolder(data / "events"), salt)
        finally:
            unpacking.close()
            await store.close()

    return asyncio.run(read())


def test_a_backup_of_the_hall_holds_its_tournaments_and_their_photos(tmp_path: Path):
    events = tmp_path / "first" / "events"
    events.mkdir(parents=True)
    made = [event_in(events / f"{name}.tantera", players) for name, players in (("open", 4), ("open-2", 5), ("a", 1))]
    keep_photo(made[0].store, "d" * 64, bytes(range(256)))
    (events / "rubbish.tantera").write_bytes(b"")
    backed_up(tmp_path / "first", tmp_path / "sala.jsonl.gz")
    found = restored(tmp_path / "second", tmp_path / "sala.jsonl.gz")
    assert sorted(found) == ["a", "open", "open-2"]
    for one in made:
        assert read_lines(tmp_path / "second" / "events" / one.path.name) == one.lines
        one.close()
    with open_store_file(tmp_path / "second" / "events" / "open.tantera") as store:
        assert photo(store, "d" * 64) == bytes(range(256))


def test_a_backup_that_is_not_whole_leaves_no_tournament_behind(tmp_path: Path):
    events = tmp_path / "first" / "events"
    events.mkdir(parents=True)
    event_in(events / "open.tantera").close()
    backed_up(tmp_path / "first", tmp_path / "sala.jsonl.gz")
    whole = (tmp_path / "sala.jsonl.gz").read_bytes()
    (tmp_path / "sala.jsonl.gz").write_bytes(whole[:-40])
    with pytest.raises(StoreError):
        restored(tmp_path / "second", tmp_path / "sala.jsonl.gz")
    assert not (tmp_path / "second" / "events").exists()


def test_an_event_with_a_clubs_own_book_goes_on_where_nobody_has_the_book(tmp_path: Path):
    book = read_book(CLUB / "copa-de-barrios.toml")

    def books(name: str) -> Book:
        return book if name == book.id else built_in_books(name)

    tournament = event_in(tmp_path / "club.tantera", players=0, book=book.id, books=books)
    name = take_over(tournament.path, TournamentFolder(tmp_path / "here"), "club", salt)
    tournament.close()
    elsewhere = open_tournament(tmp_path / "here" / f"{name}.tantera", built_in_books, now)
    assert elsewhere.state is not None
    assert elsewhere.state.own_book is not None
    assert elsewhere.state.own_book.id == book.id
    elsewhere.close()
