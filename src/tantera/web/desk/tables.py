"""The screen *tables*: results by keyboard on the left, every table of the round on the right."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, Final

from litestar import get, post
from litestar.params import FromQuery
from litestar.response import Redirect, Template
from markupsafe import Markup
from msgspec import Struct

from tantera.tournament.agenda import Condition, conditions
from tantera.tournament.changes import Changes, moved_by, to_repair
from tantera.tournament.decided import missing_slips
from tantera.tournament.hall.online import can_go_back, can_go_online, online_at
from tantera.tournament.hall.orders import CloseWindow
from tantera.tournament.hall.state import HallState
from tantera.tournament.names import BETWEEN, plain
from tantera.tournament.orders import CloseRound, Repair
from tantera.tournament.state import Round, Table, TournamentState
from tantera.tournament.sums import NAMES, SIDES
from tantera.tournament.telling import (
    LogLine,
    disagreement,
    last_of_tables,
    named,
    score_told,
    seat_name,
    seated,
    teller,
)
from tantera.web.access.visitors import Ask, Form
from tantera.web.clock import now
from tantera.web.desk.shell import (
    SURE,
    AtDesk,
    Desk,
    at_desk,
    back_to,
    desk_page,
    glance_at,
    nothing_to_do,
    would_change,
)
from tantera.web.pages.rendering import part
from tantera.web.tournaments.keyed import keyed_result, number
from tantera.web.tournaments.online import Glance
from tantera.words import Phrase, Problem

FILTERS: Final[tuple[tuple[str, str, frozenset[Condition]], ...]] = (
    ("missing", "Missing slips", frozenset({"missing"})),
    ("disputed", "Disputed", frozenset({"disputed"})),
    ("entered", "To confirm", frozenset({"entered"})),
    ("to_begin", "To begin", frozenset({"to_begin"})),
    ("playing", "In play", frozenset({"playing"})),
    ("verified", "Verified", frozenset({"verified", "default"})),
)
"""What can be looked at alone: a key, its words, the conditions."""
SAID: Final[dict[Condition, str]] = {
    "verified": "verified",
    "default": "won by default",
    "disputed": "in dispute",
    "entered": "to be confirmed",
    "to_begin": "to begin",
    "playing": "in play",
    "missing": "no slip yet",
}
"""How a table stands, in words."""


_DRAWN: Final = 4096
"""Tables that are kept as they were drawn: of a few halls in a few languages, half a kilobyte each."""


class Side(Struct, frozen=True):
    """Those who play together: a pair, or one player alone."""

    short: str
    full: str
    points: str = ""
    won: bool = False


class BoardTable(Struct, frozen=True):
    """A table on the board."""

    table: int
    condition: Condition
    sides: tuple[Side, ...]
    score: str = ""
    other: str = ""
    """What the other side says, where it is in dispute."""
    ends: int | None = None
    """When its own time ends, where it has more than the others."""
    calls: int = 0
    objections: int = 0
    doubtful: bool = False
    """Whether its slip came from a phone that may not be the player's own."""


class FilterCount(Struct, frozen=True):
    """A filter with how many tables it leaves."""

    key: str
    words: str
    count: int


def cells(
    state: TournamentState, hall: HallState, round: Round, now: int, doubtful: frozenset[str] = frozenset()
) -> list[BoardTable]:
    """`doubtful` are players whose phone may not be their own."""
    calls = [call.table for call in hall.calls if call.round == round.number]
    open_objections = [one.table for one in hall.objections if one.round == round.number and one.answer is None]
    table_cells = []
    for place, (table, condition) in enumerate(zip(round.tables, conditions(state, hall, round, now), strict=True), 1):
        version = hall.version_at(round, place)
        clock = hall.clock
        longer = clock is not None and clock.round == round.number and place in clock.more
        table_cells.append(
            BoardTable(
                place,
                condition,
                tuple(sides(state, round, table)),
                "" if table.slip is None or state.alone else score_told(table.slip.score),
                score_told(version.score) if version is not None and condition == "disputed" else "",
                clock.ends(place) if longer and clock is not None else None,
                calls.count(place),
                open_objections.count(place),
                of_a_doubtful_phone(table, doubtful),
            )
        )
    return table_cells


def of_a_doubtful_phone(table: Table, doubtful: frozenset[str]) -> bool:
    """Whether a player wrote the slip, and somebody of the table has a phone that may not be their own."""
    return table.slip is not None and table.slip.by.startswith("player:") and not doubtful.isdisjoint(table.seats)


def sides(state: TournamentState, round: Round, table: Table) -> Iterable[Side]:
    slip = table.slip
    if state.alone:
        for place, player in enumerate(table.seats):
            points = "" if slip is None else str(slip.score[place])
            won = slip is not None and slip.winner == place + 1
            yield Side(seat_name(state, round, player), seated(state, round, player), points, won)
        return
    for name, seats in zip(NAMES, SIDES, strict=True):
        players = [table.seats[seat] for seat in seats]
        points = "" if slip is None else str(slip.score[NAMES.index(name)])
        yield Side(
            BETWEEN.join(seat_name(state, round, player) for player in players),
            BETWEEN.join(seated(state, round, player) for player in players),
            points,
            slip is not None and slip.winner == name,
        )


@lru_cache(maxsize=_DRAWN)
def drawn(cell: BoardTable, online: bool, live: Glance | None, address: str, alone: bool, lang: str) -> Markup:
    """A table on the board. While a hall reports the board is drawn twice a second, and most of it is as it was."""
    facts = {"cell": cell, "online": online, "live": live, "address": address, "alone": alone}
    return Markup(part("desk/parts/cell.html", lang, said=SAID, score_told=score_told, **facts))


def tallies(board: list[BoardTable]) -> list[FilterCount]:
    """A round begins at all its tables: either some have still to begin, or some play."""
    never = "playing" if any(cell.condition == "to_begin" for cell in board) else "to_begin"
    return [
        FilterCount(key, words, sum(cell.condition in of for cell in board))
        for key, words, of in FILTERS
        if key != never
    ]


def shown(cell: BoardTable, key: str, sought: str = "") -> bool:
    """Whether a table is left by a filter, and somebody sits there who is called so."""
    if any(name == key and cell.condition not in of for name, _, of in FILTERS):
        return False
    words = plain(sought).split()
    people = (plain(name) for side in cell.sides for name in side.full.split(BETWEEN)) if words else ()
    return not words or any(all(word in one for word in words) for one in people)


LAST: Final = 6
"""So many of the last records stand beside the keys."""


class Repaired(Struct, frozen=True):
    """What became of a round that was drawn on other results, and who has to be told."""

    sentence: Phrase
    moves: tuple[tuple[str, int | None, int | None], ...]


def repaired(state: TournamentState, number: int | None) -> Repaired | None:
    """What a record of a repair did; None for every other."""
    if number is None or not 1 <= number <= state.number or not isinstance(state.log.history[number - 1].order, Repair):
        return None
    moves = tuple((named(state, one.player), one.was, one.now) for one in moved_by(state, number))
    return Repaired(teller(state)(number).whole, moves)


class TablesPage(Struct, frozen=True):
    """What the desk shows of the tables of a round."""

    round: Round | None
    cells: list[BoardTable]
    shown: Callable[..., bool]
    drawn: Callable[..., Markup]
    sought: str
    found: bool
    """Whether any table is shown."""
    show: str
    tallies: list[FilterCount]
    missing: list[int]
    last: list[LogLine]
    typed: dict[str, str]
    at: BoardTable | None
    """The table that was typed."""
    refused: tuple[str, str | None, str] | None
    """In words, by which article, and the code."""
    asks: Changes | None
    repaired: Repaired | None
    done: BoardTable | None
    repair: Round | None
    to_go_online: tuple[int, ...]
    to_go_back: tuple[int, ...]
    online: dict[int, Glance | None]
    disagreement: Callable[[int], Phrase | str]


@get("/e/{tournament_id:str}/desk/tables", **at_desk("tables"))
async def tables(
    request: Ask,
    desk: AtDesk,
    round: FromQuery[int | None] = None,
    show: FromQuery[str] = "",
    done: FromQuery[int | None] = None,
    q: FromQuery[str] = "",
    repaired: FromQuery[int | None] = None,
) -> Template:
    """The open round, or another one that has been published."""
    return _page(request, desk, chosen_round(desk.state, round), show=show, done=done, sought=q, record=repaired)


def chosen_round(state: TournamentState, wanted: int | None) -> Round | None:
    """The round asked for; else the one in play, else the last that was."""
    published = {one.number: one for one in state.published}
    if wanted in published:
        return published[wanted]
    return state.open or (state.published[-1] if state.published else None)


def _page(
    request: Ask,
    desk: Desk,
    round: Round | None,
    *,
    show: str = "",
    done: int | None = None,
    sought: str = "",
    typed: dict[str, str] | None = None,
    refused: Problem | None = None,
    asks: Changes | None = None,
    record: int | None = None,
) -> Template:
    state, hall = desk.state, desk.tournament.hall
    board = cells(state, hall, round, now(), desk.doubtful) if round is not None else []
    keyed = typed or {}
    at = number(keyed.get("table", ""))
    template = desk_page(
        request,
        desk,
        "tables",
        "desk/tables.html",
        TablesPage(
            round=round,
            cells=board,
            shown=shown,
            drawn=drawn,
            sought=sought,
            found=any(shown(cell, show, sought) for cell in board),
            show=show if any(show == key for key, _, _ in FILTERS) else "",
            tallies=tallies(board),
            missing=missing_slips(state, round) if round is not None else [],
            last=last_of_tables(desk.state, LAST),
            typed=keyed,
            at=board[at - 1] if at is not None and 1 <= at <= len(board) else None,
            refused=None if refused is None else (refused.told(desk.lang), refused.article, refused.code),
            asks=asks,
            repaired=repaired(state, record),
            done=board[done - 1] if done is not None and 1 <= done <= len(board) else None,
            repair=to_repair(state),
            to_go_online=can_go_online(state, hall, round) if round is not None else (),
            to_go_back=can_go_back(state, hall, round) if round is not None else (),
            online=_online(request, desk, round),
            disagreement=lambda number: disagreement(state, hall, round, number) if round is not None else "",
        ),
    )
    if refused is not None or asks is not None:
        template.status_code = 400 if refused is not None else 409
    return template


def _online(request: Ask, desk: Desk, round: Round | None) -> dict[int, Glance | None]:
    """The tables of a round that are played online, and how each of them stands."""
    state, hall = desk.state, desk.tournament.hall
    if round is None or not hall.online:
        return {}
    numbers = range(1, len(round.tables) + 1)
    marked = (number for number in numbers if online_at(state, hall, round.number, number) is not None)
    return {number: glance_at(request, desk, round, number) for number in marked}


@post("/e/{tournament_id:str}/desk/tables", **at_desk("tables"))
async def key(request: Ask, desk: AtDesk, data: Form) -> Any:
    """A result by keyboard. What is wrong with it stands under the keys, and what was typed stays in them."""
    round = chosen_round(desk.state, number(data.get("round", "")))
    if round is None:
        return back_to(desk, "tables")
    show = data.get("show", "")
    try:
        order = keyed_result(desk.state, round, data)
        meant = f"{order.table}:{score_told(order.points)}"
        changes = would_change(desk, order)
        if (changes.seen or changes.slip_was is not None) and data.get(SURE) != meant:
            return _page(request, desk, round, show=show, typed=data | {SURE: meant}, asks=changes)
        if not nothing_to_do(desk, order):
            await desk.tournament.order(order, desk.office.by)
    except Problem as problem:
        return _page(request, desk, round, show=show, typed=data, refused=problem)
    return back_to(desk, "tables", round=round.number, show=show or None, done=order.table)


@post("/e/{tournament_id:str}/desk/tables/close", **at_desk("tables"))
async def close(request: Ask, desk: AtDesk, data: Form) -> Template | Redirect:
    """Close the open round; where a slip is missing the refusal says which."""
    if (round := chosen_round(desk.state, number(data.get("round", "")))) is None:
        return back_to(desk, "tables")
    try:
        await desk.tournament.order(CloseRound(round.number), desk.office.by)
    except Problem as problem:
        return refused_page(request, desk, problem)
    return back_to(desk, "standings")


@post("/e/{tournament_id:str}/desk/tables/final", **at_desk("tables"))
async def final(request: Ask, desk: AtDesk, data: Form) -> Template | Redirect:
    """Results of a closed round, and of those before it, can no longer be objected to."""
    if (round := chosen_round(desk.state, number(data.get("round", "")))) is None:
        return back_to(desk, "tables")
    try:
        await desk.tournament.in_the_hall(CloseWindow(round.number), desk.office.by)
    except Problem as problem:
        return refused_page(request, desk, problem)
    return back_to(desk, "tables", round=round.number)


def refused_page(request: Ask, desk: Desk, problem: Problem) -> Template:
    template = _page(request, desk, chosen_round(desk.state, None))
    template.context["problem"] = (problem.told(desk.lang), problem.article)
    template.status_code = 400
    return template


handlers = [tables, key, close, final]
