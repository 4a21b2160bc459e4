"""The folder for a computer without Python: `python3 run.py prove portable` makes one and runs it where no Python is on
the PATH, and, where this may be done, with the network cable out."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from tests.web import plain
from tests.web.processes import free_port

ROOT = Path(__file__).parents[1]
STARTING = ROOT / "releasing" / "starting"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("portable")
    begun = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "releasing.portable", "--bare", "--out", str(out)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    (archive,) = out.glob("*.tar.gz")
    for made in out.glob("Tantera-*-linux"):
        shutil.rmtree(made)
    subprocess.run(["tar", "xzf", str(archive)], cwd=out, check=True)
    (unpacked,) = out.glob("Tantera-*-linux")
    moved = unpacked.rename(out / "a folder with spaces")
    size = sum(path.lstat().st_size for path in moved.rglob("*") if path.is_file())
    packed, took = archive.stat().st_size / 1e6, time.monotonic() - begun
    print(f"\n{packed:.0f} MB packed, {size / 1e6:.0f} MB unpacked, made in {took:.0f} s")
    return moved


def alone(folder: Path, home: Path) -> tuple[list[str], dict[str, str]]:
    """The command in an empty environment; without any network but itself where this user may take it away."""
    cut = [shutil.which("unshare") or "", "-n", "/bin/sh", "-c", '/sbin/ip link set lo up; exec "$@"', "sh"]
    may = bool(cut[0]) and subprocess.run([*cut, "/bin/true"], capture_output=True).returncode == 0
    return [*(cut if may else []), str(folder / "tantera")], {
        "HOME": str(home),
        "PATH": "/usr/sbin:/sbin",
        "LANG": "C.UTF-8",
    }


@pytest.mark.prove
@pytest.mark.time_limit(1800)
def test_it_plays_and_directs_without_a_python_on_the_path(folder: Path, tmp_path: Path):
    command, env = alone(folder, tmp_path)
    assert shutil.which("python3", path=env["PATH"]) is None

    def ran(*words: str, input: str = "") -> str:
        done = subprocess.run([*command, *words], input=input, capture_output=True, text=True, env=env)
        assert done.returncode == 0, (words, done.stdout[-500:], done.stderr[-2000:])
        return done.stdout

    assert ran("--version").startswith("tantera ")
    ran("play", "--seed", "3", "--save", str(tmp_path / "match.dgn"), input="1\n" * 30)
    assert "Hand 1" in ran("replay", "--lang", "en", str(tmp_path / "match.dgn"))
    cup = str(tmp_path / "cup.tantera")
    ran("tournament", "new", cup, "Cup", "--book", "competencia-individual", "--rounds", "2")
    for name in ("Ana", "Biel", "Carme", "Didac"):
        ran("tournament", "enter", cup, name, "--paid", "10")
    ran("tournament", "check-in", cup, "--all")
    assert "Ana" in ran("tournament", "draw", cup)


@pytest.mark.prove
@pytest.mark.time_limit(1800)
def test_clicked_on_it_serves_the_page_and_shows_the_code(folder: Path, tmp_path: Path):
    """With no word at all, as the icon starts it. No browser is there to be opened, and that stops nothing."""
    _, env = alone(folder, tmp_path)
    port, begun = free_port(), time.monotonic()
    said = tmp_path / "said"
    words = [str(folder / "tantera"), "serve", "--open", "--qr", "--port", str(port), "--host", "127.0.0.1"]
    with said.open("wb") as out, subprocess.Popen(words, stdout=out, stderr=subprocess.DEVNULL, env=env) as server:
        try:
            while True:
                assert server.poll() is None
                try:
                    page = plain.get(
                        f"http://127.0.0.1:{port}/", headers={"accept": "text/html"}, follow_redirects=True
                    )
                    break
                except httpx.TransportError:
                    assert time.monotonic() < begun + 120
                    time.sleep(0.05)
            print(f"\nfrom the click to the first page {time.monotonic() - begun:.1f} s")
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(60)
    assert page.status_code == 200
    assert server.returncode == 0
    assert "▀" in said.read_text("utf-8") or "█" in said.read_text("utf-8")


def test_what_is_clicked_on_says_nothing_of_the_machine_it_was_made_on():
    """Started from wherever the folder lies."""
    for start in STARTING.iterdir():
        text = start.read_bytes()
        assert str(ROOT).encode() not in text
        assert (b"\r\n" in text) == (start.suffix == ".bat"), start
    assert "serve --open --qr" in (STARTING / "tantera").read_text()
    assert "serve --open --qr" in (STARTING / "tantera.bat").read_text()
    if os.name == "posix":
        assert subprocess.run(["sh", "-n", str(STARTING / "tantera")]).returncode == 0
