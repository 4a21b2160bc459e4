"""The pieces that sheets are made of. Each is plain data for the template ``sheet``; texts are already told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tantera.paper.press import Document
from tantera.paper.saying import frame
from tantera.tournament.presentation import Presentation

Block = dict[str, Any]
Cell = str | dict[str, Any]


def title(text: str) -> Block:
    return {"kind": "title", "text": text}


def text(text: str, quiet: bool = False, size: float = 10.5) -> Block:
    return {"kind": "text", "text": text, "quiet": quiet, "size": size}


def items(lines: Iterable[tuple[str, str]]) -> Block:
    """Lines with a mark before each: an article, a number."""
    return {"kind": "list", "items": [{"mark": mark, "text": line} for mark, line in lines]}


def facts(lines: Iterable[tuple[str, str]], mono: frozenset[str] = frozenset()) -> Block:
    """What something is called, and what it is."""
    return {"kind": "facts", "items": [{"mark": mark, "text": line, "mono": mark in mono} for mark, line in lines]}


def ticks(lines: Iterable[str]) -> Block:
    return {"kind": "ticks", "items": list(lines)}


def blanks(*names: str) -> Block:
    """Lines to fill in with a pen."""
    return {"kind": "blanks", "items": list(names)}


def sign(names: Sequence[str], across: int = 2) -> Block:
    """Places to sign."""
    return {"kind": "sign", "items": list(names), "across": across}


def column(head: str, width: str | float = "auto", side: str = "left", bold: bool = False) -> dict[str, Any]:
    """A column of a table: as wide as its text (``auto``), taking what is left (``fr``), or so many millimetres."""
    return {"head": head, "width": width, "side": side, "bold": bold}


def figures(head: str, width: str | float = "auto", bold: bool = False) -> dict[str, Any]:
    return column(head, width, "right", bold)


def table(columns: Sequence[Mapping[str, Any]], rows: Iterable[Sequence[Cell]], boxed: bool = False) -> Block:
    lines = [list(row) for row in rows]
    for line in lines:
        if len(line) != len(columns):
            raise ValueError(f"a row of {len(line)} cells in a table of {len(columns)} columns")
    return {"kind": "table", "columns": [dict(one) for one in columns], "rows": lines, "boxed": boxed}


def picture(svg: str, words: str) -> Block:
    """A drawing as wide as the sheet, where it is not too high for that, and what it is."""
    width, height = map(float, svg.partition('viewBox="0 0 ')[2].partition('"')[0].split())
    return {"kind": "picture", "svg": svg, "words": words, "ratio": width / height}


def sheet(title: str, blocks: Iterable[Block], second: str = "") -> dict[str, Any]:
    return {"title": title, "second": second, "blocks": list(blocks)}


def document(
    tournament: Presentation,
    lang: str,
    sheets: Sequence[Mapping[str, Any]],
    *,
    draft: bool = False,
    flipped: bool = False,
    small: float = 10.5,
) -> Document:
    """Sheets that are printed together; each begins a page. `flipped`: landscape; `small`: type of the tables."""
    # The foot of every page says what it is, so that sheets can hang side by side; records of many people differ.
    titles = {(str(one["title"]), str(one["second"])) for one in sheets}
    title, second = titles.pop() if len(titles) == 1 else ("", "")
    around = frame(tournament, lang, title, second, draft)
    return Document("sheet", {**around, "sheets": list(sheets), "flipped": flipped, "small": small})
