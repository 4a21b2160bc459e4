"""The object that other programs read, key by key."""

from __future__ import annotations

import json

import pytest

from tantera.tournament.export import export
from tantera.tournament.orders import OrderProblem
from tantera.tournament.presentation import Presentation
from tests.tournament.hall import Hall, hall, names


def test_the_object_has_the_keys_of_the_contract_and_no_others():
    one = hall("competencia-individual", *names(5))
    one.round((100, 62), close=True)
    whole = one.object
    assert list(whole) == [
        "name", "book", "format", "seed", "stage", "entries", "rounds", "standings", "penalties", "cards", "out",
        "teams", "log",
    ]  # fmt: skip
    assert list(whole["entries"][0]) == ["entry", "players", "active", "checked_in", "paid"]
    assert list(whole["rounds"][0]) == ["round", "stage", "tables", "byes", "stand_ins", "edited"]
    assert list(whole["rounds"][0]["tables"][0]) == [
        "table", "seats", "score", "winner", "status", "default", "why",
    ]  # fmt: skip
    assert list(whole["standings"][0]) == ["place", "entry", "values"]
    assert list(whole["standings"][0]["values"]) == ["points_won", "difference", "points_for"]
    assert list(whole["log"]) == ["events", "head"]
    assert json.loads(json.dumps(whole)) == whole


def test_names_book_format_and_seed():
    whole = hall("tarragona", seed="x").object
    assert [whole[key] for key in ("name", "book", "format", "seed")] == ["Copa", "tarragona", "pairs-swiss", "x"]


def test_a_table_without_a_slip_has_nothing_to_show():
    one = hall("competencia-individual", *names(4))
    one("draw")
    assert one.table(1, 1) | {"why": ""} == {
        "table": 1, "seats": ["p3", "p1", "p2", "p4"], "score": None, "winner": None, "status": None, "default": [],
        "why": "",
    }  # fmt: skip


def test_byes_are_players_and_in_pairs_entries():
    one = Hall()
    one("create", name="x", book="competencia-individual", seed="1")
    for number in range(1, 6):
        one("enter", entry=f"e{number}", players=[{"id": f"q{number}", "name": "Q"}])
    one("draw")
    assert [bye[0] for bye in one.byes(1)] == ["q"]
    two = hall("tarragona", *names(3, "e"))
    two("draw")
    assert two.byes(1) == ["e2"]


def test_groups_are_named_in_the_standings():
    one = hall("tarragona", *names(4, "e"), format="pairs-groups")
    assert one.object["standings"] == []  # nobody has a place
    one("draw")
    one("publish")
    assert [standing["group"] for standing in one.object["standings"]] == [1, 1, 2, 2]


def test_up_to_a_round_there_is_nothing_later():
    one = hall("competencia-individual", *names(4))
    one.round((100, 50))
    one.round((100, 40))
    one("penalty", player="p1", round=2, article="CI-10", points=5)
    one("card", player="p1", round=2, article="TG-14.1", card="blue")
    one("expel", player="p2", round=2, article="CI-19")
    early, late = export(Presentation(one.tournament).after(1), "es"), export(Presentation(one.tournament), "es")
    assert (len(early["rounds"]), early["penalties"], early["cards"], early["out"]) == (1, [], {}, [])
    assert (len(late["rounds"]), len(late["penalties"]), late["cards"], late["out"]) == (
        2, 1, {"p1": {"blue": 1}}, ["p2"],
    )  # fmt: skip
    for number in (0, 3):
        with pytest.raises(OrderProblem):
            export(Presentation(one.tournament).after(number), "es")


@pytest.mark.parametrize("lang", ["es", "ca", "en"])
def test_the_reasons_of_a_table_are_told_in_the_language_asked_for(lang):
    one = hall("competencia-individual", *names(4))
    one("draw")
    assert export(Presentation(one.tournament), lang)["rounds"][0]["tables"][0]["why"]
