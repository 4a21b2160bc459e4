"""The answer to an order can be written whatever came of it: nothing fails once the order is in the file."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from msgspec import Struct, defstruct

from tantera.formats import FORMATS
from tantera.rules import built_in_books
from tantera.tournament.decide import DECIDES
from tantera.tournament.decided import Decided
from tantera.tournament.export import export
from tantera.tournament.orders import AnyOrder, KeepApart, OrderProblem
from tantera.tournament.presentation import Presentation
from tantera.tournament.reading import read_order
from tantera.tournament_file import answered, open_tournament
from tantera.web.tournaments.live import machine_time
from tantera.words import Problem
from tests.cli.tournaments import AT, answers, create, exported, lines_of, players, ran
from tests.tournament.random_events import play
from tests.tournament.test_permission import EXAMPLES

ORDERS = {str(kind.__struct_config__.tag) for kind in get_args(AnyOrder)}
MAY_SAY: list[tuple[str, Any, Any]] = [
    ("event", int, None),
    ("again", bool, None),
    ("round", int, None),
    ("tables", int, None),
    ("breaks", list[str], None),
    ("brings", list[str], None),
    ("moves", list[dict[str, str | int | None]], None),
    ("undone", int, None),
    ("fallen", list[int], None),
]
"""What an order that was taken may be answered with."""


class Refusal(Struct, forbid_unknown_fields=True):
    code: str
    article: str | None
    message: str
    players: list[str] = []


def test_an_exchange_against_a_hard_rule_is_answered_with_what_it_breaks(tmp_path: Path):
    orders = [
        create(),
        *players(8),
        {"order": "keep_apart", "players": ["p1", "p2"], "at": AT},
        {"order": "draw", "at": AT},
    ]
    assert ran("apply", tmp_path / "e", "-", input=lines_of(orders)).returncode == 0
    seats = [table["seats"] for table in exported(tmp_path / "e")["rounds"][0]["tables"]]
    here, there = next((table, other) for table, other in (seats, reversed(seats)) if "p1" in table)
    other = next(player for player in here if player not in ("p1", "p2"))
    swap = {"order": "swap", "round": 1, "a": other, "b": "p2" if "p2" in there else other, "reason": "x", "at": AT}
    done = ran("apply", tmp_path / "e", "-", "--lang", "en", input=lines_of([swap, *players(1, 9)]))
    assert done.returncode == 0, done.stderr
    first, second = answers(done.stdout)
    assert (first["event"], second["event"]) == (12, 13)
    assert first["breaks"] == ["Jugador 1 and Jugador 2 are to be kept apart and would be opponents"]


class Answered:
    """A random event in a file: every answer is written in three languages, and its kind kept by order."""

    def __init__(self, path: Path) -> None:
        self.file = open_tournament(path, built_in_books, machine_time, new=True)
        self.taken: dict[str, set[str]] = defaultdict(set)
        self.refused: set[str] = set()

    def apply(self, order: dict[str, Any]) -> dict[str, Any]:
        try:
            given: Any = read_order(json.dumps(order))
        except OrderProblem as problem:
            given = problem
        ((answer,),) = self.file.apply([given])
        for lang in ("es", "ca", "en"):
            said: dict[str, Any] = json.loads(json.dumps(answered(answer, lang)))
            if said.pop("ok"):
                msgspec.convert(said, defstruct("Answer", MAY_SAY, forbid_unknown_fields=True))
                self.taken[order["order"]].update(said)
            else:
                msgspec.convert(said, Refusal)
                self.refused.add(order["order"])
        return {"ok": not isinstance(answer, Problem), **said}

    def export(self) -> dict[str, Any]:
        assert self.file.state is not None
        return export(Presentation(self.file.state), "en")


def test_every_order_that_is_taken_is_answered_in_json(tmp_path: Path):
    """Random halls of every format, as many as it takes to take every order."""
    taken: dict[str, set[str]] = defaultdict(set)
    whole = {key for key, *_ in MAY_SAY}
    for number, format in enumerate([*FORMATS] * 12):
        if number >= len(FORMATS) and set(taken) == ORDERS and set().union(*taken.values()) == whole:
            break
        event = Answered(tmp_path / str(number))
        play(f"answers{number}", format, event.apply, event.export)
        if event.file.state is not None and event.file.state.published and not event.file.state.closed:
            card = {"player": next(iter(event.file.state.players)), "round": 1, "article": "TG-14.1", "card": "blue"}
            for _ in range(2):
                event.apply({"order": "card", **card})
        event.file.close()
        for order, said in event.taken.items():
            taken[order] |= said
    assert set(taken) == ORDERS
    assert set().union(*taken.values()) == whole


def test_every_order_that_is_refused_is_answered_in_json(tmp_path: Path):
    """Before there is an event, by nobody who may, and when it is over."""
    event = Answered(tmp_path / "e")
    for order in sorted(ORDERS - {"create"}):
        assert event.apply({"order": order, **EXAMPLES[order]})["code"] == "no_tournament"
    event.apply(create())
    for order in sorted(ORDERS):
        assert event.apply({"order": order, **EXAMPLES[order], "by": "public"})["code"] == "not_yours"
    event.apply({"order": "close"})
    for order in sorted(ORDERS - {"create", "undo"}):
        assert event.apply({"order": order, **EXAMPLES[order]})["code"] == "event_closed"
    event.file.close()
    assert event.refused == ORDERS


def test_what_could_not_be_answered_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    event = Answered(tmp_path / "e")
    event.apply(create())
    decides: Any = DECIDES
    monkeypatch.setitem(decides, KeepApart, lambda state, given: Decided(None, {"what": object()}))
    with pytest.raises(TypeError):
        event.apply({"order": "keep_apart", "players": ["a", "b"]})
    assert len(event.file.lines) == 1
    event.file.close()
