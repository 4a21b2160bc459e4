"""One table between its store, its sockets and its bots. Whatever happens is decided by `tantera.tables`, appended, and
only then told: an event is durable before anybody hears of it."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from time import monotonic
from typing import Final, cast

from tantera.bots import adviser
from tantera.play import view
from tantera.play.actors import TABLE
from tantera.play.events import Event
from tantera.play.log import write_event
from tantera.play.orders import MoveOrder, Order, PauseClock, ResumeClock
from tantera.rules import Book, Books, Refusal
from tantera.store import Conflict, NotSaved, Store, Unwritable
from tantera.store.company import Alone, Company, Present, Taken
from tantera.store.interface import Stored
from tantera.tables import (
    Asked,
    BotAt,
    By,
    TableProgress,
    TableState,
    act,
    bots_asked,
    next_time,
    opened,
    read_event,
    settle,
    unfold,
)
from tantera.tables.events import PersonLeft
from tantera.tables.orders import Connect, Disconnect, GiveHint, ReplaceBot, SeatBot
from tantera.tables.settings import SIMPLE_BOT
from tantera.web.background import Background, longer, note
from tantera.web.clock import now
from tantera.web.tables import frames
from tantera.web.tables.bots import BotRoom, a_bot_that_plays
from tantera.web.tables.screens import Listener, Screens
from tantera.words import Phrase

PREFIX: Final = "table/"
"""Of the streams of tables."""
_ORDERS_REMEMBERED: Final = 200
"""Of a table: those that a client may send again. The store knows all of them; here they cost 0.13 kB each."""
_LEEWAY: Final = 200
"""Milliseconds that a deadline waits for an order that is on its way."""
_WAKING: Final = 20
"""Seconds that players have to come back after a restart, before time runs again."""
_BOT_AGAIN: Final = 0.2
"""Seconds before a bot that failed is asked again the first time."""
_ATTEMPTS: Final = 5
"""How often a bot may fail in a row before another one has its seat."""
_PUT_BACK: Final = Phrase("the store knows less of this table than was played: it was put back, start the server again")
"""There is nothing to catch up with, and to try again would never end."""
_RELOAD: Final = 2
"""Seconds that somebody may be without a socket before they are told to be away: a page that is loaded again."""


class LiveTable:
    """A table that is being played at."""

    def __init__(
        self,
        table_id: str,
        state: TableState,
        store: Store,
        bots: BotRoom,
        bot_pause: tuple[float, float],
        company: Company | None = None,
    ) -> None:
        self.id, self.state = table_id, state
        self.keeps = False
        """Whether this process runs its clock and its bots. Another one follows what happens, and decides orders of
        those who are connected to it."""
        self.asked_at = monotonic()
        """When somebody asked for it last."""
        self.stream = stream_of(table_id)
        self.screens = Screens()
        self.on_event: Callable[[LiveTable, Event], None] = lambda table, event: None
        """Told of every event once it is durable."""
        self.on_change: Callable[[LiveTable], None] = lambda table: None
        """Told when what lists show of it has changed."""
        self.bots_ready_at: int | None = None
        """Where bots are getting ready: when they should be."""
        self._company: Company = company or Alone()
        self._store, self._bots, self._bot_pause = store, bots, bot_pause
        self._one_at_a_time = asyncio.Lock()
        self._applied: dict[str, int] = {}
        """Versions by the ids of the orders that led to them."""
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = 0
        self._late = 0
        """How often what is owed could not be done, in a row."""
        self._thinking: set[int] = set()
        self._advising: int | None = None
        """The seat for which a bot thinks about what it would play."""
        self._failures: Counter[int] = Counter()
        """How often the bot of a seat has failed in a row."""
        self._background = Background("table")
        self._stopped = False

    def remember(self, stored: Iterable[Stored]) -> None:
        """Orders that these events were the answer to: sent again, they are not applied again."""
        for one in stored:
            if one.order is not None:
                self._remember(one.order, one.version)

    # --- orders

    async def order(self, order: Order, by: By, order_id: str | None = None, lag: int = 0) -> int:
        """Give an order; the version after it. Raises `Refusal` or `NotSaved`, and nothing has happened then.

        An id that was seen before is not applied again. `lag` is how long the order was on its way.
        """
        if isinstance(order, SeatBot):
            a_bot_that_plays(order.bot)
        known = None if order_id is None else f"{by}:{order_id}"
        return await self._do(lambda state, at: act(state, order, by, at - lag), known)

    async def _do(self, decide: Callable[[TableState, int], TableProgress], order_id: str | None = None) -> int:
        """Decide, append, tell. What the table owes at once is of the same append."""
        await self._one_at_a_time.acquire()  # `async with` is two coroutines more at every move
        try:
            while True:
                if order_id is not None and (version := self._applied.get(order_id)) is not None:
                    return version
                at = now()
                done = _with_what_is_owed(decide(self.state, at), at)
                if not done.moments:
                    self._wait_for_what_comes()
                    return self.state.version
                lines = [write_event(moment.event) for moment in done.moments]
                try:
                    kept = await self._store.append(self.stream, self.state.version, lines, order_id)
                except Conflict as conflict:
                    if conflict.found < self.state.version:
                        raise NotSaved(_PUT_BACK) from None
                    await self._catch_up()
                    continue
                if order_id is not None:
                    self._remember(order_id, kept.version)
                if kept.again:
                    await self._catch_up()
                    return kept.version
                self._happened(done)
                return self.state.version
        finally:
            self._one_at_a_time.release()

    async def renew(self, books_of: Callable[[list[Stored]], Books]) -> None:
        """The stream was rewritten, as long as before: everybody is shown the table as it is told now."""
        async with self._one_at_a_time:
            stored = await self._store.read(self.stream)
            self.state = opened((read_event(one.event) for one in stored), books_of(stored))
            self.screens.renew()
            for listener in tuple(self.listeners):
                listener.push(self.joined(listener))

    async def catch_up(self, version: int) -> None:
        """Another process has written so far."""
        if version > self.state.version:
            async with self._one_at_a_time:
                if version > self.state.version:
                    await self._catch_up()

    async def look(self) -> None:
        """Whether another process has written anything: nobody may have said so yet."""
        async with self._one_at_a_time:
            await self._catch_up()

    async def _catch_up(self) -> None:
        """Another process was first: read what it wrote."""
        stored = await self._store.read(self.stream, self.state.version)
        if stored:
            self.remember(stored)
            self._happened(unfold(self.state, [read_event(one.event) for one in stored]))

    def _remember(self, order_id: str, version: int) -> None:
        self._applied[order_id] = version
        if len(self._applied) > _ORDERS_REMEMBERED:
            del self._applied[next(iter(self._applied))]

    def _happened(self, done: TableProgress) -> None:
        self.state = done.after
        self.screens.tell(done)
        if _is_shown_otherwise(done.before, done.after):
            self.on_change(self)
        for event, _, _ in done.moments:
            self.on_event(self, event)
            if type(event) is PersonLeft:
                self.screens.let_go(self.state)
        self._wait_for_what_comes()

    # --- what the table does by itself

    def _wait_for_what_comes(self) -> None:
        """One timer a table, and the bots that are asked. A timer that would wake too early is left as it is: a move
        puts the deadline off, and most deadlines never come."""
        if self._stopped or not self.keeps or self.state.closed is not None:
            if self._timer is not None:
                self._timer.cancel()
            return
        at = next_time(self.state)
        if at is not None and (self._timer is None or at < self._timer_at):
            if self._timer is not None:
                self._timer.cancel()
            wait = max(0, at + _LEEWAY - now()) / 1000
            self._timer = asyncio.get_running_loop().call_later(min(wait, 3600), self._on_timer)
            self._timer_at = at
        for asked in bots_asked(self.state):
            if asked.seat not in self._thinking:
                self._thinking.add(asked.seat)
                self._background.start(self._answer_of(asked))
        if self.state.hint is not None and self._advising is None:
            self._advising = self.state.hint
            self._background.start(self._advise(self.state.hint))

    def _on_timer(self) -> None:
        self._timer = None
        at = next_time(self.state)
        if at is not None and at + _LEEWAY <= now() + 1:
            self._background.start(self._on_time())
        else:
            self._wait_for_what_comes()

    async def _on_time(self) -> None:
        try:
            await self._do(lambda state, at: unfold(state, ()))
            self._late = 0
        except Exception as error:  # whatever it was: somebody waits for this table, and it is looked at again
            self._late += 1
            if not isinstance(error, NotSaved):
                note("table", error)
            await asyncio.sleep(longer(1, self._late))
            self._wait_for_what_comes()

    async def _answer_of(self, asked: Asked) -> None:
        """A bot's answer, after a pause that its options have no part in."""
        loop = asyncio.get_running_loop()
        try:
            until = loop.time() + self._bots.pause(asked.bot, *self._bot_pause, self.state.settings.pace)
            match = self.state.in_play
            if match is None:
                return
            if not self._bots.is_ready(asked.bot, match.book):
                await self._stand_still_until_ready(match.book)
                match = self.state.in_play
                if match is None or asked not in bots_asked(self.state):
                    return
            answer = await self._bots.answer(asked.bot, f"{self.id}/{asked.seat}", view(match, asked.seat))
            await asyncio.sleep(max(0.0, until - loop.time()))
            if not self.keeps:
                return

            def answered(state: TableState, at: int) -> TableProgress:
                """To the position that it was shown, and to no other: another process may have been asked as well."""
                return act(state, answer, BotAt(asked.seat), at) if state.in_play is match else unfold(state, ())

            await self._do(answered)
            self._failures.pop(asked.seat, None)
        except NotSaved:
            await asyncio.sleep(1)  # it is asked anew
        except Exception as error:
            await self._bot_failed(asked, error)
        finally:
            self._thinking.discard(asked.seat)
            if not self._stopped:
                self._wait_for_what_comes()

    async def _stand_still_until_ready(self, book: Book) -> None:
        """No bot loses by time while its machine code is compiled, and nobody's minutes run meanwhile. All bots of the
        table get ready in one wait."""
        with suppress(Refusal):  # it stands still already
            await self._do(lambda state, at: act(state, PauseClock("preparing"), TABLE, at))
        try:
            await self._prepare({chair.bot for chair in self.state.chairs if chair.bot is not None}, book)
        finally:
            await self._go_on()

    async def _prepare(self, bots: Iterable[str], book: Book) -> None:
        """Whoever waits for the first bots on a machine is told how long."""
        self._tell_preparing(now() + 1000 * self._bots.takes_to_prepare())
        try:
            for bot in bots:
                if self._bots.knows(bot) and not self._bots.is_ready(bot, book):
                    await self._bots.prepare(bot, book)
        finally:
            self._tell_preparing(None)

    async def _advise(self, seat: int) -> None:
        """What a bot would play that sees what this seat does, and no more. Where a strong one fails, a simple one
        answers."""
        bot, match = adviser(self.state.settings.bot), self.state.in_play
        try:
            if match is None:
                return
            if not self._bots.is_ready(bot, match.book):
                await self._prepare([bot], match.book)
            seen = view(match, seat)
            try:
                answer = await self._bots.answer(bot, f"{self.id}/advice", seen)
            except Exception as error:
                note(f"bot {bot}", error)
                answer = await self._bots.answer(SIMPLE_BOT, f"{self.id}/advice", seen)

            def advised(state: TableState, at: int) -> TableProgress:
                """About the position that it was shown, and about no other."""
                current = state.in_play is match and state.hint == seat
                return act(state, GiveHint(cast(MoveOrder, answer)), BotAt(seat), at) if current else unfold(state, ())

            await self._do(advised)
        except NotSaved:
            await asyncio.sleep(1)  # it is asked anew
        finally:
            self._advising = None
            if not self._stopped:
                self._wait_for_what_comes()

    async def _bot_failed(self, asked: Asked, error: Exception) -> None:
        """It is asked again after a pause, a longer one each time; then a simple bot plays on at its seat."""
        if isinstance(error, Refusal) and asked not in bots_asked(self.state):
            return  # the table has moved on meanwhile
        self._failures[asked.seat] += 1
        failures = self._failures[asked.seat]
        note(f"bot {asked.bot}", error)
        if failures >= _ATTEMPTS or not self._bots.knows(asked.bot):
            with suppress(Refusal, NotSaved):  # the simple one sits there already
                await self.order(ReplaceBot(asked.seat), BotAt(asked.seat))
                del self._failures[asked.seat]
                return
        await asyncio.sleep(longer(_BOT_AGAIN, failures))

    # --- telling

    @property
    def listeners(self) -> set[Listener]:
        return self.screens.listeners

    def joined(self, listener: Listener) -> bytes:
        """The whole screen for one socket."""
        more: dict[str, object] = {}
        disk = self._store.state
        if isinstance(disk, Unwritable):
            more["unsaved"] = disk.reason.told(listener.lang)
        if self.bots_ready_at is not None:
            more |= {"preparing": True, "ready_at": self.bots_ready_at}
        return self.screens.whole(self.state, listener, **more)

    def _tell_preparing(self, ready_at: int | None) -> None:
        self.bots_ready_at = ready_at
        when = {} if ready_at is None else {"ready_at": ready_at}
        self.screens.tell_all(frames.encode(type="preparing", bots=ready_at is not None, **when))

    # --- who is there

    async def connect(self, listener: Listener) -> None:
        """A socket joins: it is sent the whole screen, and from then on every step; its person is here."""
        listener.push(self.joined(listener))
        self.screens.add(listener)
        await self.is_here(listener)

    async def is_here(self, listener: Listener) -> None:
        person = listener.person
        if person is not None and self.state.guest(person) is not None:
            self._company.here(Present(self.stream, person))
            await self.order(Connect(), person)
            await self._go_on_if_all_are_back()

    def disconnect(self, listener: Listener) -> None:
        self.screens.remove(listener)
        person = listener.person
        if person is not None and not self._stopped and not self._is_connected(person):
            self._background.start(self._away(person))

    def _is_connected(self, person: str) -> bool:
        return any(listener.person == person for listener in self.listeners)

    async def _away(self, person: str) -> None:
        await asyncio.sleep(_RELOAD)
        if not self._is_connected(person):
            self._company.gone(Present(self.stream, person))
            await self.is_away(person)

    async def is_away(self, person: str) -> None:
        """Nobody is away who is there by another process."""
        if self._is_connected(person) or not self.state.here(person) or self.state.closed is not None:
            return
        if Present(self.stream, person) not in await self._company.elsewhere([self.stream]):
            with suppress(Refusal, NotSaved):  # gone already; or nothing can be written, and a restart will say it
                await self.order(Disconnect(), person)

    # --- the server goes and comes

    async def keep(self, taken: Taken) -> None:
        """From now on this process runs the clock and the bots. Time since the last sign of life of whoever did so
        before was nobody's. Who is there by a process that lives, or did a moment ago, is there still: with all of them
        the match goes on at once. After a restart nobody is, yet."""
        elsewhere = {present.who for present in await self._company.elsewhere([self.stream])}

        def taken_over(state: TableState, at: int) -> TableProgress:
            done = unfold(state, ())
            if taken.handed_over:
                return done
            stands_still = state.in_play is not None and state.pause is None
            if stands_still:
                done = done.then(act(state, PauseClock("restart"), TABLE, max(state.at, min(taken.left_at, at))))
            for guest in state.guests:
                if guest.presence.here and guest.person not in elsewhere and not self._is_connected(guest.person):
                    done = done.then(act(done.after, Disconnect(), guest.person, at))
            if stands_still and _all_here(done.after):
                done = done.then(act(done.after, ResumeClock(), TABLE, at))
            return done

        if not self._company.holds(taken):
            return
        self.keeps = True
        try:
            await self._do(taken_over)
        except NotSaved:
            self.keeps = False  # whoever keeps it writes so; it is tried again
            raise
        self.on_change(self)
        self._background.start(self._go_on_after(_WAKING))

    def step_down(self) -> None:
        """Another process runs its clock and its bots now."""
        self.keeps = False
        self._wait_for_what_comes()

    async def _go_on_after(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        await self._go_on()

    async def _go_on_if_all_are_back(self) -> None:
        if _all_here(self.state):
            await self._go_on()

    async def _go_on(self) -> None:
        pause, waits_for_bots = self.state.pause, self.bots_ready_at is not None
        if pause is not None and pause.why in ("restart", "preparing") and not waits_for_bots and not self._stopped:
            with suppress(Refusal, NotSaved):  # the table ends a pause by itself in the end
                await self.order(ResumeClock(), TABLE)

    def rests(self, soon: int, since: float) -> bool:
        """Whether it need not be in memory: nobody is here or has asked for it since then, nothing is under way, and
        nothing is owed before `soon`. A table of a tournament is looked at every few seconds by its round."""
        state = self.state
        if self.listeners or self.asked_at > since or self._background or state.reserved or bots_asked(state):
            return False
        at = next_time(state)
        return (at is None or at > soon) and not any(guest.presence.here for guest in state.guests)

    def let_go(self) -> None:
        """Another process goes on with it, or nobody does for now: nothing of it is pending here."""
        self._stopped = True
        self._background.stop()
        self.step_down()

    async def stop(self, stopping: Callable[[str], bytes]) -> None:
        """The server stops: clocks stand still, everybody is told, nothing is pending."""
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()
        self._background.stop()
        if self.state.in_play is not None and self.state.pause is None and self.state.closed is None:
            with suppress(Refusal, NotSaved):  # `wake` stops the clocks from the last event on
                await self._do(lambda state, at: act(state, PauseClock("restart"), TABLE, at))
        for listener in self.listeners:
            listener.push(stopping(listener.lang))


def _with_what_is_owed(done: TableProgress, at: int) -> TableProgress:
    """And what the table owes at once; chance is drawn only where it is needed."""
    soonest = next_time(done.after)
    if soonest is None or soonest > at:
        return done
    return done.then(settle(done.after, at, secrets.token_bytes(32)))


def _all_here(state: TableState) -> bool:
    return all(map(state.here, state.players))


def _is_shown_otherwise(before: TableState, after: TableState) -> bool:
    """Whether lists may have to say something else of a table. A move changes none of it."""
    return (
        before.guests is not after.guests
        or before.chairs is not after.chairs
        or before.pause is not after.pause
        or (before.in_play is None) is not (after.in_play is None)
    )


def stream_of(table_id: str) -> str:
    return PREFIX + table_id
