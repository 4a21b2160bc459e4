"""What a page shows around the hand and cannot put in words: the count of a hand, and a decision that is open."""

from __future__ import annotations

from typing import Any

from tantera.play.actors import Eyes, Role
from tantera.tables import Reader, TableState
from tantera.tables.seen import eyes_on_the_match
from tantera.telling import count, question
from tantera.telling.questions import OFFICES


def words_around(state: TableState, reader: Reader, lang: str) -> dict[str, Any]:
    """`count` and `question`, each None where there is none. The question has answers for whoever is asked."""
    ledger, match = state.ledger, state.match
    if ledger is None or match is None or eyes_on_the_match(state, reader) is None:
        return {"count": None, "question": None}
    me = who_is(state, reader)
    seat = next((one for one in me if not isinstance(one, Role)), 0)
    return {
        "count": None if match.hand_in_play else count(ledger, lang, seat),
        "question": question(match, me, lang),
    }


def who_is(state: TableState, reader: Reader) -> tuple[Eyes, ...]:
    """As whom somebody may be asked: a player as their seat, the referee by every office that the table has nobody else
    for. Nobody is asked for whom a bot plays."""
    if isinstance(reader, Role):
        return ()
    if reader == state.referee:
        return OFFICES
    seat = state.seat_of(reader)
    return (seat,) if seat is not None and state.chairs[seat - 1].bot is None else ()


def what_they_depend_on(state: TableState) -> object:
    """Something that changes whenever the words do."""
    match = state.match
    if match is None:
        return None
    bots = tuple(chair.bot for chair in state.chairs)
    return len(match.lines), match.hand_in_play, match.awaiting, match.ended_by, match.score, state.referee, bots
