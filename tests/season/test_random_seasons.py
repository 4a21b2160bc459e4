"""Random seasons of random tournaments of every format: the second program comes to the same table and the same
ratings, out of the logs alone, and finds what was made wrong on purpose."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Any

import pytest

from tantera.formats import FORMATS
from tantera.season.form import ByPlace, ByValues, ByWins, SeasonForm, write_form
from tantera.season.night import night_in
from tantera.season.rating import as_object as told_ratings
from tantera.season.rating import rated
from tantera.season.table import as_object as told_season
from tantera.season.table import season
from tantera.tournament.check import check_rating, check_season
from tantera.words import Problem
from tests.play.tables import proof
from tests.tournament.first_program import First
from tests.tournament.random_events import play

DUPLICATE = [name for name, one in FORMATS.items() if one.enters != "alone"]


class Circuit:
    """Some random tournaments in a row, one of them of this format, and a season as somebody might say it."""

    def __init__(self, seed: str, format: str) -> None:
        rng = Random(seed)
        self.seed = seed
        others = rng.choices([*FORMATS, *(f"duplicate-{name}" for name in DUPLICATE)], k=rng.randint(1, 3))
        self.logs = [self._played(f"{name}-{seed}-{at}", name) for at, name in enumerate((format, *others))]
        kinds: list[ByPlace | ByWins | ByValues] = [ByPlace((10, 6, 4, 2), 1), ByWins(3, 1, 1), ByValues("points_for")]
        points = rng.choice(kinds)
        best, teams = rng.choice([None, 1, 2]), rng.choice([None, 2])
        categories = rng.choice([(), ("señoras",), ("veteranos", "señoras")])
        self.form = SeasonForm("Circuito", points=points, best=best, categories=categories, teams=teams)
        self.nights = [night_in(log) for log in self.logs]

    def _played(self, seed: str, name: str) -> list[bytes]:
        event = First()
        play(f"duplicate{seed}" if name.startswith("duplicate-") else seed, name.removeprefix("duplicate-"),
             event.apply, event.export)  # fmt: skip
        return event.lines

    def table(self) -> dict[str, Any] | None:
        """None where nobody can say who is who, or a tournament has no such value."""
        try:
            return told_season(season(self.form, self.nights))
        except Problem:
            return None

    def ratings(self) -> dict[str, Any] | None:
        try:
            return told_ratings(rated(self.nights))
        except Problem:
            return None

    def wrong(self) -> list[str]:
        table, ratings = self.table(), self.ratings()
        found = []
        if table is not None:
            found += check_season(json.loads(write_form(self.form)), self.logs, table).violations
        if ratings is not None:
            found += check_rating(self.logs, ratings).violations
        return [f"{self.seed}: {one.told('en')}" for one in found]


@pytest.mark.parametrize("format", FORMATS)
def test_a_sample_of_random_seasons_is_right(format: str):
    reckoned = 0
    for number in range(2):
        circuit = Circuit(f"{format}{number}", format)
        reckoned += circuit.table() is not None and circuit.ratings() is not None
        assert circuit.wrong() == []
    assert reckoned, "some of them can be reckoned"


@pytest.mark.parametrize(
    ("seed", "format"),
    [
        ("alone-winners-on18", "alone-winners-on"),
        ("individual464", "individual"),
        ("pairs-knock-out1081", "pairs-knock-out"),
        ("alone-winners-on652", "alone-winners-on"),
        ("pairs-groups884", "pairs-groups"),
        ("pairs-groups1427", "pairs-groups"),
    ],
    ids=[
        "whose_stand_in_sits_alone_at_a_table_has_won_nothing",
        "a_penalty_of_the_round_that_is_drawn_anew",
        "another_penalty_of_the_round_that_is_drawn_anew",
        "a_penalty_of_the_round_whose_home_pairs_are_drawn_anew",
        "who_was_away_from_a_semi_final_after_groups",
        "a_repair_takes_back_an_exchange_between_groups",
    ],
)
def test_what_the_two_programs_once_read_otherwise_is_read_the_same(seed: str, format: str):
    assert Circuit(seed, format).wrong() == []


@pytest.mark.prove
@pytest.mark.parametrize("format", FORMATS)
def test_random_seasons_are_right(format: str):
    """``python3 run.py prove random_seasons``: tables and ratings of random circuits by two programs."""
    for number in range(proof(50, 2000)):
        assert Circuit(f"{format}{number}", format).wrong() == []


Fault = Callable[[Random, list[dict[str, Any]]], Any]
IN_A_TABLE: dict[str, Fault] = {
    "points": lambda rng, rows: rng.choice(rows).update(points=-77),
    "place": lambda rng, rows: rng.choice(rows).update(place=len(rows) + 1),
    "counted": lambda rng, rows: rng.choice(rows).update(counted=[9]),
    "missing": lambda rng, rows: rows.pop(rng.randrange(len(rows))),
    "doubled": lambda rng, rows: rows.append(dict(rng.choice(rows))),
    "renamed": lambda rng, rows: rng.choice(rows).update(name="Somebody else"),
}
IN_RATINGS: dict[str, Fault] = {
    "mu": lambda rng, rows: rng.choice(rows).update(mu=rng.choice(rows)["mu"] + 1.5),
    "sigma": lambda rng, rows: rng.choice(rows).update(sigma=0.5),
    "matches": lambda rng, rows: rng.choice(rows).update(matches=99),
    "missing": lambda rng, rows: rows.pop(rng.randrange(len(rows))),
    "swapped": lambda rng, rows: rows.insert(0, rows.pop()),
}


@lru_cache(maxsize=8)
def a_circuit(number: int) -> Circuit:
    return Circuit(f"planted{number}", [*FORMATS][number % len(FORMATS)])


def planted(kind: str, fault: str, number: int) -> bool | None:
    """Whether the second program finds a fault in a random season; None where there is nothing to spoil."""
    circuit, rng = a_circuit(number), Random(f"{kind} {fault} {number}")
    told = circuit.table() if kind == "table" else circuit.ratings()
    rows = [] if told is None else told["standings" if kind == "table" else "players"]
    if told is None or len(rows) < 2:
        return None
    before = json.dumps(told)
    (IN_A_TABLE if kind == "table" else IN_RATINGS)[fault](rng, rows)
    if json.dumps(told) == before:
        return None
    if kind == "table":
        return bool(check_season(json.loads(write_form(circuit.form)), circuit.logs, told).violations)
    return bool(check_rating(circuit.logs, told).violations)


@pytest.mark.parametrize(
    ("kind", "fault"), [("table", one) for one in IN_A_TABLE] + [("ratings", one) for one in IN_RATINGS]
)
def test_a_fault_that_was_planted_in_a_random_season_is_found(kind: str, fault: str):
    found = [planted(kind, fault, number) for number in range(3)]
    assert set(found) - {None} == {True}


@pytest.mark.prove
@pytest.mark.parametrize(
    ("kind", "fault"), [("table", one) for one in IN_A_TABLE] + [("ratings", one) for one in IN_RATINGS]
)
def test_faults_planted_in_random_seasons_are_found(kind: str, fault: str):
    """``python3 run.py prove random_seasons``."""
    found = [planted(kind, fault, number) for number in range(proof(20, 200))]
    assert set(found) - {None} == {True}
