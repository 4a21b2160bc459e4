"""Tables of a round that are played on live ones: opened, begun with the hall's clock, and told to the tournament when
they are over. What is to be done at each moment is decided below (`tournament.hall.online`, `tables.hall`); here it is
done, again and again until it is so: after a restart, after a disk that was full, whichever of two files was written
last."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import suppress
from typing import Any, Final, NamedTuple

import structlog
from msgspec.structs import replace

from tantera.play.actors import DIRECTOR
from tantera.play.events import (
    ClockPaused,
    ClockResumed,
    Corrected,
    CountAgreed,
    Event,
    HandScored,
    MatchEnded,
    MatchStarted,
    ScorerNamed,
    TimeCalled,
)
from tantera.rules import Refusal
from tantera.store import NotSaved, StoreError
from tantera.tables import Settings, Times
from tantera.tables import events as t
from tantera.tables.hall import deal_owed, may_begin, owed_to_hall, played, running
from tantera.tables.orders import AnswerCall, CloseTable, SeatEntrant, Start
from tantera.tables.people import MOST_NAME
from tantera.tables.settings import MINUTE
from tantera.tournament.duplicate import law_of
from tantera.tournament.hall import online as o
from tantera.tournament.hall.online import Played
from tantera.tournament.hall.orders import BeginOnline, CallJudge, CloseCall
from tantera.tournament.hall.state import Online, goes_by_clock
from tantera.tournament.orders import Refused
from tantera.tournament.permission import SANCTIONS_BY
from tantera.tournament.state import Round
from tantera.tournament_file import TournamentFile
from tantera.web.background import Background, for_ever, note
from tantera.web.clock import now
from tantera.web.tables.hub import Hub, Reservation, RoundTable
from tantera.web.tables.live import LiveTable
from tantera.web.tournaments.folder import Tournaments
from tantera.web.tournaments.live import LiveTournament
from tantera.words import Problem

SETTINGS: Final = Settings(fill=False, take_backs=False, pauses=False, times=Times(move=2 * MINUTE))
"""Of a table of a tournament: nobody takes a move back or proposes a pause, no bot fills a seat."""
SAME_DEALS: Final = replace(SETTINGS, watching="nobody")
"""The same where others have still to play these tiles: nobody looks on, nor back at it who has not played there."""
PATIENCE: Final = 5.0
"""Seconds after which tables that are played are looked at though nothing was heard: what failed is tried again."""
_BREATH: Final = 0.01
"""Seconds between two looks at a tournament, however much happens there."""
_AT_REST: Final = 600.0
"""The same where no table of a tournament is online."""
Key = tuple[str, int, int, int]
"""A mark: the tournament, the round, the table, and the number of the mark."""
_ATTEMPTS: Final = 50
"""How often a table that was closed is opened anew."""
_LOOKED_AT: Final = 4
"""How many of these are looked at for the match that was played."""
_STEPS: Final = 6
"""Orders that the hall's clock gives a table at once, at most."""
_MATTERS: Final = (
    t.PersonCameBack, t.SeatTaken, t.RefereeCalled, t.CallAnswered, t.TableClosed, ClockPaused, ClockResumed,
    TimeCalled, Corrected, MatchEnded, MatchStarted, ScorerNamed, HandScored, CountAgreed,
)  # fmt: skip
"""Tournaments of a live table after which its round has something to do."""

log = structlog.get_logger()


class Glance(NamedTuple):
    """A live table, as the desk shows it in a line."""

    table: str
    here: int
    """How many of its players sit and are there."""
    players: int
    begun: bool
    over: bool
    score: tuple[int, ...]
    hand: int
    problem: Problem | None
    """Why the tournament did not take its result."""


class PlayedOnline(NamedTuple):
    """A table of a tournament that is, or was, played on a live one."""

    round: int
    table: int
    seated: dict[str, str]
    """The players, by what they are called there."""
    ids: tuple[str, ...]
    """Of the live tables where it may have been played."""


class OnlineRounds:
    """The live tables of all events of a server."""

    def __init__(self, hub: Hub, tournaments: Tournaments) -> None:
        self._hub, self._tournaments = hub, tournaments
        self._one_at_a_time: dict[str, asyncio.Lock] = {}
        self._background = Background("online")
        self._stopped = False
        self._problems: dict[RoundTable, Problem] = {}
        self._current: dict[Key, LiveTable] = {}
        """The live table of every mark."""
        self._calls: set[str] = set()
        """Those that live tables made in the hall since the server started."""

    def start(self) -> None:
        self._hub.followers.append(self._heard)
        self._tournaments.on_open = self._follow
        for tournament in self._tournaments.all.values():
            self._follow(tournament)

    def stop(self) -> None:
        self._stopped = True
        self._background.stop()

    # --- for the pages

    async def table_of(self, tournament: LiveTournament, round: Round, number: int) -> LiveTable:
        """The live table of a table of a round; a `Problem` where there is none."""
        mark = o.online_at(tournament.state, tournament.hall, round.number, number)
        table = None if mark is None else await self._table(tournament, round, number, mark)
        if table is None:
            raise Refused("not_open", "table {table} is played on paper", table=number)
        return table

    async def seat(self, tournament: LiveTournament, round: Round, number: int, player: str, person: str) -> LiveTable:
        """Somebody sits down where the round seats this player, and nowhere else."""
        table = await self.table_of(tournament, round, number)
        if table.state.match is None or table.state.in_play is not None:
            seat = round.tables[number - 1].seats.index(player) + 1
            await table.order(SeatEntrant(person, seat), DIRECTOR)
        return table

    def glance(self, tournament: LiveTournament, round: Round, number: int) -> Glance | None:
        """How it stands, if it is played online and its table is open."""
        mark = o.online_at(tournament.state, tournament.hall, round.number, number)
        table = None if mark is None else self._current.get(_key(tournament, round.number, number, mark))
        if table is None:
            return None
        state, match = table.state, table.state.match
        return Glance(
            table=table.id,
            here=sum(state.here(person) for person in state.players),
            players=len(state.chairs),
            begun=match is not None,
            over=match is not None and state.in_play is None,
            score=running(state),
            hand=0 if match is None else match.hand_number,
            problem=self._problems.get(RoundTable(tournament.id, round.number, number)),
        )

    def ever_played(self, tournament: LiveTournament) -> Iterator[PlayedOnline]:
        """Where the matches of this tournament's online tables were played: the ids of the live tables that a mark may
        have had, also where none was opened."""
        for (round, number), mark in tournament.hall.online.items():
            drawn = next((one for one in tournament.state.published if one.number == round), None)
            if drawn is not None and o.online_at(tournament.state, tournament.hall, round, number) is not None:
                names = o.names_at(tournament.state, drawn, number, MOST_NAME)
                key = _key(tournament, round, number, mark)
                ids = (self._hub.reserved_id(_about(key, mark, attempt)) for attempt in range(_LOOKED_AT))
                seated = dict(zip(names, drawn.tables[number - 1].seats, strict=True))
                yield PlayedOnline(round, number, seated, tuple(ids))

    # --- following

    def _follow(self, tournament: LiveTournament) -> None:
        self._background.start(for_ever("online", _BREATH, lambda: self._keep(tournament)))

    async def _keep(self, tournament: LiveTournament) -> None:
        version = str(tournament.version)
        await self._look(tournament)
        await tournament.moved(
            version, PATIENCE if tournament.state.open is not None and tournament.hall.online else _AT_REST
        )

    def _heard(self, table: LiveTable, event: Event) -> None:
        place = self._hub.places.get(table.id)
        if place is None or self._stopped or not isinstance(event, _MATTERS):
            return
        if place.event in self._tournaments.all:
            self._background.start(self._look(self._tournaments.all[place.event], place))

    async def _look(self, tournament: LiveTournament, place: RoundTable | None = None) -> None:
        """Whatever is to be done at the tables of a tournament, or at one of them. What fails is looked at again."""
        async with self._one_at_a_time.setdefault(tournament.id, asyncio.Lock()):
            for (round, number), mark in tuple(tournament.hall.online.items()):
                if place is None or place == RoundTable(tournament.id, round, number):
                    await self._safely(self._look_at(tournament, round, number, mark))
            if place is None:
                await self._safely(self._clear_away(tournament))

    async def _safely(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except (Problem, NotSaved):
            pass  # somebody was quicker, or it cannot be yet: it is looked at again
        except Exception as error:
            note("online", error)

    async def _look_at(self, tournament: LiveTournament, round: int, number: int, mark: Online) -> None:
        drawn = _in_play(tournament, round, number)
        if drawn is None:
            return
        table = await self._table(tournament, drawn, number, mark)
        if table is None:
            return
        await self._calls_of(tournament, drawn, number, mark, table)
        if (outcome := played(table.state)) is not None:
            await self._hand_in(tournament, round, number, outcome)
            return
        await self._begin(tournament, drawn, number, mark, table)
        await self._deal(tournament, drawn, table)
        await self._follow_clock(tournament, round, number, table)

    async def _begin(
        self, tournament: LiveTournament, round: Round, number: int, mark: Online, table: LiveTable
    ) -> None:
        clock = (
            tournament.hall.clock
            if tournament.hall.clock is not None and tournament.hall.clock.round == round.number
            else None
        )
        with_clock = goes_by_clock(tournament.state, tournament.hall, round)
        if not may_begin(table.state, clock, number, now(), with_clock):
            return
        if not mark.begun:  # first, so that nobody takes the table back to paper while it begins
            await tournament.in_the_hall(BeginOnline(round.number, number), o.BY)
        await table.order(Start(o.brought_to(tournament.state, round, number)), DIRECTOR)

    async def _deal(self, tournament: LiveTournament, round: Round, table: LiveTable) -> None:
        """The next hand of a duplicate round. The table never has the secret, and a hand only once it is dealt."""
        hand = deal_owed(table.state)
        if hand is not None and round.secret and hand <= law_of(tournament.state).hands:
            await table.order(o.dealt_at(tournament.state, round, hand), DIRECTOR)

    async def _follow_clock(self, tournament: LiveTournament, round: int, number: int, table: LiveTable) -> None:
        clock = tournament.hall.clock
        for _ in range(_STEPS):
            wanted = clock if clock is not None and clock.round == round else None
            order = owed_to_hall(table.state, wanted, number, now())
            if order is None:
                return
            await table.order(order, DIRECTOR)

    # --- what it brings

    async def _hand_in(self, tournament: LiveTournament, round: int, number: int, outcome: Played) -> None:
        """Tell the tournament how it ended, once. Decided and written in the file's own thread: whoever keys a result
        in at the same moment is before it or after it."""

        def tell(file: TournamentFile) -> None:
            file.reload()
            state = file.state
            assert state is not None
            drawn = next(one for one in state.published if one.number == round)
            for given in o.to_hand_in(state, file.hall, drawn, number, outcome):
                file.apply_one(given)

        place = RoundTable(tournament.id, round, number)
        try:
            await tournament.with_file(tell)
        except StoreError:
            raise  # the disk, not the result: it is tried again
        except Problem as problem:
            if place not in self._problems:
                log.warning(
                    "online_result_not_taken", code=problem.code, tournament_id=tournament.id, round=round, table=number
                )
            self._problems[place] = problem
        else:
            self._problems.pop(place, None)

    async def _calls_of(
        self, tournament: LiveTournament, round: Round, number: int, mark: Online, table: LiveTable
    ) -> None:
        """Who calls the referee there stands in the judges' queue; who is seen to in one place is so in the other."""
        prefix = f"{o.name_of(round.number, number, mark)}."
        known = {one.call for one in tournament.hall.calls if one.call.startswith(prefix)}
        calling = {}
        for call in table.state.calls:
            seat = table.state.seat_of(call.person)
            if seat is not None:
                calling[f"{prefix}{call.since}.{seat}"] = (call, table.state.chairs[seat - 1].first)
        for name, (call, seat) in calling.items():
            if name in known:
                self._calls.add(name)
            elif name in self._calls:
                await table.order(AnswerCall(call.person), call.person)
            else:
                self._calls.add(name)
                player = round.tables[number - 1].seats[seat - 1]
                order = CallJudge(name, round.number, number, call.reason)
                await tournament.in_the_hall(order, f"player:{player}")
        for name in known - set(calling):
            await tournament.in_the_hall(CloseCall(name), SANCTIONS_BY)

    # --- opening and closing

    async def _table(self, tournament: LiveTournament, round: Round, number: int, mark: Online) -> LiveTable | None:
        """The live table of a mark, opened if it has to be: another one where it was closed before it was over, by the
        administrator, or because the round was a draft for a while."""
        key = _key(tournament, round.number, number, mark)
        known = self._current.get(key)
        if known is not None and known.state.closed is None:
            return known
        over = o.is_handed_in(tournament.state, round.number, number, mark)
        opening = None if over else _opening(tournament, round, number)
        place = RoundTable(tournament.id, round.number, number)
        for attempt in range(_ATTEMPTS):
            table = await self._hub.reserve(_about(key, mark, attempt), place, opening)
            if table is not None:
                self._current[key] = table
                return table
        return None

    async def _clear_away(self, tournament: LiveTournament) -> None:
        """Close tables of this tournament that are not played any more: put back on paper, drawn again, or the round is
        closed."""
        wanted = {
            table.id
            for where, mark in tournament.hall.online.items()
            if _in_play(tournament, *where) is not None and (table := self._current.get(_key(tournament, *where, mark)))
        }
        for table in tuple(self._hub.tables.values()):
            if table.state.reserved and table.state.host == _host(tournament) and table.id not in wanted:
                with suppress(Refusal):
                    await table.order(CloseTable("director"), DIRECTOR)


def _opening(tournament: LiveTournament, round: Round, number: int) -> Reservation:
    book = o.book_at(tournament.state, round, number)
    names = o.names_at(tournament.state, round, number, MOST_NAME)
    if tournament.state.options.duplicate:
        return Reservation(book, _host(tournament), "Torneo", SAME_DEALS, names, same_deals=True)
    return Reservation(book, _host(tournament), "Torneo", SETTINGS, names)


def _host(tournament: LiveTournament) -> str:
    return f"event:{tournament.id}"


def _key(tournament: LiveTournament, round: int, number: int, mark: Online) -> Key:
    """What a live table is opened for: back on paper and online again is another one."""
    return tournament.id, round, number, mark.number


def _about(key: Key, mark: Online, attempt: int) -> str:
    """What the id of a live table follows from."""
    return "\0".join(map(str, (*key, mark.at, attempt)))


def _in_play(tournament: LiveTournament, round: int, number: int) -> Round | None:
    """The round, while it is played and this table of it online."""
    if tournament.state.closed or o.online_at(tournament.state, tournament.hall, round, number) is None:
        return None
    found = tournament.state.open
    return found if found is not None and found.number == round else None
