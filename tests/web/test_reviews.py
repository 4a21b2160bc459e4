"""A match studied on its own page: begun when somebody asks, one after the other, kept once it is worked out."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tantera.notation import judge_file
from tantera.store import open_store
from tantera.study.balance import study
from tantera.study.figures import MatchStudied
from tantera.study.kept import keep, read_again
from tantera.study.moments import hands_of
from tantera.web.replays.library import Replay
from tantera.web.replays.reviewed import reviewed
from tantera.web.replays.reviewing import STREAM, NoStudy, Reviews
from tests.web.matches import played
from tests.web.serving import PATIENCE, Guest, Running, serving
from tests.web.studying import at_once
from tests.web.test_worth import KNOWN, uploaded

PAGE = {"accept": "text/html", "accept-language": "es"}
ONLY_SCORES = '[Book "san-juan"]\n\n#1 o1 0-0\n= domino 3 +41\n'
WAITS = 'id="review" data-news='


@pytest.fixture(scope="module", autouse=True)
def here() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Reviews, "_worked_out", at_once)
        yield


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("reviews") / "data") as running:
        yield running


def finished(guest: Guest, address: str) -> str:
    """The page once everything is worked out, by what a page without figures waits for."""
    until = time.monotonic() + 10 * PATIENCE
    while True:
        text: str = guest.asks("GET", f"{address}/review", headers=PAGE).text
        if "data-settled" in text:
            return text
        version = re.search(r'data-version="([^"]*)"', text)
        assert version is not None
        assert time.monotonic() < until, text
        guest.asks("GET", f"{address}/review/news?since={version[1]}&patience=5")


def test_a_match_is_studied_once_and_kept_and_a_file_of_somebodys_is_not(tmp_path: Path):
    """A server that starts again has the figures of its own matches."""
    with serving(tmp_path / "data") as running:
        ana, opened = played(running.url, "clasico", "20p")
        address = f"/replays/{opened['table']}/1"
        first = finished(ana, address)
        told = ana.asks("GET", f"/api/matches/{opened['table']}/1/review").json()
        assert (told["over"], told["hands"], told["ahead"]) == (True, told["of"], 0)
        for side in told["study"]["sides"]:
            parts = side["luck"]["value"] + side["play"]["value"] - side["play_of_the_others"]["value"]
            assert parts + side["rest"]["value"] == pytest.approx(side["result"], abs=0.03)
        assert "−126" in finished(Guest(running.url, "Zoe"), uploaded(running, KNOWN))
    for sentence in ("Error por decisión", "Mano a mano", "Con lo que se sabía", "Con todo a la vista"):
        assert sentence in first
    assert re.search(r"Por qué (ganáis|perdéis) por \d+|De dónde salen los puntos", first)
    kept = asyncio.run(streams(tmp_path / "data"))
    assert len(kept) == 1
    assert opened["table"] in kept[0]
    with serving(tmp_path / "data") as running:
        ana.url = running.url
        again = ana.asks("GET", f"{address}/review", headers=PAGE).text
        assert "data-settled" in again, "nothing has to be worked out anew"
        assert figures_of(again) == figures_of(first)


def figures_of(page: str) -> list[str]:
    return re.findall(r'class="[^"]*number[^"]*">(?:<b>)?([^<]+)', page)


async def streams(data: Path) -> list[str]:
    store = open_store(data)
    try:
        return [head.stream for head in await store.streams(STREAM)]
    finally:
        await store.close()


def test_a_file_with_scores_alone_says_so(running: Running):
    page = Guest(running.url, "Zoe").asks("GET", f"{uploaded(running, ONLY_SCORES)}/review", headers=PAGE).text
    assert "Nadie apuntó las fichas y jugadas de esta partida" in page
    assert "data-settled" in page


def test_a_page_that_waits_follows_the_news_by_itself_and_without_a_script_is_asked_for_again(running: Running):
    page = Guest(running.url, "Zoe").asks("GET", f"{uploaded(running, KNOWN)}/review", headers=PAGE).text
    if "data-settled" not in page:
        assert WAITS in page
        assert '<noscript><meta http-equiv="refresh"' in page
        assert "<progress" in page


WORKED_OUT = Reviews._worked_out


def test_the_work_is_done_in_a_process_of_its_own(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Reviews, "_worked_out", WORKED_OUT)

    async def evening() -> bytes:
        reviews = Reviews(None)  # type: ignore[arg-type]
        try:
            while not (review := await reviews.of(replay_of("apart"))).over:
                await asyncio.sleep(0.05)
            return review.hands[0]
        finally:
            reviews.close()

    (hand,) = study(judge_file(KNOWN.encode()).ledger).hands
    assert asyncio.run(evening()) == keep(hand), "the same figures, wherever they are worked out"


# --- the queue --------------------------------------------------------------------------------------------------------


def replay_of(key: str) -> Replay:
    judged = judge_file(KNOWN.encode())
    return Replay(f"/replays/file/{key}", judged.ledger, (), "known.dgn", judged.document, judged)


def test_everybody_has_a_place_in_the_queue_and_a_match_is_studied_once(monkeypatch: pytest.MonkeyPatch):
    begun: list[Any] = []
    goes_on = asyncio.Event()

    async def worked_out(self: Reviews, number: int, *rest: Any) -> bytes:
        begun.append(number)
        await goes_on.wait()
        return b"[]"

    monkeypatch.setattr(Reviews, "_worked_out", worked_out)

    async def evening() -> None:
        reviews = Reviews(None)  # type: ignore[arg-type]
        places = [(await reviews.of(replay_of(key))).ahead for key in "abcab"]
        assert places == [0, 1, 2, 0, 1]
        waiting = asyncio.create_task(reviews.news(replay_of("c"), "0.2", 30))
        await asyncio.sleep(0)
        assert not waiting.done()
        goes_on.set()
        assert (await waiting).version != "0.2"
        for key in "abc":
            while not (await reviews.of(replay_of(key))).over:
                await asyncio.sleep(0)
        assert len(begun) == 3
        reviews.close()

    asyncio.run(evening())


def test_a_match_that_cannot_be_worked_out_says_so_and_holds_up_nobody_behind_it(monkeypatch: pytest.MonkeyPatch):
    async def worked_out(self: Reviews, *rest: Any) -> bytes:
        await asyncio.sleep(0)
        if not failures:
            failures.append(1)
            raise RuntimeError("a worker that cannot begin")
        return b"[]"

    failures: list[int] = []
    monkeypatch.setattr(Reviews, "_worked_out", worked_out)

    async def evening() -> None:
        reviews = Reviews(None)  # type: ignore[arg-type]
        for key in "ab":
            await reviews.of(replay_of(key))
        while not (await reviews.of(replay_of("b"))).over:
            await asyncio.sleep(0)
        with pytest.raises(NoStudy):
            await reviews.of(replay_of("a"))
        while not (await reviews.of(replay_of("a"))).over:  # asked for again, it is tried again
            await asyncio.sleep(0)
        reviews.close()

    asyncio.run(evening())


def test_nobody_is_kept_waiting_in_a_queue_without_end(monkeypatch: pytest.MonkeyPatch):
    async def worked_out(self: Reviews, *rest: Any) -> bytes:
        await asyncio.Event().wait()
        return b""

    monkeypatch.setattr(Reviews, "_worked_out", worked_out)

    async def evening() -> None:
        reviews = Reviews(None)  # type: ignore[arg-type]
        for number in range(60):
            await reviews.of(replay_of(str(number)))
        with pytest.raises(NoStudy):
            await reviews.of(replay_of("one too many"))
        reviews.close()

    asyncio.run(evening())


# --- what the page says -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def studied() -> MatchStudied:
    return study(judge_file(KNOWN.encode()).ledger)


def test_what_is_read_again_is_what_was_kept(studied: MatchStudied):
    hands = dict(hands_of(judge_file(KNOWN.encode()).ledger))
    for hand in studied.hands:
        again = read_again(keep(hand), hands)
        assert keep(again) == keep(hand)
        assert again.shares == hand.shares
        assert [turn.decision.played for turn in again.turns] == [turn.decision.played for turn in hand.turns]
        assert [turn.view for turn in again.turns] == [turn.view for turn in hand.turns]


@pytest.mark.parametrize("you", [None, 1, 2])
def test_the_balance_adds_up_to_the_point_as_it_is_read(studied: MatchStudied, you: int | None):
    ledger = judge_file(KNOWN.encode()).ledger
    told = reviewed(studied, ledger, you, "en")
    figures = [int(one.text.replace("−", "-").replace(",", "")) for one in told.balance]
    assert sum(figures) == (126 if you == 2 else -126)
    assert told.decisions[0].is_you == (you is not None)
    assert [player.is_you for player in told.players].count(True) == (you is not None)


def test_a_lesson_shows_ones_own_tiles_and_with_everything_in_sight_those_of_the_others(studied: MatchStudied):
    told = reviewed(studied, judge_file(KNOWN.encode()).ledger, 1, "es")
    turns = [turn for player in told.decisions for turn in (*player.costly, *player.fine)]
    assert turns
    for turn in turns:
        assert len(turn.racks) == 3
        assert sum(one.is_played for one in turn.options) == 1
        assert sum(one.is_best for one in turn.options) == 1
        assert turn.why
