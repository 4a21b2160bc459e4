"""A table of a tournament and the hall around it: what the hall's clock asks of it, and how its match ended there.

The hall's clock is the match's own time. When it comes, what follows is the book's (`at_time`); here it is only said
when that is.
"""

from __future__ import annotations

from tantera.play.events import CardShown, DifferenceCut
from tantera.play.match import DEALING, ENDED, Match
from tantera.play.orders import Order, PauseClock, ResumeClock, SetEnd
from tantera.tables.matches import everybody_here, is_full
from tantera.tables.state import TableState
from tantera.tournament.hall.online import Played, Sanctioned
from tantera.tournament.hall.state import HallClock


def may_begin(table: TableState, clock: HallClock | None, number: int, now: int, with_clock: bool) -> bool:
    """Whether the match can begin: everybody sits and is there; and where the round has a clock, it runs."""
    if table.match is not None or table.closed is not None or not (is_full(table) and everybody_here(table)):
        return False
    return not with_clock or (clock is not None and clock.phase(now, number) == "running")


def owed_to_hall(table: TableState, clock: HallClock | None, number: int, now: int) -> Order | None:
    """What the director's clock asks of a match at this moment, one order at a time: stand still, go on, end then.

    Where the event does not limit minutes time ends no match: it is played to its points, as on paper.
    A pause of the referee's, or while the server was away, is not the hall's to end; the hall's time runs on in it, and
    the match is told anew when it ends once it goes on.
    """
    match = table.in_play
    if match is None or clock is None or clock.started is None or table.closed is not None:
        return None
    if clock.phase(now, number) == "paused":
        return PauseClock("director") if table.pause is None else None
    if table.pause is not None:
        return ResumeClock() if table.pause.why == "director" else None
    ends = clock.ends(number) if match.book.options.limit.minutes is not None else None
    if ends is None or match.time_called is not None or match.clock.ends == ends:
        return None
    return SetEnd(ends)


def deal_owed(table: TableState) -> int | None:
    """The number of the hand that the director is to deal now, at a table that plays the same deals as others. A hand
    that was void is dealt again."""
    match = table.in_play
    if not table.same_deals or match is None or match.phase is not DEALING or match.unnamed or table.pause is not None:
        return None
    return 1 + sum(line.how != "void" for line in match.lines)


def running(table: TableState) -> tuple[int, ...]:
    """How the match stands, the side of the round's first seat first; nothing before it begins."""
    match = table.match
    if match is None:
        return ()
    points = sorted((_first(table, side), score) for side, score in zip(match.sides, match.score, strict=True))
    return tuple(score for _, score in points)


def played(table: TableState) -> Played | None:
    """How the match ended, by the seats that the round gave its players; None while it is not over."""
    match = table.match
    if match is None or match.phase is not ENDED:
        return None
    again = {table.chairs[seat].first: count for seat, count in enumerate(match.re_entries[: len(table.chairs)])}
    return Played(
        sides=tuple(_first(table, side) for side in match.sides),
        score=match.score,
        winner=None if match.winner is None else _first(table, match.winner),
        re_entries=tuple(count for _, count in sorted(again.items())),
        sanctions=tuple(_sanctions(table, match)),
        hands=tuple(line.written for line in match.lines if line.how != "void") if table.same_deals else (),
    )


def _first(table: TableState, side: tuple[int, ...]) -> tuple[int, ...]:
    seats = table.first_seats(side)
    assert seats is not None
    return seats


def _sanctions(table: TableState, ended: Match) -> list[Sanctioned]:
    """Cards, and points off a player's own difference: what a match leaves to the tournament (CI-10, TG-18.4)."""
    sanctions = []
    for consequence in ended.consequences:
        article = ended.infractions[consequence.infraction].article
        match consequence:
            case CardShown(seat=seat, card=card):
                sanctions.append(Sanctioned(table.chairs[seat - 1].first, article, card=card))
            case DifferenceCut(seat=seat, points=points) if points:
                sanctions.append(Sanctioned(table.chairs[seat - 1].first, article, points=abs(points)))
    return sanctions
