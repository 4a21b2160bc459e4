"""``tantera simulate``: what a hand of a book comes to when everybody plays by chance."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from tantera.cli import common
from tantera.cli.waiting import bar, told
from tantera.words import translate

if TYPE_CHECKING:
    from tantera.rules import Book
    from tantera.solver.estimate import Estimate
    from tantera.solver.montecarlo import Counts

MOST_BARS: Final = 24


def simulate(
    context: typer.Context,
    book: common.BookName = "san-juan",
    hands: Annotated[int, typer.Option(min=1, max=10**10, help="How many.")] = 2_000_000,
    seed: Annotated[int, typer.Option(min=0, max=2**63 - 1, help="The same number, the same hands.")] = 0,
    as_json: common.AsJson = False,
    svg: Annotated[Path | None, typer.Option(help="Draw the points of a hand into this file.")] = None,
    lang: common.Language = "es",
) -> None:
    """Play random hands of a book by the million: what opening is worth, blocks, points. Ctrl-C shows what there is."""
    from tantera.rules import load_book

    rules = load_book(book)
    if svg is not None:
        common.check_writable("--svg", svg)
    said = context.get_parameter_source("hands")
    if said is not None and said.name == "DEFAULT":
        from tantera.solver.public import usual_hands

        hands = usual_hands(rules)
    tally: Counts | None = None
    interrupted = False
    try:
        for so_far in _counted(rules, hands, seed, lang):
            tally = so_far
    except KeyboardInterrupt:
        interrupted = True
    if tally is None:
        raise typer.Exit(130)
    if as_json:
        common.print_json(data(rules, tally, seed))
    else:
        tell(rules, tally, lang)
    if svg is not None:
        sys.stdout.flush()  # whatever becomes of the drawing
        common.write_drawing(svg, drawing(rules, tally, lang))
    if interrupted:
        raise typer.Exit(130)


def _counted(book: Book, hands: int, seed: int, lang: str) -> Iterator[Counts]:
    """Everything counted so far, again and again, with a word on standard error where that takes long."""
    with told(translate(lang, "Getting ready; the first time it takes a while")):
        from tantera.solver import simulate

        tallies = simulate(book, hands, seed)
        first = next(tallies)
    with closing(tallies), bar(hands) as show:
        for tally in chain([first], tallies):
            show(tally.hands, "")
            yield tally


# --- how it is told -------------------------------------------------------------------------------------------------


def side_names(tally: Counts) -> list[str]:
    """Seats counted from the opener: 1+3 and 2+4, or 1, 2, 3… where each plays alone."""
    sides = len(tally.wins)
    return ["1+3", "2+4"] if sides == 2 and tally.pairs else [str(seat) for seat in range(1, sides + 1)]


def data(book: Book, tally: Counts, seed: int) -> dict[str, Any]:
    """The object for other programs. Shares are of 1, and every figure comes with its standard error."""
    sides = side_names(tally)
    return {
        "book": book.id,
        "hands": tally.hands,
        "seed": seed,
        "sides": [
            {"side": name, "wins": _figure(tally.win_share(side)), "points": _figure(tally.mean_points(side))}
            for side, name in enumerate(sides)
        ],
        "nobody": _figure(tally.unwon_share),
        "opener_lead": {"wins": _figure(tally.win_lead), "points": _figure(tally.mean_lead)} if tally.pairs else None,
        "blocks": _figure(tally.block_share),
        "tied_blocks": _figure(tally.tied_share),
        "turns": _figure(tally.mean_turns),
        "points": {str(points): int(hands) for points, hands in enumerate(tally.worth) if hands},
    }


def _figure(estimate: Estimate) -> dict[str, float]:
    return {"value": round(estimate.mean, 8), "error": round(estimate.error or 0.0, 8)}


def bars(tally: Counts) -> list[tuple[str, float]]:
    """The points of a hand and how many hands in a hundred came to them: each number, or tens where they are many."""
    worth = [int(hands) for hands in tally.worth]
    width = 1 if len(worth) <= MOST_BARS else 10 * -(-len(worth) // (10 * MOST_BARS))
    starts = range(0, len(worth), width)
    labels = [str(start) if width == 1 else f"{start}–{start + width - 1}" for start in starts]
    return [
        (label, 100 * sum(worth[start : start + width]) / tally.hands)
        for label, start in zip(labels, starts, strict=True)
    ]


def drawing(book: Book, tally: Counts, lang: str) -> str:
    from tantera.cli.study.plots import histogram_svg
    from tantera.words.numbers import counted

    words = "{book}: points of a hand, 1 random hand", "{book}: points of a hand, {count} random hands"
    return histogram_svg(counted(lang, tally.hands, *words, book=book.id), bars(tally), translate(lang, "% of hands"))


def tell(book: Book, tally: Counts, lang: str) -> None:
    from rich.console import Console

    from tantera.cli.study.plots import bar_lines
    from tantera.cli.text_tables import TextTable
    from tantera.words.numbers import counted

    console = Console(highlight=False)
    words = "{book}: 1 random hand, seat 1 opens", "{book}: {count} random hands, seat 1 opens"
    console.print(counted(lang, tally.hands, *words, book=book.id))
    hurts = book.options.points_hurt
    points = translate(lang, "points taken a hand" if hurts else "points a hand")
    rows = [
        (name, _percent(tally.win_share(side), lang), _plain(tally.mean_points(side), lang))
        for side, name in enumerate(side_names(tally))
    ]
    if tally.unwon_share.mean:
        rows.append((translate(lang, "nobody"), _percent(tally.unwon_share, lang), ""))
    if tally.pairs:
        lead = translate(lang, "what opening is worth")
        rows.append((lead, _percent(tally.win_lead, lang, sign=True), _plain(tally.mean_lead, lang, sign=True)))
    ends = (
        (translate(lang, "blocks"), _percent(tally.block_share, lang)),
        (translate(lang, "tied blocks"), _percent(tally.tied_share, lang)),
        (translate(lang, "turns a hand"), _plain(tally.mean_turns, lang)),
    )
    TextTable("", ("", translate(lang, "wins"), points), tuple(rows), framed=False).show(console)
    TextTable("", ("", ""), ends, framed=False).show(console)
    console.print(translate(lang, "± is one standard error. Hands by their points:"), style="dim")
    for line in bar_lines(bars(tally), lang, console.width):
        console.print(line)


def _percent(share: Estimate, lang: str, sign: bool = False) -> str:
    from tantera.words.numbers import with_error

    error = None if share.error is None else 100 * share.error
    return with_error(100 * share.mean, error, lang, 2, sign, unit=" %")


def _plain(mean: Estimate, lang: str, sign: bool = False) -> str:
    from tantera.words.numbers import with_error

    return with_error(mean.mean, mean.error, lang, 3, sign)
