"""Every golden of the referee says in its report what the articles say, and its file is refused with another result."""

import re

import pytest

from tantera.notation import DgnError, judge, read
from tests.golden.scene import Scene
from tests.golden.scenes import OF_THE_REFEREE
from tests.referee import expected_others, expected_tarragona
from tests.referee.papers import summary, told

EXPECTED = {**expected_others.EXPECTED, **expected_tarragona.EXPECTED}
EVERY_SCENE = pytest.mark.parametrize("scene", [pytest.param(scene, id=scene.name) for scene in OF_THE_REFEREE])
ENDED_SO = [scene for scene in OF_THE_REFEREE if re.search("= (lost|void)", str(scene.build()))]


def kept(scene: Scene) -> str:
    return scene.record_path.read_text("utf-8")


@EVERY_SCENE
def test_the_report_of_a_golden_says_what_the_articles_say(scene: Scene):
    assert summary(told(kept(scene))) == EXPECTED[scene.name].strip()


def test_everything_expected_has_its_golden():
    assert sorted(EXPECTED) == sorted(scene.name for scene in OF_THE_REFEREE)


@pytest.mark.parametrize("scene", [pytest.param(scene, id=scene.name) for scene in ENDED_SO])
@pytest.mark.parametrize("instead", ["= domino 1 +7", "= lost 1+3 +7 {}", "= lost 2+4 +7 {}", "= void {}"])
def test_another_result_than_the_computed_one_is_refused_naming_both(scene: Scene, instead: str):
    text = kept(scene)
    right = re.findall(r"= (?:lost|void).*", text)[-1]
    wrong = instead.format(right.split()[-1])
    if wrong == right:
        return
    with pytest.raises(DgnError) as refusal:
        judge(read(text.replace(right, wrong)))
    assert (refusal.value.found, refusal.value.expected) == (wrong, right)
    assert refusal.value.article == right.split()[-1]
