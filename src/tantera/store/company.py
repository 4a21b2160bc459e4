"""The processes on one PostgreSQL: which of them live, which one keeps a stream, who is there by which of them, and
what each has written lately.

All of it is for speed, and so that nobody is taken to be away who is not. What happened stands in the log alone: of two
processes that decide at once one wins there, whoever keeps what. On SQLite there is one process, which keeps everything
(`Alone`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeVar

from sqlalchemy import URL

from tantera.store.engines import PATIENCE, url_of
from tantera.store.interface import Head, Listener
from tantera.store.problems import AWAY, StoreError
from tantera.store.rows import CHANNEL, heads_of_notice

if TYPE_CHECKING:
    import psycopg

BEAT: Final = 0.4
"""Seconds between two signs of life."""
LEASE: Final = 2.0
"""Seconds after its last sign of life in which a process is taken to live: so long a table may stand still whose keeper
was killed."""
GRACE: Final = 6.0
"""Seconds after that in which nobody is taken to be away who was there by a process that died: they come back by
another one."""
SHARE: Final = 50
"""Streams of a dead process that one of the others takes at a time: each gets some of them."""
POLL: Final = 10.0
"""Seconds after which whoever follows a stream looks, though no notice came."""
FORGET: Final = 60.0
"""Seconds for which a dead process is remembered."""

_T = TypeVar("_T")


class Taken(NamedTuple):
    """A stream that this process keeps from now on."""

    stream: str
    fence: int
    """Grows with every keeper: whoever has a smaller one keeps it no longer."""
    left_at: int
    """When the one who had it gave its last sign of life, in milliseconds; 0 where nobody had it."""
    handed_over: bool = False
    """By a process that was well; or it is ours already."""


class Present(NamedTuple):
    """Somebody who is there by a process."""

    stream: str
    who: str


class Pulse(NamedTuple):
    """What a sign of life brings to light."""

    taken: Sequence[Taken] = ()
    """Streams of processes that live no longer."""
    away: Sequence[Present] = ()
    """Of streams that this process keeps: who was there by a process that died, and is by no other."""
    lost: Collection[str] = ()
    """Streams that another process keeps now: this one gave no sign of life for too long."""


class Company(Protocol):
    """The processes that share a store, as one of them sees them."""

    process: str

    async def begin(self, heard: Listener) -> None:
        """Be one of them, and hear of what the others write."""

    async def take(self, stream: str) -> Taken | None:
        """Keep a stream; None where another process does, and lives. A `StoreError` where nobody can tell yet."""

    def holds(self, taken: Taken) -> bool:
        """Whether a stream that was taken is ours still: nobody has taken it since, as far as this process knows."""

    async def beat(self) -> Pulse:
        """A sign of life; every `BEAT` seconds."""

    async def keeper(self, stream: str) -> str | None:
        """Which process keeps a stream, and lives; None where none does."""

    def here(self, present: Present) -> None:
        """Somebody is there by this process, from the next beat on."""

    def gone(self, present: Present) -> None: ...

    async def elsewhere(self, streams: Collection[str]) -> frozenset[Present]:
        """Who is there by other processes that live, or did until just now."""

    async def free(self, streams: Sequence[str]) -> list[str]:
        """Those of them that no process keeps."""

    def drop(self, stream: str) -> None:
        """Nobody need keep this stream any more, from the next beat on."""

    async def others(self) -> int:
        """How many other processes live and go on."""

    async def is_dead(self, process: str) -> None:
        """Somebody has seen that a process is no more: nobody need wait until its lease has run out."""

    async def hand_over(self, streams: Sequence[str] | None = None) -> None:
        """Take nothing any more, and keep none of these, or nothing at all: the others go on with their next beat, or
        as soon as somebody comes to them."""

    async def end(self) -> None: ...


class Alone:
    """One process, as with SQLite: it keeps everything, and there is nobody to hear of."""

    process = ""

    def __init__(self) -> None:
        self._kept: set[str] = set()

    async def begin(self, heard: Listener) -> None: ...

    async def take(self, stream: str) -> Taken | None:
        again = stream in self._kept
        self._kept.add(stream)
        return Taken(stream, 1, 0, handed_over=again)

    def holds(self, taken: Taken) -> bool:
        return True

    async def beat(self) -> Pulse:
        return Pulse()

    async def keeper(self, stream: str) -> str | None:
        return self.process

    def here(self, present: Present) -> None: ...

    def gone(self, present: Present) -> None: ...

    async def elsewhere(self, streams: Collection[str]) -> frozenset[Present]:
        return frozenset()

    async def free(self, streams: Sequence[str]) -> list[str]:
        return [stream for stream in streams if stream not in self._kept]

    def drop(self, stream: str) -> None:
        self._kept.discard(stream)

    async def others(self) -> int:
        return 0

    async def is_dead(self, process: str) -> None: ...

    async def hand_over(self, streams: Sequence[str] | None = None) -> None: ...

    async def end(self) -> None: ...


_TABLES: Final = """
    SELECT pg_advisory_xact_lock(1952541299);
    CREATE SEQUENCE IF NOT EXISTS fence;
    CREATE TABLE IF NOT EXISTS process (
        id TEXT PRIMARY KEY, beat TIMESTAMPTZ NOT NULL, until TIMESTAMPTZ NOT NULL,
        leaving BOOLEAN NOT NULL DEFAULT FALSE
    );
    CREATE TABLE IF NOT EXISTS keeper (
        stream TEXT COLLATE "C" PRIMARY KEY, process TEXT NOT NULL, fence BIGINT NOT NULL
    );
    CREATE TABLE IF NOT EXISTS present (
        stream TEXT COLLATE "C", who TEXT COLLATE "C", process TEXT, PRIMARY KEY (stream, who, process)
    );
    CREATE INDEX IF NOT EXISTS keeper_process ON keeper (process);
    CREATE INDEX IF NOT EXISTS present_process ON present (process);
"""
"""Not in the migrations: nothing in them outlives the processes, and no backup has them."""

_BEAT: Final = """
    INSERT INTO process (id, beat, until)
    VALUES (%(me)s, clock_timestamp(), clock_timestamp() + make_interval(secs => %(lease)s))
    ON CONFLICT (id) DO UPDATE SET beat = excluded.beat, until = excluded.until
"""
_LIVING: Final = "SELECT id FROM process WHERE until > clock_timestamp()"
_TAKE: Final = f"""
    WITH asked AS (SELECT unnest(%(streams)s::text[]) AS stream),
    had AS (
        SELECT k.stream, k.process = '' AS handed_over, p.beat
        FROM keeper k JOIN asked USING (stream) LEFT JOIN process p ON p.id = k.process
    ),
    took AS (
        INSERT INTO keeper (stream, process, fence) SELECT stream, %(me)s, nextval('fence') FROM asked
        ON CONFLICT (stream) DO UPDATE SET process = excluded.process, fence = excluded.fence
        WHERE keeper.process <> excluded.process AND keeper.process NOT IN ({_LIVING})
        RETURNING stream, fence
    )
    SELECT stream, took.fence, COALESCE(EXTRACT(EPOCH FROM had.beat) * 1000, 0)::bigint,
        COALESCE(had.handed_over, FALSE)
    FROM took LEFT JOIN had USING (stream)
"""
_TAKE_OVER: Final = f"""
    WITH left_behind AS (
        SELECT stream, process, (SELECT beat FROM process WHERE id = keeper.process) AS beat FROM keeper
        WHERE process NOT IN ({_LIVING}) AND EXISTS (SELECT 1 FROM present WHERE present.stream = keeper.stream)
        LIMIT %(share)s FOR UPDATE SKIP LOCKED
    )
    UPDATE keeper SET process = %(me)s, fence = nextval('fence') FROM left_behind
    WHERE keeper.stream = left_behind.stream
    RETURNING keeper.stream, keeper.fence, COALESCE(EXTRACT(EPOCH FROM left_behind.beat) * 1000, 0)::bigint,
        left_behind.process = ''
"""
_MINE: Final = "SELECT stream, fence, 0, TRUE FROM keeper WHERE process = %(me)s AND stream = ANY(%(streams)s)"
_AWAY: Final = """
    WITH gone AS (SELECT id FROM process WHERE until < clock_timestamp() - make_interval(secs => %(grace)s))
    SELECT DISTINCT p.stream, p.who FROM present p JOIN gone ON gone.id = p.process
    JOIN keeper k ON k.stream = p.stream AND k.process = %(me)s
    WHERE NOT EXISTS (
        SELECT 1 FROM present other
        WHERE other.stream = p.stream AND other.who = p.who AND other.process NOT IN (SELECT id FROM gone)
    )
"""
_ELSEWHERE: Final = """
    SELECT DISTINCT present.stream, present.who FROM present JOIN process ON process.id = present.process
    WHERE present.stream = ANY(%(streams)s) AND process.id <> %(me)s
    AND process.until > clock_timestamp() - make_interval(secs => %(grace)s)
"""
_KEPT: Final = f"SELECT stream FROM keeper WHERE stream = ANY(%(streams)s) AND process IN ({_LIVING})"
_KEEPER: Final = f"SELECT process FROM keeper WHERE stream = %(stream)s AND process IN ({_LIVING})"
_DROP: Final = "DELETE FROM keeper WHERE stream = %s"
_HERE: Final = "INSERT INTO present (stream, who, process) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING"
_GONE: Final = "DELETE FROM present WHERE stream = %s AND who = %s AND process = %s"
_FORGET: Final = """
    WITH dead AS (
        DELETE FROM process p WHERE until < clock_timestamp() - make_interval(secs => %(forget)s)
        AND NOT EXISTS (SELECT 1 FROM keeper k WHERE k.process = p.id) RETURNING id
    )
    DELETE FROM present USING dead WHERE present.process = dead.id
"""
_HAND_OVER: Final = """
    WITH mine AS (
        UPDATE keeper SET process = ''
        WHERE process = %(me)s AND (%(streams)s::text[] IS NULL OR stream = ANY(%(streams)s))
    )
    UPDATE process SET leaving = TRUE WHERE id = %(me)s
"""
_IS_DEAD: Final = "UPDATE process SET until = LEAST(until, clock_timestamp()) WHERE id = %(process)s"
_OTHERS: Final = f"SELECT count(*) FROM process WHERE id <> %(me)s AND NOT leaving AND id IN ({_LIVING})"


class Processes:
    """A company on PostgreSQL. Made by `company_on`.

    One connection for what is asked, in a thread of its own, and one that hears. A beat is given by the event loop: a
    process whose loop stands still serves nobody, and another one had better take its tables.
    """

    def __init__(self, url: URL, process: str) -> None:
        self.process = process
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="tantera-company")
        self._connection: psycopg.Connection[Any] | None = None
        self._kept: dict[str, int] = {}
        """Streams by the fence with which they were taken."""
        self._present: set[Present] = set()
        self._changes: dict[Present, bool] = {}
        """Who has come (or gone) since the last beat."""
        self._dropped: list[str] = []
        self._beat_at, self._since = 0.0, 0.0
        """When the last sign of life was given, and since when there was none too late."""
        self._was_well = False
        """Whether it has lived among the others for a while: what it sees after being cut off is of before."""
        self._beats = 0
        self._leaving = False
        self._ended = Event()
        self._listener: Thread | None = None

    # --- asked from the event loop

    async def begin(self, heard: Listener) -> None:
        loop = asyncio.get_running_loop()

        def tell(heads: Sequence[Head] | None) -> None:
            with suppress(RuntimeError):  # the loop was closed
                loop.call_soon_threadsafe(heard, heads)

        await self.beat()
        self._listener = Thread(target=self._listen, args=(tell,), name="tantera-company-hears", daemon=True)
        self._listener.start()

    async def take(self, stream: str) -> Taken | None:
        def ask(connection: psycopg.Connection[Any]) -> Taken | None:
            asked = {"me": self.process, "streams": [stream]}
            row = connection.execute(_TAKE, asked).fetchone() or connection.execute(_MINE, asked).fetchone()
            if row is None:
                return None
            self._kept[stream] = row[1]
            return Taken(*row)

        if self._leaving:
            return None
        if self._was_well and not self._sees_the_others():
            raise StoreError(AWAY)
        return await self._ask(ask)

    def holds(self, taken: Taken) -> bool:
        return self._kept.get(taken.stream) == taken.fence

    async def beat(self) -> Pulse:
        changes, self._changes = self._changes, {}
        dropped, self._dropped = self._dropped, []
        try:
            return await self._ask(lambda connection: self._beaten(connection, changes, dropped))
        except StoreError:
            self._changes = changes | self._changes
            self._dropped += dropped
            raise

    async def keeper(self, stream: str) -> str | None:
        asked = {"stream": stream}
        row = await self._ask(lambda connection: connection.execute(_KEEPER, asked).fetchone())
        return None if row is None else str(row[0])

    def here(self, present: Present) -> None:
        self._present.add(present)
        self._changes[present] = True

    def gone(self, present: Present) -> None:
        self._present.discard(present)
        self._changes[present] = False

    async def elsewhere(self, streams: Collection[str]) -> frozenset[Present]:
        asked = {"me": self.process, "streams": list(streams), "grace": GRACE}
        rows = await self._ask(lambda connection: connection.execute(_ELSEWHERE, asked).fetchall())
        return frozenset(Present(*row) for row in rows)

    async def free(self, streams: Sequence[str]) -> list[str]:
        asked = {"streams": list(streams)}
        kept = {stream for (stream,) in await self._ask(lambda connection: connection.execute(_KEPT, asked).fetchall())}
        return [stream for stream in streams if stream not in kept]

    def drop(self, stream: str) -> None:
        self._kept.pop(stream, None)
        self._dropped.append(stream)

    async def others(self) -> int:
        row = await self._ask(lambda connection: connection.execute(_OTHERS, {"me": self.process}).fetchone())
        return 0 if row is None else int(row[0])

    async def is_dead(self, process: str) -> None:
        asked = {"process": process}
        await self._ask(lambda connection: connection.execute(_IS_DEAD, asked))

    async def hand_over(self, streams: Sequence[str] | None = None) -> None:
        self._leaving = True
        for stream in tuple(self._kept) if streams is None else streams:
            self._kept.pop(stream, None)
        asked = {"me": self.process, "streams": None if streams is None else list(streams)}
        await self._ask(lambda connection: connection.execute(_HAND_OVER, asked))

    async def end(self) -> None:
        self._ended.set()
        await asyncio.get_running_loop().run_in_executor(self._thread, self._let_go)
        self._thread.shutdown()
        if self._listener is not None:
            await asyncio.to_thread(self._listener.join)

    async def _ask(self, ask: Callable[[psycopg.Connection[Any]], _T]) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._asked, ask)

    # --- in the thread

    def _asked(self, ask: Callable[[psycopg.Connection[Any]], _T]) -> _T:
        import psycopg

        try:
            if self._connection is None or self._connection.closed:
                self._connection = self._connect()
                # Nothing here is worth a wait for the disk: what a crash of the database loses is said again.
                self._connection.execute("SET synchronous_commit = off")
                with self._connection.transaction():
                    self._connection.execute(_TABLES)
                self._beat_at, self._since = 0.0, monotonic()
            return ask(self._connection)
        except psycopg.Error as error:
            self._let_go()
            raise StoreError(AWAY) from error

    def _beaten(self, connection: psycopg.Connection[Any], changes: dict[Present, bool], dropped: list[str]) -> Pulse:
        me = {"me": self.process}
        late = monotonic() - self._beat_at > LEASE
        connection.execute(_BEAT, me | {"lease": LEASE})
        if late:
            self._since = monotonic()
            changes = changes | dict.fromkeys(self._present, True)
        self._beat_at = monotonic()
        self._note(connection, changes, dropped)
        lost = self._lost(connection) if late else ()
        if self._leaving:
            return Pulse(lost=lost)
        if not self._sees_the_others():
            return Pulse(lost=lost)
        self._was_well = True
        taken = [Taken(*row) for row in connection.execute(_TAKE_OVER, me | {"share": SHARE})]
        self._kept.update((one.stream, one.fence) for one in taken)
        away = [Present(*row) for row in connection.execute(_AWAY, me | {"grace": GRACE})]
        self._beats += 1
        if self._beats % 50 == 0:
            connection.execute(_FORGET, {"forget": FORGET})
        return Pulse(taken, away, lost)

    def _sees_the_others(self) -> bool:
        """Whoever was cut off itself waits until the others can have given a sign of life: they may have been, too."""
        return monotonic() - self._since > LEASE

    def _note(self, connection: psycopg.Connection[Any], changes: dict[Present, bool], dropped: list[str]) -> None:
        come = [(*one, self.process) for one, is_here in changes.items() if is_here]
        gone = [(*one, self.process) for one, is_here in changes.items() if not is_here]
        with connection.cursor() as cursor:
            for statement, rows in ((_HERE, come), (_GONE, gone), (_DROP, [(stream,) for stream in dropped])):
                if rows:
                    cursor.executemany(statement, rows)

    def _lost(self, connection: psycopg.Connection[Any]) -> set[str]:
        """What was taken from us; what nobody has taken, or the database has forgotten, is ours still."""
        asked = {"me": self.process, "streams": list(self._kept)}
        connection.execute(_TAKE, asked)
        before, self._kept = self._kept, {stream: fence for stream, fence, *_ in connection.execute(_MINE, asked)}
        return before.keys() - self._kept.keys()

    def _let_go(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _connect(self) -> psycopg.Connection[Any]:
        import psycopg

        return psycopg.connect(self._address, autocommit=True, connect_timeout=PATIENCE)

    # --- in the thread that hears

    def _listen(self, tell: Listener) -> None:
        import psycopg

        while not self._ended.is_set():
            try:
                with self._connect() as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    tell(None)  # a notice is lost with its connection
                    self._hear(connection, tell)
            except psycopg.Error:
                self._ended.wait(BEAT)

    def _hear(self, connection: psycopg.Connection[Any], tell: Listener) -> None:
        poll_at = monotonic() + POLL
        while not self._ended.is_set():
            for notice in connection.notifies(timeout=BEAT):
                heads = heads_of_notice(notice.payload, self.process)
                if heads != []:
                    tell(heads)
            if monotonic() > poll_at:
                connection.execute("SELECT 1")  # a line that is cut without a word is noticed so
                poll_at = monotonic() + POLL


def company_on(where: Path | str, process: str = "") -> Company:
    """Whoever shares the store in a data folder or at an address, as `open_store` takes them. What is written under the
    name of this process it does not hear of; without one it gets a name of its own."""
    return Alone() if isinstance(where, Path) else Processes(url_of(where), process or token_hex(4))
