"""Seeds by hand at the desk: numbers beside the names, in the log as an order."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.desk.running import AtDesk, director, words
from tests.web.serving import Running, serving


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with serving(tmp_path / "data") as running:
        yield running


@pytest.fixture
def desk(server: Running) -> AtDesk:
    return director(server).create("tarragona", format="pairs-knock-out").pairs(8)


def seeded(desk: AtDesk) -> tuple[str, ...]:
    seeds: tuple[str, ...] = desk.server.app.state.tournaments.all[desk.event].state.seeds
    return seeds


def test_the_organiser_orders_the_pairs_by_numbers_and_the_bracket_goes_by_them(desk: AtDesk):
    assert desk.post("seeds", **{"seed-e5": "1", "seed-e3": "2"}).is_redirect
    assert seeded(desk) == ("e5", "e3")
    assert 'name="seed-e5" type="text" inputmode="numeric" maxlength="4" autocomplete="off" value="1"' in (
        desk.get("seeds").text
    )
    assert "cabezas de serie: nombre 5a" in words(desk.get("acts")).lower()
    desk.round()
    assert desk.table(1, 1)["seats"][0::2] == ["p5a", "p5b"]
    assert desk.table(1, 2)["seats"][0::2] == ["p3a", "p3b"]
    late = desk.post("seeds", **{"seed-e1": "1"})
    assert late.status_code in (400, 409)
    assert 'name="seed-e5"' not in late.text, "there is nothing to type any more"


def test_who_is_given_another_number_stands_there_and_the_others_make_room(desk: AtDesk):
    desk.order("seed", entries=["e1", "e2", "e3"])
    desk.post("seeds", **{"seed-e1": "1", "seed-e2": "2", "seed-e3": "3", "seed-e8": "1"})
    assert seeded(desk) == ("e8", "e1", "e2", "e3")
    desk.post("seeds", **{"seed-e8": "4", "seed-e1": "2", "seed-e2": "3", "seed-e3": ""})
    assert seeded(desk) == ("e1", "e2", "e8"), "who has no number any more stands by lot"


def test_a_number_given_twice_and_what_is_no_number_seed_nobody_and_stay_as_they_were_typed(desk: AtDesk):
    twice = desk.post("seeds", **{"seed-e1": "2", "seed-e2": "2"})
    assert twice.status_code in (400, 409)
    assert "El número 2 está puesto dos veces" in words(twice)
    assert twice.text.count('value="2"') == 2
    assert "X no es un puesto" in words(desk.post("seeds", **{"seed-e1": "x"}))
    assert "Nadie tiene número" in words(desk.post("seeds", **{"seed-e1": ""}))
    assert seeded(desk) == ()


def test_only_who_runs_the_tournament_seeds_anybody(desk: AtDesk):
    assert desk.as_("judge").post("seeds", **{"seed-e1": "1"}).status_code == 403
    assert seeded(desk) == ()
