"""The second program by itself: its search, its chain, its words."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tantera
from tantera.tournament.check import check, second_object
from tantera.tournament.check.seating import pairings, seated
from tantera.tournament.check.swiss import better, squares, total

ROOM = Path(tantera.__file__).parent / "tournament" / "check"


def every_pairing(left: list[int]) -> Iterator[list[tuple[int, int]]]:
    if not left:
        yield []
        return
    for at in range(1, len(left)):
        for rest in every_pairing(left[1:at] + left[at + 1 :]):
            yield [(left[0], left[at]), *rest]


@pytest.mark.parametrize("folded", [False, True])
def test_the_search_finds_a_better_pairing_exactly_where_there_is_one(folded: bool):
    rng = Random("pairings")
    for _ in range(60):
        count = rng.choice([2, 4, 6, 8])
        square = squares(count, folded)
        met = {(a, b) for a in range(count) for b in range(a + 1, count) if rng.random() < 0.4}
        apart = {(a, b) for a in range(count) for b in range(a + 1, count) if rng.random() < 0.1}

        def edge(a: int, b: int) -> tuple[int, int, int]:
            both = min(a, b), max(a, b)
            return int(both in apart), int(both in met), square(a, b)  # noqa: B023

        pairings_of_all = list(every_pairing(list(range(count))))
        least = min(total(pairs, edge) for pairs in pairings_of_all)
        drawn = rng.choice(pairings_of_all)
        found, exact = better(count, drawn, edge, folded)
        assert exact
        assert (found or total(drawn, edge)) == least


@pytest.mark.article("CI-1")
def test_a_partner_had_before_is_avoided_inside_the_table_first_and_then_by_the_nearest_exchange():
    had = {frozenset("ad"), frozenset("ac")}

    def judge(four: tuple[str, ...]) -> tuple[int, int]:
        return 0, sum(frozenset(side) in had for side in (four[0::2], four[1::2]))

    inside, exchanged = seated(list("abcdefgh"), pairings("1+4v2+3"), judge, both=True)
    assert (inside, exchanged) == ([("a", "c", "b", "d"), ("e", "f", "h", "g")], False)
    had.add(frozenset("ab"))
    across, exchanged = seated(list("abcdefgh"), pairings("1+4v2+3"), judge, both=True)
    assert exchanged
    assert across == [("a", "b", "e", "c"), ("d", "f", "h", "g")]


def log(*orders: dict[str, Any]) -> list[bytes]:
    """Lines with a right chain, whatever the orders say."""
    lines: list[bytes] = []
    for number, order in enumerate(orders, 1):
        after = sha256(lines[-1]).hexdigest() if lines else "0" * 64
        outcome, by = order.pop("outcome", None), order.pop("by", "director")
        written = {"event": "order_applied.1", "number": number, "after": after, "at": "2024-05-18T09:00:00+00:00"}
        lines.append(json.dumps({**written, "by": by, "id": None, "order": order, "outcome": outcome}).encode())
    return lines


def eight() -> list[dict[str, Any]]:
    """Eight players and a first round by the lot."""
    made = {"order": "create", "name": "Ocho", "book": "competencia-individual", "format": "individual", "seed": "s"}
    entered = [
        {"order": "enter", "entry": f"e{at}", "players": [{"id": f"p{at}", "name": f"P{at}"}], "paid": 0}
        for at in range(1, 9)
    ]
    lot = sorted(range(1, 9), key=lambda at: sha256(f"s/e{at}".encode()).hexdigest())
    seats = [f"p{at}" for at in lot]
    tables = {"tables": [{"seats": seats[:4]}, {"seats": seats[4:]}], "byes": []}
    return [made, *entered, {"order": "draw", "round": None, "outcome": tables}]


def test_a_draw_by_the_lot_and_its_chain_are_right():
    report = check(log(*eight(), {"order": "publish"}))
    assert report.ok, [found.told("en") for found in report.violations]
    assert report.checked["links of the chain"] == report.events == 11


def test_two_players_who_changed_seats_are_found():
    orders = eight()
    seats = orders[-1]["outcome"]["tables"][0]["seats"]
    seats[0], seats[1] = seats[1], seats[0]
    report = check(log(*orders))
    assert [(found.code, found.round, found.table) for found in report.violations] == [("by_rank", 1, 1)]
    assert "por clasificación" in report.violations[0].told("es")


def test_a_changed_line_breaks_the_chain_behind_it():
    lines = log(*eight())
    lines[3] = lines[3].replace(b"P3", b"Px")
    assert [(found.code, found.event) for found in check(lines).violations] == [("chain", 5)]


def test_a_line_that_is_no_event_ends_the_reading():
    assert [found.code for found in check([b"{}"]).violations] == ["unreadable"]
    assert [found.code for found in check([b'{"order": 3}']).violations] == ["unreadable"]
    assert second_object([b"no"]) == {}


def test_an_order_by_somebody_who_may_not_is_found():
    report = check(log(*eight(), {"order": "publish", "by": "desk:Ana"}))
    assert [found.code for found in report.violations] == ["accepted"]
    assert "desk:Ana" in report.violations[0].told("ca")


def test_what_makes_no_sense_is_a_finding_and_no_fault():
    report = check(log(*eight(), {"order": "swap", "round": 1, "a": "p1", "b": "nobody", "reason": "x"}))
    assert [found.code for found in report.violations] == ["accepted", "lost"]


def test_the_second_program_knows_nothing_of_the_first():
    for path in ROOM.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module is not None:
                assert (
                    node.module == "__future__"
                    or not node.module.startswith("tantera.tournament")
                    or (node.module.startswith("tantera.tournament.check"))
                ), path.name
