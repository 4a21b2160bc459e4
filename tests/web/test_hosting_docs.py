"""docs/hosting.md says what the program does."""

from __future__ import annotations

import re
from pathlib import Path

from tantera.web.config import Limits
from tests.web.processes import run

TEXT = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text("utf-8")


def test_every_option_in_it_is_one():
    told = set(re.findall(r"--[a-z][a-z-]+", TEXT))
    known = run("serve", "--help", COLUMNS="200").stdout + run("backup", "--help", COLUMNS="200").stdout
    assert "--admin-link" in told
    assert [option for option in told if option not in known] == []


def test_both_languages_tell_the_same_chapters():
    spanish, english = TEXT.split("\n# Hosting Tantera\n")
    assert len(re.findall("^## ", spanish, re.MULTILINE)) == len(re.findall("^## ", english, re.MULTILINE)) == 8


def test_the_limits_in_it_are_those_that_come_along():
    usual = Limits()
    for number in (
        usual.tables, usual.tables_a_person, usual.sockets_an_address, usual.sockets_a_person,
        usual.requests_a_minute, usual.guesses_a_minute,
    ):  # fmt: skip
        assert TEXT.count(f" {number} ") >= 2, number
