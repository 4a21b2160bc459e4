"""What an answer comes to: right, wrong, or refused by the law as at any table."""

from __future__ import annotations

from typing import Final, NamedTuple

from tantera.lessons.counts import COUNTS
from tantera.lessons.lesson import LEARNER, PASS, Position, Task, order_of
from tantera.play import Match, PassTurn, PlaceTile, legal_moves
from tantera.play.moves import ends_as_seen
from tantera.referee import step
from tantera.rules import Refusal
from tantera.rules.basics import Words
from tantera.tiles import End
from tantera.words import Phrase


class Verdict(NamedTuple):
    """What an answer to a task is worth."""

    right: bool
    why: Words | None
    """The idea; None where the law has the word."""
    refusal: Refusal | None
    """Why it cannot be played."""
    after: Match
    """The table with the tile on it; as it was, where nothing was laid."""


class Played(NamedTuple):
    """A move, and the table after it."""

    order: PlaceTile | PassTurn
    refusal: Refusal | None
    """Why it cannot be played; then the table is as it was."""
    after: Match


class NotOffered(ValueError):
    """Something that nobody was offered."""


def answers(task: Task) -> tuple[tuple[str, Phrase | str], ...]:
    """What is offered where something is counted: each answer, and how it is said."""
    in_words = COUNTS[task.counted.split()[0]].said if task.counted else str
    return tuple((offer, in_words(offer)) for offer in task.offers)


def judged(task: Task, answer: str) -> Verdict:
    """What an answer comes to: a tile, with its end where it fits both, the pass, or one of what is offered."""
    if task.counted:
        if answer not in task.offers:
            raise NotOffered(answer)
        return _verdict(task, answer == task.count, task.match)
    order, refusal, after = played(task, answer)
    if refusal is not None:
        return Verdict(False, None, refusal, after)
    right = _is_right(task, order, after)
    if not right and _other_end_is_right(task, order):
        return Verdict(False, OTHER_END, None, after)
    return _verdict(task, right, after)


def played(position: Position, answer: str) -> Played:
    """What a move as an answer does at the table."""
    order, match = _order(position, answer), position.match
    try:
        return Played(order, None, step(match, order, LEARNER, match.at).after)
    except Refusal as refusal:
        return Played(order, _as_they_lie(refusal, match), match)


OTHER_END: Final = Words(
    es="Esa ficha sí, pero en la otra punta.",
    ca="Aquesta fitxa sí, però a l'altra punta.",
    en="That tile, yes, but at the other end.",
)


def _as_they_lie(refusal: Refusal, match: Match) -> Refusal:
    """The two ends in the order in which the question has them: as they lie before whoever learns."""
    hand = match.hand
    if hand is None or hand.chain is None or not {"left", "right"} <= refusal.facts.keys():
        return refusal
    left, right = map(hand.chain.end, ends_as_seen(hand.chain, match.book, hand.opener, LEARNER))
    return refusal.of(left=left, right=right)


def _is_right(task: Task, order: PlaceTile | PassTurn, after: Match) -> bool:
    return any(means(one, order) for one in task.right) or _leaves(task, after)


def _other_end_is_right(task: Task, order: PlaceTile | PassTurn) -> bool:
    hand = task.match.hand
    assert hand is not None
    return isinstance(order, PlaceTile) and any(
        _is_right(task, other, step(task.match, other, LEARNER, task.match.at).after)
        for other in legal_moves(hand)
        if isinstance(other, PlaceTile) and other.tile is order.tile and other.end is not order.end
    )


def _verdict(task: Task, right: bool, after: Match) -> Verdict:
    return Verdict(right, task.why if right else task.why_not, None, after)


def _leaves(task: Task, after: Match) -> bool:
    assert after.hand is not None
    chain = after.hand.chain
    return chain is not None and sorted(task.leaves) == sorted(f"{chain.left}{chain.right}")


def _order(position: Position, answer: str) -> PlaceTile | PassTurn:
    """The move that an answer means: a tile without an end goes where it fits, and where that is nowhere the law says
    so."""
    try:
        order = order_of(answer, LEARNER)
    except ValueError:
        raise NotOffered(answer) from None
    hand = position.match.hand
    assert hand is not None
    if not isinstance(order, PlaceTile):
        return order
    if order.tile not in hand.dealt[LEARNER - 1]:
        raise NotOffered(answer)
    if order.end is None and hand.chain is not None:
        fitting = [one for one in legal_moves(hand) if isinstance(one, PlaceTile) and one.tile is order.tile]
        return fitting[0] if fitting else PlaceTile(LEARNER, order.tile, End.LEFT)
    return order


def means(written: str, order: PlaceTile | PassTurn) -> bool:
    """Whether a right answer of a file is this move."""
    if written == PASS or not isinstance(order, PlaceTile):
        return written == PASS and not isinstance(order, PlaceTile)
    meant = order_of(written, LEARNER)
    assert isinstance(meant, PlaceTile)
    return meant.tile is order.tile and meant.end in (None, order.end)
