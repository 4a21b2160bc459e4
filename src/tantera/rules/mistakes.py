"""Every mistake in the data of a rule book, not only the first: each table and each value is judged by itself.

msgspec stops at the first value that is wrong. A club that copied a book and changed thirty lines wants them all, so a
book that is refused is walked once more, table by table, along the types of the schema.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from tantera.rules.basics import Mistake, Mistakes, Path
from tantera.rules.check import dotted, shown
from tantera.rules.schema import Book
from tantera.rules.template import alternatives, as_toml, bounds, choices, kind_in_words
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


def mistakes_in_changes(data: Mapping[str, Any], base: Mapping[str, Any]) -> Iterator[Mistake]:
    """Everything that is wrong with a file that changes another book: what it does not say, the other one does. Of an
    entry that is new nobody else says anything."""
    yield from _walk(data, Book, (), lenient=2)
    tables, _ = _keys(Book)
    for table, known_by in ENTRIES.items():
        kind = next(get_args(option)[0] for option in alternatives(tables[table]) if get_origin(option) is tuple)
        known = [entry[known_by] for entry in base.get(table, [])]
        entries = data.get(table)
        for place, entry in enumerate(entries if isinstance(entries, list) else []):
            if isinstance(entry, dict) and known_by in entry and entry[known_by] not in known:
                hints, needed = _keys(kind)
                missing = [key for key in hints if key in needed and key not in entry]
                yield from (_missing((table, place), key) for key in missing)


def _walk(value: object, annotation: Any, path: Path, lenient: int) -> Iterator[Mistake]:
    """`lenient`: on how many more levels of tables keys may be missing."""
    for option in alternatives(annotation):
        if isinstance(value, dict) and isinstance(option, type) and issubclass(option, Struct):
            yield from _walk_table(value, option, path, lenient)
            return
        if isinstance(value, list) and get_origin(option) is tuple and get_args(option)[-1] is Ellipsis:
            item = get_args(option)[0]
            sound = True
            for place, one in enumerate(value):
                for mistake in _walk(one, item, (*path, place), lenient):
                    yield mistake
                    sound = False
            if not sound:
                return
            if lenient:
                yield from _judge_length(value, annotation, path)
                return
    yield from _judge(value, annotation, path)


def _walk_table(value: dict[str, object], kind: type[Struct], path: Path, lenient: int) -> Iterator[Mistake]:
    hints, needed = _keys(kind)
    sound = True
    for key, item in value.items():
        if key not in hints:
            yield _unknown(key, item, path, [*hints, *FILE_KEYS] if kind is Book else list(hints))
            sound = False
            continue
        for mistake in _walk(item, hints[key], (*path, key), max(0, lenient - 1)):
            yield mistake
            sound = False
    if lenient:
        needed = {"id"} if kind is Book else {ENTRIES[str(path[-2])]} if len(path) == 2 else set()
    for key in hints:
        if key in needed and key not in value:
            yield _missing(path, key)
            sound = False
    if sound and not lenient:
        yield from _judge(value, kind, path)


def _missing(path: Path, key: str) -> Mistake:
    return Mistake((*path, key), Phrase("no field {key}", key=repr(key)), f"{key} = …")


@cache
def _keys(kind: type[Struct]) -> tuple[dict[str, Any], set[str]]:
    """What may stand in such a table, with the type of each, and what must."""
    fields, types = msgspec.structs.fields(kind), get_type_hints(kind, include_extras=True)
    return {field.encode_name: types[field.name] for field in fields}, {f.encode_name for f in fields if f.required}


def _unknown(key: str, value: object, path: Path, known: list[str]) -> Mistake:
    """A key that this table does not have. Another one may have it: then it only stands in the wrong place."""
    here = Phrase("{key} under [{here}]", key=key, here=path[0]) if path else Phrase("{key} outside any table", key=key)
    tables = [table for table in _HOMES.get(key, ()) if table != dotted(path)]
    if not tables:
        return Mistake((*path, key), Phrase("the unknown field {key}", key=shown(key)), one_of(known, key))
    if "" not in tables:
        listed = " / ".join(f"[{one}]" for one in tables)
        return Mistake((*path, key), here, Phrase("it under {tables}", tables=listed))
    if isinstance(value, dict):
        return Mistake((*path, key), here, Phrase("[{name}], a table of its own", name=key))
    return Mistake((*path, key), here, Phrase("it at the top, before the first table"))


def _homes() -> dict[str, list[str]]:
    """In which tables of a book a key may stand; "" is the top of the file."""
    homes: dict[str, list[str]] = {}
    types = get_type_hints(Book, include_extras=True)
    for field in msgspec.structs.fields(Book):
        name = field.encode_name
        kinds = [one for one in alternatives(types[field.name]) if isinstance(one, type) and issubclass(one, Struct)]
        if name not in ENTRIES:
            homes.setdefault(name, []).append("")
        for kind in kinds if name not in ("name", "about", "cites") else ():
            for inner in msgspec.structs.fields(kind):
                homes.setdefault(inner.encode_name, []).append(name)
    return homes


_HOMES: Final = _homes()


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
    if parts := re.fullmatch(r"([a-z_.]+): found (.*), expected (.*)", message):
        return _placed(Mistake(tuple(parts[1].split(".")), parts[2], parts[3]), path)
    what, _, where = message.partition(" - at `$")
    inner = tuple(int(step) for step in re.findall(r"\[(\d+)\]", where))
    for step in inner:
        value = value[step] if isinstance(value, list) else value
        annotation = _item(annotation, step)
    path = (*path, *inner)
    return _slip(value, annotation, path) or Mistake(path, _found(value, path), _expected(what, value, annotation))


def _item(annotation: Any, place: int) -> Any:
    """The type of one entry of a list."""
    for option in alternatives(annotation):
        if get_origin(option) is tuple:
            items = get_args(option)
            return items[0] if items[-1] is Ellipsis else items[min(place, len(items) - 1)]
    return annotation


def _found(value: object, path: Path) -> str | Phrase:
    """The value; of a list, which entry it is: *number 2 of the list*."""
    if len(path) > 1 and isinstance(path[-1], int) and path[0] not in ENTRIES:
        return Phrase("{value} as number {place} of the list", value=shown(value), place=path[-1] + 1)
    return shown(value)


def _slip(value: object, annotation: Any, path: Path) -> Mistake | None:
    """What a value was meant to be, where that can be told: 150 in quotes, ``[bonus]``, ``limit = 150``."""
    options = [*alternatives(annotation)]
    lists = any(get_origin(option) is tuple for option in options)
    tables = [option for option in options if isinstance(option, type) and issubclass(option, Struct)]
    if len(path) == 1 and lists and isinstance(value, dict) and path[0] in ENTRIES:
        return Mistake(path, f"[{path[0]}]", brackets(str(path[0])))
    if len(path) == 1 and tables and isinstance(value, list):
        return Mistake(path, f"[[{path[0]}]]", Phrase("[{name}], with one bracket, once", name=path[0]))
    if tables and not isinstance(value, dict):
        return Mistake(path, _found(value, path), Phrase("a table like {example}", example=_example(tables[0], value)))
    wanted = [*options, *(choice for option in options for choice in choices(option))]
    meant = _unquoted(value) if isinstance(value, str) else None
    if meant is not None and (meant in wanted or type(meant) in wanted):
        found = Phrase("{value} in quotes", value=f'"{value}"')
        return Mistake(path, found, Phrase("{value} without quotes", value=shown(meant)))
    named = isinstance(value, str) and any(True for option in options for _ in choices(option))
    if lists and not isinstance(value, list) and not named:
        inside = [
            kind for kind in alternatives(_item(annotation, 0)) if isinstance(kind, type) and issubclass(kind, Struct)
        ]
        if isinstance(value, dict) != bool(inside):
            example = _example(inside[0], value) if inside else "…"
        else:
            example = as_toml(value)
        return Mistake(path, shown(value), Phrase("a list like {example}", example=f"[{example}]"))
    return None


def brackets(name: str) -> Phrase:
    """How an entry of a list begins."""
    return Phrase("[[{name}]], with two brackets, once for each", name=name)


def _unquoted(text: str) -> int | bool | None:
    """The number, or true or false, that stands between quotes."""
    if re.fullmatch(r"-?\d{1,9}", text.strip(), re.ASCII):
        return int(text)
    return {"true": True, "false": False}.get(text)


def _example(kind: type[Struct], value: object) -> str:
    """A table of this kind with what was written in it where that makes sense."""
    fields = msgspec.structs.fields(kind)
    names = [field.encode_name for field in fields if field.required] or [fields[0].encode_name]
    first = get_type_hints(kind, include_extras=True)[names[0]]
    fits = any(type(value) is option for option in alternatives(first))
    return "{ " + ", ".join(f"{name} = {as_toml(value) if fits and len(names) == 1 else '…'}" for name in names) + " }"


def _expected(what: str, value: object, annotation: Any) -> Phrase:
    named = [str(choice) for option in alternatives(annotation) for choice in choices(option)]
    if named and (what.startswith("Invalid enum value") or what.startswith("Expected ")):
        return one_of(named, value)
    if re.fullmatch(r"Expected `(.*)`, got `.*`", what):
        return kind_in_words(annotation)
    if like := re.fullmatch(r"Expected `str` matching regex '(.*)'", what):
        return _LIKE.get(like[1].replace("\\\\", "\\"), Phrase("a text in quotes"))
    if bounded := re.match(r"Expected `(\w+)` (<=|>=|of length <=|of length >=|of length) (-?\d+)", what):
        if bounded[1] == "int" and bounds(annotation) != (None, None):
            return kind_in_words(annotation)
        return Phrase(_BOUNDS[bounded[1], bounded[2]], bound=int(bounded[3]))
    return Phrase("something else")


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
