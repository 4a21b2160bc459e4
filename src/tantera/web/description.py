"""What OpenAPI cannot see in the types of our answers: every problem is one object, whatever its status, and a few
answers are encoded already. A test sends the server whatever this description allows, and compares the answers."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin

_ANYWHERE: Final = (400, 403, 421, 429, 503)
"""Cannot be read or is refused; not for you, or from another site; not our name; too often; the store is away."""
_WITH_A_BODY: Final = (413,)
_BY_NAME: Final = (404,)
"""Where an address, or what follows it, names something that may not be there."""
_OF_A_MATCH: Final = (409, 410)
"""The match is not over; an upload that is no longer kept."""

_PROBLEM: Final[dict[str, Any]] = {
    "type": "object",
    "title": "Problem",
    "description": "What is wrong. `code` is for programs and never changes; `message` is for people, in their words.",
    "required": ["status", "code", "article", "message"],
    "properties": {
        "status": {"type": "integer"},
        "code": {"type": "string"},
        "article": {"type": ["string", "null"], "description": "Of the rule book, where one applies."},
        "message": {"type": "string"},
    },
}
_SCREEN: Final[dict[str, Any]] = {
    "type": "object",
    "description": "The `message` of a socket's first frame: docs/protocol.md tells its fields.",
    "required": ["version", "table"],
    "properties": {"version": {"type": "integer"}, "table": {"type": "object"}, "match": {"type": "object"}},
}
_BOOK: Final[dict[str, Any]] = {
    "type": "object",
    "description": "A rule book: docs/rule-books.md tells its fields.",
    "required": ["id", "name", "options"],
}
_ENCODED: Final = {"/api/tables/{table_id}": _SCREEN, "/api/books/{digest}": _BOOK}
"""Answers that the server has as bytes."""

_STRICT: Final = ("Coming", "NewName", "Opening", "Settings", "Times")
"""Bodies that have these fields and no others."""


class Description(JsonRenderPlugin):
    """The description as it is served."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return super().render(request, described(openapi_schema))


def described(found: dict[str, Any]) -> dict[str, Any]:
    """What Litestar found out, put right."""
    document: dict[str, Any] = _with_tuples(found)
    schemas = document["components"]["schemas"]
    schemas["Problem"] = _PROBLEM
    for name in _STRICT:
        schemas[name]["additionalProperties"] = False
    for path, operations in document["paths"].items():
        for operation in operations.values():
            answers = operation["responses"]
            answers |= {str(status): _problem(status) for status in _statuses(path, operation)}
            if path in _ENCODED:
                answers["200"]["content"] = {"application/json": {"schema": _ENCODED[path]}}
    dgn = {"text/plain": {"schema": {"type": "string"}}}
    document["paths"]["/api/dgn"]["post"]["requestBody"] = {"content": dgn, "required": True}
    ready = document["paths"]["/ready"]["get"]["responses"]
    ready["503"] = ready["200"] | {"description": "Nobody new should be sent here, and why."}
    return document


def _with_tuples(value: Any) -> Any:
    """A copy in which a tuple is a list of so many of its parts: not every program understands `prefixItems`."""
    if isinstance(value, list | tuple):
        return [_with_tuples(one) for one in value]
    if not isinstance(value, dict):
        return value
    copy = {key: _with_tuples(one) for key, one in value.items()}
    if (parts := copy.pop("prefixItems", None)) is not None:
        copy |= {"items": {"anyOf": parts}, "minItems": len(parts), "maxItems": len(parts)}
    return copy


def _statuses(path: str, operation: dict[str, Any]) -> set[int]:
    named = _BY_NAME if "{" in path or path == "/api/articles" else ()
    body = _WITH_A_BODY if "requestBody" in operation or path == "/api/dgn" else ()
    of_a_match = _OF_A_MATCH if path.startswith("/api/matches/{table}/{number}") else ()
    return {*_ANYWHERE, *named, *body, *of_a_match}


def _problem(status: int) -> dict[str, Any]:
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {"description": HTTPStatus(status).phrase, "content": content}
