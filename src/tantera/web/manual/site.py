"""The site as files: every page in each of our languages, with links between them that work in any folder, on a server
and opened from a disk. It is made of docs/*.md, of the rule books and of the docstrings of the library; a page is
rendered when somebody asks for it the first time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct

import tantera
from tantera.web.manual.books import book_page, books, list_page, words_page
from tantera.web.manual.markdown import Rendered, Target, anchors_of, rendered, starts_of, title_of
from tantera.web.manual.reference import PUBLIC, page_of
from tantera.web.manual.reference import room as room_of
from tantera.web.pages.rendering import part
from tantera.web.pages.static_files import STATIC
from tantera.words import translate
from tantera.words.catalogue import LANGS, LANGUAGES

PARTS: Final[dict[int, tuple[str, ...]]] = {1: ("en",), 2: ("es", "en"), 3: ("es", "ca", "en")}
"""In which languages a file is, by how many headings of the first size it has."""
_TO_OTHERS: Final = re.compile(r"^\[(?:{0})\]\(#\S+\)(?: · \[(?:{0})\]\(#\S+\))*\n".format(
    "|".join(one.capitalize() for one in LANGUAGES.values())
), re.MULTILINE)  # fmt: skip
"""The line that leads to the other languages of a file: on the site the head of every page does."""
STYLE: Final = "manual.css"
SCRIPT: Final = "search.js"
_PACKAGE: Final = Path(tantera.__file__).parent


@cache
def folder() -> Path:
    """Where docs/*.md are: they travel in the wheel, and in a clone they stand beside the source."""
    return next(one for one in (_PACKAGE / "docs", _PACKAGE.parents[1] / "docs") if one.is_dir())


class Group(Struct, frozen=True):
    """A part of the contents."""

    name: dict[str, str]
    pages: tuple[str, ...]


class _Contents(Struct, frozen=True):
    group: tuple[Group, ...]


@cache
def groups() -> tuple[Group, ...]:
    return msgspec.toml.decode((folder() / "site.toml").read_bytes(), type=_Contents).group


class Text(NamedTuple):
    """A page before it is rendered."""

    lang: str
    """Of its words: what is in English only is read in English by everybody."""
    markdown: str
    anchors: tuple[str, ...]


@cache
def texts(name: str) -> dict[str, Text]:
    """A page by its language."""
    if (path := folder() / f"{name}.md").is_file():
        return _parts(path.read_text("utf-8") + (_list_of_rooms() if name == "api" else ""))
    if name.startswith("api-"):
        return _parts(page_of(name.removeprefix("api-")))
    found = {lang: _told(name, lang) for lang in LANGS}
    return {lang: Text(lang, text, tuple(anchors_of(text))) for lang, text in found.items()}


def _parts(text: str) -> dict[str, Text]:
    """A file has one part a language. Its anchors are those of the whole file, as on GitHub."""
    starts, anchors = starts_of(text), iter(anchors_of(text))
    lines = text.splitlines(keepends=True)
    found = {}
    for lang, start, end in zip(PARTS[len(starts)], starts, (*starts[1:], len(lines)), strict=True):
        part = _TO_OTHERS.sub("", "".join(lines[start:end]).rstrip().removesuffix("\n---") + "\n", count=1)
        found[lang] = Text(lang, part, tuple(next(anchors) for _ in anchors_of(part)))
    return found


def _told(name: str, lang: str) -> str:
    if name == "words":
        return words_page(lang)
    return list_page(lang) if name == "books" else book_page(books()[name.removeprefix("book-")], lang)


def _list_of_rooms() -> str:
    rooms = (f"- [tantera.{room}](api-{room}.html): {room_of(room)[0].splitlines()[0]}" for room in PUBLIC)
    return "\n" + "\n".join(rooms) + "\n"


def text_for(name: str, lang: str) -> Text:
    found = texts(name)
    return found.get(lang) or found["en"]


@cache
def below(name: str) -> tuple[str, ...]:
    """The pages under one of the contents."""
    return {"books": tuple(f"book-{one}" for one in books()), "api": tuple(f"api-{one}" for one in PUBLIC)}.get(
        name, ()
    )


@cache
def names() -> tuple[str, ...]:
    """Every page but the first one and the search, in the order of the contents."""
    listed = (page.removesuffix(".md") for group in groups() for page in group.pages)
    return tuple(name for page in listed for name in (page, *below(page)))


@cache
def _title(name: str, lang: str) -> str:
    return title_of(text_for(name, lang).markdown)


@cache
def page(name: str, lang: str) -> Rendered:
    """What stands on a page."""
    text = text_for(name, lang)
    return rendered(text.markdown, text.anchors, lambda wanted: target(name, lang, wanted))


def target(name: str, lang: str, wanted: str) -> Target:
    """Where a link on a page leads. A file of the clone that is no page of the site leads nowhere."""
    if "://" in wanted or wanted.startswith("mailto:") or re.fullmatch(r"[\w-]+\.html(#.*)?", wanted):
        return Target(wanted)
    file, _, anchor = wanted.partition("#")
    other = file.removesuffix(".md") or name
    if other in names():
        found = lang if not anchor or anchor in text_for(other, lang).anchors else _lang_of(other, anchor)
        beside = "" if found == lang else f"../{found}/"
        address = f"{beside}{other}.html" if file or beside else ""
        return Target(address + (f"#{anchor}" if anchor else ""))
    return Target(f"../{file}" if file in attached() else None)


def _lang_of(name: str, anchor: str) -> str:
    return next((lang for lang, text in texts(name).items() if anchor in text.anchors), "en")


@cache
def attached() -> tuple[str, ...]:
    """Files that pages show or hand out."""
    kinds = (".webp", ".png", ".svg", ".json")
    found = (path for path in folder().rglob("*") if path.suffix in kinds)
    said = "".join(
        text.markdown for name in names() if (folder() / f"{name}.md").is_file() for text in texts(name).values()
    )
    return tuple(sorted(one for one in (path.relative_to(folder()).as_posix() for path in found) if f"({one}" in said))


class Link(NamedTuple):
    name: str
    title: str
    lang: str
    below: tuple[Link, ...] = ()


def contents(lang: str, here: str) -> list[tuple[str, list[Link]]]:
    """By group; what is under a page is listed where somebody is there."""

    def link(name: str) -> Link:
        inside = below(name)
        return Link(
            name,
            _title(name, lang),
            text_for(name, lang).lang,
            tuple(map(link, inside)) if here in (name, *inside) else (),
        )

    return [(group.name[lang], [link(one.removesuffix(".md")) for one in group.pages]) for group in groups()]


class Site:
    """The site. `home` is where the program's own pages are, where a server of ours sends it."""

    def __init__(self, home: str = "") -> None:
        self._home = home

    @cached_property
    def addresses(self) -> tuple[str, ...]:
        """Every file there is."""
        pages = (f"{lang}/{name}.html" for lang in LANGS for name in ("index", "search", *names()))
        return (*pages, *attached(), STYLE, SCRIPT, "index.html")

    def file(self, address: str) -> bytes:
        """One of them."""
        if address in attached():
            return (folder() / address).read_bytes()
        if address == STYLE:
            return b"".join((STATIC / one).read_bytes() for one in ("tokens.css", "manual.css"))
        if address == SCRIPT:
            return (STATIC / "manual" / SCRIPT).read_bytes()
        lang, _, name = address.removesuffix(".html").rpartition("/")
        return self._page(lang or LANGS[0], name, beside="" if lang else f"{LANGS[0]}/")

    def _page(self, lang: str, name: str, beside: str) -> bytes:
        """`beside` leads to the pages of this language, where the page itself is not among them."""
        content: dict[str, Any] = {"template": name, "title": ""}
        if name == "search":
            content |= {"title": translate(lang, "Search"), "index": list(index(lang))}
        elif name != "index":
            words = text_for(name, lang).lang
            content = {"template": "page", "title": _title(name, lang), "content": page(name, lang), "words": words}
        text = part(
            f"manual/{content.pop('template')}.html",
            lang,
            here=name,
            beside=beside,
            up="" if beside else "../",
            contents=contents(lang, "books" if name == "index" else name),
            languages=[(code, called.capitalize()) for code, called in LANGUAGES.items()],
            version=tantera.__version__,
            home=self._home,
            **content,
        )
        return text.encode()


def index(lang: str) -> Iterator[tuple[str, str, str, str]]:
    """What the search reads: address, page, heading, words."""
    for name in names():
        for one in page(name, lang).sections:
            anchor = "" if one.level == 1 else f"#{one.anchor}"
            yield f"{name}.html{anchor}", _title(name, lang), one.title, one.text


def write(to: Path) -> int:
    """The whole site into a folder; how many files it is."""
    site = Site()
    for address in site.addresses:
        path = to / address
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(site.file(address))
    return len(site.addresses)
