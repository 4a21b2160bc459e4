"""The page on tournaments, as a reader follows it: its files are written, its commands run, with pipes and all."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tantera.cli.app import app

PAGE = (Path(__file__).parents[2] / "docs" / "tournaments.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
KNOWN = {"TANTERA_LANG": "es", "COLUMNS": "200"}


def run(line: str, folder: Path) -> str:
    """What a line prints: in this process where it is one of our commands, else in a shell that knows ``tantera``."""
    if line.startswith("tantera ") and not re.search(r"[|>]|\$\(", line):
        done = CliRunner().invoke(app, shlex.split(line)[1:], env=KNOWN)
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        return done.output
    ours = f"tantera() {{ {shlex.quote(sys.executable)} -c 'from tantera.cli import main; main()' \"$@\"; }}\n"
    shell = shutil.which("bash")
    assert shell, "the page is for a shell"
    known = os.environ | KNOWN | {"PYTHONIOENCODING": "utf-8", "LC_ALL": "C"}
    asked = subprocess.run([shell, "-c", ours + line], cwd=folder, env=known, capture_output=True, timeout=120)
    assert asked.returncode == 0, asked.stderr.decode()
    return asked.stdout.decode()


def matches(expected: str, found: str) -> bool:
    """An … stands for anything, over lines too where it is a line of its own."""
    lines = (
        r"(?:.*\n)*" if line == "…\n" else ".*".join(map(re.escape, line.split("…")))
        for line in expected.splitlines(True)
    )
    return re.fullmatch("".join(lines), found) is not None


def test_everything_on_the_page_happens_as_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    commands = 0
    for kind, name, text in BLOCKS:
        if name:
            Path(name).write_text(text, "utf-8")
            continue
        assert kind == "console", kind
        for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
            found = run(command, tmp_path)
            assert matches(expected, found), f"$ {command}\n{found}"
            commands += 1
    assert commands >= 30


def test_an_ellipsis_stands_for_what_differs_and_for_nothing_else():
    assert matches("Head: …\n", "Head: 12ab\n")
    assert not matches("Head: …\n", "Head: 12ab\nmore\n")
    assert matches("a\n…\nb\n", "a\n1\n2\nb\n")
    assert not matches("a\n…\nb\n", "a\n1\n2\nc\n")


def test_the_page_names_every_command():
    from tantera.cli.tournament.commands import COMMANDS

    assert [name for name in COMMANDS if f"`{name}`" not in PAGE] == []
