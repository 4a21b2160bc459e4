"""Every draw is verified: who may be drawn, who sits out, who meets whom, and where.

Tables of four by rank have partners that change: the exchanges of the text, one after the other (CI-1). Where the text
can be read two ways (whether the lower table of an exchange must be right as well; which pairing comes second in round
1) every reading is worked out, and a draw that agrees with one of them is right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tantera.tournament.check import swiss
from tantera.tournament.check.clubs import club_meetings
from tantera.tournament.check.examined import (
    Draw,
    byes_are,
    everybody_somewhere,
    hard_broken,
    kept_apart,
    meets_at_most,
    met,
    opposed,
    partnered,
    soft_ideals,
    with_stand_ins,
)
from tantera.tournament.check.knocked import alone, groups_round, knock_out
from tantera.tournament.check.memory import Memory, Round, stands_in
from tantera.tournament.check.report import Report
from tantera.tournament.check.sums import drawable
from tantera.words import Phrase

Four = tuple[str, ...]
Cost = tuple[int, ...]
"""Hard rules broken, partners repeated, wishes not met."""
Judge = Callable[[Four], Cost]
"""What a table costs, by its seats."""

SEATS = {"1+4v2+3": (0, 1, 3, 2), "1+3v2+4": (0, 1, 2, 3), "1+2v3+4": (0, 2, 1, 3)}
"""Which of the four, the best first, sits on seats 1, 2, 3, 4."""


def pairings(table_seating: str) -> list[str]:
    """In the order in which they are tried."""
    other = "1+3v2+4" if table_seating == "1+4v2+3" else "1+4v2+3"
    return [table_seating, other, "1+2v3+4"]


def best(four: list[str], tried: list[str], judge: Judge) -> tuple[Cost, Four]:
    """The first pairing of four that costs least. `four` has the best first."""
    cheapest: tuple[Cost, Four] | None = None
    for name in tried:
        seats = tuple(four[place] for place in SEATS[name])
        cost = judge(seats)
        if cheapest is None or cost < cheapest[0]:
            cheapest = cost, seats
    assert cheapest is not None
    return cheapest


def seated(order: list[str], tried: list[str], judge: Judge, *, both: bool) -> tuple[list[Four], bool]:
    """The tables, and whether players had to be exchanged between them."""
    place = {player: at for at, player in enumerate(order)}
    tables = [order[at : at + 4] for at in range(0, len(order), 4)]
    exchanged = False
    for at in range(len(tables)):
        if not any(best(tables[at], tried, judge)[0]):
            continue
        exchanged = True
        upper = at if at + 1 < len(tables) else at - 1
        if upper < 0:
            break
        for ours, theirs in _exchanges(tables[upper], tables[upper + 1], place):
            above = _with(tables[upper], ours, theirs, place)
            below = _with(tables[upper + 1], theirs, ours, place)
            right = not any(best(above, tried, judge)[0])
            if upper == at - 1 or both:
                right = right and not any(best(below, tried, judge)[0])
            if right:
                tables[upper], tables[upper + 1] = above, below
                break
    return [best(four, tried, judge)[1] for four in tables], exchanged


def _exchanges(upper: list[str], lower: list[str], place: dict[str, int]) -> list[tuple[str, str]]:
    """The least difference in rank first; where equal, the higher ranked of the upper table. Stand-ins complete the
    last table and stay there."""
    pairs = [(ours, theirs) for ours in upper for theirs in lower if not (stands_in(ours) or stands_in(theirs))]
    return sorted(pairs, key=lambda pair: (place[pair[1]] - place[pair[0]], place[pair[0]]))


def _with(table: list[str], gone: str, come: str, place: dict[str, int]) -> list[str]:
    return sorted([player for player in table if player != gone] + [come], key=place.__getitem__)


def readings(order: list[str], table_seating: str, number: int, judge: Judge) -> Iterator[tuple[list[Four], bool]]:
    """What the draw may have been."""
    if number > 1:
        orders = [pairings(table_seating)]
    else:
        orders = [["1+3v2+4", "1+4v2+3", "1+2v3+4"], ["1+3v2+4", "1+2v3+4", "1+4v2+3"]]
    for tried in orders:
        for both in (True, False):
            yield seated(order, tried, judge, both=both)


def verify(memory: Memory, at: Round, report: Report, event: int) -> None:
    """Everything that the text says about a drawing of this format."""
    draw = Draw(memory, at, report, event)
    report.saw("draws")
    if not _whole(draw):
        return
    {
        "individual": _individual,
        "pairs-swiss": _swiss,
        "pairs-round-robin": _round_robin,
        "pairs-knock-out": knock_out,
        "pairs-groups": groups_round,
        "pairs-team-matches": club_meetings,
        "alone-winners-on": alone,
        "alone-one-round": alone,
    }[memory.law.format](draw)
    if memory.law.pairs and not memory.law.of_clubs:
        for table in at.tables:
            _higher_ranked_at_home(draw, table.number)


def _whole(draw: Draw) -> bool:
    """Everybody at most once, nobody who may not be drawn, seats as the format has them."""
    before = len(draw.report.violations)
    can, of = set(drawable(draw.memory)), draw.memory.entry_of
    seen: set[str] = set()
    for table in draw.at.tables:
        seats = [player for player in table.seats if not stands_in(player)]
        for player in seats:
            if of.get(player) not in can:
                say = Phrase("{player} sits at table {table} and cannot be drawn", player=player, table=table.number)
                draw.broken("not_drawable", say, table.number)
            if player in seen:
                say = Phrase("{player} sits twice in round {round}", player=player, round=draw.number)
                draw.broken("twice", say, table.number)
            seen.add(player)
        if not draw.memory.law.alone and len(table.seats) != 4:
            draw.broken("size", Phrase("table {table} has not four seats", table=table.number), table.number)
        elif draw.memory.law.pairs:
            _pairs_seated(draw, table.number)
    for entry in draw.at.byes:
        if entry not in can:
            draw.broken("not_drawable", Phrase("{entry} has a bye and cannot be drawn", entry=entry))
        if set(draw.memory.entries[entry].players) & seen:
            draw.broken("twice", Phrase("{entry} has a bye and a table", entry=entry))
        seen |= set(draw.memory.entries[entry].players)
    return len(draw.report.violations) == before


def _pairs_seated(draw: Draw, table: int) -> None:
    """Partners opposite, in the order they were entered; the higher ranked pair on seats 1 and 3."""
    seats = draw.at.tables[table - 1].seats
    both = draw.entries_at(table - 1)
    empty = [all(map(stands_in, seats[at::2])) for at in (0, 1)]
    if draw.memory.law.of_clubs and any(empty) and not all(empty):
        both.insert(empty.index(True), "")
    if len(both) != 2 or any(
        list(seats[at::2]) != draw.memory.entries[both[at]].players for at in (0, 1) if both[at] in draw.memory.entries
    ):
        draw.broken("seats", Phrase("table {table}: partners are not seated as they were entered", table=table), table)


def _higher_ranked_at_home(draw: Draw, table: int) -> None:
    both, order = draw.entries_at(table - 1), draw.order
    if all(entry in order for entry in both) and order.index(both[0]) > order.index(both[1]):
        say = Phrase("table {table}: the higher ranked pair is not on seats 1 and 3", table=table)
        draw.broken("home", say, table)


def _byes(draw: Draw, size: int) -> list[str]:
    """Who must sit out: the fewest byes so far, of them the lowest ranked; in round 1 the last of the lot."""
    order = draw.order
    if draw.memory.law.get("stand_ins") and size == 4:
        return []
    many = len(order) % size
    if draw.number == 1:
        return order[len(order) - many :]
    lowest_first = sorted(order, key=lambda entry: (draw.memory.sat_out(entry, draw.number), -order.index(entry)))
    return [entry for entry in order if entry in lowest_first[:many]]


def _byes_are_right(draw: Draw, size: int) -> bool:
    draw.report.saw("byes computed again")
    return byes_are(draw, _byes(draw, size))


def _individual(draw: Draw) -> None:
    if not _byes_are_right(draw, 4):
        return
    if draw.balanced:
        _balanced(draw)
        return
    memory, law = draw.memory, draw.memory.law
    players = [memory.entries[entry].players[0] for entry in draw.order if entry not in draw.at.byes]
    players += [f"*{at + 1}" for at in range(-len(players) % 4)]
    drawn = [_numbered(tuple(table.seats)) for table in draw.at.tables]
    last = law.get("avoid_partners", 0)
    had = partnered(memory, draw.number, last)

    def judge(seats: Four) -> Cost:
        sides = frozenset(seats[0::2]), frozenset(seats[1::2])
        return hard_broken(memory, draw.number, seats), sum(side in had for side in sides)

    def wishes(seats: Four) -> Cost:
        return *judge(seats), hard_broken(memory, draw.number, seats, hard=False)

    seating = law.get("table_seating", "1+4v2+3")
    possible = list(readings(players, seating, draw.number, judge))
    shown = [[_numbered(four) for four in tables] for tables, _ in possible]
    wished = list(readings(players, seating, draw.number, wishes))
    found = _sum([judge(four) for four in drawn])
    least = min(_sum([judge(four) for four in tables]) for tables in shown)
    soft_ideals(draw)
    draw.report.missed("partners repeated", found[1], draw.number)
    if drawn in shown:
        draw.report.saw("tables computed again")
    elif drawn in [[_numbered(four) for four in tables] for tables, _ in wished]:
        draw.report.saw("tables computed again, with wishes")
    elif not any(exchanged for _, exchanged in possible + wished):
        _wrong_tables(draw, drawn, shown[0])
    elif found > least:
        say = Phrase(
            "round {round}: {found} rules and partners are broken or repeated where {wanted} are enough",
            round=draw.number,
            found=sum(found),
            wanted=sum(least),
        )
        draw.broken("avoidable", say)
    else:
        draw.report.saw("exchanges weighed")
        moved = min(_moved(players, drawn) - _moved(players, tables) for tables in shown)
        draw.report.missed("tables moved by exchanges", moved, draw.number)


def _balanced(draw: Draw) -> None:
    """First the partners, then which pairs meet: nothing better may be found for either."""
    memory, number = draw.memory, draw.number
    order = [memory.entries[entry].players[0] for entry in draw.order if entry not in draw.at.byes]
    tables = [tuple(table.seats) for table in draw.at.tables]
    if len(order) % 4:  # who is left over sits with stand-ins
        order, last = _left_over(draw, order)
        if not tables or {seat for seat in tables.pop() if not stands_in(seat)} != set(last):
            draw.broken("byes", Phrase("round {round}: others than the rule gives play with stand-ins", round=number))
            return
    place = {player: at for at, player in enumerate(order)}
    if set(place) != {seat for seats in tables for seat in seats}:
        draw.broken("left_out", Phrase("round {round}: not everybody who plays is at a table", round=number))
        return
    drawn = [tuple(place[player] for player in seats) for seats in tables]
    for at, (one, two, three, four) in enumerate(drawn, 1):
        if not (one < three and two < four and one < two) or (at > 1 and drawn[at - 2][0] > one):
            draw.broken("seats", Phrase("table {table}: not seated best first", table=at), at)
    pairs = sorted((min(side), max(side)) for seats in drawn for side in (seats[0::2], seats[1::2]))
    had = partnered(memory, number, number)
    opponents = opposed(memory, number)

    def apart(a: int, b: int, kind: str) -> bool:
        return kept_apart(memory, number, order[a], order[b], kind, hard=True)

    def partners(a: int, b: int) -> swiss.Cost:
        again = frozenset((order[a], order[b])) in had
        return int(apart(a, b, "partners")), int(again), (a + b - len(order) + 1) ** 2

    def meeting(one: int, other: int) -> swiss.Cost:
        (a, b), (c, d) = pairs[one], pairs[other]
        across = [(x, y) for x in (a, b) for y in (c, d)]
        again = sum(frozenset((order[x], order[y])) in opponents for x, y in across)
        return sum(apart(x, y, "opponents") for x, y in across), again, (a + b - c - d) ** 2

    met_at = {pair: at for at, pair in enumerate(pairs)}
    meet = [(met_at[seats[0], seats[2]], met_at[seats[1], seats[3]]) for seats in drawn if seats[0] < seats[2]]
    soft_ideals(draw)
    draw.report.saw("balanced partners searched again")
    for sentence, count, chosen, edge in (
        ("round {round}: the partners cost {found} (rules, repeats, squares), {wanted} is possible",
         len(order), pairs, partners),
        ("round {round}: the meetings cost {found} (rules, repeats, squares), {wanted} is possible",
         len(pairs), [(min(both), max(both)) for both in meet], meeting),
    ):  # fmt: skip
        found, _ = swiss.better(count, chosen, edge, True)
        cost = swiss.total(chosen, edge)
        if found is None or (_softly(draw) and found[:2] == cost[:2]):
            continue
        told = {"found": ", ".join(map(str, cost)), "wanted": ", ".join(map(str, found))}
        draw.broken("pairing", Phrase(sentence, round=number, **told))


def _softly(draw: Draw) -> bool:
    """Whether a wish may have cost something."""
    return any(not apart.hard and apart.holds(draw.number) for apart in draw.memory.aparts)


def _left_over(draw: Draw, order: list[str]) -> tuple[list[str], list[str]]:
    """Whose number is no multiple of four: those who would rest otherwise."""
    memory = draw.memory
    of = memory.entry_of

    def times(player: str) -> int:
        return memory.sat_out(of[player], draw.number) + with_stand_ins(memory, player, draw.number)

    lowest_first = sorted(order, key=lambda player: (times(player), -order.index(player)))
    last = lowest_first[: len(order) % 4]
    return [player for player in order if player not in last], [player for player in order if player in last]


def _wrong_tables(draw: Draw, drawn: list[Four], wanted: list[Four]) -> None:
    for number, (right, four) in enumerate(zip(wanted, drawn, strict=False), 1):
        if right != four:
            say = Phrase(
                "table {table} has {found}; by rank it is {wanted}",
                table=number,
                found=" ".join(four),
                wanted=" ".join(right),
            )
            draw.broken("by_rank", say, number)


def _moved(players: list[str], tables: list[Four]) -> int:
    """By how many tables players sit away from where their rank puts them."""
    return sum(abs(players.index(player) // 4 - at) for at, four in enumerate(tables) for player in four)


def _numbered(four: Four) -> Four:
    """Stand-ins are nobody: their numbers follow the seats."""
    names = iter(sorted(filter(stands_in, four)))
    return tuple(next(names) if stands_in(player) else player for player in four)


def _sum(costs: list[Cost]) -> Cost:
    return tuple(map(sum, zip(*costs, strict=True))) if costs else (0, 0)


def _swiss(draw: Draw) -> None:
    if not _byes_are_right(draw, 2):
        return
    memory = draw.memory
    plays = [entry for entry in draw.order if entry not in draw.at.byes]
    place = {entry: at for at, entry in enumerate(plays)}
    drawn = [tuple(sorted(place[entry] for entry in draw.entries_at(at))) for at in range(len(draw.at.tables))]
    already = met(memory, draw.number)
    folded = memory.law.get("pairing") == "folded" and draw.number > 1
    square = swiss.squares(len(plays), folded)

    def apart(a: int, b: int, *, hard: bool) -> int:
        one, other = (memory.entries[plays[at]].players for at in (a, b))
        return sum(kept_apart(memory, draw.number, x, y, "opponents", hard=hard) for x in one for y in other)

    def edge(a: int, b: int) -> swiss.Cost:
        return int(apart(a, b, hard=True) > 0), int(frozenset((plays[a], plays[b])) in already), square(a, b)

    pairs = [(pair[0], pair[1]) for pair in drawn]
    found, exact = swiss.better(len(plays), pairs, edge, folded)
    draw.report.saw("pairings by exact search" if exact else "pairings by every exchange of two tables")
    draw.report.missed("repeats", swiss.total(pairs, edge)[1], draw.number)
    soft_ideals(draw)
    if found is None:
        return
    drawn_cost = swiss.total(pairs, edge)
    softly = any(apart(a, b, hard=False) for a in range(len(plays)) for b in range(a))
    if softly and found[:2] == drawn_cost[:2]:
        draw.report.missed("rank differences for keeping apart", drawn_cost[2] - found[2], draw.number)
        return
    say = Phrase(
        "round {round}: the pairing costs {found} (rules, repeats, squares), {wanted} is possible",
        round=draw.number,
        found=", ".join(map(str, drawn_cost)),
        wanted=", ".join(map(str, found)),
    )
    draw.broken("pairing", say)


def _round_robin(draw: Draw) -> None:
    everybody = set(draw.order)
    meets_at_most(draw, int(draw.memory.law.get("legs", 1)))
    everybody_somewhere(draw, everybody)
    fewest = len(everybody) % 2
    draw.report.missed("more rest than needed", len(draw.at.byes) - fewest, draw.number)
    if draw.number == 1:
        order = draw.order
        pairs = [set(order[at : at + 2]) for at in range(0, len(order) - 1, 2)]
        if [set(draw.entries_at(at)) for at in range(len(draw.at.tables))] != pairs:
            draw.report.missed("round 1 in the order of the lot", 1, 1)
