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
from tests.guides import Part, parts_of

PARTS = parts_of("tournaments.md", es="Torneos", ca="Tornejos", en="Tournaments")
PAGE = PARTS["en"].text
"""The long one, which is for reference; the others are for people."""


def run(line: str, folder: Path, lang: str) -> str:
    """What a line prints: in this process where it is one of our commands, else in a shell that knows ``tantera``."""
    known = {"TANTERA_LANG": lang, "COLUMNS": "200"}
    if line.startswith("tantera ") and not re.search(r"[|>]|\$\(", line):
        done = CliRunner().invoke(app, shlex.split(line)[1:], env=known)
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        return done.output
    ours = f"tantera() {{ {shlex.quote(sys.executable)} -c 'from tantera.cli import main; main()' \"$@\"; }}\n"
    shell = shutil.which("bash")
    assert shell, "the page is for a shell"
    env = os.environ | known | {"PYTHONIOENCODING": "utf-8", "LC_ALL": "C"}
    asked = subprocess.run([shell, "-c", ours + line], cwd=folder, env=env, capture_output=True, timeout=120)
    assert asked.returncode == 0, asked.stderr.decode()
    return asked.stdout.decode()


def matches(expected: str, found: str) -> bool:
    """An … stands for anything, over lines too where it is a line of its own."""
    lines = (
        r"(?:.*\n)*" if line == "…\n" else ".*".join(map(re.escape, line.split("…")))
        for line in expected.splitlines(True)
    )
    return re.fullmatch("".join(lines), found) is not None


@pytest.mark.parametrize("part", PARTS.values(), ids=list(PARTS))
def test_everything_on_the_page_happens_as_it_says(part: Part, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    commands = 0
    for kind, name, text in part.blocks:
        if name:
            Path(name).write_text(text, "utf-8")
            continue
        assert kind == "console", kind
        for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
            found = run(command, tmp_path, part.lang)
            assert matches(expected, found), f"$ {command}\n{found}"
            commands += 1
    assert commands >= (30 if part.text == PAGE else 20)


def test_organisers_read_the_same_chapters_in_spanish_and_in_catalan():
    es, ca = PARTS["es"], PARTS["ca"]
    assert len(es.chapters) == len(ca.chapters) == 13
    assert es.options == ca.options
    assert re.findall(r"`[a-z_]+`", es.text) == re.findall(r"`[a-z_]+`", ca.text)


def test_an_ellipsis_stands_for_what_differs_and_for_nothing_else():
    assert matches("Head: …\n", "Head: 12ab\n")
    assert not matches("Head: …\n", "Head: 12ab\nmore\n")
    assert matches("a\n…\nb\n", "a\n1\n2\nb\n")
    assert not matches("a\n…\nb\n", "a\n1\n2\nc\n")


def test_the_page_names_every_command():
    from tantera.cli.tournament.commands import COMMANDS

    for part in PARTS.values():
        assert [name for name in COMMANDS if f"`{name}`" not in part.text] == [], part.lang
