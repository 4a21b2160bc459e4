"""CONTRIBUTING shows how to add a format; here its lines are followed, word by word, in a copy of the program."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
WALK = CONTRIBUTING[CONTRIBUTING.index("## A new format of a tournament") :].split("\n## ")[0]
NAME = "pairs-king-of-the-hill"


def written(copy: Path) -> list[Path]:
    """Does what the walk says: each block goes into the files that the paragraph before it names, in their order."""
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
                file.write_text(changed(file.read_text("utf-8"), block), "utf-8")
        touched.append(file)
    return touched


def changed(text: str, diff: str) -> str:
    """A text with the lines of a diff exchanged: what is taken away has to be there, once."""
    for away, put in re.findall(r"((?:^-.*\n)+)((?:^\+.*\n)+)", diff, re.MULTILINE):
        old, new = (re.sub(r"^[-+]", "", lines, flags=re.MULTILINE) for lines in (away, put))
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program and its tests, with the new format."""
    there = tmp_path_factory.mktemp("copy")
    ignored = shutil.ignore_patterns("kept", "artefacts")
    for folder in ("src", "tests"):  # with what Python has compiled: doing so anew takes longer than the tests
        shutil.copytree(ROOT / folder, there / folder, ignore=ignored)
    for file in ("pyproject.toml", "CONTRIBUTING.md"):
        shutil.copy(ROOT / file, there / file)
    assert len(written(there)) == 8
    return there


def run(copy: Path, *words: str, given: str = "") -> str:
    environment = os.environ | {"PYTHONPATH": str(copy / "src"), "TANTERA_LANG": "en"}
    done = subprocess.run(
        [sys.executable, *words], cwd=copy, env=environment, input=given, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_tests_of_the_walk_pass_and_so_do_those_of_words_of_the_object_and_of_random_events(copy: Path):
    ours = "tests/tournament"
    named = [f"{ours}/draw/test_king_of_the_hill.py", "tests/words"]
    named += [f"{ours}/test_random_events.py::test_a_sample_of_random_events_is_right[{NAME}]"]
    named += [f"{ours}/test_object_schema.py"]
    assert " passed" in run(copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", *named)


def test_it_is_ordered_drawn_and_told_like_any_other(copy: Path):
    file = str(copy / "copa.tantera")
    tournament = ("-m", "tantera", "tournament")
    pairs = [
        {"order": "enter", "entry": f"e{n}", "players": [{"id": f"{one}{n}", "name": f"{one} {n}"} for one in "ab"]}
        for n in range(1, 5)
    ]
    create = {"order": "create", "name": "Copa", "book": "tarragona", "format": NAME, "seed": "1"}
    orders = [create, *pairs, {"order": "draw"}, {"order": "publish"}]
    run(copy, *tournament, "apply", file, "-", given="\n".join(map(json.dumps, orders)))
    found = json.loads(run(copy, *tournament, "export", file, "--json"))
    assert (found["format"], len(found["rounds"][0]["tables"])) == (NAME, 2)
    run(copy, *tournament, "check", file)


def test_a_book_may_name_it(copy: Path):
    book = copy / "club.toml"
    book.write_text(
        f'extends = "tarragona"\nid = "club"\nname = {{ es = "Club" }}\n[tournament]\nformat = "{NAME}"\n', "utf-8"
    )
    run(copy, "-m", "tantera", "rules", "check", str(book))
    assert "king of the hill" in run(copy, "-m", "tantera", "rules", "diff", "tarragona", str(book))
