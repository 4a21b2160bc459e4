"""Why a file is no TOML, in words: the slips of somebody who writes it in a word processor or for the first time.

`tomllib` says where it stopped and not what was meant. The line is looked at once more for what people do: quotes that
are curly, missing or never closed, and something said twice.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from tantera.rules.basics import Path
from tantera.rules.check import dotted, named_lines
from tantera.rules.mistakes import ENTRIES, brackets
from tantera.words import Phrase


class Broken(NamedTuple):
    """What is wrong with the text itself, and on which line."""

    line: int
    found: Phrase
    expected: str | Phrase


def why_broken(text: str, message: str) -> Broken:
    """What stopped `tomllib`, as it said it: ``Invalid value (at line 2, column 8)``.

    >>> why = why_broken('id = "x"\\nplay = pairs\\n', "Invalid value (at line 2, column 8)")
    >>> why.line, str(why.found), why.expected
    (2, 'pairs without quotes', '"pairs"')
    """
    where = re.search(r"\(at line (\d+), column \d+\)", message)
    lines = text.split("\n")
    number = int(where[1]) if where else len(lines)
    line = lines[min(number, len(lines)) - 1][:_LOOKED_AT]
    slip = _said_twice(text, number) or _quotes(number, line)
    if slip is not None:
        return slip
    wrong = message.split(" (at ")[0]
    if (twice := re.fullmatch(r"Duplicate inline table key '(.+)'", wrong)) is not None:
        return Broken(number, Phrase("{name} twice", name=twice[1]), Phrase("it once"))
    found = Phrase("broken TOML ({wrong})", wrong=Phrase(wrong)) if wrong in PARSER_SAYS else Phrase("broken TOML")
    return Broken(number, found, Phrase("key = value, or a [table]"))


PARSER_SAYS: Final = frozenset(
    {
        "Cannot overwrite a value",
        "Expected '=' after a key in a key/value pair",
        "Expected ']' at the end of a table declaration",
        "Expected ']]' at the end of an array declaration",
        "Expected newline or end of document after a statement",
        "Invalid initial character for a key part",
        "Invalid statement",
        "Invalid value",
        "Unclosed array",
        "Unclosed inline table",
        "Unterminated string",
    }
)
"""What `tomllib` may say that there are words for. Anything else it says in English only, so it is not repeated."""


_LOOKED_AT: Final = 2000
"""Of a line, in letters: where quotes do not close, whoever looks for them looks from each of them to the end."""

CURLY: Final = "“”„‟‘’‚‛«»"
_CLOSED: Final = re.compile(r""""(?:[^"\\]|\\.)*"|'[^']*\'""")
_BARE: Final = re.compile(r"(?:^|=|\[|,)\s*([^\W\d_][^,\]}#=\"]*?)\s*(?=[,\]}#\"]|$)")
"""A word where a value should be: after = or inside a list."""


def _quotes(number: int, line: str) -> Broken | None:
    outside = _CLOSED.sub('""', line).partition("#")[0]
    if any(quote in outside for quote in CURLY):
        curly = " ".join(letter for letter in outside if letter in CURLY)
        return Broken(number, Phrase("curly quotes, {quotes}", quotes=curly), Phrase('straight quotes: " "'))
    value = outside.partition("=")[2].strip()
    if value.startswith(('"', "'")) and value.count(value[0]) % 2:
        return Broken(number, Phrase("a text whose quotes do not close"), Phrase("the same quotes at its end"))
    if (bare := _BARE.search(value)) is not None and bare[1] not in ("true", "false", "inf", "nan"):
        return Broken(number, Phrase("{words} without quotes", words=bare[1]), f'"{bare[1]}"')
    return None


def _said_twice(text: str, number: int) -> Broken | None:
    """A key or a table that stands there a second time, with both lines."""
    seen: dict[Path, int] = {}
    for path, line, repeats in named_lines(text):
        first = seen.setdefault(path, line)
        if first == line or repeats or line > number:
            continue
        name = dotted(path)
        if path[0] in ENTRIES and all(isinstance(step, int) for step in path[1:]):
            return Broken(line, Phrase("[{name}]", name=path[0]), brackets(str(path[0])))
        found = Phrase("{name} twice, on line {first} and on line {second}", name=name, first=first, second=line)
        return Broken(line, found, Phrase("it once"))
    return None
