"""Rule books for people and for programs."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.markup import escape

from tantera.referee.catalogue import plain
from tantera.rules import BOOKS, Article, Book, Infraction, RuleBookError, load_book, read_book
from tantera.rules.advice import Advice, advice_on
from tantera.rules.diff import Difference
from tantera.rules.loader import read_layers
from tantera.rules.summary import summary
from tantera.rules.telling import what_follows
from tantera.rules.template import as_toml, new_book
from tantera.words import Phrase, translate


def book_data(book: Book, articles: Iterable[Article]) -> dict[str, Any]:
    """Everything in a book, with the articles asked for."""
    data: dict[str, Any] = msgspec.to_builtins(book)
    return data | {"article": msgspec.to_builtins(tuple(articles))}


def tell_book(book: Book, articles: tuple[Article, ...], lang: str) -> None:
    """A book as a person reads it."""
    console = Console(highlight=False)
    if len(articles) > 1:
        console.print(f"[bold]{escape(book.name.text(lang))}[/]  {escape(book.about.text(lang))}\n")
        _tell_settings(console, book, lang)
    for article in articles:
        ways = ", ".join(translate(lang, way) for way in article.ways)
        console.print(f"[bold]{escape(article.id)}[/]  [dim]{escape(article.number)} · {ways}[/]")
        if article.title is not None:
            console.print(f"[bold]{escape(article.title.text(lang))}[/]")
        console.print(escape(article.text(lang)))
        if article.reading is not None:
            console.print(f"[dim]{escape(translate(lang, 'How we read it'))}:[/] {escape(article.reading.text(lang))}")
        console.print()


def _tell_settings(console: Console, book: Book, lang: str) -> None:
    """What the book sets, in words, and beside it how a file or ``--option`` says it."""
    for part, found in summary(book).items():
        console.print(f"[bold]{escape(translate(lang, part))}[/]")
        for one in found:
            said = one.told(lang)
            name = one.key.rpartition(".")[2]
            plain = f"  [dim]({escape(f'{name} = {as_toml(one.plain)}')})[/]" if one.plain is not None else ""
            console.print(f"   {escape(said[0].upper() + said[1:])}{plain}", soft_wrap=True)
    console.print()


def tell_infractions(book: Book, infractions: Iterable[Infraction], lang: str) -> None:
    """Entries of the catalogue, as a referee reads them out."""
    console = Console(highlight=False, soft_wrap=True)
    for infraction in infractions:
        severity = next((one for one in book.severities if one.id == infraction.severity), None)
        level = f" · {severity.name.text(lang)}" if severity is not None else ""
        name = escape(infraction.name.text(lang))
        console.print(f"[bold]{escape(infraction.article)}[/]  [bold]{name}[/][dim]{escape(level)}[/]")
        console.print("   " + escape(infraction.example.text(lang)), style="dim")
        for sentence in what_follows(book, infraction):
            console.print("   → " + escape(sentence.told(lang)))
        console.print()


def infraction_data(book: Book, infraction: Infraction, lang: str) -> dict[str, Any]:
    """An entry for programs: in words, and as the book has it."""
    return {
        "article": infraction.article,
        "name": infraction.name.text(lang),
        "example": infraction.example.text(lang),
        "severity": infraction.severity,
        "follows": [sentence.told(lang) for sentence in what_follows(book, infraction)],
        "entry": msgspec.to_builtins(infraction),
    }


_PARTS = {
    "card": "Cards",
    "severity": "Severities",
    "infraction": "Infractions",
    "article": "Articles",
    "bonus": "Bonuses",
}


def tell_differences(differences: Sequence[Difference], lang: str) -> None:
    """What two books do differently, part by part."""
    console = Console(highlight=False, soft_wrap=True)
    if not differences:
        console.print(translate(lang, "The two books say the same."))
    heading = ""
    for different in differences:
        part = translate(lang, _PARTS.get(different.part, "How it is played"))
        if part != heading:
            console.print(f"[bold]{escape(part)}[/]")
            heading = part
        console.print("   " + escape(different.told(lang)))


def difference_data(different: Difference, lang: str) -> dict[str, Any]:
    """A difference for programs."""

    def told(words: str | Phrase | None) -> str | None:
        return words.told(lang) if isinstance(words, Phrase) else words

    values = {"what": told(different.what), "was": told(different.was), "now": told(different.now)}
    return {"part": different.part, "key": different.key, **values}


def tell_advice(file: str, advice: Sequence[Advice], lang: str) -> None:
    """Warnings, and below them the articles that would put them right, as they are copied into the file."""
    for one in advice:
        print(one.told(lang), file=sys.stderr)
    pastes = [one.paste for one in advice if one.paste is not None]
    if pastes:
        print(translate(lang, "Ready to be pasted at the end of {file}:", file=file) + "\n", file=sys.stderr)
        print("\n".join(paste.text(lang) for paste in pastes), file=sys.stderr)


def advice_data(advice: Advice, lang: str) -> dict[str, Any]:
    """A warning for programs."""
    paste = advice.paste.text(lang) if advice.paste is not None else None
    where = {"source": advice.source, "line": advice.line, "field": advice.field}
    return where | {"message": advice.told(lang), "paste": paste}


def write_notice(name: str, to: Path | None, lang: str) -> Path:
    """The page for the notice board, on disk; the club's own articles are those of its own files."""
    from tantera.cli.common import cannot
    from tantera.cli.keeping import write_output
    from tantera.paper.notice import notice
    from tantera.paper.press import press

    book, layers = read_layers(name)
    own_articles = {entry["id"] for layer in layers if not layer.built_in for entry in layer.data.get("article", ())}
    path = to if to is not None else Path(f"{book.id}.pdf")
    if path.suffix.lower() != ".pdf":
        raise RuleBookError("--to", "", str(path), Phrase("a file that ends in .pdf"))
    contradicted = {advice.paste.article.id for advice in advice_on(book, layers) if advice.paste is not None}
    stale = [article.id for article in book.articles if article.id in contradicted]
    if stale:
        sentence = "left out, because the book says otherwise by now: {articles}; tantera rules check {file} tells more"
        print(translate(lang, sentence, articles=", ".join(stale), file=name), file=sys.stderr)
    page = press(notice(book, lang, own_articles, stale), "pdf")
    try:
        write_output(path, page)
    except OSError as error:
        raise RuleBookError("--to", "", cannot(path, error), Phrase("a file in a folder to write in")) from None
    except ValueError:  # a name that no system takes
        raise RuleBookError("--to", "", str(path), Phrase("a file in a folder to write in")) from None
    return path


def write_new_book(file: Path, extends: str | None, book_id: str | None, name: str | None, lang: str) -> Book:
    """Write a starter book; nothing is left behind where it cannot be."""
    base = load_book(extends) if extends is not None else None
    if extends is not None and extends not in BOOKS:
        extends = Path(os.path.relpath(extends, file.parent)).as_posix()
    own_id = book_id if book_id is not None else id_of(file)
    return write_book(file, new_book(own_id, name if name is not None else file.stem, lang, extends, base))


def id_of(file: Path) -> str:
    """The id of a book that has none yet: its file's name, in the letters that an id may have."""
    return re.sub(r"[^a-z0-9]+", "-", plain(file.stem)).strip("-") or "club"


def write_book(file: Path, text: str) -> Book:
    """A new file with a book in it; nothing is left behind where it cannot be."""
    try:
        with file.open("x", encoding="utf-8") as new:
            new.write(text)
    except FileExistsError:
        raise RuleBookError(str(file), "", Phrase("a file that is there already"), Phrase("a new name")) from None
    except (OSError, ValueError):
        raise RuleBookError(
            str(file), "", Phrase("no way to write it"), Phrase("a file in a folder to write in")
        ) from None
    try:
        return read_book(file)
    except RuleBookError:
        file.unlink()
        raise
