"""The tutorial on rule books, as a reader follows it: its files are written, its commands run, its code too."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tantera.cli.app import app
from tantera.rules import BOOKS, load_book
from tantera.rules.questions import QUESTIONS, asked, granted
from tests.examples.test_tournaments_page import matches
from tests.guides import Part, parts_of

PARTS = parts_of(
    "rule-books.md",
    es="Escribir el reglamento del club",
    ca="Escriure el reglament del club",
    en="Writing your own rule book",
)


def run(line: str, lang: str) -> str:
    done = CliRunner().invoke(app, shlex.split(line)[1:], env={"TANTERA_LANG": lang, "COLUMNS": "200"})
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return done.output


@pytest.mark.parametrize("part", PARTS.values(), ids=list(PARTS))
def test_the_tutorial_ends_with_a_book_that_works(part: Part, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    kinds = []
    for kind, name, text in part.blocks:
        kinds.append(kind)
        if kind == "toml":
            Path(name).write_text(text, "utf-8")
        elif kind == "python":
            exec(compile(text, "docs/rule-books.md", "exec"), {})
        else:
            for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
                found = run(command, part.lang)
                assert matches(expected, found), f"$ {command}\n{found}"
    assert kinds.count("console") >= 5
    assert set(kinds) - {"python"} == {"toml", "console"}
    assert kinds.count("python") == (part.lang == "en")


def test_who_writes_a_book_reads_the_same_chapters_in_spanish_and_in_catalan():
    es, ca = PARTS["es"], PARTS["ca"]
    assert len(es.chapters) == len(ca.chapters)
    assert es.options == ca.options
    assert es.commands == ca.commands


def test_the_page_counts_no_questions_and_the_command_that_does_counts_them_right():
    """Ten, and one more where prizes or points in play are given: as `rules new --help` says."""
    counted = r"\b(?:nine|ten|eleven|nueve|diez|once|nou|deu|onze|\d+) (?:questions|preguntas|preguntes)\b"
    assert [re.findall(counted, part.text) for part in PARTS.values()] == [[], [], []]
    assert "ten questions or eleven" in " ".join(run("tantera rules new --help", "en").split())
    scoring = next(one for one in QUESTIONS if one.key == "scoring")
    counts = {name: len(asked({"scoring": granted(scoring, {"extends": name})})) for name in BOOKS}
    more = {name for name, count in counts.items() if count == 11}
    assert set(counts.values()) == {10, 11}
    assert more == {name for name in BOOKS if (book := load_book(name)).prize or book.points_in_play}


def test_the_tutorial_links_to_files_that_are_there():
    for target in {one for part in PARTS.values() for one in re.findall(r"\]\((\.\./[^)]+)\)", part.text)}:
        assert (Path(__file__).parents[2] / "docs" / target).exists(), target
