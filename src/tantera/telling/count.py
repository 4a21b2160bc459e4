"""The count of a hand: how it ended, what everybody is left with, what each side writes and why it is that much."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import UNSET, Struct

from tantera.play import Ledger, Match
from tantera.play import events as e
from tantera.play.hand import Hand
from tantera.play.match import carried_after
from tantera.play.scoring import bonus_facts
from tantera.rules import Seat
from tantera.rules.counting import BLOCKS, SCORINGS
from tantera.rules.functions import UNKNOWN, HandFacts, NotTold
from tantera.telling.names import name_of, names_of
from tantera.words import translate

SUITS: Final = ("blanks", "ones", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines")
"""What a block is said to be at."""

HEADINGS: Final[dict[e.How, str]] = {
    "domino": "Domino",
    "block": "Blocked game",
    "void": "Hand annulled",
    "lost": "Hand lost",
    "time": "Time: the hand does not count",
    "ruling": "Hand ended by a ruling",
    "limit": "The limit is reached",
}


class Counted(Struct, frozen=True):
    """One side at the count."""

    side: e.Side
    names: str
    left: tuple[int | None, ...]
    """What each of its players is left with, in the order of `side`; None where nobody knows, or who is out."""
    total: int | None
    sum: tuple[int, ...]
    """What the points are the sum of; nothing where they come from somewhere else."""
    times: int
    """By what that sum is multiplied: raised hands, re-entries."""
    points: int
    """What it writes for the hand, bonuses and penalties apart."""
    had: int | None
    """Its score before the hand; None where a re-entry has changed it besides."""
    score: int


class Count(Struct, frozen=True):
    number: int
    heading: str
    second: str
    """Who went out with what, or who blocked at which suits."""
    article: str
    """Of the record that ended the hand."""
    sides: tuple[Counted, ...]
    opens: str
    """Who opens next, where that is known and another hand comes."""


def count(ledger: Ledger, lang: str, me: Seat = 0, figures: tuple[Counted, ...] | None = None) -> Count | None:
    """The count of the last hand on the sheet, as one player reads it (or nobody in particular: seat 0). Whoever tells
    it to several has its `figures` already: they are the same for all."""
    match = ledger.match
    if not match.lines:
        return None
    line, then = match.lines[-1], _as_it_was_played(ledger)
    played = me if me and then.names[me - 1] == match.names[me - 1] else 0
    return Count(
        number=len(match.lines),
        heading=_heading(line, then, lang, played),
        second=_second(line, then, lang, played),
        article=line.article,
        sides=count_figures(ledger) if figures is None else figures,
        opens=_opens(line, match, lang, me),
    )


def _as_it_was_played(ledger: Ledger) -> Match:
    """The match when its last hand was scored, where a reserve has come in since: the hand is not theirs."""
    events, since, replaced = ledger.effective, len(ledger.effective), False
    while not isinstance(events[since - 1], e.HandScored):
        since -= 1
        replaced = replaced or isinstance(events[since], e.PlayerReplaced)
    return ledger.until(since) if replaced else ledger.match


def count_figures(ledger: Ledger) -> tuple[Counted, ...]:
    """The count of the last hand on the sheet, side by side."""
    match, brought = ledger.match, _brought(ledger)
    return tuple([_counted(match.lines[-1], match, place, brought) for place in range(len(match.sides))])


def counted_to(ledger: Ledger) -> frozenset[Seat]:
    """Whom the count calls *you*, each in words of their own. Everybody else reads the same as nobody in particular."""
    match = ledger.match
    if not match.lines:
        return frozenset()
    line, hand = match.lines[-1], match.hand
    named = (line.went_out, line.next_opener, None if hand is None else hand.last_placer)
    return frozenset([seat for seat in named if seat is not None])


def _heading(line: e.HandScored, match: Match, lang: str, me: Seat) -> str:
    if line.how == "domino" and line.went_out is not None:
        if line.went_out == me:
            return translate(lang, "Domino: yours")
        return translate(lang, "Domino by {who}", who=name_of(line.went_out, match))
    return translate(lang, HEADINGS[line.how])


def _second(line: e.HandScored, match: Match, lang: str, me: Seat) -> str:
    hand = _hand_of(line, match)
    if line.text:
        return line.text
    if hand is None or hand.chain is None or hand.last_placer is None:
        return ""
    if line.how in ("domino", "limit"):
        with_what = translate(lang, "with the {tile}", tile=hand.chain.placements[-1].tile.spoken)
        return ", ".join([with_what, *_special(line, match, hand, lang)])
    if line.how != "block":
        return ""
    ends = dict.fromkeys((hand.chain.left, hand.chain.right))
    both = [translate(lang, SUITS[end]) for end in ends]
    suits = both[0] if len(both) == 1 else translate(lang, "{one} and {other}", one=both[0], other=both[1])
    if hand.last_placer == me:
        told = translate(lang, "you block at {suits}", suits=suits)
    else:
        told = translate(lang, "{name} blocks at {suits}", name=name_of(hand.last_placer, match), suits=suits)
    return "; ".join([told, *_decided(line, match, hand, lang)])


PRIZES: Final = {"capicua": "capicúa", "double": "a double", "double_capicua": "double capicúa"}
"""What is special about a last tile, where the fixed prize of a book depends on it."""


def _special(line: e.HandScored, match: Match, hand: Hand, lang: str) -> Iterator[str]:
    """Why a fixed prize is what it is."""
    prize = match.book.prize
    if prize is not None:
        kind = prize.kind_of(bonus_facts(hand, _facts(line, match, hand)))
        if kind in PRIZES:
            yield translate(lang, PRIZES[kind])


def _decided(line: e.HandScored, match: Match, hand: Hand, lang: str) -> Iterator[str]:
    """Whose pips decided a block, where the totals of the sides did not."""
    rule = BLOCKS[match.book.options.block]
    try:
        players = rule.players(_facts(line, match, hand))
    except NotTold:
        return
    if players:
        first, *others = [f"{name_of(seat, match)} ({line.left[seat - 1]})" for seat in players]
        for other in others:
            first = translate(lang, "{one} and {other}", one=first, other=other)
        yield translate(lang, rule.why, players=first)


def _facts(line: e.HandScored, match: Match, hand: Hand) -> HandFacts:
    return HandFacts(hand.opener, match.sides, line.left, hand.last_placer or UNKNOWN, winners=line.side or ())


def _opens(line: e.HandScored, match: Match, lang: str, me: Seat) -> str:
    if match.ended_by is None and match.opens_by_double:
        return translate(lang, "Then whoever holds the highest double opens")
    if match.may_choose_opener:
        return translate(lang, "Then the winners choose which of the two opens")
    if line.next_opener is None or match.ended_by is not None:
        return ""
    if line.next_opener == me:
        return translate(lang, "Then you open")
    return translate(lang, "Then {name} opens", name=name_of(line.next_opener, match))


def _counted(line: e.HandScored, match: Match, place: int, brought: tuple[int, ...] | None) -> Counted:
    side = match.sides[place]
    left = tuple([line.left[seat - 1] for seat in side])
    known = [pips for pips in left if pips is not None]
    terms, points = _sum(line, match, side), line.written[place]
    carried = carried_after(match.book, match.lines[:-1]) if terms else 0
    made = line.in_play[place] if line.in_play is not UNSET else 0
    times = (points - carried - made) // sum(terms) if sum(terms) else 1
    if carried and times == 1:
        terms = (*terms, carried)
    if terms and made and times == 1:
        terms = (*terms, made)
    score = match.score[place]
    return Counted(
        side=side,
        names=names_of(side, match),
        left=left,
        total=sum(known) if len(known) == len(left) else None,
        sum=terms,
        times=times,
        points=points,
        had=None if brought is None else score - points - brought[place],
        score=score,
    )


def _sum(line: e.HandScored, match: Match, side: e.Side) -> tuple[int, ...]:
    """What its points are the sum of, by the book's own way to score."""
    if line.side is None or line.how not in ("domino", "block"):
        return ()
    if line.how == "block" and match.book.options.block_points == "nothing":
        return ()
    sides = tuple([one for one in match.sides if all(line.left[seat - 1] is not None for seat in one)])
    facts = HandFacts(0, sides, line.left, UNKNOWN, winners=line.side)
    try:
        return SCORINGS[match.book.options.scoring].counted(facts, side) if side in sides else ()
    except NotTold:
        return ()


def _brought(ledger: Ledger) -> tuple[int, ...] | None:
    """What bonuses and penalties brought each side since the deal; None where a re-entry put a score in their place."""
    sides, events = ledger.match.sides, ledger.effective
    more = [0] * len(sides)
    for place in range(len(events) - 1, -1, -1):
        match events[place]:
            case e.TilePlaced() | e.TurnPassed():
                pass  # nearly all of them
            case e.HandDealt():
                break
            case e.BonusGiven(side=side, points=points) | e.PointsGiven(side=side, points=int(points)):
                more[sides.index(side)] += points
            case e.ScoreReset(taken=taken):
                more = [had - gone for had, gone in zip(more, taken, strict=True)]
            case e.PlayerReEntered():
                return None
            case _:
                pass
    return tuple(more)


def _hand_of(line: e.HandScored, match: Match) -> Hand | None:
    """The hand that this line is about, as long as no other has been dealt."""
    hand = match.hand
    return hand if hand is not None and hand.number == len(match.lines) else None
