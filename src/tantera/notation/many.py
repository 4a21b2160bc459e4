"""Many matches in one text, one after the other: a line of tags after a hand begins the next match.

Everything here is lazy, so that an archive of any size can be read: one match is in memory at a time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from tantera.notation.document import Document
from tantera.notation.errors import DgnError, Where
from tantera.notation.judge import Judged, judge
from tantera.notation.reader import MOST_CHARACTERS, QUOTED, read
from tantera.rules import Books, built_in_books

_TAGS: Final = re.compile(rf"(?:\s*\[\s*\w+\s+{QUOTED}\s*\])*")
_HAND: Final = re.compile(r"(?:^|\s)#\d")


class MatchText(NamedTuple):
    """One match of a file, as it stands there."""

    text: str
    source: str
    line: int
    """Where it begins, counted from 1."""

    def read(self) -> Document:
        """The document, or the `DgnError` that says where in the file something cannot be right."""
        try:
            return read(self.text)
        except DgnError as error:
            raise self.of_file(error) from None

    def judged(self, books: Books = built_in_books) -> Judged:
        """The judged match, or such an error."""
        document = self.read()
        try:
            return judge(document, books)
        except DgnError as error:
            raise self.of_file(error) from None

    def of_file(self, error: DgnError) -> DgnError:
        line, column = error.where
        return error.in_file(self.source, Where(line + self.line - 1, column))


def matches_in(lines: Iterable[str], source: str = "dgn") -> Iterator[MatchText]:
    """The matches of a text, each as it is written. One without any is one match: whoever reads it says what is wrong.

    >>> text = '[Book "san-juan"]\\n#1 o1 0-0 = domino 3 +41\\n[Book "clasico"]\\n'
    >>> [(match.line, match.text.splitlines()[0]) for match in matches_in(text.splitlines(keepends=True))]
    [(1, '[Book "san-juan"]'), (3, '[Book "clasico"]')]
    """
    gathered: list[str] = []
    begins, letters, in_hands = 1, 0, False
    for number, line in enumerate(lines, start=1):
        tags = _TAGS.match(line)
        after = line[tags.end() :] if tags is not None else line
        if in_hands and len(after) < len(line):
            yield MatchText("".join(gathered), source, begins)
            gathered, begins, letters, in_hands = [], number, 0, False
        if letters <= MOST_CHARACTERS:  # of a longer one as much is kept as is refused for its length
            gathered.append(line)
            letters += len(line)
        in_hands = in_hands or _HAND.search(after.partition(";")[0]) is not None
    yield MatchText("".join(gathered), source, begins)
