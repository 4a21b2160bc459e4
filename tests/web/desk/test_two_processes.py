"""One tournament and two processes on one PostgreSQL: whichever of them somebody comes to, it is the same one."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from tantera.rules import built_in_books
from tantera.store import open_store_file
from tantera.tables import Times
from tantera.tournament.check import check
from tantera.tournament.evolve import folded
from tantera.tournament.orders import Result
from tantera.tournament.reading import order_of
from tantera.tournament_file import open_tournament, read_lines
from tantera.web.tournaments import online as desk_online
from tantera.web.tournaments.live import machine_time
from tantera.words import Problem
from tests.play.tables import proof
from tests.store.servers import fresh_database
from tests.web import plain
from tests.web.desk.online import all_play, online, sits
from tests.web.desk.phones import OnPhone, by_slip
from tests.web.desk.running import AtDesk, director, words
from tests.web.processes import Served, run, served
from tests.web.serving import PATIENCE, Running, serving
from tests.web.snapshots import snapshot
from tests.web.visiting import Browser

Both = tuple[Running, Running]


@pytest.fixture(scope="module")
def database(postgresql: str) -> Iterator[str]:
    with fresh_database(postgresql) as url:
        yield url


@pytest.fixture(scope="module")
def both(database: str) -> Iterator[Both]:
    with serving(database) as one, serving(database) as other:
        yield one, other


def elsewhere(desk: AtDesk, server: Running, event: str = "") -> AtDesk:
    """The same browser at another process, as a proxy may lead it."""
    return AtDesk(server, Browser(server.url, desk.browser.cookie), event or desk.event)


def soon(is_so: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.05)


def exported(desk: AtDesk, path: Path) -> list[bytes]:
    answer = desk.get("event.tantera")
    assert answer.status_code == 200
    path.write_bytes(answer.content)
    return read_lines(path)


def test_what_one_creates_the_other_has_at_once_and_both_run_it(both: Both, tmp_path: Path):
    one = director(both[0]).create()
    other = elsewhere(one, both[1])
    assert other.get("entries").status_code == 200  # nobody had to wait for a look around
    for n in range(1, 9):
        desk = (one, other)[n % 2]
        desk.order("enter", entry=f"e{n}", players=[{"id": f"p{n}", "name": f"Ana Pons {n}"}])
    other.order("draw")
    assert one.order("publish")["round"] == 1
    other.hall("set_clock", round=1, minutes=30)
    one.hall("start_clock")
    one.order("result", round=1, table=1, score=[100, 60])
    other.order("result", round=1, table=2, score=[40, 100])
    soon(lambda: one.object() == other.object())
    assert [table["status"] for table in one.object()["rounds"][0]["tables"]] == ["confirmed"] * 2
    lines = exported(one, tmp_path / "one.tantera")
    assert lines == exported(other, tmp_path / "other.tantera")
    assert check(lines).ok
    checked = run("tournament", "check", str(tmp_path / "one.tantera"))
    assert (checked.returncode, checked.stderr) == (0, "")


def test_two_of_one_name_created_at_once_are_two(both: Both):
    desks = [director(server) for server in both]
    with ThreadPoolExecutor(2) as threads:
        made = list(threads.map(lambda desk: desk.create(name="Gemelas").event, desks))
    assert sorted(made) == ["gemelas", "gemelas-2"]
    for desk in desks:
        soon(lambda desk=desk: desk.browser.get("/events").text.count("/e/gemelas") >= 2)  # type: ignore[misc]


def test_slips_that_come_to_both_at_once_are_all_taken(both: Both, tmp_path: Path):
    one = director(both[0]).create().players(32)
    one.order("draw")
    one.order("publish")
    other = elsewhere(one, both[1])
    other.get("tables")

    def report(table: int) -> dict[str, Any]:
        return (one, other)[table % 2].order("result", round=1, table=table, score=[100, table])

    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(report, range(1, 9)))
    assert sorted(answer["event"] for answer in answers) == list(range(36, 44))
    assert check(exported(other, tmp_path / "event.tantera")).ok


def test_a_phone_reads_its_code_at_one_and_reports_at_the_other(both: Both):
    desk = director(both[0]).create().players(4)
    desk.order("draw")
    desk.order("publish")
    there = elsewhere(desk, both[1])
    first, second = desk.table(1, 1)["seats"][:2]
    came = by_slip(desk, first)
    phone = OnPhone(there, first, Browser(both[1].url, came.browser.cookie))
    phone.browser.get("/")
    assert phone.orders("result", round=1, table=1, score=[100, 60]).status_code == 200
    opponent = by_slip(there, second)  # the code on paper is good at every process
    soon(lambda: desk.table(1, 1)["status"] == "entered")
    assert opponent.orders("confirm", round=1, table=1).status_code == 200
    soon(lambda: desk.table(1, 1)["status"] == "confirmed")


def test_an_office_that_one_gives_or_ends_the_other_knows(both: Both):
    desk = director(both[0]).create().players(4)
    judge = desk.as_("judge")
    there = elsewhere(judge, both[1])
    assert there.get("tables").status_code == 200
    person = judge.browser.me()["person"]
    asyncio.run(both[0].app.state.officers.end(desk.event, person, "director"))
    soon(lambda: there.get("tables").status_code == 403)


def test_a_photo_sent_to_one_is_shown_by_the_other_and_travels_in_the_file(both: Both, tmp_path: Path):
    desk = director(both[0]).create().players(4)
    desk.order("draw")
    desk.order("publish")
    phone = by_slip(desk, desk.table(1, 1)["seats"][0])
    form, photo = {"_csrf_token": phone.browser.http.cookies["csrf"]}, {"photo": ("hoja.jpg", snapshot(), "image/jpeg")}
    assert phone.browser.http.post(f"/e/{desk.event}/t/1/1/photo", data=form, files=photo).status_code == 303
    there = elsewhere(desk, both[1])
    exported(there, tmp_path / "event.tantera")
    with open_store_file(tmp_path / "event.tantera") as store:
        (kept,) = store.streams("photo/")
    digest = kept.stream.removeprefix("photo/")
    soon(lambda: there.get(f"photo/{digest}").status_code == 200)
    assert there.get(f"photo/{digest}").content == desk.get(f"photo/{digest}").content


def test_the_wall_and_whoever_waits_at_the_other_hear_of_it(both: Both):
    desk = director(both[0]).create().players(4)
    there = elsewhere(desk, both[1])
    since = there.browser.get(f"/api/events/{desk.event}/news").json()["version"]

    def waits() -> httpx.Response:
        return there.browser.get(f"/api/events/{desk.event}/news?since={since}&patience=25")

    with ThreadPoolExecutor(1) as thread:
        waiting = thread.submit(waits)
        desk.order("draw")
        desk.order("publish")
        assert waiting.result().json()["version"] != since
    soon(lambda: "Ana Pons 1" in words(there.browser.get(f"/e/{desk.event}/wall")))


def test_who_is_erased_at_one_is_gone_from_the_other(both: Both, tmp_path: Path):
    desk = director(both[0]).create().players(4)
    there = elsewhere(desk, both[1])
    soon(lambda: "Ana Pons 3" in words(there.get("entries")))
    assert desk.post("entry/e3/erase", player="p3").status_code == 303
    soon(lambda: "Ana Pons 3" not in words(there.get("entries")))
    there.order("draw")
    exported(there, tmp_path / "event.tantera")
    assert b"Ana Pons 3" not in (tmp_path / "event.tantera").read_bytes()


def test_a_file_is_taken_over_into_the_database_by_a_page_and_by_the_command(both: Both, tmp_path: Path, database: str):
    desk = director(both[0]).create().players(4)
    exported(desk, tmp_path / "Copa de Reus.tantera")
    taken = run("restore", str(tmp_path / "Copa de Reus.tantera"), DATABASE_URL=database)
    assert taken.returncode == 0, taken.stderr
    assert "/e/copa-de-reus/desk" in taken.stdout
    for server in both:
        assert elsewhere(desk, server, "copa-de-reus").get("entries").status_code == 200
    there = elsewhere(desk, both[1])
    with (tmp_path / "Copa de Reus.tantera").open("rb") as file:
        answer = there.browser.http.post("/events/adopt", files={"file": ("Otra copa.tantera", file)})
    assert (answer.status_code, answer.headers["location"]) == (303, "/e/otra-copa/desk")
    assert desk.browser.get("/e/otra-copa/desk/entries").status_code == 200


def test_a_file_that_an_earlier_server_kept_beside_the_database_is_named_until_it_is_taken_over(
    both: Both, database: str
):
    desk = director(both[0]).create().players(4)
    files = both[0].config.events
    files.mkdir(parents=True, exist_ok=True)
    left = files / "de antes.tantera"
    try:
        lines = exported(desk, left)
        assert f"no están en la base de datos: {left}." in words(desk.browser.get("/events"))
        taken = run("restore", str(left), DATABASE_URL=database)
        assert taken.returncode == 0, taken.stderr
        assert read_lines(left) == lines
        soon(lambda: "no están en la base de datos" not in words(desk.browser.get("/events")))
    finally:
        for path in files.glob("*.tantera"):
            path.unlink()


def test_a_table_that_is_played_online_by_players_of_both_is_told_once(
    both: Both, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    quick = Times(entropy=0, wish=0, count=1000, seat=1000, decision=1000, ruling=1000)
    monkeypatch.setattr(desk_online, "SETTINGS", replace(desk_online.SETTINGS, times=quick))
    desk = director(both[0]).create("clasico", points="20").pairs(4).round()
    there = elsewhere(desk, both[1])
    online(desk, 1)
    soon(lambda: there.object()["log"] == desk.object()["log"])
    phones = [by_slip((desk, there)[place % 2], seat) for place, seat in enumerate(desk.table(1, 1)["seats"])]
    asyncio.run(all_play([sits(phone) for phone in phones]))
    for one in (desk, there):
        soon(lambda one=one: one.table(1, 1)["status"] == "confirmed")  # type: ignore[misc]
    lines = exported(there, tmp_path / "event.tantera")
    assert sum(isinstance(one.order, Result) for one in folded(lines).log.history) == 1
    assert check(lines).ok


# --- killed


class Killed:
    """Two processes on one database, of which one may be gone: an order is given until one of them has answered it."""

    def __init__(self, database: str, folder: Path, running: ExitStack) -> None:
        self._database, self._folder, self._running = database, folder, running
        self.servers = [self._started(), self._started()]
        link = run("serve", "--admin-link", DATABASE_URL=database).stdout.split("/admin/enter/")[1].strip()
        with Browser(self.servers[0].url) as boss:
            assert boss.post(f"/admin/enter/{link}").status_code == 303
            self._cookies = f"tantera={boss.cookie}; csrf={boss.http.cookies['csrf']}"
            self._token = boss.http.cookies["csrf"]

    def _started(self) -> Served:
        words = ("--no-qr", "--proxy", "127.0.0.1")  # whoever asks says from where: nobody is taken for a flood
        return self._running.enter_context(served(self._folder / "data", *words, DATABASE_URL=self._database))

    def kill(self, one: int) -> None:
        self.servers[one].process.kill()
        self.servers[one] = self._started()

    def get(self, one: int, path: str) -> httpx.Response:
        return plain.get(f"{self.servers[one].url}{path}", headers={"cookie": self._cookies}, timeout=30)

    def order(self, first: int, **order: Any) -> int:
        """The record that an order became, sent again under its id where nobody answered."""
        until = time.monotonic() + PATIENCE
        while True:
            url = self.servers[first % 2].url
            says = {"x-csrftoken": self._token, "cookie": self._cookies, "origin": url, "accept": "application/json"}
            says["x-forwarded-for"] = f"10.0.{first % 250}.{order.get('table', 0) % 250}"
            try:
                answer = plain.post(f"{url}/api/events/open/orders", json=order, headers=says, timeout=30)
                if answer.status_code < 500:
                    assert answer.status_code == 200, answer.text
                    return int(answer.json()["event"])
            except httpx.TransportError:
                pass
            assert time.monotonic() < until
            time.sleep(0.05)
            first += 1


@pytest.mark.prove
def test_a_tournament_loses_nothing_though_one_of_two_processes_is_killed_in_every_round(
    postgresql: str, tmp_path: Path
):
    tables, rounds = proof(12, 250), 3
    tournament = open_tournament(tmp_path / "open.tantera", built_in_books, machine_time, new=True)
    players = [{"id": f"p{n}", "name": f"Ana Pons {n}"} for n in range(4 * tables)]
    enter: list[dict[str, Any]] = [{"order": "enter", "entry": one["id"], "players": [one]} for one in players]
    create = {"order": "create", "name": "Open", "book": "competencia-individual", "seed": "7"}
    for answers in tournament.apply([order_of(order) for order in (create, *enter)]):
        assert not any(isinstance(answer, Problem) for answer in answers)
    tournament.close()
    acknowledged: dict[tuple[int, int], int] = {}
    with fresh_database(postgresql) as database, ExitStack() as running:
        assert run("restore", str(tmp_path / "open.tantera"), DATABASE_URL=database).returncode == 0
        both = Killed(database, tmp_path, running)
        for round in range(1, rounds + 1):
            both.order(round, order="draw", id=f"draw{round}")
            both.order(round + 1, order="publish", id=f"publish{round}")

            def report(table: int, round: int = round) -> None:
                given = {"order": "result", "round": round, "table": table, "score": [100, table % 100]}
                acknowledged[round, table] = both.order(table, **given, id=f"{round}.{table}")

            with ThreadPoolExecutor(6) as threads:
                reports = [threads.submit(report, table) for table in range(1, tables + 1)]
                soon(lambda round=round: len(acknowledged) >= (round - 1) * tables + tables // 3)  # type: ignore[misc]
                both.kill(round % 2)
            for one in reports:
                one.result()
            both.order(round, order="close_round", id=f"close{round}")
        soon(lambda: both.get(0, "/api/events/open").json() == both.get(1, "/api/events/open").json())
        (tmp_path / "export.tantera").write_bytes(both.get(1, "/e/open/desk/event.tantera").content)
    lines = read_lines(tmp_path / "export.tantera")
    history = folded(lines).log.history
    told = [(one.order.round, one.order.table) for one in history if isinstance(one.order, Result)]
    assert sorted(told) == sorted(acknowledged)  # each once
    for place, event in acknowledged.items():
        order = history[event - 1].order
        assert isinstance(order, Result)
        assert (order.round, order.table) == place
    assert check(lines).ok
    checked = run("tournament", "check", str(tmp_path / "export.tantera"))
    assert (checked.returncode, checked.stderr) == (0, "")
