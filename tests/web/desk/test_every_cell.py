"""Role × action × stage: every cell of the grid, tried over a real server by somebody with that office.

An event is walked through its stages once, and a copy of its file kept of each. A cell begins with such a copy; what
may be done is done, what may not is refused with a sentence, changes nothing and stands in the server's log. Whoever
may never give an order tries it at some of the stages here, and at all of them in the proof.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
import structlog

from tantera.rules import built_in_books
from tantera.tournament.decide import apply
from tantera.tournament.hall.orders import AnyHallOrder
from tantera.tournament.hall.state import HallState
from tantera.tournament.orders import AnyOrder, Refused
from tantera.tournament.permission import GRID, STAGES, Stage, check_permission, stage_of
from tantera.tournament.reading import order_of
from tantera.tournament.state import TournamentState
from tantera.tournament_file import TournamentFile, open_tournament
from tantera.web.clock import now
from tantera.web.tournaments.live import LiveTournament, machine_time, new_salt
from tests.web.desk.running import AtDesk, director
from tests.web.serving import Running, serving

EVENT = "rejilla"
ROLES = ("director", "organiser", "judge", "desk", "player", "public")
ORDERS = [str(kind.__struct_config__.tag) for kind in get_args(AnyOrder)]
IN_HALL = {str(kind.__struct_config__.tag) for kind in get_args(AnyHallOrder)}
WALKED: list[Stage] = [stage for stage in STAGES if stage != "new"]

Fields = dict[str, Any]


class Walk:
    """An event between its stages."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = open_tournament(folder / "walk.tantera", built_in_books, machine_time, new=True)
        self.kept: dict[Stage, Path] = {}

    def order(self, tag: str, by: str = "director", **fields: Any) -> None:
        give(self.file, tag, by, fields)

    def keep(self, stage: Stage) -> None:
        state = self.file.state
        assert stage_of(state, None, self.file.hall.clock, now()) == stage
        self.kept[stage] = self.folder / f"{stage}.tantera"
        self.file.store.copy_to(self.kept[stage])

    def seats(self, table: int, round: int = 1) -> tuple[str, ...]:
        assert self.file.state is not None
        return self.file.state.played[round - 1].tables[table - 1].seats


def give(file: TournamentFile, tag: str, by: str, fields: Fields) -> None:
    if tag in IN_HALL:
        file.apply_in_hall(msgspec.convert({"order": tag, **fields}, AnyHallOrder), by)
    else:
        file.apply_one(order_of({"order": tag, "by": by, **fields}))


def walked(folder: Path) -> Walk:
    """Twelve players at three tables: a slip to confirm, a call, an objection; then all in, table 3 by default."""
    walk = Walk(folder)
    walk.order("create", name="Rejilla", book="competencia-individual", seed="1", rounds=3)
    for n in range(1, 13):
        walk.order("enter", entry=f"e{n}", players=[{"id": f"p{n}", "name": f"Ana {n}"}])
    walk.order("enter", entry="gone", players=[{"id": "gone", "name": "Zoe"}])
    walk.order("withdraw", entries=["gone"])
    walk.keep("none")
    walk.order("draw")
    walk.order("publish")
    one = f"player:{walk.seats(1)[0]}"
    walk.order("set_clock", round=1, minutes=25)
    walk.order("call_judge", one, call="llamada-1", round=1, table=1, reason="x")
    walk.order("object", one, objection="objecion-1", round=1, table=1, text="x")
    walk.order("result", one, round=1, table=1, score=[100, 20])
    walk.keep("ready")
    walk.order("start_clock")
    walk.keep("running")
    walk.order("call_time")
    walk.keep("time")
    walk.order("confirm", round=1, table=1)
    walk.order("result", round=1, table=2, score=[40, 100])
    walk.order("default", round=1, table=3, absent=[walk.seats(3)[0]])
    walk.keep("all_in")
    walk.order("close_round")
    walk.keep("closed")
    walk.order("close")
    walk.keep("over")
    walk.order("undo", event=walk.file.state.number if walk.file.state else 0)
    walk.order("draw")
    at = walk.file.state
    assert at is not None
    assert stage_of(at) == "draft"
    walk.keep("draft")
    return walk


def before(tag: str, stage: Stage) -> list[tuple[str, Fields]]:
    """What has to be so that nothing else is wrong with an order, given by the director."""
    fresh: list[tuple[str, Fields]] = [("set_clock", {"round": 1, "minutes": 20})] if stage == "all_in" else []
    runs = [*fresh, ("start_clock", Fields())] if fresh else []
    first_slip: Fields = {"round": 1, "table": 1}
    online: list[tuple[str, Fields]] = [("play_online", {"round": 1, "tables": [3]})]
    needed: dict[str, list[tuple[str, Fields]]] = {
        "lot": [("commit", {"hash": "fb8e20fc2e4c3f248c60c39bd652f3c1347298bb977b8b4d5903b85055620603"})],
        "start_clock": fresh,
        "pause_clock": runs,
        "call_time": runs,
        "resume_clock": [*runs, ("pause_clock", {})],
        "erase_hand": [("write_hand", {"round": 1, "table": 3, "hand": 1, "points": [10, 0]})],
        "confirm": [("dispute", first_slip)] if stage == "closed" else [],
        "play_on_paper": online,
        "take_out": [("archive", {})],
        "begin_online": online,
        "undo": [("pay", {"entry": "e1", "amount": 1})] if stage != "over" else [],
    }
    return needed.get(tag, [])


def fields_of(tag: str, stage: Stage, walk: Walk, number: int) -> Fields:
    """An order that nothing is wrong with at the stages where it may be given."""
    round = 2 if stage == "draft" else 1
    one, third = walk.seats(1)[0], walk.seats(3)
    table: Fields = {"round": round, "table": 1}
    a, b = walk.seats(1, 2)[0], walk.seats(2, 2)[0]
    fields: dict[str, Fields] = {
        "create": {"name": "x", "book": "ueh"},
        "commit": {"hash": "0" * 64},
        "lot": {"secret": "ab", "drawn": "7"},
        "enter": {"entry": "new", "players": [{"id": "new", "name": "Eva"}]},
        "pay": {"entry": "e1", "amount": 1},
        "check_in": {"entries": ["e1"]},
        "check_out": {"entries": ["e1"]},
        "withdraw": {"entries": ["e1"]},
        "return": {"entries": ["gone"]},
        "edit_player": {"player": "p1", "club": "Reus"},
        "edit_event": {"venue": "Casal", "options": {"prizes": [60, 40]}},
        "keep_apart": {"players": ["p1", "p2"]},
        "seed": {"entries": ["e1"]},
        "postpone": table | {"to": "2026-01-08"},
        "draw": {},
        "publish": {},
        "close_round": {},
        "swap": {"round": round, "a": a, "b": b, "reason": "x"},
        "result": table | {"score": [100, 30]} | ({"reason": "x"} if stage == "closed" else {}),
        "confirm": table,
        "dispute": table,
        "late": {"round": round, "player": one, "minutes": 5},
        "default": {"round": round, "table": 3, "absent": [third[1]]},
        "stand_in": {"round": round, "player": third[0], "name": "Luis"},
        "penalty": {"player": one, "round": round, "article": "CI-10", "points": 30},
        "card": {"player": one, "round": round, "article": "TG-14.1", "card": "blue"},
        "expel": {"player": one, "round": round, "article": "CI-19"},
        "repair": {"round": round, "how": "leave"},
        "undo": {"event": number},
        "close": {},
        "set_clock": {"round": round, "minutes": 20},
        "lengthen_clock": {"minutes": 3},
        "give_time": {"table": 1, "minutes": 3},
        "call_judge": {"call": "llamada-2", "round": round, "table": 2, "reason": "x"},
        "take_call": {"call": "llamada-1"},
        "close_call": {"call": "llamada-1"},
        "write_hand": {"round": round, "table": 3, "hand": 1, "points": [10, 0]},
        "erase_hand": {"round": round, "table": 3, "hand": 1},
        "keep_photo": table | {"sha256": "0" * 64},
        "object": table | {"objection": "objecion-2", "text": "x"},
        "answer_objection": {"objection": "objecion-1"},
        "close_window": {"round": round},
        "announce": {"text": "x"},
        "play_online": {"round": round, "tables": [3]},
        "play_on_paper": {"round": round, "tables": [3]},
        "begin_online": {"round": round, "table": 3},
        "erase_person": {"player": "gone"},
    }
    return fields.get(tag, {})


def player_for(tag: str, fields: Fields, walk: Walk) -> str:
    """Who of the table has a say: of the other side where there is a slip to answer."""
    seats = walk.seats(fields.get("table", 1))
    return seats[1] if tag in ("confirm", "dispute") else seats[3] if tag == "default" else seats[0]


class House:
    """A server with one event on it, as it was at whatever stage, and somebody of every role."""

    def __init__(self, server: Running, walk: Walk) -> None:
        self.server, self.walk = server, walk
        self._people: dict[str, AtDesk] = {}
        self._boss = director(server)
        self._boss.event = EVENT
        self._thread = ThreadPoolExecutor(1)
        self._files: dict[Stage, tuple[TournamentFile, list[bytes], TournamentState, HallState]] = {}
        self.tournament: LiveTournament

    def begin(self, stage: Stage, steps: list[tuple[str, Fields]]) -> None:
        """The event at a stage: what was ordered since is taken out of its file again."""
        if stage not in self._files:
            opened = open_tournament(self.walk.kept[stage], built_in_books, machine_time, salts=new_salt)
            assert opened.state is not None
            self._files[stage] = opened, opened.lines, opened.state, opened.hall
        file, lines, state, hall = self._files[stage]
        with closing(sqlite3.connect(file.path)) as connection, connection:
            for stream, version in (("tournament", len(lines)), ("tournament.hall", hall.number)):
                connection.execute("DELETE FROM event WHERE stream = ? AND version > ?", (stream, version))
        file.lines, file.state, file.hall = list(lines), state, hall
        for tag, fields in steps:
            give(file, tag, "director", fields)
        self.tournament = LiveTournament(EVENT, file, self._thread)
        self.server.app.state.tournaments.all[EVENT] = self.tournament

    def close(self) -> None:
        self.walk.file.close()
        for file, *_ in self._files.values():
            file.close()

    def somebody(self, role: str, player: str) -> AtDesk:
        key = player if role == "player" else role
        if key not in self._people:
            self._people[key] = self._boss.as_(role, player if role == "player" else "Mora")
        return self._people[key]

    def tries(self, role: str, tag: str, fields: Fields) -> tuple[int, dict[str, Any]]:
        here = self.somebody(role, player_for(tag, fields, self.walk))
        headers = {"x-csrftoken": here.browser.http.cookies["csrf"], "accept": "application/json"}
        where = "hall" if tag in IN_HALL else "orders"
        path, body = f"/api/events/{EVENT}/{where}", {"order": tag, **fields}
        answer = here.browser.http.post(path, json=body, headers=headers)
        return answer.status_code, answer.json()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("grid")
    with serving(folder / "data") as server:
        made = House(server, walked(folder))
        try:
            yield made
        finally:
            server.app.state.tournaments.all.clear()
            made.close()


def test_the_grid_has_a_line_for_every_order_and_says_nothing_of_clocks_to_the_tournament():
    assert set(GRID) == {*ORDERS, *IN_HALL}
    for order in ORDERS:  # the tournament does not know the hall's clock
        assert GRID[order]["ready"] == GRID[order]["running"] == GRID[order]["time"], order
    assert all("public" not in cell for row in GRID.values() for cell in row.values())


def never(tag: str) -> set[str]:
    """Whom an order is refused at every stage."""
    return set(ROLES).difference(*GRID[tag].values())


def in_turn(tag: str, stage: Stage) -> set[str]:
    """Whom it is refused at this stage, of those who may never give it every third: the stage is nothing to them."""
    some = ROLES[(WALKED.index(stage) + sorted(GRID).index(tag)) % 3 :: 3]
    return set(ROLES) - GRID[tag][stage] - (never(tag) - set(some))


@pytest.mark.parametrize("stage", WALKED)
@pytest.mark.parametrize("tag", sorted(GRID))
def test_a_cell_is_as_the_grid_says(house: House, tag: str, stage: Stage):
    cell_is_as_the_grid_says(house, tag, stage, in_turn(tag, stage))


@pytest.mark.prove
@pytest.mark.parametrize("tag", sorted(GRID))
def test_every_cell_is_as_the_grid_says_to_everybody(house: House, tag: str):
    for stage in WALKED:
        cell_is_as_the_grid_says(house, tag, stage, set(ROLES) - GRID[tag][stage])


def test_whoever_may_never_give_an_order_tries_it_at_some_stage():
    for tag in GRID:
        assert set().union(*(in_turn(tag, stage) for stage in WALKED)) >= never(tag)


def cell_is_as_the_grid_says(house: House, tag: str, stage: Stage, refused: set[str]) -> None:
    allowed = GRID[tag][stage]
    steps = before(tag, stage) if allowed else []
    house.begin(stage, steps)
    number = house.tournament.state.number
    fields = fields_of(tag, stage, house.walk, number)
    for role in sorted(refused):
        version = house.tournament.version
        with structlog.testing.capture_logs() as lines:
            status, said = house.tries(role, tag, fields)
        assert (status, said.get("ok", False)) == (400 if status == 400 else 403, False), (role, said)
        assert said["message"]
        assert house.tournament.version == version
        noted = [line for line in lines if line.get("order") == tag]
        assert len(noted) == 1, (role, lines)
        assert noted[0]["log_level"] == ("warning" if said["code"] in ("not_yours", "not_now") else "info")
        if role in never(tag):
            assert said["code"] == "not_yours"
    for place, role in enumerate(sorted(allowed)):
        if (tag, role) == ("result", "judge"):  # of a slip in dispute only, and says why
            house.begin(stage, [*steps, ("dispute", {"round": 1, "table": 1})])
            fields = fields | {"reason": "x"}
        elif place:
            house.begin(stage, steps)
        if role == "table":  # nobody holds that office: a live table gives the order itself
            give(house.tournament.file, tag, role, fields)
            continue
        status, said = house.tries(role, tag, fields)
        if tag == "postpone":  # of a league calendar only: test_calendar has one
            assert said["code"] == "no_calendar", (role, said)
            continue
        assert (status, said.get("ok")) == (200, True), (role, said)


@pytest.mark.parametrize("role", ROLES)
def test_who_may_begin_an_event(role: str):
    given = order_of({"order": "create", "name": "x", "book": "ueh", "by": "player:p" if role == "player" else role})
    if role in GRID["create"]["new"]:
        assert stage_of(apply(None, given).after) == "none"
    else:
        with pytest.raises(Refused, match=r".") as found:
            check_permission(None, given)
        assert found.value.code == "not_yours"
