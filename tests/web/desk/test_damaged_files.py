"""Damaged files of tournaments: told to the administrator, and nobody else notices."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from tantera.rules import built_in_books
from tantera.tournament_file import write_sample
from tests.play.tables import proof
from tests.tournament_file.test_damaged import ADDED, changed, flipped
from tests.web.desk.test_events import adopt
from tests.web.lines import failures, logged
from tests.web.serving import PATIENCE, serving
from tests.web.visiting import Browser, administrator

SCREENS = ("", "/wall", "/desk/entries", "/desk/tables", "/desk/draw", "/desk/clock", "/desk/standings", "/desk/acts")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("whole") / "open.tantera"
    write_sample(path, built_in_books, datetime.now(UTC))
    return path.read_bytes()


def with_ff(whole: bytes) -> bytes:
    """One wrong byte in the middle of the log."""
    at = whole.index(b'"order_applied.2"')
    return whole[:at] + b"\xff" + whole[at + 1 :]


def until(so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not so():
        assert time.monotonic() < end
        time.sleep(0.1)


def test_a_server_starts_beside_a_damaged_file_and_says_which_it_is(tmp_path: Path, whole: bytes):
    events = tmp_path / "data" / "events"
    events.mkdir(parents=True)
    for name, content in (("broken", with_ff(whole)), ("half", whole[:9000]), ("whole", whole)):
        (events / f"{name}.tantera").write_bytes(content)
    with logged() as lines, serving(tmp_path / "data") as server, administrator(server) as boss:
        assert set(server.app.state.tournaments.all) == {"whole"}
        page = boss.get("/events").text
        assert "broken.tantera" in page
        assert "half.tantera" in page
        assert str(events) not in page
        with Browser(server.url) as somebody:
            assert "broken.tantera" not in somebody.get("/events").text
        assert (events / "broken.tantera").read_bytes() == with_ff(whole)
    assert failures(lines.getvalue()) == []
    assert lines.getvalue().count("event_not_opened") == 2


def test_a_damaged_file_that_comes_while_the_server_runs_does_not_end_the_looking(tmp_path: Path, whole: bytes):
    events = tmp_path / "data" / "events"
    with serving(tmp_path / "data") as server:
        found = server.app.state.tournaments
        events.mkdir(parents=True, exist_ok=True)
        (events / "broken.tantera").write_bytes(with_ff(whole))
        until(lambda: "broken" in found.unread)
        (events / "whole.tantera").write_bytes(whole)
        until(lambda: "whole" in found.all)
        (events / "broken.tantera").write_bytes(whole)
        until(lambda: "broken" in found.all and not found.unread)
        (events / "half.tantera").write_bytes(whole[:9000])
        until(lambda: "half" in found.unread)
        (events / "half.tantera").unlink()
        until(lambda: not found.unread)


def uploads(tmp_path: Path, whole: bytes, count: int, seed: int) -> None:
    """Files with flipped bytes, and the pages of those that were taken all the same: never a failure of ours."""
    rng = Random(seed)
    with logged() as lines, serving(tmp_path / "data") as server, administrator(server) as boss:
        for n in range(count):
            answer = adopt(boss, f"t{n}.tantera", flipped(whole, rng))
            assert answer.status_code in (303, 400, 503), answer.text
            if answer.status_code == 303:
                event = answer.headers["location"].split("/")[2]
                seen = {screen: boss.get(f"/e/{event}{screen}").status_code for screen in SCREENS}
                assert all(status < 500 for status in seen.values()), seen
    assert failures(lines.getvalue()) == []


def test_uploads_with_flipped_bytes_are_never_a_failure_of_ours(tmp_path: Path, whole: bytes):
    uploads(tmp_path, whole, 25, 1)


@pytest.mark.prove
def test_many_uploads_with_flipped_bytes_are_never_a_failure_of_ours(tmp_path: Path, whole: bytes):
    uploads(tmp_path, whole, proof(400, 4000), 2)


def test_a_file_with_a_trigger_in_it_is_not_taken_over(tmp_path: Path, whole: bytes):
    sent = changed(whole, tmp_path / "sent.tantera", lambda connection: connection.execute(ADDED[0]))
    with serving(tmp_path / "data") as server, administrator(server) as boss:
        answer = adopt(boss, "copa.tantera", sent.read_bytes())
        assert answer.status_code == 400
        assert "Tantera no escribe" in answer.text
        assert not server.app.state.tournaments.all
