"""The table of points: every entry with its place and the values that put it there; teams; prizes."""

from __future__ import annotations

from collections import defaultdict

from msgspec import Struct

from tantera.tournament import structure
from tantera.tournament.lot import lot
from tantera.tournament.ranking import AMONG_TIED, Record, Values, fewer_is_better, ranked
from tantera.tournament.state import Entry, EventState
from tantera.tournament.sums import lines
from tantera.words.alike import ERASED


class Standing(Struct, frozen=True):
    place: int
    entry: str
    values: Values
    group: int | None = None


class TeamStanding(Struct, frozen=True):
    place: int
    club: str
    values: Values


class Prize(Struct, frozen=True):
    place: int
    entry: str
    amount: int


def standings(
    event: EventState,
    upto: int | None = None,
    byes_of: int | None = None,
    *,
    together: bool = False,
    everybody: bool = False,
) -> list[Standing]:
    """Everybody who has had a seat or a bye in a published round, in order; who was expelled has left. `upto` and
    `byes_of` as `sums.lines` has them.

    While groups play, each of them by itself, unless they are asked for together. A draw ranks `everybody`, for it
    seats those who come late too: they stand there with nothing won and nothing lost.
    """
    all_of_them = records(event, upto, byes_of)
    if everybody and event.options.out_after_losses:
        for record in all_of_them.values():  # who is beaten is not drawn, and who comes back is seated by what they won
            record.lost_in = None
    if not everybody:
        took_part = {
            entry
            for round in event.published
            if upto is None or round.number <= upto
            for entry in structure.in_round(event, round)
        }
        all_of_them = {entry: record for entry, record in all_of_them.items() if entry in took_part}
    if event.format == "pairs-groups" and event.played and not together:
        return _by_group(event, all_of_them, upto)
    order = ranked(event, list(all_of_them.values()))
    return [Standing(place, record.entry, record.values) for place, record in enumerate(order, 1)]


def records(event: EventState, upto: int | None, byes_of: int | None) -> dict[str, Record]:
    """What every entry of the table has, and where it lost."""
    found = {
        entry.entry: Record(entry.entry, []) for entry in event.entries.values() if not _out_by(event, entry, upto)
    }
    for line in lines(event, upto, byes_of):
        if line.entry in found:
            found[line.entry].lines.append(line)
    for fine in event.fines:
        record = found.get(event.players[fine.player])
        if record is not None and (upto is None or fine.round <= upto):
            record.fined += fine.points
    _say_who_lost(event, found, upto)
    if event.options.out_after_losses:
        _say_who_is_beaten(event, found, upto)
    return found


def _out_by(event: EventState, entry: Entry, upto: int | None) -> bool:
    """Expelled, in this round or before it."""
    return event.is_out(entry) and any(
        upto is None or event.expelled[player].round <= upto for player in entry.ids if player in event.expelled
    )


def _say_who_lost(event: EventState, records: dict[str, Record], upto: int | None) -> None:
    """In a knock-out: the round in which one lost, or was no longer there to play."""
    knock_out = [
        round
        for round in event.published
        if (upto is None or round.number <= upto) and structure.knocks_out(event, round.number)
    ]
    if not knock_out:
        return
    there = {round.number: structure.in_round(event, round) for round in knock_out}
    for record in records.values():
        lost = [line.round for line in record.lines if line.lost and line.round in there]
        missed = [number for number, entries in there.items() if record.entry not in entries]
        ends = [*map(float, lost), *(number - 0.5 for number in missed)]
        record.lost_in, record.losses = min(ends) if ends else None, len(lost)


def _say_who_is_beaten(event: EventState, records: dict[str, Record], upto: int | None) -> None:
    """Where so many losses send somebody home: the round of the last of them; who was not there to play in the latest
    round came as far as the last one they were in."""
    rounds = [(one.number, structure.in_round(event, one)) for one in event.published]
    places = [(number, entries) for number, entries in rounds if upto is None or number <= upto]
    for record in records.values():
        lost = sorted(line.round for line in record.lines if line.lost)[event.options.out_after_losses - 1 :]
        there = [number for number, entries in places if record.entry in entries]
        if lost:
            record.lost_in = lost[0]
        elif there and there[-1] != places[-1][0]:
            record.lost_in = there[-1] + 0.5


def _by_group(event: EventState, records: dict[str, Record], upto: int | None) -> list[Standing]:
    """By group, then rank; once the knock-out has begun, by that."""
    number_of = {entry: number for number, group in enumerate(structure.groups(event), 1) for entry in group}
    begun = any(
        structure.knocks_out(event, round.number) and (upto is None or round.number <= upto)
        for round in event.published
    )
    if begun:
        order = ranked(event, list(records.values()))
    else:
        order = []
        for number in (*sorted(set(number_of.values())), None):
            order += ranked(event, [one for one in records.values() if number_of.get(one.entry) == number])
    return [
        Standing(place, record.entry, record.values, number_of.get(record.entry))
        for place, record in enumerate(order, 1)
    ]


def teams(event: EventState, table: list[Standing]) -> list[TeamStanding]:
    """The sums of each club's so many best, as the event's ranking orders them."""
    best = event.options.teams
    if not best:
        return []
    of_club: dict[str, list[Standing]] = defaultdict(list)
    for standing in sorted(table, key=lambda one: one.place):
        players = event.entries[standing.entry].players
        clubs = {player.club for player in players if player.name != ERASED}
        club = next(iter(clubs)) if len(clubs) == 1 else None
        if club:
            of_club[club].append(standing)
    sums = {club: _sum(event, members[:best]) for club, members in of_club.items() if _whole_team(event, members)}
    keys = [key for key in event.options.ranked_by if key not in AMONG_TIED and key != "lot"]

    def order(club: str) -> tuple[object, ...]:
        values = (sums[club][key] * (1 if fewer_is_better(event, key) else -1) for key in keys)
        return (*values, lot(event.seed, club))

    return [TeamStanding(place, club, sums[club]) for place, club in enumerate(sorted(sums, key=order), 1)]


def _whole_team(event: EventState, members: list[Standing]) -> bool:
    """Where fewer is better a club that is short of players would gain by it."""
    return len(members) >= event.options.teams or not event.alone


def _sum(event: EventState, members: list[Standing]) -> Values:
    keys = [key for key in members[0].values if key not in AMONG_TIED]
    return {key: sum(member.values[key] for member in members) for key in keys}


def prizes(event: EventState, table: list[Standing]) -> list[Prize]:
    """The percentages of what was paid, for the first places. What does not divide stays with the organisers."""
    fund = sum(entry.paid for entry in event.entries.values())
    shares = zip(table, event.options.prizes, strict=False)
    return [Prize(standing.place, standing.entry, fund * percent // 100) for standing, percent in shares]
