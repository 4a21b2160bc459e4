"""Values as a TOML file has them: for whatever writes a rule book."""

from __future__ import annotations

from typing import Any


def as_toml(value: Any) -> str:
    """A value of the schema as TOML has it.

    >>> as_toml({"points": 100, "minutes": None})
    '{ points = 100 }'
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {as_toml(one)}" for key, one in value.items() if one is not None) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(as_toml, value)) + "]"
    return str(value) if isinstance(value, int) else quoted(str(value))


def quoted(text: str) -> str:
    """A text between quotes, on one line.

    >>> print(quoted('El "Club"'))
    "El \\"Club\\""
    """
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(letter if letter.isprintable() else " " for letter in escaped) + '"'
