"""What is wrong with a rule-book file, and where: line, field, found, expected, in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from tantera.rules.basics import Path
from tantera.words import Phrase, Problem


class RuleBookError(Problem):
    """A rule book that cannot be used: the first mistake in it, and the others that were found on the way.

    >>> error = RuleBookError("club.toml", "options.players", "'cuatro'", Phrase("a whole number"), line=7)
    >>> print(error)
    club.toml, line 7: options.players: found 'cuatro', expected a whole number
    >>> print(error.told("es"))
    club.toml, línea 7: options.players: se encontró 'cuatro', se esperaba un número entero
    """

    code = "rule_book"

    def __init__(
        self, source: str, field: str, found: str | Phrase, expected: str | Phrase, line: int | None = None
    ) -> None:
        super().__init__(source, field, found, expected, line)
        self.source, self.field, self.line = source, field, line
        self.others: tuple[RuleBookError, ...] = ()
        self._found, self._expected = found, expected

    @property
    def reasons(self) -> tuple[str | Phrase, str | Phrase]:
        """What was found and what was expected, to be told in any language."""
        return self._found, self._expected

    @property
    def found(self) -> str:
        """In English, as `str()` has it."""
        return str(self._found)

    @property
    def expected(self) -> str:
        return str(self._expected)

    @property
    def all(self) -> tuple[RuleBookError, ...]:
        """Every mistake that was found, this one first."""
        return (self, *self.others)

    def told(self, lang: str) -> str:
        """The sentence in a language; file, field and values stay as the file has them."""
        where: str | Phrase = self.source
        if self.line is not None:
            where = Phrase("{source}, line {line}", source=self.source, line=self.line)
        field = f"{self.field}: " if self.field else ""
        sentence = Phrase(
            "{where}: {field}found {found}, expected {expected}",
            where=where,
            field=field,
            found=self._found,
            expected=self._expected,
        )
        return sentence.told(lang)

    def __str__(self) -> str:
        return self.told("en")


def dotted(path: Path) -> str:
    """A path as people write it, counting from one.

    >>> dotted(("article", 0, "ways"))
    'article[1].ways'
    """
    steps = (f"[{step + 1}]" if isinstance(step, int) else f".{shown(step, bare=True)}" for step in path)
    return "".join(steps).removeprefix(".")


def shown(value: object, bare: bool = False) -> str:
    """A value in a message: on one line and not too long; a plain key may go without quotes."""
    if bare and isinstance(value, str) and re.fullmatch(r"[\w-]{1,60}", value):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    try:
        text = repr(value)
    except (RecursionError, ValueError):  # nested too deep to print, or a number of thousands of digits
        return "…"
    return text if len(text) <= 60 else text[:57] + "…"


_NAME = r"""(?:[\w-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_NAMES = rf"{_NAME}(?:\s*\.\s*{_NAME})*"
_HEADER = re.compile(rf"\s*(\[\[?)\s*({_NAMES})\s*\]")
_KEY = re.compile(rf"\s*({_NAMES})\s*=")


def line_of(text: str, path: Path) -> int | None:
    """The line on which the deepest known part of `path` stands in a TOML text; the first one where none does.

    tomllib keeps no positions; walking headers and keys is enough, because keys inside multi-line values are rare and
    then the line of the whole value is named.

    >>> line_of('id = "x"\\n[options]\\nplayers = 5', ("options", "players"))
    3
    """
    lines = positions(text)
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1 if text else None)


@lru_cache(maxsize=8)
def positions(text: str) -> dict[Path, int]:
    """The lines of all headers and keys of a TOML text."""
    lines: dict[Path, int] = {}
    for path, number, _ in named_lines(text):
        lines.setdefault(path, number)
    return lines


def named_lines(text: str) -> Iterator[tuple[Path, int, bool]]:
    """Every header and every key with its line, and whether it may stand there again, as ``[[article]]`` may."""
    table: Path = ()
    arrays: dict[Path, int] = {}
    inside_text = False
    for number, line in enumerate(text.splitlines(), start=1):
        if not inside_text:
            if header := _HEADER.match(line):
                names = _keys(header[2])
                table = _within(arrays, names[:-1])
                last = (*table, names[-1])
                if header[1] == "[[":
                    yield last, number, True
                    arrays[last] = arrays.get(last, -1) + 1
                    table = (*last, arrays[last])
                else:
                    table = (*last, arrays[last]) if last in arrays else last
                yield table, number, False
            elif key := _KEY.match(line):
                yield (*table, *_keys(key[1])), number, False
        if (line.count('"""') + line.count("'''")) % 2:
            inside_text = not inside_text


def _within(arrays: dict[Path, int], names: Path) -> Path:
    """Below an array of tables, a header speaks of its last table."""
    path: Path = ()
    for name in names:
        path = (*path, name)
        if path in arrays:
            path = (*path, arrays[path])
    return path


def _keys(names: str) -> Path:
    return tuple(name.strip("\"'") for name in re.findall(_NAME, names))
