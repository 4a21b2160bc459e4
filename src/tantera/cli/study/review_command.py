"""``tantera review``: what was luck and what was play, and which decisions cost most."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tantera.cli import common
from tantera.cli.bare import bare
from tantera.cli.waiting import bar, told
from tantera.words import Phrase, Problem, translate

if TYPE_CHECKING:
    from tantera.notation import Judged
    from tantera.study.figures import MatchStudied

Files = Annotated[list[str], typer.Argument(help="DGN files, or - for standard input.")]
Html = Annotated[
    Path | None, typer.Option("--html", metavar="PAGE", help="Write it as one page that needs nothing else.")
]

Dgn = Annotated[bool, typer.Option("--dgn", help="The match itself, with the values of its moves as notes.")]


def review(
    files: Files,
    as_json: common.AsJson = False,
    html: Html = None,
    dgn: Dgn = False,
    lang: common.Language = "es",
) -> None:
    """What was luck and what was play in matches written in DGN, and what would have been better, by what was known."""
    if html is not None and len(files) > 1:
        found = Phrase("{count} files", count=len(files))
        raise Problem(common.wrong("--html", found, Phrase("one: a page is about one match")))
    bad = False
    several: list[tuple[str, MatchStudied]] = []
    for file in files:
        try:
            judged, studied = studied_match(file, lang)
        except Problem as error:
            print(bare(error.cited(lang)), file=sys.stderr)
            bad = True
            continue
        several.append((_month_of(judged), studied))
        if html is not None:
            from tantera.cli.keeping import write_output
            from tantera.web.replays.review_file import review_file

            write_output(html, review_file(studied, judged.ledger, lang).encode())
            print(html)
        elif dgn:
            from tantera.notation import write
            from tantera.study.annotated import annotated

            print(write(annotated(judged.document, studied, judged.ledger)), end="")
        elif as_json:
            from tantera.study.report import report

            common.print_json({"file": file} | report(studied, judged.match, lang))
        else:
            from rich.console import Console

            from tantera.cli.study.review_tables import ReviewInWords

            ReviewInWords(studied, judged.match, lang).show(Console(), file)
    if len(several) > 1 and not dgn:
        _tell_together(several, as_json, lang)
    if bad:
        raise typer.Exit(2)


def _month_of(judged: Judged) -> str:
    """As 2026-11; nothing where the match does not say its day."""
    try:
        return date.fromisoformat(judged.document.tag("Date") or "").isoformat()[:7]
    except ValueError:
        return ""


def _tell_together(several: list[tuple[str, MatchStudied]], as_json: bool, lang: str) -> None:
    """How everybody played in all of them, and month by month."""
    from tantera.study.over_time import over_time

    players = over_time(several)
    if as_json:
        from tantera.study.report import over_time_report

        common.print_json({"together": over_time_report(players, lang)})
    else:
        from rich.console import Console

        from tantera.cli.study.review_tables import together

        together(players, lang).show(Console())


def studied_match(file: str, lang: str) -> tuple[Judged, MatchStudied]:
    """The match of a file, and what its study comes to; a `Problem` where there is nothing to be studied."""
    from tantera.cli.match.replaying import load

    judged = load(file)
    if judged.match.book.points_in_play is not None:
        found = Phrase("a book that makes points in play")
        raise Problem(common.wrong(file, found, Phrase("one whose points come at the end of a hand")))
    with told(translate(lang, "Getting ready; the first time it takes a while")):
        from tantera.study.balance import study
    with bar(len(judged.hands)) as show:
        studied = study(judged.ledger, lambda hands: show(hands, file))
    if not any(hand.turns or hand.shares for hand in studied.hands):
        raise Problem(common.wrong(file, Phrase("no hand with its tiles and moves"), Phrase("one that can be studied")))
    return judged, studied
