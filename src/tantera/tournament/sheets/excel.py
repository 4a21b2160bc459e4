"""Tables as an Excel workbook: real cells, a heading that stays in sight, columns as wide as what is in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from io import BytesIO
from typing import Final

from tantera.words.extras import needs

_WIDEST: Final = 40
_MADE: Final = datetime(2000, 1, 1, tzinfo=UTC).replace(tzinfo=None)
"""Nothing of the machine shows: the same tables give the same bytes."""


def workbook(tables: Mapping[str, Sequence[Sequence[object]]]) -> bytes:
    """A sheet for each table, by its name. A text is a text, whatever it begins with: no name becomes a formula."""
    needs("sheets")
    import xlsxwriter

    out = BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True})
    book.set_properties({"created": _MADE})
    heading = book.add_format({"bold": True, "bottom": 1})
    for name, rows in tables.items():
        sheet = book.add_worksheet(_sheet_name(name))
        for at, row in enumerate(rows):
            for column, cell in enumerate(row):
                _write(sheet, at, column, cell, heading if at == 0 else None)
        sheet.freeze_panes(1, 0)
        if rows:
            sheet.autofilter(0, 0, max(0, len(rows) - 1), len(rows[0]) - 1)
            for column in range(len(rows[0])):
                longest = max(len(str(row[column] or "")) for row in rows)
                sheet.set_column(column, column, min(_WIDEST, longest + 3))
    book.close()
    return out.getvalue()


def _write(sheet: object, at: int, column: int, cell: object, look: object) -> None:
    if isinstance(cell, bool) or not isinstance(cell, int | float):
        if cell not in (None, ""):
            sheet.write_string(at, column, str(cell), look)  # type: ignore[attr-defined]
    else:
        sheet.write_number(at, column, cell, look)  # type: ignore[attr-defined]


def _sheet_name(name: str) -> str:
    """What Excel takes: no more than 31 letters, and none of these signs.

    >>> _sheet_name("Liga: noche 1/12 " + "x" * 30)
    'Liga  noche 1 12 xxxxxxxxxxxxxx'
    """
    return "".join(" " if sign in "[]:*?/\\" else sign for sign in name)[:31]
