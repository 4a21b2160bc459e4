"""How many rounds a format has, which of them is the final, and who is in which group."""

from __future__ import annotations

from msgspec.structs import replace

from tantera.tournament.draw import groups as draw_groups
from tantera.tournament.draw import knock_out, round_robin
from tantera.tournament.draw.field import DrawOptions, Entrant, Field, Past
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


def groups(event: EventState) -> tuple[tuple[str, ...], ...]:
    """Dealt one by one in the order of the lot, as round 1 sat; before it is drawn, as it would be."""
    known: tuple[tuple[str, ...], ...] | None = event.__dict__.get("groups")
    if known is None:
        known = event.__dict__["groups"] = _groups(event)
    return known


def _groups(event: EventState) -> tuple[tuple[str, ...], ...]:
    options = DrawOptions(groups=event.options.groups)
    if not event.played:
        field = Field(event.format, 1, 1, event.seed, tuple(_entrant(event, one) for one in starters(event)))
        return draw_groups.dealt(replace(field, options=options))
    past = tuple(
        Past(round.number, place, table.seats) for round in event.played for place, table in enumerate(round.tables, 1)
    )
    byes = tuple((round.number, round.byes) for round in event.played)
    everybody = tuple(_entrant(event, entry) for entry in by_lot(event.seed, event.entries))
    return draw_groups.dealt(
        Field(event.format, 2, 1, event.seed, (), everybody=everybody, past=past, byes=byes, options=options)
    )


def _entrant(event: EventState, entry: str) -> Entrant:
    return Entrant(entry, event.entries[entry].ids)


def group_rounds(event: EventState) -> int:
    """How many rounds are played in groups before the knock-out."""
    return draw_groups.group_rounds(groups(event), event.options.legs)


def all_rounds(event: EventState) -> int | None:
    """How many rounds there can be at most; None: as many as the director draws."""
    natural = _natural(event) if event.format in SCHEDULED and event.entries else None
    limits = [number for number in (natural, event.rounds) if number is not None]
    return min(limits, default=None)


def _natural(event: EventState) -> int | None:
    match event.format:
        case "pairs-round-robin":
            return round_robin.rounds(len(starters(event)), event.options.legs)
        case "pairs-knock-out":
            return knock_out.rounds(len(starters(event)))
        case "pairs-groups":
            return draw_groups.rounds(groups(event), event.options.legs, event.options.advance)
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
            places = round.bracket
            return len(places) == 2 and event.players.get(round.tables[table - 1].seats[0]) in places
        case "alone-winners-on":
            return len(round.tables) == 1
        case _:
            return False
