"""The event itself: what it is called, when and where it is, whose it is, its prizes; put right at any stage."""

from __future__ import annotations

import base64
from typing import Any, Final

from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.params import FromQuery, MultipartBody
from litestar.response import Template

from tantera.rules import Limit
from tantera.tournament.awards import awards_of, read_awards, written
from tantera.tournament.decide_event import LOGO
from tantera.tournament.orders import Refused
from tantera.tournament.reading import order_of
from tantera.tournament.state import TournamentState
from tantera.web.access.visitors import Ask
from tantera.web.desk.opening import Typed, Wrong
from tantera.web.desk.shell import AtDesk, Desk, at_desk, back_to, desk_page
from tantera.words import Problem

MOST_LOGO: Final = 100_000
"""Bytes of a picture that every copy of the event carries along."""
_LINES: Final = ("name", "date", "venue", "organiser")
_TEXTS: Final = ("arbiters", "notice")
_KINDS: Final = {b"\x89PNG": "png", b"\xff\xd8\xff": "jpeg"}


@get("/e/{tournament_id:str}/desk/about", **at_desk("about"))
async def about(request: Ask, desk: AtDesk, saved: FromQuery[str] = "") -> Template:
    return _page(request, desk, as_typed(desk.state), saved=saved)


def as_typed(state: TournamentState) -> dict[str, str]:
    """The event as the form's fields have it."""
    wording, options = state.about, state.options
    return {
        "name": state.name, "date": wording.date, "venue": wording.venue, "organiser": wording.organiser,
        **{name: wording.texts.get(name, "") for name in _TEXTS},
        "fee": str(options.fee or ""), "prizes": " ".join(map(str, options.prizes)),
        "awards": "\n".join(map(written, awards_of(state))), "one_prize": "yes" if options.one_prize else "",
        "teams": str(options.teams or ""),
        "points": str(options.limit.points or ""), "minutes": str(options.limit.minutes or ""),
    }  # fmt: skip


def _page(request: Ask, desk: Desk, typed: dict[str, str], problem: Problem | None = None, saved: str = "") -> Template:
    return desk_page(
        request,
        desk,
        "acts",
        "desk/about.html",
        problem=problem,
        typed=typed,
        saved=saved,
        mistakes=problem.mistakes if isinstance(problem, Wrong) else {},
        logo=desk.state.about.texts.get(LOGO, ""),
        may_edit="edit_event",
    )


@post("/e/{tournament_id:str}/desk/about", **at_desk("about"))
async def put_right(request: Ask, desk: AtDesk, data: MultipartBody[dict[str, Any]]) -> Response[Any]:
    """Only what is otherwise than it was is ordered."""
    typed = {key: str(value) for key, value in data.items() if isinstance(value, str)}
    try:
        changes = _changes(desk, typed)
        if typed.get("no_logo"):
            changes.setdefault("texts", {})[LOGO] = ""
        file = data.get("file")
        if isinstance(file, UploadFile) and file.filename:
            changes.setdefault("texts", {})[LOGO] = _picture(await file.read(MOST_LOGO + 1))
        if changes:
            await desk.tournament.order(order_of({"order": "edit_event", **changes}).order, desk.office.by)
    except Problem as problem:
        return _page(request, desk, typed, problem)
    return back_to(desk, "about", saved="yes" if changes else "same")


def _changes(desk: Desk, typed: dict[str, str]) -> dict[str, Any]:
    was = as_typed(desk.state)
    sent = {key for key in was if key in typed} | {"one_prize"}  # a box that is not ticked is not sent
    other = {key for key in sent if typed.get(key, "").replace("\r\n", "\n").strip() != was[key]}
    changes: dict[str, Any] = {key: " ".join(typed.get(key, "").split()) for key in _LINES if key in other}
    texts = {key: typed.get(key, "").replace("\r\n", "\n").strip() for key in _TEXTS if key in other}
    form, options = Typed(typed, desk.lang), dict[str, Any]()
    for field, most in (("fee", 1_000_000), ("teams", 1000)):
        if field in other:
            options[field] = form.number(field, 0, most) or 0
    if "prizes" in other:
        options["prizes"] = form.percentages("prizes") if typed.get("prizes", "").strip() else []
    if "awards" in other:
        options["awards"] = [_said(award) for award in read_awards(typed.get("awards", ""))]
    if "one_prize" in other:
        options["one_prize"] = bool(typed.get("one_prize"))
    if {"points", "minutes"} & other:
        own = desk.state.options.limit
        points, minutes = form.number("points", 1, 10_000), form.number("minutes", 1, 600)
        options["limit"] = str(Limit(points or own.points, own.hands, minutes or own.minutes))
    if form.mistakes:
        raise Wrong(form.mistakes)
    return changes | ({"texts": texts} if texts else {}) | ({"options": options} if options else {})


def _said(award: Any) -> dict[str, Any]:
    fields = {name: getattr(award, name) for name in award.__struct_fields__}
    return {name: value for name, value in fields.items() if value}


def _picture(data: bytes) -> str:
    kind = next((kind for start, kind in _KINDS.items() if data.startswith(start)), None)
    if kind is None:
        raise Refused("wrong_value", "the logo is no picture: PNG, JPEG or SVG is expected")
    if len(data) > MOST_LOGO:
        raise Refused("wrong_value", "the logo has more than {most} kB", most=MOST_LOGO // 1000)
    return f"data:image/{kind};base64,{base64.b64encode(data).decode()}"


handlers = [about, put_right]
