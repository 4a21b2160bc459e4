"""The tutorial on rule books, as a reader follows it: its files are written, its commands run, its code too."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tantera.cli.app import app
from tests.examples.test_tournaments_page import matches

TUTORIAL = (Path(__file__).parents[2] / "docs" / "rule-books.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", TUTORIAL, re.DOTALL | re.MULTILINE)


def run(line: str) -> str:
    done = CliRunner().invoke(app, shlex.split(line)[1:], env={"TANTERA_LANG": "es", "COLUMNS": "200"})
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return done.output


def test_the_tutorial_ends_with_a_book_that_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    kinds = []
    for kind, name, text in BLOCKS:
        kinds.append(kind)
        if kind == "toml":
            Path(name).write_text(text, "utf-8")
        elif kind == "python":
            exec(compile(text, "docs/rule-books.md", "exec"), {})
        else:
            for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
                found = run(command)
                assert matches(expected, found), f"$ {command}\n{found}"
    assert kinds.count("console") >= 5
    assert kinds.count("python") == 1
    assert set(kinds) == {"toml", "console", "python"}


def test_the_tutorial_links_to_files_that_are_there():
    for target in re.findall(r"\]\((\.\./[^)]+)\)", TUTORIAL):
        assert (Path(__file__).parents[2] / "docs" / target).exists(), target
