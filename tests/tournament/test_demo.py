"""The tournament that a newcomer looks around in."""

from __future__ import annotations

from datetime import UTC, datetime

from tantera.tournament.agenda import conditions, next_thing
from tantera.tournament.check import check
from tantera.tournament.decide import apply
from tantera.tournament.hall.decide import decide
from tantera.tournament.hall.orders import HallOrder
from tantera.tournament.hall.state import HallState, evolve
from tantera.tournament.state import TournamentState
from tantera.tournament_file.sample import LENGTH, demo

NOW = datetime(2026, 5, 30, 11, 30, tzinfo=UTC)
MS = round(NOW.timestamp() * 1000)


def played() -> tuple[TournamentState, HallState]:
    tournament: TournamentState | None = None
    hall = HallState()
    for step in demo():
        if isinstance(step.order, HallOrder):
            assert tournament is not None
            at = round((NOW - step.ago).timestamp() * 1000)
            hall = evolve(hall, decide(tournament, hall, step.order, step.by, at))
        else:
            tournament = apply(tournament, step.given(NOW)).after
    assert tournament is not None
    return tournament, hall


def test_every_order_is_accepted_and_the_second_program_finds_nothing_wrong() -> None:
    tournament, _ = played()
    report = check([recorded.row for recorded in tournament.log.history])
    assert [violation.told("en") for violation in report.violations] == []


def test_it_stands_in_the_third_of_five_rounds_with_something_of_everything() -> None:
    tournament, hall = played()
    assert (len(tournament.entries), tournament.rounds, len(tournament.played)) == (32, 5, 3)
    assert tournament.open is not None
    assert tournament.open.number == 3
    found = conditions(tournament, hall, tournament.open, MS)
    assert found == ["verified"] * 4 + ["entered", "disputed", "playing", "playing"]
    slip = tournament.open.tables[5].slip
    assert slip is not None
    assert slip.other is not None
    assert slip.other.score == (97, 104) != slip.score
    assert [one.article for one in tournament.fines] == ["CI-8"]
    assert len(tournament.cards) == 1
    assert [(call.table, call.taken_by) for call in hall.calls] == [(7, None)]
    late = next(entry for entry in tournament.entries.values() if entry.players[0].name == "Gonzalo Tardío")
    assert tournament.played[0].seat_of(late.ids[0]) is None
    assert tournament.played[1].seat_of(late.ids[0]) is not None


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
