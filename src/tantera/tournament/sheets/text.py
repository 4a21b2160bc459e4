"""CSV as programs really write it: which letters, which separator."""

from __future__ import annotations

import csv
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from typing import Final, NamedTuple

from tantera.words import translate

SEPARATORS: Final = (";", "\t", ",")
"""The likeliest first: Excel writes what the computer's language calls a list separator."""

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""


class Row(NamedTuple):
    line: int
    """Where it begins in the file, from 1."""
    cells: list[str]


def decoded(data: bytes) -> str:
    """The text of a file: UTF-8 with or without a byte order mark, UTF-16 with one, else what Excel calls ANSI.

    >>> decoded("Muñoz".encode("cp1252")), decoded("Muñoz".encode("utf-8-sig"))
    ('Muñoz', 'Muñoz')
    """
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace")
    try:
        return data.removeprefix(BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError:
        pass
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:
        return data.decode("latin-1")  # every byte is a letter there


def rows(text: str) -> Iterator[Row]:
    """The rows that have something in them. The first one says the separator; ``sep=;`` above it is obeyed."""
    text = text.replace("\x00", "")
    first, _, rest = text.partition("\n")
    skipped = 0
    if first.strip().lower().startswith("sep=") and len(first.strip("\r\n")) == 5:
        separator, text, skipped = first[4], rest, 1
    else:
        heading = next((line for line in text.splitlines() if line.strip()), "")
        separator = max(SEPARATORS, key=heading.count)
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, skipinitialspace=True)
    began = 1
    for cells in reader:
        stripped = [cell.strip() for cell in cells]
        if any(stripped):
            yield Row(began + skipped, stripped)
        began = reader.line_num + 1


def column(lang: str, word: str, **facts: object) -> str:
    """A heading. The catalogue has headings apart from other words: a bye rests in one place and is given in another.

    >>> column("en", "points_won"), column("es", "points_won"), column("ca", "seat {seat}", seat=2)
    ('points won', 'puntos ganados', 'lloc 2')
    """
    return translate(lang, f"column: {word}", **facts).removeprefix("column: ").replace("_", " ")


def written(table: Iterable[Sequence[object]], *, excel: bool = False) -> bytes:
    """A table as CSV: commas and UTF-8; for Excel semicolons, a byte order mark and its line ends.

    A text that a spreadsheet would take for a formula gets an apostrophe: names come from strangers.

    >>> written([("nombre", "puntos"), ("Íñigo", -3), ("=1+1", 0)]).decode()
    "nombre,puntos\\nÍñigo,-3\\n'=1+1,0\\n"
    """
    out = StringIO(newline="")
    writer = csv.writer(out, delimiter=";" if excel else ",", lineterminator="\r\n" if excel else "\n")
    for row in table:
        writer.writerow([_safe(cell) for cell in row])
    return out.getvalue().encode("utf-8-sig" if excel else "utf-8")


def _safe(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else "" if cell is None else cell
