"""An Excel workbook (.xlsx) as text: the cells of its first sheet with anything in it, tab by tab.

A workbook is a zip of XML files; names, numbers, yes and no are all that a list of entries has, and they are read here
without its colours and formulas (what a formula last came to stands beside it).
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from io import BytesIO, StringIO
from typing import Final
from xml.etree import ElementTree
from zipfile import BadZipFile, ZipFile

from tantera.tournament.sheets.text import MOST_COLUMNS

MOST_BYTES: Final = 8_000_000
"""Of all that is read, unpacked, and of what is made of it: a list of ten thousand has two."""
MOST_ELEMENTS: Final = 500_000
"""Of a part: an element takes thirty times as much memory as the four letters of an empty one."""
MOST_ROWS: Final = 1_048_576
"""Excel has no more."""
_MAIN: Final = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_STRICT: Final = "{http://purl.oclc.org/ooxml/spreadsheetml/main}"
_LONGEST: Final = 4
"""Letters of a cell's place that are read: the last column is XFD."""
_SHEET: Final = re.compile(r"xl/worksheets/sheet(\d+)\.xml")


class NoWorkbook(ValueError):
    """It is a zip of something else, or too large, or damaged."""


def workbook_text(data: bytes) -> str:
    """The first sheet that has rows, with tabs between cells; a row that is empty stays an empty line."""
    try:
        with ZipFile(BytesIO(data)) as file:
            names = [name for name in file.namelist() if _SHEET.fullmatch(name)]
            names.sort(key=lambda name: int(_SHEET.fullmatch(name)[1]))  # type: ignore[index]
            wanted = ["xl/sharedStrings.xml", *names]
            if not names or sum(part.file_size for part in file.infolist() if part.filename in wanted) > MOST_BYTES:
                raise NoWorkbook
            shared = _shared(file)
            for name in names:
                table = list(_rows(_xml(file, name), shared))
                if any(any(cells) for _, cells in table):
                    return _written(table)
    except (BadZipFile, ElementTree.ParseError, KeyError, IndexError, ValueError, NotImplementedError, RuntimeError):
        raise NoWorkbook from None  # damaged, packed in an unknown way, or with a password
    return ""


def _xml(file: ZipFile, name: str) -> ElementTree.Element:
    text = file.read(name).replace(_STRICT[1:-1].encode(), _MAIN[1:-1].encode())
    return ElementTree.fromstring(text, ElementTree.XMLParser(target=_Bounded()))


class _Bounded(ElementTree.TreeBuilder):
    """Asked by the parser itself, whatever letters the file is in and wherever something stands in it."""

    _left = MOST_ELEMENTS

    def start(self, tag: str, attrs: dict[str, str], /) -> ElementTree.Element:
        self._left -= 1
        if self._left < 0:
            raise NoWorkbook
        return super().start(tag, attrs)

    def doctype(self, *_: object) -> None:
        """No program writes one; entities that unfold without end begin so."""
        raise NoWorkbook


def _shared(file: ZipFile) -> list[str]:
    """The texts of a workbook, which its cells name by number."""
    if "xl/sharedStrings.xml" not in file.namelist():
        return []
    return [_text(text) for text in _xml(file, "xl/sharedStrings.xml").iterfind(f"{_MAIN}si")]


def _text(element: ElementTree.Element) -> str:
    """Its words, whatever their letters look like; how they are pronounced is left out."""
    parts = (run.text or "" for path in (f"{_MAIN}t", f"{_MAIN}r/{_MAIN}t") for run in element.iterfind(path))
    return " ".join("".join(parts).split())


def _rows(sheet: ElementTree.Element, shared: list[str]) -> Iterator[tuple[int, list[str]]]:
    number, letters = 0, 0
    for row in sheet.iterfind(f"{_MAIN}sheetData/{_MAIN}row"):
        number = int(row.get("r") or number + 1)
        cells: list[str] = []
        for cell in row.iterfind(f"{_MAIN}c"):
            place = _column(cell.get("r") or "") or len(cells) + 1
            if place <= MOST_COLUMNS:
                cells += [""] * (place - len(cells))
                cells[place - 1] = _cell(cell, shared)
        letters += sum(map(len, cells)) + len(cells)
        if number > MOST_ROWS or letters > MOST_BYTES:
            raise NoWorkbook  # many cells may name one text
        yield number, cells


def _column(reference: str) -> int:
    """
    >>> _column("A1"), _column("AB12"), _column("")
    (1, 28, 0)
    """
    number = 0
    for letter in reference[:_LONGEST].rstrip("0123456789"):
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def _cell(cell: ElementTree.Element, shared: list[str]) -> str:
    value = cell.findtext(f"{_MAIN}v") or ""
    match cell.get("t"):
        case "s":
            return shared[int(value)]
        case "inlineStr":
            return "".join(_text(run) for run in cell.iterfind(f"{_MAIN}is"))
        case "b":
            return "sí" if value == "1" else "no"
        case "e":
            return ""
        case "str":
            return value
        case _:
            return _number(value)


def _number(value: str) -> str:
    """
    >>> _number("20"), _number("20.0"), _number("20.5"), _number("1E3"), _number("")
    ('20', '20', '20.5', '1000', '')
    """
    number = float(value) if value else 0.0
    return value if not value or not number.is_integer() else str(int(number))


def _written(table: list[tuple[int, list[str]]]) -> str:
    out = StringIO(newline="")
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    at = 1
    for number, cells in table:
        if any(cells):
            out.write("\n" * max(0, number - at))
            writer.writerow(cells)
            at = max(at, number) + 1
    return out.getvalue()
