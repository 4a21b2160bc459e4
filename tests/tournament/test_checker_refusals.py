"""What the first program should never have accepted, forged into a log with a right chain: each is found and named."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest

from tantera.tournament.check import check
from tests.tournament.test_checker import eight, log

Order = dict[str, Any]
LOT = [f"p{at}" for at in sorted(range(1, 9), key=lambda at: sha256(f"s/e{at}".encode()).hexdigest())]
UPPER, LOWER = LOT[:4], LOT[4:]


def slip(*score: int, table: int = 1, round: int = 1, **more: Any) -> Order:
    return {"order": "result", "round": round, "table": table, "score": list(score), **more}


SLIP = slip(100, 62)
OTHER = slip(70, 100, table=2)
DRAW: Order = {"order": "draw", "outcome": {"tables": [], "byes": []}}
GONE = {"order": "withdraw", "entries": ["e1", "e2", "e3", "e4", "e5"]}
LATE = {"order": "late", "round": 1, "player": UPPER[0], "minutes": 14}

FORGED: list[tuple[str, list[Order]]] = [
    ("there is an event already", [{"order": "create", "name": "X", "book": "ueh", "format": "individual"}]),
    ("round 1 is drawn already", [{"order": "commit", "hash": "0" * 64}]),
    ("round 1 is drawn already", [{"order": "lot", "secret": "x", "drawn": "6-4"}]),
    ("entered already", [{"order": "enter", "entry": "e1", "players": [{"id": "x", "name": "X"}]}]),
    ("1 players", [{"order": "enter", "entry": "x", "players": [{"id": "x", "name": "X"}, {"id": "y", "name": "Y"}]}]),
    ("x is not entered", [{"order": "withdraw", "entries": ["x"]}]),
    ("x is not entered", [{"order": "check_out", "entries": ["x"]}]),
    ("x is not entered", [{"order": "return", "entries": ["x"]}]),
    ("x is not entered", [{"order": "pay", "entry": "x", "amount": 1}]),
    ("x is not entered", [{"order": "keep_apart", "players": ["p1", "x"]}]),
    (
        "cannot return",
        [{"order": "expel", "player": "p1", "round": 1, "article": "CI-19"}, {"order": "return", "entries": ["e1"]}],
    ),
    ("x is not entered", [{"order": "penalty", "player": "x", "round": 1, "article": "CI-10", "points": 3}]),
    ("round 2 is not published", [{"order": "card", "player": "p1", "round": 2, "article": "CI-10", "card": "blue"}]),
    ("cannot return", [{"order": "expel", "player": "p1", "round": 1, "article": "CI-19"}] * 2),
    ("not the next one", [{"order": "draw", "round": 3, "outcome": {"tables": [], "byes": []}}]),
    ("no such draft", [{"order": "publish"}]),
    ("no such draft", [{"order": "swap", "round": 2, "a": "p1", "b": "p2", "reason": "x"}]),
    ("x is not entered", [DRAW, {"order": "swap", "round": 2, "a": "x", "b": "p1", "reason": "x"}]),
    ("p1 has no seat", [DRAW, {"order": "swap", "round": 2, "a": "p1", "b": "p2", "reason": "x"}]),
    ("the slip of table 2 is missing", [SLIP, {"order": "close_round"}]),
    ("the slip of table 2 is missing", [SLIP, DRAW, {"order": "publish"}]),
    ("that round is not open", [SLIP, OTHER, {"order": "close_round"}, {"order": "close_round"}]),
    ("with a reason only", [SLIP, OTHER, {"order": "close_round"}, SLIP]),
    ("round 2 is not published", [slip(100, 62, round=2)]),
    ("no such table", [slip(100, 62, table=3)]),
    ("the table is a default", [LATE, SLIP]),
    ("no slip of that table", [{"order": "confirm", "round": 1, "table": 1}]),
    ("at no table", [{"order": "enter", "entry": "x", "players": [{"id": "x", "name": "X"}]}, {**LATE, "player": "x"}]),
    ("at another table", [{"order": "default", "round": 1, "table": 1, "absent": LOWER[:1]}]),
    ("a slip of that round is in", [SLIP, {"order": "repair", "round": 1, "how": "redraw"}]),
    ("too few to draw: 3", [GONE, {"order": "repair", "round": 1, "how": "redraw"}]),
    ("too few to draw: 3", [SLIP, OTHER, GONE, DRAW]),
    ("makes no event", [{"order": "repair", "round": 1, "preview": True}]),
    ("round 2 is not published", [{"order": "repair", "round": 2}]),
    ("the event is closed", [SLIP, OTHER, {"order": "close"}, {"order": "pay", "entry": "e1", "amount": 1}]),
    ("another form", [slip(100, 62, 3)]),
    ("both are at the limit", [slip(100, 120)]),
    ("more than a hand can bring", [slip(269, 3)]),
    ("below zero", [slip(100, -5)]),
    ("level, and no winner", [slip(50, 50)]),
    ("the winner is behind", [slip(100, 62, winner="2+4")]),
    ("may not order", [{**SLIP, "by": f"player:{LOWER[0]}"}]),
    ("may not order", [{**SLIP, "by": "player"}]),
    (
        "may not order",
        [
            {**SLIP, "by": f"player:{UPPER[0]}"},
            {"order": "confirm", "round": 1, "table": 1, "by": f"player:{UPPER[2]}"},
        ],
    ),
    ("may not order", [{"order": "pay", "entry": "e1", "amount": 1, "by": "judge:Mora"}]),
    (
        "may not order",
        [{"order": "penalty", "player": "p1", "round": 1, "article": "CI-10", "points": 3, "by": "organiser"}],
    ),
    ("may not order", [{"order": "undo", "event": 2, "by": "public"}]),
    ("undoes what is not there", [{"order": "undo", "event": 99}]),
    ("changes the published round 1", [{"order": "undo", "event": 10}]),
    ("takes away the slip of table 1", [SLIP, {"order": "undo", "event": 11, "outcome": {"gone": [11, 12]}}]),
]


@pytest.mark.parametrize(("why", "orders"), FORGED, ids=lambda one: one if isinstance(one, str) else "")
def test_a_forged_order_is_found(why: str, orders: list[Order]):
    report = check(log(*eight(), {"order": "publish"}, *[dict(order) for order in orders]))
    assert why in " · ".join(found.told("en") for found in report.violations)


def test_a_player_of_whom_nobody_says_whether_they_are_a_member_is_found_where_it_has_to_be_said():
    def event(edition: int, **player: Any) -> list[bytes]:
        made = {"order": "create", "name": "X", "book": "san-juan", "format": "pairs-swiss", "seed": "s"}
        both = [{"id": "a", "name": "A", "member": True}, {"id": "b", "name": "B", **player}]
        return log({**made, "outcome": {"edition": edition}}, {"order": "enter", "entry": "e", "players": both})

    assert "b is neither a member" in check(event(2)).violations[0].told("en")
    assert check(event(2, guest_of="a")).ok
    assert check(event(1)).ok


@pytest.mark.parametrize(
    ("order", "entry"),
    [
        ({"order": "enter", "entry": "x", "players": [{"id": "x", "name": "X"}]}, "x"),
        ({"order": "withdraw", "entries": ["e3"]}, "e3"),
    ],
)
def test_a_draft_published_though_somebody_came_or_went_is_found_unless_somebody_answers_for_it(
    order: Order, entry: str
):
    def event(edition: int, **word: Any) -> list[bytes]:
        made, *others = eight()
        return log({**made, "outcome": {"edition": edition}}, *others, dict(order), {"order": "publish", **word})

    assert f"{entry} has come or gone" in check(event(2)).violations[0].told("en")
    assert check(event(2, override="la sala espera")).ok
    assert check(event(1)).ok


def test_a_check_in_that_a_published_round_rests_on_is_not_taken_back():
    here = {"order": "check_in", "entries": [f"e{at}" for at in range(1, 9)]}
    *entered, drawn = eight()
    report = check(log(*entered, here, drawn, {"order": "publish"}, {"order": "check_out", "entries": ["e3"]}))
    assert [found.told("en") for found in report.violations] == [
        "event 13 (check_out) should have been refused: a published round was drawn with e3 in it"
    ]


def test_before_an_event_is_made_nothing_can_be_ordered():
    assert "there is no event yet" in check(log({"order": "close"})).violations[0].told("en")


def test_the_secret_must_be_the_one_that_was_promised():
    made = {"order": "create", "name": "X", "book": "competencia-individual", "format": "individual"}
    right = {"order": "commit", "hash": sha256(b"yes").hexdigest()}
    assert check(log(made, right, {"order": "lot", "secret": "yes", "drawn": "6-4"})).ok
    report = check(log(dict(made), dict(right), {"order": "lot", "secret": "no", "drawn": "6-4"}))
    assert "not the one whose hash" in report.violations[0].told("en")


def test_a_repeated_id_and_a_wrong_number_are_found():
    lines = log(*eight())
    lines[1] = lines[1].replace(b'"id": null', b'"id": "a"')
    lines[2] = lines[2].replace(b'"id": null', b'"id": "a"').replace(b'"number": 3', b'"number": 4')
    assert {found.code for found in check(lines).violations} == {"chain", "id_reused", "numbering"}
