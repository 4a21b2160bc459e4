"""What CONTRIBUTING says of adding something is all it takes: it is done in a copy of the program, word by word."""

import os
import re
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"^`([^`\n]+)`\n```(\w+)\n(.*?)^```$", re.M | re.S)
"""The name of a file on a line of its own, and what stands below it."""


def blocks(title: str) -> list[tuple[str, str, str]]:
    """The files of a section of "How to add": path, language, text."""
    section = (ROOT / "CONTRIBUTING.md").read_text().split(f"\n### {title}\n")[1].split("\n### ")[0]
    return BLOCK.findall(section)


def follow(copy: Path, title: str) -> list[str]:
    """Do what the section says; the tests that it adds."""
    for path, language, text in blocks(title):
        file = copy / path
        if language == "diff":
            file.write_text(changed(file.read_text(), text))
        else:
            assert not file.exists()
            file.write_text(text)
    return [path for path, _, _ in blocks(title) if path.startswith("tests/")]


def changed(text: str, diff: str) -> str:
    """A text after one change, whose old lines stand in it once."""
    lines = diff.splitlines(keepends=True)
    old = "".join(line[1:] for line in lines if line[0] in " -")
    assert text.count(old) == 1, old
    return text.replace(old, "".join(line[1:] for line in lines if line[0] in " +"))


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for folder in ("src", "tests"):  # with what Python has compiled: doing so anew takes longer than the tests
        copytree(ROOT / folder, tmp_path / folder, ignore=ignore_patterns("artefacts", "kept"))
    for file in ("pyproject.toml", "conftest.py"):
        (tmp_path / file).write_text((ROOT / file).read_text())
    return tmp_path


def test_what_is_told_of_adding_something_is_all_it_takes(copy: Path):
    added = [test for title in ("A bonus", "An option of play") for test in follow(copy, title)]
    assert len(added) == 2
    checks = [f"tests/rules/test_{name}.py" for name in ("words", "in_words", "books", "bonuses")]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *added, *checks, "tests/words"]
    done = subprocess.run(
        command, cwd=copy, env={**os.environ, "PYTHONPATH": str(copy / "src")}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


def test_a_bonus_takes_two_files():
    assert len(blocks("A bonus")) == 2
