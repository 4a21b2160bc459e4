"""A table as a passer-by sees it: the carro, small, and who plays. Drawn from a spectator's view and nothing else."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from markupsafe import Markup
from msgspec import Struct

from tantera.layout import draw_table, places
from tantera.play import View, view
from tantera.play.actors import SPECTATOR
from tantera.play.match import Match
from tantera.tables import TableState
from tantera.tables.seen import eyes_on_the_match
from tantera.tiles import Chain
from tantera.web.tables.live import LiveTable

_drawn: WeakKeyDictionary[LiveTable, tuple[Chain | None, Markup]] = WeakKeyDictionary()
"""The last picture of each table: it is drawn anew when a tile has been laid, however many look."""


class TableInList(Struct, frozen=True):
    """A public table, as anybody may see it."""

    table: str
    book: str
    players: list[str]
    """By seat; empty where nobody sits."""
    sides: list[list[str]]
    """Who plays with whom."""
    score: tuple[int, ...]
    """By side."""
    playing: bool
    hand: int
    """The number of the hand in play; 0 before the first."""
    turn: str
    """Whose turn it is; empty where it is nobody's."""
    free_seats: int
    watchers: int
    watching: bool
    """Whether one may look on."""
    limit: str
    """As DGN writes it: ``200p 40m``."""


def in_list(table: LiveTable) -> TableInList:
    state, public = table.state, passers_by(table.state)
    chairs = [chair.name for chair in state.chairs]
    names = list(public.names) if public is not None else chairs
    return TableInList(
        table=table.id,
        book=state.law.book,
        players=names,
        sides=[[names[seat - 1] for seat in side] for side in _sides(state, public)],
        score=public.score if public is not None else (),
        playing=state.in_play is not None,
        hand=public.number if public is not None else 0,
        turn=public.names[public.turn - 1] if public is not None and public.turn is not None else "",
        free_seats=sum(not chair.taken for chair in state.chairs),
        watchers=watchers(state),
        watching=state.settings.watching != "nobody",
        limit=str(state.book.options.limit),
    )


def passers_by(state: TableState) -> View | None:
    """The match as anybody may see it; None where there is none, or nobody may look on."""
    if state.match is None or eyes_on_the_match(state, SPECTATOR) is None:
        return None
    return view(state.match, SPECTATOR)


def watchers(state: TableState) -> int:
    """How many look on and are there."""
    seated = {*state.players, state.referee}
    return sum(guest.presence.here and guest.person not in seated for guest in state.guests)


def picture(table: LiveTable) -> Markup | None:
    """The carro on the table; None where nobody may look on."""
    public = passers_by(table.state)
    if public is None:
        return None
    known = _drawn.get(table)
    if known is None or known[0] is not public.chain:
        known = _drawn[table] = public.chain, Markup(_draw(public))  # draw_table escapes what it writes
    return known[1]


def picture_for(match: Match, seat: int) -> Markup:
    """The carro as somebody who plays has it before them."""
    return Markup(_draw(view(match, seat), below=seat))


def _draw(public: View, below: int = 1) -> str:
    title = " — ".join(" · ".join(public.names[seat - 1] for seat in side) for side in public.sides)
    tile_set, opener = public.book.options.set, public.opener or 1
    laid = places(public.chain, tile_set) if public.chain is not None else ()
    return draw_table(laid, title, seat_offset=(below - opener) % len(public.names), bleed=True, theme=None)


def _sides(state: TableState, shown: View | None) -> tuple[tuple[int, ...], ...]:
    if shown is not None:
        return shown.sides
    return ((1, 3), (2, 4)) if state.book.options.play == "pairs" else tuple((seat,) for seat in _seats(state))


def _seats(state: TableState) -> range:
    return range(1, len(state.chairs) + 1)
