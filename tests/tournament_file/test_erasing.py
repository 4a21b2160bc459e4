"""Somebody is forgotten by the file of a tournament: no byte of it has the name, its copies neither, and it goes on."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest

from tantera.rules import built_in_books
from tantera.store import open_store, open_store_file
from tantera.tournament.check import check
from tantera.tournament.erasing import rewritten_from
from tantera.tournament.events import head_of
from tantera.tournament.export import export
from tantera.tournament.hall.orders import Announce, CallJudge, ErasePerson, TakeCall
from tantera.tournament.orders import Refused
from tantera.tournament.presentation import Presentation
from tantera.tournament.reading import order_of
from tantera.tournament_file import (
    TournamentFile,
    TournamentFolder,
    Unpacking,
    beside,
    copies_elsewhere,
    open_tournament,
    read_lines,
    set_copies,
    take_over,
)

NAME = "Hermenegilda Puig"
BEFORE = Path(__file__).parent / "kept" / "of-before.tantera"
"""Written by a Tantera that kept names in the chain; it is never written anew."""
OLD_HEAD = "bcbf08ac5804faa6ae634d7e672f3ea069875a6fcb5526fa1c18e4bc8fbfb41c"


def now() -> datetime:
    return datetime(2026, 5, 30, 10, tzinfo=UTC)


def salt() -> str:
    return token_hex(16)


def opened(path: Path, *, new: bool = False) -> TournamentFile:
    return open_tournament(path, built_in_books, now, new=new, salts=salt)


def order(file: TournamentFile, tag: str, /, **fields: Any) -> None:
    file.apply_one(order_of({"order": tag, **fields}))


def enter(tournament: TournamentFile, n: int, name: str) -> None:
    order(tournament, "enter", entry=f"e{n}", players=[{"id": f"p{n}", "name": name, "club": "Reus"}], id=f"in-{n}")


@pytest.fixture
def tournament(tmp_path: Path) -> Iterator[TournamentFile]:
    made = opened(tmp_path / "open.tantera", new=True)
    order(made, "create", name="Open", book="competencia-individual", seed="1")
    for n, name in enumerate((NAME, "Bea Mas", "Cai Roca", "Dan Vila"), 1):
        enter(made, n, name)
    order(made, "draw")
    order(made, "publish", by=f"director:{NAME}")
    made.apply_in_hall(Announce(f"{NAME}, a la mesa"), f"director:{NAME}")
    made.apply_in_hall(CallJudge("c1", 1, 1, "se ha equivocado"), "player:p1")
    made.apply_in_hall(TakeCall("c1"), "judge:Mora")
    yield made
    made.close()


def every_byte(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def erase(tournament: TournamentFile, player: str = "p1") -> None:
    tournament.apply_in_hall(ErasePerson(player), "organiser:Luz")


def seen(tournament: TournamentFile) -> dict[str, Any]:
    assert tournament.state is not None
    return export(Presentation(tournament.state))


def test_no_byte_of_the_folder_has_the_name_and_the_head_is_as_it_was(tournament: TournamentFile, tmp_path: Path):
    before = seen(tournament)
    assert NAME.encode() in every_byte(tmp_path)
    erase(tournament)
    assert NAME.encode() not in every_byte(tmp_path)
    assert seen(tournament)["log"] == before["log"]
    assert seen(tournament)["standings"] == before["standings"]
    assert check(read_lines(tournament.path)).ok
    assert tournament.hall.announcement == "—"
    assert [(one.reason, one.taken_by) for one in tournament.hall.calls] == [("—", "judge:Mora")]
    assert tournament.hall.erased == ("p1",)
    order(tournament, "result", round=1, table=1, score=[100, 20])
    with open_tournament(tournament.path, built_in_books, now).store as store:
        assert store.version("tournament") == 8


def test_whoever_has_the_file_open_forgets_the_name_too_and_goes_on(tournament: TournamentFile):
    other = opened(tournament.path)
    erase(tournament)
    order(other, "result", round=1, table=1, score=[100, 20])
    assert other.state is not None
    assert other.state.entries["e1"].players[0].name == "—"
    assert other.hall.announcement == "—"
    assert check(read_lines(tournament.path)).ok
    other.close()


def test_only_who_runs_the_event_erases_and_only_who_has_ever_entered(tournament: TournamentFile):
    for by in ("desk:Luz", "judge:Mora", "player:p1", "public"):
        with pytest.raises(Refused) as found:
            tournament.apply_in_hall(ErasePerson("p1"), by)
        assert found.value.code == "not_yours"
    for wrong in (ErasePerson("p9"), ErasePerson(), ErasePerson("p1", "x")):
        with pytest.raises(Refused):
            tournament.apply_in_hall(wrong, "director")
    assert tournament.hall.erased == ()


def test_an_entry_that_was_taken_back_is_forgotten_as_well(tournament: TournamentFile, tmp_path: Path):
    enter(tournament, 9, "Zenobia Ros")
    order(tournament, "undo", event=tournament.state.number if tournament.state else 0)
    erase(tournament, "p9")
    assert b"Zenobia" not in every_byte(tmp_path)


def test_a_stand_in_and_a_judge_are_erased_by_name(tournament: TournamentFile, tmp_path: Path):
    order(tournament, "stand_in", by="judge:Mora", round=1, player="p2", name="Zenobia Ros")
    tournament.apply_in_hall(ErasePerson(name="zenobia ros"), "director")
    tournament.apply_in_hall(ErasePerson(name="Mora"), "director")
    left = every_byte(tmp_path)
    assert b"Zenobia" not in left
    assert b"Mora" not in left
    assert seen(tournament)["rounds"][0]["stand_ins"] == {"p2": "—"}
    assert check(read_lines(tournament.path)).ok


# --- copies


def test_the_copy_on_the_stick_is_made_anew_and_older_ones_are_told(tournament: TournamentFile, tmp_path: Path):
    old, stick = tmp_path / "old", tmp_path / "stick"
    for folder in (old, stick):
        folder.mkdir()
        set_copies(tournament.store, folder)
        tournament.copy()
        assert NAME.encode() in every_byte(folder)
    erase(tournament)
    assert NAME.encode() not in every_byte(stick)
    assert NAME.encode() in every_byte(old)
    assert copies_elsewhere(tournament.store) == [old / "open.tantera"]


def test_a_backup_of_the_hall_carries_what_stands_beside_and_who_was_erased(tournament: TournamentFile, tmp_path: Path):
    erase(tournament)
    data, file = tmp_path / "data", tmp_path / "hall.jsonl.gz"

    async def there_and_back() -> list[str]:
        store, unpacking = open_store(tmp_path / "store"), Unpacking()
        await store.backup(file, TournamentFolder(tournament.path.parent).beside(print))
        await store.close()
        new = open_store(data)
        await new.restore(file, unpacking.take)
        await new.close()
        return unpacking.into(TournamentFolder(data / "events"), salt)

    (name,) = asyncio.run(there_and_back())
    path = data / "events" / f"{name}.tantera"
    again = opened(path)
    assert seen(again) == seen(tournament)
    assert again.hall.erased == ("p1",)
    assert read_lines(path) == tournament.lines
    again.close()


def test_an_older_copy_does_not_bring_the_name_back(tournament: TournamentFile, tmp_path: Path):
    old, folder = tmp_path / "old.tantera", tmp_path / "here"
    tournament.store.copy_to(old)
    erase(tournament)
    take_over(tournament.path, TournamentFolder(folder), "open", salt)
    assert take_over(old, TournamentFolder(folder), "open", salt) == "open"
    assert NAME.encode() not in every_byte(folder)


def test_a_copy_that_went_on_with_the_name_is_taken_over_without_it(tournament: TournamentFile, tmp_path: Path):
    elsewhere, folder = tmp_path / "elsewhere.tantera", tmp_path / "here"
    tournament.store.copy_to(elsewhere)
    erase(tournament)
    take_over(tournament.path, TournamentFolder(folder), "open", salt)
    other = opened(elsewhere)
    order(other, "stand_in", round=1, player="p2", name=NAME)
    other.close()
    assert take_over(elsewhere, TournamentFolder(folder), "open", salt) == "open"
    assert NAME.encode() not in every_byte(folder)
    here = opened(folder / "open.tantera")
    assert seen(here)["rounds"][0]["stand_ins"] == {"p2": "—"}
    assert check(here.lines).ok
    here.close()


def test_a_copy_in_which_somebody_was_erased_erases_them_here(tournament: TournamentFile, tmp_path: Path):
    elsewhere, folder = tmp_path / "elsewhere.tantera", tmp_path / "here"
    take_over(tournament.path, TournamentFolder(folder), "open", salt)
    shutil.copy(tournament.path, elsewhere)
    there, here = opened(elsewhere), opened(folder / "open.tantera")
    here.apply_in_hall(Announce("Comida"), "director")  # the two halls part
    erase(there)
    there.close()
    assert take_over(elsewhere, TournamentFolder(folder), "open", salt) == "open"
    here.reload()
    assert here.hall.erased == ("p1",)
    assert here.state is not None
    assert here.state.entries["e1"].players[0].name == "—"
    assert NAME.encode() not in every_byte(folder)
    here.close()


def test_where_both_went_on_the_second_stands_beside_without_the_name(tournament: TournamentFile, tmp_path: Path):
    folder, elsewhere = tmp_path / "here", tmp_path / "elsewhere.tantera"
    tournament.store.copy_to(elsewhere)
    erase(tournament)
    enter(tournament, 10, "Eva")
    take_over(tournament.path, TournamentFolder(folder), "open", salt)
    other = opened(elsewhere)
    enter(other, 11, "Fina")
    other.close()
    assert take_over(elsewhere, TournamentFolder(folder), "open", salt) == "open-2"
    assert NAME.encode() not in every_byte(folder)


# --- files of before


@pytest.fixture
def before(tmp_path: Path) -> Iterator[TournamentFile]:
    made = opened(Path(shutil.copy(BEFORE, tmp_path / "before.tantera")))
    yield made
    made.close()


def test_a_file_of_before_opens_as_it_was_keeps_its_head_and_goes_on(before: TournamentFile):
    assert seen(before)["log"] == {"events": 20, "head": OLD_HEAD}
    assert check(before.lines).ok
    order(before, "result", round=2, table=1, score=[100, 10])
    assert [b"order_applied.1" in line for line in before.lines] == [True] * 20 + [False]
    assert head_of(before.lines[19]) == OLD_HEAD
    assert check(before.lines).ok


def test_a_file_of_before_is_written_anew_and_its_first_event_names_the_old_head(
    before: TournamentFile, tmp_path: Path
):
    was, times = seen(before), [one.at for one in before.state.log.history] if before.state else []
    order_again = {"order": "enter", "entry": "e1", "players": [{"id": "p1", "name": NAME, "club": "Reus"}]}
    erase(before)
    assert NAME.encode() not in every_byte(tmp_path)
    assert rewritten_from(before.lines[0]) == OLD_HEAD
    assert before.state is not None
    assert before.state.log.history[0].was == OLD_HEAD
    assert [one.at for one in before.state.log.history] == times
    assert seen(before)["log"]["head"] != OLD_HEAD
    for part in ("standings", "entries", "penalties", "cards", "out"):
        assert seen(before)[part] == was[part]
    assert seen(before)["rounds"][1]["stand_ins"] == was["rounds"][1]["stand_ins"]
    assert check(before.lines).ok
    assert "Ramón Gil".encode() in b"".join(before.lines)
    again = before.apply_one(order_of(order_again | {"id": "in-1"}))
    assert again.again
    order(before, "undo", event=20)
    second = seen(before)["log"]["head"]
    erase(before, "p2")
    assert seen(before)["log"]["head"] == second
    assert rewritten_from(before.lines[0]) == OLD_HEAD


def test_who_decides_on_the_old_chain_while_it_is_written_anew_decides_again(before: TournamentFile):
    """As long as before, and yet another chain: the order goes after what stands there now."""
    other = opened(before.path)
    kept = other.store.append

    def overtaken(*words: Any, **more: Any) -> Any:
        other.store.append = kept  # type: ignore[method-assign]
        erase(before)
        return kept(*words, **more)

    other.store.append = overtaken  # type: ignore[method-assign]
    order(other, "result", round=2, table=1, score=[100, 10])
    assert check(read_lines(before.path)).ok
    assert len(read_lines(before.path)) == 21
    other.close()


def test_what_was_written_anew_is_newer_than_what_ends_where_it_began(before: TournamentFile, tmp_path: Path):
    old, folder = tmp_path / "old.tantera", tmp_path / "here"
    before.store.copy_to(old)
    erase(before)
    order(before, "result", round=2, table=1, score=[100, 10])
    with open_store_file(old) as first:
        assert (beside(first, before.store), beside(before.store, first)) == ("newer", "older")
    take_over(old, TournamentFolder(folder), "open", salt)
    assert take_over(before.path, TournamentFolder(folder), "open", salt) == "open"
    assert read_lines(folder / "open.tantera") == before.lines
    assert NAME.encode() not in every_byte(folder)
    assert take_over(old, TournamentFolder(folder), "open", salt) == "open"
    assert read_lines(folder / "open.tantera") == before.lines
    went_on = opened(old)
    order(went_on, "result", round=2, table=1, score=[100, 30])
    assert (beside(went_on.store, before.store), beside(before.store, went_on.store)) == ("parted", "parted")
    went_on.close()
