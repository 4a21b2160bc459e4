"""A code on paper: making one, and being oneself on a new phone by it."""

from __future__ import annotations

from typing import Any

import structlog
from litestar import Response, get, post
from litestar.response import Template

from tantera.web.access.recovery import Recoveries, TriedTooOften
from tantera.web.access.visitors import Ask, Form, Sessions, Visitor, device_of, go
from tantera.web.clock import day_in_words, now
from tantera.web.me.looks import keep_look, look_of_person
from tantera.web.me.pages import close_here
from tantera.web.network.codes import picture
from tantera.web.network.invitation import address_for_others
from tantera.web.pages.languages import language_of
from tantera.web.pages.look import look_of
from tantera.web.pages.rendering import page
from tantera.web.tables.coming import Guesses
from tantera.words import translate

log = structlog.get_logger()


@post("/me/recovery", status_code=200, include_in_schema=False)
async def make_code(request: Ask) -> Template:
    """A new code, shown once, to be printed or written down. The one before is good no longer."""
    recoveries: Recoveries = request.app.state.recoveries
    visitor: Visitor = request.user
    await keep_look(request, look_of(request))
    code = await recoveries.make(visitor.person)
    url = f"{address_for_others(request)}/me/recover"
    qr = picture(url, translate(language_of(request), "QR code of the page where the code is typed"))
    made = page(request, "me/recovery.html", code=code, url=url, qr=qr, day=day_in_words(now(), language_of(request)))
    made.headers["cache-control"] = "no-store"
    return made


@get("/me/recover", include_in_schema=False)
async def type_code(request: Ask) -> Template:
    return await _asked(request)


async def _asked(request: Ask, typed: str = "", mistakes: dict[str, str] | None = None) -> Template:
    """The page; who has another name here reads what becomes of it, and how to keep the way back to it."""
    recoveries: Recoveries = request.app.state.recoveries
    visitor: Visitor | None = request.user
    kept = visitor is not None and await recoveries.since(visitor.person) is not None
    status = 400 if mistakes else 200
    tonight = await request.app.state.tonight(request)
    facts = {"typed": typed, "mistakes": mistakes or {}, "has_code": kept, "tonight": tonight}
    return page(request, "me/recover.html", status=status, **facts)


@post("/me/recover", include_in_schema=False)
async def recover(request: Ask, data: Form) -> Response[Any]:
    """Be the person whose code this is; whoever this browser was before has gone. Wrong ones are counted, and slow down
    whoever guesses."""
    recoveries: Recoveries = request.app.state.recoveries
    sessions: Sessions = request.app.state.sessions
    guesses: Guesses = request.app.state.guesses
    await guesses.turn(request)
    typed, lang = data.get("code", ""), language_of(request)
    wrong = translate(lang, "this is nobody's code: look at each letter again, or make another one on the old phone")
    try:
        person = await recoveries.person_of(typed)
    except TriedTooOften:
        person, wrong = None, translate(lang, "this code was tried too often: wait a minute, and try it again")
    if person is None or (await sessions.person(person)).erased:
        guesses.was_wrong(request)
        log.warning("wrong_code", of="recovery")
        refused = await _asked(request, typed[:40], {"code": wrong})
        refused.headers["cache-control"] = "no-store"
        return refused
    await close_here(request)
    token, _ = await sessions.begin(person, label=device_of(request))
    look = await look_of_person(sessions, person)
    return go(request, "/?recovered=yes", token, *look)  # who they are is said there, and their table is one tap away


handlers = [make_code, type_code, recover]
