"""Who may write to whom, and when. In dominoes talk is information, so the book has a say (TG-7.9, TG-7.10)."""

from __future__ import annotations

import unicodedata
from typing import Final

from tantera.play.actors import Role
from tantera.play.events import Event
from tantera.play.match import COUNTING
from tantera.rules import Refusal, Seat
from tantera.tables import events as t
from tantera.tables import orders as o
from tantera.tables.events import Audience
from tantera.tables.state import TableState
from tantera.words import Phrase

MOST_SAID: Final = 300
"""Letters in a message, or in the reason of a call."""

PHRASES: Final = {
    "hello": "Hello!",
    "luck": "Good luck!",
    "moment": "One moment, please",
    "back": "I am back",
    "thanks": "Thank you",
    "well_played": "Well played!",
    "what_a_hand": "What a hand!",
    "again": "Again!",
    "good_night": "Good night",
    "no_choice": "I had no choice",
    "my_mistake": "My mistake",
}
"""What is said by a tap."""
_ANY_TIME: Final = ("hello", "luck", "moment", "back", "thanks")
"""Nothing in these tells of a hand."""
_BETWEEN: Final = ("well_played", "what_a_hand", "thanks", "moment")
_AROUND: Final = ("hello", "luck", "well_played", "thanks", "again", "moment", "good_night")
_PARTNER: Final = ("well_played", "no_choice", "my_mistake", "thanks")


def may_write(table: TableState, person: str, now: int) -> frozenset[Audience]:
    """Whom this person may write to at this moment.

    Partners write to each other in the time for comments after a hand and never else (TG-7.9). To everybody, players
    write before and after the match (TG-7.10), unless the table lets them at any time. Who looks on writes to others
    who look on, which no player reads, and to everybody when the match is over. The referee writes to everybody.
    """
    chat, over = table.settings.chat, table.in_play is None
    if table.guest(person) is None or table.closed is not None:
        return frozenset()
    if person == table.referee:
        return frozenset({"table", "watchers"})
    seat = table.seat_of(person)
    to_the_referee: frozenset[Audience] = frozenset({"referee"} if table.referee is not None and seat else ())
    if chat == "off":
        return to_the_referee
    if seat is None:
        return frozenset({"table", "watchers"} if over else {"watchers"})
    open_to_all: frozenset[Audience] = frozenset({"table"} if over or chat == "free" else ())
    comments: frozenset[Audience] = frozenset({"partner"} if _comments(table, seat, now) else ())
    return to_the_referee | open_to_all | comments


def may_say(table: TableState, person: str, now: int) -> dict[Audience, tuple[str, ...]]:
    """The phrases that this person may say at this moment, by whom they are for.

    Whoever may write may say them. While a match is on, players may besides, as long as the book wants no silence;
    while a hand is played only what tells nothing of it.
    """
    write, match = may_write(table, person, now), table.in_play
    said: dict[Audience, tuple[str, ...]] = {"partner": _PARTNER} if "partner" in write else {}
    if match is None:
        return {"table": _AROUND, **said} if "table" in write else said
    chat = table.settings.chat
    speaks = chat == "free" or (chat == "book" and table.book.cites.silence is None)
    if table.closed is None and (person == table.referee or (speaks and table.seat_of(person) is not None)):
        said["table"] = _BETWEEN if match.phase is COUNTING else _ANY_TIME
    return said


def comments_until(table: TableState) -> int | None:
    """Until when partners may comment on the hand just played (TG-7.9); the next hand's deal ends it sooner."""
    match, seconds = table.in_play, table.book.comment_seconds
    if match is None or seconds is None or match.phase is not COUNTING or table.pause is not None:
        return None
    return match.counted_at + seconds * 1000


def _comments(table: TableState, seat: Seat, now: int) -> bool:
    until = comments_until(table)
    return until is not None and max(now, table.at) < until and bool(_partners(table, seat))


def _partners(table: TableState, seat: Seat) -> tuple[str, ...]:
    """The people on the same side."""
    others = [table.chairs[mate - 1].person for mate in table.side_mates(seat) if mate != seat]
    return tuple(person for person in others if person is not None)


def say(table: TableState, order: o.Say, person: str, now: int) -> tuple[Event, ...]:
    if order.to not in _CALLED:
        raise Refusal("", "nobody is called so, to be written to: {found}", found=str(order.to)[:40])
    if order.to not in may_write(table, person, now):
        raise Refusal(table.book.cites.talk or "", "you may not write to {whom} now", whom=_CALLED[order.to])
    return (t.Said(person, order.to, a_text(order.text), _readers(table, order.to, person), at=now),)


def say_phrase(table: TableState, order: o.SayPhrase, person: str, now: int) -> tuple[Event, ...]:
    if order.phrase not in may_say(table, person, now).get(order.to, ()):
        raise Refusal(table.book.cites.silence or "", "this is not said now")
    readers = _readers(table, order.to, person)
    return (t.Said(person, order.to, PHRASES[order.phrase], readers, order.phrase, at=now),)


def _readers(table: TableState, to: Audience, person: str) -> tuple[str, ...]:
    seat = table.seat_of(person)
    if to == "partner" and seat is not None:
        return (person, *_partners(table, seat))
    if to == "referee" and table.referee is not None:
        return (person, table.referee)
    return ()


def reads(table: TableState, message: t.Said, reader: str | Role) -> bool:
    """Whether this reader may read it. What those who look on write to each other no player reads; what partners do,
    nobody else."""
    if message.readers:
        return not isinstance(reader, Role) and reader in message.readers
    match message.to:
        case "table":
            return True
        case "watchers":
            return table.seat_of(reader) is None
        case _:
            return False


_CALLED: Final[dict[Audience, Phrase]] = {
    "table": Phrase("everybody"),
    "partner": Phrase("your partner"),
    "watchers": Phrase("those who look on"),
    "referee": Phrase("the referee"),
}


def a_text(text: str) -> str:
    """What somebody wrote: some letters, and none that the eye does not see."""
    plain = " ".join(text[: 4 * MOST_SAID].split())
    if not 1 <= len(plain) <= MOST_SAID:
        raise Refusal("", "a message has 1 to {most} letters", most=MOST_SAID)
    if any(unicodedata.category(letter) in ("Cc", "Cs", "Cn", "Co") for letter in plain):
        raise Refusal("", "a message is written with letters that everybody can see")
    return plain


def call_referee(table: TableState, order: o.CallReferee, person: str, now: int) -> tuple[Event, ...]:
    if table.in_play is None:
        raise Refusal("", "there is no match to call the referee to")
    if table.only_person == person and table.referee is None:
        raise Refusal("", "you play alone with bots: there is nobody to call")
    if any(call.person == person for call in table.calls):
        raise Refusal("", "you have called the referee already")
    return (t.RefereeCalled(person, a_text(order.reason), at=now),)


def answer_call(table: TableState, order: o.AnswerCall, person: str, now: int) -> tuple[Event, ...]:
    """The referee is done with it, or who called takes it back."""
    if not any(call.person == order.person for call in table.calls):
        raise Refusal("", "nobody of that id has called")
    if person not in (table.referee, order.person):
        raise Refusal("", "only the referee, or whoever called, is done with a call")
    return (t.CallAnswered(order.person, at=now),)
