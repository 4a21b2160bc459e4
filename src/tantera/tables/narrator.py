"""What happens around a match, as sentences: who comes and goes, what is proposed, who calls the referee."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast, get_args

from tantera.play.events import Corrected, Event, MatchStarted, Office
from tantera.play.orders import MoveOrder
from tantera.rules import Seat
from tantera.tables import events as t
from tantera.tables.agreements import BY_CONSENT
from tantera.tables.events import ClosedBy, What
from tantera.tables.seen import Reader
from tantera.tables.state import TableState
from tantera.telling import DECIDERS, Narrator, Sentence, Tone
from tantera.words import translate

PROPOSED: Final[dict[What, tuple[str, str]]] = {
    "pause": ("You ask for a pause", "{name} asks for a pause"),
    "resume": ("You ask to go on", "{name} asks to go on"),
    "take_back": ("You ask to take your move back", "{name} asks to take the move back"),
    "rematch": ("You ask for a rematch", "{name} asks for a rematch"),
    "end_grace": ("You propose to wait for {other} no longer", "{name} proposes to wait for {other} no longer"),
    "referee": ("You offer to referee", "{name} offers to referee"),
    "opener": ("You propose that {other} opens", "{name} proposes that {other} opens"),
}
"""What somebody proposes: to who does, and to everybody else."""

MATTERS: Final[dict[What, str]] = {
    "pause": "a pause",
    "resume": "to play on",
    "take_back": "to take the move back",
    "rematch": "a rematch",
    "end_grace": "to wait no longer",
    "referee": "to have a referee",
    "opener": "who opens",
}
"""What the others agree to, or do not."""

CLOSED: Final[dict[ClosedBy, str]] = {
    "idle": "The table closes: nobody has been here for a while",
    "left": "The table closes: everybody has left",
    "host": "The table closes",
    "director": "The table is closed by the organisers",
}

DEEDS: Final[dict[type[Event], tuple[str, str, Tone]]] = {
    t.PersonEntered: ("You come in", "{name} comes in", "quiet"),
    t.PersonCameBack: ("You are back", "{name} is back", "quiet"),
    t.PersonWentOffline: ("You have lost the connection", "{name} has lost the connection", "warning"),
    t.PersonLeft: ("You leave", "{name} leaves", "quiet"),
    t.SeatTaken: ("You sit down at seat {seat}", "{name} sits down at seat {seat}", "quiet"),
    t.RefereeSat: ("You are the referee", "{name} is the referee", "plain"),
    t.RefereeStood: ("You are no longer the referee", "{name} is no longer the referee", "plain"),
    t.GraceEnded: ("Nobody waits for you any longer", "Nobody waits for {name} any longer", "warning"),
    t.CallAnswered: ("Your call has been seen to", "The call of {name} has been seen to", "plain"),
}
"""What somebody does, or what becomes of them: to themselves, and to everybody else."""

WORDLESS: Final[frozenset[type[Event]]] = frozenset(
    {
        t.TableOpened,  # nobody is there yet to hear it
        t.SeedKept,  # nobody is ever shown it
        t.EntropyAdded,  # the seat shows who has added
        t.Said,  # these are somebody's own words, and stand where people talk
    }
)
"""Events of a table that need no word."""

_MOVES: Final = frozenset(str(order.__struct_config__.tag) for order in get_args(MoveOrder))
"""Answers that are a move, as `TimeRanOut` calls them."""


class TableNarrator:
    """Speaks one language, to one person (or to nobody in particular: no id)."""

    def __init__(self, lang: str, me: Reader = "") -> None:
        self.lang, self.me = lang, me

    def words(self, message: str, **facts: object) -> str:
        return translate(self.lang, message, **facts)

    def sentence(self, event: Event, before: TableState, after: TableState) -> Sentence | None:
        """What an event around the match says, as its reader may see it; None where nothing is left to say. One that
        nobody has words for is a `TypeError`."""
        if type(event) in WORDLESS:
            return None
        teller = TELLERS.get(type(event))
        if teller is None:
            raise TypeError(f"{type(event).__name__} is an event without words")
        return teller(self, event, before, after)

    # --- who is there

    def _did(self, event: Any, before: TableState, after: TableState) -> Sentence | None:
        """Of who comes and goes, only those whom the others wait for: not who looks on."""
        if isinstance(event, t.PersonCameBack | t.PersonWentOffline) and not _is_needed(event.person, after):
            return None
        you, they, tone = DEEDS[type(event)]
        table = before if after.guest(event.person) is None else after
        return self._of(event.person, table, you, they, tone, seat=getattr(event, "seat", None))

    def _bot_seated(self, event: t.BotSeated, before: TableState, after: TableState) -> Sentence:
        message = "{name}, a bot, sits down at seat {seat}"
        return Sentence(self.words(message, name=event.name, seat=event.seat), "quiet")

    def _bot_replaced(self, event: t.BotReplaced, before: TableState, after: TableState) -> Sentence:
        message = "The bot at seat {seat} does not answer: a simple one plays on there"
        return Sentence(self.words(message, seat=event.seat), "warning")

    # --- what people agree on

    def _proposed(self, event: t.Proposed, before: TableState, after: TableState) -> Sentence:
        you, they = PROPOSED[event.what]
        if event.seat is None:
            return self._of(event.person, after, you, they, "strong")
        other = after.chairs[event.seat - 1]
        if event.what == "opener" and other.person == event.person:
            you, they = "You propose to open", "{name} proposes to open"
        elif event.what == "opener" and other.person == self.me:
            they = "{name} proposes that you open"
        return self._of(event.person, after, you, they, "strong", other=other.name)

    def _agreed(self, event: t.Agreed, before: TableState, after: TableState) -> Sentence:
        you, they = "You agree: {matter}", "{name} agrees: {matter}"
        return self._of(event.person, after, you, they, matter=self.words(MATTERS[event.what]))

    def _declined(self, event: t.Declined, before: TableState, after: TableState) -> Sentence:
        """No; or, from who proposed it, never mind."""
        proposal = before.proposal(event.what)
        you, they = "You do not agree: {matter}", "{name} does not agree: {matter}"
        if proposal is not None and proposal.person == event.person:
            you, they = "You no longer ask for it: {matter}", "{name} no longer asks for it: {matter}"
        return self._of(event.person, after, you, they, "strong", matter=self.words(MATTERS[event.what]))

    # --- the referee, time, the sheet

    def _referee_called(self, event: t.RefereeCalled, before: TableState, after: TableState) -> Sentence:
        """With the reason, to who is shown it."""
        called = self._of(event.person, after, "You call the referee", "{name} calls the referee", "urgent")
        return called._replace(text=f"{called.text}: {event.reason}") if event.reason else called

    def _time_ran_out(self, event: t.TimeRanOut, before: TableState, after: TableState) -> Sentence:
        """Somebody did not answer in time, and the table does so for them."""
        if not event.who.isdecimal():
            office = self.words(DECIDERS[cast(Office, event.who)])
            return Sentence(self.words("{office}: out of time, the table answers", office=office), "warning")
        if event.order in _MOVES:
            you, they = "You have no time left: the table plays", "{name} has no time left: the table plays"
        else:
            you, they = "You have no time left: the table answers", "{name} has no time left: the table answers"
        return self._at(int(event.who), before, you, they, "warning")

    def _sheet_closed(self, event: t.SheetClosed, before: TableState, after: TableState) -> Sentence:
        """Who has not signed by now has not signed (TG-12, CI-3)."""
        names = ", ".join(after.chairs[seat - 1].name for seat in event.missing)
        told = self.words("The sheet is closed without the signature of {names}", names=names)
        return Sentence(told, article=after.book.cites.sheet)

    # --- what a live table says of its match otherwise than whoever tells an old one

    def _corrected(self, event: Corrected, before: TableState, after: TableState) -> Sentence | None:
        if event.why == BY_CONSENT:
            return Sentence(self.words("The last move is taken back"), "warning")
        assert before.match is not None
        assert after.match is not None
        return Narrator(self.lang).sentence(event, before.match, after.match)

    # --- who does what

    def _of(
        self, person: str, table: TableState, you: str, they: str, tone: Tone = "plain", **facts: object
    ) -> Sentence:
        guest = table.guest(person)
        name = guest.name if guest is not None else self.words("somebody")
        return Sentence(self.words(you if person == self.me else they, name=name, **facts), tone)

    def _at(self, seat: Seat, table: TableState, you: str, they: str, tone: Tone) -> Sentence:
        """Of who sits there, person or bot."""
        chair = table.chairs[seat - 1]
        mine = chair.person is not None and chair.person == self.me
        return Sentence(self.words(you if mine else they, name=chair.name, seat=seat), tone)


def named(event: Event, before: TableState, after: TableState) -> frozenset[str]:
    """The people whom a narrator may call *you* in the sentence about this event. Everybody else is told the same."""
    people = {getattr(event, "person", None)}
    seat = getattr(event, "seat", None)
    if isinstance(event, t.TimeRanOut) and event.who.isdecimal():
        seat = int(event.who)
    if seat is not None:
        people |= {table.chairs[seat - 1].person for table in (before, after)}
    return frozenset(person for person in people if person is not None)


def _is_needed(person: str, table: TableState) -> bool:
    """Whether others wait for them: who has a seat, and the referee."""
    return person == table.referee or table.seat_of(person) is not None


TELLERS: Final[dict[type[Event], Callable[[TableNarrator, Any, TableState, TableState], Sentence | None]]] = {
    **dict.fromkeys(DEEDS, TableNarrator._did),
    t.SeatFreed: lambda own, event, before, after: own._at(
        event.seat, before, "You give up seat {seat}", "{name} gives up seat {seat}", "quiet"
    ),
    t.BotSeated: TableNarrator._bot_seated,
    t.BotStoodIn: lambda own, event, before, after: own._at(
        event.seat, after, "A bot plays for you", "A bot plays for {name}", "warning"
    ),
    t.BotReplaced: TableNarrator._bot_replaced,
    t.TableClosed: lambda own, event, before, after: Sentence(own.words(CLOSED[event.why]), "strong"),
    t.Proposed: TableNarrator._proposed,
    t.Agreed: TableNarrator._agreed,
    t.Declined: TableNarrator._declined,
    t.ProposalLapsed: lambda own, event, before, after: Sentence(
        own.words("Not agreed in time: {matter}", matter=own.words(MATTERS[event.what]))
    ),
    t.RefereeCalled: TableNarrator._referee_called,
    t.TimeRanOut: TableNarrator._time_ran_out,
    t.SheetClosed: TableNarrator._sheet_closed,
    MatchStarted: lambda own, event, before, after: Sentence(own.words("The match begins"), "strong", "heading"),
    Corrected: TableNarrator._corrected,
}
"""What tells each event."""
