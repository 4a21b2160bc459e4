"""A tournament in one file: two that write to it, all or nothing, copies on a stick."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tantera.formats import FORMATS
from tantera.rules import built_in_books
from tantera.store import StoreError, open_store_file
from tantera.tournament.export import export
from tantera.tournament.presentation import Presentation
from tantera.tournament.reading import order_of
from tantera.tournament_file import TournamentFile, answered, copies, make_copy, open_tournament, read_lines, set_copies
from tantera.words import Problem
from tests.tournament.first_program import First
from tests.tournament.random_events import play


class Clock:
    """The time of a test: it stands still until somebody moves it."""

    def __init__(self) -> None:
        self.time = datetime(2026, 5, 30, 10, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time

    def move(self, **by: float) -> None:
        self.time += timedelta(**by)


CREATE: dict[str, Any] = {"order": "create", "name": "Copa", "book": "competencia-individual", "seed": "7"}


def entered(count: int) -> list[dict[str, Any]]:
    return [
        {"order": "enter", "entry": f"e{n}", "players": [{"id": f"p{n}", "name": f"Player {n}"}]}
        for n in range(1, count + 1)
    ]


@contextmanager
def opened(path: Path, clock: Clock | None = None) -> Iterator[TournamentFile]:
    tournament = open_tournament(path, built_in_books, clock or Clock(), new=True)
    try:
        yield tournament
    finally:
        tournament.close()


def give(tournament: TournamentFile, *orders: dict[str, Any]) -> list[dict[str, Any]]:
    groups = tournament.apply([order_of(order) for order in orders])
    return [answered(answer, "en", tournament.copied) for group in groups for answer in group]


def begun(path: Path, players: int = 8) -> Path:
    with opened(path) as tournament:
        assert all(answer["ok"] for answer in give(tournament, CREATE, *entered(players)))
    return path


def test_what_was_accepted_is_there_when_the_file_is_opened_again(tmp_path: Path):
    begun(tmp_path / "e")
    with opened(tmp_path / "e") as event:
        assert event.state is not None
        assert (event.state.number, list(event.state.entries)) == (9, [f"e{n}" for n in range(1, 9)])
        shown = export(Presentation(event.state))
    shutil.copy(tmp_path / "e", tmp_path / "elsewhere")
    with opened(tmp_path / "elsewhere") as tournament:
        assert tournament.state is not None
        assert export(Presentation(tournament.state)) == shown
    assert sorted(os.listdir(tmp_path)) == ["e", "elsewhere"]


@pytest.mark.parametrize("format", FORMATS)
def test_a_random_event_in_a_file_is_the_same_as_in_memory(format: str, tmp_path: Path):
    first = First()
    with opened(tmp_path / "e") as tournament:

        def apply(order: dict[str, Any]) -> dict[str, Any]:
            answer = first.apply(order)
            try:
                given: Any = order_of(order)
            except Problem as problem:
                given = problem
            ((found,),) = tournament.apply([given])
            assert answered(found, "en") | {"article": None} == answer | {"article": None}
            return answer

        play("file/1", format, apply, first.export)
        assert tournament.lines == first.lines
    assert read_lines(tmp_path / "e") == first.lines


def test_of_two_desks_that_decide_at_once_both_orders_are_kept_one_after_the_other(tmp_path: Path):
    with opened(begun(tmp_path / "e")) as one, opened(tmp_path / "e") as other:
        assert give(one, {"order": "withdraw", "entries": ["e1"]})[0]["event"] == 10
        assert give(other, {"order": "withdraw", "entries": ["e2"]}, {"order": "draw"})[-1]["event"] == 12
        assert give(other, *entered(9)[8:])[0]["event"] == 13
        refused = give(one, *entered(9)[8:], {"order": "withdraw", "entries": ["e9"]})
        assert [answer["ok"] for answer in refused] == [False, True]
        other.reload()
        assert one.lines == other.lines
    assert len(read_lines(tmp_path / "e")) == 14


def test_when_somebody_is_first_it_is_decided_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with opened(begun(tmp_path / "e")) as one, opened(tmp_path / "e") as other:
        kept = one.store.append

        def overtaken(*words: Any, **more: Any) -> Any:
            monkeypatch.setattr(one.store, "append", kept)
            give(other, *entered(9)[8:])
            return kept(*words, **more)

        monkeypatch.setattr(one.store, "append", overtaken)
        answers = give(one, *entered(9)[8:], {"order": "pay", "entry": "e9", "amount": 5})
        assert [(answer["ok"], answer.get("event")) for answer in answers] == [(False, None), (True, 11)]


def test_the_same_id_is_answered_with_its_first_event_and_written_once(tmp_path: Path):
    with opened(begun(tmp_path / "e")) as tournament:
        order = {"order": "draw", "id": "a"}
        assert give(tournament, order)[0]["event"] == 10
        assert give(tournament, order, order)[1] == {"ok": True, "event": 10, "again": True}
        assert len(tournament.lines) == 10


def test_a_long_group_is_answered_in_parts_and_never_before_it_is_durable(tmp_path: Path):
    clock = Clock()

    def slow() -> datetime:
        clock.move(milliseconds=30)
        return clock()

    tournament = open_tournament(tmp_path / "e", built_in_books, slow, new=True)
    groups = []
    for group in tournament.apply([order_of(order) for order in (CREATE, *entered(12))]):
        groups.append(len(group))
        assert len(read_lines(tmp_path / "e")) == sum(groups)
    tournament.close()
    assert sum(groups) == 13
    assert len(groups) > 2


def test_all_or_nobody(tmp_path: Path):
    with opened(begun(tmp_path / "e")) as tournament:
        new, taken = entered(10)[8:], entered(1)
        answers = tournament.apply_all([order_of(order) for order in (*new, *taken)])
        assert [isinstance(answer, Problem) for answer in answers] == [False, False, True]
        assert len(read_lines(tmp_path / "e")) == len(tournament.lines) == 9
        with opened(tmp_path / "e") as other:
            give(other, *entered(9)[8:])
        assert tournament.apply_all([order_of(order) for order in entered(11)[9:]])
        assert tournament.state is not None
        assert len(tournament.state.entries) == 11


def test_a_single_order_that_is_refused_is_raised(tmp_path: Path):
    with opened(begun(tmp_path / "e")) as tournament:
        assert tournament.apply_one(order_of({"order": "draw"})).after.draft is not None
        with pytest.raises(Problem) as refused:
            tournament.apply_one(order_of({"order": "close_round"}))
        assert refused.value.told("en") == "no round is open"


def test_a_file_that_is_no_tournament_is_one_sentence(tmp_path: Path):
    with pytest.raises(StoreError, match="found no tournament"):
        open_tournament(tmp_path / "none", built_in_books, Clock())
    with pytest.raises(StoreError):
        read_lines(tmp_path / "none")
    assert not (tmp_path / "none").exists()
    with open_store_file(tmp_path / "tables") as store:
        store.append("table/1", 0, [b"{}"])
    with pytest.raises(StoreError) as error:
        open_tournament(tmp_path / "tables", built_in_books, Clock(), new=True)
    assert "table/1" in error.value.told("es")


def test_a_log_that_was_tampered_with_does_not_open(tmp_path: Path):
    lines = read_lines(begun(tmp_path / "e"))
    for name, old, new in (("chain", b'"entry":"e3"', b'"entry":"x3"'), ("words", b"Player 3", b"Player X")):
        changed = [line.replace(old, new) for line in lines]
        with open_store_file(tmp_path / name) as store:
            store.append("tournament", 0, changed)
        with pytest.raises(Problem, match=name):
            open_tournament(tmp_path / name, built_in_books, Clock())
        assert read_lines(tmp_path / name) == changed  # whoever checks it still reads it


# --- copies -----------------------------------------------------------------------------------------------------------


def test_every_publish_writes_a_copy_and_says_so(tmp_path: Path):
    stick, clock = tmp_path / "stick", Clock()
    stick.mkdir()
    with opened(begun(tmp_path / "e"), clock) as tournament:
        assert give(tournament, {"order": "draw"}, {"order": "publish"})[1] == {"ok": True, "event": 11, "round": 1}
        set_copies(tournament.store, stick)
        assert copies(tournament.store).age(clock()) is None
        scores = [{"order": "result", "round": 1, "table": table, "score": [100, 50]} for table in (1, 2)]
        answers = give(tournament, *scores, {"order": "draw"}, {"order": "publish"})
        assert answers[-1]["copy"] == {"ok": True, "to": str(stick / "e"), "age": 0}
        assert "copy" not in answers[-2]
        clock.move(minutes=25)
        assert copies(tournament.store).age(clock()) == 25 * 60
        assert read_lines(stick / "e") == tournament.lines
        head = tournament.lines[-1]
    with opened(stick / "e") as copy:
        assert copy.lines[-1] == head


def test_a_missing_stick_is_a_warning_with_the_age_of_the_last_copy(tmp_path: Path):
    stick, clock = tmp_path / "stick", Clock()
    stick.mkdir()
    with opened(begun(tmp_path / "e"), clock) as tournament:
        set_copies(tournament.store, stick)
        assert make_copy(tournament.store, 9, clock()) is not None
        shutil.rmtree(stick)
        clock.move(minutes=5)
        answer = give(tournament, {"order": "draw"}, {"order": "publish"})[1]
        assert (answer["ok"], answer["copy"]["ok"], answer["copy"]["age"]) == (True, False, 300)
        assert "stick" in answer["copy"]["message"]
        assert not stick.exists()
        stick.write_text("not a folder")
        (failed,) = [make_copy(tournament.store, 11, clock())]
        assert failed is not None
        assert failed.problem is not None
        set_copies(tournament.store, None)
        assert make_copy(tournament.store, 11, clock()) is None


def test_a_copy_never_lands_on_the_event_itself(tmp_path: Path):
    with opened(begun(tmp_path / "e")) as tournament:
        set_copies(tournament.store, tmp_path)
        copied = make_copy(tournament.store, 9, Clock()())
        assert copied is not None
        assert copied.problem is not None
        with pytest.raises(StoreError, match="no folder"):
            set_copies(tournament.store, tmp_path / "nowhere")


def test_where_copies_go_is_in_no_chain(tmp_path: Path):
    with opened(begun(tmp_path / "e")) as tournament:
        before = list(tournament.lines)
        set_copies(tournament.store, tmp_path)
        tournament.reload()
        assert tournament.lines == before


def test_a_setting_of_another_version_is_one_sentence(tmp_path: Path):
    with opened(begun(tmp_path / "e")) as tournament:
        tournament.store.append("tournament.settings", 0, [json.dumps({"event": "copies_to.9"}).encode()])
        with pytest.raises(StoreError) as error:
            copies(tournament.store)
        assert "ajuste" in error.value.told("es")
