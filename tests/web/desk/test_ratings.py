"""Ratings on a server: in the register, and at the desk as an order of seeds that the organiser may accept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tantera.season.night import night_of
from tantera.season.rating import rated
from tests.web.desk.running import AtDesk, words
from tests.web.serving import Running, serving
from tests.web.visiting import Browser, administrator

NAMES = ("Ana Pons", "Biel Mas", "Cai Roca", "Dan Vila")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with serving(tmp_path / "data") as running:
        yield running


@pytest.fixture
def boss(server: Running) -> Iterator[Browser]:
    with administrator(server) as browser:
        yield browser


def entered(server: Running, boss: Browser, name: str, keys: tuple[str, ...], **more: str) -> AtDesk:
    desk = AtDesk(server, boss).create(name=name, **more)
    for place, key in enumerate(keys, 1):
        called = NAMES[int(key[1:]) - 1] if int(key[1:]) <= len(NAMES) else f"Nueva {key}"
        desk.order("enter", entry=f"e{place}", players=[{"id": f"p{place}", "name": called, "key": key}])
    return desk


def test_the_register_tells_what_somebody_is_worth_and_how_sure_that_is(server: Running, boss: Browser):
    for name in NAMES:
        boss.post("/people", {"do": "add", "name": name})
    assert "fuerza" not in words(boss.get("/people"))
    desk = entered(server, boss, "Noche 1", ("n1", "n2", "n3", "n4")).round([100, 20])
    best = rated([night_of(server.app.state.tournaments.all[desk.event].presentation)]).players[0]
    page = words(boss.get("/people"))
    assert f"fuerza {best.strength.shown:.1f}" in page
    assert "tras 1 partida: poco para decir mucho" in page
    boss.post("/people", {"do": "add", "name": "Ana P. Gil", "key": "n9"})
    second = entered(server, boss, "Noche 2", ("n9", "n2", "n3", "n4")).round([100, 20])
    assert second.event
    assert boss.post("/people", {"do": "join", "key": "n1", "other": "n9"}).is_redirect
    assert "2 partidas" in words(boss.get("/people?q=ana")), "of both numbers"


def test_an_order_of_seeds_is_offered_and_recorded_once_it_is_accepted(server: Running, boss: Browser):
    new = entered(server, boss, "Copa", ("n9", "n4", "n3", "n2", "n1"))
    assert "todavía no hay nada en que basarse" in words(new.get("seeds"))
    first = entered(server, boss, "Noche 1", ("n1", "n2", "n3", "n4")).round([100, 20])
    winners = [first.table(1, 1)["seats"][seat] for seat in (0, 2)]
    page = new.get("seeds")
    told = words(page)
    order = page.text.partition('name="entries" value="')[2].partition('"')[0].split()
    assert len(order) == 5
    by_entry = {f"e{6 - int(player[1:])}" for player in winners}
    assert set(order[:2]) == by_entry
    assert "aún no ha jugado aquí" in told
    events = new.object()["log"]["events"]
    assert "Cabezas de serie, a mano o por fuerza" in words(new.get("draw"))
    assert new.object()["log"]["events"] == events, "nothing is seeded by looking"
    moved = new.post("seeds", entries=" ".join(reversed(order)))
    assert "este es el orden de ahora" in words(moved), "the log never says ratings where it was somebody"
    assert new.object()["log"]["events"] == events
    assert new.post("seeds", entries=" ".join(order)).is_redirect
    assert server.app.state.tournaments.all[new.event].state.seeds == tuple(order)
    assert "cabezas de serie por su fuerza tras noche 1: " in words(new.get("acts")).lower()
    assert "Cabezas de serie: 5" in words(new.get("draw"))
    assert new.post("seeds", entries="e1 e1").status_code in (400, 409)
    new.order("draw")
    late = new.post("seeds", entries=" ".join(order))
    assert late.status_code in (400, 409)
    assert "la ronda 1 ya está sorteada" in words(late).lower()
    assert "Que sea este el orden" not in words(new.get("seeds"))
    assert new.as_("judge").get("seeds").status_code == 403
