"""The bonuses: each is a module that says everything about it."""

from pathlib import Path

import pytest

from tantera.rules import bonuses
from tantera.rules.bonuses import BONUSES
from tantera.rules.bonuses.conditions import CONDITIONS
from tantera.rules.bonuses.rule import BonusFacts, Passed
from tantera.tiles import Tile

SIDES = ((1, 3), (2, 4))
OUT = BonusFacts(1, 3, Tile(6, 4), (6, 4), first_pass=False, sides=SIDES, winners=(1, 3), opening=Tile(6, 6))
"""Seat 3 goes out with a mixed tile that fitted both ends."""


def test_every_module_of_the_folder_but_the_two_that_they_share_is_a_bonus():
    files = {path.stem for path in Path(bonuses.__file__).parent.glob("[!_]*.py")} - {"rule", "conditions"}
    assert len(BONUSES) == len(files)


@pytest.mark.parametrize("rule", [*BONUSES.values(), *CONDITIONS.values()], ids=[*BONUSES, *CONDITIONS])
def test_whoever_writes_a_book_in_one_of_four_languages_reads_in_it_what_each_is(rule):
    assert rule.explained.words.languages == ("es", "en", "ca", "pt")


@pytest.mark.parametrize(
    ("facts", "given"),
    [
        (OUT, {"capicua": (3,), "hand_won": (1,)}),
        (OUT._replace(last_tile=Tile(6, 3)), {"hand_won": (1,)}),
        (OUT._replace(went_out=None), {"hand_won": (1,)}),
        (OUT._replace(last_tile=Tile(4, 4)), {"domino_double": (3,), "hand_won": (1,)}),
        (
            OUT._replace(last_tile=Tile(4, 4), ends=(4, 4)),
            {"domino_double": (3,), "double_capicua": (3,), "hand_won": (1,)},
        ),
        (
            OUT._replace(last_tile=Tile(0, 0), ends=(0, 3)),
            {"domino_double": (3,), "double_blank": (3,), "hand_won": (1,)},
        ),
        (
            OUT._replace(went_out=None, winners=(), first_pass=True, passes=(Passed(2, 1, 1), Passed(3, 1, 2))),
            {"first_pass": (1,), "pass": (1,)},
        ),
        (
            OUT._replace(went_out=None, winners=(), passes=(Passed(2, 1, 1), Passed(3, 1, 2), Passed(4, 1, 3))),
            {"pass": (1, 1), "round_pass": (1,)},
        ),
    ],
)
def test_who_gets_what(facts, given):
    assert {kind: seats for kind, rule in BONUSES.items() if (seats := rule.given(facts))} == given
