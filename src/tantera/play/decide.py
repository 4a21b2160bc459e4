"""The front door of a program-run table: a command becomes events, or a `Refusal` that cites the article."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tantera.play.commands import (
    AgreeCount,
    AgreeOpener,
    CallTime,
    ChooseSeat,
    Command,
    DealHand,
    DrawForOpening,
    DrawTile,
    GiveRuling,
    MoveCommand,
    NameCounter,
    NameScorer,
    PassTurn,
    PlaceDoubles,
    PlaceTile,
    SignSheet,
)
from tantera.play.deal import deal, deal_seed, draw_for_opening
from tantera.play.events import (
    CountAgreed,
    CounterNamed,
    DealRepeated,
    Event,
    HandBlocked,
    HandDealt,
    MatchEnded,
    MatchStarted,
    OpenerAgreed,
    OpeningDrawn,
    ScorerNamed,
    SeatsTaken,
    SheetSigned,
    TilesShuffled,
    TimeCalled,
    WentOut,
)
from tantera.play.hand import begin_hand, evolve_hand
from tantera.play.match import AWAITING, COUNTING, DEALING, ENDED, PLAYING, SEATING, Match, evolve
from tantera.play.moves import block_is_near, decide_move, first_lifting, legal_commands
from tantera.play.scoring import aftermath, cancel_hand, score_hand
from tantera.play.why import why_not
from tantera.rules import Book, Refusal, Seat
from tantera.rules.functions import (
    AT_TIMES,
    DRAW_ORDERS,
    NEXT_MATCH_OPENERS,
    SHUFFLES,
    TAKINGS,
    DealFacts,
    MatchFacts,
    holder_of_highest_double,
    starting_at,
)


def new_match(book: Book, names: tuple[str, ...] = (), at: int = 0, after: Match | None = None) -> MatchStarted:
    """The first event of a match. `after`, the match these players have finished, may decide who opens (CL-inicio)."""
    names = names or tuple(f"{seat}" for seat in range(1, book.options.players + 1))
    if len(names) != book.options.players:
        message = "{found} names for {expected} players"
        raise Refusal(book.cites.seating, message, found=len(names), expected=book.options.players)
    opener = None
    if after is not None and after.first_opener is not None:
        facts = MatchFacts(after.first_opener, tuple(range(1, len(names) + 1)), after.winner or ())
        opener = NEXT_MATCH_OPENERS[book.options.next_match_opener](facts)
    return MatchStarted(names, opener, at=at)


def decide(match: Match, command: Command, now: int) -> tuple[Event, ...]:
    """The events of a command given at `now`, or a `Refusal`. Nothing is changed: `evolve` does that.

    The caller makes sure that `now` never runs backwards.
    """
    if match.phase is ENDED and not isinstance(command, SignSheet):
        raise Refusal(match.book.cites.limit, "the match is over")
    if time_is_up(match, now) and not isinstance(command, CallTime):
        raise Refusal(match.book.cites.time, "time is up: {minutes} minutes", minutes=match.book.options.limit.minutes)
    return _DECIDE[type(command)](match, command, now)


def time_is_up(match: Match, now: int) -> bool:
    """Whether the minutes of the match are over and nobody has called time yet."""
    minutes = match.book.options.limit.minutes
    if minutes is None or now - match.started < minutes * 60_000:
        return False
    return match.time_called is None and match.phase not in (ENDED, AWAITING)


def deadline(match: Match) -> int | None:
    """Until when the player in turn may think, where the book has a move clock (CI-9)."""
    clock, hand = match.book.clock, match.hand
    if clock is None or hand is None or match.phase is not PLAYING:
        return None
    seconds = clock.block_seconds if block_is_near(hand) else clock.move_seconds
    return hand.turn_began + seconds * 1000


def is_late(match: Match, now: int) -> bool:
    """Whether the time for the move in turn is over."""
    clock, hand = match.book.clock, match.hand
    if clock is None or clock.at_end == "nothing" or hand is None:
        return False
    if now - hand.turn_began < 1000 * min(clock.move_seconds, clock.block_seconds):
        return False  # the usual case, before looking for blocks
    until = deadline(match)
    return until is not None and now >= until


# --- before the first hand ------------------------------------------------------------------------------------------


def _draw_for_opening(match: Match, command: DrawForOpening, now: int) -> tuple[Event, ...]:
    if match.book.options.first_opener != "draw" or match.phase is not SEATING or match.drawn:
        raise Refusal(match.book.cites.seating, "there is nothing to draw for now")
    tiles = draw_for_opening(match.book, command.seed)
    order = DRAW_ORDERS[match.book.options.draw_order]
    winner = tiles.index(max(tiles, key=order)) + 1
    return (OpeningDrawn(tiles, winner, at=now),)


def _choose_seat(match: Match, command: ChooseSeat, now: int) -> tuple[Event, ...]:
    """The winner sits where they like and opens; the partner opposite, on the right the opponent who drew higher."""
    if match.draw_winner is None or match.phase is not SEATING:
        raise Refusal(match.book.cites.seating, "there is no seat to choose now")
    players = len(match.names)
    if not 1 <= command.seat <= players:
        raise Refusal(match.book.cites.seating, "there is no seat {seat}", seat=command.seat)
    order = DRAW_ORDERS[match.book.options.draw_order]
    everybody = tuple(range(1, players + 1))
    winner, *others = starting_at(match.draw_winner, everybody)
    by_draw = sorted(others, key=lambda seat: order(match.drawn[seat - 1]), reverse=True)
    if match.book.options.play == "pairs":
        partner = next(seat for seat in match.side_of(winner) if seat != winner)
        right, left = (seat for seat in by_draw if seat != partner)
        sitting: tuple[Seat, ...] = (winner, right, partner, left)
    else:
        sitting = (winner, *by_draw)
    first = command.seat - 1
    seats = tuple(sitting[(place - first) % players] for place in range(players))
    return (SeatsTaken(seats, command.seat, at=now),)


def _agree_opener(match: Match, command: AgreeOpener, now: int) -> tuple[Event, ...]:
    if match.book.options.first_opener != "agreed" or match.phase is not SEATING:
        raise Refusal(match.book.cites.seating, "the opener is not agreed here")
    if command.seat not in match.seats:
        raise Refusal(match.book.cites.seating, "there is no seat {seat}", seat=command.seat)
    return (OpenerAgreed(command.seat, at=now),)


def _name_scorer(match: Match, command: NameScorer, now: int) -> tuple[Event, ...]:
    _may_name(match, command.seat, home=True)
    return (ScorerNamed(command.seat, at=now),)


def _name_counter(match: Match, command: NameCounter, now: int) -> tuple[Event, ...]:
    _may_name(match, command.seat, home=False)
    return (CounterNamed(command.seat, at=now),)


def _may_name(match: Match, seat: Seat, home: bool) -> None:
    article = match.book.cites.scorer
    if match.book.sheet.scorer != "named":
        raise Refusal(article, "nobody is named to keep the sheet in this book")
    if match.lines or match.hand is not None:
        raise Refusal(article, "who keeps the sheet is named before the first hand")
    side = match.home if home else match.visitors
    if seat not in side:
        who = "the home pair names one of seats {seats} to keep the sheet"
        other = "the visiting pair names one of seats {seats} to do the count"
        raise Refusal(article, who if home else other, seats=" ".join(map(str, side)))


# --- the deal -------------------------------------------------------------------------------------------------------


def _deal_hand(match: Match, command: DealHand, now: int) -> tuple[Event, ...]:
    book = match.book
    if match.phase is COUNTING:
        waiting = " ".join(str(seat) for seat in match.seats if seat not in match.agreed)
        raise Refusal(book.cites.count, "the count is not agreed yet by seats {seats}", seats=waiting)
    if match.phase is not DEALING:
        raise Refusal(book.cites.deal, "this is not the moment to deal")
    if command.shuffle_again and not book.table.opener_may_shuffle_again:
        raise Refusal(book.cites.deal, "the opener does not shuffle again in this book")
    takes_from = match.opener or match.seats[0]
    taking = TAKINGS["opener_last" if command.shuffle_again else book.table.taking](takes_from, match.seats)
    dealt = deal(book, deal_seed(command.seed, command.entropy), taking)
    opener = match.opener or holder_of_highest_double(dealt.racks) + 1
    repeated = [DealRepeated(seat, doubles, at=now) for seat, doubles in dealt.repeated]
    hand = HandDealt(
        number=match.hand_number,
        opener=opener,
        taking=taking,
        racks=dealt.racks,
        boneyard=dealt.boneyard,
        seed=command.seed.hex(),
        entropy=command.entropy,
        at=now,
    )
    return (*_shuffling(match, takes_from, command.shuffle_again, now), *repeated, *dealing(book, hand))


def dealing(book: Book, dealt: HandDealt) -> tuple[Event, ...]:
    """A deal and who lifts at once."""
    return (dealt, *first_lifting(begin_hand(book, dealt), dealt.at)) if book.table.lifting == "staged" else (dealt,)


def _shuffling(match: Match, opener: Seat, again: bool, now: int) -> tuple[Event, ...]:
    last = match.lines[-1] if match.lines else None
    lost = tuple(seat for seat in match.seats if last and last.side and seat not in last.side)
    previous = match.hand.opener if match.hand is not None else None
    seats = SHUFFLES[match.book.table.shuffle](DealFacts(opener, match.seats, previous, lost))
    seats = (*seats, opener) if again else seats
    return (TilesShuffled(seats, at=now),) if seats else ()


# --- moves ----------------------------------------------------------------------------------------------------------


def _move(match: Match, command: MoveCommand, now: int) -> tuple[Event, ...]:
    hand = match.hand
    if hand is None or match.phase is not PLAYING:
        raise Refusal(match.book.cites.turn, "no hand is being played")
    options = legal_commands(hand)
    if command not in options:
        raise why_not(hand, command)
    if is_late(match, now) and command != options[0]:
        raise Refusal(match.book.cites.clock, "the time for this move is over")
    return play_out(match, decide_move(hand, command, now, now - hand.turn_began))


def play_out(match: Match, moved: tuple[Event, ...]) -> tuple[Event, ...]:
    """A move's events, and the line on the sheet when the move ended the hand."""
    ending = moved[-1]
    if not isinstance(ending, (WentOut, HandBlocked)):
        return moved
    hand = match.hand
    assert hand is not None
    for event in moved:
        hand = evolve_hand(hand, event)
    return (*moved, *score_hand(match, hand, ending))


# --- count, time, rulings, signatures -------------------------------------------------------------------------------


def _agree_count(match: Match, command: AgreeCount, now: int) -> tuple[Event, ...]:
    if match.phase is not COUNTING:
        raise Refusal(match.book.cites.count, "there is no count to agree with")
    if command.seat not in match.seats:
        raise Refusal(match.book.cites.count, "there is no seat {seat}", seat=command.seat)
    if command.seat in match.agreed:
        raise Refusal(match.book.cites.count, "seat {seat} has agreed already", seat=command.seat)
    return (CountAgreed(command.seat, at=now),)


def _call_time(match: Match, command: CallTime, now: int) -> tuple[Event, ...]:
    if not time_is_up(match, now):
        raise Refusal(match.book.cites.time, "the time of the match is not over")
    return call_time(match, now)


def call_time(match: Match, now: int) -> tuple[Event, ...]:
    """*Tiempo*, and what the book makes of a hand in progress or of the pause between two."""
    called = TimeCalled(at=now)
    in_hand = match.hand_in_play
    ruling = AT_TIMES[match.book.options.at_time](in_hand, match.book.extra_hands)
    after = evolve(match, called)
    if in_hand and not ruling.hand_counts:
        return (called, *cancel_hand(after, now))
    return (called, *aftermath(after, now)) if not in_hand else (called,)


def _give_ruling(match: Match, command: GiveRuling, now: int) -> tuple[Event, ...]:
    if match.awaiting is None or match.awaiting.infraction is not None:
        raise Refusal(match.book.cites.limit, "nothing awaits a ruling")
    if command.winner is not None and command.winner not in match.sides:
        raise Refusal(match.book.cites.limit, "there is no such side")
    return (MatchEnded(command.winner, "ruling", command.text, command.by, at=now),)


def _sign_sheet(match: Match, command: SignSheet, now: int) -> tuple[Event, ...]:
    article = match.book.cites.sheet
    if match.phase is not ENDED:
        raise Refusal(article, "the sheet is signed when the match is over")
    if command.seat not in match.signers:
        raise Refusal(article, "seat {seat} does not sign the sheet in this book", seat=command.seat)
    if command.seat in match.signatures:
        raise Refusal(article, "seat {seat} has signed already", seat=command.seat)
    return (SheetSigned(command.seat, at=now),)


_DECIDE: Final[dict[type, Callable[[Match, Any, int], tuple[Event, ...]]]] = {
    DrawForOpening: _draw_for_opening,
    ChooseSeat: _choose_seat,
    AgreeOpener: _agree_opener,
    NameScorer: _name_scorer,
    NameCounter: _name_counter,
    DealHand: _deal_hand,
    PlaceTile: _move,
    PlaceDoubles: _move,
    PassTurn: _move,
    DrawTile: _move,
    AgreeCount: _agree_count,
    CallTime: _call_time,
    GiveRuling: _give_ruling,
    SignSheet: _sign_sheet,
}
