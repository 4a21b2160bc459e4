"""The tournament that a newcomer looks around in."""

from __future__ import annotations

from datetime import UTC, datetime

from tantera.tournament.agenda import conditions, next_thing
from tantera.tournament.check import check
from tantera.tournament.decide import apply
from tantera.tournament.demo import LENGTH, demo
from tantera.tournament.hall.decide import decide
from tantera.tournament.hall.orders import HallOrder
from tantera.tournament.hall.state import HallState, evolve
from tantera.tournament.state import EventState

NOW = datetime(2026, 5, 30, 11, 30, tzinfo=UTC)
MS = round(NOW.timestamp() * 1000)


def played() -> tuple[EventState, HallState]:
    event: EventState | None = None
    hall = HallState()
    for step in demo():
        if isinstance(step.order, HallOrder):
            assert event is not None
            at = round((NOW - step.ago).timestamp() * 1000)
            hall = evolve(hall, decide(event, hall, step.order, step.by, at))
        else:
            event = apply(event, step.given(NOW)).after
    assert event is not None
    return event, hall


def test_every_order_is_accepted_and_the_second_program_finds_nothing_wrong() -> None:
    event, _ = played()
    report = check([recorded.row for recorded in event.log.history])
    assert [violation.told("en") for violation in report.violations] == []


def test_it_stands_in_the_third_of_five_rounds_with_something_of_everything() -> None:
    event, hall = played()
    assert (len(event.entries), event.rounds, len(event.played)) == (32, 5, 3)
    assert event.open is not None
    assert event.open.number == 3
    found = conditions(event, hall, event.open, MS)
    assert found == ["verified"] * 4 + ["entered", "disputed", "playing", "playing"]
    assert hall.versions[3, 6].score == (97, 104) != event.open.tables[5].slip.score  # type: ignore[union-attr]
    assert [one.article for one in event.fines] == ["CI-8"]
    assert len(event.cards) == 1
    assert [(call.table, call.taken_by) for call in hall.calls] == [(7, None)]
    late = next(entry for entry in event.entries.values() if entry.players[0].name == "Gonzalo Tardío")
    assert event.played[0].seat_of(late.ids[0]) is None
    assert event.played[1].seat_of(late.ids[0]) is not None


def test_the_clock_of_the_hall_runs() -> None:
    _, hall = played()
    assert hall.clock is not None
    assert hall.clock.phase(MS) == "running"
    assert hall.clock.left(MS) == (LENGTH - 20) * 60_000


def test_the_first_thing_to_do_is_the_slip_in_dispute() -> None:
    assert (next_thing(*played(), MS).code, next_thing(*played(), MS).table) == ("settle", 6)


def test_it_is_the_same_every_time_and_time_only_goes_forward() -> None:
    steps = demo()
    assert steps == demo()
    assert [step.ago for step in steps] == sorted((step.ago for step in steps), reverse=True)
