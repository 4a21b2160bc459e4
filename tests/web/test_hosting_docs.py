"""docs/hosting.md says what the program does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tantera.web.config import Limits
from tests.guides import Part, parts_of
from tests.web.processes import run

HOSTING = parts_of("hosting.md", es="Alojar Tantera", ca="Allotjar Tantera", en="Hosting Tantera")
INSTALLING = parts_of("installing.md", es="Instalar Tantera", ca="Instal·lar Tantera", en="Installing Tantera")

TEXT = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text("utf-8")


def test_every_option_in_it_is_one():
    told = set(re.findall(r"--[a-z][a-z-]+", TEXT))
    known = run("serve", "--help", COLUMNS="200").stdout + run("backup", "--help", COLUMNS="200").stdout
    assert "--admin-link" in told
    assert [option for option in told if option not in known] == []


@pytest.mark.parametrize("parts", [HOSTING, INSTALLING], ids=["hosting", "installing"])
def test_three_languages_tell_the_same_chapters_and_the_same_commands(parts: dict[str, Part]):
    es, ca, en = parts.values()
    assert len(es.chapters) == len(ca.chapters) == len(en.chapters) >= 4
    assert [one.split("#")[0].split()[:3] for one in es.commands] == [
        one.split("#")[0].split()[:3] for one in ca.commands
    ]
    assert es.options == ca.options
    assert set(en.options) <= set(es.options)


def test_the_limits_in_it_are_those_that_come_along():
    usual = Limits()
    for number in (
        usual.tables, usual.tables_a_person, usual.sockets_an_address, usual.sockets_a_person,
        usual.requests_a_minute, usual.guesses_a_minute,
    ):  # fmt: skip
        assert TEXT.count(f" {number} ") >= 3, number
