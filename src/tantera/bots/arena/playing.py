"""One deal of a contest, played by the plain engine: same tiles, same opener, once for each seating."""

from __future__ import annotations

import time
from collections.abc import Mapping
from hashlib import sha256
from typing import Final, NamedTuple

from tantera.bots.arena.contest import ArenaError, Contest, DealRun
from tantera.bots.arena.players import Player, seated
from tantera.bots.arena.tally import PlayedDeal, Thinking
from tantera.bots.own import BotError, NoAnswer, answer_of, is_piped
from tantera.play import TABLE, Actor, Match, Phase, Progress, legal_moves, new_match, options, settle, start_match
from tantera.play import orders as o
from tantera.play.events import BonusGiven, Side
from tantera.play.options import first_naming
from tantera.referee import step
from tantera.rules import Book, Seat
from tantera.words import Phrase


def tiles_seed(deal_set: str, deal: int, hand: int = 1) -> bytes:
    """What deal number `deal` of a set is shuffled from; a match has one such seed for each of its hands.

    >>> tiles_seed("yardstick-1", 1).hex()[:16]
    'e0f9fd83d3992e5e'
    """
    return sha256(f"tantera arena 1:{deal_set}:{deal}:{hand}".encode()).digest()


def chance_seed(deal_set: str, deal: int, run: int, seat: Seat) -> int:
    """The chance of the bot at a seat, in one run of a deal."""
    return int.from_bytes(sha256(f"tantera arena bot 1:{deal_set}:{deal}:{run}:{seat}".encode()).digest()[:8], "big")


def first_opener(book: Book, deal: int) -> Seat | None:
    """Who opens: the seats take turns as the deals are numbered.

    None where the holder of the highest double opens (UEH-salida): then the deal decides, and it is the same for both
    runs. A draw for the opening is not played.
    """
    return None if book.options.first_opener == "double" else (deal - 1) % book.options.players + 1


TURN: Final = 5_000
"""Milliseconds that a turn counts for towards the minutes of a match. Bots are done in less; people are not, and the
limit was made for people."""

PATIENCE: Final = 10.0
"""Seconds that a bot of somebody's own has for a move. One that never answers loses by the clock."""

Times = dict[str, list[int]]
"""Nanoseconds of thinking, by bot."""


def play_deal(contest: Contest, deal: int) -> PlayedDeal:
    """Every run of one deal."""
    points = won = level = hands = blocks = late = 0
    times: Times = {name: [] for name in contest.bots}
    for run, seating in enumerate(contest.seatings):
        ended = _run(contest, deal, run, seating, times)
        points += _gain(ended, seating.ours, contest.book)
        won += ended.winner is not None and ended.winner[0] in seating.ours
        level += ended.winner is None
        hands += len(ended.match.lines)
        blocks += sum(line.how == "block" for line in ended.match.lines)
        late += ended.late
    thinking = {name: Thinking.of(taken) for name, taken in times.items()}
    return PlayedDeal(deal, points, won, level, hands, blocks, thinking, late)


class _Ended(NamedTuple):
    match: Match
    winner: Side | None
    points: tuple[int, ...]
    """What each side wrote down, bonuses included; taken from the lines, because a re-entry rewrites the score."""
    late: bool = False
    """Whether somebody lost it by the clock."""


class _Late(Exception):
    """A bot had no answer in time; the match as it stood then."""

    def __init__(self, match: Match, seat: Seat) -> None:
        self.match, self.seat = match, seat


def _run(contest: Contest, deal: int, run: int, seating: DealRun, times: Times) -> _Ended:
    players = {
        seat: seated(name, chance_seed(contest.deal_set, deal, run, seat))
        for seat, name in enumerate(seating.bots, start=1)
    }
    match = _start(contest.book, deal)
    points, now = (0,) * len(match.sides), 0
    while match.phase is Phase.DEALING:
        before = match
        seed = tiles_seed(contest.deal_set, deal, match.hand_number)
        try:
            match, now, bonuses = _play_hand(match, deal, seed, now, players, times)
        except _Late as late:
            return _lost_by_the_clock(late.match, late.seat, points)
        line = match.lines[-1]
        points = tuple(had + more for had, more in zip(points, line.written, strict=True))
        points = tuple(had + bonuses.get(side, 0) for side, had in zip(match.sides, points, strict=True))
        if contest.unit == "hand":
            return _Ended(match, line.side, points)
        match = _next_hand(match, now)
        assert match.hand_number > before.hand_number, "a hand adds a line"
    return _Ended(match, match.winner, points)


def _lost_by_the_clock(match: Match, seat: Seat, points: tuple[int, ...]) -> _Ended:
    """The hand, and where a match is played the match: all pips left are the others', or its own where points hurt."""
    assert match.hand is not None
    losers = match.side_of(seat)
    winner = next(side for side in match.sides if side != losers)
    written = losers if match.book.options.points_hurt else winner
    left = sum(match.hand.left(holder) or 0 for holder in match.hand.seats)
    points = tuple(had + (left if side == written else 0) for side, had in zip(match.sides, points, strict=True))
    return _Ended(match, winner, points, late=True)


def _start(book: Book, deal: int) -> Match:
    match = start_match(book, new_match(book, opener=first_opener(book, deal)))
    for order, seat in first_naming(match):
        match = step(match, order, seat, 0).after
    return match


def _play_hand(
    match: Match, deal: int, seed: bytes, now: int, players: Mapping[Seat, Player], times: Times
) -> tuple[Match, int, dict[Side, int]]:
    """The match after one more hand, when that was over, and the bonuses given in it. The minutes of a match may end
    in the middle."""
    bonuses: dict[Side, int] = {}
    match = _after(match, o.DealHand(seed), TABLE, now, bonuses)
    if match.phase is Phase.CHOOSING and match.opener is not None:  # who would open anyway, as between two hands
        match = _after(match, o.AgreeOpener(match.opener), match.opener, now, bonuses)
    while match.phase is Phase.PLAYING and match.hand is not None:
        seat = match.hand.turn
        moves = legal_moves(match.hand)
        move = moves[0] if len(moves) == 1 else _chosen(match, players[seat], moves, times, deal)
        now += TURN
        if match.clock.is_over(now):
            match = _counted(settle(match, now), bonuses)
        if match.phase is Phase.PLAYING:
            match = _after(match, move, seat, now, bonuses)
    return match, now, bonuses


def _chosen(match: Match, player: Player, moves: tuple[o.MoveOrder, ...], times: Times, deal: int) -> o.Order:
    """A decision, and the CPU time of this thread that it took; of a program of its own, the time as it passes."""
    clock = time.perf_counter_ns if is_piped(player.name) else time.thread_time_ns
    began = clock()
    try:
        doing = Phrase("in deal {deal}", deal=deal)
        move = answer_of(player.name, lambda: player.choose(match), moves, doing, PATIENCE)
    except NoAnswer:
        assert match.hand is not None
        raise _Late(match, match.hand.turn) from None
    except BotError as error:
        raise ArenaError(error.args[0]) from None
    times[player.name].append(clock() - began)
    return move


def _after(match: Match, order: o.Order, by: Actor, now: int, bonuses: dict[Side, int]) -> Match:
    return _counted(step(match, order, by, now), bonuses)


def _counted(progress: Progress[Match], bonuses: dict[Side, int]) -> Match:
    if len(progress.moments) > 1:  # a bonus never comes alone
        for event in progress.events:
            if isinstance(event, BonusGiven):
                bonuses[event.side] = bonuses.get(event.side, 0) + event.points
    return progress.after


def _next_hand(match: Match, now: int) -> Match:
    """Everybody agrees with the count; time is called if the minutes are over. A match that the judges would have to
    decide is over for us, and nobody's."""
    match = settle(match, now).after
    while match.phase is Phase.COUNTING:
        order, seat = next((order, seat) for seat in match.seats for order in options(match, seat))
        match = step(match, order, seat, now).after
    return match


def _gain(ended: _Ended, ours: tuple[Seat, ...], book: Book) -> int:
    """Our mean less theirs, over the seats, times the number of our seats and of theirs so that it stays whole.

    Where everybody writes down their own pips (UEH-anotacion), fewer are better.
    """
    by_seat = {seat: points for side, points in zip(ended.match.sides, ended.points, strict=True) for seat in side}
    mine = sum(points for seat, points in by_seat.items() if seat in ours)
    gain = mine * (len(by_seat) - len(ours)) - (sum(by_seat.values()) - mine) * len(ours)
    return -gain if book.options.points_hurt else gain
