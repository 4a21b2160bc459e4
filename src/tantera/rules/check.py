"""What is wrong with a rule-book file, and where: line, field, found, expected."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

from msgspec import inspect as types

from tantera.rules.schema import Book

Path = tuple[str | int, ...]


class RuleBookError(Exception):
    """A rule book that cannot be used.

    >>> print(RuleBookError("club.toml", "options.players", "'cuatro'", "a whole number", line=7))
    club.toml, line 7: options.players: found 'cuatro', expected a whole number
    """

    def __init__(self, source: str, field: str, found: str, expected: str, line: int | None = None) -> None:
        super().__init__(source, field, found, expected, line)
        self.source, self.field, self.found, self.expected, self.line = source, field, found, expected, line

    def __str__(self) -> str:
        where = self.source if self.line is None else f"{self.source}, line {self.line}"
        field = f"{self.field}: " if self.field else ""
        return f"{where}: {field}found {self.found}, expected {self.expected}"


def explain(source: str, text: str, data: object, message: str) -> RuleBookError:
    """Turn a validation message (``Expected `int`, got `str` - at `$.options.players```) into one for people."""
    what, _, where = (
        message.rpartition(" - at ") if message.endswith("`") and " - at `$" in message else (message, "", "")
    )
    path = _path(where.strip("`"))
    found, expected = _found(data, path), ""
    choices = ", ".join(_choices(_type_at(path)))
    if unknown := re.fullmatch(r"Object contains unknown field `(.*)`", what, re.DOTALL):
        expected = _fields_like(unknown[1], _type_at(path))
        found = f"the unknown field {_shown(unknown[1])}"
        path = (*path, unknown[1])
    elif missing := re.fullmatch(r"Object missing required field `(.*)`", what):
        path = (*path, missing[1])
        found, expected = f"no field {missing[1]!r}", f"{_dotted(path)} = …"
    elif choices and (what.startswith("Invalid enum value") or what.startswith("Expected ")):
        expected = f"one of {choices}"
    elif typed := re.fullmatch(r"Expected `(.*)`, got `.*`", what):
        kinds = [kind for kind in typed[1].split(" | ") if kind != "null"]
        expected = " or ".join(_PLAIN.get(kind, kind) for kind in kinds)
    elif bounded := re.fullmatch(r"Expected `(\w+)` (.*)", what):
        expected = f"{_PLAIN.get(bounded[1], bounded[1])} {bounded[2]}"
    elif ours := re.fullmatch(r"([\w.]+): found (.*), expected (.*)", what):
        path = _joined(path, tuple(ours[1].split(".")))
        found, expected = ours[2], ours[3]
        if twice := re.fullmatch(r"(.*) twice", found):
            path = _second(data, path, twice[1])
    else:
        expected = what
    return RuleBookError(source, _dotted(path), found, expected, line_of(text, path))


_PLAIN = {
    "int": "a whole number",
    "str": "a text in quotes",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
}


def _path(text: str) -> Path:
    """``$.article[3].ways`` → ("article", 3, "ways")."""
    return tuple(int(i) if i else key for key, i in re.findall(r"\.([\w-]+)|\[(\d+)\]", text))


def _joined(path: Path, field: Path) -> Path:
    """A field below a path; a record that speaks of itself is at the path already."""
    return path if path[-len(field) :] == field else (*path, *field)


def _second(data: Any, path: Path, wanted: str) -> Path:
    """Where in a list of tables the id `wanted` stands for the second time."""
    places = [place for place, entry in enumerate(data[path[-1]]) if entry["id"] == wanted]
    return (*path, places[1], "id")


def _dotted(path: Path) -> str:
    steps = (f"[{step + 1}]" if isinstance(step, int) else f".{_shown(step, bare=True)}" for step in path)
    return "".join(steps).removeprefix(".")


def _found(data: Any, path: Path) -> str:
    for step in path:
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            return "nothing"
    return _shown(data)


def _shown(value: object, bare: bool = False) -> str:
    """A value in a message: on one line and not too long; a plain key may go without quotes."""
    if bare and isinstance(value, str) and re.fullmatch(r"[\w-]{1,60}", value):
        return value
    try:
        shown = repr(value)
    except (RecursionError, ValueError):  # nested too deep to print, or a number of thousands of digits
        return "something"
    return shown if len(shown) <= 60 else shown[:57] + "…"


def _type_at(path: Path) -> types.Type:
    found: types.Type = types.type_info(Book)
    for step in path:
        found = _step(found, step)
    return found


def _step(kind: types.Type, step: str | int) -> types.Type:
    for option in _alternatives(kind):
        if isinstance(option, types.StructType) and isinstance(step, str):
            return next((field.type for field in option.fields if field.encode_name == step), types.AnyType())
        if isinstance(option, types.VarTupleType) and isinstance(step, int):
            return option.item_type
    return types.AnyType()


def _alternatives(kind: types.Type) -> Iterator[types.Type]:
    if isinstance(kind, types.UnionType):
        yield from kind.types
    elif isinstance(kind, types.Metadata):
        yield from _alternatives(kind.type)
    else:
        yield kind


def _choices(kind: types.Type) -> Iterator[str]:
    for option in _alternatives(kind):
        if isinstance(option, types.LiteralType):
            yield from (str(value) for value in option.values)
        elif isinstance(option, types.EnumType):
            yield from (str(member.value) for member in option.cls)


def _fields_like(unknown: str, kind: types.Type) -> str:
    names = [
        field.encode_name
        for option in _alternatives(kind)
        if isinstance(option, types.StructType)
        for field in option.fields
    ]
    if close := get_close_matches(unknown, names, n=1):
        return f"{close[0]} perhaps, or one of {', '.join(names)}"
    return "one of " + ", ".join(names)


_NAME = r"""(?:[\w-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_NAMES = rf"{_NAME}(?:\s*\.\s*{_NAME})*"
_HEADER = re.compile(rf"\s*(\[\[?)\s*({_NAMES})\s*\]")
_KEY = re.compile(rf"\s*({_NAMES})\s*=")


def line_of(text: str, path: Path) -> int | None:
    """The line on which the deepest known part of `path` stands in a TOML text; the first one where none does.

    tomllib keeps no positions; walking headers and keys is enough, because books have neither nested arrays of
    tables nor keys inside multi-line values.

    >>> line_of('id = "x"\\n[options]\\nplayers = 5', ("options", "players"))
    3
    """
    lines = dict(_positions(text))
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1 if text else None)


def _positions(text: str) -> Iterator[tuple[Path, int]]:
    table: Path = ()
    seen: dict[Path, int] = {}
    inside_text = False
    for number, line in enumerate(text.splitlines(), start=1):
        if not inside_text:
            if header := _HEADER.match(line):
                table = _keys(header[2])
                if header[1] == "[[":
                    if table not in seen:
                        yield table, number
                    seen[table] = seen.get(table, -1) + 1
                    table = (*table, seen[table])
                yield table, number
            elif key := _KEY.match(line):
                yield (*table, *_keys(key[1])), number
        if (line.count('"""') + line.count("'''")) % 2:
            inside_text = not inside_text


def _keys(dotted: str) -> Path:
    return tuple(name.strip("\"'") for name in re.findall(_NAME, dotted))
