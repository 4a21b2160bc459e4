"""A hall reports over a real server: a small sample of `python3 run.py bench hall`."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bench import hall
from bench._event import Seats
from tantera.rules import built_in_books
from tantera.tournament import orders as o
from tantera.tournament.hall.state import HallState
from tantera.tournament.state import TournamentState
from tantera.tournament_file import TournamentFolder
from tantera.web.tournaments import live, stamps
from tantera.web.tournaments.folder import Tournaments
from tantera.web.tournaments.live import LiveTournament
from tests.web import plain
from tests.web.desk.running import director
from tests.web.serving import Running, serving
from tests.web.test_limits import limits


def test_what_phones_send_is_in_the_file_once_and_every_row_of_the_bench_has_figures():
    figures, wrong = hall.ours(tables=4, seconds=1)
    assert wrong == ""
    assert len(figures.sent) == 4
    asked = {name for name in hall.ROWS if name not in ("public",)}  # phones look there at leisure: not within a second
    assert asked <= figures.took.keys()
    assert len(figures.took["submission"]) == 8
    assert len(figures.took["reload"]) == 16


def test_the_bench_would_see_what_is_lost_and_what_is_there_twice():
    figures = hall.Figures()
    figures.sent = {1: [100, 20], 2: [30, 110]}
    both = Counter(result=2, confirm=2)
    assert hall.differences(figures, {1: [100, 20], 2: [30, 110]}, both) == ""
    assert "lost: [2]" in hall.differences(figures, {1: [100, 20]}, both)
    assert "more than was sent: 1" in hall.differences(
        figures, {1: [100, 20], 2: [30, 110]}, Counter(result=3, confirm=2)
    )


def test_the_bare_server_takes_the_same_load():
    figures = hall.bare([Seats("", ())] * 2, 1, (2000, 2000))
    assert len(figures.took["submission"]) == 4
    assert len(figures.sent) == 2


@asynccontextmanager
async def an_event(folder: Path) -> AsyncIterator[LiveTournament]:
    tournaments = Tournaments(TournamentFolder(folder), built_in_books)
    try:
        yield await tournaments.create(o.Create("Copa", "competencia-individual"), "director")
    finally:
        await tournaments.close()


def enters(n: int, player: int | None = None) -> o.Enter:
    return o.Enter(f"e{n}", (o.EntryPlayer(f"p{n if player is None else player}", f"Ana {n}"),))


def test_orders_that_come_together_are_written_together_and_each_has_its_own_answer(tmp_path: Path):
    async def many() -> tuple[list[Any], int]:
        async with an_event(tmp_path / "events") as tournament:
            orders = [tournament.order(enters(n), "desk", f"order-{n}") for n in range(20)]
            orders += [tournament.order(enters(n), "desk", f"order-{n}") for n in range(5)]  # sent again
            orders += [tournament.order(enters(30, player=1), "desk"), tournament.order(o.Draw(), "desk")]
            return list(await asyncio.gather(*orders, return_exceptions=True)), tournament.state.number

    answers, number = asyncio.run(many())
    assert number == 21
    assert [one.recorded.number for one in answers[:20]] == list(range(2, 22))
    assert [(one.again, one.recorded.number) for one in answers[20:25]] == [(True, n) for n in range(2, 7)]
    assert [one.code for one in answers[25:]] == ["already_entered", "not_yours"]


def test_a_file_that_cannot_be_written_answers_everybody_who_waits(tmp_path: Path):
    async def many() -> list[Any]:
        async with an_event(tmp_path / "events") as tournament:
            tournament.file.store.append = lambda *_, **__: 1 / 0  # type: ignore[method-assign,assignment]
            orders = [tournament.order(enters(n), "desk") for n in range(3)]
            async with asyncio.timeout(30):
                return list(await asyncio.gather(*orders, return_exceptions=True))

    assert [type(one) for one in asyncio.run(many())] == [ZeroDivisionError] * 3


@pytest.mark.parametrize("count", [1, 70])
def test_everybody_who_waits_for_news_is_told(tmp_path: Path, count: int):
    async def wait() -> list[int]:
        async with an_event(tmp_path / "events") as tournament:
            waiting = [asyncio.create_task(tournament.moved(str(tournament.version), 20)) for _ in range(count)]
            await asyncio.sleep(0)
            await tournament.order(enters(1), "desk")
            return [version.event for version in await asyncio.gather(*waiting)]

    assert asyncio.run(wait()) == [2] * count


def test_what_everybody_waits_for_is_worked_out_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Made-up subjects are one subject, the same one in other figures is the same, and nobody's stamp is made twice."""
    made: list[str] = []

    def counted(state: TournamentState, hall: HallState, about: str) -> str:
        made.append(about)
        return stamps.stamp(state, hall, about)

    monkeypatch.setattr(live, "stamp", counted)

    async def wait() -> None:
        async with an_event(tmp_path / "events") as tournament:
            await tournament.order(enters(1), "desk")
            made_up = [f"player/{n}" for n in range(200)] + [f"table/{n}/{n}" for n in range(200)]
            subjects = ["judges"] * 50 + ["player/p1"] * 50 + made_up
            known = {about: await tournament.changed("", about, 0) for about in subjects}
            made.clear()
            waiting = [asyncio.create_task(tournament.changed(known[about], about, 1.5)) for about in subjects]
            await asyncio.sleep(0)
            assert len(tournament._watched) == 3
            await tournament.order(enters(2), "desk")
            await asyncio.gather(*waiting)
            assert len(made) <= 3
            assert tournament._watched == {}

    asyncio.run(wait())


def test_an_address_has_so_many_who_wait(tmp_path: Path):
    async def story(server: Running, event: str) -> None:
        async with plain.AsyncClient(base_url=server.url, timeout=40) as http:
            news = f"/api/events/{event}/news"
            since = (await http.get(news)).json()["version"]
            waiting = [asyncio.create_task(http.get(news, params={"since": since})) for _ in range(4)]
            found = server.app.state.waiting
            while sum(found._by_address.values()) < 4:
                await asyncio.sleep(0.01)
            turned_away = await http.get(news)
            assert (turned_away.status_code, turned_away.headers["retry-after"]) == (429, "5")
            for one in waiting:
                one.cancel()

    with serving(tmp_path / "data", limits=limits(waiting_an_address=4)) as server:
        desk = director(server).create()
        asyncio.run(story(server, desk.event))


def test_who_waits_in_vain_is_forgotten(tmp_path: Path):
    async def wait() -> int:
        async with an_event(tmp_path / "events") as tournament:
            await asyncio.gather(*(tournament.moved(str(tournament.version), 0.01) for _ in range(10)))
            return len(tournament._waiting)

    assert asyncio.run(wait()) == 0
