"""Club against club: which meetings there may be, who sits at which board of them, and what the clubs have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from tantera.tournament.check import swiss
from tantera.tournament.check.examined import Draw, everybody_somewhere
from tantera.tournament.check.memory import EMPTY, Memory, Round, Table
from tantera.tournament.check.sums import limit_at
from tantera.words import Phrase

Number = int | float
Half = tuple[Number, int, int]
"""What a side has of a board: won, difference, points."""


def club_of(memory: Memory, entry: str) -> str:
    return next((club for club in memory.entries[entry].clubs.values() if club), "")


def _remember(draw: Draw) -> None:
    """Where both of a pair were erased, nobody knows better than the board at which they first sit."""
    of, entries = draw.memory.entry_of, draw.memory.entries
    for tables, clubs in meetings(draw.at).values():
        for table in tables:
            for side, club in zip(table.sides, clubs, strict=True):
                if side[0] in of and not club_of(draw.memory, of[side[0]]):
                    entries[of[side[0]]].clubs = {side[0]: club}


def meetings(at: Round) -> dict[int, tuple[list[Table], tuple[str, str]]]:
    """The meetings of a round: their tables, and whose they are."""
    of_number: dict[int, tuple[list[Table], tuple[str, str]]] = {}
    for table in at.tables:
        if table.meeting is not None:
            number, _, home, guest = table.meeting
            of_number.setdefault(number, ([], (home, guest)))[0].append(table)
    return of_number


def board(memory: Memory, at: Round, table: Table) -> tuple[Half, Half] | None:
    """What a board brings to the home club and to the other; None while nothing counts."""
    law = memory.law
    here_own, here_other, gone_own, gone_other = law.default_score
    if at.is_default(table):
        lacking = at.lacking(table)
        halves = [
            (0, gone_own - gone_other, gone_own) if lacking & set(side) else (1, here_own - here_other, here_own)
            for side in table.sides
        ]
        return halves[0], halves[1]
    if table.status != "confirmed" or table.score is None:
        return None
    cap = law.cap(limit_at(memory, at, table))
    one, other = (points if cap is None else min(points, cap) for points in table.score)
    winner = {"1+3": 0, "2+4": 1}.get(str(table.winner))
    ahead = one - other
    if table.won_by_nobody or (winner is not None and table.score[winner] < table.score[1 - winner]):
        ahead = 0
    half = table.score[0] == table.score[1] and law.get("level_at_end") == "half_point" and not table.expelled
    won = [0.5 if half else int(winner == side) for side in (0, 1)]
    return (won[0], ahead, table.score[0]), (won[1], -ahead, table.score[1])


def club_lines(memory: Memory, *, with_byes_of_open: bool = False) -> list[dict[str, Any]]:
    """The standings of clubs: meetings won, boards won, difference, and the lot at last."""
    sums: dict[str, dict[str, Number]] = {}

    def add(club: str, **what: Number) -> None:
        of = sums.setdefault(club, {"match_points": 0, "boards_won": 0, "difference": 0})
        for key, value in what.items():
            of[key] += value

    for at in memory.published:
        plays: set[str] = set()
        for tables, clubs in meetings(at).values():
            plays |= set(clubs)
            halves = [board(memory, at, table) for table in tables]
            for side, club in enumerate(clubs):
                counted = [half[side] for half in halves if half is not None]
                add(club, boards_won=sum(one[0] for one in counted), difference=sum(one[1] for one in counted))
            if None not in halves:
                home = _won(memory, [half for half in halves if half is not None])
                add(clubs[0], match_points=home)
                add(clubs[1], match_points=1 - home)
        if at.stage == "closed" or with_byes_of_open:
            rests = memory.law.get("teams_meet", "round_robin") == "swiss"
            for club in {club_of(memory, entry) for entry in at.byes} - plays - {""}:
                add(club, match_points=int(rests))
    lot = {club: sha256(f"{memory.seed}/{club}".encode()).hexdigest() for club in sums}
    keys = ("match_points", "boards_won", "difference")
    ranked = sorted(sums, key=lambda club: ([-sums[club][key] for key in keys], lot[club]))
    return [
        {"place": place, "club": club, "values": {key: _whole(sums[club][key]) for key in keys}}
        for place, club in enumerate(ranked, 1)
    ]


def _whole(value: Number) -> Number:
    return int(value) if value == int(value) else value


def _won(memory: Memory, halves: list[tuple[Half, Half]]) -> Number:
    """What the home club has of a meeting: boards, then points where the event says so, else half."""
    asked = (0, 2) if memory.law.get("level_meeting", "points") == "points" else (0,)
    for what in asked:
        home, guest = (sum(half[side][what] for half in halves) for side in (0, 1))
        if home != guest:
            return int(home > guest)
    return 0.5


def club_meetings(draw: Draw) -> None:
    """Clubs meet as they should, and every board of every meeting is whose it should be."""
    everybody_somewhere(draw, set(draw.order))
    _remember(draw)
    order = _clubs_in_order(draw)
    drawn = meetings(draw.at)
    numbered = [
        (number, at, *both)
        for number, (tables, both) in enumerate(drawn.values(), 1)
        for at in range(1, len(tables) + 1)
    ]
    if [table.meeting for table in draw.at.tables] != numbered:
        draw.broken("boards", Phrase("round {round}: boards are not numbered one after the other", round=draw.number))
        return
    twice = [club for club, times in Counter(club for _, both in drawn.values() for club in both).items() if times > 1]
    for club in twice:
        draw.broken("club_twice", Phrase("{club} has two meetings in round {round}", club=club, round=draw.number))
    for tables, clubs in drawn.values():
        _boards(draw, tables, clubs)
        _at_home(draw, tables, clubs, order)
    before = Counter(frozenset(both) for at in draw.memory.rounds for _, both in meetings(at).values())
    pairs = [both for _, both in drawn.values()]
    resting = [club for club in order if not any(club in both for both in pairs)]
    if draw.memory.law.get("teams_meet", "round_robin") == "swiss":
        _swiss(draw, order, pairs, resting, before)
        return
    for both in pairs:
        if before[frozenset(both)] >= int(draw.memory.law.get("legs", 1)):
            if draw.by_hand:
                draw.report.missed("met again after a change by hand", 1, draw.number)
            else:
                say = Phrase("{entries} meet once too often", entries=", ".join(sorted(both)))
                draw.broken("met_before", say, drawn[1 + pairs.index(both)][0][0].number)
    draw.report.missed("more rest than needed", len(resting) - len(order) % 2, draw.number)


def _clubs_in_order(draw: Draw) -> list[str]:
    """The clubs that can be drawn: by lot, then by their standings."""
    memory = draw.memory
    able = {club_of(memory, entry) for entry in draw.order} - {""}
    lot = sorted(able, key=lambda club: sha256(f"{memory.seed}/{club}".encode()).hexdigest())
    ranked = [line["club"] for line in club_lines(memory, with_byes_of_open=True)]
    return [club for club in dict.fromkeys((*ranked, *lot)) if club in able]


def _boards(draw: Draw, tables: list[Table], clubs: tuple[str, str]) -> None:
    """Board by board the pairs of a club that are there, in the order in which they were entered; then nobody."""
    memory, can = draw.memory, set(draw.order)
    most = int(memory.law.get("team_pairs", 3))
    for side, club in enumerate(clubs):
        there = [entry for entry in memory.entries if entry in can and club_of(memory, entry) == club][:most]
        wanted = [memory.entries[entry].players for entry in there]
        for number, table in enumerate(tables):
            seats = table.sides[side]
            empty = number >= len(wanted) and all(seat.startswith(("*", EMPTY)) for seat in seats)
            if not empty and (number >= len(wanted) or seats != wanted[number]):
                say = Phrase("table {table}: not the pair of {club} for this board", table=table.number, club=club)
                draw.broken("boards", say, table.number)
        if side == 0 and len(tables) < len(wanted):
            draw.broken("boards", Phrase("{club} has more pairs than boards", club=club), tables[0].number)


def _at_home(draw: Draw, tables: list[Table], clubs: tuple[str, str], order: list[str]) -> None:
    """Who has been at home less often; otherwise the club ranked higher."""
    hosts = Counter(both[0] for at in draw.memory.rounds for _, both in meetings(at).values())

    def wish(club: str) -> tuple[int, int]:
        return hosts[club], order.index(club) if club in order else len(order)

    if wish(clubs[0]) > wish(clubs[1]):
        say = Phrase("table {table}: the other club should be at home", table=tables[0].number)
        draw.broken("home", say, tables[0].number)


def _swiss(
    draw: Draw, order: list[str], pairs: list[tuple[str, str]], resting: list[str], before: Counter[frozenset[str]]
) -> None:
    """One club rests where their number is odd, the one with the fewest byes, of them the lowest; the others meet
    whom they have not met, as near in rank as can be."""
    rounds = [at for at in draw.memory.rounds if at.number < draw.number]

    def rested(club: str) -> int:
        return sum(not any(club in both for _, both in meetings(at).values()) for at in rounds)

    lowest = sorted(order, key=lambda club: (rested(club), -order.index(club)))
    if resting != lowest[: len(order) % 2]:
        found, wanted = ", ".join(resting) or "–", ", ".join(lowest[: len(order) % 2]) or "–"
        say = Phrase("round {round}: {found} sit out, the rule gives {wanted}",
                     round=draw.number, found=found, wanted=wanted)  # fmt: skip
        draw.broken("byes", say)
        return
    plays = [club for club in order if club not in resting]
    folded = draw.memory.law.get("pairing") == "folded" and draw.number > 1
    square: Callable[[int, int], int] = swiss.squares(len(plays), folded)

    def edge(a: int, b: int) -> swiss.Cost:
        return 0, int(before[frozenset((plays[a], plays[b]))] > 0), square(a, b)

    drawn = [(min(one, other), max(one, other)) for one, other in (map(plays.index, both) for both in pairs)]
    better, _ = swiss.better(len(plays), drawn, edge, folded)
    if better is not None:
        say = Phrase("round {round}: the pairing costs {found} (rules, repeats, squares), {wanted} is possible",
                     round=draw.number, found=", ".join(map(str, swiss.total(drawn, edge))),
                     wanted=", ".join(map(str, better)))  # fmt: skip
        draw.broken("pairing", say)
