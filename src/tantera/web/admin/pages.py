"""How the server is doing, its tables, and who administers it; and the club's own rule books: uploaded, checked with
every mistake shown where it is, offered or withdrawn.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.params import FromPath, FromQuery, MultipartBody
from litestar.response import Redirect, Template

import tantera
from tantera.play.actors import DIRECTOR
from tantera.rules import RuleBookError
from tantera.store import Unwritable
from tantera.store.engines import data_folder
from tantera.tables.orders import CloseTable
from tantera.tables.people import MOST_NAME
from tantera.tournament.names import a_line
from tantera.web.access.measure import Crowd
from tantera.web.access.visitors import Ask, Form, Sessions, Visitor
from tantera.web.books.shelf import Shelf
from tantera.web.clock import when
from tantera.web.config import Config
from tantera.web.me.erasing import erase
from tantera.web.network.invitation import Invitation
from tantera.web.network.reachable import to_type
from tantera.web.pages.languages import language_of
from tantera.web.pages.rendering import page
from tantera.web.problems import NotFound
from tantera.web.tables.api import table_or_nothing
from tantera.web.tables.hub import Hub
from tantera.web.tables.live import LiveTable
from tantera.web.tables.socket import NOT_ALLOWED
from tantera.words import Phrase, translate
from tantera.words.typed import as_typed

MOST_CLUB: Final = 60
"""Letters in a club's name."""
_A_PAGE: Final = 50
"""Tables on one page."""


@get("/admin", include_in_schema=False)
async def overview(request: Ask) -> Template:
    hub: Hub = request.app.state.hub
    sessions: Sessions = request.app.state.sessions
    invitation: Invitation = request.app.state.invitation
    visitor: Visitor = request.user
    state, lang = hub.store.state, language_of(request)
    administrators = [
        (listed.session, name, listed.label, when(listed.since, lang), listed.session == visitor.session)
        for listed, _, name in await sessions.administrators()
    ]
    return page(
        request,
        "admin/overview.html",
        version=tantera.__version__,
        unwritable=state.reason.told(lang) if isinstance(state, Unwritable) else "",
        data=_where(request.app.state.config),
        backup=backup_command(request.app.state.config),
        warnings=[warning.told(lang) for warning in invitation.warnings],
        to_type=to_type(invitation.url),
        tables=len(hub.directory.open),
        playing=hub.directory.playing,
        sockets=len(request.app.state.crowd),
        books=len(hub.shelf.own),
        administrators=administrators,
        club=invitation.noted.club,
    )


@post("/admin/club", include_in_schema=False)
async def name_club(request: Ask, data: Form) -> Redirect:
    """What the server is called, over the list of its tables."""
    invitation: Invitation = request.app.state.invitation
    await invitation.name_club(a_line(data.get("club", ""), MOST_CLUB))
    return Redirect("/admin", status_code=303)


def _where(config: Config) -> str:
    """The data folder; of a database only that it is one: its address may hold a password."""
    return str(config.data) if isinstance(config.data, Path) else "DATABASE_URL"


def backup_command(config: Config) -> str:
    """What to type on the server's machine."""
    option = f" --data {as_typed(str(config.data))}" if _has_own_folder(config) else ""
    return f"tantera backup tantera.jsonl.gz{option}"


def _has_own_folder(config: Config) -> bool:
    return isinstance(config.data, Path) and config.data != data_folder()


@post("/admin/sessions/close", include_in_schema=False)
async def close_administrator(request: Ask, data: Form) -> Redirect:
    """Somebody is no administrator any more."""
    sessions: Sessions = request.app.state.sessions
    crowd: Crowd = request.app.state.crowd
    wanted = data.get("session", "")
    for listed, person, _ in await sessions.administrators():
        if listed.session == wanted:
            await sessions.close(person, listed.session)
            crowd.close_all(NOT_ALLOWED, listed.session)
    return Redirect("/" if wanted == request.user.session else "/admin", status_code=303)


# --- tables


@get("/admin/tables", include_in_schema=False)
async def tables(request: Ask, number: FromQuery[int] = 1) -> Template:
    hub: Hub = request.app.state.hub
    lang = language_of(request)
    newest_first = list(reversed(hub.directory.open))
    pages = max(1, -(-len(newest_first) // _A_PAGE))
    number = min(max(1, number), pages)
    on_page = await hub.awake(newest_first[(number - 1) * _A_PAGE : number * _A_PAGE])
    return page(
        request,
        "admin/tables.html",
        tables=[_row(hub, table, lang) for table in on_page],
        many=len(newest_first),
        number=number,
        pages=pages,
    )


def _row(hub: Hub, table: LiveTable, lang: str) -> dict[str, Any]:
    """What an administrator is told of a table: who and what, no tile and no code."""
    state = table.state
    host = state.guest(state.host)
    return {
        "id": table.id,
        "book": state.book.name.text(lang),
        "players": [chair.name for chair in state.chairs if chair.taken],
        "host": host.name if host is not None else "",
        "playing": state.in_play is not None,
        "score": "–".join(map(str, state.match.score)) if state.match is not None else "",
        "public": state.settings.public,
        "here": sum(guest.presence.here for guest in state.guests),
        "since": when(hub.directory.open.get(table.id, state.at), lang),
    }


@post("/admin/tables/{table_id:str}/close", include_in_schema=False)
async def close_table(request: Ask, table_id: FromPath[str]) -> Redirect:
    """Close a table, whatever is going on there. What was played until now stays."""
    table = await table_or_nothing(request, table_id)
    await table.order(CloseTable("director"), DIRECTOR)
    return Redirect("/admin/tables", status_code=303)


# --- people


@get("/admin/people", include_in_schema=False)
async def people(request: Ask, name: FromQuery[str] = "") -> Template:
    """Those whose name has this in it, to erase somebody who asks for it."""
    sessions: Sessions = request.app.state.sessions
    lang, wanted = language_of(request), " ".join(name.split())[:MOST_NAME]
    persons = await sessions.called(wanted) if wanted else []
    rows = [
        {"id": person, "name": known.name, "since": when(known.since, lang), "devices": len(known.sessions)}
        for person, known in persons[:_A_PAGE]
    ]
    return page(request, "admin/people.html", name=wanted, people=rows, many=len(persons))


@post("/admin/people/erase", include_in_schema=False)
async def erase_person(request: Ask, data: Form) -> Redirect:
    """Somebody asked to be forgotten."""
    sessions: Sessions = request.app.state.sessions
    person = data.get("person", "")[:64]
    if not (await sessions.person(person)).version:
        raise NotFound
    await erase(request.app.state, person)
    return Redirect("/" if person == request.user.person else "/admin/people", status_code=303)


_SOURCE: Final = "application/toml; charset=utf-8"


@get("/admin/books", include_in_schema=False)
async def books(request: Ask) -> Template:
    return _page(request)


@post("/admin/books", include_in_schema=False)
async def upload(request: Ask, data: MultipartBody[dict[str, Any]]) -> Response[Any]:
    """A file, or what was typed into the field: it is tried as it stands."""
    shelf: Shelf = request.app.state.shelf
    visitor: Visitor = request.user
    file, typed = data.get("file"), str(data.get("text") or "").replace("\r\n", "\n")
    name = "book.toml"
    if isinstance(file, UploadFile) and file.filename:
        name = file.filename[-60:]
        raw = await file.read()
        try:
            typed = raw.decode("utf-8-sig").replace("\r\n", "\n")
        except UnicodeDecodeError as error:
            line = raw.count(b"\n", 0, error.start) + 1
            mistake = translate(
                language_of(request), "{file}, line {line}: this is no text in UTF-8", file=name, line=line
            )
            return _page(request, 400, mistakes=[(line, "", mistake)])
    try:
        book = await shelf.upload(typed, visitor.person, name)
    except RuleBookError as error:
        lang = language_of(request)
        mistakes = [(mistake.line, mistake.field, _mistake_told(mistake, lang)) for mistake in error.all]
        return _page(request, 400, mistakes=mistakes, typed=typed, file=name)
    return Redirect(f"/admin/books#{book.id}", status_code=303)


def _mistake_told(mistake: RuleBookError, lang: str) -> str:
    """What is wrong; the line and the key stand beside it."""
    found, expected = mistake.reasons
    return Phrase("found {found}, expected {expected}", found=found, expected=expected).told(lang)


def _page(request: Ask, status: int = 200, **more: Any) -> Template:
    shelf: Shelf = request.app.state.shelf
    lang = language_of(request)
    books = [
        {
            "id": book_id,
            "name": kept.book.name.text(lang),
            "about": kept.book.about.text(lang),
            "offered": kept.offered,
            "editions": [(edition.law, when(edition.at, lang)) for edition in reversed(kept.uploads)],
        }
        for book_id, kept in sorted(shelf.own.items())
    ]
    context = {"mistakes": [], "typed": "", "file": ""} | more
    return page(request, "admin/books.html", status=status, books=books, **context)


@post("/admin/books/{book_id:str}/withdraw", include_in_schema=False)
async def withdraw(request: Ask, book_id: FromPath[str]) -> Redirect:
    return await _offer(request, book_id, False)


@post("/admin/books/{book_id:str}/offer", include_in_schema=False)
async def offer(request: Ask, book_id: FromPath[str]) -> Redirect:
    return await _offer(request, book_id, True)


async def _offer(request: Ask, book_id: str, offered: bool) -> Redirect:
    shelf: Shelf = request.app.state.shelf
    if book_id not in shelf.own:
        raise NotFound
    await shelf.offer(book_id, offered)
    return Redirect("/admin/books", status_code=303)


@get("/admin/books/{book_id:str}/{law:str}", include_in_schema=False)
async def source(request: Ask, book_id: FromPath[str], law: FromPath[str]) -> Response[bytes]:
    """The file of an edition, as it was uploaded."""
    shelf: Shelf = request.app.state.shelf
    book = shelf.own.get(book_id)
    editions = reversed(book.uploads) if book is not None else ()
    edition = next((edition for edition in editions if edition.law == law), None)
    if edition is None:
        raise NotFound
    headers = {"content-disposition": f'attachment; filename="{book_id}.toml"'}
    return Response(edition.source.encode(), media_type=_SOURCE, headers=headers)


handlers = [
    overview, name_club, close_administrator, tables, close_table, people, erase_person, books, upload, withdraw, offer,
    source,
]  # fmt: skip
