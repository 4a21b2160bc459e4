"""DGN text → tokens with their places."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple, cast

from tantera.notation.errors import DgnError, Where
from tantera.words import Phrase

Kind = Literal["comment", "bracket", "string", "clock", "totals", "equals", "word", "end"]


class Token(NamedTuple):
    kind: Kind
    text: str
    where: Where


_QUOTED: Final = r'"(?:[^"\\\n]|\\["\\])*"'
_TOKEN: Final = re.compile(
    rf"""(?P<space>\s+)
    |;(?P<comment>[^\n]*)
    |(?P<bracket>\[(?:[^\[\]"\n]|{_QUOTED})*\])
    |(?P<string>{_QUOTED})
    |(?P<clock>\{{[^{{}}\n]*\}})
    |(?P<totals>\([^()\n]*\))
    |(?P<equals>=)
    |(?P<word>[^\s;\[\]"{{}}()=]+)
    """,
    re.VERBOSE,
)


def tokens(text: str) -> Iterator[Token]:
    """The tokens of a text, and one ``end``. Anything else, such as a bracket left open, is an error."""
    breaks = [match.start() for match in re.finditer("\n", text)]

    def place(offset: int) -> Where:
        line = bisect_right(breaks, offset - 1)
        return Where(line + 1, offset - (breaks[line - 1] if line else -1))

    offset = 0
    while offset < len(text):
        match = _TOKEN.match(text, offset)
        if match is None:
            found = text[offset : offset + 20].splitlines()[0]
            expected = Phrase("a bracket, brace or quote that is closed on the same line")
            raise DgnError(place(offset), found, expected)
        kind = cast(Kind, match.lastgroup)
        if match["space"] is None:
            yield Token(kind, match[kind], place(offset))
        offset = match.end()
    yield Token("end", "the end of the text", place(len(text)))


def unquoted(text: str) -> str:
    """The text between quotes, without its escapes."""
    return re.sub(r"\\(.)", r"\1", text[1:-1])


QUOTED: Final = _QUOTED
