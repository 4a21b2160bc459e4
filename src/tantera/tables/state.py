"""A table at one moment: the fold of its stream."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from tantera.play.actors import REFEREE, SPECTATOR, Eyes
from tantera.play.events import PauseReason, Side
from tantera.play.ledger import Ledger
from tantera.play.match import ENDED, Match, series_winner
from tantera.rules import Book, Law, Seat
from tantera.tables.events import ClosedBy, Said, What
from tantera.tables.settings import Settings, Times
from tantera.tables.tally import Result


class Whereabouts(StrEnum):
    HERE = "here"
    OFFLINE = "offline"
    """The last device went away without a word: perhaps a tunnel."""
    LEFT = "left"
    """Said goodbye."""


HERE, OFFLINE, LEFT = Whereabouts


class Presence(Struct, frozen=True, gc=False):
    """Where somebody is, and since when."""

    where: Whereabouts
    since: int

    @property
    def here(self) -> bool:
        return self.where is HERE

    def grace_until(self, grace: int, running_since: int) -> int | None:
        """Until when the others wait for somebody who is away; nobody waits after a goodbye.

        Time stands still in a pause, so the wait begins when the match goes on again.

        >>> Presence(OFFLINE, 1000).grace_until(60_000, running_since=0)
        61000
        >>> Presence(LEFT, 1000).grace_until(60_000, running_since=0)
        1000
        """
        if self.where is HERE:
            return None
        return self.since if self.where is LEFT else max(self.since, running_since) + grace


class Guest(Struct, frozen=True, gc=False):
    """Somebody who is at the table, with a seat or without."""

    person: str
    name: str
    presence: Presence


class Chair(Struct, frozen=True, gc=False):
    """A seat and who sits there: a person, a bot, a person for whom a bot plays, or nobody."""

    name: str = ""
    person: str | None = None
    bot: str | None = None
    """Who plays here, unless the person does."""
    bot_since: int = 0
    """Since when: nobody asks a bot for an answer before."""
    first: Seat = 0
    """Where this player sat when the series began: the draw may seat them anew, and a series is won by players."""

    @property
    def taken(self) -> bool:
        return self.person is not None or self.bot is not None


class Proposal(Struct, frozen=True, gc=False):
    what: What
    person: str
    until: int
    seat: Seat | None
    agreed: tuple[str, ...]
    """Who is for it, whoever proposed it included."""


class Call(Struct, frozen=True, gc=False):
    """Somebody waits for the referee."""

    person: str
    reason: str
    since: int


class Pause(Struct, frozen=True, gc=False):
    why: PauseReason
    since: int
    until: int
    """When it has been long enough."""


class TableState(Struct, frozen=True, dict=True):
    """A table around its match. Beside its fields it keeps what has been worked out about it once: `agenda`."""

    book: Book
    law: Law
    host: str
    """The person who opened it."""
    settings: Settings
    code: str
    salt: str
    at: int
    """When the last event happened: no order is given before it."""
    chairs: tuple[Chair, ...]
    version: int = 1
    """How many events have been written."""
    reserved: tuple[str, ...] = ()
    same_deals: bool = False
    """Whether the director deals: the table binds itself to no seed, and nobody adds to one."""
    """Whose seats these are, by name, at a table of a tournament; nobody's in particular anywhere else."""
    guests: tuple[Guest, ...] = ()
    referee: str | None = None
    sat: tuple[str, ...] = ()
    """Everybody who has ever had a seat here: they never see all racks of this table, nor referee it."""
    empty_since: int | None = None
    """Since when nobody at all has been here."""
    ledger: Ledger | None = None
    """The match: the one being played, or the last one."""
    matches: int = 0
    """How many have begun at this table."""
    won: tuple[Side | None, ...] = ()
    """Who won the matches of the series so far, by the seats they had when it began."""
    results: tuple[Result, ...] = ()
    """Of all the matches that are over here."""
    since: int = 0
    """Since when the match has waited for what it waits for, pauses taken off."""
    running_since: int = 0
    """Since when time runs: the last pause ended then."""
    pause: Pause | None = None
    seed: str | None = None
    """The seed the table is bound to, in hex, until it deals from it. No view has it."""
    entropy: tuple[tuple[str, str], ...] = ()
    """Who added what to it."""
    proposals: tuple[Proposal, ...] = ()
    calls: tuple[Call, ...] = ()
    hint: Seat | None = None
    """The seat that has asked a bot what it would play, until it answers or something is played."""
    late: tuple[tuple[Seat, int], ...] = ()
    """Who had no time left in this hand, and when: what they did at that moment the table did for them."""
    talk: tuple[Said, ...] = ()
    """The last things said."""
    sheet_closed: bool = False
    closed: ClosedBy | None = None

    # --- the match

    @property
    def match(self) -> Match | None:
        return None if self.ledger is None else self.ledger.match

    @property
    def in_play(self) -> Match | None:
        """The match, while it is not over."""
        ledger = self.ledger
        return None if ledger is None or ledger.match.phase is ENDED else ledger.match

    @property
    def series_open(self) -> bool:
        """Whether these players still owe each other a match: best of so many, and nobody has won more than half."""
        played = len(self.won)
        return 0 < played < self.book.best_of and series_winner(self.book, self.won) is None

    def first_seats(self, side: Side | None) -> Side | None:
        """Where the players of a side sat when the series began."""
        return None if side is None else tuple(sorted(self.chairs[seat - 1].first for seat in side))

    @property
    def times(self) -> Times:
        return self.settings.times

    @property
    def has_clock(self) -> bool:
        """Whether anybody's time runs here: the table's own for a move, the book's, or the minutes of the match."""
        ends = None if self.match is None else self.match.clock.ends
        return self.times.move is not None or self.book.clock is not None or ends is not None

    # --- people

    def guest(self, person: str) -> Guest | None:
        for guest in self.guests:  # asked for every reader of every step
            if guest.person == person:
                return guest
        return None

    def seat_of(self, person: str) -> Seat | None:
        for seat, chair in enumerate(self.chairs, start=1):
            if chair.person == person:
                return seat
        return None

    @property
    def players(self) -> tuple[str, ...]:
        """The people who have a seat, in the order of the seats."""
        return tuple(chair.person for chair in self.chairs if chair.person is not None)

    @property
    def only_person(self) -> str | None:
        """Who plays alone with bots, at a table that waits for them: None where somebody else has a seat, and at a
        table of a tournament."""
        players = self.players
        return players[0] if len(players) == 1 and not self.reserved else None

    @property
    def waits_for(self) -> tuple[str, ...]:
        """The people without whom nothing happens, while their match or their series is not over: where none of them
        is there, bots do not play on among themselves. Nobody, at a table of a tournament, and where several play and
        the book says what becomes of who leaves."""
        goes_on = self.in_play is not None or self.series_open
        by_book = self.settings.away == "book" and len(self.players) > 1
        return self.players if goes_on and not self.reserved and not by_book else ()

    @property
    def is_deserted(self) -> bool:
        """Whether all those are away for whom it waits."""
        return bool(self.waits_for) and not any(map(self.here, self.waits_for))

    def here(self, person: str | None) -> bool:
        guest = None if person is None else self.guest(person)
        return guest is not None and guest.presence.here

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where, by name; nothing for an empty chair."""
        return self.match.names if self.match is not None else tuple(chair.name for chair in self.chairs)

    def across(self, seat: Seat) -> Seat | None:
        """Whose partner somebody at this seat is, or would be; None where everybody plays alone."""
        if self.match is not None:
            return next((mate for mate in self.match.side_of(seat) if mate != seat), None)
        options = self.book.options
        half = options.players // 2
        return (seat - 1 + half) % options.players + 1 if options.play == "pairs" else None

    def side_mates(self, seat: Seat) -> Side:
        """The seats of this one's side, in the match."""
        match = self.match
        return (seat,) if match is None else match.side_of(seat)

    def people_of(self, side: Side) -> tuple[str, ...]:
        """The people among these seats who play themselves."""
        chairs = [self.chairs[seat - 1] for seat in side]
        return tuple([chair.person for chair in chairs if chair.person is not None and chair.bot is None])

    def played_by_bots(self, side: Side) -> bool:
        for seat in side:  # asked at every move
            chair = self.chairs[seat - 1]
            if chair.person is not None and chair.bot is None:
                return False
        return True

    def eyes_of(self, person: str) -> Eyes:
        """With which eyes somebody looks at the match."""
        seat = self.seat_of(person)
        if seat is not None:
            return seat
        return REFEREE if person == self.referee else SPECTATOR

    def empty_chair(self, seat: Seat) -> Chair:
        """A seat where nobody sits; whose it is stands on it all the same."""
        return Chair(self.reserved[seat - 1] if self.reserved else "")

    def chair_of(self, place: Seat) -> Seat:
        """Where somebody sits now whose seat was this one when the match began: the draw may seat them anew."""
        if self.match is None:
            return place
        return next(seat for seat, chair in enumerate(self.chairs, start=1) if chair.first == place)

    def proposal(self, what: What) -> Proposal | None:
        return next((proposal for proposal in self.proposals if proposal.what == what), None)
