"""Golden tournaments: one for each article marked *tournament*, its orders and the object that came of them.

`--update-goldens` writes them anew from `tests/golden/event_scenes.py`. They change only on purpose: read the diff.
"""

from __future__ import annotations

import json

import pytest

from tantera.rules import load_book
from tantera.rules.loader import SOURCE_BOOKS
from tantera.tournament.decide import apply
from tantera.tournament.export import export
from tantera.tournament.orders import OrderProblem
from tantera.tournament.presentation import Presentation
from tantera.tournament.reading import read_order
from tantera.tournament.state import TournamentState
from tests.conformance import ORDERS
from tests.golden.event_scenes import EVENT_SCENES, FOLDER, EventScene, written

EVERY_SCENE = pytest.mark.parametrize("scene", [pytest.param(scene, id=scene.name) for scene in EVENT_SCENES])


@EVERY_SCENE
def test_playing_the_scene_gives_the_golden_event(scene: EventScene, request: pytest.FixtureRequest) -> None:
    orders, event = scene.files()
    if request.config.getoption("--update-goldens"):
        scene.orders_path.write_text(orders, "utf-8")
        scene.event_path.write_text(event, "utf-8")
    assert orders == scene.orders_path.read_text("utf-8")
    assert event == scene.event_path.read_text("utf-8")


@EVERY_SCENE
def test_the_kept_orders_give_the_kept_object(scene: EventScene, request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--update-goldens"):
        pytest.skip("the goldens are being written anew")
    tournament: TournamentState | None = None
    refused = []
    for line in scene.orders_path.read_text("utf-8").splitlines():
        try:
            tournament = apply(tournament, read_order(line)).after
        except OrderProblem as problem:
            refused.append(problem.code)
    assert tournament is not None
    assert written(export(Presentation(tournament), "en")) == scene.event_path.read_text("utf-8")
    assert refused == scene.build().refused


@EVERY_SCENE
def test_a_second_program_finds_a_golden_event_right(scene: EventScene) -> None:
    scene.build().check()


def test_a_golden_event_is_json_and_says_how_many_events_it_has() -> None:
    for scene in EVENT_SCENES:
        kept = json.loads(scene.event_path.read_text("utf-8"))
        lines = scene.orders_path.read_text("utf-8").splitlines()
        assert kept["log"] == {"events": len(lines) - len(scene.build().refused)}


def test_every_article_of_the_tournament_has_its_golden_event_and_nothing_else_has() -> None:
    articles = [article for book in SOURCE_BOOKS for article in load_book(book).articles]
    marked = {article.id for article in articles if "tournament" in article.ways}
    assert {scene.article for scene in EVENT_SCENES} == marked
    assert {scene.article for scene in EVENT_SCENES if not scene.variant} == marked
    files = {path.name for path in FOLDER.iterdir() if path.name.endswith((ORDERS, ".event.json"))}
    assert files == {path.name for scene in EVENT_SCENES for path in (scene.orders_path, scene.event_path)}
