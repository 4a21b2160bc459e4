"""A first rule book for a club: short, commented, and right from the start."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tantera.rules.basics import Identifier
from tantera.rules.check import RuleBookError
from tantera.rules.glossary import VALUES, key_in_words
from tantera.rules.schema import Book, Cites, Options
from tantera.rules.tournament import Tournament
from tantera.words import Phrase, translate

_TABLES: Final = ("options", "table", "tournament")


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
    quoted = _quoted(name)
    lines = [say("The rules of {name}: change what is different here and try it.", name=name.replace("\n", " "))]
    lines += [say("tantera rules check FILE says what is wrong; tantera play --book FILE plays it.")]
    lines += [say("Lines with ## are remarks. A line with one # shows what may be set: take the # away and it counts.")]
    lines += ["", f'id = "{book_id}"']
    if extends is not None and base is not None:
        lines += [f"extends = {_quoted(extends)}"]
        lines += [say("What this club leaves out of the other book: an article, a card, the clock…")]
        lines += [f'# without = ["{base.articles[-1].id}"]']
    lines += ["", "[name]", f"{lang} = {quoted}"]
    if base is not None:
        return "\n".join([*lines, *_changes(say, base)]) + "\n"
    lines += ["", "[about]", f"{lang} = {_quoted(translate(lang, 'The rules of {name}.', name=name))}"]
    return "\n".join([*lines, *_alone(say)]) + "\n"


class _Sayer:
    def __init__(self, lang: str) -> None:
        self.lang = lang

    def __call__(self, message: str, **facts: object) -> str:
        return f"## {translate(self.lang, message, **facts)}"

    def values(self, key: str) -> list[str]:
        """What the key decides and what it may be, as remarks."""
        lines = ["", f"## {key_in_words(key).told(self.lang)}"]
        for value, words in VALUES.get(key, {}).items():
            lines.append(f"##   {value}: {translate(self.lang, words)}")
        return lines


def _changes(say: _Sayer, base: Book) -> list[str]:
    """Every option and custom of the base, as remarks, with its value there."""
    data: dict[str, Any] = msgspec.to_builtins(base)
    lines = ["", say("Options. What stands here is what {book} has.", book=base.id)]
    for table in _TABLES:
        lines += ["", f"[{table}]"]
        for key, value in (data[table] or {}).items():
            if value is not None and value not in ([], ()):
                lines += [*say.values(f"{table}.{key}"), f"# {key} = {_toml(value)}"]
    return [*lines, "", say("A rule of the club's own, and an infraction of it."), *_OWN_ARTICLE]


def _alone(say: _Sayer) -> list[str]:
    """A small book that needs no other."""
    limit = {"points": 100}
    lines = ["", "[options]", *say.values("options.limit"), f"limit = {_toml(limit)}"]
    for field in msgspec.structs.fields(Options):
        key = f"options.{field.encode_name}"
        if isinstance(field.default, (str, int)):
            lines += [*say.values(key), f"# {field.encode_name} = {_toml(field.default)}"]
    lines += ["", say("How a tournament of these rules is run; an event may set any of it otherwise."), "[tournament]"]
    for field in msgspec.structs.fields(Tournament):
        value = _EXAMPLES.get(field.encode_name, field.default)
        lines += [*say.values(f"tournament.{field.encode_name}"), f"# {field.encode_name} = {_toml(value)}"]
    lines += ["", say("Which article a refusal cites."), "[cites]"]
    lines += [f'{reason} = "C-1"' for reason in Cites.__struct_fields__]
    lines += [
        "",
        say("The articles, in the club's own words; one language is enough (es, ca, en or pt)."),
        "[[article]]",
        'id = "C-1"',
    ]
    lines += ['number = "1"', 'ways = ["play"]']
    rule = "Dominoes is played at this club as everywhere else, except as these rules say."
    lines += [f"{say.lang} = {_quoted(translate(say.lang, rule))}"]
    return [*lines, "", say("A rule of the club's own, and an infraction of it."), *_OWN_ARTICLE]


_EXAMPLES: Final[dict[str, Any]] = {
    "format": "pairs-groups",
    "rounds": 5,
    "ranked_by": ["points_won", "difference", "points_for"],
    "bye": [100, 70],
    "default_score": [100, 70, 0, 100],
    "late": {"points": 25, "every_minutes": 5, "default_minutes": 10},
    "limit_final": {"points": 200},
    "prizes": [45, 27, 18, 10],
    "registration": {"opens": "2026-05-31T10:30", "closes": "2026-05-31T11:00"},
    "clubs": ["Club Norte"],
}
"""What a key of the tournament could be, where its default says nothing."""


_OWN_ARTICLE: Final = """\
# [[article]]
# id = "C-2"
# number = "2"
# ways = ["referee"]
# es = "El móvil se apaga antes de empezar."
# ca = "El mòbil s'apaga abans de començar."
# en = "Phones are switched off before the match."
#
# [[infraction]]
# article = "C-2"
# name = { es = "Móvil", ca = "Mòbil", en = "Phone" }
# example = { es = "Le sonó el móvil.", ca = "Li ha sonat el mòbil.", en = "The player's phone rang." }
# consequences = [{ kind = "warning" }]
# again = [{ kind = "points", side = "offender", points = -10 }]""".splitlines()


def _toml(value: Any) -> str:
    """A value of the schema as TOML has it.

    >>> _toml({"points": 100, "minutes": None})
    '{ points = 100 }'
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(one)}" for key, one in value.items() if one is not None) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return str(value) if isinstance(value, int) else _quoted(str(value))


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(letter if letter.isprintable() else " " for letter in escaped) + '"'
