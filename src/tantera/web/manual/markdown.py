"""Markdown as a page of the site: headings that can be linked, links that lead to pages, and what a search reads.

markdown-it-py comes with rich, which draws the terminal: the site costs an installation no package of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup, escape

_NAMED: Final = re.compile(r"\s*\{#([\w.-]+)\}$")
"""A heading that says its own anchor: an article's id, a name of the library."""


class Section(NamedTuple):
    """What stands under a heading, for the search."""

    anchor: str
    title: str
    text: str
    level: int


class Rendered(NamedTuple):
    html: Markup
    sections: tuple[Section, ...]


class Target(NamedTuple):
    """Where a link leads on the site; nothing where it leads to a file of the clone."""

    address: str | None


def rendered(text: str, anchors: Sequence[str], target: Callable[[str], Target]) -> Rendered:
    """A page. `anchors` are those of its headings in their order, `target` says where a link leads."""
    tokens = _READER.parse(text)
    names = iter(anchors)
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            token.attrSet("id", next(names))
            inline = tokens[at + 1]
            inline.children = _without_name(inline.children or [])
        for child in token.children or []:
            _led(child, target)
    return Rendered(Markup(_READER.renderer.render(tokens, _READER.options, {})), tuple(_sections(tokens)))


def anchors_of(text: str) -> list[str]:
    """The anchors of all headings of a file, as GitHub makes them, each once.

    >>> anchors_of("# El día\\n\\n## 9:00 · Arrancar\\n\\n## `x`\\n\\n## `x`\\n\\n### Nine {#TG-9.2}\\n")
    ['el-día', '900--arrancar', 'x', 'x-1', 'TG-9.2']
    """
    anchors: list[str] = []
    tokens = _READER.parse(text)
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            title = _plain(tokens[at + 1])
            named = _NAMED.search(title)
            name = named[1] if named is not None else slug(title)
            count = sum(one == name or re.fullmatch(rf"{re.escape(name)}-\d+", one) is not None for one in anchors)
            anchors.append(f"{name}-{count}" if name in anchors else name)
    return anchors


def slug(title: str) -> str:
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def title_of(text: str) -> str:
    """The first heading."""
    tokens = _READER.parse(text)
    return next(_heading(tokens, at) for at, token in enumerate(tokens) if token.type == "heading_open")


def starts_of(text: str) -> list[int]:
    """The lines with a heading of the first size."""
    tokens = _READER.parse(text)
    return [one.map[0] for one in tokens if one.type == "heading_open" and one.tag == "h1" and one.map is not None]


def _heading(tokens: list[Token], at: int) -> str:
    return _NAMED.sub("", _plain(tokens[at + 1]))


def escaped(text: str) -> str:
    """Words that are no Markdown, whatever is in them."""
    return re.sub(r"([\\`*_{}\[\]()<>#+.!|&~-])", r"\\\1", text)


def _sections(tokens: list[Token]) -> list[Section]:
    sections: list[tuple[str, str, int, list[str]]] = []
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            sections.append((str(token.attrGet("id")), _plain(tokens[at + 1]), int(token.tag[1:]), []))
        elif token.type == "inline" and sections and tokens[at - 1].type != "heading_open":
            sections[-1][3].append(_plain(token))
        elif token.type in ("fence", "code_block") and sections:
            sections[-1][3].append(token.content.strip())
    return [Section(anchor, title, " ".join(" ".join(text).split()), level) for anchor, title, level, text in sections]


def _plain(inline: Token) -> str:
    """Its words, without what they look like."""
    said = {"text", "code_inline", "image"}
    parts = (
        child.content if child.type in said else " " * child.type.endswith("break") for child in inline.children or []
    )
    return "".join(parts).strip()


def _without_name(children: list[Token]) -> list[Token]:
    if children and children[-1].type == "text":
        children[-1].content = _NAMED.sub("", children[-1].content)
    return children


def _led(token: Token, target: Callable[[str], Target]) -> None:
    if token.type == "image":
        token.attrSet("src", target(str(token.attrGet("src"))).address or "")
        token.attrSet("loading", "lazy")
    elif token.type == "link_open":
        wanted = unquote(str(token.attrGet("href")))
        address = target(wanted).address
        if address is None:
            token.attrs = {"class": "clone", "title": wanted}
        else:
            token.attrSet("href", address)


class _Renderer(RendererHTML):
    """What is wider than a phone is moved by itself: tables and code, which a keyboard reaches too."""

    def table_open(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        return '<div class="wide" tabindex="0"><table>\n'

    def table_close(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        return "</table></div>\n"

    def fence(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        return f'<pre tabindex="0"><code>{escape(tokens[idx].content)}</code></pre>\n'

    def code_block(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        return self.fence(tokens, idx, options, env)

    def link_open(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        if "href" in tokens[idx].attrs:
            return self.renderToken(tokens, idx, options, env)
        return f'<span class="clone" title="{escape(str(tokens[idx].attrs["title"]))}">'

    def link_close(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        opened = next(one for one in reversed(tokens[:idx]) if one.type == "link_open")
        return "</a>" if "href" in opened.attrs else "</span>"


_READER: Final = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer).enable("table")
