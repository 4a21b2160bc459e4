"""Style sheets and scripts. Their address has a stamp of their content, so browsers keep them for ever. A page names
the scripts it begins with; what these import, by whatever way, is loaded beside them and not one after the other, and
the words that they say are found in their source."""

from __future__ import annotations

import gzip
import re
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any, Final

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from tantera.words import translate

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


STATIC: Final = Path(__file__).parent / "static"
_IMPORTED: Final = re.compile(r"""^(?:import|export)\b[^;"]*"(\.[^"]+)";""", re.MULTILINE)
"""A static import; scripts have no other."""
_SAID: Final = re.compile(r"""\bt\(\s*"((?:[^"\\]|\\.)+)\"""")
"""``t("…")`` with a sentence written out."""


@cache
def modules(*scripts: str) -> tuple[str, ...]:
    """These scripts and all that they import, the nearest first.

    >>> modules("desk/draw.js", "print.js"), modules("words.js")
    (('desk/draw.js', 'print.js'), ('words.js',))
    """
    found = list(scripts)
    for script in found:  # it grows meanwhile
        imported = [normpath(join(dirname(script), name)) for name in _IMPORTED.findall(_source(script))]
        found += [name for name in dict.fromkeys(imported) if name not in found]
    return tuple(found)


def sentences(*scripts: str) -> tuple[str, ...]:
    """Every sentence that these scripts say, or what they import."""
    return tuple(sorted({said for name in modules(*scripts) for said in _SAID.findall(_source(name))}))


@cache
def words_of(lang: str, *scripts: str) -> dict[str, str]:
    """The same in a language; those that read the same are left out."""
    told = {sentence: translate(lang, sentence) for sentence in sentences(*scripts)}
    return {sentence: words for sentence, words in told.items() if words != sentence}


def _source(script: str) -> str:
    return (STATIC / script).read_text("utf-8")
