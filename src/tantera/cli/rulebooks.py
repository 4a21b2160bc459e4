"""Rule books for people and for programs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from rich.console import Console
from rich.markup import escape

from tantera.rules import Article, Book, translate


def book_data(book: Book, articles: Iterable[Article]) -> dict[str, Any]:
    """Everything in a book, with the articles asked for."""
    data: dict[str, Any] = msgspec.to_builtins(book)
    return data | {"article": msgspec.to_builtins(tuple(articles))}


def tell_book(book: Book, articles: tuple[Article, ...], lang: str) -> None:
    """A book as a person reads it."""
    console = Console(highlight=False)
    if len(articles) > 1:
        console.print(f"[bold]{escape(getattr(book.name, lang))}[/]  {escape(getattr(book.about, lang))}\n")
    for article in articles:
        ways = ", ".join(translate(lang, way) for way in article.ways)
        console.print(f"[bold]{escape(article.id)}[/]  [dim]{escape(article.number)} · {ways}[/]")
        console.print(escape(getattr(article, lang)) + "\n")
