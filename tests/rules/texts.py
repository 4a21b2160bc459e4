"""The texts of the built-in books, for tests that break a copy."""

from importlib.resources import files


def text_of(book_id: str) -> str:
    return (files("tantera.rules") / "books" / f"{book_id}.toml").read_text("utf-8")


def line_with(text: str, fragment: str) -> int:
    """The first line of a text that has this in it."""
    return next(number for number, line in enumerate(text.splitlines(), start=1) if fragment in line)
