"""The site of documents, served: the same files as ``python3 run.py docs`` writes."""

from __future__ import annotations

import gzip
from asyncio import to_thread
from functools import cache
from hashlib import sha256
from posixpath import splitext
from typing import Any, Final, NamedTuple

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from tantera.web.manual.site import Site
from tantera.web.pages.languages import language_of
from tantera.words.catalogue import LANGS

_KINDS: Final = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
}
_SITE: Final = Site(home="/")


class _File(NamedTuple):
    content: bytes
    packed: bytes
    kind: str
    stamp: str


@cache
def _file(address: str) -> _File:
    """Rendered and packed once: only what there is comes here, so no more is ever kept than that."""
    content = _SITE.file(address)
    stamp = f'"{sha256(content).hexdigest()[:16]}"'
    return _File(content, gzip.compress(content, 9, mtime=0), _KINDS[splitext(address)[1]], stamp)


@get("/docs", include_in_schema=False)
async def docs(request: Request[Any, Any, Any]) -> Redirect:
    return Redirect(f"/docs/{language_of(request)}/index.html")


@get("/docs/{name:path}", include_in_schema=False)
async def document(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
    """A page keeps its address when it changes, so a browser asks whether it has; its answer is then a few bytes."""
    address = name.strip("/")
    if address in LANGS:
        return Redirect(f"/docs/{address}/index.html")
    if address not in _SITE.addresses:
        raise NotFoundException
    file = await to_thread(_file, address)
    headers = {"cache-control": "no-cache", "etag": file.stamp, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == file.stamp:
        return Response(b"", status_code=304, headers=headers, media_type=file.kind)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(file.content, media_type=file.kind, headers=headers)
    return Response(file.packed, media_type=file.kind, headers=headers | {"content-encoding": "gzip"})


handlers = [docs, document]
