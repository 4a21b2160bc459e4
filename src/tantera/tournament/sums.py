"""What every match, default and bye brought to every entry: the lines of which standings are the sums."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from msgspec import Struct

from tantera.rules import Limit
from tantera.tournament.duplicate import MEAN, shares_of
from tantera.tournament.state import Round, Slip, Table, TournamentState, Winner
from tantera.tournament.structure import byes_are_worth, is_final, knocks_out

SIDES: Final = ((0, 2), (1, 3))
NAMES: Final = ("1+3", "2+4")


class Line(Struct, frozen=True):
    """What one round brought to one entry."""

    round: int
    entry: str
    won: int
    """In halves of a point."""
    difference: int
    points_for: int
    re_entries: int = 0
    lost: bool = False
    against: tuple[str, ...] = ()
    """The entries on the other side."""
    duplicate: Fraction = Fraction(0)
    """Beside the others with the same tiles: butler points, or the per cent."""


class Share(Struct, frozen=True):
    """What one side has of a table."""

    won: int
    difference: int
    points_for: int
    lost: bool = False
    duplicate: Fraction = Fraction(0)


def lines(tournament: TournamentState, upto: int | None = None, byes_of: int | None = None) -> Iterator[Line]:
    """Everything that counts: confirmed results and defaults of published rounds, byes of closed ones.

    Up to a round, where one is given. `byes_of` is a round whose byes count though it is still open: a draft counts the
    byes of the round before.
    """
    for round in tournament.published:
        if upto is not None and round.number > upto:
            return
        for number, table in enumerate(round.tables, 1):
            yield from _of_table(tournament, round, number, table)
        if (round.stage == "closed" or round.number == byes_of) and byes_are_worth(tournament, round.number):
            scored, conceded = tournament.options.bye
            mean = _mean(tournament)
            yield from (Line(round.number, entry, 2, scored - conceded, scored, duplicate=mean) for entry in round.byes)


def _mean(tournament: TournamentState) -> Fraction:
    law = tournament.options.duplicate
    return MEAN[law.score] if law else Fraction(0)


def limit_of(tournament: TournamentState, round: Round, table: int) -> Limit:
    """The limit of a table: the final may have another."""
    final = tournament.options.limit_final
    return final if final is not None and is_final(tournament, round, table) else tournament.options.limit


def _of_table(tournament: TournamentState, round: Round, number: int, table: Table) -> Iterator[Line]:
    if tournament.alone:
        yield from _alone(tournament, round, table)
        return
    both = shares(tournament, round, number, table)
    if both is None:
        return
    gone = tournament.absent_at(round, table)
    absent = _absent(tournament)
    entries = [tuple(dict.fromkeys(_entries(tournament, table, side))) for side in SIDES]
    for side, together in enumerate(entries):
        for entry in together:
            missing = all(player in gone for player in tournament.entries[entry].ids)
            share = absent if missing else both[side]
            yield Line(
                round.number, entry, share.won, share.difference, share.points_for, lost=share.lost,
                against=entries[1 - side], duplicate=share.duplicate,
            )  # fmt: skip


def _entries(tournament: TournamentState, table: Table, side: tuple[int, int]) -> Iterator[str]:
    return (tournament.players[table.seats[seat]] for seat in side if table.seats[seat] in tournament.players)


def _absent(tournament: TournamentState) -> Share:
    """In a duplicate round the worst that there is: no per cent, or in butler points what the default costs."""
    _, _, scored, conceded = tournament.options.default_score
    law = tournament.options.duplicate
    off = Fraction(min(0, scored - conceded)) if law and law.score == "butler" else Fraction(0)
    return Share(0, scored - conceded, scored, lost=True, duplicate=off)


def shares(tournament: TournamentState, round: Round, number: int, table: Table) -> tuple[Share, Share] | None:
    """What each of the two sides has; None while nothing counts."""
    missing = tournament.defaulted(round, table)
    if missing:
        scored, conceded, _, _ = tournament.options.default_score
        there = Share(2, scored - conceded, scored, duplicate=_mean(tournament))
        absent = _absent(tournament)
        first, second = (any(table.seats[seat] in missing for seat in side) for side in SIDES)
        return absent if first else there, absent if second else there
    slip = table.slip
    if slip is None or slip.status != "confirmed":
        return None
    ours, theirs = (_capped(tournament, limit_of(tournament, round, number), points) for points in slip.score)
    difference = ours - theirs
    if forfeiting(round, table) and (slip.winner is None or (difference > 0) != (slip.winner == "1+3")):
        difference = 0  # the winners of a forfeited match were behind, or nobody has won it
    won = _won(tournament, round, table, slip)
    lost = _lost(tournament, round, won, slip)
    field = shares_of(tournament, round, number) if tournament.options.duplicate else None
    ours_of_it, theirs_of_it = field or (Fraction(0), Fraction(0))
    return (
        Share(won[0], difference, slip.score[0], lost=lost[0], duplicate=ours_of_it),
        Share(won[1], -difference, slip.score[1], lost=lost[1], duplicate=theirs_of_it),
    )


def _won(tournament: TournamentState, round: Round, table: Table, slip: Slip) -> tuple[int, int]:
    """In halves of a point."""
    forfeited = forfeiting(round, table)
    if len(forfeited) == 2:
        return 0, 0
    if slip.score[0] == slip.score[1] and tournament.options.level_at_end == "half_point" and not forfeited:
        return 1, 1
    return (2, 0) if slip.winner == "1+3" else (0, 2)


def _lost(tournament: TournamentState, round: Round, won: tuple[int, int], slip: Slip) -> tuple[bool, bool]:
    """Who is out where somebody has to go on: the winner on the slip goes on, however level it is."""
    if won == (1, 1) and knocks_out(tournament, round.number):
        return slip.winner != "1+3", slip.winner != "2+4"
    return not won[0], not won[1]


def may_stay_level(tournament: TournamentState, round: Round) -> bool:
    """Whether a slip needs no winner: the book gives half a point each, and nobody has to go on."""
    return tournament.options.level_at_end == "half_point" and not knocks_out(tournament, round.number)


def _capped(tournament: TournamentState, limit: Limit, points: int) -> int:
    """CI-4: points over the limit do not count for the difference, where the book caps."""
    if tournament.options.capped is None:
        return points
    return min(points, limit.points or tournament.options.capped)


def forfeiting(round: Round, table: Table) -> tuple[int, ...]:
    """The sides, 0 and 1, that lost because one of their players was expelled: where both did, nobody has won."""
    return tuple(
        side
        for side, seats in enumerate(SIDES)
        if any(table.seats[seat] in round.forfeits for seat in seats if seat < len(table.seats))
    )


def winner_of_forfeit(round: Round, table: Table) -> Winner | None:
    """The side that wins because the other forfeits; None: both do."""
    lost = forfeiting(round, table)
    return NAMES[1 - lost[0]] if len(lost) == 1 else None


def article_of_forfeit(tournament: TournamentState, round: Round, table: Table) -> str:
    """By which somebody at the table was expelled, where that decided it; else nothing."""
    return next((tournament.expelled[seat].article for seat in table.seats if seat in round.forfeits), "")


def _alone(tournament: TournamentState, round: Round, table: Table) -> Iterator[Line]:
    """Everybody for themselves. Who was absent is written the default; the others play on while two are left, and
    nothing counts before their slip is confirmed."""
    if not tournament.is_settled(round, table):
        return
    absent = tournament.absent_at(round, table)
    slip = None if tournament.is_default(round, table) else table.slip
    scored, _, gone, _ = tournament.options.default_score
    for place, player in enumerate(table.seats):
        if player not in tournament.players:
            continue
        entry = tournament.players[player]
        others = tuple(
            tournament.players[seat] for seat in table.seats if seat != player and seat in tournament.players
        )
        if player in absent:
            worst = tournament.options.re_entries or 0
            yield Line(round.number, entry, 0, 0, gone, worst, lost=True, against=others)
        elif slip is None:
            yield Line(round.number, entry, 2, 0, scored, against=others)
        else:
            won = slip.winner == place + 1
            yield Line(
                round.number, entry, 2 * won, 0, slip.score[place], slip.re_entries[place], lost=not won, against=others
            )
