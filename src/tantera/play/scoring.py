"""What a finished hand comes to: points on the sheet, who opens next, re-entries, and the end of the match."""

from __future__ import annotations

from typing import assert_never

from tantera.play.events import (
    BonusGiven,
    DecisionAwaited,
    EndedBy,
    Event,
    HandBlocked,
    HandScored,
    How,
    MatchEnded,
    PlayerEliminated,
    PlayerReEntered,
    Side,
    TurnPassed,
    WentOut,
    side_name,
)
from tantera.play.fold import evolve
from tantera.play.hand import Hand
from tantera.play.match import Match
from tantera.rules import Book, Seat
from tantera.rules.bonuses import BONUSES, BonusFacts, capicua
from tantera.rules.functions import (
    NEXT_OPENERS,
    SCORINGS,
    TIED_BLOCKS,
    UNKNOWN,
    HandFacts,
    Unknown,
    if_told,
    lowest_sides,
)
from tantera.tiles import LEFT


def score_hand(match: Match, hand: Hand, ending: WentOut | HandBlocked) -> tuple[Event, ...]:
    """The line on the sheet for a hand played out, and everything that follows from it."""
    left = _left(match, hand)
    facts = _facts(match, hand, left)
    next_opener = None
    if isinstance(ending, WentOut):
        how: How = "domino"
        facts = facts._replace(winners=match.side_of(ending.seat))
    else:
        how = "block"
        lowest = lowest_sides(facts)
        if len(lowest) == 1:
            facts = facts._replace(winners=lowest[0])
        else:
            tied = TIED_BLOCKS[match.book.options.tied_block](facts, lowest)
            facts = facts._replace(winners=tied.winners)
            next_opener = tied.next_opener
    if next_opener is None:
        next_opener = NEXT_OPENERS[match.book.options.next_opener](facts)
    book = match.book
    bonuses: tuple[BonusGiven, ...] = ()
    if book.bonuses or book.prize is not None:
        extra = _bonus_facts(hand)
        facts = facts._replace(prize=_prize(book, how, extra))
        bonuses = _bonuses(match, extra, ending.at)
    plain = SCORINGS[book.options.scoring](facts) if facts.winners else (0,) * len(facts.sides)
    if book.raises is not None:
        plain = tuple([points * match.worth for points in plain])
    scored = HandScored(
        how=how,
        side=facts.winners or None,
        points=sum(plain),
        left=left,
        written=written(match, dict(zip(facts.sides, plain, strict=True))),
        next_opener=next_opener,
        went_out=ending.seat if isinstance(ending, WentOut) else None,
        at=ending.at,
    )
    after = match
    for event in (*bonuses, scored):
        after = evolve(after, event)
    return (*bonuses, scored, *aftermath(after, ending.at))


def score_ended_hand(match: Match, at: int) -> tuple[Event, ...]:
    """The line of a hand that has ended by its moves, and everything that follows from it."""
    hand = match.hand
    assert hand is not None
    assert hand.last_placer is not None
    ending = WentOut(hand.last_placer, at=at) if hand.ended == "domino" else HandBlocked(at=at)
    return score_hand(match, hand, ending)


def _bonus_facts(hand: Hand) -> BonusFacts:
    chain, went_out = hand.chain, hand.last_placer if hand.ended == "domino" else None
    last = chain.placements[-1] if chain is not None else None
    ends = None
    if chain is not None and last is not None and last.end is not None:
        ends = (last.touching, chain.right) if last.end is LEFT else (chain.left, last.touching)
    passed = len(hand.moves) > 1 and isinstance(hand.moves[1], TurnPassed)
    return BonusFacts(hand.opener, went_out, last.tile if last is not None else None, ends, passed)


def _bonuses(match: Match, facts: BonusFacts, at: int) -> tuple[BonusGiven, ...]:
    """Bonuses in the order of the book."""
    winners = [(bonus, BONUSES[bonus.kind](facts)) for bonus in match.book.bonuses]
    return tuple(BonusGiven(b.kind, match.side_of(seat), b.points, at=at) for b, seat in winners if seat is not None)


def _prize(book: Book, how: How, facts: BonusFacts) -> int:
    if book.prize is None:
        return 0
    if how == "block":
        return book.prize.block
    special = book.prize.capicua is not None and capicua(facts) is not None
    return book.prize.capicua or 0 if special else book.prize.domino


def close_hand(match: Match, at: int) -> tuple[Event, ...]:
    """The line of a hand that an infraction ended, and everything that follows from it."""
    scored = sanctioned_line(match, at)
    after = evolve(match, scored)
    assert match.sanction is not None
    if match.sanction.forfeit:
        return (scored, MatchEnded(match.sanction.side, "forfeit", at=at))
    return (scored, *aftermath(after, at))


def sanctioned_line(match: Match, at: int) -> HandScored:
    """What the sheet says of a hand that ends as `match.sanction` says."""
    sanction, hand = match.sanction, match.hand
    assert sanction is not None
    played = hand if match.hand_in_play else None
    unknown: tuple[int | None, ...] = (None,) * len(match.names)
    left = _left(match, played) if played is not None else unknown
    if sanction.seat is not None:  # the last tile counts as played (CI-14)
        left = (*left[: sanction.seat - 1], 0, *left[sanction.seat :])
    next_opener = sanction.opener
    if next_opener is None and match.opener is not None:
        facts = HandFacts(
            opener=match.opener,
            sides=tuple([side for side in match.sides if side[0] not in match.out]),
            left=left,
            last_placer=played.last_placer if played is not None else UNKNOWN,
            winners=sanction.side or (),
        )
        next_opener = if_told(NEXT_OPENERS[match.book.options.next_opener], facts)
    return HandScored(
        how=sanction.how,
        side=sanction.side,
        points=sanction.points,
        left=left,
        written=written(match, {sanction.side: sanction.points} if sanction.side is not None else {}),
        next_opener=next_opener,
        article=sanction.article,
        went_out=sanction.seat,
        at=at,
    )


def cancel_hand(match: Match, at: int) -> tuple[Event, ...]:
    """The line of a hand that the clock ended and that does not count (SJ-estructura)."""
    hand = match.hand
    assert hand is not None
    scored = HandScored(
        how="time",
        side=None,
        points=0,
        left=_left(match, hand),
        written=(0,) * len(match.sides),
        next_opener=match.opener,
        at=at,
    )
    return (scored, *aftermath(evolve(match, scored), at))


def written(match: Match, points: dict[Side, int]) -> tuple[int, ...]:
    """What each side writes down: its points, times the factor of its re-entries (UEH-reenganche)."""
    re_entry = match.book.re_entry
    if re_entry is None:
        return tuple(points.get(side, 0) for side in match.sides)
    return tuple(points.get(side, 0) * re_entry.factors[match.re_entries[side[0] - 1]] for side in match.sides)


def _left(match: Match, hand: Hand) -> tuple[int | None, ...]:
    """Pips left by seat; None for a seat that is out, or that holds a tile nobody knows."""
    return tuple([hand.left(seat) if seat in hand.seats else None for seat in range(1, len(match.names) + 1)])


def _facts(match: Match, hand: Hand, left: tuple[int | None, ...]) -> HandFacts:
    return HandFacts(
        opener=hand.opener,
        sides=tuple([side for side in match.sides if side[0] not in match.out]),
        left=tuple([pips or 0 for pips in left]),
        last_placer=hand.last_placer,
    )


def aftermath(match: Match, at: int) -> tuple[Event, ...]:
    """What follows once the points are on the sheet: players over the limit, and the match itself."""
    events: list[Event] = list(_over_the_limit(match, at))
    for event in events:
        match = evolve(match, event)
    return (*events, *_match_over(match, at))


def _over_the_limit(match: Match, at: int) -> tuple[Event, ...]:
    """Re-entries and eliminations (UEH-reenganche). Several over in one hand all take the same score.

    If everybody still in goes over at once, as a ruling's points may bring about, nobody is left whose score could be
    taken: whoever is ahead is the last one not out (UEH-ganador), and players who are level play on.
    """
    re_entry, limit = match.book.re_entry, match.book.options.limit.points
    if re_entry is None or limit is None:
        return ()
    points = {seat: match.score[seat - 1] for seat in match.seats}
    under = [score for score in points.values() if score <= limit]
    if not under:
        last = {seat for side in leaders(match) for seat in side}
        return tuple(PlayerEliminated(seat, at=at) for seat in points if seat not in last)
    events: list[Event] = []
    for seat, score in points.items():
        if score > limit:
            if match.re_entries[seat - 1] < re_entry.most:
                events.append(PlayerReEntered(seat, max(under), at=at))
            else:
                events.append(PlayerEliminated(seat, at=at))
    return tuple(events)


def _match_over(match: Match, at: int) -> tuple[Event, ...]:
    ended_by = _reason(match)
    if ended_by is None:
        return ()
    best = leaders(match)
    if len(best) == 1:
        return (MatchEnded(best[0], ended_by, at=at),)
    match match.book.options.level_at_end:
        case "ruling":
            sides = [side_name(side) for side in match.sides]
            return (DecisionAwaited("judges", match.book.cites.time, (*sides, "="), at=at),)
        case "half_point":
            return (MatchEnded(None, ended_by, at=at),)
        case "one_more_hand":
            return ()
        case unknown:
            assert_never(unknown)


def _reason(match: Match) -> EndedBy | None:
    """Which limit has been reached, if any."""
    limit = match.book.options.limit
    if match.book.re_entry is not None:
        if len(match.seats) <= 1:
            return "elimination"
    elif limit.points is not None and max(match.score) >= limit.points:
        return "points"
    if limit.hands is not None and sum(line.how not in ("void", "time") for line in match.lines) >= limit.hands:
        return "hands"
    return "time" if match.hands_left == 0 else None


def leaders(match: Match) -> tuple[Side, ...]:
    """Who is ahead: one side, or several level. Where points hurt: fewest re-entries, then fewest points."""
    sides = [side for side in match.sides if side[0] not in match.out]
    points_hurt = match.book.options.points_hurt

    def rank(side: Side) -> tuple[int, int]:
        score = match.score[match.sides.index(side)]
        return (match.re_entries[side[0] - 1], score) if points_hurt else (0, -score)

    best = min(map(rank, sides), default=None)
    return tuple(side for side in sides if rank(side) == best)


def opener_after(
    match: Match, how: How, side: Side | None, last_placer: Seat | Unknown, left: tuple[int | None, ...] = ()
) -> Seat | None:
    """Who opens after a hand of which only the result is known; None where that does not tell (SJ after a block)."""
    if match.opener is None or how in ("void", "time", "ruling", "lost"):
        return None
    options = match.book.options
    sides = tuple([side for side in match.sides if side[0] not in match.out])
    facts = HandFacts(match.opener, sides, left, last_placer, winners=side or ())
    if how == "block" and side is None:
        tied = if_told(TIED_BLOCKS[options.tied_block], facts, sides)
        return None if tied is None else tied.next_opener
    return if_told(NEXT_OPENERS[options.next_opener], facts)
