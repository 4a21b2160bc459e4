"""What is an extra of the package: the same in the program and in pyproject.toml, and not loaded unasked."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

from tantera.words import LANGS, Missing, extras

ROOT = Path(__file__).parents[2]
SAME = {"pillow": "PIL"}
"""Packages that are imported under another name."""


def declared() -> dict[str, set[str]]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return {
        name: {SAME.get(one, one) for line in lines if (one := re.split(r"[^\w-]", line)[0]) != "tantera"}
        for name, lines in project["optional-dependencies"].items()
    }


def test_every_extra_of_the_package_is_known_with_all_that_it_brings():
    assert declared().pop("all") == set()
    assert {name: set(extra.modules) for name, extra in extras.EXTRAS.items()} == {
        name: modules for name, modules in declared().items() if name != "all"
    }


def test_an_extra_that_a_system_cannot_have_is_not_missed_there():
    lines = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    marked = {name: re.findall(r"sys_platform != '(\w+)'", " ".join(wanted)) for name, wanted in lines.items()}
    assert {name: extra.not_on for name, extra in extras.EXTRAS.items() if extra.not_on} == {
        name: systems[0] for name, systems in marked.items() if systems
    }


def test_no_room_below_the_bots_imports_one_when_it_is_imported():
    """Those who ask at the door may; whoever is loaded by `play` or `serve` may not, or nothing would start."""
    bots = ("bots/thinker", "bots/prospects", "bots/open_ends", "bots/learned/", "bots/arena/")
    allowed = ("solver/", "study/", "puzzles/making", *bots, "cli/study/", "web/calls/encrypting")
    modules = {module for extra in extras.EXTRAS.values() for module in extra.modules}
    source = ROOT / "src" / "tantera"
    found = [
        str(path.relative_to(source))
        for path in source.rglob("*.py")
        for statement in ast.parse(path.read_text("utf-8")).body
        if isinstance(statement, ast.Import | ast.ImportFrom)
        and {name.partition(".")[0] for name in imported(statement)} & modules
    ]
    assert [path for path in found if not path.startswith(allowed)] == []
    assert len(found) > 10  # it does look


def imported(statement: ast.Import | ast.ImportFrom) -> list[str]:
    return [alias.name for alias in statement.names] if isinstance(statement, ast.Import) else [statement.module or ""]


@pytest.mark.parametrize("lang", LANGS)
def test_what_is_missing_is_one_sentence_with_the_command_that_brings_it(lang: str):
    for name in extras.EXTRAS:
        told = Missing(name).told(lang)
        assert f'pip install "tantera[{name}]"' in told
        assert "\n" not in told
        assert told[0].isupper()


def test_an_import_that_failed_is_traced_to_the_extra_that_brings_it():
    missing = extras.missing_behind(ModuleNotFoundError("no", name="numpy.typing"))
    assert missing is not None
    assert missing.extra == "bots"
    assert extras.missing_behind(ModuleNotFoundError("no", name="our_own")) is None
