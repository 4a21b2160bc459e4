"""A file that somebody hands over: bytes, which may be anything."""

from __future__ import annotations

from tantera.notation.errors import DgnError, Where
from tantera.notation.judge import Judged, judge
from tantera.notation.reader import read
from tantera.rules import Books, built_in_books
from tantera.words import Phrase


def judge_file(data: bytes, books: Books = built_in_books, source: str = "dgn") -> Judged:
    """The judged match of a file, or the `DgnError` that says where in it something cannot be right.

    `source` is what the file is called. A mark of the byte order, as some editors write it, is passed over.

    >>> judge_file(b'[Book "san-juan"]', source="final.dgn").match.score
    (0, 0)
    """
    try:
        return judge(read(data.decode("utf-8-sig")), books)
    except UnicodeDecodeError as error:
        before = data[: error.start]
        where = Where(before.count(b"\n") + 1, error.start - before.rfind(b"\n"))
        found = Phrase("the byte {byte}", byte=f"{data[error.start]:#04x}")
        raise DgnError(where, found, "UTF-8", source=source) from None
    except DgnError as error:
        raise error.in_file(source) from None
