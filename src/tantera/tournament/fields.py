"""What a draw looks at, taken from the state of an event; and fingerprints of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import UNSET

from tantera.formats.drawing.field import Drawing, Entrant, Field, Past, Team
from tantera.formats.individual import is_balanced
from tantera.tournament import structure
from tantera.tournament.evolve import as_seated
from tantera.tournament.standings import club_standings, standings
from tantera.tournament.state import Round, TournamentState
from tantera.tournament.structure import by_lot
from tantera.tournament.sums import NAMES, SIDES, lines

MANY_ROUNDS = 100


def field_of(tournament: TournamentState, number: int, drawn: Iterable[str] | None = None) -> Field:
    """What the draw of a round looks at. `drawn`: the entries to draw; left out, all that can be."""
    wanted = set(drawn) if drawn is not None else drawable(tournament, number)
    earlier = [round for round in tournament.published if round.number < number]
    order = _order(tournament, number)
    sat_out = _sat_out(tournament, earlier)
    return Field(
        format=tournament.format,
        round=number,
        rounds=structure.all_rounds(tournament) or MANY_ROUNDS,
        seed=tournament.seed,
        entrants=tuple(_entrant(tournament, entry, sat_out) for entry in order if entry in wanted),
        everybody=tuple(_entrant(tournament, entry, sat_out) for entry in by_lot(tournament.seed, tournament.entries)),
        past=tuple(_past(tournament, round, place) for round in earlier for place in range(len(round.tables))),
        byes=tuple((round.number, round.byes) for round in earlier),
        apart=tournament.apart,
        options=structure.draw_options(tournament),
        groups=_groups(tournament, number),
        teams=_teams(tournament, number) if tournament.kind.teams is not None else UNSET,
        brackets=tuple((round.number, round.bracket) for round in earlier if round.bracket),
    )


def drawable(tournament: TournamentState, number: int) -> set[str]:
    """Who can be drawn for a round: who is here, and has not lost as often as sends somebody home."""
    return {entry for entry in tournament.entries if structure.can_be_drawn(tournament, entry)} - beaten(
        tournament, number
    )


def beaten(tournament: TournamentState, number: int) -> set[str]:
    """Who is out before a round, where so many losses send somebody home."""
    most = tournament.options.out_after_losses
    lost = Counter(line.entry for line in lines(tournament, number - 1) if line.lost) if most else Counter[str]()
    return {entry for entry, times in lost.items() if times >= most}


def _order(tournament: TournamentState, number: int) -> list[str]:
    """Round 1 by lot, then by rank: the byes of the round before count. After groups all are ranked together. Where
    partners are balanced, in the order of the seeds."""
    if is_balanced(structure.draw_options(tournament), number):
        return structure.by_seed(tournament, tournament.entries)
    accelerated = tournament.options.accelerated
    ahead = structure.upper_half(tournament) if accelerated is not UNSET and number <= accelerated else frozenset()
    if number == 1 and ahead:  # who meets whom within a half is drawn by lot
        return sorted(by_lot(tournament.seed, tournament.entries), key=lambda entry: entry not in ahead)
    if number == 1:
        return structure.by_seed(tournament, tournament.entries)
    if ahead:
        table = standings(tournament, number - 1, number - 1, everybody=True)
        return [one.entry for one in sorted(table, key=lambda one: -one.values["points_won"] - (one.entry in ahead))]
    together = tournament.kind.groups is not None and structure.knocks_out(tournament, number)
    return [one.entry for one in standings(tournament, number - 1, number - 1, together=together, everybody=True)]


def _entrant(tournament: TournamentState, entry: str, sat_out: Counter[str]) -> Entrant:
    return Entrant(entry, tournament.entries[entry].ids, sat_out[entry])


def _sat_out(tournament: TournamentState, earlier: list[Round]) -> Counter[str]:
    """The rounds that an entry did not play, for whatever reason."""
    played: Counter[str] = Counter()
    for round in earlier:
        played.update(
            {tournament.players[seat] for table in round.tables for seat in table.seats if seat in tournament.players}
        )
    return Counter({entry: len(earlier) - played[entry] for entry in tournament.entries})


def _past(tournament: TournamentState, round: Round, place: int) -> Past:
    table = round.tables[place]
    stood_in = frozenset(seat for seat in table.seats if seat not in tournament.players)
    absent = frozenset(tournament.absent_at(round, table)) | stood_in
    return Past(
        round.number, place + 1, table.seats, absent, winners_at(tournament, round, place) - absent,
        default=tournament.is_default(round, table), settled=tournament.is_settled(round, table),
        meeting=table.meeting,
    )  # fmt: skip


def winners_at(tournament: TournamentState, round: Round, place: int) -> frozenset[str]:
    """The seats that won a table, by their players; none while no confirmed result or default says so.

    Where a stand-in has won it is the absent player's seat: who did not come has not won, so the draw leaves them out.
    """
    table = round.tables[place]
    slip = table.slip
    if tournament.is_default(round, table):
        missing = tournament.defaulted(round, table)
        sides = [(seat,) for seat in range(len(table.seats))] if tournament.alone else SIDES
        there = [side for side in sides if not any(table.seats[seat] in missing for seat in side)]
        return frozenset(table.seats[seat] for side in there for seat in side)
    if slip is None or slip.status != "confirmed" or slip.winner is None:
        return frozenset()
    won = (slip.winner - 1,) if isinstance(slip.winner, int) else SIDES[NAMES.index(slip.winner)]
    return frozenset(table.seats[seat] for seat in won)


def _teams(tournament: TournamentState, number: int) -> tuple[Team, ...]:
    """The clubs and their pairs in the order of entering; in round 1 by lot, then by the standings of clubs."""
    pairs: dict[str, list[str]] = {}
    for entry in tournament.entries:
        if club := tournament.club_of(entry):  # of an erased pair that never sat nobody knows it
            pairs.setdefault(club, []).append(entry)
    ranked = [one.club for one in club_standings(tournament, number - 1, number - 1) if one.club in pairs]
    order = dict.fromkeys((*ranked, *by_lot(tournament.seed, pairs)))
    return tuple(Team(club, tuple(pairs[club])) for club in order)


def _groups(tournament: TournamentState, number: int) -> tuple[tuple[str, ...], ...]:
    """Before a round of the knock-out: each group's entries, the best first, as after the last group round."""
    if tournament.kind.groups is None or not tournament.played or not structure.knocks_out(tournament, number):
        return ()
    last = structure.group_rounds(tournament)
    table = standings(tournament, last, last)
    count = len(structure.groups(tournament))
    return tuple(tuple(one.entry for one in table if one.group == group) for group in range(1, count + 1))


def fingerprint(value: Any) -> str:
    return sha256(msgspec.json.encode(value, order="deterministic")).hexdigest()


def basis_of(tournament: TournamentState, number: int) -> str:
    """A fingerprint of the results, defaults and penalties of the rounds before this one: what its draft rests on; and
    of the options that changed since the event was made."""
    tables = [
        [
            round.number, place, table.seats, slip and slip.score, slip and slip.winner, slip and slip.re_entries,
            tournament.absent_at(round, table), tournament.defaulted(round, table),
            sorted(seat for seat in table.seats if seat in round.forfeits),
            *([slip.hands] if slip and slip.hands else ()),
        ]
        for round in tournament.published
        if round.number < number
        for place, table in enumerate(round.tables)
        for slip in (table.slip if table.slip is not None and table.slip.status == "confirmed" else None,)
    ]  # fmt: skip
    fines = sorted((fine.player, fine.round, fine.points) for fine in tournament.fines if fine.round < number)
    return fingerprint([tables, fines, tournament.redefined] if tournament.redefined else [tables, fines])


def drawing_of(round: Round) -> Drawing:
    """The draft as it stands, edited or not."""
    return Drawing(as_seated(round), round.byes, round.notes)
