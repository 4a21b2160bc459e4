#!/usr/bin/env python3
"""Tantera from a fresh clone: makes .venv, installs what is pinned, then runs what you ask for.

python3 run.py                      tables for every phone and laptop on the network: tantera serve
python3 run.py play                 a match in the terminal
python3 run.py test [PYTEST ARGS]   the checks, then the tests
python3 run.py bench [NAME] [ARGS]  measure: bench/NAME.py; with --quick, --keep, --compare [FILE]
python3 run.py prove [NAME] [N]     the long proofs, N of each (default: full)
python3 run.py prove coverage       the coverage gate: which lines of the core its own tests reach
python3 run.py train [KIND ...]     learn the bots' weights anew (half an hour or more)
python3 run.py portable [--for ...] a folder for a computer without Python; release: all that is handed out
python3 run.py docs [--out FOLDER]  the site of documents as files, in three languages
python3 run.py words out|in FOLDER  one catalogue of words a language, to hand out and to take back
python3 run.py conformance          write docs/conformance.md anew
python3 run.py ANYTHING ELSE        the same as .venv/bin/tantera ANYTHING ELSE
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path
from shlex import quote
from shutil import which
from typing import NoReturn

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PINS = ROOT / "requirements"
CHECKS = (
    "ruff check",
    "ruff format --check",
    "mypy",
    "lint-imports",
    "python -m tests.typescript",
    "python -m tests.once",
    # All tests are found; and what Python and numba compile for it, not every worker has to compile for itself.
    "python -m pytest --collect-only -qq",
)
UNMEASURED = (
    *(f"tests/{room}" for room in ("bots", "browser", "cli", "examples", "solver", "web")),
    "src/tantera/solver",
)


def main(words: list[str]) -> int:
    # Set on some machines: then every start would compile every file anew, which takes longer than all the rest of it.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    command, args = (words[0], words[1:]) if words else ("serve", [])
    if command in ("-h", "--help", "help"):
        print(str(__doc__).strip())
        return 0
    if command == "bench":
        return bench(args)
    if command in ("test", "prove", "conformance"):
        prepare("dev")
        return {"test": test, "prove": prove, "conformance": conformance}[command](args)
    if command in ("portable", "release", "docs", "words"):
        prepare("run")
        return python("-m", f"releasing.{command}", *args)
    prepare("run")
    if command == "train":
        return python("-m", "tantera.bots.learned", *args)
    return tantera(command, *args)


def test(args: list[str]) -> int:
    failed = failing()
    if failed:
        print(f"FAILED: {', '.join(failed)}. The tests follow.", flush=True)
    python("-m", "tests.browser.chromium")  # says which browser, or why there is none: then the tests that need it fail
    # More workers than cores: a test that talks to a server, a terminal or a browser waits for it now and then.
    workers = str((os.cpu_count() or 1) + 2)
    return python("-m", "pytest", "-n", workers, "--dist", "worksteal", *args) or (1 if failed else 0)


def failing() -> list[str]:
    """The checks that fail. All of them begin at once: most of the time is mypy's, and it needs one core."""
    start = time.monotonic()
    begun = {check: begin(*check.split()) for check in CHECKS}
    for check, process in begun.items():
        said, _ = process.communicate()
        print(f"{check:<36}{'FAILED' if process.returncode else 'ok'} ({time.monotonic() - start:.1f} s)", flush=True)
        if process.returncode:
            sys.stdout.buffer.write(said)
    return [check for check, process in begun.items() if process.returncode]


def begin(program: str, *args: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([BIN / program, *args], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def prove(args: list[str]) -> int:
    if args == ["coverage"]:
        return covered()
    os.environ["TANTERA_PROVE"] = args.pop() if args and args[-1].isdigit() else "full"
    chosen = ["-k", args.pop(0)] if args and not args[0].startswith("-") else []
    timed = sorted(path for path in ROOT.glob("tests/**/test_*.py") if b"mark.timed" in path.read_bytes())
    codes = [
        python("-m", "pytest", "-n", workers, "-v", "-m", which, *chosen, *args, *map(str, where))
        for workers, which, where in (("auto", "prove and not timed", ()), ("0", "prove and timed", timed))
    ]
    nothing = 5  # pytest's word for none that were chosen: not both may be so
    return next((code for code in codes if code not in (0, nothing)), min(codes))


def covered() -> int:
    """The gate of pyproject.toml. It takes two thirds of a test's speed, so `test` does without. A room above the core
    shows nothing of what the rooms below are tested for, and where chance leads, a figure depends on luck."""
    above = [f"--ignore={room}" for room in UNMEASURED]
    counted = ["-m", "not prove and not by_chance and not hypothesis", *above]
    return python("-m", "pytest", "-n", "auto", "--cov", "--cov-report=term-missing:skip-covered", *counted)


def conformance(args: list[str]) -> int:
    return python("tests/conformance.py", *args)


def bench(args: list[str]) -> int:
    known = sorted(path.stem for path in ROOT.glob("bench/[!_]*.py"))
    if not args or args[0] not in known:
        stop(f"which one? bench/ has: {', '.join(known) or 'nothing yet'}.", status=2)
    prepare("bench")
    return python("-m", f"bench.{args[0]}", *args[1:])


def python(*args: str) -> int:
    return subprocess.run([BIN / "python", *args], cwd=ROOT).returncode


def tantera(*args: str) -> int:
    os.environ["TANTERA_CALLED"] = f"python3 {quote(sys.argv[0])}"  # what it tells people to type works for them
    if os.name == "posix":
        os.execv(BIN / "tantera", ["tantera", *args])  # it takes our place, so keys and Ctrl-C reach the table
    return subprocess.run([BIN / "tantera", *args]).returncode


def prepare(kind: str) -> None:
    """Leave in .venv the project and what requirements/KIND.txt pins. Takes no time if nothing has changed."""
    files = ROOT / "pyproject.toml", *sorted(PINS.glob("*.txt"))
    wanted = sha256(b"".join(map(Path.read_bytes, files))).hexdigest()
    # A .venv knows its own path and one version of Python: after a move or an upgrade it is made anew.
    home = f"{VENV} {sys.version_info.major}.{sys.version_info.minor}"
    at_home = holds("home", home) and which("python", path=BIN) is not None
    if at_home and holds(kind, wanted):
        return
    # .venv has no pip of its own; the Python it was made from has.
    base = sys._base_executable if Path(sys.prefix) == VENV else sys.executable  # type: ignore[attr-defined]
    if subprocess.run([base, "-m", "pip", "--version"], capture_output=True).returncode:
        stop(f"{base} has no pip; install it first (on Debian: apt install python3-pip).")
    start = time.monotonic()
    if not at_home:
        print("Making .venv", flush=True)
        subprocess.run([base, "-m", "venv", "--clear", "--without-pip", VENV], check=True)
        (VENV / "home.stamp").write_text(home)
    # Python compiles what is used; pip would compile everything first.
    pip = [base, "-m", "pip", "--python", str(VENV), "install", "--no-compile"]
    # The pins are the whole list: a resolver could only find what has appeared since.
    install(f"requirements/{kind}.txt", *pip, "--no-deps", "--require-hashes", "-r", str(PINS / f"{kind}.txt"))
    install("tantera", *pip, "--no-deps", "--no-build-isolation", "-e", str(ROOT))
    for done in ("run", kind):  # run.txt is a part of the others
        (VENV / f"{done}.stamp").write_text(wanted)
    print(f"Ready in {time.monotonic() - start:.0f} s", flush=True)


def install(what: str, *command: str) -> None:
    said = []
    print(f"Installing {what}", end="", flush=True)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as pip:
        for line in pip.stdout or ():
            said.append(line.strip())
            print("." * line.startswith(("Collecting", "Processing")), end="", flush=True)
    print(flush=True)
    if pip.returncode:
        errors = [line for line in said if line.startswith("ERROR")] or said[-1:]
        unreachable = any("(from versions: none)" in line for line in errors)
        stop("no package index answered; the first set-up needs a network." if unreachable else f"pip: {errors[-1]}")


def holds(stamp: str, text: str) -> bool:
    path = VENV / f"{stamp}.stamp"
    return path.exists() and path.read_text() == text


def stop(sentence: str, status: int = 1) -> NoReturn:
    print(f"run.py: {sentence}", file=sys.stderr)
    sys.exit(status)


if __name__ == "__main__":
    if sys.version_info < (3, 11):
        stop(f"Tantera needs Python 3.11 or newer, and this is {sys.version.split()[0]}.")
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
    except (OSError, subprocess.CalledProcessError) as error:
        stop(str(error))
