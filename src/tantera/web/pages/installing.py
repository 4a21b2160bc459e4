"""Tantera on the home screen of a phone: its manifest, its icons, and the little worker that shows a page of ours where
there is no network. A browser asks for these where the page is in a secure context; nothing needs them."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Template

from tantera.layout.artwork import UNIT, Theme, sprite
from tantera.web.pages.languages import language_of
from tantera.web.pages.rendering import as_json, page, static
from tantera.web.pages.static_files import STATIC, together
from tantera.words import translate
from tantera.words.extras import has

_A_DAY: Final = {"cache-control": "public, max-age=86400"}
_PAPER: Final = "#faf8f3"

ICONS: Final = {"180": 0.72, "192": 0.86, "512": 0.86, "maskable-512": 0.58}
"""By name, how much of the height a tile takes: what a system cuts a mask out of keeps it away from the edge."""


_DRAWN: Final = {"src": static("icon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"}
"""Where nothing makes pictures of drawings."""


@get("/manifest.webmanifest", include_in_schema=False)
async def manifest(request: Request[Any, Any, Any]) -> Response[dict[str, Any]]:
    lang = language_of(request)
    content = {
        "id": "/",
        "name": "Tantera",
        "short_name": "Tantera",
        "description": translate(lang, "dominoes by the book"),
        "lang": lang,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": _PAPER,
        "theme_color": _PAPER,
        "icons": [_icon(name) for name in ICONS if name != "180"] if has("paper") else [_DRAWN],
    }
    return Response(content, media_type="application/manifest+json", headers={"cache-control": "no-cache"})


def _icon(name: str) -> dict[str, str]:
    size = name.rpartition("-")[2]
    purpose = "maskable" if name.startswith("maskable") else "any"
    return {"src": f"/icons/{name}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}


@get("/icons/{name:str}", include_in_schema=False)
async def icon(name: FromPath[str]) -> Response[bytes]:
    icon_name = name.removesuffix(".png")
    if icon_name not in ICONS or icon_name == name or not has("paper"):
        raise NotFoundException
    return Response(icon_png(icon_name), media_type="image/png", headers=_A_DAY)


@cache
def icon_png(name: str) -> bytes:
    """An icon as a picture: the tile of our mark, three and two, on the cloth; drawn once."""
    import typst

    size = int(name.rpartition("-")[2])
    source = (
        b"#set page(width: 72pt, height: 72pt, margin: 0pt)\n#image(bytes(sys.inputs.svg), width: 72pt, height: 72pt)"
    )
    made = typst.compile(source, format="png", ppi=float(size), sys_inputs={"svg": icon_svg(ICONS[name])}, timestamp=0)
    assert isinstance(made, bytes)
    return made


def icon_svg(part: float) -> str:
    """The same as a drawing; the tile takes this part of its height."""
    side = 2 * UNIT / part
    corner = f'x="{-side / 2:g}" y="{-side / 2:g}" width="{side:g}" height="{side:g}"'
    cloth = (
        '<radialGradient id="cloth" cx=".5" cy=".4" r=".8"><stop stop-color="#1f5642"/>'
        '<stop offset="1" stop-color="#0f3427"/></radialGradient>'
    )
    tile = '<use href="#dm-shadow"/><use href="#dm-face"/><use href="#dm-3" y="-10"/><use href="#dm-2" y="10"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-side / 2:g} {-side / 2:g} {side:g} {side:g}">'
        f'{sprite(Theme.LIGHT, (2, 3))}<defs>{cloth}</defs><rect {corner} fill="url(#cloth)"/>{tile}</svg>'
    )


@get("/offline", include_in_schema=False)
async def offline(request: Request[Any, Any, Any]) -> Template:
    """What a browser keeps to show while there is no network."""
    return page(request, "offline.html")


@get("/worker.js", include_in_schema=False)
async def worker() -> Response[str]:
    """The worker of all pages, which has to lie at the root. Another version of what it keeps is another worker."""
    return Response(worker_script(), media_type="text/javascript", headers={"cache-control": "no-cache"})


@cache
def worker_script() -> str:
    keeps = ["/offline", *(static(name) for name in ("tokens.css", "page.css", "icon.svg", together("offline.js")))]
    told = as_json({"KEPT": keeps, "STATIC": static("")})
    return f"self.kept = {told};\n{(STATIC / 'worker.js').read_text('utf-8')}"


handlers = [manifest, icon, offline, worker]
