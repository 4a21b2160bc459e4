"""Result lines from what a scorer types. What totals, points and winners go together is known in `notation`."""

from __future__ import annotations

import re
from dataclasses import replace

from tantera.notation.document import ResultItem
from tantera.notation.results import Totals as Totals
from tantera.notation.results import block_winner, is_tied, points_from
from tantera.notation.tally import most_points, whole_set
from tantera.play import Match, Side
from tantera.play.consequences import Sanction
from tantera.referee import entry
from tantera.rules import Refusal, Seat


def number(match: Match, text: str) -> int:
    """Points as somebody typed them."""
    if not re.fullmatch(r"\+?[0-9]{1,5}", text, re.ASCII):
        raise Refusal(match.book.cites.count, "found {found}, expected points: 0 or more", found=text)
    return int(text)


def pips(match: Match, text: str) -> int:
    """Pips left: no more than the set has."""
    return _at_most(whole_set(match.book), number(match, text), match.book.cites.count)


def domino_points(match: Match, text: str) -> int:
    """The points of a dominó as typed."""
    return _at_most(most_points(match), number(match, text), match.book.cites.count)


def domino(match: Match, seat: Seat, points: int) -> ResultItem:
    """Somebody went out, and this is what it brought."""
    return ResultItem("domino", (seat,), points)


def domino_with_totals(match: Match, seat: Seat, totals: Totals, opener: Seat) -> ResultItem:
    """Somebody went out, and everybody writes what is left (UEH-anotacion)."""
    alone = match.book.options.play == "alone"
    points = points_from(match, totals, match.side_of(seat), opener)
    return ResultItem("domino", (seat,), points, totals, alone=alone)


def prize(match: Match, kind: str = "domino") -> int:
    """A dominó where the book gives a fixed number of points, by what it calls the last tile."""
    assert match.book.prize is not None
    return match.book.prize.dominos[kind] * match.worth + match.carried


def block(match: Match, winner: Side | None, totals: Totals, opener: Seat) -> ResultItem:
    """A block that `said` is told to have won; None: a tie, which the book may still have somebody win (UEH-final).

    Totals typed the wrong way round are found out when the line is judged.
    """
    alone = match.book.options.play == "alone"
    side = block_winner(match, totals, opener) if winner is None and is_tied(match, totals, opener) else winner
    points = 0 if side is None else points_from(match, totals, side, opener)
    return ResultItem("block", side, points, totals, alone=alone)


def with_made(match: Match, result: ResultItem, made: tuple[int, ...]) -> ResultItem:
    """The same with what each side made in play."""
    return replace(result, made=made, alone=match.book.options.play == "alone")


def tie(match: Match, each: int | None) -> ResultItem:
    """A tied block of two sides that both have this total; None: nobody wrote it down."""
    totals = () if each is None else (each,) * len(match.sides)
    return ResultItem("block", None, 0, totals, alone=bool(totals) and match.book.options.play == "alone")


def sanctioned(match: Match, sanction: Sanction, points: int | None) -> ResultItem:
    """The line of a hand that an infraction ended; `points` where only the table can count them."""
    counted = sanction.points if points is None else points
    match sanction.how:
        case "domino":
            assert sanction.seat is not None
            return ResultItem("domino", (sanction.seat,), counted)
        case "lost":
            loser = next((side for side in match.sides if side != sanction.side), None)
            return ResultItem("lost", loser, counted, article=sanction.article)
        case how:
            return ResultItem(how, article=sanction.article)


def sanction_points(match: Match, sanction: Sanction, text: str) -> int:
    """Points that an article gives and only the table can count: the tiles left, and what the book adds to them."""
    points, catalogued = number(match, text), entry(match.book, sanction.article)
    consequences = catalogued.consequences if catalogued is not None else ()
    added = sum(max(0, match.book.points_of(consequence).points) for consequence in consequences)
    return _at_most(whole_set(match.book) + added, points, sanction.article)


def _at_most(most: int, points: int, article: str) -> int:
    """What was typed, unless it is more than there can be."""
    if points > most:
        raise Refusal(article, "found {found}, but all the tiles together have {most} points", found=points, most=most)
    return points
