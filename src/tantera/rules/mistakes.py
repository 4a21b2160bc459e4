"""Every mistake in the data of a rule book, not only the first: each table and each value is judged by itself.

msgspec stops at the first value that is wrong. A club that copied a book and changed thirty lines wants them all, so a
book that is refused is walked once more, table by table, along the types of the schema.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from tantera.rules.basics import Mistake, Mistakes, Path
from tantera.rules.check import shown
from tantera.rules.schema import Book
from tantera.words import Phrase
from tantera.words.guesses import one_of

ENTRIES: dict[str, str] = {
    "article": "id",
    "severity": "id",
    "card": "id",
    "infraction": "article",
    "bonus": "kind",
}
"""The lists of a book, and the key by which an entry is known."""

FILE_KEYS = ("extends", "without")
"""What a file may say on top of a book: which book it changes, and what it leaves out of it."""


def mistakes_in(data: object) -> Iterator[Mistake]:
    """Everything that is wrong with the data of a whole book."""
    yield from _walk(data, Book, (), lenient=0)


def mistakes_in_changes(data: object) -> Iterator[Mistake]:
    """Everything that is wrong with a file that changes another book: what it does not say, the other one does."""
    yield from _walk(data, Book, (), lenient=2)


def _walk(value: object, annotation: Any, path: Path, lenient: int) -> Iterator[Mistake]:
    """`lenient`: on how many more levels of tables keys may be missing."""
    for option in _alternatives(annotation):
        if isinstance(value, dict) and isinstance(option, type) and issubclass(option, Struct):
            yield from _walk_table(value, option, path, lenient)
            return
        if isinstance(value, list) and get_origin(option) is tuple and get_args(option)[-1] is Ellipsis:
            item = get_args(option)[0]
            found = [m for place, one in enumerate(value) for m in _walk(one, item, (*path, place), lenient)]
            if found:
                yield from found
                return
            if lenient:
                yield from _judge_length(value, annotation, path)
                return
    yield from _judge(value, annotation, path)


def _walk_table(value: dict[str, object], kind: type[Struct], path: Path, lenient: int) -> Iterator[Mistake]:
    fields, types = msgspec.structs.fields(kind), get_type_hints(kind, include_extras=True)
    hints = {field.encode_name: types[field.name] for field in fields}
    needed = {field.encode_name for field in fields if field.required}
    sound = True
    for key, one in value.items():
        if key not in hints:
            known = [*hints, *FILE_KEYS] if kind is Book else list(hints)
            yield Mistake((*path, key), Phrase("the unknown field {key}", key=shown(key)), one_of(known, key))
            sound = False
            continue
        for mistake in _walk(one, hints[key], (*path, key), max(0, lenient - 1)):
            yield mistake
            sound = False
    if lenient:
        needed = {"id"} if kind is Book else {ENTRIES[str(path[-2])]} if len(path) == 2 else set()
    for key in hints:
        if key in needed and key not in value:
            yield Mistake((*path, key), Phrase("no field {key}", key=repr(key)), f"{key} = …")
            sound = False
    if sound and not lenient:
        yield from _judge(value, kind, path)


def _judge(value: object, annotation: Any, path: Path) -> Iterator[Mistake]:
    """A value whose parts are right, or that has none."""
    try:
        msgspec.convert(value, annotation)
    except msgspec.ValidationError as error:
        if isinstance(error.__cause__, Mistakes):
            yield from (_placed(mistake, path) for mistake in error.__cause__.mistakes)
        else:
            yield _explained(str(error), value, annotation, path)
    except UnicodeEncodeError as error:
        yield Mistake(path, ascii(error.object), Phrase("a text in UTF-8"))


def _judge_length(value: list[object], annotation: Any, path: Path) -> Iterator[Mistake]:
    """A list of changes: each entry was judged, and none of them needs to be whole."""
    bounds = get_args(annotation)[1:]
    try:
        msgspec.convert([None] * len(value), Annotated[list[None], *bounds])
    except msgspec.ValidationError as error:
        yield _explained(str(error), value, annotation, path)


def _placed(mistake: Mistake, path: Path) -> Mistake:
    """Below the table it speaks of; a table that speaks of itself is there already."""
    return mistake._replace(path=path) if path[-1:] == mistake.path else mistake.below(path)


def _explained(message: str, value: object, annotation: Any, path: Path) -> Mistake:
    """A validation message (``Expected `int`, got `str` - at `$[1]```) for people."""
    if said := re.fullmatch(r"([a-z_.]+): found (.*), expected (.*)", message):
        return _placed(Mistake(tuple(said[1].split(".")), said[2], said[3]), path)
    what, _, where = message.partition(" - at `$")
    inner = tuple(int(step) for step in re.findall(r"\[(\d+)\]", where))
    for step in inner:
        value = value[step] if isinstance(value, list) else value
    path = (*path, *inner)
    return Mistake(path, shown(value), _expected(what, value, annotation))


def _expected(what: str, value: object, annotation: Any) -> Phrase:
    choices = [str(choice) for option in _alternatives(annotation) for choice in _choices(option)]
    if choices and (what.startswith("Invalid enum value") or what.startswith("Expected ")):
        return one_of(choices, value)
    if re.fullmatch(r"Expected `(.*)`, got `.*`", what):
        return _expected_type(annotation)
    if like := re.fullmatch(r"Expected `str` matching regex '(.*)'", what):
        return _LIKE.get(like[1].replace("\\\\", "\\"), Phrase("a text in quotes"))
    if bounded := re.match(r"Expected `(\w+)` (<=|>=|of length <=|of length >=|of length) (-?\d+)", what):
        return Phrase(_BOUNDS[bounded[1], bounded[2]], bound=int(bounded[3]))
    return Phrase("something else")


def _expected_type(annotation: Any) -> Phrase:
    """In words: a whole number, a table…"""
    for option in _alternatives(annotation):
        if get_origin(option) is tuple:
            return Phrase("a list")
        if isinstance(option, type) and issubclass(option, Struct):
            return Phrase("a table")
        if option in _PLAIN:
            return _PLAIN[option]
    return Phrase("something else")


_PLAIN: dict[Any, Phrase] = {
    int: Phrase("a whole number"),
    str: Phrase("a text in quotes"),
    bool: Phrase("true or false"),
}
_BOUNDS = {
    ("int", "<="): "a whole number, at most {bound}",
    ("int", ">="): "a whole number, at least {bound}",
    ("str", "of length <="): "a text of at most {bound} characters",
    ("str", "of length >="): "a text of at least {bound} characters",
    ("array", "of length <="): "a list of at most {bound}",
    ("array", "of length >="): "a list of at least {bound}",
    ("array", "of length"): "a list of {bound}",
}
_LIKE = {
    r"^[a-z0-9]+(-[a-z0-9]+)*$": Phrase("small letters, digits and hyphens, like club-norte"),
    r"^[A-Za-z0-9]+([-._][A-Za-z0-9]+)*$": Phrase("letters and digits joined by - . or _, like CN-4.2"),
    r"^[a-z][a-z0-9_]*$": Phrase("small letters, digits and _, like muy_grave"),
}


def _alternatives(annotation: Any) -> Iterator[Any]:
    """What a value may be, without bounds and without None."""
    origin = get_origin(annotation)
    if origin is Annotated:
        yield from _alternatives(get_args(annotation)[0])
    elif origin in (Union, UnionType):
        for option in get_args(annotation):
            yield from _alternatives(option)
    elif annotation is not type(None):
        yield annotation


def _choices(option: Any) -> Iterator[object]:
    if get_origin(option) is Literal:
        yield from get_args(option)
    elif isinstance(option, type) and issubclass(option, Enum):
        yield from (member.value for member in option)
