"""What CONTRIBUTING says of adding something is all it takes: it is done in one copy of the program, word by word."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

ROOT = Path(__file__).resolve().parent.parent
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
BLOCK = re.compile(r"^`([^`\n]+)`\n```(\w+)\n(.*?)^```$", re.M | re.S)
"""The name of a file on a line of its own, and what stands below it."""
WALK = CONTRIBUTING[CONTRIBUTING.index("## A new format of a tournament") :].split("\n## ")[0]
FORMAT = "pairs-king-of-the-hill"


def blocks(title: str) -> list[tuple[str, str, str]]:
    """The files of a section of "How to add": path, language, text."""
    section = CONTRIBUTING.split(f"\n### {title}\n")[1].split("\n### ")[0]
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


def follow_the_walk(copy: Path) -> list[Path]:
    """To a new format: each block goes into the files that the paragraph before it names, in their order."""
    files: list[Path] = []
    touched: list[Path] = []
    for paragraph, language, block in re.findall(r"(.*?)```(\w+)\n(.*?)```", WALK, re.DOTALL):
        files += [copy / name for name in re.findall(r"`((?:src|tests)/[\w/]+\.(?:py|po))`", paragraph)]
        file = files.pop(0)
        match language:
            case "python":
                assert not file.exists(), file
                file.write_text(block, "utf-8")
                files.clear()
            case "po":
                file.write_text(file.read_text("utf-8").rstrip("\n") + "\n\n" + block, "utf-8")
            case "diff":
                file.write_text(exchanged(file.read_text("utf-8"), block), "utf-8")
        touched.append(file)
    return touched


def exchanged(text: str, diff: str) -> str:
    """A text with the lines of a diff exchanged: what is taken away has to be there, once."""
    for away, put in re.findall(r"((?:^-.*\n)+)((?:^\+.*\n)+)", diff, re.MULTILINE):
        old, new = (re.sub(r"^[-+]", "", lines, flags=re.MULTILINE) for lines in (away, put))
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    # With what Python has compiled: doing so anew takes longer than the tests.
    for folder in ("src", "tests", "releasing"):
        copytree(ROOT / folder, tmp_path / folder, ignore=ignore_patterns("artefacts", "kept"))
    for file in ("pyproject.toml", "conftest.py"):
        (tmp_path / file).write_text((ROOT / file).read_text())
    return tmp_path


def run(copy: Path, *words: str, given: str = "") -> str:
    environment = os.environ | {"PYTHONPATH": str(copy / "src"), "TANTERA_LANG": "en"}
    done = subprocess.run(
        [sys.executable, *words], cwd=copy, env=environment, input=given, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    return done.stdout


def test_what_is_told_of_adding_something_is_all_it_takes(copy: Path):
    """A bonus, an option of play and a format: their own tests pass, and so do those of words, books and formats."""
    added = [test for title in ("A bonus", "An option of play") for test in follow(copy, title)]
    assert len(added) == 2
    touched = follow_the_walk(copy)
    assert len(touched) == 8
    of_rules = [f"tests/rules/test_{name}.py" for name in ("words", "in_words", "books", "bonuses")]
    of_formats = [
        "tests/tournament/draw/test_king_of_the_hill.py",
        "tests/tournament/test_object_schema.py",
        f"tests/tournament/test_random_events.py::test_a_sample_of_random_events_is_right[{FORMAT}]",
    ]
    said = run(copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", *added, *of_rules, *of_formats, "tests/words")
    assert " passed" in said
    the_format_is_ordered_drawn_and_told_like_any_other(copy)


COMMANDS = """
import json, sys
from typer.testing import CliRunner
from tantera.cli.app import app
for words, given in json.load(sys.stdin):
    done = CliRunner().invoke(app, words, input=given)
    assert done.exit_code == 0, (words, done.output)
    print(json.dumps(done.stdout))
"""


def the_format_is_ordered_drawn_and_told_like_any_other(copy: Path) -> None:
    pairs = [
        {"order": "enter", "entry": f"e{n}", "players": [{"id": f"{one}{n}", "name": f"{one} {n}"} for one in "ab"]}
        for n in range(1, 5)
    ]
    create = {"order": "create", "name": "Copa", "book": "tarragona", "format": FORMAT, "seed": "1"}
    orders = [create, *pairs, {"order": "draw"}, {"order": "publish"}]
    book = f'extends = "tarragona"\nid = "club"\nname = {{ es = "Club" }}\n[tournament]\nformat = "{FORMAT}"\n'
    (copy / "club.toml").write_text(book, "utf-8")
    commands = [
        ("tournament apply copa.tantera -", "\n".join(map(json.dumps, orders))),
        ("tournament export copa.tantera --json", ""),
        ("tournament check copa.tantera", ""),
        ("rules check club.toml", ""),
        ("rules diff tarragona club.toml", ""),
    ]
    given = json.dumps([(words.split(), given) for words, given in commands])
    _, exported, _, _, differences = map(json.loads, run(copy, "-c", COMMANDS, given=given).splitlines())
    found = json.loads(exported)
    assert (found["format"], len(found["rounds"][0]["tables"])) == (FORMAT, 2)
    assert "king of the hill" in differences


def test_a_bonus_takes_two_files():
    assert len(blocks("A bonus")) == 2
