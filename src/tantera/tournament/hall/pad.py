"""The sheet that a phone keeps hand by hand: the lines of a table on a pad of the `sheet` room, judged by the book."""

from __future__ import annotations

from functools import lru_cache

from tantera.notation import DgnError
from tantera.notation.document import ResultItem
from tantera.notation.results import block_winner, points_from
from tantera.rules import Book, Seat
from tantera.sheet.pad import Pad
from tantera.sheet.results import domino_with_totals
from tantera.tournament.decided import book_of
from tantera.tournament.hall.state import HallState, Hand
from tantera.tournament.orders import HandPoints
from tantera.tournament.state import Round, TournamentState
from tantera.tournament.sums import limit_of

Tags = tuple[tuple[str, str], ...]


def can_be_judged(tournament: TournamentState) -> bool:
    """Whether the book can say what a line comes to. Where it gives bonuses a phone writes them and the points in one
    figure: only those at the table can tell them apart. In a duplicate round every hand stands by itself."""
    return not book_of(tournament).bonuses and not tournament.options.duplicate


def pad_at(tournament: TournamentState, hall: HallState, round: Round, number: int) -> Pad | None:
    """The pad of a table with all its lines; None where nobody keeps one, or one that the book cannot judge."""
    lines = hall.hands.get((round.number, number), ())
    try:
        return written(tournament, round, number, lines) if lines and can_be_judged(tournament) else None
    except DgnError:
        return None


def hands_written(lines: tuple[Hand, ...]) -> tuple[HandPoints, ...]:
    """The hands of a duplicate round as a phone kept them: what its slip will say."""
    return tuple(None if line.how == "not_played" else (line.points[0], line.points[1]) for line in lines)


def totals(tournament: TournamentState, hall: HallState, round: Round, number: int) -> tuple[int, ...]:
    """What the sheet comes to: by the book, else the plain sum of its lines."""
    pad = pad_at(tournament, hall, round, number)
    lines = hall.hands.get((round.number, number), ())
    return pad.match.score if pad is not None else tuple(map(sum, zip(*(line.points for line in lines), strict=True)))


def has_ended(tournament: TournamentState, hall: HallState, round: Round, number: int) -> bool:
    """Whether no hand is left to play: by the book, or a side has come to the limit where the book cannot judge."""
    pad = pad_at(tournament, hall, round, number)
    if pad is not None:
        return pad.match.ended_by is not None
    points = limit_of(tournament, round, number).points
    if points is None or tournament.alone or tournament.options.duplicate:
        return False
    return max(totals(tournament, hall, round, number), default=0) >= points


def written(tournament: TournamentState, round: Round, number: int, lines: tuple[Hand, ...]) -> Pad:
    """A pad with these lines, or the problem of the first that the book does not let stand.

    Who opened is not asked of a phone: it is whoever can have, so that a block with equal counts was won by the one who
    is said to have won it (UEH-final).
    """
    tags: Tags = (("Book", tournament.book), ("Limit", str(limit_of(tournament, round, number))))
    if tournament.alone:
        tags += (("Players", str(len(round.tables[number - 1].seats))),)
    *others, last = Pad.begun(tags, books=lambda _: book_of(tournament)).match.seats
    for opener in others:
        try:
            return _written(book_of(tournament), tags, opener, lines)
        except DgnError:
            continue
    return _written(book_of(tournament), tags, last, lines)


@lru_cache(maxsize=4096)
def _written(book: Book, tags: Tags, opener: Seat, lines: tuple[Hand, ...]) -> Pad:
    """Remembered line by line: a page is looked at more often than a hand is played."""
    if not lines:
        return Pad.begun(tags, books=lambda _: book)
    pad, line = _written(book, tags, opener, lines[:-1]), lines[-1]
    if pad.opener is None:
        pad = pad.opened(opener)
    return pad.ended(_by_seat(pad, line) if book.options.play == "alone" else _by_side(pad, line))


def _by_side(pad: Pad, line: Hand) -> ResultItem:
    if pad.book.points_in_play is not None:
        return _made_in_play(pad, line)
    points = max(line.points)
    if line.how == "domino" and line.seat is not None:
        return ResultItem("domino", (line.seat,), points)
    return ResultItem("block", pad.match.sides[line.points.index(points)] if points else None, points)


def _made_in_play(pad: Pad, line: Hand) -> ResultItem:
    """Both sums of a hand whose points are made in play; one that brings a side to the limit ends there."""
    match, limit = pad.match, pad.book.options.limit.points
    after = [had + more for had, more in zip(match.score, line.points, strict=True)]
    alone = pad.book.options.play == "alone"
    if limit is not None and max(after) >= limit:
        return ResultItem("limit", match.sides[after.index(max(after))], made=line.points, alone=alone)
    if line.how == "domino" and line.seat is not None:
        return ResultItem("domino", (line.seat,), made=line.points, alone=alone)
    return ResultItem("block", None, made=line.points, alone=alone)


def _by_seat(pad: Pad, line: Hand) -> ResultItem:
    """What everybody had left; a dash for who is out."""
    if pad.book.points_in_play is not None:
        return _made_in_play(pad, line)
    match, seat, opener = pad.match, line.seat, pad.opener or 1
    left = tuple(None if side[0] in match.out else line.points[side[0] - 1] for side in match.sides)
    if line.how == "domino" and seat is not None:
        return domino_with_totals(match, seat, left, opener)
    side = (seat,) if seat is not None else block_winner(match, left, opener)
    return ResultItem("block", side, 0 if side is None else points_from(match, left, side, opener), left, alone=True)
