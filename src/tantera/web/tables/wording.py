"""What a page shows around the hand and cannot put in words: the count of a hand, and a decision that is open."""

from __future__ import annotations

from typing import Any

from tantera.play.actors import Eyes, Role
from tantera.play.ledger import Ledger
from tantera.rules import Seat
from tantera.tables import Reader, TableState
from tantera.tables.seen import eyes_on_the_match
from tantera.telling import Count, Counted, count, count_figures, counted_to, question
from tantera.telling.questions import OFFICES


class WordsAround:
    """The words around one state of a table; a count is made once for all who read the same."""

    def __init__(self, state: TableState) -> None:
        self._state = state
        self._counts: dict[tuple[Seat, str], Count | None] = {}
        self._figures: tuple[Counted, ...] | None = None

    def to(self, reader: Reader, lang: str) -> dict[str, Any]:
        """`count` and `question`, each None where there is none. The question has answers for whoever is asked."""
        state = self._state
        ledger, match = state.ledger, state.match
        if ledger is None or match is None or eyes_on_the_match(state, reader) is None:
            return {"count": None, "question": None}
        me = who_is(state, reader)
        return {
            "count": None if match.hand_in_play else self._count(ledger, me, lang),
            "question": question(match, me, lang),
        }

    def _count(self, ledger: Ledger, me: tuple[Eyes, ...], lang: str) -> Count | None:
        if not ledger.match.lines:
            return None
        if self._figures is None:
            self._figures = count_figures(ledger)
        you = counted_to(ledger)
        seat = next((one for one in me if not isinstance(one, Role) and one in you), 0)
        if (seat, lang) not in self._counts:
            self._counts[seat, lang] = count(ledger, lang, seat, self._figures)
        return self._counts[seat, lang]


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
    of_the_match = match.names, len(match.lines), match.hand_in_play, match.awaiting, match.ended_by, match.score
    return *of_the_match, state.referee, bots
