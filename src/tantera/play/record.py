"""The other door: what somebody saw at a real table, as it is written down hand by hand.

A fact that follows the rules is judged like an order; `SeenMove` is one that did not, and it is kept, not judged. A
hand is scored only when its result is recorded, because a referee's record may still stand between the last move and
the result.
"""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from tantera.play import events as e
from tantera.play.decide import check_deal, dealing
from tantera.play.hand import Hand, evolve_hand
from tantera.play.ledger import Progress, Unfolding
from tantera.play.match import PLAYING, Match
from tantera.play.moves import decide_move, draw, ending_now, legal_moves
from tantera.play.orders import DrawTile, MoveOrder, RecordInfraction
from tantera.play.scoring import (
    close_hand,
    on_the_sheet,
    opener_after,
    result_bonuses,
    sanctioned_line,
    score_ended_hand,
    score_hand,
    with_points_in_play,
    write_move,
    written,
)
from tantera.play.timing import call_time
from tantera.play.why import why_not
from tantera.rules import Refusal, Seat, Seated
from tantera.rules.functions import UNKNOWN, holder_of_highest_double
from tantera.tiles import End, Tile


class Fact(Struct, frozen=True):
    """Something seen, not yet an event."""


class SeenScore(Fact, frozen=True):
    """The score and the opener as the sheet has them before a hand."""

    score: tuple[int, ...]
    opener: Seat


class SeenDeal(Fact, frozen=True):
    """The racks, as far as somebody knows them."""

    opener: Seat
    racks: tuple[tuple[Tile | None, ...], ...]
    boneyard: tuple[Tile | None, ...] = ()
    seed: str = ""
    entropy: tuple[tuple[Seat, str], ...] = ()
    choosing: bool = False
    """Whether the winners of the last hand have still to say which of them opens: nothing of it is played yet."""
    known: bool = False
    """Whether somebody chose these tiles (`orders.DealRacks`)."""


class SeenTurn(Fact, frozen=True):
    """A move in turn, to be judged, and the time it took."""

    command: MoveOrder
    took: int | None = None
    drawn: Tile | None = None
    """The tile that came with a draw, where it is known."""


class SeenMove(Fact, frozen=True):
    """A move that was not legal or not in turn."""

    seat: Seat
    tile: Tile | None
    end: End | None = None
    touching: int | None = None
    took: int | None = None


class SeenExposed(Fact, frozen=True):
    seat: Seat
    tile: Tile


class SeenTime(Fact, frozen=True):
    """*Tiempo* was called."""

    lifted: bool = False
    """Whether the tiles of this hand were lifted, where nothing else of it is written."""


class SeenResult(Fact, frozen=True):
    """How a hand ended, as the sheet has it."""

    how: e.How
    side: e.Side | None
    points: int
    went_out: Seat | None = None
    totals: tuple[int | None, ...] = ()
    """Pips left, in the order of the sides."""
    article: str = ""
    text: str = ""
    made: tuple[int, ...] = ()
    """Points made in play, in the order of the sides, where no moves tell them."""


def record(match: Match, fact: Fact, now: int) -> Progress[Match]:
    """What comes of a fact. A `Refusal` says why it cannot be right. What a referee records is for `referee`."""
    done, now = Unfolding(match), max(now, match.at)
    match fact:
        case SeenScore():
            done.add(e.ScoreTaken(fact.score, fact.opener, at=now))
        case SeenDeal():
            done.extend(_deal(match, fact, now))
        case SeenTurn():
            write_move(done, _turn(match, fact, now))
        case SeenMove():
            done.extend(_move(match, fact, now))
        case SeenExposed():
            done.add(_exposed(match, fact, now))
        case SeenResult():
            _result(done, fact, now)
        case SeenTime(lifted=lifted):
            call_time(done, now, lifted)
        case _:
            raise TypeError(f"{fact!r} is no fact")
    return done.progress


def opener_by_the_book(match: Match, racks: tuple[tuple[Tile | None, ...], ...]) -> Seat | None:
    """Who has to open the next hand, as far as book and facts tell."""
    options = match.book.options
    by_double = options.first_opener == "double" and options.next_match_opener == "same_method"
    if match.lines:
        by_double = match.opens_by_double
    if not by_double or (match.opener is not None and not match.lines):
        return match.opener
    known = tuple(tuple(tile for tile in rack if tile is not None) for rack in racks)
    everything_known = bool(racks) and all(len(one) == len(other) for one, other in zip(known, racks, strict=True))
    return holder_of_highest_double(known) + 1 if everything_known else None


def computed_result(match: Match) -> e.HandScored | None:
    """The line on the sheet that the moves alone give; None while the hand goes on, or where tiles are unknown."""
    hand = match.hand
    if match.sanction is not None:
        return sanctioned_line(match, hand.turn_began if hand is not None else match.started)
    if hand is None or not match.hand_in_play or hand.ended is None or any(hand.hidden):
        return None
    if hand.last_placer is None:  # nobody has laid a tile but against the law
        return None
    events = score_ended_hand(match, hand.turn_began).events
    return next(event for event in events if isinstance(event, e.HandScored))


def _deal(match: Match, fact: SeenDeal, now: int) -> tuple[e.Event, ...]:
    check_deal(match, fact.racks, fact.boneyard)
    asleep = len(match.book.options.set.tiles) - sum(map(len, fact.racks))
    due = opener_by_the_book(match, fact.racks)
    if due is not None and due != fact.opener:
        raise Refusal(match.book.cites.opener, "{player} opens this hand", player=Seated(due))
    dealt = e.HandDealt(
        number=match.hand_number,
        opener=fact.opener,
        taking=(),
        racks=fact.racks,
        boneyard=fact.boneyard or (None,) * asleep,
        seed=fact.seed,
        entropy=fact.entropy,
        by_double=True if match.opens_by_double else UNSET,
        choosing=True if fact.choosing and match.chooses_after_lifting else UNSET,
        known=True if fact.known else UNSET,
        at=now,
    )
    return dealing(match.book, dealt)


def _turn(match: Match, fact: SeenTurn, now: int) -> tuple[e.Event, ...]:
    hand, command = _hand_going_on(match), fact.command
    if command not in legal_moves(hand):
        raise why_not(hand, command)
    if isinstance(command, DrawTile) and hand.boneyard[0] is None:
        if fact.drawn is not None and not fact.drawn.bit & hand.unseen:
            raise Refusal(match.book.cites.drawing, "{tile} cannot be asleep", tile=fact.drawn)
        return draw(hand, fact.drawn, now, fact.took)
    if isinstance(command, DrawTile) and fact.drawn not in (None, hand.boneyard[0]):
        message = "{found} was drawn, but the next sleeping tile is {expected}"
        raise Refusal(match.book.cites.drawing, message, found=fact.drawn, expected=hand.boneyard[0])
    return decide_move(hand, command, now, fact.took)


def _move(match: Match, fact: SeenMove, now: int) -> tuple[e.Event, ...]:
    hand = _hand_going_on(match)
    if fact.seat not in hand.seats:
        raise Refusal(match.book.cites.turn, "there is no seat {seat}", seat=fact.seat)
    _must_hold(match, fact.seat, fact.tile)
    in_turn = fact.seat == hand.turn
    if in_turn and fact.tile is not None and (hand.chain is None) != (fact.end is None):
        raise Refusal(match.book.cites.fit, "say on which end {tile} goes", tile=fact.tile)
    seen = e.MoveSeen(fact.seat, fact.tile, fact.end, fact.touching, fact.took, at=now)
    return (seen, *ending_now(evolve_hand(hand, seen), now)) if in_turn else (seen,)


def _hand_going_on(match: Match) -> Hand:
    """The hand in which something can happen now."""
    if match.awaiting is not None:
        choices = " / ".join(match.awaiting.choices) or e.decider_name(match.awaiting.who)
        raise Refusal(match.awaiting.article, "a decision is still open: {choices}", choices=choices)
    if match.hand is None or match.phase is not PLAYING:
        raise Refusal(match.book.cites.turn, "no hand is being played")
    return match.hand


def _exposed(match: Match, fact: SeenExposed, now: int) -> e.Event:
    if match.hand is None or fact.seat not in match.hand.seats:
        raise Refusal(match.book.cites.exposed, "no hand is being played")
    _must_hold(match, fact.seat, fact.tile)
    return e.TileExposed(fact.seat, fact.tile, at=now)


def _must_hold(match: Match, seat: Seat, tile: Tile | None) -> None:
    hand = match.hand
    if hand is None or tile is None:
        return
    might = hand.racks[seat - 1] | (hand.unseen if hand.hidden[seat - 1] else 0)
    if not tile.bit & might:
        raise Refusal(match.book.cites.fit, "{player} does not hold {tile}", player=Seated(seat), tile=tile)


def infraction_recorded(match: Match, fact: RecordInfraction, now: int) -> e.InfractionRecorded:
    """The event of a recorded infraction. What follows from it is the referee's business."""
    turns = match.hand.turns if match.hand is not None and match.hand_in_play else 0
    turn = turns if fact.turn is None else fact.turn
    return e.InfractionRecorded(fact.article, fact.seat, turn, fact.details, at=now)


def _result(done: Unfolding, fact: SeenResult, now: int) -> None:
    """The line as it was written; where the moves tell, the caller has compared it with `computed_result`."""
    match = done.match
    if fact.how == "time":
        return call_time(done, now)
    if match.sanction is not None and fact.how != "ruling":
        return close_hand(done, now, fact.points)
    computed = computed_result(match)
    if computed is not None and (computed.how, computed.side, computed.points) == (fact.how, fact.side, fact.points):
        return score_hand(done, now)
    scored = e.HandScored(
        how=fact.how,
        side=fact.side,
        points=fact.points,
        left=_left(match, fact),
        written=_written(match, fact),
        next_opener=_next_opener(match, fact),
        article=fact.article,
        text=fact.text,
        went_out=fact.went_out,
        totals=_totals(match, fact),
        at=now,
    )
    as_played = match.hand is not None and match.hand_in_play and bool(match.hand.moves)
    scored = with_points_in_play(match, scored, None if as_played else fact.made or None)
    done.extend(result_bonuses(match, fact.side, now))
    on_the_sheet(done, scored)


def _left(match: Match, fact: SeenResult) -> tuple[int | None, ...]:
    """Pips by seat, where the totals of the sides are the totals of seats."""
    seats = range(1, len(match.names) + 1)
    if len(match.sides) == len(seats) and fact.totals:
        return fact.totals
    hand = match.hand
    if hand is None or match.phase is not PLAYING:
        return (None,) * len(seats)
    return tuple(hand.left(seat) if seat in hand.seats else None for seat in seats)


def _totals(match: Match, fact: SeenResult) -> tuple[int | None, ...] | UnsetType:
    """The totals as they were written, where the pips by seat do not tell them."""
    unknown = any(pips is None and seat not in match.out for seat, pips in enumerate(_left(match, fact), start=1))
    return fact.totals if fact.totals and unknown else UNSET


def _written(match: Match, fact: SeenResult) -> tuple[int, ...]:
    if fact.side is None:
        return (0,) * len(match.sides)
    if match.book.options.points_hurt and fact.totals:
        totals = zip(match.sides, fact.totals, strict=True)
        return written(match, {side: total or 0 for side, total in totals if side != fact.side})
    return written(match, {fact.side: fact.points})


def _next_opener(match: Match, fact: SeenResult) -> Seat | None:
    hand, last = match.hand, fact.went_out
    if last is None and match.phase is PLAYING and hand is not None:
        last = hand.last_placer
    return opener_after(match, fact.how, fact.side, UNKNOWN if last is None else last, _left(match, fact))
