"""Formats with rounds that not everybody reaches: knock-out, groups, winners on."""

from __future__ import annotations

from tantera.tournament.check import bracket
from tantera.tournament.check.examined import (
    Draw,
    byes_are,
    everybody_somewhere,
    hard_broken,
    lost_before,
    meets_at_most,
)
from tantera.tournament.check.memory import Round
from tantera.tournament.check.sums import count, drawable, groups_of, ranking
from tantera.words import Phrase


def _tables_are(draw: Draw, wanted: list[set[str]], byes: list[str]) -> None:
    found = [set(draw.entries_at(at)) for at in range(len(draw.at.tables))]
    for at, both in enumerate(found, 1):
        if both not in wanted:
            say = Phrase("{entries} do not meet in this bracket", entries=", ".join(sorted(both)))
            draw.broken("bracket", say, at)
    for both in wanted:
        if both not in found:
            say = Phrase("{entries} should meet in round {round}", entries=", ".join(sorted(both)), round=draw.number)
            draw.broken("bracket", say)
    byes_are(draw, byes)


def knock_out(draw: Draw) -> None:
    draw.at.slots = slots_of(draw)
    tables, byes = bracket.meetings(draw.at.slots)
    if len(draw.at.slots) == 2:
        tables += _for_third(draw)
    _tables_are(draw, tables, byes)
    draw.report.saw("brackets computed again")
    third = len(tables) == 2 and len(draw.at.slots) == 2 and len(draw.at.tables) == 2
    if third and set(draw.entries_at(1)) != tables[1]:
        draw.broken("bracket", Phrase("the match for third place is not at table 2"), 2)


def slots_of(draw: Draw) -> list[str | None]:
    """The places of the bracket in this round: seeded at first, then who has not lost."""
    if draw.number == 1:
        order = draw.order
        places = [None if seed is None else order[seed - 1] for seed in bracket.seeded(len(order))]
        return _kept_apart(draw, places)
    return _onward(draw, draw.memory.rounds[draw.number - 2])


def _kept_apart(draw: Draw, places: list[str | None]) -> list[str | None]:
    """Where the bracket would bring together who is kept apart, the lower seeds of round 1 may change places."""
    tables, _ = bracket.meetings(places)
    entries = draw.memory.entries
    seats = [[player for entry in both for player in entries[entry].players] for both in tables]
    wrong = [
        four for four in seats if any(hard_broken(draw.memory, 1, _seated(four), hard=hard) for hard in (True, False))
    ]
    if not wrong:
        return places
    draw.report.saw("brackets with players kept apart")
    against = [draw.entries_at(at) for at in range(len(draw.at.tables))]
    for at in range(0, len(places), 2):
        upper, lower = places[at], places[at + 1]
        if upper is not None and lower is not None:
            others = [one for both in against if upper in both for one in both if one != upper]
            places[at + 1] = others[0] if others else lower
    return places


def _seated(four: list[str]) -> list[str]:
    """Two pairs, partners opposite."""
    return [four[0], four[2], four[1], four[3]]


def _onward(draw: Draw, before: Round) -> list[str | None]:
    if len(before.slots) < 2:
        return []  # the final has been played
    lost = lost_before(draw)
    can = set(drawable(draw.memory))
    places, _ = bracket.onward(before.slots, lost)
    draw.at.walked = [place for place in places if place is not None and place not in can]
    return [place if place in can else None for place in places]


def _for_third(draw: Draw) -> list[set[str]]:
    before = draw.memory.rounds[draw.number - 2] if draw.number > 1 else None
    if before is None or len(before.slots) != 4:
        return []
    _, losers = bracket.onward(before.slots, lost_before(draw))
    can = set(drawable(draw.memory))
    here = {one for one in losers + before.walked if one in can}
    return [here] if len(here) == 2 else []


def groups_round(draw: Draw) -> None:
    memory, law = draw.memory, draw.memory.law
    if draw.number == 1:
        draw.at.groups = bracket.dealt(draw.order, int(law.get("groups", 1)))
    groups = [list(group) for group in draw.at.groups] or groups_of(memory)
    legs = int(law.get("legs", 1))
    if draw.number <= bracket.group_rounds(groups, legs):
        _joined(draw, groups)
        everybody_somewhere(draw, set(draw.order))
        number = {entry: at for at, group in enumerate(groups) for entry in group}
        for table in draw.at.tables:
            both = draw.entries_at(table.number - 1)
            if len({number.get(entry) for entry in both}) != 1:
                say = Phrase("{entries} are of different groups", entries=", ".join(sorted(both)))
                draw.broken("groups", say, table.number)
        meets_at_most(draw, legs)
        draw.report.saw("rounds of groups")
        return
    _after_groups(draw, groups, bracket.group_rounds(groups, legs))


def _after_groups(draw: Draw, groups: list[list[str]], stages: int) -> None:
    memory, law = draw.memory, draw.memory.law
    draw.report.saw("rounds after groups")
    if draw.number > stages + 1:
        _later(draw, memory.rounds[draw.number - 2])
        return
    counted, can = count(memory, with_byes_of_open=True), set(drawable(memory))
    # Who has withdrawn keeps the place in the group, and the matches against those who are level; the next one goes on.
    # Who was expelled is ranked no more, and level with nobody.
    stay = [[one for one in group if not memory.out(memory.entries[one])] for group in groups]
    ranked = [[one for one in ranking(memory, counted, group) if one in can] for group in stay]
    through = [group[: int(law.get("advance", 1))] for group in ranked]
    everybody_somewhere(draw, {one for group in through for one in group})
    first = {group[0] for group in through if group}
    room = len(draw.at.tables) + len(draw.at.byes)
    for table in draw.at.tables:
        if set(draw.entries_at(table.number - 1)) <= first and len(first) <= room:
            say = Phrase("table {table}: two winners of groups meet at once", table=table.number)
            draw.broken("winners_apart", say, table.number)
    _as_drawn(draw, len(draw.at.tables))


def _joined(draw: Draw, groups: list[list[str]]) -> None:
    """Who came late joins the first group in which somebody rests for want of an opponent."""
    known = {entry for group in groups for entry in group}
    for entry in draw.memory.in_lot_order():
        odd = [at for at, group in enumerate(groups) if len(group) % 2]
        if entry in draw.order and entry not in known and odd:
            groups[odd[0]].append(entry)
            draw.at.joining[entry] = odd[0]


def _later(draw: Draw, before: Round) -> None:
    """After the first round of the knock-out: those who have not lost, and for third place those who lost the last."""
    can, won = set(drawable(draw.memory)), _winners(draw) | set(before.byes)
    through = {slot for slot in before.slots if slot in can and slot in won}
    draw.at.walked = [slot for slot in before.slots if slot is not None and slot in won and slot not in can]
    third = {one for both in _for_third(draw) for one in both}
    everybody_somewhere(draw, through | third)
    main = [at for at in range(len(draw.at.tables)) if not set(draw.entries_at(at)) <= third or not third]
    _as_drawn(draw, len(main))
    if len(before.slots) >= 4:  # a meeting to which nobody came has its places
        draw.at.slots += [None] * (len(before.slots) // 2 - len(draw.at.slots))


def _as_drawn(draw: Draw, tables: int) -> None:
    """The places of the bracket as the tables have them: the order of the halves is the draw's own."""
    here: list[str | None] = []
    for at in range(tables):
        here += draw.entries_at(at)
    for bye in draw.at.byes:
        here += [bye, None]
    draw.at.slots = here + [None] * (len(bracket.seeded(len(here))) - len(here))


def alone(draw: Draw) -> None:
    order = draw.order
    if draw.number > 1:
        order = [entry for entry in order if entry in _winners(draw)]
    everybody_somewhere(draw, set(order))
    found = [len(table.seats) for table in draw.at.tables]
    wanted = bracket.sizes(len(order))
    if sorted(found) != sorted(wanted):
        say = Phrase(
            "round {round}: tables of {found}; {count} players make tables of {wanted}",
            round=draw.number,
            found=", ".join(map(str, found)),
            count=len(order),
            wanted=", ".join(map(str, wanted)),
        )
        draw.broken("size", say)
    elif draw.number == 1 and not draw.memory.aparts:
        seats = [player for table in draw.at.tables for player in table.seats]
        if seats != [draw.memory.entries[entry].players[0] for entry in order]:
            draw.broken("by_lot", Phrase("round 1 does not follow the lot"))
    draw.report.saw("tables for everybody alone")


def _winners(draw: Draw) -> set[str]:
    """Who won in the round before; a table whose slip is missing sends nobody on."""
    sums = count(draw.memory).sums
    return {entry for entry, total in sums.items() if draw.number - 1 in total.won}
