"""What went wrong, as a page for people and as an object for programs. Never a traceback."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator
from http import HTTPStatus
from typing import Any, Final

from litestar import MediaType, Request, Response
from litestar.datastructures import FormMultiDict
from litestar.enums import RequestEncodingType
from litestar.exceptions import ClientException, HTTPException, InternalServerException, ValidationException
from litestar.exceptions.http_exceptions import RequestEntityTooLarge

from tantera.web.health.lines import log_failure
from tantera.web.pages.languages import language_of
from tantera.web.pages.rendering import page
from tantera.words import Phrase, Problem, translate
from tantera.words.extras import missing_behind

MOST_FIELDS: Final = 1000
"""Of a form: each takes the loop some microseconds, and no page of ours has a tenth of them."""

STATUS: Final = {
    "not_saved": 503,
    "store": 503,
    "conflict": 409,
    "not_found": 404,
    "wrong_code": 404,
    "stranger": 401,
    "not_allowed": 403,
    "not_administrator": 403,
    "not_yours": 403,
    "same_phone": 403,
    "foreign_origin": 403,
    "not_our_name": 421,
    "too_many_guesses": 429,
    "link_gone": 410,
    "unfinished": 409,
    "missing_extra": 501,
    "gone": 410,
    "busy": 503,
}
"""Statuses of problems by their code; of all others 400."""

SENTENCES: Final = {
    400: "the request cannot be read",
    401: "say who you are first",
    403: "that is not for you to do; load the page again and try once more",
    404: "there is nothing here by that name",
    405: "that cannot be done here",
    413: "that is too long",
    429: "too many requests: wait a minute",
    500: "something went wrong on our side; nothing you had is lost",
}
"""What a status is told as, where there is no more to say."""

HEADINGS: Final = {
    400: "That cannot be done",
    401: "Who are you?",
    403: "Not for you",
    404: "Not found",
    405: "That cannot be done",
    409: "Not now",
    429: "Slowly",
    500: "Something went wrong",
    501: "Not installed",
    503: "Not now",
}
"""What the page of a problem is called."""


class NotFound(Problem):
    code = "not_found"
    sentence = Phrase(SENTENCES[404])


class NotAllowed(Problem):
    code = "not_allowed"
    sentence = Phrase("this is for others: whoever runs it decides who may come in here")


class Stranger(Problem):
    """Somebody whom the server does not know."""

    code = "stranger"
    sentence = Phrase(SENTENCES[401])


class NotAdministrator(Problem):
    code = "not_administrator"
    sentence = Phrase("this is for the administrator: tantera serve --admin-link prints a link that makes you one")


class NotAHost(Problem):
    """Somebody asked for a server by something that is no name of one."""

    code = "not_a_host"
    sentence = Phrase(SENTENCES[400])


class NotOurName(Problem):
    """Somebody asked this server for another one's pages: a name of which it knows nothing leads here."""

    code = "not_our_name"

    def __init__(self, host: str) -> None:
        sentence = (
            "this server does not know the name {host}: open it by its address in figures, or start it with "
            "--public-url http://{host}"
        )
        super().__init__(Phrase(sentence, host="".join(filter(str.isprintable, host[:100])) or "—"))


class ForeignOrigin(Problem):
    """A page of another site ordered something in somebody's name."""

    code = "foreign_origin"
    sentence = Phrase(
        "this came from a page of another site; where a proxy stands before the server, start it with --public-url"
    )


class StrictRequest(Request[Any, Any, Any]):
    """A request. JSON that is nested without end is rubbish like any other, and so is a form with thousands of fields;
    who hangs up in the middle has not broken anything here."""

    async def stream(self) -> AsyncGenerator[bytes, None]:
        try:
            async for data in super().stream():
                yield data
        except InternalServerException:
            raise ClientException from None

    async def form(self) -> FormMultiDict:
        if self.content_type[0] == RequestEncodingType.URL_ENCODED and (await self.body()).count(b"&") >= MOST_FIELDS:
            raise RequestEntityTooLarge
        return await super().form()

    async def json(self) -> Any:
        try:
            return await super().json()
        except RecursionError:
            raise ClientException from None


def on_problem(request: Request[Any, Any, Any], problem: Problem) -> Response[Any]:
    status = STATUS.get(problem.code, 400)
    return _answer(request, status, problem.code, problem.told(language_of(request)), problem.article,
                   getattr(problem, "more", {}))  # fmt: skip


def on_http_exception(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    status = error.status_code
    if status >= 500:
        return on_anything(request, error)
    code = HTTPStatus(status).phrase.lower().replace(" ", "_")
    lang = language_of(request)
    wrong = _wrong_field(error)
    reason = (
        translate(lang, SENTENCES.get(status, SENTENCES[400]))
        if wrong is None
        else translate(lang, wrong[1], field=wrong[0])
    )
    answer = _answer(request, status, code, reason, more={"field": wrong[0]} if wrong is not None else None)
    for name, value in (error.headers or {}).items():
        answer.headers[name] = value
    return answer


def _wrong_field(error: HTTPException) -> tuple[str, str] | None:
    """The field of a body or an address that could not be read, as ``settings.bot``, and what is wrong with it."""
    more = error.extra if isinstance(error, ValidationException) and isinstance(error.extra, list) else []
    mistake = next((one for one in more if isinstance(one, dict) and "key" in one), None)
    if mistake is None:
        return None
    field, sentence = str(mistake["key"]).removesuffix("[...]"), "the request cannot be read: look at {field}"
    if named := re.search(r"(missing required|unknown) field `([^`]{1,60})`", str(mistake.get("message", ""))):
        within = "" if field == "data" else f"{field}."
        field = within + named[2]
        sentence = (
            "the request has no {field}"
            if named[1] != "unknown"
            else "the request has a field {field}, which means nothing here"
        )
    if field == "data" or not field.isprintable():
        return None
    return field[:100], sentence


def on_anything(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    if isinstance(error, ImportError) and (missing := missing_behind(error)) is not None:
        return on_problem(request, missing)
    log_failure(str(request.scope.get("path_template", "-")), error)
    return _answer(request, 500, "failed", translate(language_of(request), SENTENCES[500]))


def _answer(
    request: Request[Any, Any, Any],
    status: int,
    code: str,
    text: str,
    article: str = "",
    more: dict[str, Any] | None = None,
) -> Response[Any]:
    wants_page = not request.url.path.startswith("/api/") and "text/html" in request.headers.get("accept", "")
    if wants_page:
        heading = HEADINGS.get(status, HEADINGS[400])
        shown = {"heading": heading, "text": text, "article": article, "problem_status": status}
        return page(request, "problem.html", status=status, **shown)
    problem = {"status": status, "code": code, "article": article or None, "message": text, **(more or {})}
    return Response(problem, status_code=status, media_type=MediaType.JSON)
