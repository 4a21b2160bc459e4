"""How pages look goes with a person: what they last chose, on whichever device, is how a new one begins."""

from __future__ import annotations

from litestar import get
from litestar.datastructures import Cookie
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from tantera.web.access.visitors import Ask, Sessions, Visitor
from tantera.web.pages.languages import own_path
from tantera.web.pages.look import USUAL, chosen, look_cookie, look_in, look_of, written
from tantera.web.problems import NotFound


@get("/look/{word:str}", include_in_schema=False)
async def choose_look(request: Ask, word: FromPath[str], to: FromQuery[str] = "/") -> Redirect:
    """Remember one choice and go back to where one was; the page of a table says so without going anywhere."""
    look = chosen(look_of(request), word)
    if look is None:
        raise NotFound
    await keep_look(request, look)
    return Redirect(own_path(to), status_code=303, cookies=[look_cookie(look)])


async def keep_look(request: Ask, look: dict[str, str]) -> None:
    """What this device looks like is what the visitor chose last. Who has never chosen anything wishes for nothing."""
    sessions: Sessions = request.app.state.sessions
    visitor: Visitor | None = request.user
    if visitor is not None and not visitor.bot:
        await sessions.chose_look(visitor, written(look), as_usual=written(USUAL))


async def look_of_person(sessions: Sessions, person: str) -> list[Cookie]:
    """What a device is given on which somebody is known from now on; nothing where they have chosen nothing."""
    kept = (await sessions.about(person)).look
    return [look_cookie(look_in(kept))] if kept else []


handlers = [choose_look]
