"""The laptop dies in the middle of a round: another one takes over from the copy on the stick."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

from tests.web.desk.printed import director
from tests.web.processes import run, served
from tests.web.visiting import Browser

SCORES = ([100, 62], [41, 100], [100, 88], [97, 90])
"""Of the four tables of every round, as the slips say."""


def order(here: Browser, event: str, tag: str, **fields: Any) -> dict[str, Any]:
    headers = {"x-csrftoken": here.http.cookies["csrf"], "accept": "application/json"}
    answer = here.http.post(f"/api/events/{event}/orders", json={"order": tag, **fields}, headers=headers)
    assert answer.status_code == 200, answer.text
    said: dict[str, Any] = answer.json()
    return said


def the_object(here: Browser, event: str) -> dict[str, Any]:
    found: dict[str, Any] = here.get(f"/api/events/{event}", headers={"accept": "application/json"}).json()
    return found


def key_in(here: Browser, event: str, round: int, *tables: int) -> None:
    for table in tables:
        order(here, event, "result", round=round, table=table, score=SCORES[table - 1])


def printed(said: dict[str, Any]) -> str:
    """The head as the foot of every paper has it."""
    head = said["log"]["head"]
    return " ".join(head[at : at + 4] for at in range(0, 16, 4))


def half_an_event(data: Path, stick: Path) -> tuple[str, str, str]:
    """Until the server is killed in round 2: the event, the head on the seating, the head on what was printed last."""
    with served(data, "--no-qr") as server, director(server) as here:
        answer = here.post(
            "/events", {"name": "Open", "book": "competencia-individual", "rounds": "3", "format": "individual"}
        )
        assert answer.status_code == 303, answer.text
        event = answer.headers["location"].split("/")[2]
        for n in range(1, 17):
            order(here, event, "enter", entry=f"e{n}", players=[{"id": f"p{n}", "name": f"Ana Pons {n}"}])
        set_stick = here.post(f"/e/{event}/desk/acts/copies", {"folder": str(stick)})
        assert set_stick.status_code == 200, set_stick.text
        order(here, event, "draw")
        order(here, event, "publish")
        key_in(here, event, 1, 1, 2, 3, 4)
        order(here, event, "close_round")
        order(here, event, "draw")
        order(here, event, "publish")  # what hangs on the wall is on the stick
        seating = printed(the_object(here, event))
        key_in(here, event, 2, 1, 2)
        last = printed(the_object(here, event))
        server.process.send_signal(signal.SIGKILL)
        server.process.wait()
    return event, seating, last


def test_a_second_laptop_goes_on_from_the_stick_and_nothing_on_paper_is_lost(tmp_path: Path) -> None:
    stick, second = tmp_path / "stick", tmp_path / "second"
    stick.mkdir()
    event, seating, last = half_an_event(tmp_path / "first", stick)
    copy = stick / f"{event}.tantera"

    # Which is the newest? The seating was printed from what is in the copy, the last paper after it was made.
    found = run("tournament", "check", str(copy), "--head", seating, "--lang", "en")
    assert (found.returncode, found.stderr) == (0, "")
    assert "The printed head is the one after event" in found.stdout
    older = run("tournament", "check", str(copy), "--head", last, "--lang", "en")
    assert older.returncode == 2
    assert "a paper with a higher number is of a newer copy" in older.stderr
    saved = run("tournament", "check", str(tmp_path / "first" / "events" / copy.name), "--head", last)
    assert saved.returncode == 0, saved.stderr  # nothing that was acknowledged is lost, if its disk can be read

    taken = run("restore", str(copy), "--data", str(second), "--lang", "en")
    assert taken.returncode == 0, taken.stderr
    assert seating in taken.stdout
    assert f"/e/{event}/desk" in taken.stdout
    with served(second, "--no-qr") as server, director(server) as here:
        here.get("/")
        statuses = [table["status"] for table in the_object(here, event)["rounds"][1]["tables"]]
        assert statuses == [None] * 4
        key_in(here, event, 2, 1, 2, 3, 4)  # from the slips
        order(here, event, "close_round")
        order(here, event, "draw")
        order(here, event, "publish")
        key_in(here, event, 3, 1, 2, 3, 4)
        order(here, event, "close_round")
        order(here, event, "close")
        final = the_object(here, event)
        assert final["stage"] == "closed"
        server.stop()
    checked = run("tournament", "check", str(second / "events" / f"{event}.tantera"), "--head", printed(final))
    assert (checked.returncode, checked.stderr) == (0, "")


def test_a_copy_is_taken_over_beside_what_is_there_and_something_else_is_refused(tmp_path: Path) -> None:
    from datetime import UTC, datetime

    from tantera.event_file import write_sample
    from tantera.rules import built_in_books

    copy, data = tmp_path / "Copa de Reus.tantera", tmp_path / "data"
    write_sample(copy, built_in_books, datetime(2026, 5, 30, tzinfo=UTC))
    for expected in ("/e/copa-de-reus/desk", "/e/copa-de-reus-2/desk"):
        taken = run("restore", str(copy), "--data", str(data))
        assert taken.returncode == 0, taken.stderr
        assert expected in taken.stdout
    other = tmp_path / "other.tantera"
    other.write_bytes(b"SQLite format 3\0" + bytes(4000))
    refused = run("restore", str(other), "--data", str(data))
    assert refused.returncode == 2
    assert len(refused.stderr.strip().splitlines()) == 1
    assert sorted(path.name for path in (data / "events").glob("*.tantera")) == [
        "copa-de-reus-2.tantera", "copa-de-reus.tantera",
    ]  # fmt: skip
