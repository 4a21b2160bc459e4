"""The count of a hand: how it ended, what everybody is left with, what each side writes and why it is that much."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import UNSET, Struct

from tantera.play import Ledger, Match
from tantera.play import events as e
from tantera.play.hand import Hand
from tantera.play.match import carried_after
from tantera.play.scoring import bonus_facts, is_level_at_the_limit
from tantera.rules import Seat
from tantera.rules.counting import BLOCKS, SCORINGS, TIED_BLOCKS
from tantera.rules.functions import UNKNOWN, HandFacts, NotTold
from tantera.telling.blocks import SUITS, why_nobody_plays
from tantera.telling.names import name_of, names_of
from tantera.words import translate

HEADINGS: Final[dict[e.How, str]] = {
    "domino": "Domino",
    "block": "Block",
    "void": "Hand annulled",
    "lost": "Hand lost",
    "time": "Time: the hand does not count",
    "ruling": "Hand ended by a ruling",
    "limit": "The limit is reached",
}


OPENS_FOR: Final = {
    "right": "in turn",
    "last_tile": "for laying the last tile",
    "winner": "for winning the hand",
    "loser": "for losing the hand",
    "winners_choose": "",
    "highest_double": "",
}
"""Why whoever opens next does, by the book's own rule; nothing where the winners choose or the tiles decide."""


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
    """How a hand was counted, as a page shows it."""

    number: int
    heading: str
    second: str
    """Who went out with what, or who blocked at which suits."""
    article: str
    """Of the record that ended the hand; of a block that was level, the one that says what follows."""
    sides: tuple[Counted, ...]
    opens: str
    """Who opens next, where that is known and another hand comes; before that why one comes after the limit."""
    closed: str = ""
    """Why nobody could play any more, of a block."""
    why: str = ""
    """Whose hand it is, and why, in whole sentences for somebody who does not know the book."""
    sums: str = ""
    """How what is written comes about: what everybody is left with, what the book makes of it, and the sum."""


def count(ledger: Ledger, lang: str, me: Seat = 0, figures: tuple[Counted, ...] | None = None) -> Count | None:
    """The count of the last hand on the sheet, as one player reads it (or nobody in particular: seat 0). Whoever tells
    it to several has its `figures` already: they are the same for all."""
    match = ledger.match
    if not match.lines:
        return None
    line, then = match.lines[-1], _as_it_was_played(ledger)
    played = me if me and then.names[me - 1] == match.names[me - 1] else 0
    figures = count_figures(ledger) if figures is None else figures
    closed, level = _closed(line, then, lang), _level_at(line, then)
    return Count(
        number=len(match.lines),
        heading=_heading(line, then, lang, played),
        second=_second(line, then, lang, played),
        article=line.article or (then.book.cites.tied_block or "" if level is not None else ""),
        sides=figures,
        opens=_then(line, match, lang, me),
        closed=closed,
        why=" ".join(_why(line, then, figures, closed, level, lang, played)),
        sums=" ".join(_sums(then, figures, lang, played)),
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
    return frozenset(ledger.match.seats) if ledger.match.lines else frozenset()


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
        text = translate(lang, "you block at {suits}", suits=suits)
    else:
        text = translate(lang, "{name} blocks at {suits}", name=name_of(hand.last_placer, match), suits=suits)
    return "; ".join([text, *_decided(line, match, hand, lang)])


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


def _closed(line: e.HandScored, match: Match, lang: str) -> str:
    hand = _hand_of(line, match)
    if line.how != "block" or hand is None or hand.chain is None:
        return ""
    return _capital(why_nobody_plays(hand.chain, match.book.options.set).told(lang))


def _why(
    line: e.HandScored, match: Match, figures: tuple[Counted, ...], closed: str, level: int | None, lang: str, me: Seat
) -> Iterator[str]:
    """Whose the hand is; what ended it; who wins a block by this book, with what everybody has; what is written."""
    if line.how not in ("domino", "block"):
        return
    yield _whose(line, match, lang, me)
    rule = BLOCKS[match.book.options.block]
    if line.went_out is not None and line.went_out == me:
        yield translate(lang, "You have run out of tiles: domino.")
    elif line.went_out is not None:
        yield translate(lang, "{name} has run out of tiles: domino.", name=name_of(line.went_out, match))
    if line.how == "block":
        yield f"{closed or translate(lang, 'Nobody can play')}."
        law = _capital(translate(lang, rule.law))
        known = [(one.total, _called(one.side, match, lang, me)) for one in figures if one.total is not None]
        if rule.by_totals and len(known) == len(figures):
            law += ": " + ", ".join(f"{name} {total}" for total, name in sorted(known))
        yield f"{law}."
        if level is not None:
            tie = translate(lang, TIED_BLOCKS[match.book.options.tied_block].law)
            yield translate(lang, "Level at {pips}: {law}.", pips=level, law=tie)
    points = 0 if line.side is None else line.written[match.sides.index(line.side)]
    if points > 0:
        yield translate(lang, "{points} points are written.", points=points)


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _sums(match: Match, figures: tuple[Counted, ...], lang: str, me: Seat) -> Iterator[str]:
    """What each side is left with, and the sum of it that is written; nothing where no tiles are counted."""
    law = SCORINGS[match.book.options.scoring].law
    sums = [one for one in figures if one.points and sum(one.sum) * one.times == one.points]
    if not law or not sums:
        return
    mine_first = sorted(figures, key=lambda one: me not in one.side)
    left = [f"{_called(one.side, match, lang, me)} {one.total}" for one in mine_first if one.total is not None]
    yield translate(lang, "Left in hand: {left}.", left=", ".join(left))
    for one in sums:
        terms = " + ".join(map(str, one.sum))
        if one.times > 1:
            terms = f"({terms}) × {one.times}" if len(one.sum) > 1 else f"{terms} × {one.times}"
        whole = terms if terms == str(one.points) else f"{terms} = {one.points}"
        whose = "" if len(sums) == 1 else f"{_called(one.side, match, lang, me)} "
        yield translate(lang, "In this book {law}: {sum}.", law=translate(lang, law), sum=whose + whole)


def _level_at(line: e.HandScored, match: Match) -> int | None:
    """With how many pips several had the fewest of a block; None where one had, nobody knows, or nobody could win."""
    rule, hand = BLOCKS[match.book.options.block], _hand_of(line, match)
    if line.how != "block" or match.book.options.block == "nobody":
        return None
    left = dict(enumerate(line.left, start=1))
    sides = tuple(side for side in match.sides if side[0] not in match.out or left[side[0]] is not None)
    if any(left[seat] is None for side in sides for seat in side):
        return None
    opener, closer = (hand.opener, hand.last_placer) if hand is not None else (0, None)
    facts = HandFacts(opener, sides, line.left, closer or UNKNOWN)
    try:
        best, players = rule.best(facts), rule.players(facts)
        if len(best) < 2:
            return None
        return min(facts.total((seat,)) for seat in players) if players else facts.total(best[0])
    except NotTold:
        return None


def _called(side: e.Side, match: Match, lang: str, me: Seat) -> str:
    """A side as one speaks of it to a player, or by its names."""
    if me in side:
        return translate(lang, "you" if len(side) == 1 else "you two")
    if me and len(side) > 1 and len(match.sides) == 2:
        return translate(lang, "they")
    return names_of(side, match)


def _whose(line: e.HandScored, match: Match, lang: str, me: Seat) -> str:
    if line.side is None:
        return translate(lang, "Nobody wins this hand.")
    if me in line.side:
        return translate(lang, "You win this hand." if len(line.side) == 1 else "You two win this hand.")
    if me and len(line.side) > 1:
        return translate(lang, "They win this hand.")
    words = "{names} wins this hand." if len(line.side) == 1 else "{names} win this hand."
    return translate(lang, words, names=names_of(line.side, match))


def _facts(line: e.HandScored, match: Match, hand: Hand) -> HandFacts:
    return HandFacts(hand.opener, match.sides, line.left, hand.last_placer or UNKNOWN, winners=line.side or ())


def _then(line: e.HandScored, match: Match, lang: str, me: Seat) -> str:
    """Who opens the next hand; before that, where the limit is reached, why there is one."""
    level = translate(lang, "Level at the limit: another hand is played.") if is_level_at_the_limit(match) else ""
    return f"{level} {_opens(line, match, lang, me)}".strip()


def _opens(line: e.HandScored, match: Match, lang: str, me: Seat) -> str:
    if match.ended_by is None and match.opens_by_double:
        return translate(lang, "Then whoever holds the highest double opens")
    if match.may_choose_opener:
        return translate(lang, "Then the winners choose which of the two opens")
    if line.next_opener is None or match.ended_by is not None:
        return ""
    if line.next_opener == me:
        then = translate(lang, "Then you open")
    else:
        then = translate(lang, "Then {name} opens", name=name_of(line.next_opener, match))
    by_the_rule = line.side is not None and _level_at(line, match) is None  # after a tie it is the rule for ties
    why = OPENS_FOR[match.book.options.next_opener] if by_the_rule else ""
    return f"{then}, {translate(lang, why)}" if why else then


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
