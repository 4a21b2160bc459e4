"""How many rounds a format has, which of them is the final, and who is in which group."""

from __future__ import annotations

from tantera.tournament.formats import SCHEDULED
from tantera.tournament.lot import by_lot
from tantera.tournament.state import EventState, Round


def starters(event: EventState) -> list[str]:
    """The entries that began, in the order of the lot: brackets, schedules and groups are made of them.

    Before round 1 is drawn, those who could be drawn now.
    """
    if not event.played:
        return by_lot(event.seed, (one.entry for one in event.entries.values() if can_be_drawn(event, one.entry)))
    return by_lot(event.seed, in_round(event, event.played[0]))


def in_round(event: EventState, round: Round) -> set[str]:
    """The entries that play in a round or sit out in it."""
    seated = (event.players[seat] for table in round.tables for seat in table.seats if seat in event.players)
    return {*seated, *round.byes}


def can_be_drawn(event: EventState, entry: str) -> bool:
    one = event.entries[entry]
    return event.is_active(one) and (one.checked_in or not event.anybody_checked_in)


def groups(event: EventState) -> list[list[str]]:
    """Dealt one by one in the order of the lot."""
    began = starters(event)
    count = min(event.options.groups, max(1, len(began)))
    return [began[place::count] for place in range(count)]


def rounds_of_a_round_robin(entries: int, legs: int) -> int:
    """
    >>> rounds_of_a_round_robin(4, 1), rounds_of_a_round_robin(5, 2)
    (3, 10)
    """
    return (entries - 1 + entries % 2) * legs


def rounds_of_a_knock_out(entries: int) -> int:
    """
    >>> [rounds_of_a_knock_out(entries) for entries in (1, 2, 3, 4, 5, 8, 9)]
    [0, 1, 2, 2, 3, 3, 4]
    """
    return max(0, entries - 1).bit_length()


def group_rounds(event: EventState) -> int:
    """How many rounds are played in groups before the knock-out."""
    return rounds_of_a_round_robin(max(map(len, groups(event))), event.options.legs)


def all_rounds(event: EventState) -> int | None:
    """How many rounds there can be at most; None: as many as the director draws."""
    natural = _natural(event) if event.format in SCHEDULED and event.entries else None
    limits = [number for number in (natural, event.rounds) if number is not None]
    return min(limits, default=None)


def _natural(event: EventState) -> int | None:
    match event.format:
        case "pairs-round-robin":
            return rounds_of_a_round_robin(len(starters(event)), event.options.legs)
        case "pairs-knock-out":
            return rounds_of_a_knock_out(len(starters(event)))
        case "pairs-groups":
            through = sum(min(event.options.advance, len(group)) for group in groups(event))
            return group_rounds(event) + rounds_of_a_knock_out(through)
        case "alone-one-round":
            return 1
        case "alone-winners-on":
            last = event.published[-1] if event.published else None
            return last.number if last is not None and len(last.tables) <= 1 else None
        case _:
            return None


def knocks_out(event: EventState, round: int) -> bool:
    """Whether who loses in this round is out of the running."""
    match event.format:
        case "pairs-knock-out" | "alone-winners-on":
            return True
        case "pairs-groups":
            return round > group_rounds(event)
        case _:
            return False


def byes_are_worth(event: EventState, round: int) -> bool:
    """In a round robin a bye is worth nothing at all."""
    match event.format:
        case "pairs-round-robin":
            return False
        case "pairs-groups":
            return knocks_out(event, round)
        case _:
            return True


def is_final(event: EventState, round: Round, table: int) -> bool:
    """The table, counted from 1, that decides the event."""
    match event.format:
        case "pairs-knock-out" | "pairs-groups":
            return table == 1 and knocks_out(event, round.number) and round.number == _natural(event)
        case "alone-winners-on":
            return len(round.tables) == 1
        case _:
            return False
