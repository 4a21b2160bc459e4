"""Result lines from what a scorer says: figures that cannot be right are refused with the reason."""

from __future__ import annotations

import re

from tantera.notation.document import ResultItem
from tantera.play import Match, Side, side_name
from tantera.play.consequences import Sanction
from tantera.referee import entry
from tantera.rules import Refusal, Seat
from tantera.rules.functions import SCORINGS, TIED_BLOCKS, UNKNOWN, HandFacts, lowest_sides

Totals = tuple[int | None, ...]
"""Pips left, in the order of the sides; None for a player who is out."""


def number(match: Match, text: str) -> int:
    """Points as somebody typed them."""
    if not re.fullmatch(r"\+?[0-9]{1,5}", text, re.ASCII):
        raise Refusal(match.book.cites.count, "found {found}, expected points: 0 or more", found=text)
    return int(text)


def pips(match: Match, text: str) -> int:
    """Pips left: no more than the set has."""
    found, most = number(match, text), whole_set(match)
    if found > most:
        message = "found {found}, but all the tiles together have {most} points"
        raise Refusal(match.book.cites.count, message, found=found, most=most)
    return found


def whole_set(match: Match) -> int:
    return sum(tile.pips for tile in match.book.options.set.tiles)


def most_points(match: Match) -> int:
    """What one hand can bring at the very most."""
    return whole_set(match) * match.worth + sum(bonus.points for bonus in match.book.bonuses)


def domino_points(match: Match, text: str) -> int:
    """The points of a dominó as typed."""
    found, most = number(match, text), most_points(match)
    if found > most:
        message = "found {found}, but all the tiles together have {most} points"
        raise Refusal(match.book.cites.count, message, found=found, most=most)
    return found


def domino(match: Match, seat: Seat, points: int) -> ResultItem:
    """Somebody went out, and this is what it brought."""
    return ResultItem("domino", (seat,), points)


def domino_with_totals(match: Match, seat: Seat, totals: Totals, opener: Seat) -> ResultItem:
    """Somebody went out, and everybody writes what is left (UEH-anotacion)."""
    _check_sum(match, totals)
    points = _points(match, totals, match.side_of(seat), opener)
    return ResultItem("domino", (seat,), points, totals, alone=True)


def prize(match: Match, capicua: bool) -> int:
    """A dominó where the book gives a fixed number of points."""
    assert match.book.prize is not None
    points = match.book.prize.capicua if capicua else None
    return (match.book.prize.domino if points is None else points) * match.worth


def block(match: Match, said: Side | None, totals: Totals, opener: Seat) -> ResultItem:
    """A block that `said` is told to have won; None: a tie. Totals typed the wrong way round are found out here."""
    _check_sum(match, totals)
    article, alone = match.book.cites.count, match.book.options.play == "alone"
    facts = _facts(match, totals, opener)
    lowest = lowest_sides(facts)
    if len(lowest) > 1:
        winners = TIED_BLOCKS[match.book.options.tied_block](facts, lowest).winners
        if said is not None and not winners:
            raise Refusal(article, "those totals are equal: nobody wins the block")
    else:
        winners = lowest[0]
        if said is None:
            raise Refusal(article, "those totals are not equal: {side} wins the block", side=side_name(winners))
    if said is not None and said != winners:
        raise Refusal(article, "those totals give the block to {side}", side=side_name(winners))
    if not winners:
        return ResultItem("block", None, 0, totals, alone=alone)
    return ResultItem("block", winners, _points(match, totals, winners, opener), totals, alone=alone)


def tie(match: Match, each: int | None) -> ResultItem:
    """A tied block of two sides that both have this total; None: nobody wrote it down."""
    totals = () if each is None else (each,) * len(match.sides)
    _check_sum(match, totals)
    return ResultItem("block", None, 0, totals)


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
    found, catalogued = number(match, text), entry(match.book, sanction.article)
    own = catalogued.consequences if catalogued is not None else ()
    added = sum(max(0, match.book.points_of(one).points) for one in own)
    if found > whole_set(match) + added:
        message = "found {found}, but all the tiles together have {most} points"
        raise Refusal(sanction.article, message, found=found, most=whole_set(match) + added)
    return found


def _check_sum(match: Match, totals: Totals) -> None:
    found, most = sum(total or 0 for total in totals), whole_set(match)
    if found > most:
        message = "found {found}, but all the tiles together have {most} points"
        raise Refusal(match.book.cites.count, message, found=found, most=most)


def _points(match: Match, totals: Totals, winners: Side, opener: Seat) -> int:
    fixed = match.book.prize.block if match.book.prize is not None else 0
    facts = _facts(match, totals, opener)._replace(winners=winners, prize=fixed)
    return sum(SCORINGS[match.book.options.scoring](facts)) * match.worth


def _facts(match: Match, totals: Totals, opener: Seat) -> HandFacts:
    left = [0] * len(match.names)
    for side, total in zip(match.sides, totals, strict=True):
        left[side[0] - 1] = total or 0
    sides = tuple(side for side in match.sides if side[0] not in match.out)
    return HandFacts(opener, sides, tuple(left), UNKNOWN)
