"""The screen *records*: everything that was done, by whom, when and why, with a way back; papers, copies, the check."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from litestar import get, post
from litestar.params import FromQuery
from litestar.response import Template
from msgspec import Struct

from tantera.paper import printable
from tantera.paper.saying import day_in_words
from tantera.referee.catalogue import plain
from tantera.tournament.agenda import left_open
from tantera.tournament.check import Report, check
from tantera.tournament.duplicate import told_of_copies
from tantera.tournament.hall.log import told_hall
from tantera.tournament.hall.orders import Archive, TakeOut
from tantera.tournament.orders import Close, Undo
from tantera.tournament.telling import LogLine, name_by, told_log
from tantera.tournament_file import Copied, Copies, copies, set_copies
from tantera.web.access.roles import ADMINISTRATOR, roles_of
from tantera.web.access.visitors import Ask, Form
from tantera.web.desk.papers import WORDS, may_print
from tantera.web.desk.shell import SURE, AtDesk, Desk, ask, at_desk, back_to, desk_page, would_change
from tantera.web.problems import NotAdministrator
from tantera.web.tournaments.clock_view import moment_of
from tantera.web.tournaments.keyed import count
from tantera.web.tournaments.offices import PAGES, office_for
from tantera.words import Phrase, Problem
from tantera.words.calendar import full_date

ON_A_PAGE: Final = 60
MARKS: Final[dict[str, str]] = {
    "by_hand": "by hand",
    "override": "director's decision",
    "correction": "correction",
    "undone": "counts no more",
}
"""What a line of the log is marked with."""


class ActsPage(Struct, frozen=True):
    """What the desk shows of the records."""

    lines: list[LogLine]
    found: int
    q: str
    turned: int
    pages: int
    marked: str
    marks: dict[str, str]
    day: Callable[[LogLine], str]
    about_day: str
    report: Report | None
    head: list[str]
    """The last record's hash, as it is read out."""
    copies: Copies
    age: int | None
    """Minutes since the last copy."""
    copied: Copied | None
    behind: int | None
    """How many records the last copy lacks."""
    papers: dict[str, str]
    may_file: bool
    warning: Phrase | None
    """Of who may have the file, while a duplicate round is played."""
    may_set: bool
    archived: bool


@get("/e/{tournament_id:str}/desk/acts", **at_desk("acts"))
async def acts(
    request: Ask, desk: AtDesk, q: FromQuery[str] = "", page: FromQuery[int] = 1, marked: FromQuery[str] = ""
) -> Template:
    return await _page(request, desk, q=q[:100], turned=page, marked=marked)


async def _page(
    request: Ask,
    desk: Desk,
    *,
    q: str = "",
    turned: int = 1,
    marked: str = "",
    problem: Problem | None = None,
    report: Report | None = None,
    copied: Copied | None = None,
) -> Template:
    in_hall = await desk.tournament.with_file(lambda file: told_hall(file.hall_events()))
    lines = by_time(told_log(desk.state), in_hall)
    matching = [line for line in reversed(lines) if _is_found(desk, line, q, marked)]
    pages = max(1, -(-len(matching) // ON_A_PAGE))
    turned = min(max(1, turned), pages)
    known = await desk.tournament.with_file(lambda file: copies(file.store))
    age = known.age(datetime.now(UTC))
    there = [what for what in printable(desk.tournament.presentation) if may_print(desk.office.role, what)]
    return desk_page(
        request,
        desk,
        "acts",
        "desk/acts.html",
        ActsPage(
            lines=matching[(turned - 1) * ON_A_PAGE : turned * ON_A_PAGE],
            found=len(matching),
            q=q,
            turned=turned,
            pages=pages,
            marked=marked,
            marks=MARKS,
            day=lambda line: _day(line, desk.lang),
            about_day=day_in_words(desk.state.about.date, desk.lang),
            report=report,
            head=[desk.state.head[at : at + 4] for at in range(0, 16, 4)],
            copies=known,
            age=None if age is None else int(age // 60),
            copied=copied,
            behind=desk.state.number - known.last.number if known.last is not None else None,
            papers={what: WORDS[what] for what in there},
            may_file=desk.office.role in PAGES["file"],
            warning=told_of_copies(desk.state),
            may_set=ADMINISTRATOR in roles_of(request),
            archived=desk.tournament.hall.archived,
        ),
        problem=problem,
    )


def by_time(records: Sequence[LogLine], in_hall: Sequence[LogLine]) -> list[LogLine]:
    """What was done in the hall between the records, which keep their order whatever their time says."""
    latest, moments = datetime.min.replace(tzinfo=UTC), list[tuple[datetime, int]]()
    for place, line in enumerate(records):
        latest = max(latest, _moment(line) or latest)
        moments.append((latest, place))
    hall = [((_moment(line) or latest, len(records) + place), line) for place, line in enumerate(in_hall)]
    return [line for _, line in sorted((*zip(moments, records, strict=True), *hall), key=lambda one: one[0])]


def _moment(line: LogLine) -> datetime | None:
    moment = moment_of(line.at)
    return moment.astimezone(UTC) if moment is not None else None


def _is_found(desk: Desk, line: LogLine, q: str, marked: str) -> bool:
    if marked and not set(line.marks) - {"undone"}:
        return False
    words = plain(q).split()
    if not words:
        return True
    whole, name = line.whole.told(desk.lang), name_by(desk.state, line.by)
    text = plain(f"{line.number or ''} {whole} {line.why} {line.by} {name}")
    return all(word in text for word in words)


def _day(line: LogLine, lang: str) -> str:
    moment = moment_of(line.at)
    return full_date(moment, lang) if moment is not None else ""


@post("/e/{tournament_id:str}/desk/acts/undo", **at_desk("acts"))
async def undo(request: Ask, desk: AtDesk, data: Form) -> Any:
    """As if that record had not been. Where people have seen what it did, it asks first; a refusal says what rests on
    it."""
    back = "tables" if data.get("back") == "tables" else "acts"
    try:
        record = count(data, "event", desk.state.number, Phrase("say which record"))
        order = Undo(record)
        changes = would_change(desk, order)
        if changes.asked and data.get(SURE) != "yes":
            line = told_log(desk.state)[record - 1]
            return ask(
                request,
                desk,
                back,
                data,
                title=Phrase("Undo record {number}: {what}", number=record, what=line.whole),
                button=Phrase("Undo it all the same"),
                changes=changes,
            )
        await desk.tournament.order(order, desk.office.by)
    except Problem as problem:
        return await _page(request, desk, problem=problem)
    return back_to(desk, back)


@post("/e/{tournament_id:str}/desk/acts/check", **at_desk("acts"))
async def verify(request: Ask, desk: AtDesk) -> Template:
    """The second program reads the whole log and says what it found."""
    lines = await desk.tournament.with_file(lambda file: list(file.lines))
    report = await asyncio.to_thread(check, lines)
    return await _page(request, desk, report=report)


@post("/e/{tournament_id:str}/desk/acts/copies", **at_desk("acts"))
async def copy(request: Ask, desk: AtDesk, data: Form) -> Any:
    """A copy now; or, for the administrator of this machine, another folder for them."""
    await office_for(request, desk.tournament.id, "file")
    if "folder" in data:
        if ADMINISTRATOR not in roles_of(request):
            raise NotAdministrator
        folder = data["folder"].strip()
        try:
            await desk.tournament.with_file(lambda file: set_copies(file.store, Path(folder) if folder else None))
        except Problem as problem:
            return await _page(request, desk, problem=problem)
        if not folder:
            return back_to(desk, "acts", "copies")
    copied = await desk.tournament.copy()
    return await _page(request, desk, problem=copied.problem if copied is not None else None, copied=copied)


@post("/e/{tournament_id:str}/desk/acts/close", **at_desk("acts"))
async def close(request: Ask, desk: AtDesk, data: Form) -> Any:
    """The end of the tournament: it is asked about, and refused while a slip is missing."""
    try:
        would_change(desk, Close())
        besides = left_open(desk.state, desk.tournament.hall).told(desk.state)
        if data.get(SURE) != "yes":
            return ask(
                request,
                desk,
                "acts",
                data,
                title=Phrase("Close the tournament?"),
                button=Phrase("Close it all the same") if besides else Phrase("Close it"),
                note=Phrase("Nothing can be keyed in afterwards; only undoing the close opens it again."),
                besides=besides,
            )
        await desk.tournament.order(Close(), desk.office.by)
    except Problem as problem:
        return await _page(request, desk, problem=problem)
    return back_to(desk, "acts")


@post("/e/{tournament_id:str}/desk/acts/archive", **at_desk("acts"))
async def archive(request: Ask, desk: AtDesk, data: Form) -> Any:
    """Out of the lists, or back into them: nothing goes, so it is not asked about."""
    try:
        await desk.tournament.in_the_hall(TakeOut() if data.get("do") == "take_out" else Archive(), desk.office.by)
    except Problem as problem:
        return await _page(request, desk, problem=problem)
    return back_to(desk, "acts", "archive")


handlers = [acts, undo, verify, copy, close, archive]
