"""The formats of a tournament: every module here that has a `FORMAT` is one, and there is no list of them elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Final, Literal

from tantera.formats.drawing.field import Drawing, Field, Violation
from tantera.formats.format import Enters as Enters
from tantera.formats.format import Format as Format


def _found() -> Iterator[Format]:
    for module in iter_modules(__path__, prefix=f"{__name__}."):
        if isinstance(known := getattr(import_module(module.name), "FORMAT", None), Format):
            yield known


FORMATS: Final[dict[str, Format]] = {one.name: one for one in sorted(_found(), key=lambda one: (one.listed, one.name))}
"""By the names that books and orders use."""

if TYPE_CHECKING:
    FormatName = str
else:
    FormatName = Literal[tuple(FORMATS)]


def draw(field: Field) -> Drawing:
    """The tables of a round, as its format draws it."""
    return FORMATS[field.format].draw(field)


def violations(field: Field, drawing: Drawing) -> tuple[Violation, ...]:
    """Everything that a drawing breaks, the hard rules first. What was just drawn breaks only what cannot be helped."""
    broken = [violation for check in FORMATS[field.format].checks for violation in check(field, drawing)]
    return tuple(sorted(broken, key=lambda violation: not violation.hard))
