"""Points and places: what every confirmed slip, default, bye and penalty comes to, one table after the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from hashlib import sha256
from typing import Any

from tantera.rules import Limit
from tantera.tournament.check.duplicate import mean, rest, share, standing
from tantera.tournament.check.memory import EMPTY, Memory, Round, Table

Number = int | float
PLAIN = ("duplicate", "points_won", "difference", "points_for", "re_entries", "wins", "efectividad")
"""What can be added up."""
NEVER = 10**6
"""The round in which somebody lost who is still in."""


@dataclass
class Sum:
    """What an entry has brought together."""

    points_won: Number = 0
    wins: int = 0
    difference: int = 0
    points_for: int = 0
    re_entries: int = 0
    lost: set[int] = field(default_factory=set)
    """The rounds in which a match was lost."""
    won: set[int] = field(default_factory=set)
    duplicate: list[Fraction] = field(default_factory=list)
    """What each round was worth beside the same tiles elsewhere."""
    penalty: int = 0

    def add(self, won: Number, difference: int, own: int) -> None:
        self.points_won += won
        self.wins += won == 1
        self.difference += difference
        self.points_for += own


@dataclass
class Meeting:
    """A match that was played, for those who are level: entries, what each won and scored in it."""

    won: dict[str, Number]
    scored: dict[str, int]

    def among(self, entry: str, level: list[str]) -> bool:
        """Whether an entry played here, and with nobody who is not level with it. Those who stood in are nobody."""
        return entry in self.won and len(self.won) > 1 and all(one in level for one in self.won)


@dataclass
class Count:
    """The sums of all entries, and the matches they come from."""

    sums: dict[str, Sum]
    meetings: list[Meeting] = field(default_factory=list)


def count(memory: Memory, *, upto: int | None = None, with_byes_of_open: bool = False) -> Count:
    """Everything that counts: of published rounds, and byes once their round is closed. A draft of the next round
    counts the byes of the open one, too."""
    counted = Count({entry: Sum() for entry in memory.entries})
    of = memory.entry_of
    for at in memory.published:
        if upto is not None and at.number > upto:
            break
        for table in at.tables:
            _table(memory, at, table, counted, of)
        if at.stage == "closed" or with_byes_of_open:
            for entry in at.byes:
                _bye(memory, at, counted.sums[entry])
    for penalty in memory.penalties:
        if not memory.law.alone and (upto is None or penalty["round"] <= upto):
            counted.sums[of[penalty["player"]]].difference += penalty["difference"]
            counted.sums[of[penalty["player"]]].penalty -= penalty["difference"]
    return counted


def basis(memory: Memory) -> dict[str, Any]:
    """What a draft rests on: every entry's sums out of results, defaults, byes and penalties."""
    return dict(count(memory, with_byes_of_open=True).sums)


def limit_at(memory: Memory, at: Round, table: Table) -> Limit:
    """The final may have a limit of its own."""
    return memory.law.final if is_final(memory, at) and _decides(memory, at, table) else memory.law.limit


def _decides(memory: Memory, at: Round, table: Table) -> bool:
    """Not the match for third place, which is at table 1 where one of the finalists has gone."""
    return memory.law.alone or memory.entry_of.get(table.seats[0]) in at.slots


def is_final(memory: Memory, at: Round) -> bool:
    """A bracket with two places left, or everybody alone at one table."""
    if memory.law.format == "alone-winners-on":
        return len(at.tables) == 1
    return len(at.slots) == 2


def _bye(memory: Memory, at: Round, total: Sum) -> None:
    law = memory.law
    worthless = law.alone or law.of_clubs or law.format == "pairs-round-robin"
    if worthless or (law.format == "pairs-groups" and not at.slots):
        return
    own, other = law.bye
    total.add(1, own - other, own)
    if law.duplicate:
        total.duplicate.append(mean(memory))


def _table(memory: Memory, at: Round, table: Table, counted: Count, of: dict[str, str]) -> None:
    if memory.law.alone:
        _alone(memory, at, table, counted, of)
    elif at.is_default(table):
        _default(memory, at, table, counted, of)
    elif table.status == "confirmed" and table.score is not None:
        _played(memory, at, table, counted, of)


def _entries_of(side: list[str], of: dict[str, str]) -> list[str]:
    """The entries of a side: two players, or the pair once."""
    return list(dict.fromkeys(of[player] for player in side if player in of))


def _lost(at: Round, total: Sum) -> None:
    total.lost.add(at.number)


def _default(memory: Memory, at: Round, table: Table, counted: Count, of: dict[str, str]) -> None:
    """CI-8: 100-70 for those who came, 0-100 for both partners of a side where somebody is missing."""
    present_own, present_other, absent_own, _ = memory.law.default_score
    lacking = at.lacking(table)
    meeting = Meeting({}, {})
    for side in table.sides:
        came = not lacking & set(side)
        for entry in _entries_of(side, of):
            total = counted.sums[entry]
            if came and not table.absent >= set(memory.entries[entry].players):
                total.add(1, present_own - present_other, present_own)
                if memory.law.duplicate:
                    total.duplicate.append(mean(memory))
                total.won.add(at.number)
                meeting.won[entry], meeting.scored[entry] = 1, present_own
            else:
                _stayed_away(memory, total)
                _lost(at, total)
                meeting.won[entry], meeting.scored[entry] = 0, absent_own
    if EMPTY not in table.seats:
        counted.meetings.append(meeting)


def _stayed_away(memory: Memory, total: Sum) -> None:
    """Nothing, and in a duplicate round the worst that there is."""
    _, _, points, other = memory.law.default_score
    total.add(0, points - other, points)
    if memory.law.duplicate:
        total.duplicate.append(Fraction(min(0, points - other) if memory.law.duplicate["score"] == "butler" else 0))


def _played(memory: Memory, at: Round, table: Table, counted: Count, of: dict[str, str]) -> None:
    assert table.score is not None
    law = memory.law
    cap = law.cap(limit_at(memory, at, table))
    capped = [points if cap is None else min(points, cap) for points in table.score]
    absent_own = law.default_score[2]
    first = share(memory, at, table) if law.duplicate else Fraction(0)
    theirs = (first, rest(memory, first)) if law.duplicate else ()
    meeting = Meeting({}, {})
    for own, side in enumerate(table.sides):
        other = 1 - own
        ahead = table.winner == ("1+3", "2+4")[own]
        level = table.score[0] == table.score[1] and law.get("level_at_end") == "half_point" and not table.expelled
        won: Number = 0.5 if level else int(ahead)
        difference = 0 if table.won_by_nobody else capped[own] - capped[other]
        winners = {"1+3": 0, "2+4": 1}.get(str(table.winner))
        if winners is not None and table.score[winners] < table.score[1 - winners]:
            difference = 0  # somebody was expelled while ahead
        for entry in _entries_of(side, of):
            total = counted.sums[entry]
            if all(player in table.absent for player in memory.entries[entry].players):
                _stayed_away(memory, total)
                _lost(at, total)
                meeting.won[entry], meeting.scored[entry] = 0, absent_own
                continue
            total.add(won, difference, table.score[own])
            if law.duplicate:
                total.duplicate.append(theirs[own])
            meeting.won[entry], meeting.scored[entry] = won, table.score[own]
            halved = level and not at.slots  # nobody has to go on, and nobody has lost
            if not halved and (table.winner is not None or table.won_by_nobody):
                (total.won if ahead else total.lost).add(at.number)
    counted.meetings.append(meeting)


def _alone(memory: Memory, at: Round, table: Table, counted: Count, of: dict[str, str]) -> None:
    """Who did not come has all re-entries used and the limit in points where points are bad; the others play on."""
    lacking = at.lacking(table)
    for player in table.absent & set(of):
        total = counted.sums[of[player]]
        if at.is_default(table) or table.status == "confirmed":
            _never_came(memory, total)
            _lost(at, total)
    here = [player for player in table.seats if player not in lacking]
    if at.is_default(table):
        for player in here:
            if player in table.absent:  # who stood in was there, for nobody
                continue
            counted.sums[of[player]].won.add(at.number)
            counted.sums[of[player]].add(
                1, 0, 0 if memory.law.book.options.points_hurt else memory.law.default_score[0]
            )
        return
    if table.status != "confirmed" or table.score is None:
        return
    meeting = Meeting({}, {})
    for seat, player in enumerate(table.seats):
        if player not in of or player in table.absent:
            continue
        total = counted.sums[of[player]]
        won = 1 if table.winner == seat + 1 else 0
        total.add(won, 0, table.score[seat])
        total.re_entries += table.re_entries[seat] if table.re_entries else 0
        meeting.won[of[player]], meeting.scored[of[player]] = won, table.score[seat]
        (total.won if won else total.lost).add(at.number)
    counted.meetings.append(meeting)


def _never_came(memory: Memory, total: Sum) -> None:
    book = memory.law.book
    if book.options.points_hurt:
        total.points_for += memory.law.limit.points or 0
        total.re_entries += book.re_entry.most if book.re_entry is not None else 0


def _points_for(memory: Memory, counted: Count, _: list[str]) -> Callable[[str], Number]:
    sign = -1 if memory.law.book.options.points_hurt else 1
    return lambda entry: sign * counted.sums[entry].points_for


def _head_to_head(_: Memory, counted: Count, level: list[str]) -> Callable[[str], Number]:
    return lambda entry: sum(meeting.won[entry] for meeting in counted.meetings if meeting.among(entry, level))


def _points_among_tied(_: Memory, counted: Count, level: list[str]) -> Callable[[str], Number]:
    return lambda entry: sum(meeting.scored[entry] for meeting in counted.meetings if meeting.among(entry, level))


def group_numbers(memory: Memory) -> dict[str, int]:
    return {entry: number for number, group in enumerate(groups_of(memory), 1) for entry in group}


def groups_of(memory: Memory) -> list[list[str]]:
    """Who is in which group: dealt when round 1 was drawn, and who joined them later."""
    groups = [list(group) for group in memory.rounds[0].groups] if memory.rounds else []
    for at in memory.rounds:
        for entry, group in at.joining.items():
            groups[group].append(entry)
    return groups


def _group(memory: Memory, _: Count, __: list[str]) -> Callable[[str], Number]:
    numbers = group_numbers(memory)
    return lambda entry: -numbers.get(entry, NEVER)


def lost_in(memory: Memory, counted: Count, entry: str) -> Number:
    """The round in which somebody lost; the match for third place is no round of the bracket, but of those who lost in
    the round before who won it is third and who lost it fourth. Who has not lost and is not in the latest round came
    further than who lost the last one they were in, and not as far as the next; 0: never in it."""
    rounds = [at for at in memory.published if memory.law.format != "pairs-groups" or at.slots]
    total = counted.sums[entry]
    there = [at.number for at in rounds if entry in (at.slots if at.slots else memory.seated(at) | set(at.byes))]
    for at in rounds:
        if at.slots and entry not in at.slots and at.number in total.won | total.lost:
            return at.number - 1 + (0.25 if at.number in total.won else 0.125)
    lost = [number for number in there if number in total.lost]
    if lost:
        return lost[0]
    if not there:
        return 0
    return NEVER if there[-1] == rounds[-1].number else there[-1] + 0.5


def drawable(memory: Memory) -> list[str]:
    """Who can be drawn now: who is here, and has not lost too often."""
    most = memory.law.get("out_after_losses", 0)
    sums = count(memory).sums if most else {}
    return [entry for entry in memory.drawable() if not most or len(sums[entry].lost) < most]


def _stayed_how_long(memory: Memory, counted: Count, _: list[str]) -> Callable[[str], Number]:
    """The round in which somebody lost for the last time they could; who went by themselves stayed a little longer
    than who was beaten in the last round they were in."""
    most, rounds = int(memory.law.get("out_after_losses", 0)), memory.published

    def stayed(entry: str) -> Number:
        lost = sorted(counted.sums[entry].lost)
        if len(lost) >= most:
            return lost[most - 1]
        last = max(at.number for at in rounds if entry in memory.seated(at) or entry in at.byes)
        return NEVER if last == rounds[-1].number else last + 0.5

    return stayed


def _in_group(memory: Memory, counted: Count, _: list[str]) -> Callable[[str], Number]:
    """Of those who stayed in their groups: the place that they had there; who went on is parted already."""
    ended = group_places(memory)
    went_on = {slot for at in memory.published for slot in at.slots}
    return lambda entry: 0 if entry in went_on else -ended.get(entry, NEVER)


def group_places(memory: Memory) -> dict[str, int]:
    """The place of everybody in their group after its last round; nothing while groups are being played."""
    knocked = [at.number for at in memory.published if at.slots]
    if memory.law.format != "pairs-groups" or not knocked:
        return {}
    before = replace(
        memory,
        rounds=[at for at in memory.rounds if at.number < knocked[0]],
        penalties=[penalty for penalty in memory.penalties if penalty["round"] < knocked[0]],
        expelled={player: number for player, number in memory.expelled.items() if number < knocked[0]},
    )
    counted = count(before, with_byes_of_open=True)
    sat = {entry for at in before.rounds for entry in before.seated(at) | set(at.byes)}
    places: dict[str, int] = {}
    for group in groups_of(memory):
        who = [entry for entry in group if entry in sat and not before.out(before.entries[entry])]
        places |= {entry: place for place, entry in enumerate(ranking(before, counted, who, by_group=False), 1)}
    return places


BY: dict[str, Callable[[Memory, Count, list[str]], Callable[[str], Number]]] = {
    "points_won": lambda memory, counted, level: lambda entry: counted.sums[entry].points_won,
    "wins": lambda memory, counted, level: lambda entry: counted.sums[entry].wins,  # half a point is none
    "difference": lambda memory, counted, level: lambda entry: counted.sums[entry].difference,
    "efectividad": lambda memory, counted, level: lambda entry: counted.sums[entry].difference,
    "points_for": _points_for,
    "re_entries": lambda memory, counted, level: lambda entry: -counted.sums[entry].re_entries,
    "head_to_head": _head_to_head,
    "points_among_tied": _points_among_tied,
    "lost_in": lambda memory, counted, level: lambda entry: lost_in(memory, counted, entry),
    "stayed": _stayed_how_long,
    "in_group": _in_group,
    "group": _group,
    "duplicate": lambda memory, counted, level: lambda entry: duplicate_of(memory, counted.sums[entry]),
}
"""What places may be decided by: the more the better."""


def ranking(
    memory: Memory,
    counted: Count,
    who: list[str],
    told: dict[str, dict[str, Number]] | None = None,
    *,
    by_group: bool = True,
) -> list[str]:
    """The best first: by each tie-break in turn among those still level, and by the lot at last. What those had in the
    matches among themselves is written into `told`."""
    keys = [key for key in memory.law.ranked_by if key != "lot"]
    if memory.law.format in ("pairs-knock-out", "alone-winners-on") or any(at.slots for at in memory.published):
        keys = ["lost_in", *(["in_group"] if by_group else []), *keys]
    elif told is not None and memory.law.get("out_after_losses", 0):
        keys = ["stayed", *keys]
    elif memory.law.format == "pairs-groups" and by_group:
        keys = ["group", *keys]
    lot = {entry: place for place, entry in enumerate(memory.in_lot_order())}

    def order(level: list[str], left: list[str]) -> list[str]:
        if not left:
            return sorted(level, key=lot.__getitem__)
        value = BY[left[0]](memory, counted, level)
        if told is not None and left[0] in ("head_to_head", "points_among_tied"):
            for entry in level:
                told.setdefault(entry, {})[left[0]] = value(entry)
        ranked: list[str] = []
        for wanted in sorted({value(entry) for entry in level}, reverse=True):
            ranked += order([entry for entry in level if value(entry) == wanted], left[1:])
        return ranked

    return order(list(who), keys)


def ranked_now(memory: Memory, *, by_group: bool = True) -> list[str]:
    """Everybody still in the standings, as a draw of the next round sees them. Groups that are over rank no more."""
    counted = count(memory, with_byes_of_open=True)
    who = [entry.id for entry in memory.entries.values() if not memory.out(entry)]
    return ranking(memory, counted, who, by_group=by_group)


def standings(memory: Memory, upto: int | None = None) -> list[dict[str, Any]]:
    """The table of points. Who was expelled is not in it, nor who never had a table or a bye."""
    counted = count(memory, upto=upto)
    rounds = [at for at in memory.published if upto is None or at.number <= upto]
    sat = {entry for at in rounds for entry in memory.seated(at) | set(at.byes)}
    who = [entry.id for entry in memory.entries.values() if entry.id in sat and not memory.out(entry)]
    told: dict[str, dict[str, Number]] = {}
    ranked = ranking(memory, counted, who, told)
    number, ended = group_numbers(memory), group_places(memory)
    lines = []
    for place, entry in enumerate(ranked, 1):
        line: dict[str, Any] = {"place": place, "entry": entry, "values": values(memory, counted, entry)}
        line["values"].update(told.get(entry, {}))
        if entry in number:
            line["group"] = number[entry]
        if entry in ended:
            line["group_place"] = ended[entry]
        lines.append(line)
    return lines


def values(memory: Memory, counted: Count, entry: str) -> dict[str, Number]:
    total = counted.sums[entry]
    if memory.law.alone:
        plain: dict[str, Number] = {"re_entries": total.re_entries, "points_for": total.points_for}
        counts = "points_won" in memory.law.ranked_by or not memory.law.book.options.points_hurt
        return {**plain, "points_won": total.points_won} if counts else plain
    figures = {"points_won": total.points_won, "difference": total.difference, "points_for": total.points_for}
    if memory.law.duplicate:
        figures = {"duplicate": duplicate_of(memory, total)} | figures
    named = {"wins": total.wins, "efectividad": total.difference}
    return figures | {key: value for key, value in named.items() if key in memory.law.ranked_by}


def duplicate_of(memory: Memory, total: Sum) -> Number:
    return standing(memory, total.duplicate, total.penalty)


def teams(memory: Memory, lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The sums of each club's n best, the best club first."""
    best = memory.law.get("teams")
    if not best:
        return []
    clubs: dict[str, list[dict[str, Any]]] = {}
    least = best if memory.law.alone else 1  # where fewer is better, few players would be an advantage
    for line in lines:
        own = set(memory.entries[line["entry"]].clubs.values())
        club = own.pop() if len(own) == 1 else None
        if club:
            clubs.setdefault(club, []).append(line["values"])
    lot = {club: sha256(f"{memory.seed}/{club}".encode()).hexdigest() for club in clubs}
    summed = {
        club: {key: _tenths(sum(one[key] for one in of[:best])) for key in of[0] if key in PLAIN}
        for club, of in clubs.items()
        if len(of) >= least
    }
    fewer = {"re_entries"} | ({"points_for"} if memory.law.book.options.points_hurt else set())
    keys = [key for key in memory.law.ranked_by if key in PLAIN and all(key in one for one in summed.values())]
    ranked = sorted(summed, key=lambda club: ([-summed[club][k] * (-1 if k in fewer else 1) for k in keys], lot[club]))
    return [{"place": place, "club": club, "values": summed[club]} for place, club in enumerate(ranked, 1)]


def _tenths(value: Number) -> Number:
    return value if isinstance(value, int) else round(value, 1)
