"""Golden play-throughs: one for each article that a table enforces or a referee rules on, with what everybody saw.

`--update-goldens` writes them anew from the scenes in `tests/golden/`. They change only on purpose, with the diff read.
"""

from __future__ import annotations

import pytest

from tantera.notation.reader import read
from tantera.notation.writer import write
from tantera.rules import load_book
from tantera.rules.loader import SOURCE_BOOKS
from tests.conformance import ORDERS
from tests.golden.scene import FOLDER, Files, Scene, replayed
from tests.golden.scenes import OF_PLAY, OF_THE_REFEREE, SCENES

EVERY_SCENE = pytest.mark.parametrize("scene", [pytest.param(scene, id=scene.name) for scene in SCENES])
IN_DGN = pytest.mark.parametrize(
    "scene", [pytest.param(scene, id=scene.name) for scene in SCENES if scene.kind == "dgn"]
)


def stored(scene: Scene) -> Files:
    return Files(scene.record_path.read_text("utf-8"), scene.views_path.read_text("utf-8"))


@pytest.fixture
def kept(request: pytest.FixtureRequest) -> None:
    """The files as they are kept; while they are being written anew, they prove nothing."""
    if request.config.getoption("--update-goldens"):
        pytest.skip("the goldens are being written anew")


@EVERY_SCENE
def test_playing_the_scene_gives_the_golden(scene: Scene, request: pytest.FixtureRequest) -> None:
    played = scene.files()
    if request.config.getoption("--update-goldens"):
        scene.record_path.write_text(played.record, "utf-8")
        scene.views_path.write_text(played.views, "utf-8")
    golden = stored(scene)
    assert played.record == golden.record
    assert played.views == golden.views


@EVERY_SCENE
def test_replaying_the_golden_shows_everybody_the_same(scene: Scene, kept: None) -> None:
    golden = stored(scene)
    assert replayed(scene.kind, golden) == golden.views


@IN_DGN
def test_reading_and_writing_a_golden_changes_nothing(scene: Scene, kept: None) -> None:
    text = stored(scene).record
    assert read(write(read(text))) == read(text)
    assert write(read(text)) == text


@EVERY_SCENE
def test_no_order_that_a_golden_tries_is_accepted(scene: Scene, kept: None) -> None:
    assert "ACCEPTED" not in stored(scene).views


def test_every_article_of_play_and_of_the_referee_has_its_golden_and_nothing_else_has(kept: None) -> None:
    articles = [article for book in (*SOURCE_BOOKS, "fives-and-threes") for article in load_book(book).articles]
    of_play = [article.id for article in articles if "play" in article.ways]
    of_the_referee = [article.id for article in articles if "referee" in article.ways]
    assert {scene.article for scene in OF_PLAY} == set(of_play)
    assert {scene.article for scene in OF_THE_REFEREE} == set(of_the_referee)
    assert sorted(scene.article for scene in OF_PLAY if not scene.variant) == sorted(of_play)
    records = (path for path in FOLDER.iterdir() if path.suffix in (".dgn", ".jsonl", ".txt"))
    files = sorted(path.name for path in records if not path.name.endswith(ORDERS))
    assert files == sorted(path.name for scene in SCENES for path in (scene.record_path, scene.views_path))


def test_a_second_golden_of_the_referee_says_that_it_is_his() -> None:
    both = {scene.article for scene in OF_PLAY} & {scene.article for scene in OF_THE_REFEREE}
    assert {scene.article for scene in OF_THE_REFEREE if scene.variant == "referee"} == both
