"""The search for leaks finds leaks: one is planted in each path that others leaked through, and each is found."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
import structlog
from msgspec.structs import replace

from tantera.play import events as e
from tantera.play.actors import REFEREE
from tantera.play.seen import SECRETIVE, racks_seen
from tantera.tables import telling
from tantera.telling import Sentence
from tantera.web import problems
from tantera.web.replays.library import Library
from tantera.web.tables import frames, pages, pictures, screens
from tantera.web.tables.live import LiveTable
from tantera.web.tables.pages import table_facts
from tests.web.evenings import Evening
from tests.web.lines import leaks_in_log, logged
from tests.web.serving import Running, serving

Plant = Callable[[pytest.MonkeyPatch, Callable[[], str]], None]
"""Changes the server; told how to find a tile that nobody at the table may know."""


def as_code(spoken: str) -> str:
    return spoken.replace("-", "")


def in_the_view(patch: pytest.MonkeyPatch, hidden: Callable[[], str]) -> None:
    patch.setattr(sys.modules["tantera.play.view"], "racks_seen", lambda match, eyes: racks_seen(match, REFEREE))


def in_what_a_step_changes(patch: pytest.MonkeyPatch, hidden: Callable[[], str]) -> None:
    patch.setattr(sys.modules["tantera.play.wire"], "racks_seen", lambda match, eyes: racks_seen(match, REFEREE))


def in_the_event_of_the_deal(patch: pytest.MonkeyPatch, hidden: Callable[[], str]) -> None:
    patch.setitem(SECRETIVE, e.HandDealt, lambda match, event, eyes: replace(event, seed=""))


def the_seed_of_the_deal(patch: pytest.MonkeyPatch, hidden: Callable[[], str]) -> None:
    less = SECRETIVE[e.HandDealt]
    with_the_seed = lambda match, event, eyes: replace(less(match, event, eyes), seed=event.seed)  # noqa: E731
    patch.setitem(SECRETIVE, e.HandDealt, with_the_seed)


def in_the_words_of_a_step(patch: pytest.MonkeyPatch, hidden: Callable[[], str]) -> None:
    told = telling.tell
    leaky = lambda *step: {ear: (Sentence(f"queda el {hidden()}"),) for ear in told(*step)}  # noqa: E731
    patch.setattr(screens, "tell", leaky)


def in_the_rack_of_the_first_screen(patch: pytest.MonkeyPatch, hidden: Callable[[], str]) -> None:
    patch.setattr(screens, "_rack", lambda state, reader: [as_code(hidden())])


def in_the_places_of_somebody_elses_options(patch: pytest.MonkeyPatch, hidden: Callable[[], str]) -> None:
    sent = frames.step
    patch.setattr(frames, "step", lambda *args, **more: sent(*args, **more, spots=[{"tile": as_code(hidden())}]))


def in_a_refusal(patch: pytest.MonkeyPatch, hidden: Callable[[], str]) -> None:
    refused = frames.refused

    def with_a_tile(order_id: str, problem: Any, lang: str) -> bytes:
        return refused(order_id, problem, lang).replace(b'"text":"', f'"text":"no, el {hidden()} '.encode())

    patch.setattr(frames, "refused", with_a_tile)


def in_the_first_page(patch: pytest.MonkeyPatch, hidden: Callable[[], str]) -> None:
    def with_a_tile(*args: Any) -> Any:
        return replace(table_facts(*args), bots={"level-1": as_code(hidden())})

    patch.setattr(pages, "table_facts", with_a_tile)


def in_the_picture_on_the_first_page(patch: pytest.MonkeyPatch, hidden: Callable[[], str]) -> None:
    draw = pictures._draw
    patch.setattr(pictures, "_draw", lambda *shown, **how: draw(*shown, **how).replace("<desc>", f"<desc>{hidden()} "))
    patch.setattr(pictures, "_drawn", {})


def in_the_page_of_a_problem(patch: pytest.MonkeyPatch, hidden: Callable[[], str]) -> None:
    patch.setitem(problems.SENTENCES, 404, "look for the 6-4 elsewhere")
    patch.setattr(problems, "translate", lambda lang, text, **facts: text.replace("6-4", hidden()))


def in_the_replay_of_a_match_that_is_not_over(patch: pytest.MonkeyPatch, hidden: Callable[[], str]) -> None:
    patch.setattr(Library, "_may_be_seen", staticmethod(lambda past, person, office: None))


def in_words_to_somebody_else(patch: pytest.MonkeyPatch, hidden: Callable[[], str]) -> None:
    for place in ("seen", "view"):
        patch.setattr(sys.modules[f"tantera.tables.{place}"], "reads", lambda table, said, reader: True)


def in_the_meters(patch: pytest.MonkeyPatch, hidden: Callable[[], str]) -> None:
    happened = LiveTable._happened

    def counted(self: LiveTable, done: Any) -> None:
        happened(self, done)
        METERS[0].orders[as_code(hidden())] += 1

    patch.setattr(LiveTable, "_happened", counted)


METERS: list[Any] = []
PLANTS: list[Plant] = [
    in_the_view, in_what_a_step_changes, in_the_words_of_a_step,
    in_the_rack_of_the_first_screen, in_the_places_of_somebody_elses_options, in_a_refusal, in_the_first_page,
    in_the_picture_on_the_first_page, in_the_page_of_a_problem, in_the_replay_of_a_match_that_is_not_over,
    in_words_to_somebody_else, in_the_meters,
]  # fmt: skip


def hidden_tile(server: Running) -> str:
    """A tile that a bot holds, as players say it."""
    for table in server.app.state.hub.tables.values():
        match = table.state.in_play
        if match is not None and match.hand is not None:
            bots = [seat for seat, chair in enumerate(table.state.chairs, start=1) if chair.person is None]
            tiles = [tile for seat in bots for tile in match.hand.rack(seat) if tile is not None]
            return str(tiles[0].spoken) if tiles else "-"
    return "-"


async def short_evening(server: Running) -> Evening:
    """A few moves, and a player and a passer-by who look at everything."""
    one = Evening(server, Random(3))
    try:
        await one.begins("tarragona", people=2, limit="200p")
        while len(one.shown().get("moves", [])) < 4:
            await one.plays(1, meddle=0)
        await one.writes()
        await one.looks_at_everything(one.players[1], one.passer_by)
    finally:
        await one.goes_home()
    return one


async def two_deals(server: Running) -> Evening:
    """Into the second hand. With the first deal everybody may be sent the whole match as it stands, and no events."""
    one = Evening(server, Random(3))
    try:
        await one.begins("clasico", people=2, limit="3h")
        while one.shown().get("number", 1) < 2:
            await one.plays(1, meddle=0)
    finally:
        await one.goes_home()
    return one


@pytest.mark.parametrize("plant", PLANTS)
def test_a_leak_that_is_planted_is_found(plant: Plant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with serving(tmp_path / "data") as server:
        METERS[:] = [server.app.state.meters]
        plant(monkeypatch, lambda: hidden_tile(server))
        evening = asyncio.run(short_evening(server))
        assert evening.leaks()


@pytest.mark.parametrize("plant", [the_seed_of_the_deal, in_the_event_of_the_deal])
def test_a_leak_in_the_event_of_a_deal_is_found(plant: Plant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with serving(tmp_path / "data") as server:
        plant(monkeypatch, lambda: hidden_tile(server))
        assert asyncio.run(two_deals(server)).leaks()


def test_the_same_evening_without_a_leak_is_clean(tmp_path: Path):
    with serving(tmp_path / "data") as server:
        assert asyncio.run(short_evening(server)).leaks() == []


def test_a_tile_in_the_log_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    happened = LiveTable._happened

    def told(self: LiveTable, done: Any) -> None:
        happened(self, done)
        structlog.get_logger().info("happened", events=[str(getattr(event, "tile", "")) for event in done.events])

    monkeypatch.setattr(LiveTable, "_happened", told)
    with logged() as lines, serving(tmp_path / "data") as server:
        asyncio.run(short_evening(server))
    assert leaks_in_log(lines.getvalue())
