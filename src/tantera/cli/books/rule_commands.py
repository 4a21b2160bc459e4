"""``tantera rules …``: read, write, check and compare rule books."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from tantera.cli.common import AsJson, BookLanguage, BookName, fail, print_json
from tantera.words import Phrase, translate

rules_app = typer.Typer(help="Read, write, check and compare rule books.", no_args_is_help=True)

ABook = Annotated[str, typer.Argument(help="A book's id, or the path of a rule-book file.")]


@rules_app.command("list")
def rules_list(as_json: AsJson = False, lang: BookLanguage = "es") -> None:
    """The rule books that come along."""
    from tantera.rules import BOOKS, load_book

    books = [load_book(book) for book in BOOKS]
    if as_json:
        print_json([{"id": b.id, "name": b.name.text(lang), "about": b.about.text(lang)} for b in books])
        return
    for book in books:
        print(f"{book.id:24}{book.about.text(lang)}")


@rules_app.command("show")
def rules_show(
    book: ABook,
    article: Annotated[str | None, typer.Argument(help="One article only, like TG-9.2.")] = None,
    as_json: AsJson = False,
    lang: BookLanguage = "es",
) -> None:
    """A rule book, article by article."""
    from tantera.cli.books.rulebooks import book_data, tell_book
    from tantera.rules.sanctions import an_article

    the_book = _book(book, lang)
    articles = the_book.articles
    if article is not None:
        cited = the_book.find(article)
        if cited is None:
            expected = an_article(article, [known.id for known in articles])
            message = "{where}: {field}found {found}, expected {expected}"
            fail(Phrase(message, where=the_book.id, field="", found=repr(article), expected=expected).told(lang))
        articles = (cited,)
    if as_json:
        print_json(book_data(the_book, articles))
    else:
        tell_book(the_book, articles, lang)


@rules_app.command("check")
def rules_check(
    files: Annotated[list[str], typer.Argument(help="Books' ids, or paths of rule-book files.")],
    strict: Annotated[bool, typer.Option("--strict", help="Warnings count as mistakes: status 2.")] = False,
    as_json: AsJson = False,
    lang: BookLanguage = "es",
) -> None:
    """Check rule-book files: line, field, what was found, what was expected. Warns of what can hardly be meant."""
    from tantera.cli.books.rulebooks import advice_data, tell_advice
    from tantera.rules import RuleBookError
    from tantera.rules.advice import advice_on
    from tantera.rules.loader import read_layers

    bad = False
    for file in files:
        try:
            book, layers = read_layers(file)
        except RuleBookError as error:
            bad = True
            if as_json:
                print_json(
                    {
                        "file": file,
                        "ok": False,
                        **_mistake(error, lang),
                        "mistakes": [_mistake(mistake, lang) for mistake in error.all],
                    }
                )
            for mistake in error.all:
                print(mistake.told(lang), file=sys.stderr)
            continue
        advice = advice_on(book, layers)
        bad = bad or (strict and bool(advice))
        if as_json:
            warnings = [advice_data(one, lang) for one in advice]
            print_json({"file": file, "ok": True, "id": book.id, "articles": len(book.articles), "warnings": warnings})
        else:
            counts = {"articles": len(book.articles), "infractions": len(book.catalogue)}
            print(
                f"{file}: ok, {book.id}, " + translate(lang, "{articles} articles, {infractions} infractions", **counts)
            )
            tell_advice(file, advice, lang)
    if bad:
        raise typer.Exit(2)


@rules_app.command("new")
def rules_new(
    file: Annotated[Path, typer.Argument(help="The file to write; it must not be there yet.")],
    extends: Annotated[str | None, typer.Option(help="The book to start from: an id, or a file.")] = None,
    book_id: Annotated[str | None, typer.Option("--id", help="Its id; the file's name if left out.")] = None,
    name: Annotated[str | None, typer.Option(help="Its name.")] = None,
    ask: Annotated[
        bool, typer.Option("--ask", help="Ask ten questions or eleven, and write the book they make.")
    ] = False,
    lang: BookLanguage = "es",
) -> None:
    """Write a commented starter book of your own, or (--ask) one from ten questions or eleven."""
    from tantera.cli.books.rulebooks import write_new_book
    from tantera.rules import RuleBookError

    if ask:
        from tantera.cli.books.new_book import ask_for_book

        given = {key: said for key, said in (("extends", extends), ("name", name)) if said is not None}
        ask_for_book(file, book_id, given, lang)
        return
    try:
        book = write_new_book(file, extends, book_id, name, lang)
    except RuleBookError as error:
        fail(error.told(lang))
    print(
        translate(
            lang,
            "{file}: a new rule book, {book}. Change it, then: tantera rules check {file}",
            file=file,
            book=book.id,
        )
    )


@rules_app.command("diff")
def rules_diff(one: ABook, other: ABook, as_json: AsJson = False, lang: BookLanguage = "es") -> None:
    """What two books do differently, in words."""
    from tantera.cli.books.rulebooks import difference_data, tell_differences
    from tantera.rules.diff import differences

    found = list(differences(_book(one, lang), _book(other, lang)))
    if as_json:
        print_json([difference_data(different, lang) for different in found])
    else:
        tell_differences(found, lang)


@rules_app.command("infractions")
def rules_infractions(
    book: BookName = "tarragona",
    search: Annotated[str, typer.Option("--search", help="Words of the name, the example or the article.")] = "",
    as_json: AsJson = False,
    lang: BookLanguage = "es",
) -> None:
    """The infractions of a book, with what follows from each."""
    from tantera.cli.books.rulebooks import infraction_data, tell_infractions
    from tantera.referee import search as find

    found_book = _book(book, lang)
    infractions = find(found_book, search, lang)
    if as_json:
        print_json([infraction_data(found_book, one, lang) for one in infractions])
        return
    if not infractions:
        fail(
            translate(
                lang, "{book}: found no infraction with {words}, expected other words", book=book, words=repr(search)
            )
        )
    tell_infractions(found_book, infractions, lang)


@rules_app.command("print")
def rules_print(
    book: ABook,
    to: Annotated[Path | None, typer.Option(help="The PDF to write; the book's id if left out.")] = None,
    lang: BookLanguage = "es",
) -> None:
    """The book on one page for the notice board, as PDF."""
    from tantera.cli.books.rulebooks import write_notice
    from tantera.rules import RuleBookError

    try:
        path = write_notice(book, to, lang)
    except RuleBookError as error:
        fail("\n".join(mistake.told(lang) for mistake in error.all))
    print(translate(lang, "{path}: one page, to be printed and pinned up.", path=path))


@rules_app.command("schema")
def rules_schema(lang: BookLanguage = "es") -> None:
    """The JSON Schema of a rule book, for editors, with a sentence on every key."""
    from tantera.rules import json_schema

    print(json.dumps(json_schema(lang), indent=2, ensure_ascii=False))


def _book(name: str, lang: str) -> Any:
    from tantera.rules import RuleBookError, load_book

    try:
        return load_book(name)
    except RuleBookError as error:
        fail("\n".join(mistake.told(lang) for mistake in error.all))


def _mistake(error: Any, lang: str) -> dict[str, Any]:
    fields = ("source", "line", "field", "found", "expected")
    return {field: getattr(error, field) for field in fields} | {"message": error.told(lang)}
