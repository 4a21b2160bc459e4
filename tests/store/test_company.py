"""Processes that share a PostgreSQL: which of them live, which one keeps a stream, who is there by which of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, closing
from itertools import chain
from pathlib import Path

import psycopg
import pytest

from tantera.store import Conflict, Head, Rewritten, company, open_parts
from tantera.store.company import Alone, Company, Present, Processes, Pulse, Taken, company_on
from tantera.store.problems import StoreError
from tantera.store.rows import heads_of_notice, notices
from tests.store.stories import opened, story

LEASE, GRACE, FORGET = 100.0, 300.0, 1000.0
"""Long ones: nothing runs out because a test is slow."""
TABLE = "table/1"
ANA = Present(TABLE, "ana")
PASSES = "UPDATE process SET beat = beat - make_interval(secs => %s), until = until - make_interval(secs => %s)"


class Time:
    """Passes when a test says so, in the database and in the processes."""

    def __init__(self, database: str) -> None:
        self.now = 10_000.0
        self._database = database

    def passes(self, seconds: float) -> None:
        self.now += seconds
        with psycopg.connect(self._database) as connection:
            connection.execute(PASSES, [seconds, seconds])


@pytest.fixture
def time(database: str, monkeypatch: pytest.MonkeyPatch) -> Time:
    time = Time(database)
    monkeypatch.setattr(company, "monotonic", lambda: time.now)
    for name, seconds in (("LEASE", LEASE), ("GRACE", GRACE), ("FORGET", FORGET)):
        monkeypatch.setattr(company, name, seconds)
    return time


def nobody(heads: Sequence[Head] | None) -> None:
    """Hears of it and does nothing."""


@asynccontextmanager
async def process(
    database: str, heard: Callable[[Sequence[Head] | None], None] = nobody, name: str = ""
) -> AsyncIterator[Company]:
    one = company_on(database, name)
    await one.begin(heard)
    try:
        yield one
    finally:
        await one.end()


@asynccontextmanager
async def two(database: str, time: Time) -> AsyncIterator[tuple[Company, Company]]:
    """Both have lived for a while."""
    async with process(database) as one, process(database) as other:
        await beats_on(time, one, other)
        yield one, other


async def beats_on(time: Time, *living: Company) -> None:
    """These give signs of life for as long as it takes for those who do not to be dead."""
    for _ in range(3):
        time.passes(LEASE * 0.6)
        for one in living:
            await one.beat()


async def kept(one: Company, stream: str = TABLE) -> Taken:
    taken = await one.take(stream)
    assert taken is not None
    return taken


def nothing_new(pulse: Pulse) -> bool:
    return not any(map(len, pulse))


# --- one process


@story
async def test_who_is_alone_keeps_everything_and_there_is_nobody_else(tmp_path: Path):
    alone = company_on(tmp_path)
    assert isinstance(alone, Alone)
    await alone.begin(nobody)
    taken = await kept(alone)
    assert alone.holds(taken)
    alone.here(ANA)
    assert nothing_new(await alone.beat())
    assert await alone.keeper(TABLE) == alone.process
    assert await alone.elsewhere([TABLE]) == frozenset()
    assert await alone.free([TABLE, "table/2"]) == ["table/2"]
    assert await alone.others() == 0
    await alone.is_dead("somebody else")
    alone.gone(ANA)
    alone.drop(TABLE)
    await alone.hand_over()
    assert alone.holds(taken), "nobody else would"
    await alone.end()


# --- keeping a stream


@story
async def test_a_stream_is_kept_by_one_process(database, time):
    async with two(database, time) as (one, other):
        taken = await kept(one)
        assert (taken.left_at, taken.handed_over) == (0, False)
        assert await other.take(TABLE) is None
        assert one.holds(taken)
        assert [await each.keeper(TABLE) for each in (one, other)] == [one.process] * 2
        assert await other.free([TABLE, "table/2"]) == ["table/2"]
        assert (await kept(one)).fence == taken.fence, "whoever has it has it still"


@story
async def test_who_gives_signs_of_life_keeps_what_it_has_for_ever(database, time):
    async with two(database, time) as (one, other):
        taken = await kept(one)
        one.here(ANA)
        for _ in range(5):
            await beats_on(time, one, other)
        assert nothing_new(await other.beat())
        assert await other.take(TABLE) is None
        assert one.holds(taken)


@story
async def test_a_process_that_gives_no_sign_of_life_loses_its_streams_to_another(database, time):
    async with two(database, time) as (one, other):
        before = await kept(one)
        one.here(ANA)
        await one.beat()
        await other.beat()
        time.passes(LEASE * 0.9)
        assert nothing_new(await other.beat()), "it may only be slow"
        time.passes(LEASE * 0.2)
        (taken,) = (await other.beat()).taken
        assert taken.stream == TABLE
        assert taken.fence > before.fence
        assert taken.left_at > 0, "when the last sign of life was given"
        assert not taken.handed_over
        assert await one.keeper(TABLE) == other.process


@story
async def test_a_process_that_was_seen_to_be_dead_loses_its_streams_at_once(database, time):
    async with process(database) as dead, two(database, time) as (one, other):
        await beats_on(time, dead, one, other)
        await kept(dead)
        dead.here(ANA)
        await dead.beat()
        await other.is_dead(dead.process)
        (taken,) = (await one.beat()).taken
        assert taken.stream == TABLE
        assert await one.elsewhere([TABLE]) == {ANA}, "they have as long as ever to come back"
        assert await one.others() == 1


@story
async def test_who_was_taken_for_dead_hears_what_it_has_lost_and_its_fence_holds_nothing(database, time):
    async with two(database, time) as (one, other):
        before = await kept(one)
        kept_on = await kept(one, "table/nobody")
        one.here(ANA)
        await one.beat()
        await other.beat()
        await beats_on(time, other)
        assert (await one.beat()).lost == {TABLE}
        assert not one.holds(before)
        assert one.holds(kept_on), "nobody has taken it"
        assert await one.keeper(TABLE) == other.process


@story
async def test_every_keeper_has_a_greater_fence_than_the_one_before(database, time):
    async with two(database, time) as (one, other):
        fences = []
        for _ in range(3):
            for keeper in (one, other):
                fences.append((await kept(keeper)).fence)
                keeper.drop(TABLE)
                await keeper.beat()
        assert fences == sorted(set(fences))


@story
async def test_a_stream_that_nobody_is_at_is_not_taken_over_but_may_be_taken(database, time):
    async with two(database, time) as (one, other):
        await kept(one)
        await beats_on(time, other)
        assert not (await other.beat()).taken
        assert await other.free([TABLE]) == [TABLE]
        assert (await kept(other)).left_at > 0


@story
async def test_a_stream_that_is_dropped_is_anybodys(database, time):
    async with two(database, time) as (one, other):
        taken = await kept(one)
        one.drop(TABLE)
        await one.beat()
        assert not one.holds(taken)
        assert await other.keeper(TABLE) is None
        assert (await kept(other)).left_at == 0, "nobody left it in the middle of anything"


@story
async def test_what_a_process_hands_over_the_others_take_at_once_and_it_takes_nothing_more(database, time):
    async with two(database, time) as (one, other):
        taken = await kept(other)
        other.here(ANA)
        await other.beat()
        assert await one.others() == 1
        await other.hand_over()
        assert not other.holds(taken)
        assert await one.others() == 0
        (handed,) = (await one.beat()).taken
        assert (handed.stream, handed.handed_over) == (TABLE, True)
        assert await other.take(TABLE) is None
        assert nothing_new(await other.beat())


@story
async def test_each_of_the_others_takes_a_share_of_what_a_dead_process_kept(database, time, monkeypatch):
    monkeypatch.setattr(company, "SHARE", 3)
    async with process(database) as dead, two(database, time) as (one, other):
        streams = [f"table/{number}" for number in range(7)]
        for stream in streams:
            await kept(dead, stream)
            dead.here(Present(stream, "ana"))
        await dead.beat()
        await beats_on(time, one, other)
        taken = [*(await one.beat()).taken, *(await other.beat()).taken]
        assert len(taken) <= 6
        found = {await one.keeper(stream) for stream in streams}
        assert found == {one.process, other.process}


# --- who is there


@story
async def test_who_is_there_by_one_process_is_elsewhere_for_the_others(database, time):
    async with two(database, time) as (one, other):
        one.here(ANA)
        await one.beat()
        assert await other.elsewhere([TABLE, "table/2"]) == {ANA}
        assert await one.elsewhere([TABLE]) == frozenset()
        one.gone(ANA)
        await one.beat()
        assert await other.elsewhere([TABLE]) == frozenset()


@story
async def test_who_was_there_by_a_process_that_died_is_away_only_after_a_grace(database, time):
    async with two(database, time) as (one, other):
        one.here(ANA)
        await one.beat()
        await kept(other)
        await beats_on(time, other)
        assert (await other.beat()).away == [], "they come back by another process"
        assert await other.elsewhere([TABLE]) == {ANA}
        for _ in range(3):
            await beats_on(time, other)
        assert (await other.beat()).away == [ANA]
        assert await other.elsewhere([TABLE]) == frozenset()


@story
async def test_only_whoever_keeps_a_stream_hears_who_is_away_from_it(database, time):
    async with process(database) as dead, two(database, time) as (one, other):
        dead.here(ANA)
        await dead.beat()
        await kept(other)
        for _ in range(3):
            await beats_on(time, one, other)
        assert (await one.beat()).away == []
        assert (await other.beat()).away == [ANA]


@story
async def test_nobody_is_away_who_has_come_back_by_another_process(database, time):
    async with two(database, time) as (one, other):
        one.here(ANA)
        await one.beat()
        await kept(other)
        other.here(ANA)
        for _ in range(4):
            await beats_on(time, other)
        assert (await other.beat()).away == []


@story
async def test_a_dead_process_is_forgotten_in_the_end_and_who_was_there_by_it(database, time):
    async with two(database, time) as (one, other):
        one.here(ANA)
        await one.beat()
        time.passes(FORGET + LEASE + 1)
        for _ in range(60):
            await other.beat()
            time.passes(LEASE * 0.1)
        with psycopg.connect(database) as connection:
            assert connection.execute("SELECT id FROM process").fetchall() == [(other.process,)]
            assert connection.execute("SELECT * FROM present").fetchall() == []
        assert (await other.beat()).away == []


# --- the database goes away


def cut(database: str) -> None:
    """Every connection to it ends."""
    with psycopg.connect(database) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid()"
        )


async def beaten(one: Company) -> Pulse:
    """Once the connection is there again."""
    while True:
        try:
            return await one.beat()
        except StoreError:
            await asyncio.sleep(0.01)


@story
async def test_after_the_database_was_away_for_long_the_first_to_come_back_takes_nobody_for_dead_or_gone(
    database, time
):
    """The others were cut off as well, and have had no time yet for a sign of life."""
    async with two(database, time) as (one, other):
        taken = await kept(one)
        one.here(ANA)
        await one.beat()
        await other.beat()
        cut(database)
        time.passes(LEASE + GRACE + 1)
        assert nothing_new(await beaten(other))
        with pytest.raises(StoreError):
            await other.take(TABLE)
        assert nothing_new(await beaten(one))
        assert one.holds(taken)
        await beats_on(time, one, other)
        assert nothing_new(await other.beat())
        assert await other.take(TABLE) is None
        assert await other.elsewhere([TABLE]) == {ANA}


@story
async def test_what_the_database_has_forgotten_is_said_again(database, time):
    """What is written here does not wait for the disk, and a crash may lose it."""
    async with two(database, time) as (one, other):
        await kept(one)
        one.here(ANA)
        await one.beat()
        with psycopg.connect(database) as connection:
            connection.execute("TRUNCATE process, keeper, present")
        cut(database)
        assert (await beaten(one)).lost == set()
        assert await other_asked(other) == one.process
        assert await other.elsewhere([TABLE]) == {ANA}


async def other_asked(other: Company) -> str | None:
    await beaten(other)
    return await other.keeper(TABLE)


@story
async def test_a_change_that_could_not_be_said_is_said_with_the_next_sign_of_life(database, time):
    async with two(database, time) as (one, other):
        cut(database)
        one.here(ANA)
        with pytest.raises(StoreError):
            await one.beat()
        await beaten(one)
        await beaten(other)
        assert await other.elsewhere([TABLE]) == {ANA}


# --- what the others write


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not is_so():
            await asyncio.sleep(0.01)


@story
async def test_what_another_process_writes_is_heard_of(database):
    heard = list[Sequence[Head] | None]()
    async with process(database, heard.append) as one, opened(database) as store:
        assert isinstance(one, Processes)
        await until(lambda: heard[:1] == [None])
        await store.append(TABLE, 0, [b"a", b"b"])
        await until(lambda: [Head(TABLE, 2)] in heard)
        cut(database)
        await until(lambda: heard.count(None) == 2)
        await store.append("table/2", 0, [b"a"])
        await until(lambda: [Head("table/2", 1)] in heard)


@story
async def test_a_process_does_not_hear_of_what_it_has_written_itself(database):
    heard = list[Sequence[Head] | None]()
    async with (
        opened(database, process="ours") as ours,
        opened(database) as theirs,
        process(database, heard.append, ours.process),
    ):
        await until(lambda: heard == [None])
        await ours.append(TABLE, 0, [b"a"])
        await ours.rewrite([Rewritten(TABLE, 1, b"b")])
        with pytest.raises(Conflict):
            await ours.append(TABLE, 0, [b"c"])
        with closing(open_parts(database, "~part/", ".one", ours.process)) as parts:
            parts.part("a").append("log", 0, [b"a"])
        await theirs.append(TABLE, 1, [b"d"])  # notices come in the order in which was written
        await until(lambda: len(heard) > 1)
        assert heard == [None, [Head(TABLE, 2)]]


@story
async def test_of_very_much_that_is_written_at_once_every_stream_is_named(database):
    heard = list[Sequence[Head] | None]()
    streams = [f"table/{number:04}/{'ñ' * 60}" for number in range(400)]
    async with process(database, heard.append), opened(database) as store:
        await until(lambda: heard == [None])
        await asyncio.gather(*(store.append(stream, 0, [b"a"]) for stream in streams))
        named = lambda: [head for heads in heard[1:] for head in heads or ()]  # noqa: E731
        await until(lambda: len(named()) == len(streams))
        assert sorted(named()) == [Head(stream, 1) for stream in streams]
        assert None not in heard[1:], "nobody need forget what they know"


def test_no_notice_is_longer_than_the_database_takes_and_none_is_sent_for_little():
    heads = [Head(f"table/{number}/{'ñ' * (number % 190)}", number) for number in range(3000)]
    told = notices("1f3a", heads)
    assert 7800 < max(len(notice.encode()) for notice in told) < 8000
    assert [*chain.from_iterable(heads_of_notice(notice, "77c0") or () for notice in told)] == heads
    assert len(notices("1f3a", heads[:50])) == 1
