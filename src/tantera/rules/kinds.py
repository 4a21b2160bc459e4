"""What a value of a book may be, in words: from the types of the schema, for mistakes and for the starter book."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from types import UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from msgspec import Meta, Struct, UnsetType
from msgspec.structs import fields

from tantera.words import Phrase


def alternatives(annotation: Any) -> Iterator[Any]:
    """What a value may be, without bounds and without nothing at all."""
    origin = get_origin(annotation)
    if origin is Annotated:
        yield from alternatives(get_args(annotation)[0])
    elif origin in (Union, UnionType):
        for option in get_args(annotation):
            yield from alternatives(option)
    elif annotation not in (type(None), UnsetType):
        yield annotation


def choices(option: Any) -> Iterator[object]:
    """The values there are, where they are named one by one."""
    if get_origin(option) is Literal:
        yield from get_args(option)
    elif isinstance(option, type) and issubclass(option, Enum):
        yield from (member.value for member in option)


def bounds(annotation: Any) -> tuple[int | None, int | None]:
    """The least and the most that a whole number may be."""
    if get_origin(annotation) is Annotated:
        for meta in get_args(annotation)[1:]:
            if isinstance(meta, Meta) and (meta.ge is not None or meta.le is not None):
                return _whole(meta.ge), _whole(meta.le)
    if get_origin(annotation) in (Union, UnionType, Annotated):
        for option in get_args(annotation):
            if (found := bounds(option)) != (None, None):
                return found
    return None, None


def _whole(number: float | None) -> int | None:
    return int(number) if number is not None else None


def kind_in_words(annotation: Any) -> Phrase:
    """A whole number from 2 to 4, a table, a list…

    >>> str(kind_in_words(Annotated[int, Meta(ge=2, le=4)]))
    'a whole number from 2 to 4'
    """
    for option in alternatives(annotation):
        if named := [str(choice) for choice in choices(option)]:
            return Phrase("one of {listed}", listed=", ".join(named))
        if get_origin(option) is tuple:
            return Phrase("a list")
        if isinstance(option, type) and issubclass(option, Struct):
            keys = (field.encode_name for field in fields(option))
            return Phrase("a table with {keys}", keys=", ".join(keys))
        if option is int:
            return number_in_words(*bounds(annotation))
        if option in PLAIN:
            return PLAIN[option]
    return Phrase("something else")


def number_in_words(least: int | None, most: int | None) -> Phrase:
    """A whole number between its bounds."""
    if least is not None and most is not None:
        return Phrase("a whole number from {least} to {most}", least=least, most=most)
    if least is not None:
        return Phrase("a whole number, at least {bound}", bound=least)
    if most is not None:
        return Phrase("a whole number, at most {bound}", bound=most)
    return Phrase("a whole number")


PLAIN: Final[dict[Any, Phrase]] = {
    int: Phrase("a whole number"),
    str: Phrase("a text in quotes"),
    bool: Phrase("true or false"),
}
