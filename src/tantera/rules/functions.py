"""The named rule functions. A book says ``next_opener = "last_tile"``; the function of that name is here.

Each family is a dictionary from the name in the book to the function; a test checks that the schema offers the same
names. Functions see `HandFacts`, a small record of a finished or coming hand, never the engine's state.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Final, NamedTuple, ParamSpec, TypeVar

from tantera.rules.basics import Seat
from tantera.tiles import Tile

P = ParamSpec("P")
T = TypeVar("T")


class Unknown(Enum):
    """What nobody wrote down."""

    UNKNOWN = "unknown"


UNKNOWN: Final = Unknown.UNKNOWN


class NotTold(LookupError):
    """A rule asked for something that is not known of the hand."""


def if_told(rule: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
    """What a rule says; None where what is known of the hand does not tell."""
    try:
        return rule(*args, **kwargs)
    except NotTold:
        return None


class HandFacts(NamedTuple):
    """What a rule may know of a hand that is over. A rule that asks for what is not known raises `NotTold`."""

    opener: Seat
    sides: tuple[tuple[Seat, ...], ...]
    """Who plays with whom; where each plays alone, one seat a side. Players who are out are not listed."""
    left: tuple[int | None, ...]
    """Pips left in each rack, by seat from 1; None, or nothing at all, where nobody knows."""
    last_placer: Seat | Unknown | None
    """Who laid the last tile; None: nobody did."""
    winners: tuple[Seat, ...] = ()
    """The side that won the hand, if one did."""
    prize: int = 0
    """What the book gives for this kind of win, where it does not count pips."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Everybody still in, in turn order from seat 1."""
        return tuple(sorted(seat for side in self.sides for seat in side))

    @property
    def losers(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if seat not in self.winners)

    def total(self, side: tuple[Seat, ...]) -> int:
        """The pips that these seats have left."""
        return sum(map(self._pips, side))

    def laid_last(self) -> Seat | None:
        """Who laid the last tile, if anybody did."""
        if isinstance(self.last_placer, Unknown):
            raise NotTold("who laid the last tile")
        return self.last_placer

    def _pips(self, seat: Seat) -> int:
        pips = self.left[seat - 1] if seat <= len(self.left) else None
        if pips is None:
            raise NotTold(f"what seat {seat} has left")
        return pips

    def from_opener(self) -> tuple[Seat, ...]:
        """Everybody still in, in turn order from the opener."""
        return starting_at(self.opener, self.seats)


def starting_at(seat: Seat, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The seats in turn order from the first one at or after `seat`.

    >>> starting_at(3, (1, 2, 4))
    (4, 1, 2)
    """
    return tuple(s for s in seats if s >= seat) + tuple(s for s in seats if s < seat)


def right_of(seat: Seat, seats: tuple[Seat, ...]) -> Seat:
    """The next player: counter-clockwise, so the one to the right.

    >>> right_of(4, (1, 2, 3, 4)), right_of(1, (1, 3, 4))
    (1, 3)
    """
    return starting_at(seat + 1, seats)[0]


# --- who opens first ------------------------------------------------------------------------------------------------


def by_sum(tile: Tile) -> tuple[int, int]:
    """Higher sum first, then the higher number: 6-2 beats 5-3 (SJ-inicio-1), 4-2 beats 3-3 (TG-6.3)."""
    return tile.pips, tile.high


def by_number(tile: Tile) -> tuple[int, int]:
    """Higher number first, then the other: 6-0 beats 5-5."""
    return tile.high, tile.low


DRAW_ORDERS: Final[dict[str, Callable[[Tile], tuple[int, int]]]] = {"sum": by_sum, "number": by_number}


def holder_of_highest_double(racks: tuple[tuple[Tile, ...], ...]) -> int:
    """Index of the rack with the highest double; without any double, with the highest tile by sum (UEH-salida).

    >>> holder_of_highest_double(((Tile.of(5, 5), Tile.of(6, 5)), (Tile.of(6, 6),)))
    1
    """
    best = max((tile for rack in racks for tile in rack), key=lambda tile: (tile.is_double, *by_sum(tile)))
    return next(index for index, rack in enumerate(racks) if best in rack)


# --- who opens next -------------------------------------------------------------------------------------------------


def right(facts: HandFacts) -> Seat:
    """The opening moves one seat to the right (TG-11, CI-5, UEH-salida, CL-siguientes)."""
    return right_of(facts.opener, facts.seats)


def last_tile(facts: HandFacts) -> Seat:
    """Who placed the last tile opens; if none was placed, the same opener (SJ-siguientes)."""
    last = facts.laid_last()
    return facts.opener if last is None else last


def winner(facts: HandFacts) -> Seat:
    """The winner opens: of a pair the one who laid the last tile, else the first of the pair from the opener. After a
    hand that nobody won, the same opener."""
    return _one_of_the_side(facts, facts.winners)


def loser(facts: HandFacts) -> Seat:
    """The loser opens: of a pair the one who laid the last tile, else the first of the pair from the opener. Alone, who
    has most pips left, the first from the opener where level. After a hand that nobody won, the same opener."""
    if facts.winners and all(len(side) == 1 for side in facts.sides):
        losers = [seat for seat in facts.from_opener() if seat not in facts.winners]
        return max(losers, key=lambda seat: facts.total((seat,)), default=facts.opener)
    return _one_of_the_side(facts, facts.losers if facts.winners else ())


def _one_of_the_side(facts: HandFacts, side: tuple[Seat, ...]) -> Seat:
    if not side:
        return facts.opener
    if len(side) == 1:
        return side[0]
    last = facts.laid_last()
    return last if last in side else next(seat for seat in facts.from_opener() if seat in side)


def winners_choose(facts: HandFacts) -> Seat:
    """The winning pair says which of the two opens; who would open as `winner` has it, where they say nothing."""
    return winner(facts)


def highest_double(facts: HandFacts) -> None:
    """Nobody yet: whoever the next deal gives the highest double."""
    return


NEXT_OPENERS: Final[dict[str, Callable[[HandFacts], Seat | None]]] = {
    "right": right,
    "last_tile": last_tile,
    "winner": winner,
    "loser": loser,
    "winners_choose": winners_choose,
    "highest_double": highest_double,
}
"""Who opens next; None: the deal will tell."""


class MatchFacts(NamedTuple):
    """What a rule may know of the match just played, to open the next one."""

    first_opener: Seat
    seats: tuple[Seat, ...]
    winners: tuple[Seat, ...]


def same_method(facts: MatchFacts) -> Seat | None:
    """The next match finds its opener as the first one did."""
    return None


def losers_open(facts: MatchFacts) -> Seat | None:
    """The side that lost opens: its first player to the right of who opened the match before (CL-inicio)."""
    return _first_after(facts, tuple(seat for seat in facts.seats if seat not in facts.winners))


def winners_open(facts: MatchFacts) -> Seat | None:
    """The side that won opens: its first player to the right of who opened the match before (CL-inicio)."""
    return _first_after(facts, facts.winners)


def _first_after(facts: MatchFacts, wanted: tuple[Seat, ...]) -> Seat | None:
    if not facts.winners:
        return None
    return next((seat for seat in starting_at(facts.first_opener + 1, facts.seats) if seat in wanted), None)


NEXT_MATCH_OPENERS: Final[dict[str, Callable[[MatchFacts], Seat | None]]] = {
    "same_method": same_method,
    "loser": losers_open,
    "winner": winners_open,
}

# --- shuffling, taking ----------------------------------------------------------------------------------------------


class DealFacts(NamedTuple):
    """What a rule may know before the tiles are dealt."""

    opener: Seat
    seats: tuple[Seat, ...]
    previous_opener: Seat | None
    previous_losers: tuple[Seat, ...]


def losing_side(facts: DealFacts) -> tuple[Seat, ...]:
    """The pair that lost the hand before shuffles (SJ-inicio-2); in the first hand, or after a tie, the opener."""
    return facts.previous_losers or (facts.opener,)


def left_of_opener(facts: DealFacts) -> tuple[Seat, ...]:
    """The player on the opener's left makes the *sopa* (CI-5)."""
    return (starting_at(facts.opener, facts.seats)[-1],)


def left_then_opener(facts: DealFacts) -> tuple[Seat, ...]:
    """No. 4 shuffles and then No. 1 again (TG-8.2, TG-8.3)."""
    return (*left_of_opener(facts), facts.opener)


def previous_opener(facts: DealFacts) -> tuple[Seat, ...]:
    """Who opened the hand before shuffles (CL-mezcla)."""
    return (facts.opener if facts.previous_opener is None else facts.previous_opener,)


def anybody(facts: DealFacts) -> tuple[Seat, ...]:
    """The book does not say who shuffles."""
    return ()


SHUFFLES: Final[dict[str, Callable[[DealFacts], tuple[Seat, ...]]]] = {
    "losing_side": losing_side,
    "left_then_opener": left_then_opener,
    "left_of_opener": left_of_opener,
    "previous_opener": previous_opener,
    "anybody": anybody,
}


def opener_first(opener: Seat, seats: tuple[Seat, ...], shuffled: tuple[Seat, ...] = ()) -> tuple[Seat, ...]:
    """The opener takes first, then the player to the right… (SJ-inicio-2, CI-5)."""
    return starting_at(opener, seats)


def opener_last(opener: Seat, seats: tuple[Seat, ...], shuffled: tuple[Seat, ...] = ()) -> tuple[Seat, ...]:
    """The player on the opener's right takes first and the opener is left the last tiles (TG-8.4)."""
    return starting_at(opener + 1, seats)


def shuffler_last(opener: Seat, seats: tuple[Seat, ...], shuffled: tuple[Seat, ...] = ()) -> tuple[Seat, ...]:
    """Whoever shuffled, of several the last, takes what is left, and the player on their right first (BR-mesa). Where
    the book does not say who shuffles, the opener takes first."""
    return starting_at(shuffled[-1] + 1, seats) if shuffled else opener_first(opener, seats)


TAKINGS: Final[dict[str, Callable[[Seat, tuple[Seat, ...], tuple[Seat, ...]], tuple[Seat, ...]]]] = {
    "opener_first": opener_first,
    "opener_last": opener_last,
    "shuffler_last": shuffler_last,
}
"""In which order tiles are taken: by who opens, who is in, and who shuffled."""


# --- the clock of the match -----------------------------------------------------------------------------------------


class AtTime(NamedTuple):
    """What is still played when the minutes are over."""

    hands_left: int
    """Hands still to come, the one in progress included."""
    hand_counts: bool = True
    """Whether a hand in progress still counts."""


def stop(in_hand: bool, extra_hands: int) -> AtTime:
    """The match ends with the score as it stands; a hand in progress does not count (SJ-estructura)."""
    return AtTime(0, hand_counts=False)


def finish_hand(in_hand: bool, extra_hands: int) -> AtTime:
    """The hand in progress is finished and counts."""
    return AtTime(1 if in_hand else 0)


def play_extra_hands(in_hand: bool, extra_hands: int) -> AtTime:
    """So many more hands; one whose tiles are already lifted is the first of them (CI-3)."""
    return AtTime(extra_hands)


def finish_and_extra(in_hand: bool, extra_hands: int) -> AtTime:
    """The hand in progress is finished and counts, and so many more are played after it."""
    return AtTime(int(in_hand) + extra_hands)


AT_TIMES: Final[dict[str, Callable[[bool, int], AtTime]]] = {
    "stop": stop,
    "finish_hand": finish_hand,
    "extra_hands": play_extra_hands,
    "finish_and_extra": finish_and_extra,
}
