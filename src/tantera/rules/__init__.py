"""The law: rule books as data, and the named functions they use."""

from tantera.rules.articles import Article
from tantera.rules.basics import Refusal, Seat
from tantera.rules.check import RuleBookError
from tantera.rules.editors import json_schema
from tantera.rules.law import (
    Books,
    Law,
    book_under,
    built_in_books,
    built_in_edition,
    check_law,
    event_hash,
    kept_book,
    law_hash,
    law_names,
    law_of,
    text_hash,
)
from tantera.rules.loader import BOOKS, former_editions, load_book, parse_book, parse_limit, read_book, with_options
from tantera.rules.sanctions import Choice, Consequence, Decision, Growth, Infraction, Severity
from tantera.rules.schema import Book, Options
from tantera.rules.tournament import Limit

__all__ = [
    "BOOKS",
    "Article",
    "Book",
    "Books",
    "Choice",
    "Consequence",
    "Decision",
    "Growth",
    "Infraction",
    "Law",
    "Limit",
    "Options",
    "Refusal",
    "RuleBookError",
    "Seat",
    "Severity",
    "book_under",
    "built_in_books",
    "built_in_edition",
    "check_law",
    "event_hash",
    "former_editions",
    "json_schema",
    "kept_book",
    "law_hash",
    "law_names",
    "law_of",
    "load_book",
    "parse_book",
    "parse_limit",
    "read_book",
    "text_hash",
    "with_options",
]
