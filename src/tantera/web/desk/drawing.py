"""The screen *draw*: draw, look, change by hand, publish; the public lot before it, published rounds after it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, Final

from litestar import get, post
from litestar.params import FromQuery
from litestar.response import Redirect, Template
from msgspec import Struct

from tantera.paper.hand_records import HandWorth, hands_worth
from tantera.tournament import orders as o
from tantera.tournament.check.draft import DraftCount, count_draft, told_of
from tantera.tournament.drafting import Finding, Obstacles, can_draft, findings, last_swap, obstacles, would_break
from tantera.tournament.evolve import PublicLot, commitments, folded, public_lot
from tantera.tournament.lines import Lines
from tantera.tournament.permission import ROLES, role_of
from tantera.tournament.presentation import Presentation
from tantera.tournament.reasons import named, ranks_of, rule_told, why_told
from tantera.tournament.state import Round, TournamentState
from tantera.tournament.structure import commitment
from tantera.web.access.visitors import Ask, Form
from tantera.web.background import Background, Worker
from tantera.web.clock import now
from tantera.web.desk.draw_view import Cards, Unit, cards, has_a_place, page_of, resting, sought, where_is
from tantera.web.desk.shell import AtDesk, Desk, at_desk, back_to, desk_page
from tantera.web.tournaments.clock_view import clock_time
from tantera.web.tournaments.live import LiveTournament
from tantera.web.tournaments.offices import Officers
from tantera.words import Phrase, Problem

PATIENCE: Final = 0.4
"""Seconds that a page waits for a count before it says that it is being made."""
_MOST_KEPT: Final = 8
_MOST_ROUNDS: Final = 100
"""Duplicate rounds whose hands are kept as they were worked out."""


class SecondLook:
    """Counts of drafts by the second program, one for each state of a tournament; and what the hands of closed
    duplicate rounds were worth."""

    def __init__(self, lines_of: Callable[[LiveTournament, Round], Awaitable[Lines]]) -> None:
        self._lines_of = lines_of
        self._worker = Worker(patience=5)
        self._background = Background("second look")
        self._hands: OrderedDict[tuple[object, ...], asyncio.Task[tuple[HandWorth, ...]]] = OrderedDict()
        self._counts: OrderedDict[tuple[str, int], asyncio.Task[DraftCount | None]] = OrderedDict()

    async def at(self, tournament: LiveTournament, patience: float = PATIENCE) -> DraftCount | None:
        """The count of the draft as it stands; None while it is being made, or where it could not be."""
        lines = list(tournament.file.lines)
        key = tournament.id, len(lines)
        task = self._counts.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._counts[key] = self._background.start(self._worker.do(count_draft, lines))
            while len(self._counts) > _MOST_KEPT:
                self._counts.popitem(last=False)
        await asyncio.wait([task], timeout=patience)
        if task.done() and not task.cancelled() and task.exception() is None:
            return task.result()
        return None

    def hands(self, tournament: LiveTournament, round: Round) -> asyncio.Task[tuple[HandWorth, ...]]:
        """What the hands of a closed duplicate round are worth with all tiles open, and what was played with them. The
        solver is loaded in the other process, never here."""
        slips = ((table.slip.status, table.slip.hands) for table in round.tables if table.slip is not None)
        key = round.revealed, *slips  # one that is put right is another field
        task = self._hands.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._hands[key] = self._background.start(self._worked_out(tournament, round))
            while len(self._hands) > _MOST_ROUNDS:
                self._hands.popitem(last=False)
        return task

    def hands_so_far(self, tournament: LiveTournament, round: Round) -> tuple[HandWorth, ...]:
        """The same; nothing while it is worked out."""
        task = self.hands(tournament, round)
        return task.result() if task.done() and not task.cancelled() and task.exception() is None else ()

    async def _worked_out(self, tournament: LiveTournament, round: Round) -> tuple[HandWorth, ...]:
        lines = list(tournament.file.lines)
        played = await self._lines_of(tournament, round)
        return await self._worker.do(_hands_worth, lines, round.number, played)

    def close(self) -> None:
        self._background.stop()
        self._worker.close()


def _hands_worth(lines: list[bytes], number: int, played: Lines) -> tuple[HandWorth, ...]:
    tournament = Presentation(folded(lines))
    return hands_worth(tournament, tournament.state.played[number - 1], played)


CONDITIONS: Final[dict[str, str]] = {
    "missing": "the slip is missing",
    "to_begin": "to begin",
    "playing": "still playing",
    "entered": "to be confirmed",
    "disputed": "in dispute",
}
"""What keeps a table of the open round from counting."""

MOST_MISSING: Final = 12
"""Tables without a result that are named one by one: before there are so few nobody accepts any."""


@get("/e/{tournament_id:str}/desk/draw", **at_desk("draw"))
async def draw(
    request: Ask,
    desk: AtDesk,
    round: FromQuery[int | None] = None,
    page: FromQuery[int] = 0,
    table: FromQuery[str] = "",
    a: FromQuery[str] = "",
    b: FromQuery[str] = "",
) -> Any:
    """The draft, or a published round to look back at. A table is looked for by its number or by who sits there, and
    whoever is found in a draft is chosen, to change places or to be changed with."""
    shown, table = _shown(desk.state, round), table.strip()
    if table.isdecimal() and len(table) < 7:
        page = page_of(int(table))
    elif table and shown is not None:
        found = sought(desk.state, shown, table)
        if len(found) != 1:
            return await _page(request, desk, round=round, page=page, chosen=(a, b), looked_for=(table, found))
        at, chosen = where_is(desk.state, shown, found[0]), {"a": a, "b": found[0]} if a else {"a": found[0]}
        where = {"round": round, "page": page_of(at) if at else None}
        return back_to(desk, "draw", f"table-{at}" if at else "", **where, **chosen if shown.stage == "draft" else {})
    return await _page(request, desk, round=round, page=page, chosen=(a, b))


@post("/e/{tournament_id:str}/desk/draw", **at_desk("draw"))
async def draw_round(request: Ask, desk: AtDesk) -> Any:
    """Draw the next round, or the draft again."""
    try:
        await desk.tournament.order(o.Draw(), desk.office.by)
    except Problem as problem:
        return await _page(request, desk, problem=problem)
    return back_to(desk, "draw")


@post("/e/{tournament_id:str}/desk/draw/swap", **at_desk("draw"))
async def swap(request: Ask, desk: AtDesk, data: Form) -> Any:
    """Two change places; what it breaks stands on the screen that follows."""
    a, b, reason = data.get("a", ""), data.get("b", ""), data.get("reason", "").strip()
    draft = desk.state.draft
    try:
        if not reason:
            raise o.Refused("no_reason", "say why: the reason is kept in the records")
        await desk.tournament.order(
            o.Swap(draft.number if draft is not None else 1, a, b, reason[:1000]), desk.office.by
        )
    except Problem as problem:
        return await _page(request, desk, chosen=(a, b), problem=problem, typed=data)
    after = desk.state.draft
    table = where_is(desk.state, after, a) if after is not None else None
    return back_to(desk, "draw", f"table-{table}" if table else "", page=page_of(table) if table else None)


@post("/e/{tournament_id:str}/desk/draw/undo", **at_desk("draw"))
async def undo_swap(request: Ask, desk: AtDesk, data: Form) -> Any:
    """The last change by hand is taken back."""
    number = data.get("event", "")
    try:
        await desk.tournament.order(o.Undo(int(number) if number.isdecimal() else 1), desk.office.by)
    except Problem as problem:
        return await _page(request, desk, problem=problem)
    return back_to(desk, "draw", page=data.get("page") if data.get("page", "").isdecimal() else None)


@post("/e/{tournament_id:str}/desk/draw/publish", **at_desk("draw"))
async def publish(request: Ask, desk: AtDesk, data: Form) -> Any:
    """Everybody sees it from now on. Slips that are missing are accepted one by one, rules broken with a reason."""
    accepted = tuple(
        int(key.removeprefix("accept-"))
        for key in data
        if key.startswith("accept-") and key.removeprefix("accept-").isdecimal()
    )
    override = data.get("override", "").strip()
    number = data.get("round", "")
    order = o.Publish(int(number) if number.isdecimal() else None, accepted, override[:1000] or None)
    try:
        await desk.tournament.order(order, desk.office.by)
    except Problem as problem:
        return await _page(request, desk, problem=problem, typed=data)
    published = desk.state.published[-1].number
    return Redirect(f"/e/{desk.tournament.id}/desk?published={published}", status_code=303)


@get("/e/{tournament_id:str}/desk/draw/count", **at_desk("draw"))
async def count(request: Ask, desk: AtDesk) -> dict[str, Any]:
    """The independent count, for the script that waits for it."""
    look: SecondLook = request.app.state.second_look
    found = await look.at(desk.tournament, patience=20)
    return {"lines": _count_told(found, desk)}


# --- the public lot -------------------------------------------------------------------------------------------------


@post("/e/{tournament_id:str}/desk/draw/commit", **at_desk("draw"))
async def commit(request: Ask, desk: AtDesk) -> Any:
    """Publish the hash of a secret that is made here."""
    officers: Officers = request.app.state.officers
    secret = officers.lot_secret(desk.tournament.id, commitments(desk.state) + 1)
    try:
        await desk.tournament.order(o.Commit(commitment(secret)), desk.office.by)
    except Problem as problem:
        return await _page(request, desk, problem=problem)
    return back_to(desk, "draw", "lot")


@post("/e/{tournament_id:str}/desk/draw/lot", **at_desk("draw"))
async def draw_lot(request: Ask, desk: AtDesk, data: Form) -> Any:
    """What was drawn in the hall, and the secret."""
    drawn = " ".join(data.get("drawn", "").split())[:1000]
    secret = data.get("secret", "").strip()[:1000] or _our_secret(request, desk)
    try:
        if not drawn or not secret:
            message = "write what was drawn in the hall, and the secret if this server does not have it"
            raise o.Refused("nothing_drawn", message)
        await desk.tournament.order(o.Lot(secret, drawn), desk.office.by)
    except Problem as problem:
        return await _page(request, desk, problem=problem, typed=data)
    return back_to(desk, "draw", "lot")


def _our_secret(request: Ask, desk: Desk) -> str:
    """The secret of the commitment that stands, where this server made it; another one does not know it."""
    officers: Officers = request.app.state.officers
    secret = officers.lot_secret(desk.tournament.id, commitments(desk.state))
    lot = public_lot(desk.state)
    return secret if lot is not None and commitment(secret) == lot.hash else ""


# --- the page -------------------------------------------------------------------------------------------------------


class DrawPage(Struct, frozen=True):
    """What the screen of the draw shows."""

    shown: Round | None
    is_draft: bool
    cards: Cards | None
    resting: list[Unit]
    looked_for: str
    sought: list[tuple[str, str, int | None]]
    rule: tuple[Phrase, str] | None
    notes: list[str]
    found: list[tuple[Finding, str]]
    grave: list[Finding]
    against: Obstacles | None
    picked: list[tuple[str, str, int | None]]
    would: list[tuple[Finding, str]] | None
    swap: dict[str, Any] | None
    named: Callable[[str], str]
    at_table: Callable[[int], str]
    next_round: int | None
    may_publish: bool
    may_seed: bool
    lot: PublicLot | None
    our_secret: str
    typed: dict[str, str]
    count: list[dict[str, Any]] | None
    conditions: dict[str, str]
    page_of: Callable[[int], int]
    most_missing: int


async def _page(
    request: Ask,
    desk: Desk,
    *,
    round: int | None = None,
    page: int = 0,
    chosen: tuple[str, str] = ("", ""),
    looked_for: tuple[str, list[str]] = ("", []),
    problem: Problem | None = None,
    typed: dict[str, str] | None = None,
) -> Template:
    state, hall, draft = desk.state, desk.tournament.hall, desk.state.draft
    shown = _shown(state, round)
    is_draft = shown is not None and shown is draft
    found = findings(state, draft) if draft is not None and is_draft else []
    picked = _picked(state, draft, chosen) if is_draft and draft is not None else ()
    grave = [one for one in found if one.grave]
    may = ROLES[role_of(desk.office.by)[0]]
    lot = public_lot(state)
    look: SecondLook = request.app.state.second_look
    content = DrawPage(
        shown=shown,
        is_draft=is_draft,
        cards=_cards(state, shown, page, found, grave, desk.lang),
        resting=resting(state, shown) if shown is not None else [],
        looked_for=looked_for[0],
        sought=[(who, named(state, who), where_is(state, shown, who)) for who in looked_for[1]] if shown else [],
        rule=rule_told(state, shown) if shown is not None else None,
        notes=_notes(state, shown, desk.lang),
        found=[(one, why_told(state, one.why, desk.lang)) for one in found],
        grave=grave,
        against=obstacles(state, hall, draft, found, now()) if draft is not None and is_draft else None,
        picked=[(who, named(state, who), where_is(state, draft, who)) for who in picked] if draft else [],
        would=_would(state, draft, found, picked, desk.lang) if draft is not None else None,
        swap=_last_swap(state, draft) if draft is not None and is_draft else None,
        named=lambda who: named(state, who),
        at_table=lambda number: _at_table(state, number),
        next_round=can_draft(state),
        may_publish=o.Publish in may,
        may_seed=o.Seed in may and not state.played and bool(state.entries),
        lot=lot,
        our_secret=_our_secret(request, desk) if lot is not None and not lot.drawn and o.Lot in may else "",
        typed=typed or {},
        count=_count_told(await look.at(desk.tournament), desk) if is_draft else None,
        conditions=CONDITIONS,
        page_of=page_of,
        most_missing=MOST_MISSING,
    )
    return desk_page(request, desk, "draw", "desk/draw.html", content, problem=problem)


def _shown(state: TournamentState, wanted: int | None) -> Round | None:
    """The round asked for; else the draft, else the one in play or the last that was."""
    if wanted is not None and 1 <= wanted <= len(state.played):
        return state.played[wanted - 1]
    return state.played[-1] if state.played else None


def _cards(
    state: TournamentState, shown: Round | None, page: int, found: list[Finding], grave: list[Finding], lang: str
) -> Cards | None:
    if shown is None:
        return None
    if not page:  # the first table with something wrong
        page = page_of(next((one.table for one in grave if one.table is not None), 1))
    return cards(state, shown, page, found, lang)


def _picked(state: TournamentState, draft: Round, chosen: tuple[str, str]) -> tuple[str, ...]:
    found = (who for who in dict.fromkeys(chosen) if has_a_place(state, draft, who))
    return tuple(found)


def _would(
    state: TournamentState, draft: Round, found: list[Finding], picked: tuple[str, ...], lang: str
) -> list[tuple[Finding, str]] | None:
    """What the change would break; None while there are not two."""
    if len(picked) != 2 or not any(where_is(state, draft, who) for who in picked):
        return None
    return [(one, why_told(state, one.why, lang)) for one in would_break(state, draft, found, *picked)]


def _last_swap(state: TournamentState, draft: Round) -> dict[str, Any] | None:
    record = last_swap(state, draft)
    if record is None or not isinstance(record.order, o.Swap):
        return None
    order = record.order
    return {
        "event": record.number,
        "who": role_of(record.by)[1] or "",
        "at": clock_time(record.at),
        "a": (named(state, order.a), where_is(state, draft, order.b)),
        "b": (named(state, order.b), where_is(state, draft, order.a)),
        "reason": order.reason,
    }


def _notes(state: TournamentState, shown: Round | None, lang: str) -> list[str]:
    if shown is None:
        return []
    ranks = ranks_of(state, shown)
    return [why_told(state, why, lang, ranks) for why in (*shown.notes, *shown.broken)]


def _at_table(state: TournamentState, number: int) -> str:
    """Who sits at a table of the open round."""
    assert state.open is not None
    return " · ".join(named(state, seat) for seat in state.open.tables[number - 1].seats)


def _count_told(found: DraftCount | None, desk: Desk) -> list[dict[str, Any]] | None:
    if found is None:
        return None
    return [{"ok": ok, "text": said.told(desk.lang)} for ok, said in told_of(found, desk.state.pairs)]


handlers = [draw, draw_round, swap, undo_swap, publish, count, commit, draw_lot]
