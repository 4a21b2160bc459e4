"""Partners, over all matches of a server: the administrator's page, and the queue in which matches are read."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tantera.store import Store, open_store
from tantera.study.kept import keep_pairs, pairs_again
from tantera.study.moments import hands_of
from tantera.study.partners import hand_of_pairs as hand_of_pairs_here
from tantera.web.clock import now
from tantera.web.replays import partners
from tantera.web.replays.library import Unfinished
from tantera.web.replays.partners import MOST, Partners, Readings
from tantera.web.replays.reviewing import Reviews
from tantera.web.tables.directory import MatchPlayed
from tests.web import plain
from tests.web.desk.running import words
from tests.web.matches import played
from tests.web.serving import Running, serving
from tests.web.studying import hand_of_pairs, in_a_thread, plant, planted_hands, played_by
from tests.web.test_reviews import replay_of
from tests.web.visiting import Browser, administrator

DAY = 86_400_000
PEOPLE = ("pons", "vidal", "mas", "roca")
NAMES = ("Pons", "Vidal", "Mas", "Roca")


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    monkeypatch.setattr(Reviews, "_tried", in_a_thread)
    with serving(tmp_path / "data") as running:
        yield running


def test_a_pair_is_who_they_are_whatever_they_are_called_and_bots_are_no_pair(server: Running):
    old, new = played_by("one", NAMES, PEOPLE, now() - 2 * DAY), played_by("two", ("Paco", *NAMES[1:]), PEOPLE, now())
    with_bots = played_by("three", ("Ana", "Bot 1", "Bot 2", "Bot 3"), ("ana", "", "", ""), now())
    bots = played_by("four", ("Ana", "Bot 1", "Bea", "Bot 1"), ("ana", "", "bea", ""), now())
    hands = planted_hands(60)
    plant(server, (old, hands), (new, hands), (with_bots, hands), (bots, hands))
    with administrator(server) as boss:
        assert "/admin/partners" in boss.get("/admin").text
        told = words(boss.get("/admin/partners"))
    assert "Mas · Paco" in told, "by the last of their names"
    assert "Mas · Pons" not in told
    assert told.index("Ana · Bea") < told.index("Roca · Vidal")
    assert "Bot" not in told
    assert "se han mirado 3 cosas" in told
    assert told.count("menos de 1 de 1.000.000") >= 2


def test_the_administrator_chooses_the_span(server: Running):
    plant(server, (played_by("one", NAMES, PEOPLE, now() - 60 * DAY), planted_hands(40)))
    with administrator(server) as boss:
        for span, seen in (("30", False), ("90", True), ("365", True), ("all", True), ("nonsense", False)):
            told = words(boss.get(f"/admin/partners?span={span}"))
            assert ("Mas · Pons" in told) is seen, span
        assert boss.get("/admin/partners/all/news?since=&patience=0").json()["version"] == "1.0.0"


def test_whoever_does_not_administer_is_refused_with_a_sentence(server: Running):
    plant(server, (played_by("one", NAMES, PEOPLE, now()), planted_hands(40)))
    with Browser(server.url).named("Pons") as player, plain.Client(base_url=server.url) as stranger:
        for path in ("/admin/partners", "/admin/partners?span=all", "/admin/partners/all/news"):
            for who in (player, stranger):
                answer = who.get(path, headers={"accept": "text/html", "accept-language": "es"})
                assert answer.status_code in (401, 403)
                assert "administra" in words(answer), "a sentence"
                assert "Pons" not in words(answer)


def test_who_was_erased_is_in_no_pair(server: Running):
    match = played_by("one", NAMES, PEOPLE, now())
    plant(server, (match.without(frozenset({"Mas"})), planted_hands(40)))
    with administrator(server) as boss:
        told = words(boss.get("/admin/partners"))
    assert "Roca · Vidal" in told
    assert "Pons" not in told


def test_a_match_of_one_person_and_bots_is_not_read(server: Running):
    played(server.url, "clasico", "10p")
    with administrator(server) as boss:
        assert "Aún no ha acabado ninguna partida de dos parejas" in words(boss.get("/admin/partners"))


# --- the queue --------------------------------------------------------------------------------------------------------


class Past:
    """In the place of the library: every match has one hand, and what is asked for is noted."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.unfinished: set[str] = set()

    async def past(self, table: str, number: int) -> Any:
        self.asked.append(table)
        if table in self.unfinished:
            raise Unfinished
        return replay_of(table)


class Queue(NamedTuple):
    store: Store
    past: Past
    reviews: Reviews
    reading: Partners
    goes_on: asyncio.Event
    """Whatever is worked on waits for it."""
    worked: list[Any]

    async def close(self) -> None:
        self.reading.close()
        self.reviews.close()
        await self.store.close()


def queue(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Queue:
    goes_on, worked = asyncio.Event(), list[Any]()

    async def tried(self: Reviews, work: Any, *args: Any) -> Any:
        worked.append(work)
        await goes_on.wait()
        return b"[]" if work is not partners._hand_of_pairs else hand_of_pairs(1.5, 0.5)

    monkeypatch.setattr(Reviews, "_tried", tried)
    store, past = open_store(tmp_path / "data"), Past()
    reviews = Reviews(store)
    return Queue(store, past, reviews, Partners(store, past, reviews), goes_on, worked)  # type: ignore[arg-type]


def matches(*tables: str) -> list[MatchPlayed]:
    return [played_by(table, NAMES, PEOPLE, 1000) for table in tables]


async def read_by(reading: Partners, wanted: list[MatchPlayed]) -> Readings:
    async with asyncio.timeout(60):
        while (readings := await reading.of(wanted)).waiting:
            await asyncio.sleep(0)
    return readings


def test_reports_that_players_wait_for_come_first_and_never_count_what_is_read_in_private(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    async def evening() -> None:
        here = queue(monkeypatch, tmp_path)
        assert (await here.reviews.of(replay_of("report"))).ahead == 0
        first = await here.reading.of(matches("a", "b"))
        assert (first.waiting, first.ahead) == (2, 1), "the report is before them"
        assert (await here.reviews.of(replay_of("another"))).ahead == 1, "a player counts reports only"
        for _ in range(50):
            await asyncio.sleep(0.01)
        assert partners._hand_of_pairs not in here.worked, "nothing is read while somebody waits for a report"
        here.goes_on.set()
        readings = await read_by(here.reading, matches("a", "b"))
        assert [match.table for match, _ in readings.read] == ["a", "b"]
        assert here.worked.index(partners._hand_of_pairs) == 2, "after both reports"
        await here.close()

    asyncio.run(evening())


def test_a_tournaments_matches_are_read_before_the_servers_and_everybody_has_a_place(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    async def evening() -> None:
        here = queue(monkeypatch, tmp_path)
        await here.reading.of(matches("s1", "s2", "s3"))
        while not here.past.asked:
            await asyncio.sleep(0)
        tournament = await here.reading.of(matches("t1", "t2"), soon=True)
        assert (tournament.waiting, tournament.ahead) == (2, 0)
        assert (await here.reading.of(matches("s2", "s3"))).ahead == 3
        here.goes_on.set()
        await read_by(here.reading, matches("s1", "s2", "s3", "t1", "t2"))
        assert here.past.asked == ["s1", "t1", "t2", "s2", "s3"], "each once"
        await here.close()

    asyncio.run(evening())


def test_what_a_match_came_to_is_kept_and_one_that_was_put_right_is_read_anew(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    async def evening() -> None:
        here = queue(monkeypatch, tmp_path)
        here.goes_on.set()
        first = await read_by(here.reading, matches("a"))
        ((_, kept),) = first.read
        assert pairs_again(kept) == (hand_of_pairs(1.5, 0.5),)
        after_a_restart = Partners(here.store, here.past, here.reviews)  # type: ignore[arg-type]
        assert (await after_a_restart.of(matches("a"))).read == first.read
        assert here.past.asked == ["a"]
        later = [played_by("a", NAMES, PEOPLE, 2000)]
        await read_by(after_a_restart, later)
        assert here.past.asked == ["a", "a"]
        await here.close()

    asyncio.run(evening())


def test_a_match_that_cannot_be_read_yet_holds_up_nobody_and_is_counted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    async def evening() -> None:
        here = queue(monkeypatch, tmp_path)
        here.past.unfinished = {"a"}
        here.goes_on.set()
        readings = await read_by(here.reading, matches("a", "b"))
        assert (len(readings.read), readings.unread) == (1, 1)
        here.past.unfinished = set()
        monkeypatch.setattr(partners, "_AGAIN", 0.0)
        assert not (await read_by(here.reading, matches("a", "b"))).unread, "tried again later"
        await here.close()

    asyncio.run(evening())


def test_of_too_many_matches_the_last_ones_are_looked_at(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    async def evening() -> None:
        here = queue(monkeypatch, tmp_path)
        many = matches(*map(str, range(MOST + 5)))
        for match in many:
            here.reading._known[partners._key(match)] = keep_pairs([])
        readings = await here.reading.of(many)
        assert [match.table for match, _ in readings.read] == [str(place) for place in range(5, MOST + 5)]
        await here.close()

    asyncio.run(evening())


def test_the_reckoning_is_done_in_the_process_that_reports_use():
    [(_, moments)] = hands_of(replay_of("apart").ledger)

    async def evening() -> Any:
        reviews = Reviews(None)  # type: ignore[arg-type]
        try:
            return await reviews.when_nobody_waits(partners._hand_of_pairs, moments, frozenset())
        finally:
            reviews.close()

    told = asyncio.run(evening())
    assert told == hand_of_pairs_here(moments), "the same figures, wherever they are worked out"
    assert sum(play.decisions for play in told.plays) > 4
