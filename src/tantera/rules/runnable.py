"""What a book says of its tournament and what could never be run so, or would do nothing: ``rules check`` refuses it.

Each value is right by itself (`tournament.py`); here they are held against each other and against the rest of the book.
An event may still set any of it otherwise: these are a book's own words.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tantera.formats import FORMATS, Format
from tantera.rules.basics import Mistake
from tantera.rules.glossary import in_a_row
from tantera.rules.sanctions import an_article, consequences_at
from tantera.rules.schema import Book, Options
from tantera.rules.tournament import Tournament
from tantera.words import Phrase

NOT_ALONE: Final = frozenset({"difference", "efectividad", "head_to_head", "points_among_tied"})
"""What is not counted where everybody plays for themselves."""


def format_by_play(options: Options) -> Format:
    """The format where a book names none: it follows from how people play (UEH-campeonato)."""
    wanted = options.championship if options.play == "alone" else "pairs"
    return next(format for format in FORMATS.values() if format.usual_for == wanted)


def format_of(book: Book) -> Format:
    """The format of a book's tournaments: the one it names, or the usual one."""
    named = book.tournament.format if book.tournament is not None else None
    return FORMATS[named] if named is not None else format_by_play(book.options)


def tournament_mistakes(book: Book) -> Iterator[Mistake]:
    """What does not go with the rest of the book, so that no tournament could be run by it."""
    tournament = book.tournament
    if tournament is None:
        return
    format = format_of(book)
    if (format.enters == "alone") != (book.options.play == "alone"):
        expected = Phrase("everybody alone where play is alone, and only there")
        yield _mistake("format", tournament.format, expected)
        return  # everything below would be said of a format that is not meant
    usual = format_by_play(book.options)
    if usual.usual_for == "one_round" and format.knock_out != "never":
        yield _mistake("format", format.name, Phrase('"{format}", as championship says', format=usual.name))
    yield from _ranking(book, tournament)
    yield from _of_the_format(tournament, format)
    if format.enters == "pair" and format.knock_out != "never" and book.options.level_at_end == "half_point":
        expected = Phrase("a winner of every match where losers are out")
        yield Mistake(("options", "level_at_end"), repr("half_point"), expected)
    yield from _lateness(book, tournament)


def points_without_points(book: Book) -> Iterator[Mistake]:
    """Consequences that are points and say none. Asked of a file only: a book that was kept so once still opens."""
    for path, consequence in consequences_at(book.severities, book.infractions):
        if consequence.kind == "points" and not (consequence.points or consequence.remaining or consequence.award):
            expected = Phrase("points = 20, or −20, remaining = true or award")
            yield Mistake((*path, "points"), Phrase('kind = "points" without points'), expected)


def _mistake(key: str, found: object, expected: Phrase) -> Mistake:
    return Mistake(("tournament", key), repr(found) if isinstance(found, str) else str(found), expected)


def _ranking(book: Book, tournament: Tournament) -> Iterator[Mistake]:
    for place, key in enumerate(tournament.ranked_by):
        expected = None
        if key == "re_entries" and book.re_entry is None:
            expected = Phrase("something that the book counts")
        elif key in NOT_ALONE and book.options.play == "alone":
            expected = Phrase("something that is counted where everybody plays alone")
        elif key == "lot" and place + 1 < len(tournament.ranked_by):
            expected = Phrase("the lot at the end: it leaves nobody level")
        elif key == "efectividad" and "difference" in tournament.ranked_by:
            expected = Phrase("one name of the difference")
        if expected is not None:
            yield Mistake(("tournament", "ranked_by", place), repr(key), expected)


def _of_the_format(tournament: Tournament, format: Format) -> Iterator[Mistake]:
    """Keys that a format has no use for: whoever wrote them meant something that would not happen."""
    for key in Tournament.__struct_fields__:
        value, known = getattr(tournament, key), _with(key)
        if known and not format.knows(key) and value != getattr(Tournament(), key):
            expected = ONLY_IN_SOME.get(key, "nothing of it except in {formats}")
            yield _mistake(key, value, Phrase(expected, formats=in_a_row(known, "{one} and {other}")))
    if tournament.bye is not None and format.bye == "nothing":
        yield _mistake("bye", list(tournament.bye), Phrase("none: a bye is worth nothing in a round robin"))
    if format.unfit is not None:
        yield from (_mistake(*unfit) for unfit in format.unfit(tournament))


ONLY_IN_SOME: Final = {
    "pairing": "no pairing except in {formats}",
    "legs": "1 except in {formats}",
    "groups": "no groups except in {formats}",
    "advance": "no groups except in {formats}",
    "avoid_opponents": "0 except in {formats}",
    "out_after_losses": "0 except in {formats}",
    "limit_final": "no limit of a final where there is none",
}
"""What is to stand at a key in the formats that do not know it."""


def _with(key: str) -> list[Phrase]:
    """The formats that know a key; none where it is no format's own."""
    return [Phrase(format.name) for format in FORMATS.values() if format.knows(key)]


def _lateness(book: Book, tournament: Tournament) -> Iterator[Mistake]:
    late = tournament.late
    if late is None:
        if tournament.grace_minutes:
            yield _mistake("grace_minutes", tournament.grace_minutes, Phrase("0 where lateness costs nothing"))
        return
    ids = [article.id for article in book.articles]
    if late.article is not None and late.article not in ids:
        yield Mistake(("tournament", "late", "article"), repr(late.article), an_article(late.article, ids))
    if late.every_minutes is not None and late.every_minutes >= late.default_minutes:
        expected = Phrase("less than the minutes of a default")
        yield Mistake(("tournament", "late", "every_minutes"), str(late.every_minutes), expected)
