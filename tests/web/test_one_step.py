"""What a move costs a server, and the way it goes: folded once, encoded once for all who are sent the same."""

from __future__ import annotations

import re
from pathlib import Path
from types import CodeType
from typing import NamedTuple

import pytest

import tantera
from bench import move

SOURCE = Path(tantera.__file__).parent
README = SOURCE / "web" / "README.md"


def test_a_move_is_folded_once_however_many_look_on(tmp_path: Path):
    costs = [made.cost for made in move.moves("san-juan", tmp_path)]
    assert len(costs) > 10
    assert {cost.folds for cost in costs} == {1}


def test_what_is_the_same_for_several_is_encoded_once(tmp_path: Path):
    """Of a move: the line of the log, the frame of the match, who is waited for, what is the mover's own and what the
    next player's, two sentences (*you pass* and *Ana passes*), and the acknowledgement."""
    assert max(made.cost.encodes for made in move.moves("san-juan", tmp_path)) <= 8


# --- the way of a move ----------------------------------------------------------------------------------------------


class Step(NamedTuple):
    """A line of the table in web/README.md."""

    file: str
    line: int
    name: str

    def found(self) -> int:
        """The line on which it is defined."""
        begins = (
            rf" *(async )?def {self.name}\(" if self.file.endswith(".py") else rf" *(function )?{self.name}\(.*\{{$"
        )
        lines = (SOURCE / self.file).read_text("utf-8").splitlines()
        return next((number for number, text in enumerate(lines, start=1) if re.match(begins, text)), 0)


def steps() -> list[Step]:
    found = re.findall(r"^\| \d+ \| `(\S+):(\d+)` `(\w+)` \|", README.read_text("utf-8"), re.MULTILINE)
    return [Step(file, int(line), name) for file, line, name in found]


def test_the_way_of_a_move_has_at_most_eleven_steps_and_each_is_where_it_is_said_to_be(request: pytest.FixtureRequest):
    if request.config.getoption("--update-goldens"):
        text = README.read_text("utf-8")
        for step in steps():
            text = text.replace(
                f"`{step.file}:{step.line}` `{step.name}`", f"`{step.file}:{step.found()}` `{step.name}`"
            )
        README.write_text(text, "utf-8")
    assert 0 < len(steps()) <= 11
    assert [step for step in steps() if step.found() != step.line] == []


def test_a_move_goes_through_the_steps_that_are_written_down_in_their_order(tmp_path: Path):
    ours = {(SOURCE / step.file, step.line): step.name for step in steps() if step.file.endswith(".py")}
    for made in move.moves("san-juan", tmp_path):
        codes = [code for code in made.called if isinstance(code, CodeType)]
        way = [ours[place] for code in codes if (place := (Path(code.co_filename), code.co_firstlineno)) in ours]
        assert way == list(ours.values())
