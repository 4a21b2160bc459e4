"""What one pair of eyes sees. Views are built from what those eyes may know; nothing is stripped afterwards."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from typing import Final

from msgspec import Struct

from tantera.play.commands import MoveCommand
from tantera.play.decide import deadline
from tantera.play.events import DecisionAwaited, EndedBy, HandScored, Side, TileDrawn
from tantera.play.hand import Hand, Move
from tantera.play.match import COUNTING, PLAYING, Match, Phase
from tantera.play.moves import legal_commands
from tantera.rules import Book, Seat
from tantera.tiles import Chain, Tile, tiles_in


class Watcher(StrEnum):
    """Eyes that sit at no seat."""

    SPECTATOR = "spectator"
    """Sees the table and no rack until the hand is over."""
    REFEREE = "referee"
    """Sees every rack, lifted or not."""


Eyes = Seat | Watcher
SPECTATOR: Final = Watcher.SPECTATOR
REFEREE: Final = Watcher.REFEREE


class View(Struct, frozen=True):
    """A match as one pair of eyes sees it. Bots and browsers get this and never a `Match`."""

    eyes: Eyes
    book: Book
    names: tuple[str, ...]
    sides: tuple[Side, ...]
    phase: Phase
    score: tuple[int, ...]
    lines: tuple[HandScored, ...]
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
    options: tuple[MoveCommand, ...]
    """What these eyes may do now, if it is their turn."""
    deadline: int | None
    """Until when the player in turn may think (CI-9)."""
    comments_until: int | None
    """Until when partners may comment on the hand just played (TG-7.9)."""
    time_ends: int | None
    """When the minutes of the match are over."""
    hands_left: int | None
    drawn: tuple[Tile, ...]
    """What each seat drew for the opening."""
    shuffled_by: tuple[Seat, ...]
    taking: tuple[Seat, ...]
    agreed: tuple[Seat, ...]
    re_entries: tuple[int, ...]
    out: tuple[Seat, ...]
    scorer: Seat | None
    counter: Seat | None
    signers: tuple[Seat, ...]
    signatures: tuple[Seat, ...]
    cards: dict[Seat, Counter[str]]
    """The cards shown so far, of players who have any."""
    awaiting: DecisionAwaited | None
    winner: Side | None
    ended_by: EndedBy | None

    @property
    def mine(self) -> tuple[Tile | None, ...]:
        """The own tiles, in the order lifted; none before they are lifted, and none for a spectator."""
        return (self.racks[self.eyes - 1] or ()) if not isinstance(self.eyes, Watcher) else ()

    @property
    def seat(self) -> Seat:
        """Where these eyes sit; a watcher sits nowhere, and has nothing to decide."""
        assert not isinstance(self.eyes, Watcher)
        return self.eyes


def view(match: Match, eyes: Eyes) -> View:
    """The match as `eyes` see it."""
    hand, book = match.hand, match.book
    everybody = range(1, len(match.names) + 1)
    minutes = book.options.limit.minutes
    pause = book.comment_seconds if match.phase is COUNTING else None
    playing = match.hand_in_play
    return View(
        eyes=eyes,
        book=book,
        names=match.names,
        sides=match.sides,
        phase=match.phase,
        score=match.score,
        lines=match.lines,
        number=hand.number if hand is not None else match.hand_number,
        opener=match.opener if hand is None else hand.opener,
        turn=hand.turn if hand is not None and match.phase is PLAYING else None,
        chain=hand.chain if hand is not None else None,
        racks=tuple(_rack(match, seat, eyes) for seat in everybody),
        counts=tuple(hand.count(seat) if hand is not None else 0 for seat in everybody),
        lifted=hand.lifted if hand is not None else (),
        exposed=tuple(tuple(tiles_in(rack)) for rack in hand.exposed) if hand is not None else (),
        boneyard=len(hand.boneyard) if hand is not None else 0,
        moves=tuple(_move(hand, move, eyes, playing) for move in hand.moves) if hand is not None else (),
        killed=hand.chain.killed_doubles(book.options.set.highest_suit) if hand is not None and hand.chain else (),
        options=_options(match, eyes),
        deadline=deadline(match),
        comments_until=match.counted_at + pause * 1000 if pause is not None else None,
        time_ends=match.started + minutes * 60_000 if minutes is not None else None,
        hands_left=match.hands_left,
        drawn=match.drawn,
        shuffled_by=match.shuffled_by,
        taking=hand.taking if hand is not None else (),
        agreed=match.agreed,
        re_entries=match.re_entries,
        out=match.out,
        scorer=match.scorer,
        counter=match.counter,
        signers=match.signers,
        signatures=match.signatures,
        cards=match.cards,
        awaiting=match.awaiting,
        winner=match.winner,
        ended_by=match.ended_by,
    )


def _options(match: Match, eyes: Eyes) -> tuple[MoveCommand, ...]:
    """What these eyes may do. Options betray a rack: nobody has any before lifting it (TG-8.5)."""
    hand = match.hand
    if hand is None or match.phase is not PLAYING or hand.turn != eyes or eyes not in hand.lifted:
        return ()
    return legal_commands(hand)


def _rack(match: Match, seat: Seat, eyes: Eyes) -> tuple[Tile | None, ...] | None:
    """The tiles of a seat if these eyes may know them. This is the one place that decides it."""
    hand = match.hand
    if hand is None:
        return None
    laid_open = not match.hand_in_play
    own = seat == eyes and seat in hand.lifted
    return hand.rack(seat) if laid_open or own or eyes == REFEREE else None


def _move(hand: Hand, move: Move, eyes: Eyes, playing: bool) -> Move:
    if not isinstance(move, TileDrawn) or not playing or eyes in (move.seat, REFEREE):
        return move
    return TileDrawn(move.seat, None, move.took, at=move.at)
