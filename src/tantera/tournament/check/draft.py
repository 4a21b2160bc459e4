"""The draft that lies on the desk, as the second program sees it: three counts that anybody can make by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tantera.tournament.check.audit import followed
from tantera.tournament.check.examined import hard_broken, met, partnered
from tantera.tournament.check.memory import Memory, Round, stands_in
from tantera.tournament.check.sums import drawable
from tantera.words import Phrase


@dataclass(frozen=True)
class DraftCount:
    """What was counted in a draft as it stands, changes by hand included."""

    round: int
    seated: int
    """Entries at a table."""
    resting: int
    twice: tuple[str, ...]
    """Players with more than one place."""
    left_out: tuple[str, ...]
    """Entries that can be drawn and have no place."""
    apart: tuple[int, ...]
    """Tables where somebody meets whom they are kept apart from."""
    kept: int
    """How many wishes of keeping apart hold in this round."""
    fresh: int
    """Sides whose partners are new, or tables whose pairs have not met."""
    sides: int
    """Of how many; 0 where the event avoids no repeats."""
    repeated: tuple[int, ...]
    """Tables with the others."""
    faults: int
    """Rules that the whole log breaks, from its first event on."""
    events: int
    head: str


def count_draft(lines: Sequence[bytes]) -> DraftCount | None:
    """Follows the log from the beginning and counts the draft at its end; None where there is none."""
    report, memory = followed(lines)
    at = memory.draft if memory is not None else None
    if memory is None or at is None:
        return None
    places = Counter(player for table in at.tables for player in table.seats if not stands_in(player))
    for entry in at.byes:
        places.update(memory.entries[entry].players)
    seated = memory.seated(at)
    has_a_place = seated | set(at.byes)
    repeated, sides = _repeated(memory, at)
    return DraftCount(
        round=at.number,
        seated=len(seated),
        resting=len(at.byes),
        twice=tuple(sorted(player for player, times in places.items() if times > 1)),
        left_out=tuple(sorted(entry for entry in _wanted(memory, at) if entry not in has_a_place)),
        apart=tuple(table.number for table in at.tables if hard_broken(memory, at.number, table.seats)),
        kept=sum(one.hard and one.holds(at.number) for one in memory.aparts),
        fresh=sides - len(repeated),
        sides=sides,
        repeated=tuple(dict.fromkeys(repeated)),
        faults=len(report.violations),
        events=report.events,
        head=report.head,
    )


def _wanted(memory: Memory, at: Round) -> list[str]:
    """Who is to have a place. Where losers go home, that is those who are drawn: the bracket is verified elsewhere."""
    going_home = memory.law.format in ("pairs-knock-out", "pairs-groups", "alone-winners-on")
    return [] if going_home and at.number > 1 else drawable(memory)


def _repeated(memory: Memory, at: Round) -> tuple[list[int], int]:
    """The tables of partners, or of pairs, who have been together before; and how many sides or tables there are."""
    if memory.law.alone:
        return [], 0
    if memory.law.pairs:
        before = met(memory, at.number)
        of = memory.entry_of
        both = [(table.number, frozenset(of[seat] for seat in table.seats if seat in of)) for table in at.tables]
        return [number for number, pair in both if before.get(pair, 0)], len(both)
    last = int(memory.law.get("avoid_partners", 0))
    if not last:
        return [], 0
    had = partnered(memory, at.number, last)
    sides = [
        (table.number, frozenset(side))
        for table in at.tables
        for side in (table.seats[0::2], table.seats[1::2])
        if not any(map(stands_in, side))
    ]
    return [number for number, side in sides if side in had], len(sides)


def told_of(count: DraftCount, pairs: bool) -> list[tuple[bool, Phrase]]:
    """The counts in words, each with whether it is as it should be."""
    lines = [
        (not count.twice, Phrase("{count} seated once, nobody twice", count=count.seated))
        if not count.twice
        else (False, Phrase("{count} sit twice", count=len(count.twice))),
        (True, Phrase("nobody left out, {count} rest", count=count.resting))
        if not count.left_out
        else (False, Phrase("{count} have no place", count=len(count.left_out))),
        (True, Phrase("nobody meets whom they are kept apart from"))
        if not count.apart
        else (False, Phrase("kept apart and together: tables {tables}", tables=", ".join(map(str, count.apart)))),
    ]
    if count.sides:
        sentence = Phrase("partners not repeated: {fresh} of {sides}", fresh=count.fresh, sides=count.sides)
        if pairs:
            sentence = Phrase("tables that have not met: {fresh} of {sides}", fresh=count.fresh, sides=count.sides)
        lines.append((not count.repeated, sentence))
    lines.append(
        (True, Phrase("the whole log followed again: {events} records", events=count.events))
        if not count.faults
        else (False, Phrase("{count} records that should have been refused", count=count.faults))
    )
    return lines
