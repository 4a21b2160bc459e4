"""Whether the deals of a program-run table are what its seeds give: ``tantera verify``.

Before a hand the server publishes the SHA-256 of its seed; after it, the ``seed`` line tells the seed and what players
added. Anybody can then hash the seed, derive the deal (`play.deal`) and compare it with the one that was played.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tantera.notation.document import DealItem, SeedItem
from tantera.notation.errors import DgnError
from tantera.notation.judge import Judged, JudgedHand
from tantera.notation.writer import write_rack
from tantera.play.deal import Deal, commitment, deal, deal_seed
from tantera.play.decide import shufflers
from tantera.rules import Book, Seat
from tantera.rules.functions import TAKINGS
from tantera.tiles import Tile
from tantera.words import Phrase


class VerifiedHand(NamedTuple):
    """One hand of a document and what its seed line is worth."""

    number: int
    seed: SeedItem | None
    dealt: bool
    """Whether a deal is written that the seed's can be compared with."""
    errors: tuple[DgnError, ...] = ()
    known: bool = False
    """Whether somebody chose the tiles: then there is nothing to prove."""
    shuffled_again: bool = False
    """Whether the tiles were taken as after a second shuffle by the opener (CI-5)."""
    repeated: tuple[tuple[Seat, int], ...] = ()
    """For each deal thrown in before this one: who held too many doubles, and how many (UEH-reparto)."""

    @property
    def told(self) -> Phrase:
        """One sentence."""
        if self.errors:
            return Phrase("Hand {number}: the seed does not hold", number=self.number)
        if self.known:
            return Phrase("Hand {number}: the tiles were chosen, nothing to verify", number=self.number)
        if self.seed is None:
            return Phrase("Hand {number}: no seed, nothing to verify", number=self.number)
        if not self.dealt:
            return Phrase("Hand {number}: the commitment holds; no deal is written", number=self.number)
        if self.shuffled_again:
            return Phrase("Hand {number}: the commitment and the deal hold, shuffled again", number=self.number)
        if self.repeated:
            message = "Hand {number}: the commitment and the deal hold, dealt again {times} times for doubles"
            return Phrase(message, number=self.number, times=len(self.repeated))
        return Phrase("Hand {number}: the commitment and the deal hold", number=self.number)


def verify(judged: Judged) -> tuple[VerifiedHand, ...]:
    """Every hand of a judged document, its seed checked."""
    known = judged.document.known_deals
    return tuple(_verified(judged.match.book, hand, hand.text.number in known) for hand in judged.hands)


def _verified(book: Book, hand: JudgedHand, known: bool) -> VerifiedHand:
    items = hand.text.items
    seed = next((item for item in items if isinstance(item, SeedItem)), None)
    written = next((item for item in items if isinstance(item, DealItem)), None)
    if seed is None:
        return VerifiedHand(hand.text.number, None, written is not None, known=known)
    errors = [*_wrong_commitment(seed)]
    if written is None:
        return VerifiedHand(hand.text.number, seed, False, tuple(errors))
    server = deal_seed(bytes.fromhex(seed.server), seed.entropy)
    usual, *others = [(again, deal(book, server, taking)) for again, taking in takings(book, hand)]
    matching = next((dealt for dealt in (usual, *others) if _first_difference(dealt[1], written) is None), None)
    again, derived = matching or usual
    if matching is None:
        errors.append(_wrong_deal(derived, written))
    return VerifiedHand(hand.text.number, seed, True, tuple(errors), known, again, derived.repeated)


def takings(book: Book, hand: JudgedHand) -> Iterator[tuple[bool, tuple[Seat, ...]]]:
    """The orders in which the tiles may have been taken, and whether the opener had shuffled again then.

    Where the deal itself says who opens the hand, nobody has opened yet and the first seat counts as the opener;
    after a match before, of which a document does not tell, it may be the opener all the same (CL-inicio).
    """
    played, before = hand.after.hand, hand.before
    by_double = hand.text.number == 1 and book.options.first_opener == "double"
    by_double = by_double or (played is not None and played.number == hand.text.number and played.by_double)
    takes_from = before.opener if before.chooses_after_lifting and before.opener is not None else hand.text.opener
    openers = [hand.seats[0]] if by_double else [takes_from]
    if by_double and book.options.next_match_opener != "same_method":
        openers.append(hand.text.opener)
    for opener in openers:
        yield False, TAKINGS[book.customs.taking](opener, hand.seats, shufflers(before, opener))
    if book.customs.opener_may_shuffle_again:
        for opener in openers:
            yield True, TAKINGS["opener_last"](opener, hand.seats, ())


def _wrong_commitment(seed: SeedItem) -> Iterator[DgnError]:
    due = commitment(bytes.fromhex(seed.server))
    if seed.commitment.lower() != due:
        found = Phrase("the commitment {commitment}", commitment=seed.commitment)
        yield DgnError(seed.where, found, Phrase("{hash}, the SHA-256 of the server's seed", hash=due))


def _wrong_deal(derived: Deal, written: DealItem) -> DgnError:
    different = _first_difference(derived, written)
    assert different is not None
    seat, rack = different
    expected = Phrase("{seat}:{rack} from the seed", seat=seat, rack=write_rack(_of(derived, seat)))
    return DgnError(written.where, f"{seat}:{write_rack(rack)}", expected)


def _first_difference(derived: Deal, written: DealItem) -> tuple[Seat, tuple[Tile | None, ...]] | None:
    """The first rack as written that is not the seed's; seat 0 is the boneyard. Unknown tiles may be any."""
    for seat, rack in written.racks:
        due = _of(derived, seat)
        if len(rack) != len(due) or any(one not in (None, other) for one, other in zip(rack, due, strict=True)):
            return seat, rack
    return None


def _of(derived: Deal, seat: Seat) -> tuple[Tile, ...]:
    return derived.racks[seat - 1] if seat else derived.boneyard
