"""Files of matches, read one match at a time, compressed or not."""

from __future__ import annotations

import gzip
import io
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO

import typer

from tantera.cli.bare import bare
from tantera.cli.common import books_beside, unreadable, wrong
from tantera.notation import Judged, MatchText, Wanted, matches_in
from tantera.notation.reader import MOST_CHARACTERS
from tantera.rules import Books
from tantera.words import Phrase, Problem


class Sources:
    """The matches of some files; what is wrong with one is told on standard error, and the next one is looked at."""

    def __init__(self, files: list[str], lang: str) -> None:
        self.files, self.lang = files, lang
        self.wrong = 0
        """Matches, or whole files, that cannot be right."""

    def judged(self, wanted: Wanted) -> Iterator[tuple[MatchText, Judged]]:
        """Every match that is wanted, judged."""
        for file in self.files:
            books = _books_of(file)
            try:
                for match in _matches(file):
                    judged = self._judge(match, books)
                    if judged is not None and wanted.takes(judged):
                        yield match, judged
            except Problem as error:  # of the file: nothing more can be read from it
                self._tell(error)

    def leave(self) -> None:
        """Status 2 where anything was wrong."""
        if self.wrong:
            raise typer.Exit(2)

    def _judge(self, match: MatchText, books: Books) -> Judged | None:
        try:
            return match.judged(books)
        except Problem as error:
            self._tell(error)
            return None

    def _tell(self, error: Problem) -> None:
        self.wrong += 1
        print(bare(error.cited(self.lang)), file=sys.stderr)


def _books_of(file: str) -> Books:
    return books_beside(Path.cwd() if file == "-" else Path(file).parent)


def _matches(file: str) -> Iterator[MatchText]:
    """The matches of a file (``-``: standard input), or the `Problem` that says why it cannot be read."""
    try:
        with _opened(file) as lines:
            pieces = iter(partial(lines.readline, MOST_CHARACTERS), "")  # a line may unpack to any length
            yield from matches_in(pieces, file)
    except UnicodeDecodeError as error:
        found = Phrase("the byte {byte}", byte=f"{error.object[error.start]:#04x}")
        raise Problem(wrong(file, found, "UTF-8")) from None
    except (EOFError, zlib.error):
        raise Problem(wrong(file, Phrase("a compressed file that breaks off"), Phrase("a whole one"))) from None
    except OSError as error:
        raise Problem(unreadable(file, error, Phrase("a DGN file"))) from None


@contextmanager
def _opened(file: str) -> Iterator[IO[str]]:
    if file == "-":
        yield io.TextIOWrapper(sys.stdin.buffer, "utf-8-sig", newline="\n")
    elif file.endswith(".gz"):
        with gzip.open(file, "rt", encoding="utf-8-sig", newline="\n") as lines:
            yield lines
    else:
        with Path(file).open(encoding="utf-8-sig", newline="\n") as lines:
            yield lines


def write_text(path: Path, text: str) -> None:
    """Whole, or not at all (`OSError`); compressed where the name says so."""
    from tantera.cli.keeping import write_output

    data = text.encode()
    write_output(path, gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)
