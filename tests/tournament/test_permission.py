"""Who may order what, cell by cell: every role and every order."""

from __future__ import annotations

import json
from typing import Any, get_args

import pytest

from tantera.rules import parse_book
from tantera.tournament.check import check
from tantera.tournament.decide import apply
from tantera.tournament.orders import AnyOrder, Refused
from tantera.tournament.permission import ROLES, check_permission
from tantera.tournament.reading import read_order
from tests.tournament.hall import TEN, Hall, hall, names

CLUB = """
id = "club"
extends = "tarragona"
[cites]
sanctions = "C-1"
suspension = "C-2"
[[article]]
id = "C-1"
number = "1"
ways = ["tournament"]
en = "Only judges sanction."
[[article]]
id = "C-2"
number = "2"
ways = ["tournament"]
en = "Whoever makes a scene is sent home by the club."
"""

EXAMPLES: dict[str, dict[str, Any]] = {
    "create": {"name": "x", "book": "ueh"},
    "commit": {"hash": "0" * 64},
    "lot": {"secret": "a", "drawn": "b"},
    "enter": {"entry": "e", "players": [{"id": "p", "name": "P"}]},
    "pay": {"entry": "e", "amount": 1},
    "check_in": {"entries": ["e"]},
    "check_out": {"entries": ["e"]},
    "withdraw": {"entries": ["e"]},
    "return": {"entries": ["e"]},
    "edit_player": {"player": "p", "club": "Reus"},
    "edit_event": {"venue": "Casal"},
    "keep_apart": {"players": ["a", "b"]},
    "seed": {"entries": ["e"]},
    "postpone": {"round": 1, "table": 1, "to": "2026-01-08"},
    "draw": {},
    "publish": {},
    "close_round": {},
    "swap": {"round": 1, "a": "a", "b": "b", "reason": "x"},
    "result": {"round": 1, "table": 1, "score": [1, 0]},
    "confirm": {"round": 1, "table": 1},
    "dispute": {"round": 1, "table": 1},
    "late": {"round": 1, "player": "p", "minutes": 5},
    "default": {"round": 1, "table": 1, "absent": ["p"]},
    "stand_in": {"round": 1, "player": "p", "name": "X"},
    "penalty": {"player": "p", "round": 1, "article": "CI-10", "points": 30},
    "card": {"player": "p", "round": 1, "article": "TG-14.1", "card": "blue"},
    "expel": {"player": "p", "round": 1, "article": "SJ-irreg-6"},
    "repair": {"round": 1},
    "undo": {"event": 1},
    "close": {},
}
JUDGE = {"late", "default", "stand_in", "penalty", "card", "result"}
DESK = {"enter", "pay", "check_in", "check_out", "edit_player", "withdraw", "return", "result", "confirm", "dispute"}
PLAYER = {"result", "confirm", "dispute"}
MAY = {
    "director": set(EXAMPLES),
    "organiser": set(EXAMPLES) - {"penalty", "card", "expel"},
    "judge": JUDGE,
    "desk": DESK,
    "player:p": PLAYER,
    "player": set(),
    "table": set(),
    "public": set(),
    "king": set(),
    "Director": set(),
    "judge:": set(),
    "director:Mora": set(EXAMPLES),
    "judge:Mora": JUDGE,
    "desk:Luz": DESK,
}


def test_there_is_an_example_of_every_order():
    assert set(EXAMPLES) == {kind.__struct_config__.tag for kind in get_args(AnyOrder)}
    assert set(ROLES) == {"director", "organiser", "judge", "desk", "player", "table", "public"}


@pytest.mark.article("CI-17")
@pytest.mark.parametrize("role", MAY)
@pytest.mark.parametrize("order", EXAMPLES)
def test_a_role_may_order_what_is_its_own_and_nothing_else(role, order):
    tournament = hall("competencia-individual").tournament
    given = read_order(json.dumps({"order": order, **EXAMPLES[order], "by": role, "at": TEN}))
    if order in MAY[role]:
        check_permission(tournament, given)
    else:
        with pytest.raises(Refused) as found:
            check_permission(tournament, given)
        assert found.value.code == "not_yours"
        assert all(found.value.told(lang) for lang in ("es", "ca", "en"))


@pytest.mark.article("CI-19")
def test_organisers_suspend_a_player_by_ci_19_and_by_nothing_else():
    one = hall("competencia-individual", *names(4))
    one("draw")
    assert one.refused("expel", player="p1", round=1, article="CI-18", by="organiser") == "not_yours"
    assert one.problem("expel", player="p1", round=1, article="SJ-irreg-6", by="organiser").article == "CI-17"
    one("expel", player="p1", round=1, article="CI-19", by="organiser:Club")


def test_a_book_that_says_nothing_of_judges_cites_no_article_of_another():
    one = hall("tarragona", *names(2, "e"))
    one("draw")
    for order, more in (("penalty", {"points": 30}), ("expel", {})):
        problem = one.problem(order, player="e1a", round=1, article="TG-14.1", by="organiser", **more)
        assert (problem.code, problem.article) == ("not_yours", "")
    one("expel", player="e1a", round=1, article="CI-19", by="organiser")


def test_a_club_says_by_which_article_its_organisers_suspend():
    one = Hall({"club": parse_book(CLUB)}.__getitem__)
    one("create", name="x", book="club", seed="1")
    one.enter("e1", "e2")
    one("draw")
    problem = one.problem("expel", player="e1a", round=1, article="TG-14.1", by="organiser")
    assert problem.told("en") == "only judges sanction; organisers suspend a player by C-2"
    assert problem.article == "C-1"
    one("expel", player="e1a", round=1, article="C-2", by="organiser")
    assert not check(one.lines).violations


def test_what_a_role_may_not_order_changes_nothing_and_leaves_its_id_free():
    one = hall("competencia-individual", *names(4))
    with pytest.raises(Refused):
        apply(one.tournament, read_order(json.dumps({"order": "draw", "by": "desk", "id": "d"})))
    one("draw", id="d")
