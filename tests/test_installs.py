"""What is released works where it is installed: `python3 run.py prove installs`.

Wheel and sdist are built and put into clean environments of every Python on this machine (`TANTERA_PYTHONS` names
others, with colons between them), with the newest and with the oldest dependencies that pyproject.toml allows, bare and
with every extra. uv makes them, from PyPI or from whatever index it is told.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tarfile
import time
from functools import cache
from pathlib import Path
from shutil import rmtree, which

import httpx
import pytest

from releasing.pythons import here
from tests.web import plain
from tests.web.processes import free_port

pytestmark = [pytest.mark.prove, pytest.mark.time_limit(1800)]

ROOT = Path(__file__).parents[1]
LARGEST = 120
"""Megabytes that playing and serving with the simple bots may take, byte code and all."""
SAMPLE = (
    *(f"tests/{room}" for room in ("tiles", "rules", "notation", "lessons", "words", "examples")),
    *(f"tests/test_{name}.py" for name in ("golden", "pins", "run", "recipes", "server_files", "conformance")),
    "src/tantera/play",
)
"""Of the tests, those of the rooms below and those that read what stands around the package: documents, examples, the
files of a server."""
QUIET = {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "UV_NO_PROGRESS": "1", "TANTERA_LANG": "en", "PYTHONWARNINGS": "ignore"}


@cache
def pythons() -> tuple[str, ...]:
    """Every interpreter from 3.11 on, each version once."""
    named = [one for one in os.environ.get("TANTERA_PYTHONS", "").split(os.pathsep) if one]
    found = [python for minor in range(11, 20) if (python := here(f"3.{minor}"))]
    return tuple(dict.fromkeys([*found, *named])) or (sys.executable,)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("built")
    ran(sys.executable, "-m", "hatchling", "build", "-d", str(out), cwd=ROOT)
    return out


@pytest.fixture(scope="session")
def uv(tmp_path_factory: pytest.TempPathFactory) -> str:
    found = which("uv")
    if found is not None:
        return found
    tools = tmp_path_factory.mktemp("tools")
    base = getattr(sys, "_base_executable", sys.executable)
    ran(base, "-m", "pip", "install", "-q", "--target", str(tools), "uv")
    return str(tools / "bin" / "uv")


def ran(*words: str, cwd: Path | None = None, input: str = "", **env: str) -> str:
    done = subprocess.run(
        words, cwd=cwd, input=input, capture_output=True, text=True, env=dict(os.environ) | QUIET | env
    )
    assert done.returncode == 0, f"{' '.join(words)}\n{done.stdout[-2000:]}{done.stderr[-3000:]}"
    return done.stdout


@pytest.mark.parametrize("kind", ["", "all"], ids=["bare", "every extra"])
@pytest.mark.parametrize("resolution", ["highest", "lowest-direct"], ids=["newest", "oldest"])
@pytest.mark.parametrize("python", pythons(), ids=lambda path: Path(path).name)
def test_the_wheel_plays_serves_directs_and_prints(
    python: str, resolution: str, kind: str, built: Path, uv: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    env, (wheel,) = tmp_path / "env", built.glob("*.whl")
    begun = time.monotonic()
    ran(uv, "venv", "-q", "-p", python, str(env))
    extras = ["--extra", kind] if kind else []
    compiled = tmp_path / "resolved.txt"
    ran(uv, "pip", "compile", "-q", "-p", str(env), "--resolution", resolution, *extras, str(ROOT / "pyproject.toml"),
        "-o", str(compiled))  # fmt: skip
    ran(uv, "pip", "install", "-q", "-p", str(env), "--compile-bytecode", "-r", str(compiled))
    ran(uv, "pip", "install", "-q", "-p", str(env), "--compile-bytecode", "--no-deps", str(wheel))
    installed, begun = time.monotonic() - begun, time.monotonic()
    size = sum(path.lstat().st_size for path in env.rglob("*") if path.is_file()) / 1e6
    tantera = str(env / "bin" / "tantera")
    helped(tantera)
    played(tantera, tmp_path, 4 if kind else 3)
    directed(tantera, tmp_path, prints=bool(kind))
    begun = time.monotonic()
    served(tantera, tmp_path / "data")
    with capsys.disabled():
        print(f"\n{kind or 'bare'}, {resolution}: {size:.0f} MB, installed in {installed:.0f} s, "
              f"from `serve` to a table on a page {time.monotonic() - begun:.1f} s")  # fmt: skip
    if not kind:
        assert size <= LARGEST
    rmtree(env)


def helped(tantera: str) -> None:
    assert re.fullmatch(r"tantera \d+\.\d+.*\n", ran(tantera, "--version"))
    for lang, word in (("es", "Órdenes:"), ("ca", "Ordres:"), ("en", "Commands:")):
        assert word in ran(tantera, "--help", TANTERA_LANG=lang)
    assert "NUMBER" in ran(tantera, "play", "--help")
    assert "draw" in ran(tantera, "tournament", "--help")
    wrong = subprocess.run([tantera, "play", "--seat", "9"], capture_output=True, text=True, env=os.environ | QUIET)
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "found 9, expected 1 to 4" in wrong.stderr


def played(tantera: str, folder: Path, level: int) -> None:
    saved = folder / "match.dgn"
    ran(tantera, "play", "--seed", "3", "--level", str(level), "--save", str(saved), input="1\n" * 40)
    assert "Hand 1" in ran(tantera, "replay", str(saved))
    assert '"right": true' in ran(tantera, "verify", "--json", str(saved))


def directed(tantera: str, folder: Path, prints: bool) -> None:
    cup, words = folder / "cup.tantera", (tantera, "tournament")
    ran(*words, "new", str(cup), "Cup", "--book", "competencia-individual", "--seed", "7", "--rounds", "2")
    for name in ("Ana Pons", "Biel Mas", "Carme Roca", "Dídac Soler"):
        ran(*words, "enter", str(cup), name, "--paid", "10")
    for line in ("check-in CUP --all", "draw CUP", "publish CUP", "result CUP 1 1 100 62", "close-round CUP"):
        ran(*words, *line.replace("CUP", str(cup)).split())
    assert "Ana Pons" in ran(*words, "standings", str(cup))
    assert "Everything is right" in ran(*words, "check", str(cup))
    if prints:
        ran(*words, "print", str(cup), "act", "--to", str(folder))
        assert (folder / "cup-act.pdf").read_bytes().startswith(b"%PDF")


def served(tantera: str, data: Path) -> None:
    """A page, and a table with bots that somebody has opened."""
    port = free_port()
    command = [tantera, "serve", "--host", "127.0.0.1", "--port", str(port), "--data", str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ | QUIET) as server:
        try:
            url, until = f"http://127.0.0.1:{port}", time.monotonic() + 60
            while True:
                assert server.poll() is None, server.stderr and server.stderr.read()
                try:
                    page = plain.get(f"{url}/", headers={"accept": "text/html"}, follow_redirects=True)
                    break
                except httpx.TransportError:
                    assert time.monotonic() < until
                    time.sleep(0.05)
            assert page.status_code == 200
            asked = {"name": "Ana", "book": "clasico", "bots": "all"}
            opened = plain.post(f"{url}/api/tables", json=asked)
            assert opened.status_code == 201, opened.text
        finally:
            server.send_signal(signal.SIGINT)
            server.communicate(timeout=30)
    assert server.returncode == 0


def test_the_sdist_carries_its_examples_and_passes_its_tests(built: Path, tmp_path: Path):
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        tar.extractall(tmp_path, filter="data")
    (source,) = tmp_path.iterdir()
    assert (source / "examples" / "liga.dgn").is_file()
    assert (source / "docs" / "hosting.md").is_file()
    told = ran(
        sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "2", *SAMPLE,
        cwd=source, PYTHONPATH=str(source / "src"),
    )  # fmt: skip
    assert re.search(r"\d{3,} passed", told)
