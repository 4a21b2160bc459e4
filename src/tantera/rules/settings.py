"""Every setting of a book by its dotted key: for whoever compares books, tells them, or holds articles against them."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tantera.rules.glossary import KEYS
from tantera.rules.schema import Book

TABLES: Final = ("options", "table", "clock", "prize", "points_in_play", "raises", "re_entry", "sheet", "tournament")
NUMBERS: Final = ("comment_seconds", "extra_hands", "warn_minutes", "best_of")


def settings_of(book: Book) -> dict[str, Any]:
    """What the book sets, as a file would say it; the tiles are those that everybody takes.

    >>> from tantera.rules import load_book
    >>> settings_of(load_book("clasico"))["options.next_opener"]
    'right'
    """
    data: dict[str, Any] = msgspec.to_builtins(book)
    data["options"]["tiles"] = book.options.tiles_each
    inside = {f"{table}.{key}": value for table in TABLES for key, value in (data[table] or {}).items()}
    return {key: value for key, value in inside.items() if key in KEYS} | {key: data[key] for key in NUMBERS}
