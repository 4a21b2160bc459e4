"""The table of points: every entry with its place, the values that put it there, and which of them parted it
from the one before; teams; prizes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Final, Literal

from msgspec import Struct

from tantera.formats.format import Board
from tantera.tournament import structure
from tantera.tournament.duplicate import shown
from tantera.tournament.state import Entry, Round, Table, TournamentState
from tantera.tournament.structure import lot
from tantera.tournament.sums import Line, lines, shares
from tantera.words import Phrase
from tantera.words.alike import ERASED

Values = dict[str, float]


class EntryRecord(Struct):
    """The lines of one entry, and their sums."""

    entry: str
    lines: list[Line]
    fined: int = 0
    """Points off the difference."""
    values: Values = {}
    lost_in: float | None = None
    """Where losing means being out: the round; None: still in."""
    for_third: int = 0
    """2: won the match for third place, 1: lost it, 0: was not in it. It parts those who lost in the semi-finals."""
    stayed: int = 0
    """The place in the group of somebody who stayed in it when the others went on to the knock-out."""


Function = Callable[[EntryRecord, frozenset[str]], float]
"""A value of an entry, among those who are still level with it."""


def points_won(record: EntryRecord, level: frozenset[str]) -> float:
    """A point for every win, half of one where the book gives halves."""
    return _whole(sum(line.won for line in record.lines))


def wins(record: EntryRecord, level: frozenset[str]) -> float:
    return sum(line.won == 2 for line in record.lines)


def difference(record: EntryRecord, level: frozenset[str]) -> float:
    return sum(line.difference for line in record.lines) - record.fined


def points_for(record: EntryRecord, level: frozenset[str]) -> float:
    return sum(line.points_for for line in record.lines)


def re_entries(record: EntryRecord, level: frozenset[str]) -> float:
    return sum(line.re_entries for line in record.lines)


def head_to_head(record: EntryRecord, level: frozenset[str]) -> float:
    """Points won in matches among those still level."""
    return _whole(sum(line.won for line in record.lines if level.intersection(line.against)))


def points_among_tied(record: EntryRecord, level: frozenset[str]) -> float:
    """Points scored in matches among those still level."""
    return sum(line.points_for for line in record.lines if level.intersection(line.against))


def duplicate_points(record: EntryRecord, level: frozenset[str]) -> float:
    """The sum of all rounds, penalties off."""
    return shown(sum((line.duplicate for line in record.lines), Fraction(-record.fined)))


def duplicate_per_cent(record: EntryRecord, level: frozenset[str]) -> float:
    """The mean of all rounds, penalties off."""
    rounds = [line.duplicate for line in record.lines]
    return shown(sum(rounds, Fraction(0)) / len(rounds) - record.fined if rounds else Fraction(-record.fined))


FUNCTIONS: Final[dict[str, Function]] = {
    "points_won": points_won,
    "wins": wins,
    "difference": difference,
    "efectividad": difference,
    "points_for": points_for,
    "head_to_head": head_to_head,
    "points_among_tied": points_among_tied,
    "re_entries": re_entries,
    "duplicate": duplicate_points,
}
"""By the names of the contract. `lot` ends the list wherever it stands."""
AMONG_TIED: Final = frozenset({"head_to_head", "points_among_tied"})
HURTING: Final = frozenset({"points_for", "points_among_tied"})
"""Where points are bad, fewer is better (UEH-objetivo)."""


def fewer_is_better(tournament: TournamentState, key: str) -> bool:
    return key == "re_entries" or (tournament.options.points_hurt and key in HURTING)


def ranked(tournament: TournamentState, records: Sequence[EntryRecord]) -> list[EntryRecord]:
    """The records in order, the best first, each with the values that put it there.

    Those still in come before those who have lost, and of these the last to lose first.
    """
    keys = tournament.options.ranked_by
    simple = [*_base(tournament), *(key for key in keys if key not in AMONG_TIED and key != "lot")]
    functions = FUNCTIONS | _of_duplicate(tournament)
    for record in records:
        record.values = {key: functions[key](record, frozenset()) for key in simple}
        record.values |= dict.fromkeys((key for key in keys if key in AMONG_TIED), 0)
    by_loss = sorted(records, key=_still_in)
    order: list[EntryRecord] = []
    for _, level in groupby(by_loss, key=_still_in):
        order += _parted(tournament, list(level), keys)
    return order


def _still_in(record: EntryRecord) -> tuple[float, int, int]:
    return (-record.lost_in if record.lost_in is not None else float("-inf"), -record.for_third, record.stayed)


def _of_duplicate(tournament: TournamentState) -> dict[str, Function]:
    law = tournament.options.duplicate
    return {"duplicate": duplicate_per_cent} if law and law.score == "matchpoints" else {}


def _base(tournament: TournamentState) -> tuple[str, ...]:
    first = ("duplicate",) if tournament.options.duplicate else ()
    return ("re_entries", "points_for") if tournament.alone else (*first, "points_won", "difference", "points_for")


def _parted(tournament: TournamentState, level: list[EntryRecord], keys: Sequence[str]) -> list[EntryRecord]:
    """Those who are level, put in order by what remains of the list."""
    if len(level) == 1:
        return level
    if not keys or keys[0] == "lot":
        return sorted(level, key=lambda record: lot(tournament.seed, record.entry))
    key, *rest = keys
    if key in AMONG_TIED:
        among = frozenset(record.entry for record in level)
        for record in level:
            record.values[key] = FUNCTIONS[key](record, among)
    sign = 1 if fewer_is_better(tournament, key) else -1
    ordered = sorted(level, key=lambda record: sign * record.values[key])
    result: list[EntryRecord] = []
    for _, group in groupby(ordered, key=lambda record: record.values[key]):
        result += _parted(tournament, list(group), rest)
    return result


def _whole(halves: int) -> float:
    """
    >>> _whole(4), _whole(3)
    (2, 1.5)
    """
    return halves / 2 if halves % 2 else halves // 2


class Standing(Struct, frozen=True):
    """Where an entry stands, and by what."""

    place: int
    entry: str
    values: Values
    group: int | None = None
    group_place: int | None = None
    """Once the knock-out has begun: the place in the group as it ended."""


class Parting(Struct, frozen=True):
    """What put an entry below the one before it."""

    how: Literal["value", "lot", "lost", "group"]
    """A value, the lot, (where losing means being out) the round of the loss, or the place in a group that ended."""
    key: str = ""
    """The value, by the name that the book uses."""
    above: float = 0
    own: float = 0
    tie: bool = False
    """They were level in what counts first."""


class TeamStanding(Struct, frozen=True):
    place: int
    club: str
    values: Values


class PrizeWon(Struct, frozen=True):
    """What an entry has won."""

    place: int
    entry: str
    amount: int


def standings(
    tournament: TournamentState,
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
    return placed(tournament, records(tournament, upto, byes_of), upto, together=together, everybody=everybody)


def placed(
    tournament: TournamentState,
    all_of_them: dict[str, EntryRecord],
    upto: int | None,
    *,
    together: bool = False,
    everybody: bool = False,
) -> list[Standing]:
    """Those records put in order; a record then has the values that put it where it is."""
    if everybody and tournament.options.out_after_losses:
        for record in all_of_them.values():  # who is beaten is not drawn, and who comes back is seated by what they won
            record.lost_in = None
    if not everybody:
        took_part = {
            entry
            for round in tournament.published
            if upto is None or round.number <= upto
            for entry in structure.in_round(tournament, round)
        }
        all_of_them = {entry: record for entry, record in all_of_them.items() if entry in took_part}
    if tournament.kind.groups is not None and tournament.played and not together:
        return _by_group(tournament, all_of_them, upto)
    order = ranked(tournament, list(all_of_them.values()))
    return [Standing(place, record.entry, record.values) for place, record in enumerate(order, 1)]


def records(tournament: TournamentState, upto: int | None, byes_of: int | None) -> dict[str, EntryRecord]:
    """What every entry of the table has, and where it lost."""
    by_entry = {
        entry.entry: EntryRecord(entry.entry, [])
        for entry in tournament.entries.values()
        if not _out_by(tournament, entry, upto)
    }
    for line in lines(tournament, upto, byes_of):
        if line.entry in by_entry:
            by_entry[line.entry].lines.append(line)
    for fine in tournament.fines:
        record = by_entry.get(tournament.players[fine.player])
        if record is not None and (upto is None or fine.round <= upto):
            record.fined += fine.points
    _say_who_lost(tournament, by_entry, upto)
    if tournament.options.out_after_losses:
        _say_who_is_beaten(tournament, by_entry, upto)
    return by_entry


def _out_by(tournament: TournamentState, entry: Entry, upto: int | None) -> bool:
    """Expelled, in this round or before it, and nobody in their place."""
    gone = (tournament.expelled[player] for player in entry.ids if player in tournament.expelled)
    return tournament.is_out(entry) and any(
        one.stand_in is None and (upto is None or one.round <= upto) for one in gone
    )


def _say_who_lost(tournament: TournamentState, records: dict[str, EntryRecord], upto: int | None) -> None:
    """In a knock-out: the round in which one lost, or was no longer there to play. Who plays for third place has lost
    in the round before, though they were not there."""
    knock_out = [
        round
        for round in tournament.published
        if (upto is None or round.number <= upto) and structure.knocks_out(tournament, round.number)
    ]
    if not knock_out:
        return
    there = {round.number: structure.in_round(tournament, round) for round in knock_out}
    for record in records.values():
        lost = [line.round for line in record.lines if line.lost and line.round in there]
        missed = [number for number, entries in there.items() if record.entry not in entries]
        ends = [*map(float, lost), *(number - 0.5 for number in missed)]
        record.lost_in = min(ends, default=None)
        third = next((line for line in record.lines if _is_for_third(tournament, line, lost)), None)
        if third is not None:
            record.lost_in, record.for_third = third.round - 1, 1 if third.lost else 2


def _is_for_third(tournament: TournamentState, line: Line, lost: list[int]) -> bool:
    """Whether a match is beside the bracket. Events of before have none: there it is one of somebody who had lost."""
    if not (tournament.pairs and line.against and structure.knocks_out(tournament, line.round)):
        return False
    places = tournament.played[line.round - 1].bracket
    return line.entry not in places if places else bool(lost) and lost[0] < line.round


def _say_who_is_beaten(tournament: TournamentState, records: dict[str, EntryRecord], upto: int | None) -> None:
    """Where so many losses send somebody home: the round of the last of them; who was not there to play in the latest
    round came as far as the last one they were in."""
    rounds = [(round.number, structure.in_round(tournament, round)) for round in tournament.published]
    places = [(number, entries) for number, entries in rounds if upto is None or number <= upto]
    for record in records.values():
        lost = sorted(line.round for line in record.lines if line.lost)[tournament.options.out_after_losses - 1 :]
        there = [number for number, entries in places if record.entry in entries]
        if lost:
            record.lost_in = lost[0]
        elif there and there[-1] != places[-1][0]:
            record.lost_in = there[-1] + 0.5


def _by_group(tournament: TournamentState, records: dict[str, EntryRecord], upto: int | None) -> list[Standing]:
    """By group, then rank. Once the knock-out has begun, the final order: by how far everybody came in it, then those
    who stayed in their groups by the place they had there."""
    number_of = {entry: number for number, group in enumerate(structure.groups(tournament), 1) for entry in group}
    if has_left_groups(tournament, upto):
        ended = _group_places(tournament)
        first = structure.group_rounds(tournament) + 1
        for record in records.values():
            never_in = record.lost_in is not None and record.lost_in < first
            record.stayed = ended.get(record.entry, len(ended) + 1) if never_in else 0
        order = ranked(tournament, list(records.values()))
    else:
        ended = {}
        order = []
        for number in (*sorted(set(number_of.values())), None):
            order += ranked(tournament, [one for one in records.values() if number_of.get(one.entry) == number])
    return [
        Standing(place, record.entry, record.values, number_of.get(record.entry), ended.get(record.entry))
        for place, record in enumerate(order, 1)
    ]


def has_left_groups(tournament: TournamentState, upto: int | None = None) -> bool:
    """Whether the knock-out after groups has begun."""
    return tournament.kind.groups is not None and any(
        structure.knocks_out(tournament, round.number) and (upto is None or round.number <= upto)
        for round in tournament.published
    )


def _group_places(tournament: TournamentState) -> dict[str, int]:
    """By entry: the place in the group after the last round of groups."""
    last = structure.group_rounds(tournament)
    of: Counter[int | None] = Counter()
    places: dict[str, int] = {}
    for standing in standings(tournament, last, last):
        of[standing.group] += 1
        if standing.group is not None:
            places[standing.entry] = of[standing.group]
    return places


def partings(
    tournament: TournamentState, table: Sequence[Standing], records: Mapping[str, EntryRecord]
) -> dict[str, Parting]:
    """By entry; the first of the table, or of a group, has none."""
    lost = {name: (record.lost_in, record.for_third) for name, record in records.items()}
    keys = [key for key in tournament.options.ranked_by if key != "lot"]
    by_entry: dict[str, Parting] = {}
    for above, below in pairwise(table):
        if above.group != below.group and not any(when is not None for when, _ in lost.values()):
            continue
        if lost.get(above.entry) != lost.get(below.entry):
            by_entry[below.entry] = Parting("lost")
            continue
        if records[above.entry].stayed != records[below.entry].stayed:
            by_entry[below.entry] = Parting("group")
            continue
        by_entry[below.entry] = _by_value(keys, above, below)
    return by_entry


def _by_value(keys: Sequence[str], above: Standing, below: Standing) -> Parting:
    for place, key in enumerate(keys):
        upper, lower = above.values.get(key, 0), below.values.get(key, 0)
        if upper != lower:
            return Parting("value", key, upper, lower, tie=place > 0)
    return Parting("lot", tie=True)


def club_standings(
    tournament: TournamentState, upto: int | None = None, byes_of: int | None = None
) -> list[TeamStanding]:
    """Where clubs meet: in the order of what their format sums up. `upto` and `byes_of` as `sums.lines` has them."""
    count = tournament.kind.teams
    if count is None:
        return []
    rounds = [round for round in tournament.published if upto is None or round.number <= upto]
    boards = [board for round in rounds for board in _boards(tournament, round)]
    resting = [
        club
        for round in rounds
        if round.stage == "closed" or round.number == byes_of
        for club in dict.fromkeys(map(tournament.club_of, round.byes))
        if club and not any(club in board.clubs for board in boards if board.round == round.number)
    ]
    sums = count(boards, resting, structure.draw_options(tournament))

    def order(club: str) -> tuple[object, ...]:
        return (*(-sums[club][one.key] for one in tournament.kind.team_sums), lot(tournament.seed, club))

    return [TeamStanding(place, club, sums[club]) for place, club in enumerate(sorted(sums, key=order), 1)]


def meeting_told(table: Table) -> Phrase | None:
    """Where clubs meet: whose board a table is."""
    if not table.meeting:
        return None
    home, guest = table.meeting.clubs
    return Phrase("{home} against {guest}, board {board}", home=home, guest=guest, board=table.meeting.board)


def _boards(tournament: TournamentState, round: Round) -> Iterator[Board]:
    for place, table in enumerate(round.tables, 1):
        if not table.meeting:
            continue
        both = shares(tournament, round, place, table)
        if both is None:
            yield Board(round.number, table.meeting.number, table.meeting.clubs, None)
        else:
            one, other = both
            counted = (one.won, other.won), (one.difference, other.difference), (one.points_for, other.points_for)
            yield Board(round.number, table.meeting.number, table.meeting.clubs, *counted)


def teams(tournament: TournamentState, table: Sequence[Standing], upto: int | None = None) -> list[TeamStanding]:
    """Where clubs meet, their standings; else the sums of each club's so many best, by the event's ranking."""
    if tournament.kind.teams is not None:
        return club_standings(tournament, upto)
    best = tournament.options.teams
    if not best:
        return []
    of_club: dict[str, list[Standing]] = defaultdict(list)
    for standing in sorted(table, key=lambda team: team.place):
        players = tournament.entries[standing.entry].players
        clubs = {player.club for player in players if player.name != ERASED}
        club = next(iter(clubs)) if len(clubs) == 1 else None
        if club:
            of_club[club].append(standing)
    sums = {
        club: _sum(tournament, members[:best]) for club, members in of_club.items() if _whole_team(tournament, members)
    }
    keys = [key for key in tournament.options.ranked_by if key not in AMONG_TIED and key != "lot"]

    def order(club: str) -> tuple[object, ...]:
        values = (sums[club][key] * (1 if fewer_is_better(tournament, key) else -1) for key in keys)
        return (*values, lot(tournament.seed, club))

    return [TeamStanding(place, club, sums[club]) for place, club in enumerate(sorted(sums, key=order), 1)]


def _whole_team(tournament: TournamentState, members: list[Standing]) -> bool:
    """Where fewer is better a club that is short of players would gain by it."""
    return len(members) >= tournament.options.teams or not tournament.alone


def _sum(tournament: TournamentState, members: list[Standing]) -> Values:
    keys = [key for key in members[0].values if key not in AMONG_TIED]
    return {key: _rounded(sum(member.values[key] for member in members)) for key in keys}


def _rounded(value: float) -> float:
    """Halves and tenths, as they were before they were added."""
    return value if isinstance(value, int) else round(value, 1)


def prizes(tournament: TournamentState, table: Sequence[Standing]) -> list[PrizeWon]:
    """The percentages of what was paid, for the first places. What does not divide stays with the organisers."""
    fund = sum(entry.paid for entry in tournament.entries.values())
    shares = zip(table, tournament.options.prizes, strict=False)
    return [PrizeWon(standing.place, standing.entry, fund * percent // 100) for standing, percent in shares]
