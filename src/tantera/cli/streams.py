"""Standard input and output that somebody has closed: a sentence, never a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any, NoReturn

from tantera.cli.language import spoken
from tantera.words import Phrase, Problem, translate


class ClosedInput:
    """Stands where standard input was closed. Commands that do not ask for it never notice."""

    encoding = "utf-8"

    @property
    def buffer(self) -> ClosedInput:
        return self

    def isatty(self) -> bool:
        return False

    def read(self, *_: object) -> NoReturn:
        raise Problem(Phrase("standard input: found it closed, expected a terminal or a file that answers"))

    readline = read

    def __iter__(self) -> Iterator[Any]:
        return self.read()


def mend_streams() -> bool:
    """Put something where a stream is missing; False where there is nobody to tell anything."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115  (for as long as the program runs)
    if sys.stdin is None:
        sys.stdin = ClosedInput()
    if sys.stdout is None:
        message = "standard output: found it closed, expected a terminal or a file to write to"
        print(translate(spoken(), message), file=sys.stderr)
        return False
    return True
