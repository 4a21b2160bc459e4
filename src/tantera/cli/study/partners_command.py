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
    from tantera.study.pairs import HandOfPairs, PairStudied, Sureness

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
    from tantera.words.numbers import NOTHING, counted, number, with_error

    asked = questions_in(pairs)

    def words(message: str, **facts: object) -> str:
        return translate(lang, message, **facts)

    def rarely(chance: float) -> str:
        return words("1 in {count}", count=number(round(1 / chance), lang)) if chance < 1 / 3 else NOTHING

    def sure(found: Sureness | None, places: int) -> tuple[str, str, str]:
        if found is None:
            return (NOTHING,) * 3
        figure = with_error(*found.excess, lang, places, sign=True)
        return figure, rarely(found.by_chance), rarely(found.among(asked))

    by_chance = (words("by chance alone"), words("among all that was asked"))
    headings = (words("pair"), words("hands"), words("decisions"), words("fits the partner’s tiles"), *by_chance)
    rows = [
        (" · ".join(pair.names), number(pair.hands, lang), number(pair.decisions, lang), *sure(pair.fit, 3))
        for pair in pairs
    ]
    notes = [
        words("fits: how much better the choices suit the partner’s tiles than others that these might have been"),
        words("whoever does not know them comes to nought, however well they play; ± is one standard error"),
        counted(lang, asked, "last column: {count} question was asked", "last column: {count} questions were asked"),
        words("no verdict: it says how often chance alone gives as much to an honest pair"),
    ]
    yield TextTable("", headings, tuple(rows), tuple(notes))
    timed = [(pair, pair.pauses) for pair in pairs if pair.pauses is not None]
    if not timed:
        return
    headings = (
        words("pair"), words("long pauses with a choice"), words("without a choice"),
        words("tiles that fit, after a pause"), *by_chance,
    )  # fmt: skip
    told_pauses = [
        (
            " · ".join(pair.names), words("{part} of {whole}", part=one.with_choice, whole=one.choices),
            words("{part} of {whole}", part=one.without, whole=one.forced), *sure(one.telling, 2),
        )
        for pair, one in timed
    ]  # fmt: skip
    may = {
        True: words("The book forbids false thinking: to pause without a choice."),
        False: words("The book allows false thinking: a pause may mean anything or nothing."),
    }
    meant = words("tiles that fit: left after a pause, more or fewer than after a quick move with as many options")
    yield TextTable("", headings, tuple(told_pauses), (meant, *(may[forbids] for forbids in sorted(forbidding))))
