"""The law: rule books as data, and the named functions they use."""

from tantera.rules.basics import Seat
from tantera.rules.check import RuleBookError
from tantera.rules.editors import json_schema
from tantera.rules.loader import BOOKS, load_book, parse_book, parse_limit, read_book, with_options
from tantera.rules.refusal import Refusal
from tantera.rules.sanctions import Card, Choice, Consequence, Decision, Growth, Infraction, Severity
from tantera.rules.schema import Article, Book, Limit, Options

__all__ = [
    "BOOKS",
    "Article",
    "Book",
    "Card",
    "Choice",
    "Consequence",
    "Decision",
    "Growth",
    "Infraction",
    "Limit",
    "Options",
    "Refusal",
    "RuleBookError",
    "Seat",
    "Severity",
    "json_schema",
    "load_book",
    "parse_book",
    "parse_limit",
    "read_book",
    "with_options",
]
