"""The club's own rule books: uploaded, checked with every mistake shown where it is, offered or withdrawn."""

from __future__ import annotations

from typing import Any, Final

from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.params import FromPath, MultipartBody
from litestar.response import Redirect, Template

from tantera.rules import RuleBookError
from tantera.web.access.visitors import Ask, Visitor
from tantera.web.books.shelf import Shelf
from tantera.web.clock import when
from tantera.web.pages.languages import language_of
from tantera.web.pages.rendering import page
from tantera.web.problems import NotFound
from tantera.words import Phrase, translate

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
            said = translate(
                language_of(request), "{file}, line {line}: this is no text in UTF-8", file=name, line=line
            )
            return _page(request, 400, mistakes=[(line, "", said)])
    try:
        book = await shelf.upload(typed, visitor.person, name)
    except RuleBookError as error:
        lang = language_of(request)
        mistakes = [(one.line, one.field, _mistake_told(one, lang)) for one in error.all]
        return _page(request, 400, mistakes=mistakes, typed=typed, file=name)
    return Redirect(f"/admin/books#{book.id}", status_code=303)


def _mistake_told(mistake: RuleBookError, lang: str) -> str:
    """What is wrong; the line and the key stand beside it."""
    found, expected = mistake.reasons
    return Phrase("found {found}, expected {expected}", found=found, expected=expected).told(lang)


def _page(request: Ask, status: int = 200, **more: Any) -> Template:
    shelf: Shelf = request.app.state.shelf
    lang = language_of(request)
    shown = [
        {
            "id": book_id,
            "name": own.book.name.text(lang),
            "about": own.book.about.text(lang),
            "offered": own.offered,
            "editions": [(one.law, when(one.at, lang)) for one in reversed(own.uploads)],
        }
        for book_id, own in sorted(shelf.own.items())
    ]
    context = {"mistakes": [], "typed": "", "file": ""} | more
    return page(request, "admin/books.html", status=status, books=shown, **context)


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
    own = shelf.own.get(book_id)
    found = next((one for one in reversed(own.uploads) if one.law == law), None) if own is not None else None
    if found is None:
        raise NotFound
    headers = {"content-disposition": f'attachment; filename="{book_id}.toml"'}
    return Response(found.source.encode(), media_type=_SOURCE, headers=headers)


handlers = [books, upload, withdraw, offer, source]
