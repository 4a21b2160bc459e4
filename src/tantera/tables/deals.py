"""Fair deals: the table binds itself to a seed, players add their own, then it deals; the hand over, all can check.

The seed is in the stream from the moment the table is bound to it, so that a server that went away can still deal from
it; nobody is ever shown that event. The match's own view reveals the seed when the hand is over.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from msgspec import UNSET

from tantera.lessons import Position
from tantera.play.actors import TABLE
from tantera.play.deal import MOST_ENTROPY, commitment
from tantera.play.match import DEALING, Match
from tantera.play.orders import CommitSeed, DealHand, DrawForOpening
from tantera.referee import step
from tantera.rules import Refusal, Seated
from tantera.tables import events as t
from tantera.tables import orders as o
from tantera.tables.fold import News
from tantera.tables.set_up import set_up
from tantera.tables.state import TableState

FIRST_HAND: Final = b"tantera first hand 10870"
"""What the deal of a first hand comes from, at every table (`Settings.manner`): no chance, and no secret either. The
number was looked for. Seat 2 has the double six and opens, so that seat 1 plays fourth and sees two ends; it can play
then, whatever the others have played; with kind bots somebody passes later in 99 hands of 100, and its pair wins two of
three."""


def given_seed(table: TableState) -> bytes | None:
    """The seed that the next deal comes from where it is not left to chance."""
    match = table.in_play
    return FIRST_HAND if table.settings.first_hand and match is not None and not match.lines else None


def hand_set(table: TableState) -> Position | None:
    """The hand that comes next, where the host has set it: no seed is needed for that."""
    match, hand = table.in_play, table.settings.hand
    return hand if hand is not UNSET and match is not None and not match.lines and not match.redeals else None


def bind_seed(table: TableState, order: o.BindSeed, person: str, now: int) -> tuple[News, ...]:
    bound = step(_match(table), CommitSeed(commitment(order.seed)), TABLE, now)
    return (*bound.moments, t.SeedKept(order.seed.hex(), at=now))


def draw_lots(table: TableState, order: o.DrawLots, person: str, now: int) -> tuple[News, ...]:
    return step(_match(table), DrawForOpening(_seed(table)), TABLE, now).moments


def deal(table: TableState, order: o.Deal, person: str, now: int) -> tuple[News, ...]:
    if (set_by_host := hand_set(table)) is not None:
        return set_up(_match(table), set_by_host, now)
    seats = {person: table.seat_of(person) for person, _ in table.entropy}
    added = sorted((seat, text) for person, text in table.entropy if (seat := seats[person]) is not None)
    in_match = tuple((seat, text) for seat, text in added if seat in _match(table).seats)
    return step(_match(table), DealHand(_seed(table), in_match), TABLE, now).moments


def add_entropy(table: TableState, order: o.AddEntropy, person: str, now: int) -> tuple[News, ...]:
    """Once a deal, once the table is bound to its own seed, and not too much."""
    match, article = table.in_play, table.book.cites.deal
    seat = table.seat_of(person)
    if match is None or match.phase is not DEALING or table.seed is None or seat not in match.seats:
        raise Refusal(article, "this is not the moment to add to the seed")
    if person in dict(table.entropy):
        raise Refusal(article, "{player} cannot add to the seed", player=Seated(seat))
    if not 1 <= len(order.text) <= MOST_ENTROPY:
        message = "{player} adds {found} letters to the seed, at most {most} are taken"
        raise Refusal(article, message, player=Seated(seat), found=len(order.text), most=MOST_ENTROPY)
    if any(unicodedata.category(letter)[0] == "C" for letter in order.text):
        raise Refusal(article, "what is added to the seed is written with letters that everybody can see")
    return (t.EntropyAdded(person, order.text, at=now),)


def waits_for_entropy(table: TableState, match: Match) -> bool:
    """Whether somebody who is here may still add to the seed."""
    added = dict(table.entropy)
    return given_seed(table) is None and any(
        chair.person is not None and chair.person not in added and table.here(chair.person) and seat in match.seats
        for seat, chair in enumerate(table.chairs, start=1)
    )


def _seed(table: TableState) -> bytes:
    assert table.seed is not None, "the table has bound itself to a seed"
    return bytes.fromhex(table.seed)


def _match(table: TableState) -> Match:
    assert table.in_play is not None
    return table.in_play
