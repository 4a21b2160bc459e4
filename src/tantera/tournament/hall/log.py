"""The hall in words. For the log: who ran the clock, who called where, what was on every screen. For the clock: what
happens at time, and which warnings come before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import assert_never

from msgspec import Struct

from tantera.rules.glossary import value_in_words
from tantera.tournament.decided import book_of
from tantera.tournament.hall import events as e
from tantera.tournament.hall.events import AnyHallEvent
from tantera.tournament.hall.state import MINUTE
from tantera.tournament.state import TournamentState
from tantera.tournament.telling import LogLine
from tantera.words import Phrase
from tantera.words.alike import ERASED

_Where = tuple[int, int | None]
"""A round and a table of it, or the whole of it."""


def told_hall(events: Iterable[AnyHallEvent]) -> list[LogLine]:
    """The oldest first. They are no records of the chain: they have no number, and nothing undoes them. The lines of a
    table's sheet, photos and what a side says stand with the table itself."""
    return list(_Telling().lines(events))


class _Telling:
    def __init__(self) -> None:
        self._round = 0
        """Whose clock it is."""
        self._at: dict[str, _Where] = {}
        """Where somebody called, or said that a result is wrong."""

    def lines(self, events: Iterable[AnyHallEvent]) -> Iterator[LogLine]:
        for event in events:
            where, sentence, why = self._told(event)
            if sentence is not None:
                yield _line(event, where, sentence, why)

    def _told(self, event: AnyHallEvent) -> tuple[_Where, Phrase | None, str]:
        match event:
            case e.ClockSet(round=round, length=length):
                self._round = round
                return (round, None), Phrase("the clock is set to {minutes} minutes", minutes=length // MINUTE), ""
            case e.ClockStarted():
                return (self._round, None), Phrase("the clock starts"), ""
            case e.ClockPaused():
                return (self._round, None), Phrase("the clock is stopped"), ""
            case e.ClockResumed():
                return (self._round, None), Phrase("the clock goes on"), ""
            case e.TimeCalled():
                return (self._round, None), Phrase("«time» is called"), ""
            case e.ClockLengthened(length=length):
                sentence = Phrase("time given to everybody: {minutes} min", minutes=f"{length // MINUTE:+d}")
                return (self._round, None), sentence, ""
            case e.TimeGiven(table=table, length=length):
                return (self._round, table), Phrase("time given: {minutes} min", minutes=f"{length // MINUTE:+d}"), ""
            case e.JudgeCalled(call=call, round=round, table=table, reason=reason):
                self._at[call] = round, table
                return (round, table), Phrase("calls the judge"), reason
            case e.CallTaken(call=call):
                return self._at[call], Phrase("the judge is on the way"), ""
            case e.CallClosed(call=call):
                return self._at[call], Phrase("the judge has seen to it"), ""
            case e.Objected(objection=objection, round=round, table=table, text=text):
                self._at[objection] = round, table
                return (round, table), Phrase("says that the result is wrong"), text
            case e.ObjectionAnswered(objection=objection, text=text):
                return self._at[objection], Phrase("the objection is answered"), text
            case e.WindowClosed(round=round):
                return (round, None), Phrase("the results are final: no more objections"), ""
            case e.Announced(text=text):
                return (0, None), Phrase("on every screen: «{text}»", text=text) if text else _NO_LINE, ""
            case e.Archived():
                return (0, None), Phrase("the tournament is archived"), ""
            case e.TakenOut():
                return (0, None), Phrase("the tournament is taken out of the archive"), ""
            case e.TablesOnline(round=round, tables=tables):
                return (round, None), Phrase("played online, table {tables}", tables=_numbers(tables)), ""
            case e.TablesOnPaper(round=round, tables=tables):
                return (round, None), Phrase("back on paper, table {tables}", tables=_numbers(tables)), ""
            case e.ErasureAsked(player=player):
                return (0, None), Phrase("{player} asks to be erased", player=player), ""
            case e.PersonErased(player=player):
                return (0, None), Phrase("somebody was erased: {player}", player=player or ERASED), ""
            case e.VersionGiven() | e.HandWritten() | e.HandErased() | e.PhotoKept() | e.OnlineBegun():
                return (0, None), None, ""
            case unknown:
                assert_never(unknown)


_NO_LINE = Phrase("the line on the screens is taken away")


def _numbers(tables: tuple[int, ...]) -> str:
    return ", ".join(map(str, tables))


def _line(event: AnyHallEvent, where: _Where, sentence: Phrase, why: str) -> LogLine:
    round, table = where
    about = Phrase("Round {round}, table {table}", round=round, table=table) if table else None
    if about is None and round:
        about = Phrase("Round {round}", round=round)
    at = datetime.fromtimestamp(event.at / 1000, UTC).isoformat()
    return LogLine(0, at, event.by, sentence, about, why, round=round or None, table=table)


class StillPlayed(Struct, frozen=True):
    """What is still played once *tiempo* has been called (CI-3)."""

    what: Phrase
    article: str | None
    last_hands: bool
    """Whether anything is still played."""


def at_time(tournament: TournamentState) -> StillPlayed:
    """As the book says, with the event's options on."""
    book = book_of(tournament)
    return StillPlayed(_what(book.options.at_time, book.extra_hands), book.cites.time, book.options.at_time != "stop")


def _what(at: str, extra: int) -> Phrase:
    if at != "extra_hands":
        words = value_in_words("options.at_time", at)
        return words if isinstance(words, Phrase) else Phrase("{what}", what=words)
    match extra:
        case 1:
            return Phrase("the hand whose tiles are lifted, or one more")
        case 2:
            return Phrase("the hand whose tiles are lifted and one more; if none are, two")
        case _:
            return Phrase("{hands} more hands, the one in play included if tiles are lifted", hands=extra)


def minutes_of(tournament: TournamentState) -> int | None:
    """How long a round lasts, where the event limits minutes."""
    return tournament.options.limit.minutes
