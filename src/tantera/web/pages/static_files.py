"""Style sheets and scripts. Their address has a stamp of their content, so browsers keep them for ever. A page names
the scripts it begins with; they go in one file with all that they import, by whatever way (forty requests on the Wi-Fi
of a hall are seconds), and the words that they say are found in their source."""

from __future__ import annotations

import gzip
import re
from functools import cache, lru_cache
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any, Final

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from tantera.words import translate

_KINDS: Final = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".mp3": "audio/mpeg",
    ".wav": "audio/wav",
}


@get("/static/{stamp:str}/{name:path}", include_in_schema=False, opt={"exclude_from_csrf": True})
async def static_file(request: Request[Any, Any, Any], stamp: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    file = _files().get(name.lstrip("/")) or _bundle(name.lstrip("/"))
    if file is None:
        raise NotFoundException
    content, packed, kind = file
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
_IMPORT: Final = re.compile(r"""^import (\{[^}]*\}) from "(\.[^"]+)";$""", re.MULTILINE)
_EXPORT: Final = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
"""Scripts have no other imports and exports; a test sees to it."""
_TOGETHER: Final = "together/"
"""Before the names of scripts that are sent as one, with a ``+`` between them."""
_MOST: Final = 4
"""Scripts that a page begins with."""
_SAID: Final = re.compile(r"""\bt\(\s*"((?:[^"\\]|\\.)+)\"""")
"""``t("…")`` with a sentence written out."""

_COMMENT: Final = re.compile(r"^[ \t]*(?://[^\n]*|/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*)\n", re.MULTILINE)
"""A comment that has its lines to itself: for who reads the file, not for the line of somebody's phone."""


@cache
def modules(*scripts: str) -> tuple[str, ...]:
    """These scripts and all that they import, the nearest first.

    >>> modules("desk/draw.js", "print.js"), modules("words.js")
    (('desk/draw.js', 'print.js'), ('words.js',))
    """
    names = list(scripts)
    for script in names:  # it grows meanwhile
        names += [name for name in _imported(script) if name not in names]
    return tuple(names)


def _imported(script: str) -> tuple[str, ...]:
    names = (normpath(join(dirname(script), name)) for _, name in _IMPORT.findall(_source(script)))
    return tuple(dict.fromkeys(names))


def together(*scripts: str) -> str:
    """Where a page finds these scripts and all that they import, as one.

    >>> together("desk/screen.js", "desk/draw.js")
    'together/desk/screen.js+desk/draw.js'
    """
    return _TOGETHER + "+".join(scripts)


@lru_cache(64)
def _bundle(name: str) -> tuple[bytes, bytes, str] | None:
    names = name.removeprefix(_TOGETHER).split("+")
    if not name.startswith(_TOGETHER) or len(names) > _MOST or not all(_is_script(one) for one in names):
        return None
    content = bundled(*names).encode()
    return content, gzip.compress(content, 9, mtime=0), _KINDS[".js"]


def _is_script(name: str) -> bool:
    return name in _files() and name.endswith(".js")


def bundled(*scripts: str) -> str:
    """These scripts and all that they import as one module: each a function that is called once, after those that it
    imports, and gives what it exports."""
    given: dict[str, str] = {}
    """What each has given, by the name that it has there."""
    parts: list[str] = []

    def place(script: str) -> None:
        if script in given:
            return
        for name in _imported(script):
            place(name)
        source = _COMMENT.sub("", _source(script))
        exported = ", ".join(name for _, name in _EXPORT.findall(source))

        def taken(found: re.Match[str]) -> str:
            return f"const {found[1].replace(' as ', ': ')} = {given[normpath(join(dirname(script), found[2]))]};"

        given[script] = f"$$m{len(given)}"
        body = _EXPORT.sub(r"\1", _IMPORT.sub(taken, source))
        parts.append(f"// {script}\nconst {given[script]} = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();\n")

    for script in scripts:
        place(script)
    return "".join(parts)


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
