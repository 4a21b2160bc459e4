"""How many rounds a format has, which of them is the final, and who is in which group."""

from __future__ import annotations

from tantera.formats.drawing.field import DrawOptions, Entrant, Field, Past
from tantera.formats.format import Groups
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


def draw_options(event: EventState) -> DrawOptions:
    """The options that a draw obeys."""
    own = event.options
    return DrawOptions(**{key: getattr(own, key) for key in DrawOptions.__struct_fields__})


def groups(event: EventState) -> Groups:
    """Who is in which group, as round 1 sat, or before it is drawn as it would be; none where there are no groups."""
    known: Groups | None = event.__dict__.get("groups")
    if known is None:
        dealt = event.kind.groups
        known = event.__dict__["groups"] = dealt(_seated(event)) if dealt is not None else ()
    return known


def _seated(event: EventState) -> Field:
    """Who sat where so far, or would be drawn now: what groups are made of."""
    options = draw_options(event)
    if not event.played:
        began = tuple(_entrant(event, entry) for entry in starters(event))
        return Field(event.format, 1, 1, event.seed, began, options=options)
    past = tuple(
        Past(round.number, place, table.seats) for round in event.played for place, table in enumerate(round.tables, 1)
    )
    byes = tuple((round.number, round.byes) for round in event.played)
    everybody = tuple(_entrant(event, entry) for entry in by_lot(event.seed, event.entries))
    return Field(event.format, 2, 1, event.seed, (), everybody=everybody, past=past, byes=byes, options=options)


def _entrant(event: EventState, entry: str) -> Entrant:
    return Entrant(entry, event.entries[entry].ids)


def group_rounds(event: EventState) -> int:
    """How many rounds are played in groups before the knock-out."""
    count = event.kind.group_rounds
    return count(groups(event), event.options.legs) if count is not None else 0


class _Course:
    """How far an event has come, as its format asks."""

    def __init__(self, event: EventState) -> None:
        self._event = event
        self.options = draw_options(event)

    @property
    def starters(self) -> int:
        return len(starters(self._event))

    @property
    def groups(self) -> Groups:
        return groups(self._event)

    @property
    def teams(self) -> int:
        return len({self._event.club_of(entry) for entry in starters(self._event)})

    @property
    def decided_in(self) -> int | None:
        last = self._event.published[-1] if self._event.published else None
        return last.number if last is not None and len(last.tables) <= 1 else None


def all_rounds(event: EventState) -> int | None:
    """How many rounds there can be at most; None: as many as the director draws."""
    rounds = event.kind.rounds
    natural = rounds(_Course(event)) if rounds is not None and event.entries else None
    limits = [number for number in (natural, event.rounds) if number is not None]
    return min(limits, default=None)


def knocks_out(event: EventState, round: int) -> bool:
    """Whether who loses in this round is out of the running."""
    when = event.kind.knock_out
    return when == "always" or (when == "after_groups" and round > group_rounds(event))


def byes_are_worth(event: EventState, round: int) -> bool:
    """In a round robin a bye is worth nothing at all."""
    worth = event.kind.bye
    return worth == "won" or (worth == "won_in_knock_out" and knocks_out(event, round))


def is_final(event: EventState, round: Round, table: int) -> bool:
    """The table, counted from 1, that decides the event."""
    if event.alone:
        return knocks_out(event, round.number) and len(round.tables) == 1
    places = round.bracket
    return len(places) == 2 and event.players.get(round.tables[table - 1].seats[0]) in places
