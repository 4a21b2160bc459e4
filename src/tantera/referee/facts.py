"""What the table knows against a record, one small question a need of the book.

Only what is known contradicts: a rack that nobody has seen may have held anything, and of a hand without deal and
moves nothing is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from tantera.play.events import DoublesPlaced, MoveSeen, TilePlaced, TurnPassed
from tantera.play.hand import Hand, Move, evolve_hand, rebuilt
from tantera.rules import Refusal, Seat
from tantera.rules.sanctions import Need


class Done(NamedTuple):
    """One move of the hand, as it was made."""

    place: int
    """Among the moves of the hand."""
    before: Hand
    move: Move

    @property
    def in_turn(self) -> bool:
        return self.move.seat == self.before.turn

    @property
    def turn(self) -> int:
        """Of which turn it was part, counted from 1."""
        return self.before.turns + 1

    @property
    def passed(self) -> bool:
        return self.in_turn and (
            isinstance(self.move, TurnPassed) or (isinstance(self.move, MoveSeen) and self.move.tile is None)
        )

    @property
    def laid(self) -> bool:
        """Whether a tile came on the table with it, where it belongs or not."""
        seen = isinstance(self.move, MoveSeen) and self.move.tile is not None
        return self.in_turn and (seen or isinstance(self.move, TilePlaced | DoublesPlaced))

    @property
    def astray(self) -> bool:
        """Whether a tile was laid where it does not belong, or out of turn."""
        return isinstance(self.move, MoveSeen) and self.move.tile is not None

    @property
    def could_play(self) -> bool:
        """Whether the player held a tile that fits, or may have."""
        hand, index = self.before, self.move.seat - 1
        held = hand.racks[index] | (hand.unseen if hand.hidden[index] else 0)
        return bool(held & hand.chain.fitting) if hand.chain is not None else bool(held)


def story(hand: Hand) -> Iterator[Done]:
    """The moves of a hand, each with the hand before it."""
    if hand.deal is None:
        return
    before = rebuilt(hand, 0, hand.turn_began)
    for place, move in enumerate(hand.moves):
        yield Done(place, before, move)
        before = evolve_hand(before, move)


class Scene(NamedTuple):
    """A record and the hand it is about."""

    article: str
    hand: Hand
    seat: Seat | None
    """Who did it; None where nobody knows."""
    turn: int | None
    """When, as the record dates it; None: about now."""
    moves: tuple[Done, ...]

    def by_offender(self) -> Iterator[Done]:
        """What the offender did, on the turn that the record names if it names one."""
        for done in self.moves:
            if self.seat in (None, done.move.seat) and self.turn in (None, done.turn):
                yield done

    def acted_since(self, done: Done) -> bool:
        """Whether anybody has played, drawn or passed after it."""
        return any(later.in_turn for later in self.moves[done.place + 1 :])


def check(article: str, needs: tuple[Need, ...], hand: Hand, seat: Seat | None, turn: int | None) -> None:
    """Refuse a record that the table contradicts, with the reason."""
    if not needs or not (hand.moves or any(hand.racks)):
        return
    scene = Scene(article, hand, seat, turn, tuple(story(hand)))
    for need in needs:
        against = NEEDS[need](scene)
        if against is not None:
            raise against


def own_turn(scene: Scene) -> Refusal | None:
    """A pass, a misplaced tile or a thought falls in one's own turn; the opener may think before the first."""
    hand, seat, turn = scene.hand, scene.seat, scene.turn
    if seat is None:
        return None
    if turn is None:
        had_one = hand.turn == seat or any(done.in_turn and done.move.seat == seat for done in scene.moves)
        return None if had_one else Refusal(scene.article, "seat {seat} has had no turn yet", seat=seat)
    whose = next((done.move.seat for done in scene.moves if done.in_turn and done.turn == turn), hand.opener)
    return None if whose == seat else Refusal(scene.article, "turn {turn} was seat {whose}'s", turn=turn, whose=whose)


def out_of_turn(scene: Scene) -> Refusal | None:
    """Nobody plays ahead in turn (SJ-irreg-4)."""
    hand, seat = scene.hand, scene.seat
    ahead = any(not done.in_turn and done.move.seat == seat for done in scene.moves)
    completed = hand.turns if scene.turn is None else scene.turn
    turn_of = next((done.move.seat for done in scene.moves if done.in_turn and done.turn == completed + 1), hand.turn)
    just_now = bool(scene.moves) and scene.turn is None and scene.moves[-1].move.seat == seat
    if ahead or seat not in (turn_of, scene.moves[-1].move.seat if just_now else None):
        return None
    return Refusal(scene.article, "it was the turn of seat {seat}", seat=seat)


def passed_with_a_tile(scene: Scene) -> Refusal | None:
    """A false pass is one by somebody who passed, and could have played."""
    passes = [done for done in scene.by_offender() if done.passed]
    if not passes:
        return Refusal(scene.article, "seat {seat} has not passed", seat=scene.seat)
    if not any(done.could_play for done in passes):
        return Refusal(scene.article, "seat {seat} held no tile that fits", seat=scene.seat)
    return None


def one_tile_left(scene: Scene) -> Refusal | None:
    """Only the last tile wins the hand by being kept (CI-14)."""
    held = scene.hand.count(scene.seat) if scene.seat is not None else 0
    return Refusal(scene.article, "seat {seat} holds {tiles} tiles", seat=scene.seat, tiles=held) if held > 1 else None


def not_blocked(scene: Scene) -> Refusal | None:
    """Whoever says so in a blocked hand is right (SJ-tranque-falso)."""
    return Refusal(scene.article, "the hand is blocked") if scene.hand.ended == "block" else None


def noticed_at_once(scene: Scene) -> Refusal | None:
    """Nobody has played or passed since the tile was misplaced (SJ-irreg-1)."""
    laid = _misplaced(scene)
    if not laid:
        return Refusal(scene.article, "seat {seat} has laid no tile", seat=scene.seat)
    return Refusal(scene.article, "somebody has played or passed since") if scene.acted_since(laid[-1]) else None


def noticed_late(scene: Scene) -> Refusal | None:
    """Somebody has played or passed since the tile was misplaced (SJ-irreg-2)."""
    laid = _misplaced(scene)
    if not laid and scene.seat is not None:
        return Refusal(scene.article, "seat {seat} has laid no tile", seat=scene.seat)
    return None if any(map(scene.acted_since, laid)) else Refusal(scene.article, "nobody has played or passed since")


def _misplaced(scene: Scene) -> list[Done]:
    """The tiles laid where they do not belong; where no move is marked so, any that were laid."""
    laid = [done for done in scene.by_offender() if done.laid]
    return [done for done in laid if done.astray] or laid


def before_the_opening(scene: Scene) -> Refusal | None:
    """Nobody opens a hand that is open (TG-14.2, CI-11)."""
    seen = any(not done.in_turn and done.before.turns == 0 for done in scene.by_offender() if done.astray)
    dated = scene.hand.turns if scene.turn is None else scene.turn
    return Refusal(scene.article, "the hand was open already") if dated > 0 and not seen else None


def not_the_opener(scene: Scene) -> Refusal | None:
    """Whoever opens by right does not open out of turn (TG-14.2, CI-11)."""
    return (
        Refusal(scene.article, "seat {seat} opens this hand", seat=scene.seat)
        if scene.seat == scene.hand.opener
        else None
    )


NEEDS: Final[dict[Need, Callable[[Scene], Refusal | None]]] = {
    "own_turn": own_turn,
    "out_of_turn": out_of_turn,
    "passed_with_a_tile": passed_with_a_tile,
    "one_tile_left": one_tile_left,
    "not_blocked": not_blocked,
    "noticed_at_once": noticed_at_once,
    "noticed_late": noticed_late,
    "before_the_opening": before_the_opening,
    "not_the_opener": not_the_opener,
}
"""What contradicts a record, by the name that books have for it; None where nothing does."""
