"""What is wrong with a DGN text."""

from __future__ import annotations

from typing import NamedTuple

from tantera.words import Phrase, Problem, told
from tantera.words.phrases import Tellable

Words = str | Tellable
"""Part of a message: as it stands in the file, or a phrase or refusal that is told in the reader's language."""


class Where(NamedTuple):
    """A place in a text, both counted from 1."""

    line: int
    column: int


class DgnError(Problem):
    """A text that cannot be right: where, what was found, what was expected, and the article where one applies.

    >>> expected = Phrase("{tile}: the number that touches first", tile="<45")
    >>> error = DgnError(Where(3, 7), "<54", expected, article="SJ-irreg-1", source="final.dgn")
    >>> print(error)
    final.dgn:3:7: found <54, expected <45: the number that touches first (SJ-irreg-1)
    >>> print(error.told("es"))
    final.dgn:3:7: se encontró <54, se esperaba <45: primero el número que toca
    """

    code = "notation"

    def __init__(self, where: Where, found: Words, expected: Words, article: str = "", source: str = "dgn") -> None:
        super().__init__(where, found, expected, article, source)
        self.where, self.article, self.source = where, article, source
        self._found, self._expected = found, expected

    @property
    def found(self) -> str:
        """In English, as `str()` has it."""
        return told(self._found, "en")

    @property
    def expected(self) -> str:
        return told(self._expected, "en")

    @property
    def reasons(self) -> tuple[Words, Words]:
        """What was found and what was expected, to be told in any language."""
        return self._found, self._expected

    def in_file(self, source: str, where: Where | None = None) -> DgnError:
        """The same of a text that is known by this name, and perhaps stands at another place in it."""
        return DgnError(where or self.where, self._found, self._expected, self.article, source)

    def told(self, lang: str) -> str:
        """File, line and column, found, expected: one line."""
        sentence = Phrase(
            "{where}: {field}found {found}, expected {expected}",
            where=f"{self.source}:{self.where.line}:{self.where.column}",
            field="",
            found=_in_line(told(self._found, lang)),
            expected=_in_line(told(self._expected, lang)),
        )
        return sentence.told(lang)

    def __str__(self) -> str:
        return self.cited("en")


def _in_line(text: str) -> str:
    """A message is one line of a bearable length, whatever stood in the file."""
    shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text[:400])
    return shown if len(shown) <= 400 else shown[:399] + "…"
