"""What the server logs and measures, and what it says of its own health."""

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

import pytest

from tests.store.disks import KINDS, disk
from tests.web import plain
from tests.web.processes import environment, free_port, served
from tests.web.serving import Guest, serving
from tests.web.visiting import administrator

QUICK = {"times": {"entropy": 0}}


def test_the_log_has_a_line_a_request_and_nothing_that_is_anybodys(tmp_path: Path):
    async def story(url: str) -> tuple[list[str], list[str]]:
        ana = Guest(url, "Zutano")
        opened = ana.opens("clasico", bots="all", settings=QUICK)
        async with ana.at(opened) as player:
            await player.play(lambda: len(player.shown.get("moves", [])) > 6)
            text = json.dumps(player.shown)
        tiles = [tile for tile in (f"{a}{b}" for a in range(7) for b in range(a, 7)) if f'"{tile}"' in text]
        assert len(tiles) > 5
        return [opened["table"], opened["code"], ana.cookie or "", "Zutano"], tiles

    with served(tmp_path / "data") as running:
        secret = running.admin_secret()
        anybodys, tiles = asyncio.run(story(running.url))
        plain.get(f"{running.url}/?secret=querido&lang=es")
        plain.get(f"{running.url}/nothing/querido")
        plain.post(f"{running.url}/me", data={"name": "querido"})
        plain.post(f"{running.url}/api/tables", content=b'{"name": "querido", "seat": 99}')
        plain.get(f"{running.url}/admin/enter/{secret}")
        with socket.create_connection(("127.0.0.1", running.port)) as raw:
            raw.sendall(b"querido\r\n\r\n")
            raw.recv(100)
        running.stop()
        lines = [json.loads(line) for line in running.logged.splitlines()]
    requests = [line for line in lines if line["event"] == "request"]
    assert all(line.keys() == {"method", "route", "status", "ms", "event", "level", "timestamp"} for line in requests)
    told = {(line["method"], line["route"], line["status"]) for line in requests}
    assert {
        ("POST", "/api/tables", 201), ("SOCKET", "/tables/{table_id}/socket", 101), ("GET", "/", 200),
        ("GET", "-", 404), ("POST", "/me", 403), ("POST", "/api/tables", 400), ("GET", "/admin/enter/{secret}", 200),
    } <= told  # fmt: skip
    for word in ("querido", secret, "127.0.0.1", *anybodys):
        assert word not in running.logged, word
    for tile in tiles:
        assert f'"{tile}"' not in running.logged


def test_somebody_at_a_terminal_sees_how_to_come_and_no_requests(tmp_path: Path):
    """On a real terminal: QR codes are drawn, and the log keeps quiet unless something is wrong."""
    pty = pytest.importorskip("pty")
    port = free_port()
    master, slave = pty.openpty()
    command = [
        sys.executable,
        "-m",
        "tantera",
        "serve",
        "--port",
        str(port),
        "--data",
        str(tmp_path / "data"),
        "--address",
        "10.1.2.3",
    ]
    process = subprocess.Popen(
        command, stdin=slave, stdout=slave, stderr=slave, env=environment(TERM="xterm", COLUMNS="100")
    )
    os.close(slave)
    shown = b""
    try:
        while b"Ctrl-C" not in shown:
            shown += os.read(master, 65536)
        plain.get(f"http://127.0.0.1:{port}/", timeout=20)
        process.send_signal(signal.SIGINT)
        with suppress(OSError):  # the other end is closed
            while chunk := os.read(master, 65536):
                shown += chunk
        assert process.wait(20) == 0
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        os.close(master)
    text = shown.decode()
    assert "▀" in text
    assert f"10.1.2.3:{port}" in text
    assert "Todo queda guardado" in text
    assert '"event"' not in text
    assert "Traceback" not in text


# --- health


@pytest.mark.parametrize("kind", KINDS)
def test_ready_says_when_nothing_can_be_saved_and_when_it_can_again_and_healthz_that_the_process_lives(
    kind: str, tmp_path: Path
):
    with disk(kind, tmp_path / "disk") as small, serving(small.folder) as server:
        well = plain.get(f"{server.url}/ready")
        assert (well.status_code, well.json()["status"]) == (200, "ok")
        assert well.json()["version"]
        small.fill()
        ill = wait_for(server.url, 503)
        assert ill["status"] == "not_saved"
        assert ill["text"]
        alive = plain.get(f"{server.url}/healthz")  # starting it again would not help
        assert (alive.status_code, alive.json()["status"]) == (200, "not_saved")
        assert plain.get(server.url).status_code == 200  # what can be read is read
        refused = plain.post(f"{server.url}/api/tables", json={"name": "Ana"})
        assert (refused.status_code, refused.json()["code"]) == (503, "not_saved")
        assert metric(server.url, "tantera_not_saving") == 1
        small.free()
        assert wait_for(server.url, 200)["status"] == "ok"
        assert metric(server.url, "tantera_appends_not_saved_total") >= 1


def wait_for(url: str, status: int) -> dict[str, str]:
    until = time.monotonic() + 20
    while (answer := plain.get(f"{url}/ready", headers={"accept-language": "es"})).status_code != status:
        assert time.monotonic() < until
        time.sleep(0.2)
    found: dict[str, str] = answer.json()
    return found


def metric(url: str, name: str) -> float:
    return value(plain.get(f"{url}/metrics").text, name)


def value(text: str, name: str) -> float:
    return float(next(line.split()[-1] for line in text.splitlines() if line.startswith(name)))


def test_the_meters_count_what_happens(tmp_path: Path):
    async def story(url: str) -> None:
        ana = Guest(url, "Ana")
        opened = ana.opens("san-juan", bots="all", settings=QUICK)
        async with ana.at(opened) as player:
            await player.play(lambda: len(player.shown.get("moves", [])) > 4)
            await player.order({"order": "sit", "seat": 1})
            assert metric(url, "tantera_sockets") == 1
            assert metric(url, "tantera_tables_open") == 1
            assert metric(url, "tantera_tables_playing") == 1

    with serving(tmp_path / "data") as server:
        asyncio.run(story(server.url))
        text = plain.get(f"{server.url}/metrics").text
        assert value(text, 'tantera_orders_total{result="done"}') >= 1
        assert value(text, 'tantera_orders_total{result="refused"}') >= 1
        before = value(text, 'tantera_requests_total{status="200"}')
        assert plain.get(f"{server.url}/nothing").status_code == 404
        after = plain.get(f"{server.url}/metrics").text
        assert value(after, 'tantera_requests_total{status="200"}') == before + 1, "the one for the meters"
        assert value(after, 'tantera_requests_total{status="404"}') == 1
        assert value(text, "tantera_append_seconds_count") > 5
        assert value(text, 'tantera_append_seconds_bucket{le="+Inf"}') == value(text, "tantera_append_seconds_count")
        assert value(text, "tantera_loop_lag_seconds_count") >= 0
        assert "Ana" not in text


def test_the_meters_are_for_this_machine_and_for_administrators(tmp_path: Path):
    with serving(tmp_path / "data") as server, administrator(server) as boss:
        assert plain.get(f"{server.url}/metrics").status_code == 200
        for header in (
            "x-forwarded-for",
            "forwarded",
            "x-real-ip",
            "via",
        ):  # a proxy on this machine is not this machine
            assert plain.get(f"{server.url}/metrics", headers={header: "203.0.113.7"}).status_code == 403
        assert boss.get("/metrics", headers={"x-forwarded-for": "203.0.113.7"}).status_code == 200


def test_health_is_tried_in_measure(tmp_path: Path):
    with serving(tmp_path / "data") as server:
        begun = metric(server.url, "tantera_append_seconds_count")
        for _ in range(60):
            assert plain.get(f"{server.url}/healthz").status_code == 200
        assert metric(server.url, "tantera_append_seconds_count") == begun
