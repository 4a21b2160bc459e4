"""The laptop dies in the middle of a round: another one takes over from the copy on the stick."""

from __future__ import annotations

import asyncio
import re
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from tantera.rules import read_book
from tantera.store import open_store, open_store_file
from tantera.tournament.reading import order_of
from tantera.tournament_file import open_tournament
from tantera.web.app import server_secret
from tantera.web.tournaments.live import machine_time
from tantera.web.tournaments.offices import Officers
from tests.web import plain
from tests.web.desk.printed import director
from tests.web.processes import PATIENCE, Served, run, served
from tests.web.serving import serving
from tests.web.snapshots import snapshot
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


def wait_for_copy(here: Browser, event: str) -> None:
    """The stick of a busy machine may be slower than the answer to a publish."""
    until = time.monotonic() + PATIENCE
    while "Se está haciendo una copia" in here.get(f"/e/{event}/desk/acts", headers={"accept-language": "es"}).text:
        assert time.monotonic() < until
        time.sleep(0.1)


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
        wait_for_copy(here, event)
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

    from tantera.rules import built_in_books
    from tantera.tournament_file import write_sample

    copy, data = tmp_path / "Copa de Reus.tantera", tmp_path / "data"
    write_sample(copy, built_in_books, datetime(2026, 5, 30, tzinfo=UTC))
    for _ in range(2):  # the same one twice is one
        taken = run("restore", str(copy), "--data", str(data))
        assert taken.returncode == 0, taken.stderr
        assert "/e/copa-de-reus/desk" in taken.stdout
        assert "imprimir" not in taken.stdout
    copy.unlink()
    write_sample(copy, built_in_books, datetime(2026, 5, 31, tzinfo=UTC))  # another day, another event
    taken = run("restore", str(copy), "--data", str(data))
    assert taken.returncode == 0, taken.stderr
    assert "/e/copa-de-reus-2/desk" in taken.stdout
    assert "hay que volver a imprimir tarjetas y papeletas" in taken.stdout
    other = tmp_path / "other.tantera"
    other.write_bytes(b"SQLite format 3\0" + bytes(4000))
    refused = run("restore", str(other), "--data", str(data))
    assert refused.returncode == 2
    assert len(refused.stderr.strip().splitlines()) == 1
    assert sorted(path.name for path in (data / "events").glob("*.tantera")) == [
        "copa-de-reus-2.tantera", "copa-de-reus.tantera",
    ]  # fmt: skip


JPEG = snapshot()


def a_phone_with_a_photo(server: Served, data: Path, event: str) -> tuple[Browser, str, str]:
    """Somebody who came in by the code on the slip and sent a photo of it; the addresses on the slip and on a card."""
    with director_of_codes(data) as code:
        slip = f"/e/{event}/t/1/1/{code(event, 'table', 1, 1)}"
        card = f"/e/{event}/p/p1/{code(event, 'player', 'p1')}"
    phone = Browser(server.url, origin=server.url)
    seat = re.findall(r'name="player" value="(\w+)"', phone.get(slip).text)[0]
    assert phone.post(slip, {"player": seat}).status_code == 303
    form, photo = {"_csrf_token": phone.http.cookies["csrf"]}, {"photo": ("hoja.jpg", JPEG, "image/jpeg")}
    answer = phone.http.post(f"/e/{event}/t/1/1/photo", data=form, files=photo)
    assert answer.status_code == 303, answer.text
    return phone, slip, card


@contextmanager
def director_of_codes(data: Path) -> Iterator[Callable[..., str]]:
    """What the server of this folder prints on cards and slips."""

    async def found() -> Officers:
        store = open_store(data)
        try:
            return Officers(store, await server_secret(store))
        finally:
            await store.close()

    yield asyncio.run(found()).code


def test_the_rehearsal_codes_sessions_and_photos_lead_on_at_the_second_laptop(tmp_path: Path) -> None:
    """Five minutes of docs/organisers.md: the hall's backup and the copy on the stick, in this order."""
    first, second, stick = tmp_path / "first", tmp_path / "second", tmp_path / "stick"
    stick.mkdir()
    with served(first, "--no-qr") as server, director(server) as here:
        made = here.post("/events", {"name": "Open", "book": "competencia-individual", "rounds": "3", "format": ""})
        event = made.headers["location"].split("/")[2]
        for n in range(1, 9):
            order(here, event, "enter", entry=f"e{n}", players=[{"id": f"p{n}", "name": f"Ana Pons {n}"}])
        assert here.post(f"/e/{event}/desk/acts/copies", {"folder": str(stick)}).status_code == 200
        order(here, event, "draw")
        order(here, event, "publish")
        phone, slip, card = a_phone_with_a_photo(server, first, event)
        saved = run("backup", str(stick / "sala.jsonl.gz"), "--data", str(first))
        assert saved.returncode == 0, saved.stderr
        key_in(here, event, 1, 1, 2)
        order(here, event, "close_round")
        order(here, event, "draw")
        order(here, event, "publish")
        wait_for_copy(here, event)
        head = printed(the_object(here, event))
        cookie = phone.cookie
        phone.http.close()
        server.process.send_signal(signal.SIGKILL)
        server.process.wait()

    hall = run("restore", str(stick / "sala.jsonl.gz"), "--data", str(second))
    assert hall.returncode == 0, hall.stderr
    with served(second, "--no-qr") as server:
        # The tournament of the hall's backup is here, at round 1; the copy on the stick is newer, and is taken over
        # while the server runs.
        assert plain.get(f"{server.url}/api/events/{event}").json()["rounds"][-1]["round"] == 1
        taken = run("restore", str(stick / f"{event}.tantera"), "--data", str(second))
        assert taken.returncode == 0, taken.stderr
        assert head in taken.stdout
        assert f"/e/{event}/desk" in taken.stdout
        assert "imprimir" not in taken.stdout
        link = run("serve", "--admin-link", "--data", str(second)).stdout.split("/admin/enter/")[1].strip()
        with Browser(server.url, origin=server.url) as boss, Browser(server.url, cookie) as player:
            assert boss.post(f"/admin/enter/{link}").status_code == 303
            until = time.monotonic() + PATIENCE
            while printed(found := the_object(boss, event)) != head:
                assert time.monotonic() < until, found["log"]
                time.sleep(0.1)
            with open_store_file(second / "events" / f"{event}.tantera") as store:
                (kept,) = store.streams("photo/")
            shown = boss.get(f"/e/{event}/desk/photo/{kept.stream.removeprefix('photo/')}")
            assert kept.stream == f"photo/{sha256(shown.content).hexdigest()}"
            assert player.get(f"/e/{event}/t/1/1").status_code == 200  # the phone is still known at its table
        with Browser(server.url) as other:
            assert other.get(slip).status_code == 200
            assert other.get(card).status_code == 200
        server.stop()
    again = run("restore", str(stick / "sala.jsonl.gz"), "--data", str(second))
    assert again.returncode == 2  # a place that is not empty stays as it is
    assert printed_in(second, event) == head


def printed_in(data: Path, event: str) -> str:
    from tantera.tournament.events import head_of
    from tantera.tournament_file import read_lines

    head = head_of(read_lines(data / "events" / f"{event}.tantera")[-1])
    return " ".join(head[at : at + 4] for at in range(0, 16, 4))


def test_a_running_server_sees_a_tournament_that_was_restored_beside_it(tmp_path: Path) -> None:
    from datetime import UTC, datetime

    from tantera.rules import built_in_books
    from tantera.tournament_file import write_sample

    write_sample(tmp_path / "copa.tantera", built_in_books, datetime(2026, 5, 30, tzinfo=UTC))
    data = tmp_path / "data"
    with serving(data) as server, Browser(server.url) as visitor:
        (data / "events").mkdir(exist_ok=True)
        (data / "events" / "roto.tantera").write_bytes(b"")  # somebody has begun to write another one
        assert visitor.get("/e/copa").status_code == 404
        assert run("restore", str(tmp_path / "copa.tantera"), "--data", str(data)).returncode == 0
        until = time.monotonic() + PATIENCE
        while visitor.get("/e/copa").status_code == 404:
            assert time.monotonic() < until
            time.sleep(0.1)
        assert visitor.get("/e/copa").status_code == 200


def test_codes_on_cards_lead_on_where_the_hall_was_restored_too(tmp_path: Path) -> None:
    first, second, hall = tmp_path / "first", tmp_path / "second", tmp_path / "sala.jsonl.gz"
    with serving(first) as server:
        code = server.app.state.officers.code("open", "player", "p1")
        saved = run("backup", str(hall), "--data", str(first))
        assert saved.returncode == 0, saved.stderr
    restored = run("restore", str(hall), "--data", str(second))
    assert restored.returncode == 0, restored.stderr
    with serving(second) as server:
        assert server.app.state.officers.is_code(code, "open", "player", "p1")
    with serving(tmp_path / "third") as server:
        assert not server.app.state.officers.is_code(code, "open", "player", "p1")


def test_players_read_the_clubs_own_book_where_only_the_tournament_came_along(tmp_path: Path) -> None:
    book = read_book(Path(__file__).parents[3] / "examples" / "books" / "cafe-del-sol.toml")
    data = tmp_path / "data"
    (data / "events").mkdir(parents=True)
    file = open_tournament(data / "events" / "copa.tantera", lambda _: book, machine_time, new=True)
    file.apply_one(order_of({"order": "create", "name": "Copa", "book": book.id}))
    file.close()
    with serving(data) as server, Browser(server.url) as player:
        assert book.name.text("es") in player.get(f"/books/{book.id}").text
        assert player.get("/articles/CS-reloj").headers["location"].startswith(f"/books/{book.id}#")
        assert player.get("/books/nobodys").status_code == 404
