"""Whole matches of bots as DGN, as many as anybody wants: open data.

Match number *n* of an archive is a function of what the archive was asked for and of *n* alone, so it may be played by
anybody, in any order, and an archive that was stopped goes on where it stood.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from tantera import __version__
from tantera.bots.arena.playing import TURN, chance_seed, first_opener, tiles_seed
from tantera.bots.roster import make
from tantera.notation import Document, export, write
from tantera.notation.document import HandText, Item, SeedItem, Turn
from tantera.play import JUDGES, TABLE, Actor, Ledger, Match, Phase, hand_seed, new_match, options, settle, view
from tantera.play import orders as o
from tantera.referee import step
from tantera.rules import Book, load_book, with_options

BATCH: Final = 50
"""Matches that are played and kept together."""


class Archive(NamedTuple):
    """What an archive is made of."""

    book: str
    """The id of a book that comes along."""
    bots: tuple[str, ...]
    """By seat."""
    seed: int
    limit: str = ""

    @property
    def tag(self) -> str:
        """What each of its matches says of where it comes from; the number of the match follows. Bots may play
        otherwise in another version."""
        return f"tantera {__version__}: {self.seed} {self.book} {self.limit or '-'} {' '.join(self.bots)}"

    @property
    def deal_set(self) -> str:
        return f"archive {self.seed}"


def book_of_archive(archive: Archive) -> Book:
    return with_options(load_book(archive.book), {}, archive.limit or None)


def batch(archive: Archive, number: int) -> tuple[str, int]:
    """The text of that batch of matches, counted from 0, and how many hands are in it."""
    ledgers = [played(archive, number * BATCH + place) for place in range(1, BATCH + 1)]
    texts = [write(written(ledger, archive, number * BATCH + place)) for place, ledger in enumerate(ledgers, start=1)]
    return "".join(texts), sum(len(ledger.match.lines) for ledger in ledgers)


def played(archive: Archive, number: int) -> Ledger:
    """A whole match, from 1 on."""
    book = book_of_archive(archive)
    names = tuple(f"{bot} {seat}" for seat, bot in enumerate(archive.bots, start=1))
    players = {
        seat: make(bot, chance_seed(archive.deal_set, number, 0, seat)) for seat, bot in enumerate(archive.bots, 1)
    }
    ledger, now = Ledger.begun(book, new_match(book, names, opener=first_opener(book, number))), 0
    while (match := ledger.match).phase is not Phase.ENDED:
        now += TURN * (match.phase is Phase.PLAYING)
        settled = settle(match, now)
        if settled.events:
            ledger = ledger.then(settled.moments)
            continue
        if match.phase is Phase.PLAYING and match.hand is not None:
            order: o.Order = players[match.hand.turn](view(match, match.hand.turn))
            by: Actor = match.hand.turn
        else:
            order, by = _between(match, archive, number)
        ledger = ledger.then(step(match, order, by, now).moments)
    return ledger


def _between(match: Match, archive: Archive, number: int) -> tuple[o.Order, Actor]:
    """What is done between two hands: everybody takes the first thing that is open to them, and the table deals."""
    for seat in range(1, len(match.names) + 1):
        mine = [order for order in options(match, seat) if not isinstance(order, o.AskRedeal | o.SignSheet)]
        if mine:
            return mine[0], seat
    if match.phase is Phase.AWAITING:
        return o.GiveRuling(None, "-"), JUDGES
    if match.phase is Phase.SEATING:
        return o.DrawForOpening(hand_seed(archive.seed, number)), TABLE
    return o.DealHand(tiles_seed(archive.deal_set, number, match.hand_number)), TABLE


def written(ledger: Ledger, archive: Archive, number: int) -> Document:
    """The match as the archive has it: no clocks, which are not the bots' own, and no seeds, which the tag tells."""
    document = export(ledger, [("Event", "Tantera"), ("Archive", f"{archive.tag} #{number}")])
    return replace(document, hands=tuple(map(_plain, document.hands)))


def _plain(hand: HandText) -> HandText:
    items: list[Item] = [
        replace(item, took=None) if isinstance(item, Turn) else item
        for item in hand.items
        if not isinstance(item, SeedItem)
    ]
    return replace(hand, items=tuple(items))
