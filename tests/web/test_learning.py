"""Lessons over HTTP: tasks, answers, refusals by the law, and progress that is kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from tantera.lessons import LEARNER, Lesson, judged, lessons
from tantera.lessons.judging import answers
from tantera.play import PlaceTile, legal_moves
from tantera.web.learning.progress import in_cookie
from tests.web.serving import Running, serving
from tests.web.visiting import Browser


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("learning") / "data") as running:
        yield running


def a_right_answer(lesson: Lesson, number: int) -> str:
    task = lesson.tasks[number - 1]
    if task.counted:
        return task.count
    hand = task.match.hand
    assert hand is not None
    offered = [f"{one.end or ''}{one.tile}" if isinstance(one, PlaceTile) else "-" for one in legal_moves(hand)]
    return next(one for one in offered if judged(task, one).right)


def solve(browser: Browser, lesson: Lesson) -> None:
    for number in range(1, len(lesson.tasks) + 1):
        address = f"/learn/{lesson.id}/{number}"
        answer = browser.post(address, {"answer": a_right_answer(lesson, number)})
        assert answer.status_code == 303
        page = browser.get(answer.headers["location"])
        assert "Bien" in page.text
        assert lesson.tasks[number - 1].why.text("es")[:20] in page.text


def places(browser: Browser) -> str:
    """The eight places: d is done, b begun, . not yet."""
    page = browser.get("/learn").text
    row = page[page.index('<ol class="places"') : page.index("</ol>", page.index('<ol class="places"'))]
    kinds = [part.split('"')[0] for part in row.split('<li class="place')[1:]]
    return "".join({"": ".", " done": "d", " begun": "b"}[kind] for kind in kinds)


def test_every_task_has_a_page_in_three_languages_and_shows_no_tile_of_another(server: Running):
    for lang in ("es", "ca", "en"):
        with Browser(server.url, **{"accept-language": lang}) as browser:
            for lesson in lessons():
                for number, task in enumerate(lesson.tasks, start=1):
                    page = browser.get(f"/learn/{lesson.id}/{number}")
                    assert page.status_code == 200
                    assert task.asks.text(lang).replace("'", "&#39;") in page.text
                    data = page.text.split('id="task">')[1].split("</script>")[0]
                    shown = json.loads(data)["shown"]
                    if task.match.phase == "playing":
                        assert [rack is None for rack in shown["racks"]] == [False, True, True, True]
                    if task.counted:
                        assert shown["line"] is None, "nobody has counted it for them"
                    for value, _ in answers(task):
                        assert f'value="{value}"' in page.text


@pytest.mark.parametrize(
    ("lang", "one", "many"), [("es", "1 ficha", "fichas"), ("ca", "1 fitxa", "fitxes"), ("en", "1 tile", "tiles")]
)
def test_who_hears_a_task_hears_of_one_tile_in_the_singular(server: Running, lang: str, one: str, many: str):
    with Browser(server.url, **{"accept-language": lang}) as browser:
        pages = [
            browser.get(f"/learn/{lesson.id}/{number}").text
            for lesson in lessons()
            for number in range(1, len(lesson.tasks) + 1)
        ]
    assert any(f">{one}<" in page for page in pages)
    assert not any(f">1 {many}<" in page for page in pages)


def test_without_a_name_progress_is_in_a_cookie_and_goes_along_when_there_is_one(tmp_path: Path):
    first, second, *_ = lessons()
    with serving(tmp_path / "data") as server, Browser(server.url) as browser:
        assert places(browser) == "........"
        solve(browser, first)
        assert places(browser) == "d......."
        assert browser.cookie is None, "nobody is kept who has not said a name"
        browser.named("Ana")
        browser.post(f"/learn/{second.id}/1", {"answer": a_right_answer(second, 1)})
        assert places(browser) == "db......"
        with ZipFile(BytesIO(browser.get("/me/everything.zip").content)) as packed:
            assert f"{second.id}.1" in json.loads(packed.read("me.json"))["lessons"]
        cookie = browser.cookie
    with serving(tmp_path / "data") as server, Browser(server.url, cookie) as another_device:
        assert places(another_device) == "db......"
        another_device.get(f"/learn/{second.id}/1?answer=nonsense")
        assert places(another_device) == "db......", "what is solved stays solved"


def test_a_first_hand_is_there_for_who_has_played_one_already(server: Running):
    with Browser(server.url) as browser:
        for _ in ("the first time", "once more"):
            page = browser.get("/learn").text
            assert page.index("Tu primera mano") < page.index("Ocho lecciones")
            assert "/tables/" in browser.post("/first-hand", {}).headers["location"]


def test_a_wrong_answer_says_why_and_solves_nothing(server: Running):
    lesson = next(one for one in lessons() if one.tasks[0].counted)
    task = lesson.tasks[0]
    wrong = next(one for one in task.offers if one != task.count)
    with Browser(server.url) as browser:
        page = browser.get(browser.post(f"/learn/{lesson.id}/1", {"answer": wrong}).headers["location"])
        assert task.why_not.text("es") in page.text
        assert "Otra vez" in page.text
        assert "d" not in places(browser)


def test_a_tile_that_does_not_fit_is_refused_by_the_book_and_the_question_stays(server: Running):
    lesson = lessons()[0]
    hand = lesson.tasks[0].match.hand
    assert hand is not None
    rests = next(tile for tile in hand.rack(LEARNER) if tile is not None and not tile.bit & hand.chain.fitting)  # type: ignore[union-attr]
    with Browser(server.url) as browser:
        page = browser.get(browser.post(f"/learn/{lesson.id}/1", {"answer": str(rests)}).headers["location"])
        assert 'title="CL-desarrollo">ver la regla</a>' in page.text
        assert "las puntas son 5 y 6" in page.text, "in the order in which the question has them"
        assert lesson.tasks[0].asks.text("es") in page.text
        assert places(browser) == "........"


def test_what_is_no_task_or_no_answer_is_not_found(server: Running):
    first = lessons()[0]
    with Browser(server.url) as browser:
        for path in ("/learn/nothing/1", f"/learn/{first.id}/99", f"/learn/{first.id}/1?answer=zzz"):
            assert browser.get(path).status_code == 404, path
        assert browser.post(f"/learn/{first.id}/1", {"answer": "77"}).status_code == 404


def test_a_cookie_says_nothing_that_there_is_not():
    first = lessons()[0]
    assert in_cookie(f"{first.id}.1_{first.id}.0_../x_{first.id}.1") == {f"{first.id}.1"}
