"""The server as whoever runs it meets it: starting and stopping it, its log and its meters, what it says when it
cannot."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest

from tantera.solver.compiled import is_compiled
from tantera.store import open_store
from tantera.web.tables.bots import BotRoom
from tests.store.disks import can_mount, mounted
from tests.web import plain
from tests.web.processes import PATIENCE, environment, free_port, run, served
from tests.web.serving import Guest, Player
from tests.web.visiting import Browser

QUICK = {"times": {"entropy": 0}}


# --- starting


def test_the_first_run_prints_a_link_for_the_administrator_that_works_once(tmp_path: Path):
    with served(tmp_path / "data") as first:
        secret = first.admin_secret()
        with Browser(first.url) as boss, Browser(first.url) as late:
            assert boss.post(f"/admin/enter/{secret}").status_code == 303
            assert boss.get("/admin").status_code == 200
            assert late.post(f"/admin/enter/{secret}").status_code == 410
            cookie = boss.cookie
        assert secret not in first.logged
    with served(tmp_path / "data") as second:
        assert "/admin/enter/" not in second.until_said("Ctrl-C")
        made = run("serve", "--admin-link", "--data", str(tmp_path / "data"))
        assert made.returncode == 0
        link = made.stdout.strip()
        assert link.startswith(f"http://localhost:{second.port}/admin/enter/")
        with Browser(second.url) as other, Browser(second.url, cookie) as boss:
            assert other.post(link.split(str(second.port))[1]).status_code == 303
            assert other.get("/admin").status_code == 200
            assert boss.get("/admin").status_code == 200


def test_a_link_made_before_the_server_is_up_works_once_it_is(tmp_path: Path):
    port = free_port()
    made = run("serve", "--admin-link", "--port", str(port), "--data", str(tmp_path / "data"))
    assert made.returncode == 0
    assert f"cuando lo arranques, en el puerto {port}" in made.stderr
    link = made.stdout.strip()
    assert link.startswith(f"http://localhost:{port}/admin/enter/")
    with served(tmp_path / "data", port=port) as server, Browser(server.url) as boss:
        assert boss.post(link.split(str(port))[1]).status_code == 303
        assert run("serve", "--admin-link", "--data", str(tmp_path / "data")).stderr == ""


def test_the_note_of_a_server_that_was_killed_leads_nobody_astray(tmp_path: Path):
    with served(tmp_path / "data") as server:
        server.until_said("Ctrl-C")
        server.process.kill()
        server.process.wait()
    made = run("serve", "--admin-link", "--data", str(tmp_path / "data"))
    assert made.stdout.startswith("http://localhost:8000/")
    assert "No hay ningún servidor en marcha" in made.stderr


def test_a_start_without_an_administrator_prints_another_link(tmp_path: Path):
    with served(tmp_path / "data") as one:
        first = one.admin_secret()
    with served(tmp_path / "data") as other:
        assert other.admin_secret() != first


def test_whoever_starts_it_in_another_hall_hears_that_printed_codes_lead_nowhere(tmp_path: Path):
    words = ("--address", "192.168.1.34", "--wifi", "Casal Tarragona", "--qr")
    with served(tmp_path / "data", *words, host="0.0.0.0", cold=True, TANTERA_WIFI_KEY="doble6doble5") as monday:
        said = monday.until_said("Ctrl-C")
        assert f"http://192.168.1.34:{monday.port}" in said
        assert "1. Entra en la wifi Casal Tarragona" in said
        assert "doble6doble5" not in said
        assert "doble6doble5" not in " ".join(psutil.Process(monday.process.pid).cmdline())
        with Browser(monday.url) as boss:
            boss.post(f"/admin/enter/{monday.admin_secret()}")
            assert "doble6doble5" in boss.get("/hall").text
            boss.post("/hall/printed")
        monday.stop()
    with served(tmp_path / "data", "--address", "10.0.0.9", host="0.0.0.0", port=monday.port) as friday:
        assert f"! Los QR impresos llevan a http://192.168.1.34:{monday.port}" in friday.until_said("Ctrl-C")
        friday.stop()
    with served(tmp_path / "data", *words[:2], host="0.0.0.0", port=monday.port) as home_again:
        assert "impresos" not in home_again.until_said("Ctrl-C")


def test_no_file_of_the_server_is_for_others(tmp_path: Path):
    with served(tmp_path / "data"):
        assert (tmp_path / "data").stat().st_mode & 0o077 == 0
        assert (tmp_path / "data" / "tantera.sqlite").stat().st_mode & 0o077 == 0


def test_a_port_in_use_is_one_sentence_and_another_that_is_free(tmp_path: Path):
    with socket.socket() as taken:
        port = free_port()
        taken.bind(("127.0.0.1", port))
        taken.listen()
        done = run(
            "serve", "--host", "127.0.0.1", "--port", str(port), "--data", str(tmp_path / "data"), "--lang", "es"
        )
        assert (done.returncode, done.stdout) == (2, "")
        (line,) = done.stderr.splitlines()
        assert line.startswith(f"el puerto {port} lo usa otro programa")
        free = int(line.split("--port ")[1])
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", free))
    assert not (tmp_path / "data" / "tantera.sqlite").exists()


def test_two_servers_do_not_share_a_data_folder(tmp_path: Path):
    with served(tmp_path / "data") as first:
        first.until_said("Ctrl-C")
        done = run(
            "serve", "--host", "127.0.0.1", "--port", str(free_port()), "--data", str(tmp_path / "data"), "--lang", "es"
        )
        assert done.returncode == 2
        assert done.stderr == f"ya hay un servidor en marcha con estos datos: http://localhost:{first.port}\n"
        first.process.kill()
        first.process.wait()
    with served(tmp_path / "data") as second:  # a server that was killed holds nothing
        second.until_said("Ctrl-C")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--host", "192.0.2.77"), "una dirección de este ordenador"),
        (("--public-url", "domino.example"), "--public-url"),
        (("--public-url", "https://domino.example/path"), "--public-url"),
        (("--address", "not an address"), "--address"),
        (("--data", "/dev/null/x"), "/dev/null/x"),
        (("--wifi", "x" * 40), "wifi"),
    ],
)
def test_what_cannot_be_is_one_sentence(tmp_path: Path, words: tuple[str, ...], expected: str):
    folder = () if "--data" in words else ("--data", str(tmp_path / "data"))
    done = run("serve", "--port", str(free_port()), *folder, *words)
    assert done.returncode == 2
    assert expected in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(not can_mount(), reason="a read-only disk has to be mounted")
def test_a_data_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path):
    with mounted(tmp_path / "disk") as folder:
        subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
        done = run("serve", "--port", str(free_port()), "--data", str(folder), "--lang", "es")
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1
        assert "Read-only file system" in done.stderr or "solo lectura" in done.stderr


# --- it starts lean and calls nobody

LEAN = """
import asyncio, json, os, signal, sys
from pathlib import Path
called = []
def hook(event, args):
    if event in ("socket.connect", "socket.sendto", "socket.getaddrinfo", "socket.gethostbyname"):
        called.append((event, repr(args[-1] if event == "socket.connect" else args[:2])))
    if event in ("subprocess.Popen", "os.system"):
        called.append((event, repr(args[0])))
sys.addaudithook(hook)
from tantera.web.config import Config
from tantera.web.serving import serve

async def ready(app):
    port = int(sys.argv[1])
    print("ready", flush=True)

try:
    serve(Config(Path(sys.argv[2]), "127.0.0.1", int(sys.argv[1]), bot_pause=(0, 0)), ready)
finally:
    heavy = [name for name in ("numba", "numpy", "llvmlite", "tantera.solver.kernels") if name in sys.modules]
    print(json.dumps({"called": called, "heavy": heavy}), flush=True)
"""


def test_it_imports_no_compiler_and_calls_nobody_while_people_play(tmp_path: Path):
    async def story(url: str) -> set[int]:
        ana = Guest(url, "Ana")
        opened = ana.opens("san-juan", bots="all", settings=QUICK | {"bot": "level-2"}, limit="30p")
        seen = set()
        async with ana.at(opened) as player:
            for moves in range(3, 9):
                await player.play(lambda moves=moves: len(player.shown.get("moves", [])) >= moves)  # type: ignore[misc]
                connections = psutil.Process(process.pid).net_connections("inet")
                seen |= {one.laddr.port for one in connections if one.status != "LISTEN"}
        return seen

    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-c", LEAN, str(port), str(tmp_path / "data")],
        stdout=subprocess.PIPE,
        env=environment(),
        text=True,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        url = f"http://127.0.0.1:{port}"
        for path in ("/", "/books", "/healthz", "/metrics", "/nothing", "/me", "/watch"):
            plain.get(f"{url}{path}", timeout=20)
        assert asyncio.run(story(url)) == {port}
        process.send_signal(signal.SIGTERM)
        found = json.loads(process.communicate(timeout=20)[0])
        assert found == {"called": [], "heavy": []}
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


BARE = """
import resource
import litestar, litestar.plugins.jinja, sqlalchemy.dialects.sqlite, structlog, uvicorn
print(sum(resource.getrusage(resource.RUSAGE_SELF)[:2]))
"""
MOST_WORK = 6
"""Times what the libraries alone take to be loaded; it is between three and four."""


@pytest.mark.prove
def test_from_nothing_to_the_first_page_is_little_more_work_than_loading_what_it_stands_on(tmp_path: Path):
    """A clock says little on a busy machine, and seconds little of another one: the processor's time is held against
    that of the bare libraries, and the best of a few attempts counts."""
    found = []
    for attempt in range(5):
        bare = float(subprocess.run([sys.executable, "-c", BARE], capture_output=True, text=True, check=True).stdout)
        with served(tmp_path / f"data{attempt}", cold=True) as server:
            plain.get(server.url, timeout=30)
            times = psutil.Process(server.process.pid).cpu_times()
        found.append(round((times.user + times.system) / bare, 1))
        if found[-1] < MOST_WORK:
            return
    pytest.fail(f"times the work of the bare libraries: {found}")


# --- stopping


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_tells_the_sockets_stands_the_clocks_still_and_takes_less_than_five_seconds(tmp_path: Path, how: int):
    async def story(running: Any) -> tuple[dict[str, str], int, int | None, float]:
        ana = Guest(running.url, "Ana")
        opened = ana.opens("competencia-individual", bots="all", settings=QUICK)
        player = ana.at(opened)
        await player.join()
        await player.play(lambda: len(player.shown.get("moves", [])) > 3)
        await player.until(lambda: bool(player.options))
        version = player.version
        begun = time.monotonic()
        running.process.send_signal(how)
        with suppress(ConnectionError):
            await player.until(lambda: False, seconds=10)
        assert player.frames[-1]["type"] == "stopping"
        assert "se para" in player.frames[-1]["text"] or player.frames[-1]["text"]
        assert running.process.wait(10) == 0
        took = time.monotonic() - begun
        assert player._socket is not None
        return opened, version, player._socket.close_code, took

    with served(tmp_path / "data") as running:
        opened, version, code, took = asyncio.run(story(running))
    assert code == 1012
    assert took < 5

    async def kept() -> list[dict[str, Any]]:
        store = open_store(tmp_path / "data")
        try:
            return [json.loads(one.event) for one in await store.read(f"table/{opened['table']}")]
        finally:
            await store.close()

    events = asyncio.run(kept())
    assert len(events) > version
    assert events[-1]["event"].startswith("clock_paused")
    assert events[-1]["why"] == "restart"


def test_a_clock_runs_on_after_a_restart_as_if_no_time_had_passed(tmp_path: Path):
    away = 2.0

    def left(player: Player) -> float:
        """Seconds until the match's time is over."""
        ends: int = player.shown["clock"]["ends"]
        return ends / 1000 - time.time()

    async def until_my_turn(url: str) -> tuple[dict[str, str], str, float]:
        ana = Guest(url, "Ana")
        opened = ana.opens("san-juan", bots="all", settings=QUICK)
        async with ana.at(opened) as player:
            await player.play(lambda: len(player.shown.get("moves", [])) > 3)
            await player.until(lambda: bool(player.options))
            assert ana.cookie is not None
            return opened, ana.cookie, left(player)

    async def back(url: str, opened: dict[str, str], cookie: str) -> float:
        async with Guest(url, "Ana", cookie).at(opened) as player:
            await player.until(lambda: player.table["pause"] is None and player.shown["clock"]["paused"] is None)
            return left(player)

    with served(tmp_path / "data") as running:
        opened, cookie, before = asyncio.run(until_my_turn(running.url))
        asked = time.time()
        running.stop()
        stopped = time.time()
    time.sleep(away)
    with served(tmp_path / "data") as running:
        started = time.time()
        after = asyncio.run(back(running.url, opened, cookie))
        up = stopped - asked + time.time() - started
    # However long the machine takes: the clock ran at most while one of both processes was there.
    assert after > before - up - 1, "time was lost"
    assert after < before + 1, "time was won"


def test_who_asks_twice_does_not_wait(tmp_path: Path):
    with served(tmp_path / "data") as running:
        running.until_said("Ctrl-C")
        running.process.send_signal(signal.SIGSTOP)  # both signals wait for it when it goes on
        running.process.send_signal(signal.SIGTERM)
        running.process.send_signal(signal.SIGINT)
        running.process.send_signal(signal.SIGCONT)
        assert running.process.wait(PATIENCE) in (128 + signal.SIGINT, 128 + signal.SIGTERM)


def children(pid: int) -> list[psutil.Process]:
    with suppress(psutil.NoSuchProcess):
        return list(psutil.Process(pid).children(recursive=True))
    return []


@pytest.mark.prove
def test_the_first_bot_table_on_a_fresh_machine_says_how_long_it_will_wait(tmp_path: Path):
    async def said(url: str) -> dict[str, Any]:
        """What somebody is told who comes while the bots are getting ready."""
        ana = Guest(url, "Ana")
        opened = ana.opens("san-juan", bots="all", settings=QUICK | {"bot": "level-5"})
        async with ana.at(opened) as player:
            await player.play(lambda: player.frames[-1]["type"] == "preparing")
            told = player.frames[-1]
        async with ana.at(opened) as player:
            assert player.frames[0]["ready_at"] == told["ready_at"]
        return told

    with served(tmp_path / "data", NUMBA_CACHE_DIR=str(tmp_path / "nothing compiled yet")) as running:
        begun = time.time()
        told = asyncio.run(said(running.url))
        assert told["bots"] is True
        assert begun + 60 <= told["ready_at"] / 1000 <= time.time() + 60


def test_a_machine_knows_whether_it_has_compiled_what_bots_need(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert not is_compiled()
    first = BotRoom().takes_to_prepare()
    (tmp_path / "kernels").mkdir()
    kept = tmp_path / "kernels" / "search.solve-1.py311.nbi"
    kept.touch()
    assert is_compiled()
    assert BotRoom().takes_to_prepare() < first
    os.utime(kept, (0, 0))
    assert not is_compiled(), "the code was changed since"


def test_the_table_stands_still_while_its_bots_get_ready_and_none_of_them_loses_by_time(tmp_path: Path):
    async def story(url: str) -> None:
        ana = Guest(url, "Ana")
        impatient = {"times": QUICK["times"] | {"bot": 1000}}
        opened = ana.opens("san-juan", bots="all", settings=impatient | {"bot": "level-5"})
        async with ana.at(opened) as player:
            await player.play(lambda: bool(player.table["pause"]))
            assert player.table["pause"]["why"] == "preparing"
            await player.until(lambda: player.table["pause"] is None, 300)

    with served(tmp_path / "data") as running:
        asyncio.run(story(running.url))
    kept = b"".join(file.read_bytes() for file in (tmp_path / "data").rglob("*") if file.is_file())
    assert b"clock_paused" in kept
    assert b"time_ran_out" not in kept


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_a_bot_that_is_being_compiled_keeps_no_server_from_stopping_and_does_not_outlive_it(tmp_path: Path, how: int):
    async def story(url: str) -> None:
        ana = Guest(url, "Ana")
        opened = ana.opens("san-juan", bots="all", settings=QUICK | {"bot": "level-5"})
        async with ana.at(opened) as player:
            await player.play(lambda: any("preparing" in (frame["type"], *frame) for frame in player.frames))

    with served(tmp_path / "data") as running:
        asyncio.run(story(running.url))
        until = time.monotonic() + 20
        while not (workers := children(running.process.pid)):
            assert time.monotonic() < until
            time.sleep(0.02)
        status, took = running.stop(how)
        assert took < 5
        assert status == (0 if how == signal.SIGTERM else -signal.SIGKILL)
    _, alive = psutil.wait_procs(workers, timeout=20)
    assert alive == []
