"""What one pair of eyes sees. Views are built from what those eyes may know; nothing is stripped afterwards."""

from __future__ import annotations

from collections import Counter
from typing import cast

from msgspec import Struct

from tantera.play import events as e
from tantera.play.actors import Eyes, Role
from tantera.play.consequences import Sanction
from tantera.play.hand import Move, next_after
from tantera.play.match import COUNTING, PLAYING, Clock, Match, Phase
from tantera.play.options import check_eyes, options
from tantera.play.orders import AskRedeal, MoveOrder, Order
from tantera.play.seen import moves_seen, racks_seen
from tantera.play.timing import deadline
from tantera.rules import Book, Law, Refusal, Seat
from tantera.tiles import Chain, Tile


class View(Struct, frozen=True, gc=False):
    """A match as one pair of eyes sees it. Bots and browsers get this and never a `Match`."""

    eyes: Eyes
    book: Book
    law: Law
    names: tuple[str, ...]
    sides: tuple[e.Side, ...]
    phase: Phase
    score: tuple[int, ...]
    lines: tuple[e.HandScored, ...]
    """The score sheet, a line a hand."""
    number: int
    """Of the hand in play, or of the last one."""
    opener: Seat | None
    turn: Seat | None
    chain: Chain | None
    racks: tuple[tuple[Tile | None, ...] | None, ...]
    """By seat, in the order lifted: the tiles these eyes may know; None where they may not."""
    counts: tuple[int, ...]
    """How many tiles each seat holds."""
    lifted: tuple[Seat, ...]
    exposed: tuple[tuple[Tile, ...], ...]
    boneyard: int
    """How many tiles sleep."""
    moves: tuple[Move, ...]
    """Every move of the hand with its time, which is public (CL-pensada); a tile drawn by somebody else is not."""
    killed: tuple[Tile, ...]
    """Doubles that can no longer be played (CL-matar)."""
    options: tuple[Order, ...]
    """What these eyes may do now."""
    deadline: int | None
    """Until when the player in turn may think (CI-9)."""
    comments_until: int | None
    """Until when partners may comment on the hand just played (TG-7.9)."""
    clock: Clock
    """When the minutes of the match are over, and since when time stands still."""
    hands_left: int | None
    drawn: tuple[Tile, ...]
    """What each seat drew for the opening."""
    shuffled_by: tuple[Seat, ...]
    taking: tuple[Seat, ...]
    shuffle_wish: bool | None
    """Whether the opener shuffles once more before the next deal (CI-5)."""
    commitment: str | None
    """The hash of the seed that the table is bound to."""
    seed: str | None
    """The seed of the last deal, in hex, once its hand is over for good; anybody can check the deal then."""
    entropy: tuple[tuple[Seat, str], ...]
    """What players added to it."""
    draw_winner: Seat | None
    agreed: tuple[Seat, ...]
    re_entries: tuple[int, ...]
    out: tuple[Seat, ...]
    worth: int
    """By how much blocked hands before have raised this one."""
    home: e.Side
    """The home pair, which names the scorer (TG-6.2)."""
    scorer: Seat | None
    counter: Seat | None
    signers: tuple[Seat, ...]
    signatures: tuple[Seat, ...]
    cards: dict[Seat, Counter[str]]
    """The cards shown so far, of players who have any."""
    infractions: tuple[e.InfractionRecorded, ...]
    consequences: tuple[e.ConsequenceFollowed, ...]
    """What followed from them."""
    sanction: Sanction | None
    """How an infraction ends the hand, until that is on the sheet."""
    awaiting: e.DecisionAwaited | None
    winner: e.Side | None
    ended_by: e.EndedBy | None
    carried: int = 0
    """The points that blocked hands before have added to this one."""
    opens_by_double: bool = False
    """Whether the next deal finds who opens."""
    made: tuple[int, ...] = ()
    """Points made in play in this hand, by seat: they are on the score already. None where the book has no such points,
    and none between two hands."""
    next: Seat | None = None
    """Who plays after whoever is in turn."""
    turn_began: int | None = None
    """Since when whoever is in turn has been thinking, pauses taken off."""
    offenders: tuple[int | None, ...] = ()
    """Who did each of the infractions: a number for each of the people who have sat here, not a seat."""

    @property
    def mine(self) -> tuple[Tile | None, ...]:
        """One's own tiles, in the order lifted; none before they are lifted, and none for a spectator."""
        return (self.racks[self.eyes - 1] or ()) if not isinstance(self.eyes, Role) else ()

    @property
    def plays(self) -> tuple[MoveOrder, ...]:
        """The moves among the options: all of them in one's turn, else none."""
        if self.phase is not PLAYING:
            return ()
        last = self.options[-1] if self.options else None
        return cast("tuple[MoveOrder, ...]", self.options[:-1] if isinstance(last, AskRedeal) else self.options)

    @property
    def seat(self) -> Seat:
        """Where these eyes sit; a watcher sits nowhere, and has nothing to decide."""
        assert not isinstance(self.eyes, Role)
        return self.eyes


def view(match: Match, eyes: Eyes) -> View:
    """The match as `eyes` see it."""
    check_eyes(match, eyes)
    if not isinstance(eyes, Role) and not 1 <= eyes <= len(match.names):
        raise Refusal(match.book.cites.seating, "there is no seat {seat}", seat=eyes)
    return View(
        eyes=eyes,
        book=match.book,
        law=match.law,
        names=match.names,
        sides=match.sides,
        phase=match.phase,
        score=match.score,
        lines=match.lines,
        number=number_of(match),
        opener=opener_of(match),
        turn=turn_of(match),
        chain=chain_of(match),
        racks=racks_seen(match, eyes),
        counts=counts_of(match),
        lifted=lifted_of(match),
        exposed=exposed_of(match),
        boneyard=boneyard_of(match),
        moves=moves_seen(match, eyes),
        killed=killed_of(match),
        options=options(match, eyes),
        deadline=deadline(match),
        comments_until=comments_until_of(match),
        clock=match.clock,
        hands_left=match.hands_left,
        drawn=match.drawn,
        shuffled_by=match.shuffled_by,
        taking=taking_of(match),
        shuffle_wish=match.shuffle_wish,
        commitment=match.commitment,
        seed=seed_of(match),
        entropy=entropy_of(match),
        draw_winner=match.draw_winner,
        agreed=match.agreed,
        re_entries=match.re_entries,
        out=match.out,
        worth=match.worth,
        home=match.home,
        scorer=match.scorer,
        counter=match.counter,
        signers=match.signers,
        signatures=match.signatures,
        cards=match.cards,
        infractions=match.infractions,
        consequences=match.consequences,
        sanction=match.sanction,
        awaiting=match.awaiting,
        winner=match.winner,
        ended_by=match.ended_by,
        carried=match.carried,
        opens_by_double=match.opens_by_double,
        made=made_of(match),
        next=next_of(match),
        turn_began=turn_began_of(match),
        offenders=match.offenders,
    )


# --- what of it is worked out: whoever follows a screen asks for one of these (`snapshot.py`) -----------------------


def number_of(match: Match) -> int:
    return match.hand_number if match.hand is None else match.hand.number


def opener_of(match: Match) -> Seat | None:
    return match.opener if match.hand is None else match.hand.opener


def turn_of(match: Match) -> Seat | None:
    return match.hand.turn if match.hand is not None and match.phase is PLAYING else None


def next_of(match: Match) -> Seat | None:
    """Who plays after whoever is in turn."""
    hand = match.hand
    return next_after(hand, hand.turn) if hand is not None and match.phase is PLAYING else None


def turn_began_of(match: Match) -> int | None:
    """Since when whoever is in turn has been thinking."""
    return match.hand.turn_began if match.hand is not None and match.phase is PLAYING else None


def chain_of(match: Match) -> Chain | None:
    return None if match.hand is None else match.hand.chain


def killed_of(match: Match) -> tuple[Tile, ...]:
    """Doubles that can no longer be played (CL-matar)."""
    chain = chain_of(match)
    return () if chain is None else chain.killed_doubles(match.book.options.set.highest_suit)


def counts_of(match: Match) -> tuple[int, ...]:
    return (0,) * len(match.names) if match.hand is None else match.hand.counts


def lifted_of(match: Match) -> tuple[Seat, ...]:
    return () if match.hand is None else match.hand.lifted


def exposed_of(match: Match) -> tuple[tuple[Tile, ...], ...]:
    return () if match.hand is None else match.hand.open_tiles


def taking_of(match: Match) -> tuple[Seat, ...]:
    return () if match.hand is None else match.hand.taking


def boneyard_of(match: Match) -> int:
    return 0 if match.hand is None else len(match.hand.boneyard)


def seed_of(match: Match) -> str | None:
    dealt = None if match.hand is None else match.hand.deal
    return dealt.seed if dealt is not None and match.racks_are_open else None


def entropy_of(match: Match) -> tuple[tuple[Seat, str], ...]:
    return () if match.hand is None or match.hand.deal is None else match.hand.deal.entropy


def made_of(match: Match) -> tuple[int, ...]:
    return match.hand.made if match.hand is not None and match.hand_in_play else ()


def comments_until_of(match: Match) -> int | None:
    """Until when partners may comment on the hand just played (TG-7.9)."""
    seconds = match.book.comment_seconds if match.phase is COUNTING else None
    return None if seconds is None else match.counted_at + seconds * 1000
