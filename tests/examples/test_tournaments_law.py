"""What docs/tournaments.md says in prose: its sums are right, and it names every format, tie-break and option."""

from __future__ import annotations

import re
from typing import get_args

from tantera.formats import FORMATS
from tantera.rules.tournament import RankedBy, Tournament
from tests.examples.test_tournaments_page import PAGE

PROSE = re.sub(r"^```.*?^```$", "", PAGE, flags=re.DOTALL | re.MULTILINE)
NUMBER = r"[+−]?\d+²?"
SUMS = re.findall(rf"({NUMBER}(?: [+−] {NUMBER})+) = (−?\d+)", PROSE)


def value(text: str) -> int:
    """
    >>> value("−5 + 40 + 30"), value("2² + 2²")
    (65, 8)
    """
    total = 0
    for sign, digits, square in re.findall(r"([+−]?) ?(\d+)(²?)", text):
        number = int(digits) ** (2 if square else 1)
        total += -number if sign == "−" else number
    return total


def test_every_sum_in_the_prose_is_right():
    assert len(SUMS) >= 9
    assert [(sum_, told) for sum_, told in SUMS if value(sum_) != value(told)] == []


def test_the_prizes_that_the_page_tells_are_the_shares_of_what_was_paid():
    fund, *shares = map(int, re.findall(r"Of (\d+), with\n`prizes = \[(\d+), (\d+), (\d+), (\d+)\]`", PROSE)[0])
    told = list(map(int, re.findall(r"they are (\d+), (\d+), (\d+) and (\d+), and (\d+) is left", PROSE)[0]))
    amounts = [fund * share // 100 for share in shares]
    assert told == [*amounts, fund - sum(amounts)]


def test_every_format_tie_break_and_option_is_named():
    names = [*FORMATS, *get_args(RankedBy), *Tournament.__struct_fields__]
    assert [name for name in names if f"`{name}`" not in PROSE and name != "format"] == []
