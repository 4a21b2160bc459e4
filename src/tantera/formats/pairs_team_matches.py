"""Pairs of clubs, team matches: club meets club, n pairs of the one against n pairs of the other at n tables.

Clubs are drawn like pairs, everybody against everybody or by a Swiss system; then board 1 of the one meets board 1 of
the other, and so on, in the order in which the captain entered them. Who is not there leaves the board to the next pair
of the club; where there is none the board is a default.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from tantera.formats import pairs_round_robin, pairs_swiss
from tantera.formats.drawing.field import (
    Drawing,
    DrawnTable,
    DrawOptions,
    Entrant,
    Field,
    Meeting,
    Past,
    Team,
    Violation,
)
from tantera.formats.drawing.roster import NOBODY, STAND_IN, across, entry_of, here
from tantera.formats.drawing.violations import always, nobody_left
from tantera.formats.format import Board, Format, Setting, TeamSum
from tantera.formats.why import Why

Clubs = tuple[str, str]
DRAWN_BY = {"round_robin": pairs_round_robin.draw, "swiss": pairs_swiss.draw}


def draw(field: Field) -> Drawing:
    """The meetings of a round, one after the other, each board by board; whoever does not play rests."""
    law, present = field.options.team_matches, here(field)
    assert law is not UNSET
    drawn = DRAWN_BY[law.meet](_as_clubs(field))
    teams = {team.club: team for team in _teams(field)}
    hosts = Counter(home for _, (home, _) in _meetings(field))
    nobody = (STAND_IN if field.options.stand_ins else NOBODY,) * 2
    tables: list[DrawnTable] = []
    for number, meeting in enumerate(drawn.tables, 1):
        # Who has been at home less often is; otherwise the club that was drawn first.
        clubs = sorted(meeting.seats[:2], key=hosts.__getitem__)
        sides = [[pair for pair in teams[club].pairs if pair in present][: law.pairs] for club in clubs]
        for board in range(max(map(len, sides))):
            pairs = [present[side[board]].players if board < len(side) else nobody for side in sides]
            facts: dict[str, str | int] = {"home": clubs[0], "guest": clubs[1], "board": board + 1}
            short = [club for club, side in zip(clubs, sides, strict=True) if board >= len(side)]
            why = [Why("{home} against {guest}, board {board}", facts), *(meeting.why if not board else ())]
            why += [Why("{club} has no pair for this board", {"club": club}) for club in short]
            tables.append(DrawnTable(across(*pairs), tuple(why), Meeting(number, board + 1, (clubs[0], clubs[1]))))
    seated = {player for table in tables for player in table.seats}
    resting = tuple(entrant.entry for entrant in field.entrants if seated.isdisjoint(entrant.players))
    return Drawing(tuple(tables), resting, drawn.notes)


def _teams(field: Field) -> tuple[Team, ...]:
    return field.teams or ()


def _as_clubs(field: Field) -> Field:
    """The field with clubs in the place of pairs, so that clubs are drawn as pairs are."""
    club_of = {pair: team.club for team in _teams(field) for pair in team.pairs}
    met = _meetings(field)
    byes = tuple((round, tuple(_resting(entries, club_of, round, met))) for round, entries in field.byes)
    played = Counter(club for _, clubs in met for club in clubs)
    present = here(field)
    able = [team.club for team in _teams(field) if not present.keys().isdisjoint(team.pairs)]
    return replace(
        field,
        entrants=tuple(Entrant(club, (club, club), field.round - 1 - played[club]) for club in able),
        everybody=tuple(Entrant(club, (club, club)) for club in sorted(team.club for team in _teams(field))),
        past=tuple(Past(round, number, (a, b, a, b)) for (round, number), (a, b) in met),
        byes=byes,
        apart=(),
        options=replace(field.options, stand_ins=False),
    )


def _meetings(field: Field) -> list[tuple[tuple[int, int], Clubs]]:
    """The meetings before this round, by round and number."""
    meetings = {(one.round, one.meeting.number): one.meeting.clubs for one in field.past if one.meeting is not UNSET}
    return sorted(meetings.items())


def _resting(
    entries: Iterable[str], club_of: dict[str, str], round: int, met: Sequence[tuple[tuple[int, int], Clubs]]
) -> list[str]:
    """The clubs of which nobody played though somebody was there."""
    play = {club for (number, _), clubs in met if number == round for club in clubs}
    return [club for club in dict.fromkeys(club_of[entry] for entry in entries if entry in club_of) if club not in play]


def boards(field: Field, drawing: Drawing) -> Iterator[Violation]:
    """Everybody plays for their own club, and the boards are in the captain's order."""
    of = entry_of(field)
    place = {pair: (team.club, at) for team in _teams(field) for at, pair in enumerate(team.pairs)}
    last: dict[tuple[int, int], int] = {}
    for number, table in enumerate(drawing.tables, 1):
        if table.meeting is UNSET:
            continue
        for side, (player, whose) in enumerate(zip(table.seats[:2], table.meeting.clubs, strict=True)):
            club, order = place.get(of.get(player, ""), (whose, -1))
            above = last.get((table.meeting.number, side), -1)
            if club != whose:
                why = Why("{entry} is not of {club}", {"entry": of[player], "club": whose})
                yield Violation(True, "wrong_club", why, number, (player,))
            elif 0 <= order < above:
                why = Why("{entry} comes before the board above in the captain's order", {"entry": of[player]})
                yield Violation(False, "board_order", why, number, (player,))
            last[table.meeting.number, side] = max(order, above)


def standings(boards: Sequence[Board], resting: Iterable[str], options: DrawOptions) -> dict[str, dict[str, float]]:
    """A point for every meeting won, half of one where it is level; boards won; the difference over all boards.

    A meeting counts once all its boards do. In a Swiss system a club that rests has won, with nothing on its boards.

    >>> from tantera.formats.drawing.field import TeamMatches
    >>> law = DrawOptions(team_matches=TeamMatches(2, "swiss", "points"))
    >>> first = Board(1, 1, ("A", "B"), (2, 0), (30, -30), (100, 70))
    >>> second = Board(1, 1, ("A", "B"), (0, 2), (-9, 9), (91, 100))
    >>> found = standings([first, second], ["C"], law)
    >>> found["A"], found["C"]["match_points"]
    ({'match_points': 1, 'boards_won': 1, 'difference': 21}, 1)
    """
    law = options.team_matches
    assert law is not UNSET
    halves: Counter[str] = Counter()
    won: Counter[str] = Counter()
    difference: Counter[str] = Counter()
    meetings: dict[tuple[int, int], list[Board]] = defaultdict(list)
    for board in boards:
        meetings[board.round, board.meeting].append(board)
    for of_it in meetings.values():
        for side, club in enumerate(of_it[0].clubs):
            won[club] += sum(board.won[side] for board in of_it if board.won is not None)
            difference[club] += sum(board.difference[side] for board in of_it if board.won is not None)
        if all(board.won is not None for board in of_it):
            for club, share in zip(of_it[0].clubs, _shared(of_it, law.level), strict=True):
                halves[club] += share
    for club in resting:
        halves[club] += 2 if law.meet == "swiss" else 0
    every = dict.fromkeys((*won, *resting))
    return {
        club: {"match_points": _points(halves[club]), "boards_won": _points(won[club]), "difference": difference[club]}
        for club in every
    }


def _shared(of_it: Sequence[Board], level: str) -> tuple[int, int]:
    """What a meeting brings to both, in halves of a point."""
    boards = [sum(board.won[side] for board in of_it if board.won) for side in (0, 1)]
    points = [sum(board.points[side] for board in of_it) for side in (0, 1)]
    for home, guest in (boards, points if level == "points" else (0, 0)):
        if home != guest:
            return (2, 0) if home > guest else (0, 2)
    return (1, 1)


def _points(halves: int) -> float:
    return halves / 2 if halves % 2 else halves // 2


FORMAT = Format(
    name="pairs-team-matches",
    words="pairs, clubs against clubs",
    listed=8,
    enters="pair",
    draw=draw,
    checks=(*always("pair"), nobody_left, boards),
    asks=(
        Setting("team_pairs", "Pairs of a club in a meeting", "clubs against clubs; left empty: 3", least=1, most=50),
        Setting(
            "teams_meet",
            "How clubs meet",
            choices=(("round_robin", "everybody against everybody"), ("swiss", "Swiss system")),
        ),
        Setting(
            "level_meeting",
            "A meeting that is level",
            choices=(("points", "more points win it, then half a point each"), ("half", "half a point each")),
        ),
        pairs_swiss.PAIRING,
        pairs_round_robin.LEGS,
    ),
    rounds=lambda course: pairs_round_robin.rounds(course.teams, course.options.legs),
    bye="nothing",
    teams=standings,
    team_sums=(
        TeamSum("match_points", "meetings", "meetings won; half a point where one is level"),
        TeamSum("boards_won", "boards", "boards won in all meetings"),
        TeamSum("difference", "diff.", "difference: own points less the other side's, over all boards", signed=True),
    ),
    headings={"wrong_club": "plays for another club", "board_order": "order of the boards"},
)
