"""Entries from a spreadsheet: rows that are pasted or a CSV file, looked at line by line before anybody is entered."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from typing import Any, Final

from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.params import MultipartBody
from litestar.response import Template
from msgspec import Struct

from tantera.tournament import orders as o
from tantera.tournament import roll
from tantera.tournament.decide import Applied, apply
from tantera.tournament.names import plain
from tantera.tournament.orders import Given
from tantera.tournament.reading import order_of
from tantera.tournament.sheets import CsvError, Understood, are_members, text_of, understood
from tantera.tournament.sheets.text import column as heading_of
from tantera.tournament.state import TournamentState
from tantera.web.access.visitors import Ask
from tantera.web.desk.entries import RollSearch, back
from tantera.web.desk.shell import AtDesk, Desk, at_desk, desk_page
from tantera.web.tournaments.live import machine_time
from tantera.words import Phrase, Problem, translate

MOST_ROWS: Final = 2000
SUMS: Final = frozenset({"total", "totals", "totales", "suma", "sum", "subtotal"})
"""What the last line of a spreadsheet often begins with."""


class Looked(Struct, frozen=True):
    """A row that was looked at: what it says, and what is wrong with it or worth a second look."""

    line: int
    cells: list[str]
    entry: str = ""
    mistake: tuple[str, str] | None = None
    """What is wrong, and the article."""
    doubt: str = ""
    already: str = ""
    """The entry of these people, who are in."""


@get("/e/{tournament_id:str}/desk/paste", **at_desk("entries"))
async def paste(request: Ask, desk: AtDesk) -> Template:
    return _page(request, desk)


def _page(
    request: Ask,
    desk: Desk,
    text: str = "",
    sheet: Understood | None = None,
    rows: Sequence[Looked] = (),
    problem: Problem | None = None,
    *,
    members: bool = False,
) -> Template:
    columns = [] if sheet is None else [_heading(column, desk.lang) for column in sheet.columns]
    return desk_page(
        request,
        desk,
        "entries",
        "desk/paste.html",
        problem=problem,
        text=text,
        sheet=sheet,
        columns=columns,
        rows=rows,
        wrong=sum(row.mistake is not None for row in rows),
        doubtful=sum(bool(row.doubt) for row in rows),
        ready=sum(bool(row.entry) for row in rows),
        already=sum(bool(row.already) for row in rows),
        asks_member=desk.state.options.members_only,
        members=members,
        token=secrets.token_hex(4),
        closed_because=roll.may_enter(desk.state, machine_time().isoformat()),
    )


def _heading(column: tuple[str, int] | None, lang: str) -> str:
    if column is None:
        return ""
    field, number = column
    return heading_of(lang, field.replace("_", " ")) + (f" {number}" if number else "")


@post("/e/{tournament_id:str}/desk/paste", **at_desk("entries"))
async def look(request: Ask, desk: AtDesk, data: MultipartBody[dict[str, Any]]) -> Response[Any]:
    """First everything is shown as it was understood; then it is entered, all of it or nothing: `sure` is ``new`` for
    the rows of those who are not in already, ``yes`` for every row, namesakes included."""
    state, text = desk.state, str(data.get("rows") or "").replace("\r\n", "\n")
    file = data.get("file")
    if isinstance(file, UploadFile) and file.filename:
        sent = await file.read()
        try:
            text = (await asyncio.to_thread(text_of, sent)).replace("\r\n", "\n")
        except CsvError as problem:
            return _page(request, desk, text, problem=problem)
    token = "".join(sign for sign in str(data.get("token") or "") if sign.isalnum())[:16] or secrets.token_hex(4)
    batch = f"{roll.BATCH}{token}"
    sure = data.get("sure") if data.get("sure") in ("new", "yes") else None
    if sure is not None and (first := state.log.ids.get(f"{batch}.1")) is not None:
        return back(desk, RollSearch(), first)  # the same sheet, sent twice
    by, at, members = desk.office.by, machine_time().isoformat(), bool(data.get("members"))

    def read() -> tuple[Understood, list[Looked], list[o.AnyOrder]]:
        entered = () if sure == "yes" else state.entries.values()
        taken, fee = roll.taken_ids(state), state.options.fee
        sheet = understood(text, state.pairs, taken, roll.ids_by_name(state), entered, MOST_ROWS, fee)
        if members:
            are_members(sheet)
        return sheet, *looked_at(state, sheet, by, at, desk.lang)

    try:
        sheet, rows, orders = await asyncio.to_thread(read)  # a thousand rows take a second
    except CsvError as problem:
        return _page(request, desk, text, problem=problem, members=members)
    if sure is None or any(row.mistake for row in rows) or not orders:
        return _page(request, desk, text, sheet, rows, members=members)
    answers = await desk.tournament.orders(list(orders), desk.office.by, batch)
    refused = next((answer for answer in answers if isinstance(answer, Problem)), None)
    if refused is not None:  # somebody else was quicker: look at it again
        return _page(request, desk, text, sheet, rows, problem=refused, members=members)
    last = answers[-1]
    assert isinstance(last, Applied)
    assert last.recorded is not None
    return back(desk, RollSearch(), last.recorded.number)


def looked_at(
    state: TournamentState, sheet: Understood, by: str, at: str, lang: str
) -> tuple[list[Looked], list[o.AnyOrder]]:
    """Every row with what would become of it: the orders are tried one after the other and nothing is kept."""
    after, rows, orders = state, [], []
    known = {plain(player.name) for player in roll.all_players(state)}
    for line in sheet.lines:
        if line.mistake is not None:
            rows.append(Looked(line.line, line.cells, mistake=(_without_line(line.mistake, lang), "")))
            continue
        if line.already:
            rows.append(Looked(line.line, line.cells, already=line.already))
            continue
        if line.order is None:  # the partner of a row above
            rows.append(Looked(line.line, line.cells))
            continue
        try:
            given = order_of(line.order | {"by": by, "at": at})
            after = apply(after, given).after
        except Problem as problem:
            rows.append(Looked(line.line, line.cells, mistake=(problem.told(lang), problem.article or "")))
            continue
        orders.append(given.order)
        rows.append(Looked(line.line, line.cells, line.order["entry"], doubt=_doubt(given, known, lang)))
        known |= {plain(player["name"]) for player in line.order["players"]}
    return rows, orders


def _doubt(given: Given, known: set[str], lang: str) -> str:
    """It may be no name at all, the same name twice in a pair, or somebody of the same name is there already."""
    assert isinstance(given.order, o.Enter)
    odd = [player.name for player in given.order.players if plain(player.name) in SUMS or not has_letters(player.name)]
    if odd:
        return translate(lang, "«{name}» does not look like a name", name=", ".join(odd))
    names = [plain(player.name) for player in given.order.players]
    if len(set(names)) < len(names):
        twice = given.order.players[0].name
        return translate(lang, "{name} stands twice in the same row: are they two people?", name=twice)
    same = [player.name for player in given.order.players if plain(player.name) in known]
    return translate(lang, "there is another {name}: is it somebody else?", name=", ".join(same)) if same else ""


def has_letters(name: str) -> bool:
    return any(sign.isalpha() for sign in name)


def _without_line(mistake: CsvError, lang: str) -> str:
    """The number of the line stands beside it."""
    said = mistake.args[0] if mistake.args else None
    inner = said.facts.get("said") if isinstance(said, Phrase) else None
    return inner.told(lang) if isinstance(inner, Phrase) else mistake.told(lang)


handlers = [paste, look]
