"""What a book says of its tournament and what could never be run so, or would do nothing: ``rules check`` refuses it.

Each value is right by itself (`tournament.py`); here they are held against each other and against the rest of the book.
An event may still set any of it otherwise: these are a book's own words.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tantera.rules.basics import Mistake
from tantera.rules.sanctions import an_article, consequences_at
from tantera.rules.schema import Book, Options
from tantera.rules.tournament import ALONE, DRAWN_BY_RANK, Format, Tournament
from tantera.words import Phrase

NOT_ALONE: Final = frozenset({"difference", "efectividad", "head_to_head", "points_among_tied"})
"""What is not counted where everybody plays for themselves."""
MEETING_ALL: Final[frozenset[Format]] = frozenset({"pairs-round-robin", "pairs-groups"})
KNOCKING_OUT: Final[frozenset[Format]] = frozenset({"pairs-knock-out", "pairs-groups"})
WITH_A_FINAL: Final[frozenset[Format]] = KNOCKING_OUT | {"alone-winners-on"}


def format_by_play(options: Options) -> Format:
    """The format where a book names none: it follows from how people play (UEH-campeonato)."""
    if options.play == "pairs":
        return "pairs-swiss"
    return "alone-one-round" if options.championship == "one_round" else "alone-winners-on"


def tournament_mistakes(book: Book) -> Iterator[Mistake]:
    """What does not go with the rest of the book, so that no tournament could be run by it."""
    tournament = book.tournament
    if tournament is None:
        return
    if tournament.format is not None and (tournament.format in ALONE) != (book.options.play == "alone"):
        expected = Phrase("everybody alone where play is alone, and only there")
        yield _mistake("format", tournament.format, expected)
        return  # everything below would be said of a format that is not meant
    format = tournament.format or format_by_play(book.options)
    if format == "alone-winners-on" and book.options.championship == "one_round":
        yield _mistake("format", format, Phrase('"alone-one-round", as championship says'))
    yield from _ranking(book, tournament)
    yield from _of_the_format(tournament, format)
    yield from _rounds(tournament, format)
    if format in KNOCKING_OUT and book.options.level_at_end == "half_point":
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
    if tournament.pairing == "folded" and format != "pairs-swiss":
        yield _mistake("pairing", "folded", Phrase("no pairing except in pairs-swiss"))
    if tournament.legs > 1 and format not in MEETING_ALL:
        yield _mistake("legs", tournament.legs, Phrase("1 except in pairs-round-robin and pairs-groups"))
    if format != "pairs-groups":
        for key in ("groups", "advance"):
            if getattr(tournament, key) != 2:
                yield _mistake(key, getattr(tournament, key), Phrase("no groups except in pairs-groups"))
    if tournament.avoid_opponents and format != "individual":
        yield _mistake("avoid_opponents", tournament.avoid_opponents, Phrase("0 except in individual"))
    if tournament.out_after_losses and format not in DRAWN_BY_RANK:
        expected = Phrase("0 except in individual and pairs-swiss")
        yield _mistake("out_after_losses", tournament.out_after_losses, expected)
    if tournament.limit_final is not None and format not in WITH_A_FINAL:
        yield _mistake("limit_final", tournament.limit_final, Phrase("no limit of a final where there is none"))
    if tournament.bye is not None and format == "pairs-round-robin":
        yield _mistake("bye", list(tournament.bye), Phrase("none: a bye is worth nothing in a round robin"))


def _rounds(tournament: Tournament, format: Format) -> Iterator[Mistake]:
    rounds = tournament.rounds
    if format == "alone-one-round" and rounds not in (None, 1):
        yield _mistake("rounds", rounds, Phrase("1: there is one round"))
    if format != "pairs-groups":
        return
    left = tournament.groups * tournament.advance
    if left < 2:
        yield _mistake("advance", tournament.advance, Phrase("two or more pairs in the knock-out"))
    elif rounds is not None:
        knock_out = (left - 1).bit_length()
        for_groups = (rounds - knock_out) // tournament.legs
        if for_groups < 1:
            least = knock_out + tournament.legs
            yield _mistake("rounds", rounds, Phrase("{least} or more: {left} pairs go on", least=least, left=left))
            return
        largest = for_groups + for_groups % 2  # 4 pairs meet in 3 rounds, 3 pairs in 3 as well
        if tournament.advance >= largest:
            expected = Phrase("fewer than the {size} of a group that so many rounds allow", size=largest)
            yield _mistake("advance", tournament.advance, expected)


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
