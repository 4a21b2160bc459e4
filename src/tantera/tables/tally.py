"""What the matches at a table have come to: who has won how many against whom, and with whom."""

from __future__ import annotations

from msgspec import Struct

from tantera.play.match import ENDED, Match

Side = tuple[str, ...]
"""The players of a side, by name."""


class Result(Struct, frozen=True, gc=False):
    """A match of this table that is over."""

    number: int
    sides: tuple[Side, ...]
    winner: Side | None
    """Nobody where it ended level."""


class Meeting(Struct, frozen=True, gc=False):
    """The same sides, as often as they have met here."""

    sides: tuple[Side, ...]
    won: tuple[int, ...]
    """How many each of them has won."""
    level: int = 0
    """How many ended level."""


class Wins(Struct, frozen=True, gc=False):
    """How many matches somebody has won here, whoever their partner was."""

    name: str
    won: int


class Tally(Struct, frozen=True, gc=False):
    meetings: tuple[Meeting, ...] = ()
    """In the order in which they met first."""
    wins: tuple[Wins, ...] = ()
    """Who has won most first; nobody where the sides have always been the same, and say so by themselves."""


def with_result(results: tuple[Result, ...], match: Match, number: int) -> tuple[Result, ...]:
    """The results with this match as it stands: corrected it may have another winner, or go on."""
    others = tuple(one for one in results if one.number != number)
    if match.phase is not ENDED:
        return others
    sides = tuple(_named(match, side) for side in match.sides)
    return (*others, Result(number, sides, None if match.winner is None else _named(match, match.winner)))


def _named(match: Match, side: tuple[int, ...]) -> Side:
    return tuple(match.names[seat - 1] for seat in side)


def tally(results: tuple[Result, ...]) -> Tally:
    """
    >>> ana_and_bea, cai_and_dan = ("Ana", "Bea"), ("Cai", "Dan")
    >>> first = Result(1, (ana_and_bea, cai_and_dan), ana_and_bea)
    >>> tally((first, Result(2, (("Dan", "Cai"), ("Bea", "Ana")), ("Dan", "Cai")))).meetings
    (Meeting(sides=(('Ana', 'Bea'), ('Cai', 'Dan')), won=(1, 1), level=0),)
    >>> second = Result(2, (("Ana", "Cai"), ("Bea", "Dan")), ("Ana", "Cai"))
    >>> [(one.name, one.won) for one in tally((first, second)).wins]
    [('Ana', 2), ('Bea', 1), ('Cai', 1), ('Dan', 0)]
    """
    met: dict[frozenset[frozenset[str]], list[Result]] = {}
    for result in results:
        met.setdefault(frozenset(map(frozenset, result.sides)), []).append(result)
    meetings = tuple(_meeting(of_these) for of_these in met.values())
    return Tally(meetings, _wins(results) if len(meetings) > 1 else ())


def _meeting(results: list[Result]) -> Meeting:
    sides = results[0].sides
    winners = [frozenset(one.winner) for one in results if one.winner is not None]
    return Meeting(sides, tuple(winners.count(frozenset(side)) for side in sides), len(results) - len(winners))


def _wins(results: tuple[Result, ...]) -> tuple[Wins, ...]:
    won = {name: 0 for result in results for side in result.sides for name in side}
    for result in results:
        for name in result.winner or ():
            won[name] += 1
    return tuple(Wins(name, most) for name, most in sorted(won.items(), key=lambda one: -one[1]))
