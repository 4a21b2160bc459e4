"""A first rule book for a club: short, commented, and right from the start. What a value may be is told from the types
of the schema, for mistakes as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from types import UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct, UnsetType
from msgspec.structs import fields

from tantera.formats import FORMATS
from tantera.rules.basics import Identifier
from tantera.rules.bonuses import BONUSES
from tantera.rules.bonuses.conditions import CONDITIONS
from tantera.rules.check import RuleBookError
from tantera.rules.descriptions import FIELDS
from tantera.rules.diff import NUMBERS
from tantera.rules.glossary import RANKED_BY, VALUES, key_in_words
from tantera.rules.schema import Bonus, Book, Cites
from tantera.words import Phrase, translate


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
            if (limits := bounds(option)) != (None, None):
                return limits
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


def new_book(book_id: str, name: str, lang: str, extends: str | None = None, base: Book | None = None) -> str:
    """The text of a starter book. It changes `base`, which the file calls `extends`; without one it stands alone.

    >>> from tantera.rules import load_book
    >>> print(new_book("club-norte", "Club Norte", "en", "tarragona", load_book("tarragona")))  # doctest: +ELLIPSIS
    ## The rules of Club Norte...
    id = "club-norte"
    extends = "tarragona"
    ...
    """
    try:
        msgspec.convert(book_id, Identifier)
    except msgspec.ValidationError:
        expected = Phrase("small letters, digits and hyphens, like club-norte")
        raise RuleBookError("--id", "", repr(book_id), expected) from None
    say = _Sayer(lang)
    lines = [say("The rules of {name}: change what is different here and try it.", name=name.replace("\n", " "))]
    lines += [say("tantera rules check FILE says what is wrong; tantera play --book FILE plays it.")]
    lines += [say("Lines with ## are remarks. A line with one # shows what may be set: take the # away and it counts.")]
    lines += ["", f'id = "{book_id}"']
    if extends is not None and base is not None:
        lines += [f"extends = {quoted(extends)}"]
        lines += [say("What this club leaves out of the other book: an article, a card, the clock…")]
        lines += [f'# without = ["{base.articles[-1].id}"]']
    lines += _numbers(say, base)
    lines += ["", say("One language is enough: es, ca, en or pt."), "[name]", f"{lang} = {quoted(name)}"]
    about = translate(lang, "The rules of {name}.", name=name)
    lines += ["", say("In a sentence, what it is."), "[about]", f"{lang} = {quoted(about)}"]
    if base is not None:
        lines += ["", say("Options. What stands here is what {book} has.", book=base.id)]
    for table in _TABLES:
        lines += _table(say, table, base)
    lines += _bonuses(say)
    if base is None:
        lines += _articles(say)
    return "\n".join([*lines, "", say("A rule of the club's own, and an infraction of it."), *_own_article(say)]) + "\n"


_ALWAYS: Final = ("options", "table", "tournament", "sheet")
_TABLES: Final = ("options", "table", "tournament", "sheet", "clock", "raises", "prize", "points_in_play", "re_entry")


class _Sayer:
    def __init__(self, lang: str) -> None:
        self.lang = lang

    def __call__(self, message: str, **facts: object) -> str:
        return f"## {translate(self.lang, message, **facts)}"

    def values(self, key: str, annotation: Any) -> Iterator[str]:
        """What the key decides and what it may be, as remarks."""
        yield ""
        yield f"## {key_in_words(key).told(self.lang)}"
        words = RANKED_BY if key == "tournament.ranked_by" else VALUES.get(key)
        if words is None:
            yield f"##   {kind_in_words(annotation).told(self.lang)}"
        for value, meaning in (words or {}).items():
            yield f"##   {value}: {translate(self.lang, meaning)}"


def _numbers(say: _Sayer, base: Book | None) -> list[str]:
    """What stands outside any table, and so at the top."""
    types = get_type_hints(Book, include_extras=True)
    lines: list[str] = []
    for key in NUMBERS:
        value = getattr(base, key) if base is not None else None
        shown = value if _says(value) else _example(key, types[key])
        lines += [*say.values(key, types[key]), f"# {key} = {as_toml(shown)}"]
    return lines


def _table(say: _Sayer, table: str, base: Book | None) -> list[str]:
    """A table of the schema, key by key: what the base has there, else an example of what could be.

    A line with one # can be taken as it is. What the book has no use for as it stands is an example in a remark.
    """
    field = next(one for one in msgspec.structs.fields(Book) if one.encode_name == table)
    kind = next(alternative for alternative in alternatives(get_type_hints(Book, include_extras=True)[field.name]))
    types = get_type_hints(kind, include_extras=True)
    values = getattr(base, field.name) if base is not None else None
    data: dict[str, Any] = msgspec.to_builtins(values) if isinstance(values, Struct) else {}
    whole = bool(data) or table in _ALWAYS
    needed = _NEEDED.get(table) if not data else None
    mark = "" if whole else "# " if needed is None else "## "
    lines = ["", *([say(FIELDS[f"Book.{table}"])] if table != "options" else [])]
    lines += [say("It needs {needed}.", needed=needed)] if needed is not None else []
    lines.append(f"{mark}[{table}]")
    for one in msgspec.structs.fields(kind):
        key, name = f"{table}.{one.encode_name}", one.encode_name
        lines += say.values(key, types[one.name])
        value = data.get(name) if data else _EXAMPLES.get(name, one.default) if not whole else one.default
        if table == "options" and base is None and name == "limit":
            lines.append("limit = { points = 100 }")
        elif needed is None and _says(value):
            lines.append(f"# {name} = {as_toml(value)}")
        elif needed is None and not data:
            lines.append(f"# {name} = {as_toml(_example(name, types[one.name]))}")
        else:
            example = as_toml(_example(name, types[one.name]))
            lines.append(f"##   {translate(say.lang, 'for instance')}: {name} = {example}")
    return lines


def _example(name: str, annotation: Any) -> Any:
    """What a key could be: a usual value, else the first or the least that it may be."""
    if name in _EXAMPLES:
        return _EXAMPLES[name]
    for option in alternatives(annotation):
        if get_origin(option) is tuple:
            return [_example("", get_args(option)[0])]
        return next(choices(option), False if option is bool else bounds(annotation)[0] or 1)
    raise AssertionError(name)


def _says(value: object) -> bool:
    """Whether a value is one: nothing and an empty list are none."""
    return isinstance(value, (str, int, dict)) or (isinstance(value, (list, tuple)) and len(value) > 0)


def _bonuses(say: _Sayer) -> list[str]:
    kinds = [f"##   {kind}: {rule.explained.told(say.lang)}" for kind, rule in BONUSES.items()]
    points = kind_in_words(get_type_hints(Bonus, include_extras=True)["points"]).told(say.lang)
    cases = [f"##   {case}: {condition.explained.told(say.lang)}" for case, condition in CONDITIONS.items()]
    example = ["# [[bonus]]", '# kind = "double_blank"', "# points = 25", '# unless = ["both_ends_alike"]']
    return [
        "",
        say("Points on top of a hand, as many bonuses as there are: kind and points."),
        *kinds,
        f"##   {points}",
        say("A bonus may have cases in which it is not given (unless), or brings other points (otherwise)."),
        *cases,
        *example,
    ]


def _articles(say: _Sayer) -> list[str]:
    """What a book that stands alone needs: an article to cite."""
    lines = ["", say("Which article a refusal cites."), "[cites]"]
    lines += [f'{reason} = "C-1"' for reason in Cites.__struct_fields__]
    words = say("The articles, in the club's own words; one language is enough (es, ca, en or pt).")
    lines += ["", words, "[[article]]", 'id = "C-1"', 'number = "1"', 'ways = ["play"]']
    rule = "Dominoes is played at this club as everywhere else, except as these rules say."
    return [*lines, f"{say.lang} = {quoted(translate(say.lang, rule))}"]


_NEEDED: Final = {
    "prize": 'scoring = "fixed"',
    "points_in_play": 'scoring = "nothing" (or "all", "opponents", "fixed")',
    "re_entry": 'play = "alone", scoring = "own_loss"',
}
"""Tables that a book may only have where its options say so."""

_EXAMPLES: Final[dict[str, Any]] = {
    "comment_seconds": 30,
    "extra_hands": 2,
    "warn_minutes": [5],
    "best_of": 1,
    "limit": {"points": 100},
    "tiles": 7,
    "most_doubles": 5,
    "two_doubles_from_hand": 2,
    "first_shuffle": "anybody",
    "lifting": [{"seat": 3, "after": 1}],
    "may_redeal_from": 5,
    "difference_cap": 100,
    "move_seconds": 20,
    "block_seconds": 60,
    "at_end": "first_tile",
    "domino": 50,
    "block": 25,
    "capicua": 75,
    "double": 60,
    "double_capicua": 100,
    "count": "fives_and_threes",
    "exact": True,
    "last_tile": 1,
    "partners_play_on": True,
    "factor": 2,
    "add": 0,
    "after": "tied_block",
    "most": 2,
    "factors": [1, 2, 4],
    "format": next(one.name for one in FORMATS.values() if one.knows("advance")),
    "rounds": 5,
    "ranked_by": ["points_won", "difference", "points_for"],
    "bye": [100, 70],
    "default_score": [100, 70, 0, 100],
    "late": {"points": 25, "every_minutes": 5, "default_minutes": 10},
    "limit_final": {"points": 200},
    "prizes": [45, 27, 18, 10],
    "dates": [],
    "awards": [{"place": 1, "trophy": "jamón"}],
    "registration": {"opens": "2026-05-31T10:30", "closes": "2026-05-31T11:00"},
    "clubs": ["Club Norte"],
    "duplicate": {"hands": 8, "score": "butler"},
}
"""What a key could be, where its default says nothing."""


def _own_article(say: _Sayer) -> list[str]:
    def said(english: str) -> str:
        return f"{say.lang} = {quoted(translate(say.lang, english))}"

    rang = said("The player's phone rang.")
    return [
        "# [[article]]",
        '# id = "C-2"',
        '# number = "2"',
        '# ways = ["referee"]',
        f"# {said('Phones are switched off before the match.')}",
        "#",
        "# [[infraction]]",
        '# article = "C-2"',
        f"# name = {{ {said('Phone')} }}",
        f"# example = {{ {rang} }}",
        '# consequences = [{ kind = "warning" }]',
        '# again = [{ kind = "points", side = "offender", points = -10 }]',
    ]


def as_toml(value: Any) -> str:
    """A value of the schema as TOML has it.

    >>> as_toml({"points": 100, "minutes": None})
    '{ points = 100 }'
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {as_toml(item)}" for key, item in value.items() if item is not None) + " }"
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
