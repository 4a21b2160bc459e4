"""What is wrong with a DGN text."""

from __future__ import annotations

from typing import NamedTuple


class Where(NamedTuple):
    """A place in a text, both counted from 1."""

    line: int
    column: int


class DgnError(Exception):
    """A text that cannot be right: where, what was found, what was expected, and the article where one applies.

    >>> print(DgnError(Where(3, 7), "<54", "a tile that fits the 6", article="SJ-irreg-1", source="final.dgn"))
    final.dgn:3:7: found <54, expected a tile that fits the 6 (SJ-irreg-1)
    """

    def __init__(self, where: Where, found: str, expected: str, article: str = "", source: str = "dgn") -> None:
        super().__init__(where, found, expected, article, source)
        self.where, self.found, self.expected, self.article, self.source = where, found, expected, article, source

    def in_file(self, source: str) -> DgnError:
        return DgnError(self.where, self.found, self.expected, self.article, source)

    def __str__(self) -> str:
        cited = f" ({self.article})" if self.article else ""
        place = f"{self.source}:{self.where.line}:{self.where.column}"
        return f"{place}: found {_in_line(self.found)}, expected {_in_line(self.expected)}{cited}"


def _in_line(text: str) -> str:
    """A message is one line of a bearable length, whatever stood in the file."""
    shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text[:400])
    return shown if len(shown) <= 400 else shown[:399] + "…"
