"""Puzzles over HTTP: the one of the day, themes, the explanation afterwards, and progress that is kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from tantera.puzzles import THEMES, Puzzle, shipped
from tantera.puzzles.puzzle import by_id
from tantera.puzzles.solving import explained, move_of
from tantera.study.telling import move_in_words
from tantera.web.learning.progress import (
    DAYS_IN_COOKIE,
    PUZZLES_IN_COOKIE,
    day_name,
    days_in_a_row,
    in_puzzle_cookie,
    puzzle_cookie,
    puzzle_name,
)
from tests.web.serving import Running, serving
from tests.web.visiting import Browser


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("puzzles") / "data") as running:
        yield running


def answer_of(puzzle: Puzzle, place: int) -> str:
    order = move_of(puzzle, puzzle.options[place])
    return f"{order.end or ''}{order.tile}"


def todays(browser: Browser) -> Puzzle:
    return by_id()[browser.get("/puzzles/today").headers["location"].removeprefix("/puzzles/")]


def solved(browser: Browser, puzzle: Puzzle) -> str:
    """The page after the right answer."""
    answer = browser.post(f"/puzzles/{puzzle.id}", {"answer": answer_of(puzzle, 0)})
    assert answer.status_code == 303
    return browser.get(answer.headers["location"]).text


def test_a_puzzle_shows_no_tile_of_another_and_is_explained_after_an_answer(server: Running):
    for lang, right, wrong in (
        ("es", "Bien", "No es esa"),
        ("ca", "Bé", "No és aquesta"),
        ("en", "Right", "Not this one"),
    ):
        with Browser(server.url, **{"accept-language": lang}) as browser:
            for puzzle in shipped()[::60]:
                page = browser.get(f"/puzzles/{puzzle.id}")
                assert page.status_code == 200
                shown = json.loads(page.text.split('id="task">')[1].split("</script>")[0])["shown"]
                assert [rack is None for rack in shown["racks"]] == [False, True, True, True]
                assert explained(puzzle, 1).why[0].told(lang)[1:] not in page.text, "not before it is answered"
                told = browser.get(f"/puzzles/{puzzle.id}?answer={answer_of(puzzle, 0)}").text
                assert right in told
                assert explained(puzzle, 1).why[0].told(lang)[1:].replace("'", "&#39;") in told
                assert wrong in browser.get(f"/puzzles/{puzzle.id}?answer={answer_of(puzzle, 1)}").text


def test_reasons_say_which_of_the_two_moves_they_speak_for(server: Running):
    with Browser(server.url, **{"accept-language": "es"}) as browser:
        puzzle = next(one for one in shipped() if len(explained(one, 1).why) > 1 and explained(one, 1).but)
        best, other = (move_in_words(move_of(puzzle, puzzle.options[place])) for place in (0, 1))
        page = browser.get(f"/puzzles/{puzzle.id}?answer={answer_of(puzzle, 1)}").text
        reasons, others = explained(puzzle, 1).why, explained(puzzle, 1).but
        assert f"A favor de {best}:</b> {'; '.join(one.told('es') for one in reasons)}." in page
        assert f"A favor de {other}: {others[0].told('es')}." in page


def test_the_puzzle_of_the_day_is_kept_without_a_name_and_goes_along_when_there_is_one(tmp_path: Path):
    with serving(tmp_path / "data") as server, Browser(server.url) as browser:
        assert "Resolverlo" in browser.get("/puzzles").text
        puzzle = todays(browser)
        browser.post(f"/puzzles/{puzzle.id}", {"answer": answer_of(puzzle, 1)})
        assert "Resolverlo" in browser.get("/puzzles").text, "a wrong answer solves nothing"
        assert "Mañana hay otro" in solved(browser, puzzle)
        page = browser.get("/puzzles").text
        assert "un día seguido" in page
        assert "Resolverlo" not in page
        assert browser.cookie is None, "nobody is kept who has not said a name"
        browser.named("Ana")
        another = next(one for one in shipped() if one.id != puzzle.id)
        solved(browser, another)
        with ZipFile(BytesIO(browser.get("/me/everything.zip").content)) as packed:
            kept = json.loads(packed.read("me.json"))["lessons"]
            assert {puzzle_name(puzzle.id), puzzle_name(another.id)} <= set(kept)
        cookie = browser.cookie
    with serving(tmp_path / "data") as server, Browser(server.url, cookie) as another_device:
        assert "un día seguido" in another_device.get("/puzzles").text


def test_a_theme_goes_on_with_the_easiest_that_is_not_solved(server: Running):
    with Browser(server.url) as browser:
        for theme in THEMES:
            of_it = [one for one in shipped() if one.theme == theme]
            first = browser.get(f"/puzzles/of/{theme}").headers["location"]
            assert first == f"/puzzles/{of_it[0].id}"
        assert f"/puzzles/{of_it[1].id}" in solved(browser, of_it[0])
        assert browser.get(f"/puzzles/of/{theme}").headers["location"] == f"/puzzles/{of_it[1].id}"


def test_a_tile_that_does_not_fit_is_refused_by_the_book_and_the_question_stays(server: Running):
    puzzle = next(one for one in shipped() if one.match.hand and len(one.options) < one.match.hand.count(1))
    hand = puzzle.match.hand
    assert hand is not None
    assert hand.chain is not None
    rests = next(tile for tile in hand.rack(1) if tile is not None and not tile.bit & hand.chain.fitting)
    with Browser(server.url) as browser:
        page = browser.get(browser.post(f"/puzzles/{puzzle.id}", {"answer": str(rests)}).headers["location"]).text
        assert 'title="CL-desarrollo">ver la regla</a>' in page
        assert "¿Qué ficha da más puntos a tu pareja?" in page


def test_what_is_no_puzzle_or_no_answer_is_not_found(server: Running):
    first = shipped()[0]
    with Browser(server.url) as browser:
        for path in ("/puzzles/0-0", "/puzzles/of/luck", f"/puzzles/{first.id}?answer=zzz"):
            assert browser.get(path).status_code == 404, path
        assert browser.post(f"/puzzles/{first.id}", {"answer": "77"}).status_code == 404


def test_the_page_is_linked_from_home_and_from_the_lessons(server: Running):
    with Browser(server.url) as browser:
        for path in ("/", "/learn"):
            assert 'href="/puzzles"' in browser.get(path).text, path


def test_a_cookie_says_nothing_that_there_is_not_and_stays_small():
    first = shipped()[0]
    value = f"puzzle.{first.id}_day.2026-11-19_day.2026-02-30_puzzle.0-0_../x"
    assert in_puzzle_cookie(value) == {puzzle_name(first.id), "day.2026-11-19"}
    days = [day_name(date.fromordinal(739_000 + at)) for at in range(3 * DAYS_IN_COOKIE)]
    everything = frozenset([*days, *(puzzle_name(one.id) for one in shipped())])
    cookie = puzzle_cookie(everything, secure=False)
    assert cookie.value is not None
    assert len(cookie.value) < 4000
    kept = in_puzzle_cookie(cookie.value)
    assert days_in_a_row(kept, date.fromordinal(739_000 + len(days) - 1)) == DAYS_IN_COOKIE
    assert sum(name.startswith("puzzle.") for name in kept) == min(PUZZLES_IN_COOKIE, len(shipped()))
