"""Style sheets and scripts. Their address has a stamp of their content, so browsers keep them for ever."""

from __future__ import annotations

import gzip
from functools import cache
from typing import Any, Final

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from tantera.web.pages.scripts import STATIC

_KINDS: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".mp3": "audio/mpeg",
    ".wav": "audio/wav",
}


@get("/static/{stamp:str}/{name:path}", include_in_schema=False, opt={"exclude_from_csrf": True})
async def static_file(request: Request[Any, Any, Any], stamp: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    found = _files().get(name.lstrip("/"))
    if found is None:
        raise NotFoundException
    content, packed, kind = found
    headers = {"cache-control": "public, max-age=31536000, immutable", "vary": "accept-encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(content, media_type=kind, headers=headers)
    return Response(packed, media_type=kind, headers=headers | {"content-encoding": "gzip"})


@cache
def _files() -> dict[str, tuple[bytes, bytes, str]]:
    """All of them, read and packed once: no path of a request ever reaches the disk."""
    found = [(path, path.read_bytes()) for path in STATIC.rglob("*") if path.suffix in _KINDS]
    return {
        path.relative_to(STATIC).as_posix(): (content, gzip.compress(content, 9, mtime=0), _KINDS[path.suffix])
        for path, content in found
    }
