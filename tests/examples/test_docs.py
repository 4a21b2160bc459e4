"""README and docs name every command and every option there is, and none that is not there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.core import TyperGroup

from tantera.cli.app import app

ROOT = Path(__file__).parents[2]
PAGES = {path.name: path.read_text("utf-8") for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))}
CITED = re.compile(r"(?:`|^    |\$ )(?:python3 run\.py|tantera) ([a-z][^`\n|#]*)", re.MULTILINE)
"""A command as a page writes it: in backticks, indented, or after a prompt."""
NOT_OURS = {"test", "prove", "conformance", "bench", "train", "portable", "release", "docs", "words"} | {
    "seed",
    "deal",
    "draw",
}
"""What `run.py` does itself and hands on to nobody, and the labels of docs/fair-deals.md."""


def commands(command: Any, name: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    if isinstance(command, TyperGroup):
        context = typer.Context(command)
        for word in command.list_commands(context):
            yield from commands(command.get_command(context, word), (*name, word))
    else:
        yield name, command


COMMANDS = dict(commands(typer.main.get_command(app)))


def options(command: Any) -> set[str]:
    return {"--help"} | {one for parameter in command.params for one in parameter.opts if one.startswith("--")}


def test_every_command_is_in_the_readmes_table() -> None:
    table = "\n".join(line for line in PAGES["README.md"].splitlines() if line.startswith("| `tantera"))
    named = set(re.findall(r"[a-z]+", table))
    assert {name[0] if name[0] == "tournament" else name[-1] for name in COMMANDS} <= named


def test_every_option_is_on_some_page() -> None:
    named = set(re.findall(r"--[a-z][a-z-]*", "\n".join(PAGES.values())))
    missing = [f"{' '.join(name)} {one}" for name, command in COMMANDS.items() for one in options(command) - named]
    assert [one for one in missing if not one.endswith("--help")] == []


@pytest.mark.parametrize("page", PAGES)
def test_every_command_on_a_page_is_there_with_its_options(page: str) -> None:
    for cited in CITED.findall(PAGES[page]):
        words = cited.split(" | ")[0].split()
        if words[0] in NOT_OURS:
            continue
        if not any(name[0] == words[0] for name in COMMANDS):
            pytest.fail(f"{page}: {cited}")
        meant = {name: command for name, command in COMMANDS.items() if name == tuple(words[: len(name)])}
        known = {one for command in meant.values() for one in options(command)}
        for option in re.findall(r"(?<!\S)--[a-z][a-z-]*", cited):
            assert not meant or option in known, f"{page}: {cited}"
