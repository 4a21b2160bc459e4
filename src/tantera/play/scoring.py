"""What a finished hand comes to: points on the sheet, who opens next, re-entries, and the end of the match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import assert_never

from msgspec.structs import replace

from tantera.play import events as e
from tantera.play.events import EndedBy, Event, HandScored, How, Side
from tantera.play.hand import Hand
from tantera.play.ledger import Progress, Unfolding
from tantera.play.match import Match
from tantera.rules import Book, Seat
from tantera.rules.bonuses.rule import BonusFacts, Passed
from tantera.rules.counting import BLOCKS, RESETS, SCORINGS, TIED_BLOCKS
from tantera.rules.functions import NEXT_OPENERS, UNKNOWN, HandFacts, Unknown, if_told
from tantera.tiles import LEFT

_ENDINGS = (e.WentOut, e.HandBlocked, e.LimitReached)
"""How moves end a hand."""


def write_move(done: Unfolding, moved: tuple[Event, ...]) -> None:
    """A move's events with the points that it makes: none where they would pass a limit that must be hit, and the end
    of the hand where they reach the limit."""
    match, placed = done.match, moved[0]
    if match.book.points_in_play is None or not isinstance(placed, e.TilePlaced) or not placed.points:
        return done.extend(moved)
    side, limit = match.side_of(placed.seat), match.book.options.limit.points
    written = counted(match, side, placed.points)
    done.add(placed if written == placed.points else replace(placed, points=written))
    done.extend(moved[1:])
    hand = done.match.hand
    assert hand is not None
    score = match.score[match.sides.index(side)] + written
    if limit is not None and written and score >= limit and not hand.ended:
        done.add(e.LimitReached(side, at=placed.at))


def score_move(done: Unfolding) -> None:
    """The line on the sheet, where the move that was just made has ended the hand."""
    ending, hand = done.moments[-1].event, done.match.hand
    if isinstance(ending, _ENDINGS) and hand is not None and hand.ended:  # one of a pair may be out and the hand go on
        score_hand(done, ending.at)


def counted(match: Match, side: Side, points: int) -> int:
    """So many points for a side, as they are written: where the limit must be hit, none that would pass it."""
    rules, limit = match.book.points_in_play, match.book.options.limit.points
    if rules is None or not rules.exact or limit is None:
        return points
    return points if match.score[match.sides.index(side)] + points <= limit else 0


def score_ended_hand(match: Match, at: int) -> Progress[Match]:
    """What comes of a hand that its moves have ended."""
    done = Unfolding(match)
    score_hand(done, at)
    return done.progress


def score_hand(done: Unfolding, at: int) -> None:
    """The line on the sheet for a hand that its moves have ended, and everything that follows from it. What was made in
    play is on the score of the match already."""
    match, hand = done.match, done.match.hand
    assert hand is not None
    assert hand.last_placer is not None
    left = pips_left(match, hand)
    facts = _facts(match, hand, left)
    next_opener, by_double, options = None, False, match.book.options
    last_side = match.side_of(hand.last_placer)
    if hand.ended == "limit":
        line = HandScored("limit", last_side, 0, left, match.made, None, in_play=match.made, at=at)
        return on_the_sheet(done, line)
    if hand.ended == "domino":
        how: How = "domino"
        facts = facts._replace(winners=last_side)
    else:
        how = "block"
        lowest = BLOCKS[options.block].best(facts)
        if len(lowest) == 1:
            facts = facts._replace(winners=lowest[0])
        else:
            tied = TIED_BLOCKS[options.tied_block](facts, lowest)
            facts = facts._replace(winners=tied.winners)
            next_opener, by_double = tied.next_opener, tied.by_double
    if next_opener is None and not by_double:
        next_opener = NEXT_OPENERS[options.next_opener](facts)
    book = match.book
    if book.bonuses or book.prize is not None:
        extra = bonus_facts(hand, facts)
        facts = facts._replace(prize=_prize(book, how, extra))
        _give_bonuses(done, extra, at)
        match = done.match
    plain = SCORINGS[options.scoring](facts) if facts.winners else (0,) * len(facts.sides)
    if how == "block" and options.block_points == "nothing":
        plain = (0,) * len(facts.sides)
    if book.raises is not None or options.tied_worth > 1:
        more = {facts.winners: match.carried}
        plain = tuple([won * match.worth + more.get(side, 0) for side, won in zip(facts.sides, plain, strict=True)])
    if book.points_in_play is not None:
        plain = tuple([counted(match, side, won) for side, won in zip(facts.sides, plain, strict=True)])
    line = HandScored(
        how=how,
        side=facts.winners or None,
        points=sum(plain),
        left=left,
        written=written(match, dict(zip(facts.sides, plain, strict=True))),
        next_opener=next_opener,
        went_out=hand.last_placer if how == "domino" else None,
        at=at,
    )
    on_the_sheet(done, with_points_in_play(match, line))


def with_points_in_play(match: Match, line: HandScored, made: tuple[int, ...] | None = None) -> HandScored:
    """The line with what was made in play on top, where the book has such points: as the match has it, or as somebody
    wrote it. A void hand is played again, and nothing of it stays."""
    if match.book.points_in_play is None or line.how == "void":
        return line
    made = match.made if made is None else made
    both = tuple([points + more for points, more in zip(line.written, made, strict=True)])
    return replace(line, written=both, in_play=made)


def on_the_sheet(done: Unfolding, line: HandScored) -> None:
    """A line, and everything that follows from it."""
    done.add(_tied(done.match, opened_anew(done.match, line)))
    aftermath(done, line.at)


def _tied(match: Match, line: HandScored) -> HandScored:
    """The same line; where it is a tied block, with what the book makes the next hand worth, as the score stands."""
    options = match.book.options
    if options.tied_worth == 1 or line.how != "block" or line.side is not None:
        return line
    single = 0 < options.tied_worth_until <= max(match.score)
    return line if single else replace(line, next_worth=options.tied_worth)


def opened_anew(match: Match, line: HandScored) -> HandScored:
    """The same line; where it sets the score back, the highest double opens the next hand as it did the first."""
    options = match.book.options
    if line.side is None or options.first_opener != "double" or options.reset == "never":
        return line
    score = tuple([had + more for had, more in zip(match.score, line.written, strict=True)])
    rule = RESETS[options.reset]
    if not rule.anew(rule.left(match.score, score, match.sides.index(line.side))):
        return line
    return replace(line, next_opener=None, by_double=True)


def bonus_facts(hand: Hand, facts: HandFacts) -> BonusFacts:
    """What a bonus or a prize may depend on, of a hand that has ended."""
    chain, went_out = hand.chain, hand.last_placer if hand.ended == "domino" else None
    last = chain.placements[-1] if chain is not None else None
    ends = None
    if chain is not None and last is not None and last.end is not None:
        ends = (last.touching, chain.right) if last.end is LEFT else (chain.left, last.touching)
    passed = len(hand.moves) > 1 and isinstance(hand.moves[1], e.TurnPassed)
    tile = last.tile if last is not None else None
    opening = chain.placements[0].tile if chain is not None and chain.placements[0].end is None else None
    passes = tuple(_passes(hand))
    return BonusFacts(hand.opener, went_out, tile, ends, passed, facts.sides, passes, facts.winners, opening)


def _passes(hand: Hand) -> Iterator[Passed]:
    """Every pass with whose tile it came after. One that a referee saw where there was a tile to play is none."""
    laid, in_a_row = hand.opener, 0
    for move in hand.moves:
        if isinstance(move, e.TurnPassed):
            in_a_row += 1
            yield Passed(move.seat, laid, in_a_row)
        elif not isinstance(move, e.TileDrawn):
            laid, in_a_row = move.seat, 0


def _give_bonuses(done: Unfolding, facts: BonusFacts, at: int) -> None:
    """Bonuses in the order of the book, several of a kind in one line for each side."""
    match = done.match
    number = match.won_hands + 1
    for bonus in match.book.bonuses:
        times = Counter(match.side_of(seat) for seat in bonus.rule.given(facts))
        points = bonus.points_in(number, bonus.excepted(facts))
        for side, count in times.items():
            if more := counted(done.match, side, count * points):
                done.add(e.BonusGiven(bonus.kind, side, more, at=at))


def result_bonuses(match: Match, side: Side | None, at: int) -> tuple[e.BonusGiven, ...]:
    """The bonuses that the result of a hand tells, where nobody wrote down how it was played."""
    if side is None:
        return ()
    number = match.won_hands + 1
    bonuses = [(bonus.kind, bonus.points_in(number)) for bonus in match.book.bonuses if bonus.rule.by_result]
    return tuple(e.BonusGiven(kind, side, points, at=at) for kind, points in bonuses if points)


def _prize(book: Book, how: How, facts: BonusFacts) -> int:
    if book.prize is None:
        return 0
    return book.prize.block if how == "block" else book.prize.dominos[book.prize.kind_of(facts)]


def close_hand(done: Unfolding, at: int, points: int | None = None) -> None:
    """The line of a hand that an infraction ended, and everything that follows from it. `points` are what somebody
    wrote, for where they depend on tiles that nobody wrote down."""
    match, sanction = done.match, done.match.sanction
    assert sanction is not None
    if points is not None and not sanction.points_known:
        match = replace(match, sanction=replace(sanction, points=points))
    done.add(sanctioned_line(match, at))
    if sanction.forfeit:
        done.add(e.MatchEnded(sanction.side, "forfeit", at=at))
    else:
        aftermath(done, at)


def sanctioned_line(match: Match, at: int) -> HandScored:
    """What the sheet says of a hand that ends as `match.sanction` says."""
    sanction, hand = match.sanction, match.hand
    assert sanction is not None
    played = hand if match.hand_in_play else None
    unknown: tuple[int | None, ...] = (None,) * len(match.names)
    left = pips_left(match, played) if played is not None else unknown
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
    # What a hand that may come back has left would tell of racks that nobody else has seen.
    secret = sanction.how == "void" or (sanction.how == "lost" and match.ruled_on)
    line = HandScored(
        how=sanction.how,
        side=sanction.side,
        points=sanction.points,
        left=unknown if secret else left,
        written=written(match, {sanction.side: sanction.points} if sanction.side is not None else {}),
        next_opener=next_opener,
        article=sanction.article,
        went_out=sanction.seat,
        at=at,
    )
    line = with_points_in_play(match, line)
    return line if sanction.opener is not None else opened_anew(match, line)


def after_points(done: Unfolding, at: int, text: str = "") -> None:
    """What follows from points that came with no line of the sheet, by a record or a ruling.

    Between two hands, what follows from any points. In the middle of a hand the end of the match, where a side has
    reached the limit by them (SJ-final, TG-12): the hand is not played on, and counts for nothing.
    """
    match, hand = done.match, done.match.hand
    if hand is None or not match.hand_in_play:
        return aftermath(done, at)
    if _reason(match) != "points" or len(leaders(match)) > 1:
        return
    left = (None,) * len(match.names) if match.ruled_on else pips_left(match, hand)
    done.add(_for_nothing(match, "ruling", left, at, text=text))
    done.add(e.MatchEnded(leaders(match)[0], "points", at=at))


def cancel_hand(done: Unfolding, at: int) -> None:
    """The line of a hand that the clock ended and that does not count (SJ-estructura)."""
    match = done.match
    assert match.hand is not None
    done.add(_for_nothing(match, "time", pips_left(match, match.hand), at, next_opener=match.opener))
    aftermath(done, at)


def _for_nothing(
    match: Match, how: How, left: tuple[int | None, ...], at: int, next_opener: Seat | None = None, text: str = ""
) -> HandScored:
    """The line of a hand that nobody wins: only what was made in play stays."""
    nothing = (0,) * len(match.sides)
    return with_points_in_play(match, HandScored(how, None, 0, left, nothing, next_opener, text=text, at=at))


def written(match: Match, points: dict[Side, int]) -> tuple[int, ...]:
    """What each side writes down: its points, times the factor of its re-entries (UEH-reenganche)."""
    re_entry = match.book.re_entry
    if re_entry is None:
        return tuple(points.get(side, 0) for side in match.sides)
    return tuple(points.get(side, 0) * re_entry.factors[match.re_entries[side[0] - 1]] for side in match.sides)


def pips_left(match: Match, hand: Hand) -> tuple[int | None, ...]:
    """Pips left by seat; None for a seat that is out, or that holds a tile nobody knows."""
    return tuple([hand.left(seat) if seat in hand.seats else None for seat in range(1, len(match.names) + 1)])


def _facts(match: Match, hand: Hand, left: tuple[int | None, ...]) -> HandFacts:
    return HandFacts(
        opener=hand.opener,
        sides=tuple([side for side in match.sides if side[0] not in match.out]),
        left=tuple([pips or 0 for pips in left]),
        last_placer=hand.last_placer,
    )


def aftermath(done: Unfolding, at: int) -> None:
    """What follows once the points are on the sheet: players over the limit, and the match itself."""
    match = done.match
    done.extend((*_reset(match, at), *_over_the_limit(match, at)))
    done.extend(_match_over(done.match, at))


def _reset(match: Match, at: int) -> tuple[Event, ...]:
    """Points that the last hand has taken away, where they have to be won in a row."""
    rule, last = match.book.options.reset, match.lines[-1] if match.lines else None
    if rule == "never" or last is None or last.side is None:
        return ()
    before = tuple([had - more for had, more in zip(match.score, last.written, strict=True)])
    after = RESETS[rule].left(before, match.score, match.sides.index(last.side))
    taken = tuple(had - left for had, left in zip(match.score, after, strict=True))
    return (e.ScoreReset(taken, at=at),) if any(taken) else ()


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
        return tuple(e.PlayerEliminated(seat, at=at) for seat in points if seat not in last)
    events: list[Event] = []
    for seat, score in points.items():
        if score > limit:
            if match.re_entries[seat - 1] < re_entry.most:
                events.append(e.PlayerReEntered(seat, max(under), at=at))
            else:
                events.append(e.PlayerEliminated(seat, at=at))
    return tuple(events)


def _match_over(match: Match, at: int) -> tuple[Event, ...]:
    ended_by = _reason(match)
    if ended_by is None:
        return ()
    best = leaders(match)
    if len(best) == 1:
        return (e.MatchEnded(best[0], ended_by, at=at),)
    match match.book.options.level_at_end:
        case "ruling":
            sides = [e.side_name(side) for side in match.sides]
            return (e.DecisionAwaited("judges", match.book.cites.time, (*sides, "="), at=at),)
        case "half_point":
            return (e.MatchEnded(None, ended_by, at=at),)
        case "one_more_hand":
            return ()
        case unknown:
            assert_never(unknown)


def is_level_at_the_limit(match: Match) -> bool:
    """Whether a limit is reached with nobody ahead, and so another hand is played."""
    return (
        match.ended_by is None
        and match.book.options.level_at_end == "one_more_hand"
        and _reason(match) is not None
        and len(leaders(match)) > 1
    )


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
    if options.next_opener == "winners_choose" and side is not None and len(side) > 1:
        return None  # nobody has written down what they chose
    if how == "block" and side is None:
        tied = if_told(TIED_BLOCKS[options.tied_block].decide, facts, sides)
        return None if tied is None else tied.next_opener
    return if_told(NEXT_OPENERS[options.next_opener], facts)
