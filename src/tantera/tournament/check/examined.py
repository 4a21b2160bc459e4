"""A drawing under examination, and what both programs of pairs and of single players ask of it."""

from __future__ import annotations

from dataclasses import dataclass

from tantera.tournament.check.bracket import group_rounds
from tantera.tournament.check.memory import Memory, Round, stands_in
from tantera.tournament.check.report import Report
from tantera.tournament.check.sums import count, drawable, groups_of, ranked_now
from tantera.words import Phrase


@dataclass
class Draw:
    """A drawing under examination. It lies on top of what was known when it was drawn."""

    memory: Memory
    at: Round
    """The drawn round, as it was before anybody edited it."""
    report: Report
    event: int

    def broken(self, code: str, say: Phrase, table: int | None = None) -> None:
        self.report.broken(code, say, event=self.event, round=self.at.number, table=table)

    @property
    def number(self) -> int:
        return self.at.number

    @property
    def order(self) -> list[str]:
        """Everybody who can be drawn, the best first; in round 1 in the order of the lot."""
        can = set(drawable(self.memory))
        legs = int(self.memory.law.get("legs", 1))
        by_group = self.number <= group_rounds(groups_of(self.memory), legs)
        if self.number == 1 or self.balanced:
            return [entry for entry in self.memory.in_first_order() if entry in can]
        ranked = ranked_now(self.memory, by_group=by_group)
        better = self.memory.better_half  # nobody, where nobody was seeded
        if better and self.number <= int(self.memory.law.get("accelerated", 0)):
            sums = count(self.memory, with_byes_of_open=True).sums
            ranked.sort(key=lambda entry: -sums[entry].points_won - (entry in better))
        return [entry for entry in ranked if entry in can]

    @property
    def balanced(self) -> bool:
        """Whether the strong partner the weak, by the seeds."""
        return self.number <= int(self.memory.law.get("balanced", 0))

    @property
    def by_hand(self) -> bool:
        """Whether somebody has changed a round before this one, so that a plan made beforehand no longer holds."""
        return any(at.edited for at in self.memory.rounds if at.number < self.number)

    def entries_at(self, table: int) -> list[str]:
        """The entries of a table by their seats: a pair once."""
        of = self.memory.entry_of
        return list(dict.fromkeys(of[player] for player in self.at.tables[table].seats if player in of))


def kept_apart(memory: Memory, number: int, a: str, b: str, kind: str, *, hard: bool) -> bool:
    """Whether two players may not be this to each other in this round."""
    return any(
        apart.hard == hard and apart.holds(number) and apart.kind in (kind, "both") and {a, b} <= set(apart.players)
        for apart in memory.aparts
    )


def hard_broken(memory: Memory, number: int, seats: list[str] | tuple[str, ...], *, hard: bool = True) -> int:
    """How often a table breaks a rule of keeping apart."""
    players = [player for player in seats if not stands_in(player)]
    broken = 0
    for at, a in enumerate(players):
        for b in players[at + 1 :]:
            partners = not memory.law.alone and (seats.index(a) - seats.index(b)) % 2 == 0
            if memory.law.pairs and partners:
                continue
            broken += kept_apart(memory, number, a, b, "partners" if partners else "opponents", hard=hard)
    return broken


def partnered(memory: Memory, number: int, last: int) -> set[frozenset[str]]:
    """Who was whose partner in the last n rounds; an absent one was nobody's."""
    found = set()
    for at in memory.rounds:
        if at.number < number and at.number >= number - last:
            for table in at.tables:
                for side in table.sides:
                    if len(side) == 2 and not set(side) & table.absent and not any(map(stands_in, side)):
                        found.add(frozenset(side))
    return found


def opposed(memory: Memory, number: int) -> set[frozenset[str]]:
    """Who has met whom before, both being there."""
    found = set()
    for at in memory.rounds:
        for table in at.tables if at.number < number else ():
            for ours, theirs in ((one, other) for one in table.sides[0] for other in table.sides[1]):
                if not {ours, theirs} & table.absent and not (stands_in(ours) or stands_in(theirs)):
                    found.add(frozenset((ours, theirs)))
    return found


def with_stand_ins(memory: Memory, player: str, before: int) -> int:
    """How often somebody has sat at a table that stand-ins completed."""
    tables = (table for at in memory.rounds if at.number < before for table in at.tables)
    return sum(player in table.seats and any(map(stands_in, table.seats)) for table in tables)


def met(memory: Memory, before: int, *, defaults: bool = False) -> dict[frozenset[str], int]:
    """How often two pairs have met. A default is no meeting."""
    of = memory.entry_of
    times: dict[frozenset[str], int] = {}
    for at in memory.rounds:
        for table in at.tables:
            if at.number < before and (defaults or not at.is_default(table)):
                both = frozenset(of[player] for player in table.seats if player in of)
                times[both] = times.get(both, 0) + 1
    return times


def lost_before(draw: Draw) -> set[str]:
    """Who lost in the round before this one."""
    sums = count(draw.memory).sums
    return {entry for entry, total in sums.items() if draw.number - 1 in total.lost}


def everybody_somewhere(draw: Draw, everybody: set[str]) -> None:
    here = {entry for at in range(len(draw.at.tables)) for entry in draw.entries_at(at)} | set(draw.at.byes)
    for entry in sorted(everybody - here):
        say = Phrase("{entry} has neither a table nor a bye in round {round}", entry=entry, round=draw.number)
        draw.broken("left_out", say)
    for entry in sorted(here - everybody):
        say = Phrase("{entry} plays in round {round} and is not in it", entry=entry, round=draw.number)
        draw.broken("not_in_it", say)


def meets_at_most(draw: Draw, legs: int) -> None:
    already = met(draw.memory, draw.number, defaults=True)
    for table in draw.at.tables:
        both = frozenset(draw.entries_at(table.number - 1))
        if already.get(both, 0) >= legs and draw.by_hand:
            draw.report.missed("met again after a change by hand", 1, draw.number, table.number)
        elif already.get(both, 0) >= legs:
            say = Phrase("{entries} meet once too often", entries=", ".join(sorted(both)))
            draw.broken("met_before", say, table.number)


def soft_ideals(draw: Draw) -> None:
    for table in draw.at.tables:
        missed = hard_broken(draw.memory, draw.number, table.seats, hard=False)
        draw.report.missed("kept apart if possible", missed, draw.number, table.number)


def byes_are(draw: Draw, wanted: list[str]) -> bool:
    """Whether those sit out whom the rule gives."""
    right = sorted(wanted) == sorted(draw.at.byes)
    if not right:
        found, given = (", ".join(sorted(byes)) or "–" for byes in (draw.at.byes, wanted))
        say = "round {round}: {found} sit out, the rule gives {wanted}"
        draw.broken("byes", Phrase(say, round=draw.number, found=found, wanted=given))
    return right
