"""The law: rule books as data, the named functions they use, and the words."""

from tantera.rules.check import RuleBookError
from tantera.rules.loader import BOOKS, json_schema, load_book, parse_book, parse_limit, read_book, with_options
from tantera.rules.refusal import Refusal
from tantera.rules.schema import Article, Book, Lang, Limit, Options, Seat
from tantera.rules.words import LANGS, translate

__all__ = [
    "BOOKS",
    "LANGS",
    "Article",
    "Book",
    "Lang",
    "Limit",
    "Options",
    "Refusal",
    "RuleBookError",
    "Seat",
    "json_schema",
    "load_book",
    "parse_book",
    "parse_limit",
    "read_book",
    "translate",
    "with_options",
]
