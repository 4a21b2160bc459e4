"""What is told of a deal, so that anybody can check it.

docs/fair-deals.md has the format, static/verify.js a checker.
"""

from __future__ import annotations

from msgspec import Struct

from tantera.notation.document import DealItem, SeedItem
from tantera.notation.judge import Judged
from tantera.notation.verify import takings
from tantera.play import events as e
from tantera.play.actors import Eyes
from tantera.play.deal import commitment
from tantera.play.ledger import Ledger
from tantera.play.match import Match
from tantera.play.seen import deal_is_open, seen
from tantera.rules import Book, Seat
from tantera.tiles import Tile
from tantera.web.replays.steps import PlayedHand


class ToldDeal(Struct, frozen=True):
    """A deal, what was promised before it, and what was revealed after it."""

    highest: int
    """The highest number of the set: 6 or 9."""
    each: int
    """How many tiles everybody takes."""
    most_doubles: int | None
    """Where somebody has more of them, the tiles are dealt again (UEH-reparto)."""
    takings: tuple[tuple[Seat, ...], ...]
    """In which order seats took their tiles; more than one where nobody wrote that down."""
    commitment: str
    """The SHA-256 of the server's seed, in hex, published before anybody added to it."""
    server: str
    """The server's seed, in hex."""
    entropy: tuple[tuple[Seat, str], ...]
    """What players added, by seat."""
    racks: dict[str, tuple[str, ...]]
    """The tiles of each seat in the order lifted; those of seat 0 sleep, in the order they would be drawn."""


class ToldDraw(Struct, frozen=True):
    """The draw for the opening, which comes from the server's seed alone."""

    highest: int
    commitment: str
    server: str
    tiles: tuple[str, ...]
    """By the seats people had before the draw."""


def told_deal(hand: PlayedHand) -> ToldDeal | None:
    """The deal of a hand on a program-run table; None where there was no seed."""
    happened = hand.dealt
    if happened is None or not isinstance(happened.event, e.HandDealt) or not happened.event.seed:
        return None
    return told_of(happened.before.book, happened.event, happened.before.commitment)


def told_draw(hand: PlayedHand) -> ToldDraw | None:
    """The draw before a hand; None where there was none, or no seed."""
    happened = hand.drawn
    if happened is None or not isinstance(happened.event, e.OpeningDrawn) or not happened.event.seed:
        return None
    drawn, highest = happened.event, happened.before.book.options.set.highest_suit
    promised = happened.before.commitment or commitment(bytes.fromhex(drawn.seed))
    return ToldDraw(highest, promised, drawn.seed, codes(drawn.tiles))


def told_deal_of_document(judged: Judged, number: int) -> ToldDeal | None:
    """The deal of a hand that a document tells of, as far as it is written there."""
    hand = next((hand for hand in judged.hands if hand.text.number == number), None)
    items = () if hand is None else hand.text.items
    seed = next((item for item in items if isinstance(item, SeedItem)), None)
    written = next((item for item in items if isinstance(item, DealItem)), None)
    if hand is None or seed is None or written is None:
        return None
    book = judged.match.book
    orders = tuple(dict.fromkeys(taking for _, taking in takings(book, hand)))
    racks = {str(seat): codes(rack) for seat, rack in written.racks}
    return _facts(book, orders, seed.commitment, seed.server, seed.entropy, racks)


def told_deal_to(eyes: Eyes, ledger: Ledger, number: int) -> ToldDeal | None:
    """The deal of a hand to somebody at the table; None until that hand is over, as `seen` has it."""
    match, promised, deal = ledger.match, None, None
    for event in ledger.effective if _is_over(match, number) else ():
        if isinstance(event, e.SeedCommitted):
            promised = event.commitment
        elif isinstance(event, e.HandDealt) and event.number == number:
            shown = seen(match, event, eyes)
            deal = told_of(match.book, shown, promised) if shown.seed else None
    return deal


def _is_over(match: Match, number: int) -> bool:
    """`seen` shows an office everything at any time; what is checked here is a deal that everybody may know."""
    return deal_is_open(match, number)


def told_of(book: Book, dealt: e.HandDealt, promised: str | None) -> ToldDeal:
    racks = {str(seat): codes(rack) for seat, rack in enumerate(dealt.racks, start=1) if rack}
    if dealt.boneyard:
        racks["0"] = codes(dealt.boneyard)
    promised = promised or commitment(bytes.fromhex(dealt.seed))
    return _facts(book, (dealt.taking,), promised, dealt.seed, dealt.entropy, racks)


def _facts(
    book: Book,
    orders: tuple[tuple[Seat, ...], ...],
    promised: str,
    server: str,
    entropy: tuple[tuple[Seat, str], ...],
    racks: dict[str, tuple[str, ...]],
) -> ToldDeal:
    options = book.options
    most = book.customs.most_doubles
    return ToldDeal(options.set.highest_suit, options.tiles_each, most, orders, promised, server, entropy, racks)


def codes(tiles: tuple[Tile | None, ...]) -> tuple[str, ...]:
    return tuple(["??" if tile is None else tile.code for tile in tiles])
