"""``tantera partners``: does a pair play as if it knew the partner's tiles, and what do its pauses say."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from tantera.cli import common
from tantera.cli.bare import bare
from tantera.cli.waiting import bar, told
from tantera.words import Phrase, Problem, translate

if TYPE_CHECKING:
    from tantera.cli.text_tables import TextTable
    from tantera.notation import Judged
    from tantera.study.pairs import HandOfPairs, PairStudied

Files = Annotated[list[str], typer.Argument(help="DGN files of many matches, or - for standard input.")]


def partners(files: Files, as_json: common.AsJson = False, lang: common.Language = "es") -> None:
    """For a director: do partners play as if they knew each other's tiles, and how sure that is. Never a verdict."""
    from tantera.study.pairs import pairs_studied

    matches, bad = _matches(files, lang)
    hands = [hand for judged in matches for hand in _hands(judged, lang)]
    pairs = pairs_studied(hands)
    if not pairs:
        found = Phrase("no hand of two pairs with all its tiles and moves")
        raise Problem(common.wrong(", ".join(files), found, Phrase("one that can be studied")))
    if as_json:
        from tantera.study.report import pairs_report

        common.print_json(pairs_report(pairs))
    else:
        from rich.console import Console

        forbidding = {judged.match.book.options.false_thinking == "forbidden" for judged in matches}
        for table in _tables(pairs, forbidding, lang):
            table.show(Console())
    if bad:
        raise typer.Exit(2)


def _matches(files: Sequence[str], lang: str) -> tuple[list[Judged], bool]:
    """Those that can be read, and whether one cannot: that is said and the others are looked at all the same."""
    from tantera.cli.match.replaying import load_all

    matches, bad = [], False
    for _, _, judged in load_all(files):
        if isinstance(judged, Problem):
            print(bare(judged.cited(lang)), file=sys.stderr)
            bad = True
        else:
            matches.append(judged)
    return matches, bad


def _hands(judged: Judged, lang: str) -> Iterator[tuple[Sequence[str], HandOfPairs]]:
    from tantera.study.moments import hands_of

    with told(translate(lang, "Getting ready; the first time it takes a while")):
        from tantera.study.partners import hand_of_pairs
    with bar(len(judged.hands)) as show:
        for done, (_, moments) in enumerate(hands_of(judged.ledger), start=1):
            hand = hand_of_pairs(moments)
            show(done, " · ".join(judged.match.names))
            if hand is not None:
                yield judged.match.names, hand


def _tables(pairs: Sequence[PairStudied], forbidding: set[bool], lang: str) -> Iterator[TextTable]:
    from tantera.cli.text_tables import TextTable
    from tantera.study.pairs import questions_in
    from tantera.study.pairs_told import fits_told, pauses_told

    asked = questions_in(pairs)
    yield TextTable("", *fits_told(pairs, asked, lang))
    if (pauses := pauses_told(pairs, forbidding, asked, lang)) is not None:
        yield TextTable("", *pauses)
