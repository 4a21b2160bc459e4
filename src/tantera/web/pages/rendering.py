"""Pages: a template, the visitor's language, and the address of everything static by its content."""

from __future__ import annotations

from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlencode

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from litestar import MediaType, Request
from litestar.response import Template
from litestar.utils.empty import value_or_default
from litestar.utils.scope.state import ScopeState
from markupsafe import Markup

from tantera.layout.artwork import pieces
from tantera.rules import Law
from tantera.web.pages.compressing import masked, unmasked
from tantera.web.pages.languages import language_of, this_page
from tantera.web.pages.look import USUAL, attributes, look_of
from tantera.web.pages.static_files import STATIC, together, words_of
from tantera.words import told, translate
from tantera.words.catalogue import LANGUAGES

HERE: Final = Path(__file__).parent


@cache
def environment() -> Environment:
    """One in a process, whatever applications there are: a template is compiled once."""
    env = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # a page is made of dozens of templates: nobody asks the disk about each of them every time
    )
    env.globals["static"] = static
    env.globals["scripts"] = scripts
    env.globals["LANGUAGES"] = LANGUAGES
    env.globals["look"] = USUAL
    env.globals["looks"] = ""
    env.globals["article_url"] = article_url
    env.filters["json"] = as_json
    env.filters["told"] = told
    env.filters["upfirst"] = upfirst
    return env


def page(
    request: Request[Any, Any, Any],
    template: str,
    content: msgspec.Struct | None = None,
    /,
    *,
    status: int = 200,
    **context: Any,
) -> Template:
    """A page in the visitor's language. `content` is the record of what is on it: its fields are what the template
    calls them. In templates `t("…")` is a sentence of the catalogue."""
    filled = _context(request) | (msgspec.structs.asdict(content) if content is not None else {}) | context
    # A handler that may also redirect says nothing about the kind of answer.
    return Template(template, context=filled, status_code=status, media_type=MediaType.HTML)


def rendered(request: Request[Any, Any, Any], template: str, **context: Any) -> str:
    """A part of a page, for a script that puts it in its place."""
    env: Environment = request.app.template_engine.engine  # type: ignore[union-attr]
    return env.get_template(template).render(**_context(request) | context)


def part(template: str, lang: str, **context: Any) -> str:
    """A part of a page that depends on nothing but what it is given: it can be kept."""
    return environment().get_template(template).render(t=partial(translate, lang), lang=lang, **context)


def _context(request: Request[Any, Any, Any]) -> dict[str, Any]:
    lang, state = language_of(request), ScopeState.from_scope(request.scope)
    return {
        "lang": lang,
        "t": partial(translate, lang),
        "visitor": request.scope.get("user"),  # none where no route was found
        "here": this_page(request),
        "look": (look := look_of(request)),
        "looks": attributes(look),
        "sprite": _sprite,
        "csrf_token": cache(lambda: masked(unmasked(value_or_default(state.csrf_token, "")))),  # one a page
    }


def article_url(book: str, article: str) -> str:
    """Where an article can be read. Scripts write the same address."""
    return f"/books/{quote(book)}#{quote(article)}"


def how_to_play_url(law: Law) -> str:
    """Where it is told how one plays under a law, the options of its table included.

    >>> how_to_play_url(Law("clasico", "", (("set", "double-nine"),), "200p 40m"))
    '/books/clasico/play?set=double-nine&limit=200p+40m'
    """
    own = dict(law.options) | ({} if law.limit is None else {"limit": law.limit})
    return f"/books/{quote(law.book)}/play" + (f"?{urlencode(own)}" if own else "")


def upfirst(text: str) -> str:
    """A sentence that stands alone begins with a capital; the rest of it stays as it is.

    >>> upfirst("paso, dice Mas")
    'Paso, dice Mas'
    """
    return text[:1].upper() + text[1:]


def as_json(value: Any) -> Markup:
    """A value as JSON inside a page: nothing in it can end the element it stands in."""
    text = msgspec.json.encode(value).decode()
    return Markup(text.replace("<", "\\u003c").replace("&", "\\u0026"))


def static(name: str) -> str:
    """The address of a static file: it changes with its content, so that it may be kept for ever."""
    return f"/static/{_folder_stamp()}/{name}"


@pass_context
def scripts(context: Context, *names: str) -> Markup:
    """The scripts that a page begins with: the words they say, and themselves with all that they import."""
    words = words_of(context["lang"], *names)
    told = f'<script type="application/json" id="words">{as_json(words)}</script>' if words else ""
    return Markup(f'{told}<script type="module" src="{static(together(*names))}"></script>')


@cache
def _folder_stamp() -> str:
    """One stamp for all of them: they go together."""
    digest = sha256()
    for path in sorted(STATIC.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(STATIC).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


@cache
def _sprite() -> Markup:
    """The pieces that tiles are drawn with, once a page; their colours are in the style sheet."""
    drawn = pieces(numerals=True)
    return Markup(f'<svg class="sprite" aria-hidden="true" width="0" height="0">{drawn}</svg>')
