"""The log: what is appended is there, once, in order, and of two deciders one wins."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tantera.store import Appended, Conflict, Head, Store, Stored, Writable, open_store
from tantera.store.engines import FILE
from tantera.store.rows import Append
from tests.store.stories import opened, story, texts


@story
async def test_what_is_appended_is_read_back_in_order(place):
    async with opened(place) as store:
        assert await store.append("table/1", 0, [b"one", b"two"]) == Appended(since=0, version=2)
        assert await store.append("table/1", 2, [b"three"], order="c1-7") == Appended(since=2, version=3)
        assert await store.read("table/1") == [
            Stored(1, b"one", None),
            Stored(2, b"two", None),
            Stored(3, b"three", "c1-7"),
        ]
        assert texts(await store.read("table/1", since=2)) == ["three"]
        assert await store.read("table/1", since=3) == []
        assert store.state == Writable()


@story
async def test_a_stream_that_nobody_has_begun_is_empty(place):
    async with opened(place) as store:
        assert await store.read("table/9") == []
        assert await store.streams() == []


@story
async def test_a_store_opened_again_has_everything(place):
    async with opened(place) as store:
        await store.append("table/1", 0, [b"\x00\xff any bytes", "peónça".encode()])
    async with opened(place) as store:
        assert [stored.event for stored in await store.read("table/1")] == [b"\x00\xff any bytes", "peónça".encode()]


@story
async def test_of_two_who_decide_on_the_same_version_one_wins_and_the_other_hears_where_the_stream_stands(place):
    async with opened(place) as store:
        await store.append("table/1", 0, [b"start"])
        first, second = await asyncio.gather(
            store.append("table/1", 1, [b"mine", b"mine too"]),
            store.append("table/1", 1, [b"yours"]),
            return_exceptions=True,
        )
        assert first == Appended(1, 3)
        assert isinstance(second, Conflict)
        assert (second.stream, second.expected, second.found) == ("table/1", 1, 3)
        assert texts(await store.read("table/1")) == ["start", "mine", "mine too"]
        assert await store.append("table/1", second.found, [b"yours"]) == Appended(3, 4)


@story
async def test_a_conflict_fails_one_append_of_a_batch_and_no_other(place):
    async with opened(place) as store:
        await store.append("table/5", 0, [b"start"])
        answers = await asyncio.gather(
            *(store.append(f"table/{number}", 0, [b"a", b"b"]) for number in range(10)), return_exceptions=True
        )
        assert [number for number, answer in enumerate(answers) if isinstance(answer, Conflict)] == [5]
        assert [head.version for head in await store.streams()] == [2, 2, 2, 2, 2, 1, 2, 2, 2, 2]


@story
async def test_nobody_can_leave_a_gap(place):
    async with opened(place) as store:
        with pytest.raises(Conflict) as conflict:
            await store.append("table/1", 4, [b"five"])
        assert conflict.value.found == 0
        assert await store.read("table/1") == []


@story
async def test_appends_that_follow_each_other_go_into_one_batch(place):
    async with opened(place) as store:
        answers = await asyncio.gather(*(store.append("table/1", n, [b"%d" % n], f"c-{n}") for n in range(50)))
        assert [answer.version for answer in answers] == list(range(1, 51))
        assert texts(await store.read("table/1")) == [str(n) for n in range(50)]


@story
async def test_more_appends_than_a_batch_holds_are_all_kept(place):
    async with opened(place) as store:
        await asyncio.gather(*(store.append(f"t/{n % 7}/{n}", 0, [b"x"]) for n in range(1200)))
        assert len(await store.streams("t/")) == 1200


@story
async def test_an_order_sent_again_is_answered_with_what_it_led_to_and_not_applied_twice(place):
    async with opened(place) as store:
        await store.append("table/1", 0, [b"start"])
        once = await store.append("table/1", 1, [b"a", b"b"], order="c1-1")
        await store.append("table/1", 3, [b"c"], order="c2-1")
        for decided_on in (1, 3, 4):
            again = await store.append("table/1", decided_on, [b"a", b"b"], order="c1-1")
            assert again == Appended(once.since, once.version, again=True)
        assert texts(await store.read("table/1")) == ["start", "a", "b", "c"]


@story
async def test_an_order_of_one_event_is_not_applied_again_by_whoever_has_just_read_it(place):
    async with opened(place) as store:
        await store.append("table/1", 0, [b"start"])
        await store.append("table/1", 1, [b"a"], order="c1-1")
        assert await store.append("table/1", 2, [b"a"], order="c1-1") == Appended(1, 2, again=True)
        assert texts(await store.read("table/1")) == ["start", "a"]


@story
async def test_an_order_sent_twice_at_once_is_applied_once(place):
    async with opened(place) as store:
        one, two = await asyncio.gather(*(store.append("table/1", 0, [b"a", b"b"], order="c1-1") for _ in range(2)))
        assert (one, two) == (Appended(0, 2), Appended(0, 2, again=True))
        assert len(await store.read("table/1")) == 2


@story
async def test_the_same_id_in_another_stream_is_another_order(place):
    async with opened(place) as store:
        await store.append("table/1", 0, [b"a"], order="c1-1")
        assert await store.append("table/2", 0, [b"a"], order="c1-1") == Appended(0, 1)


@story
async def test_streams_are_listed_by_prefix_with_their_last_version(place):
    async with opened(place) as store:
        for stream, events in (("table/b", 3), ("table/a", 1), ("tables", 2), ("session/ñ", 1), ("Table/a", 1)):
            await store.append(stream, 0, [b"x"] * events)
        assert await store.streams("table/") == [Head("table/a", 1), Head("table/b", 3)]
        assert [head.stream for head in await store.streams()] == [
            "Table/a",
            "session/ñ",
            "table/a",
            "table/b",
            "tables",
        ]


@story
async def test_two_stores_on_one_database_never_overwrite_each_other(place):
    async def play(store: Store, name: str) -> None:
        version = 0
        for number in range(40):
            while True:
                try:
                    done = await store.append("table/1", version, [f"{name}{number}".encode()], f"{name}{number}")
                    break
                except Conflict as conflict:
                    version = conflict.found
            version = done.version

    async with opened(place) as one, opened(place) as other:
        await asyncio.gather(play(one, "a"), play(other, "b"), play(other, "c"))
        events = await one.read("table/1")
        assert [stored.version for stored in events] == list(range(1, 121))
        for name in "abc":
            assert [text for text in texts(events) if text[0] == name] == [f"{name}{n}" for n in range(40)]


@story
async def test_two_stores_that_write_the_same_streams_in_another_order_do_not_wait_for_each_other_for_ever(place):
    async def contend(store: Store, streams: list[str], name: str) -> int:
        won = 0
        for version in range(15):
            answers = await asyncio.gather(
                *(store.append(stream, version, [name.encode()]) for stream in streams), return_exceptions=True
            )
            won += sum(isinstance(answer, Appended) for answer in answers)
            assert all(isinstance(answer, Appended | Conflict) for answer in answers)
        return won

    streams = [f"table/{n}" for n in range(20)]
    async with opened(place) as one, opened(place) as other:
        async with asyncio.timeout(30):
            won = await asyncio.gather(contend(one, streams, "a"), contend(other, streams[::-1], "b"))
        assert sum(won) == sum(head.version for head in await one.streams())


@story
async def test_somebody_who_no_longer_waits_has_appended_all_the_same(place):
    async with opened(place) as store:
        waiting = asyncio.ensure_future(store.append("table/1", 0, [b"a"]))
        await asyncio.sleep(0)
        waiting.cancel()
        await store.append("table/2", 0, [b"b"])
        assert len(await store.read("table/1")) == 1


@story
async def test_closing_writes_what_is_waiting_and_then_nothing_more(place):
    store = open_store(place)
    waiting = [asyncio.ensure_future(store.append(f"t/{n}", 0, [b"x"])) for n in range(100)]
    await asyncio.sleep(0)
    await store.close()
    assert len(await asyncio.gather(*waiting)) == 100
    with pytest.raises(RuntimeError, match="closed"):
        await store.append("t/0", 1, [b"y"])
    async with opened(place) as again:
        assert len(await again.streams()) == 100


def test_an_event_loop_that_is_gone_does_not_stop_the_writer(tmp_path: Path):
    store = open_store(tmp_path)

    async def leave() -> None:
        for number in range(200):
            store._writer.append(Append(f"t/{number}", 0, [b"x"], None))

    asyncio.run(leave())

    async def come_back() -> None:
        await store.append("u", 0, [b"x"])
        assert len(await store.streams()) == 201
        await store.close()

    asyncio.run(come_back())


@pytest.mark.parametrize(
    ("stream", "expected", "events", "order"),
    [
        ("", 0, [b"x"], None),
        ("a\x00b", 0, [b"x"], None),
        ("a" * 201, 0, [b"x"], None),
        ("a", -1, [b"x"], None),
        ("a", 0, [], None),
        ("a", 0, [b"x"], ""),
        ("a", 0, [bytes(16 * 1024 * 1024 + 1)], None),
    ],
)
def test_an_append_that_makes_no_sense_fails_by_itself(tmp_path: Path, stream, expected, events, order):
    @story
    async def told() -> None:
        async with opened(tmp_path) as store:
            with pytest.raises(ValueError, match="expected"):
                await store.append(stream, expected, events, order)

    told()


@story
async def test_a_fault_of_the_program_reaches_who_waits_and_the_writer_goes_on(tmp_path: Path):
    async with opened(tmp_path) as store:
        with pytest.raises(AttributeError):
            await store._writer.append(cast(Append, "not an append"))
        assert await store.append("table/1", 0, [b"x"]) == Appended(0, 1)


appends = st.lists(
    st.tuples(
        st.sampled_from(["a", "b"]),
        st.integers(-2, 2),
        st.lists(st.binary(max_size=5), min_size=1, max_size=3),
        st.sampled_from([None, None, "o1", "o2", "o3"]),
    ),
    max_size=25,
)


@given(appends=appends, together=st.integers(1, 6))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_appends_leave_what_a_dictionary_of_lists_would(tmp_path_factory, appends, together):
    """Beside a model that anybody can check by eye."""

    @story
    async def told() -> None:
        model: dict[str, list[Stored]] = {}
        async with opened(tmp_path_factory.mktemp("log")) as store:
            for first in range(0, len(appends), together):
                batch = [
                    (stream, max(0, len(model.get(stream, ())) + off), events, order)
                    for stream, off, events, order in appends[first : first + together]
                ]
                answers = await asyncio.gather(*(store.append(*append) for append in batch), return_exceptions=True)
                assert [_plain(answer) for answer in answers] == [_plain(_model(model, *append)) for append in batch]
            assert await store.streams() == [Head(name, len(events)) for name, events in sorted(model.items())]
            for name, events in model.items():
                assert await store.read(name) == events

    told()


def _model(model: dict[str, list[Stored]], stream: str, expected: int, events: list[bytes], order: str | None):
    kept = model.get(stream, [])
    before = [stored.version for stored in kept if order is not None and stored.order == order]
    if before:
        return Appended(before[0] - 1, before[-1], again=True)
    if expected != len(kept):
        return Conflict(stream, expected, len(kept))
    model[stream] = kept + [Stored(expected + n, event, order) for n, event in enumerate(events, 1)]
    return Appended(expected, expected + len(events))


def _plain(answer: object) -> object:
    return str(answer) if isinstance(answer, Conflict) else answer


# --- the journal


def in_the_journal(folder: Path) -> int:
    with closing(sqlite3.connect(folder / FILE)) as database:
        return int(database.execute("SELECT count(*) FROM journal").fetchone()[0])


@story
async def test_what_is_in_the_journal_and_what_is_in_the_log_are_one_stream(tmp_path: Path):
    """Whoever reads, asks how far streams have come or sends an order again need not know where an event is."""
    async with opened(tmp_path) as store:
        await store.append("table/1", 0, [b"one"], order="c-1")
    assert in_the_journal(tmp_path) == 0, "a store that is closed has nothing in its journal"
    async with opened(tmp_path) as store:
        await store.append("table/1", 1, [b"two", b"three"], order="c-2")
        await store.append("table/2", 0, [b"other"])
        assert in_the_journal(tmp_path) == 3
        assert texts(await store.read("table/1")) == ["one", "two", "three"]
        assert texts(await store.read("table/1", since=2)) == ["three"]
        assert await store.streams("table/") == [Head("table/1", 3), Head("table/2", 1)]
        assert sorted(await store.heads(["table/1", "table/2"])) == [Head("table/1", 3), Head("table/2", 1)]
        assert await store.append("table/1", 3, [b"again"], order="c-1") == Appended(0, 1, again=True)
        assert await store.append("table/1", 3, [b"again"], order="c-2") == Appended(1, 3, again=True)
        with pytest.raises(Conflict):
            await store.append("table/2", 0, [b"too late"])


@story
async def test_a_journal_that_is_full_is_moved_into_the_log(tmp_path: Path):
    async with opened(tmp_path) as store:
        for version in range(0, 9000, 1000):
            await store.append("table/1", version, [b"x"] * 1000, order=f"c-{version}")
        assert 0 < in_the_journal(tmp_path) < 9000
        assert [stored.version for stored in await store.read("table/1")] == list(range(1, 9001))
        assert (await store.append("table/1", 9000, [b"x"], order="c-0")).again
