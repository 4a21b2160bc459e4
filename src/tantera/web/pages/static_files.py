"""Style sheets and scripts. Their address has a stamp of their content, so browsers keep them for ever."""

from __future__ import annotations

from functools import cache
from typing import Final

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from tantera.web.pages.rendering import STATIC

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
async def static_file(stamp: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    found = _files().get(name.lstrip("/"))
    if found is None:
        raise NotFoundException
    content, kind = found
    return Response(content, media_type=kind, headers={"cache-control": "public, max-age=31536000, immutable"})


@cache
def _files() -> dict[str, tuple[bytes, str]]:
    """All of them, read once: no path of a request ever reaches the disk."""
    return {
        path.relative_to(STATIC).as_posix(): (path.read_bytes(), _KINDS[path.suffix])
        for path in STATIC.rglob("*")
        if path.suffix in _KINDS
    }
