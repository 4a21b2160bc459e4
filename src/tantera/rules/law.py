"""By which law a match is played, so that a log can name it and be folded under no other.

A law is a book, told by its id and by a hash of what binds in it, and the options that a table set otherwise. The hash
leaves out the words people read and every key at its default: it stays the same when a sentence is corrected or when
books learn a new optional key, and changes when a rule does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from typing import Any, Final

import msgspec
from msgspec import NODEFAULT, Struct

from tantera.rules.articles import Article
from tantera.rules.basics import SPOKEN, Words
from tantera.rules.check import RuleBookError, shown
from tantera.rules.loader import BOOKS, former_editions, load_book, with_options
from tantera.rules.sanctions import NEEDS_OF_THE_LAW, Choice, Infraction
from tantera.rules.schema import STAGED, Bonus, Book, Cites
from tantera.words import Phrase


class Law(Struct, frozen=True):
    """What the first event of a log says about its rules.

    >>> law_of(with_options(load_book("san-juan"), {"at_time": "finish_hand"}, "100p")).options
    (('at_time', 'finish_hand'),)
    """

    book: str
    """The id of the book."""
    hash: str
    """`law_hash` of the book before the table's options."""
    options: tuple[tuple[str, str | int], ...] = ()
    """Those that the table set otherwise than the book, by key; the limit stands apart."""
    limit: str | None = None
    """Where it is not the book's, as DGN writes it: ``200p 40m``."""


Books = Callable[[str], Book]
"""A way to find a book by its id; one that it does not have is a `RuleBookError`."""


def built_in_books(name: str) -> Book:
    """The books that come along and no others: whatever the name, no path is opened.

    >>> built_in_books("ueh").options.points_hurt
    True
    >>> built_in_books("/etc/passwd")
    Traceback (most recent call last):
    tantera.rules.check.RuleBookError: '/etc/passwd': found no such book, expected one of san-juan, ...
    """
    if name not in BOOKS:
        expected = Phrase("one of {listed}", listed=", ".join(BOOKS))
        raise RuleBookError(shown(name, bare=True), "", Phrase("no such book"), expected)
    return load_book(name)


def built_in_edition(book_id: str, law: str) -> Book | None:
    """The book that comes along under that id and has, or had, a law whose hash begins so; None: there is none.

    >>> built_in_edition("cuba-doble-nueve", "e63121aa1abac4be").options.tied_block
    'mano_wins'
    """
    if book_id not in BOOKS:
        return None
    editions = (load_book(book_id), *former_editions(book_id))
    return next((book for book in editions if any(name.startswith(law) for name in law_names(book))), None)


def law_of(book: Book) -> Law:
    """The law of a table that plays by this book, with or without options on top."""
    known: Law | None = book.__dict__.get("law")
    if known is None:
        known = book.__dict__["law"] = _law(book)
    return known


def book_under(law: Law, books: Books = built_in_books) -> Book:
    """The book of a law, with the table's options on: of a built-in one the edition that the law names, however old. A
    book of that id that says something else is refused.

    >>> book_under(law_of(load_book("tarragona"))) is load_book("tarragona")
    True
    """
    book = books(law.book)
    if book.id in BOOKS and book is load_book(book.id):
        book = built_in_edition(book.id, law.hash) or book
    if book.id != law.book or law.hash not in law_names(book):
        raise RuleBookError("book", "", _named(Law(book.id, law_hash(book))), _named(Law(law.book, law.hash)))
    return with_options(book, dict(law.options), law.limit)


def check_law(book: Book, law: Law) -> None:
    """A `RuleBookError` that names both, unless this book, with its options, is what the law says."""
    ours = law_of(book)
    if law.hash not in law_names(book.base) or (ours.book, ours.options, ours.limit) != (
        law.book,
        law.options,
        law.limit,
    ):
        raise RuleBookError("book", "", _named(law_of(book)), _named(law))


def _named(law: Law) -> Phrase:
    """A law as people tell it from another: the book, the start of its hash, what the table set otherwise."""
    book, digest = shown(law.book, bare=True), shown(law.hash[:12], bare=True)
    changed = [f"{key}={value}" for key, value in law.options] + ([law.limit] if law.limit is not None else [])
    if not changed:
        return Phrase("{book} with the law {hash}", book=book, hash=digest)
    return Phrase("{book} with the law {hash} and {options}", book=book, hash=digest, options=", ".join(changed))


def law_hash(book: Book) -> str:
    """The SHA-256 of what binds a match in a book, its options included, as canonical JSON: keys sorted, those at their
    default and the words people read left out. How a tournament is run is no part of it."""
    now = _kept(book, "law_hash", _binding)
    return _FIRST_NAMED.get(now, now)


def law_names(book: Book) -> frozenset[str]:
    """Every hash under which a log may name the law of this book: once the tournament was a part of it."""
    known: frozenset[str] | None = book.__dict__.get("law_names")
    if known is None:
        binding = _binding(book)
        before = (_digest({**binding, "tournament": table}) for table in _TOURNAMENTS_BEFORE)
        known = book.__dict__["law_names"] = frozenset({law_hash(book), _digest(binding), *before})
    return known


def kept_book(data: bytes) -> Book:
    """A book as it was kept, whole, by this version or an earlier one.

    What an older one said of the tournament had other keys: they are read as what they meant, and the book keeps the
    name that its law had then.
    """
    raw: dict[str, Any] = msgspec.json.decode(data)
    table = raw.get("tournament") or {}
    if "entry" not in table:
        return msgspec.convert(raw, Book)
    first, second = table.get("default_score"), table.get("defaulted_score")
    raw["tournament"] = {
        "format": _FORMATS_BEFORE.get(table["entry"] + " " + table.get("rounds", "agreed"), "pairs-swiss"),
        "ranked_by": table.get("ranked_by", ()),
        "late": table.get("late"),
        "default_score": [*first, *second] if first and second else None,
        "fee": table.get("fee", 0),
        "members_only": table.get("members_only", False),
    }
    book = msgspec.convert(raw, Book)
    bound = {key: value for key, value in table.items() if value not in _DEFAULTS_BEFORE}
    name = _digest({**_binding(book), "tournament": bound})
    book.__dict__["law_hash"] = name
    return book


def event_hash(book: Book) -> str:
    """The SHA-256 of what binds in a tournament: the law of its matches, and what the book says of the tournament."""
    return _kept(book, "event_hash", lambda book: [_binding(book), _binding(book.tournament)])


def text_hash(book: Book) -> str:
    """The SHA-256 of the whole book, words included: who has a book of this hash may keep it for ever."""
    return _kept(book, "text_hash", msgspec.to_builtins)


def _kept(book: Book, name: str, content: Callable[[Book], Any]) -> str:
    """Worked out once a book: a match begins thousands of times a second."""
    known: str | None = book.__dict__.get(name)
    if known is None:
        known = book.__dict__[name] = _digest(content(book))
    return known


def _digest(content: Any) -> str:
    return sha256(msgspec.json.encode(content, order="sorted")).hexdigest()


def _law(book: Book) -> Law:
    base = book.base
    was, now = (msgspec.to_builtins(edition.options) for edition in (base, book))
    others = tuple(sorted((key, value) for key, value in now.items() if key != "limit" and was.get(key) != value))
    limit = str(book.options.limit) if book.options.limit != base.options.limit else None
    return Law(base.id, law_hash(base), others, limit)


def _binding(value: object) -> Any:
    """A value of the schema without what does not bind."""
    if isinstance(value, Struct):
        return {key: _binding(part) for key, part in _binding_fields(value)}
    if isinstance(value, tuple):
        return [_binding(part) for part in value]
    return value


def _binding_fields(record: Struct) -> Iterator[tuple[str, object]]:
    for name, key, default in _keys(type(record)):
        value = getattr(record, name)
        if isinstance(record, Book) and name == "infractions":
            value = record.catalogue  # what only an option brings into force is named by the option
        elif isinstance(record, Infraction | Choice) and name == "needs":
            value = tuple([need for need in value if need in NEEDS_OF_THE_LAW])
        if not isinstance(value, Words) and (default is NODEFAULT or value != default):
            yield key, _NAMED.get(value, value) if isinstance(value, tuple) else value


@cache
def _keys(kind: type[Struct]) -> tuple[tuple[str, str, Any], ...]:
    """The fields of a table that bind, their keys in a file and their defaults."""
    elsewhere = _TOLD.get(kind, ())
    fields = msgspec.structs.fields(kind)
    return tuple((field.name, field.encode_name, field.default) for field in fields if field.name not in elsewhere)


_TOLD: Final[dict[type[Struct], tuple[str, ...]]] = {
    Article: ("number", *SPOKEN, "figure", "check", "settles", "settles_all", "offers"),
    Book: ("asks", "tournament"),
    Bonus: ("article",),
    Infraction: ("breaks", "if_forbidden"),
    Cites: (
        "rack",
        "tied_block",
        "silence",
        "draw",
        "entries",
        "registration",
        "slip",
        "level",
        "default",
        "re_entries",
        "sanctions",
        "suspension",
    ),
}
"""What people are told or asked and what binds nobody in a match: the words of an article, what only a line of the
sheet or a tournament cites."""

_NAMED: Final[dict[object, str]] = {STAGED: "staged"}
"""Lists that had a name before books could write them out: the law is the same, and so is its hash."""

_FIRST_NAMED: Final[dict[str, str]] = {
    "8e4953d1e3ded109d77aad0fbaefaa1dbac70c84d205ee302c95e3c615a93b42": (
        "5cf1856fea045aff5c38a167e15e0e765c491eac070eeed3e46b7b6ca8ccf59b"
    ),
    "3d3e8b78cc4bac0abd869b584d60198461f576d3659abde78798c1581f225492": (
        "b206bcf5d9089dedf3ce232bf72dc0223ddba69bc4c86571a943b7171ec6f9d2"
    ),
    "2528820fc4c5990cbef36c27acafcafd15054409cbdacf27ac6e57f2ed00aa97": (
        "c5c62bdff0ff2439d6732e5e51f95fa7ee3aa8cc487ea627a094220deee027e6"
    ),
    "ad8dc9305b4fb2263c3b1f08c4bd3d1bd8486a34448d42f4f8912d9bc3e36dd3": (
        "d3de56d4770360ea50df31a83c972ae438adc30cd90879662d39fa0dbe64c54a"
    ),
}
"""By the hash of their law: how four of the books were first named, when the hash still had their tournament in it. The
law of a match is the same, and so is its name, in every log that was written."""

_TOURNAMENTS_BEFORE: Final[tuple[dict[str, Any], ...]] = (
    {"entry": "pair", "fee": 40, "members_only": True},
    {"entry": "pair"},
    {"entry": "player", "rounds": "winners_on", "ranked_by": ["re_entries", "points_for"]},
    {
        "entry": "player",
        "rounds": "random_then_ranking",
        "ranked_by": ["points_won", "difference"],
        "late": {"points": 25, "every_minutes": 5, "default_minutes": 10},
        "default_score": [100, 70],
        "defaulted_score": [0, 100],
    },
)
"""What the books, and so those that extend them, said of their tournament while that was a part of the law's name."""
_FORMATS_BEFORE: Final = {"player winners_on": "alone-winners-on", "player random_then_ranking": "individual"}
_DEFAULTS_BEFORE: Final[tuple[Any, ...]] = (0, "agreed", [], None, False)
