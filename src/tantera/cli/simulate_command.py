"""``tantera simulate``: what a hand of a book comes to when everybody plays by chance."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from tantera.cli.common import AsJson, BookName, Language, check_lang, fail, print_json

if TYPE_CHECKING:
    from tantera.rules import Book
    from tantera.solver.simulate import Measured, Tally

PATIENCE: Final = 2.0
"""Seconds without a progress bar."""
MOST_BARS: Final = 24
BAR_WIDTH: Final = 40


def simulate(
    book: BookName = "san-juan",
    hands: Annotated[int, typer.Option(min=1, max=10**10, help="How many.")] = 2_000_000,
    seed: Annotated[int, typer.Option(min=0, max=2**63 - 1, help="The same number, the same hands.")] = 0,
    as_json: AsJson = False,
    svg: Annotated[Path | None, typer.Option(help="Draw the points of a hand into this file.")] = None,
    lang: Language = "es",
) -> None:
    """Play random hands of a book by the million: what opening is worth, blocks, points. Ctrl-C shows what there is."""
    from tantera.rules import RuleBookError, load_book

    check_lang(lang)
    try:
        rules = load_book(book)
    except RuleBookError as error:
        fail(error.told(lang))
    if svg is not None and not svg.parent.is_dir():
        fail(f"--svg: found {svg}, expected a file in a folder that is there")
    from tantera.solver import simulate as solver

    tally: Tally | None = None
    interrupted = False
    try:
        with closing(solver.simulate(rules, hands, seed, os.cpu_count() or 1)) as counted:
            for so_far in with_progress(counted, hands):
                tally = so_far
    except KeyboardInterrupt:
        interrupted = True
    if tally is None:
        raise typer.Exit(130)
    if svg is not None:
        try:
            svg.write_text(drawing(rules, tally, lang), "utf-8")
        except OSError as error:
            fail(f"--svg: found {svg} ({error.strerror}), expected a file to write")
    if as_json:
        print_json(data(rules, tally, seed))
    else:
        tell(rules, tally, lang)
    if interrupted:
        raise typer.Exit(130)


def with_progress(counted: Iterator[Tally], hands: int) -> Iterator[Tally]:
    """The same tallies, with a bar on standard error once it has taken two seconds."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    console = Console(stderr=True)
    columns = BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    task = bar.add_task("", total=hands)
    began = time.monotonic()
    try:
        for tally in counted:
            bar.update(task, completed=tally.hands)
            if not bar.live.is_started and time.monotonic() - began > PATIENCE:
                bar.start()
            yield tally
    finally:
        bar.stop()


# --- how it is told -------------------------------------------------------------------------------------------------


def side_names(tally: Tally) -> list[str]:
    """Seats counted from the opener: 1+3 and 2+4, or 1, 2, 3… where each plays alone."""
    sides = len(tally.wins)
    return ["1+3", "2+4"] if sides == 2 and tally.pairs else [str(seat) for seat in range(1, sides + 1)]


def data(book: Book, tally: Tally, seed: int) -> dict[str, Any]:
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


def _figure(measured: Measured) -> dict[str, float]:
    return {"value": round(measured.value, 8), "error": round(measured.error, 8)}


def bars(tally: Tally) -> list[tuple[str, float]]:
    """The points of a hand and how many hands in a hundred came to them: each number, or tens where they are many."""
    worth = [int(hands) for hands in tally.worth]
    width = 1 if len(worth) <= MOST_BARS else 10 * -(-len(worth) // (10 * MOST_BARS))
    starts = range(0, len(worth), width)
    labels = [str(start) if width == 1 else f"{start}–{start + width - 1}" for start in starts]
    return [
        (label, 100 * sum(worth[start : start + width]) / tally.hands)
        for label, start in zip(labels, starts, strict=True)
    ]


def drawing(book: Book, tally: Tally, lang: str) -> str:
    from tantera.cli.plots import histogram_svg
    from tantera.rules import translate

    title = translate(
        lang, "{book}: points of a hand, {hands} random hands", book=book.id, hands=_number(tally.hands, lang, 0)
    )
    return histogram_svg(title, bars(tally), translate(lang, "% of hands"))


def tell(book: Book, tally: Tally, lang: str) -> None:
    from rich.console import Console
    from rich.table import Table

    from tantera.rules import translate

    console = Console(highlight=False)
    hands = _number(tally.hands, lang, 0)
    console.print(translate(lang, "{book}: {hands} random hands, seat 1 opens", book=book.id, hands=hands))
    wins = Table("", translate(lang, "wins"), translate(lang, "points a hand"), box=None, header_style="dim")
    for side, name in enumerate(side_names(tally)):
        wins.add_row(name, _percent(tally.win_share(side), lang), _plain(tally.mean_points(side), lang))
    if tally.unwon_share.value:
        wins.add_row(translate(lang, "nobody"), _percent(tally.unwon_share, lang), "")
    if tally.pairs:
        lead = translate(lang, "what opening is worth")
        wins.add_row(lead, _percent(tally.win_lead, lang, "+"), _plain(tally.mean_lead, lang, "+"))
    ends = Table("", "", box=None, show_header=False)
    ends.add_row(translate(lang, "blocks"), _percent(tally.block_share, lang))
    ends.add_row(translate(lang, "tied blocks"), _percent(tally.tied_share, lang))
    ends.add_row(translate(lang, "turns a hand"), _plain(tally.mean_turns, lang))
    for column in (*wins.columns[1:], *ends.columns[1:]):
        column.justify = "right"
    console.print(wins)
    console.print(ends)
    console.print(translate(lang, "± is one standard error. Hands by their points:"), style="dim")
    for line in _bar_lines(bars(tally), lang):
        console.print(line)


def _bar_lines(rows: Iterable[tuple[str, float]], lang: str) -> Iterator[str]:
    rows = list(rows)
    most, widest = max(share for _, share in rows), max(len(label) for label, _ in rows)
    for label, share in rows:
        full, eighths = divmod(round(share / most * BAR_WIDTH * 8), 8)
        bar = "█" * full + ("", *"▏▎▍▌▋▊▉")[eighths]
        yield f"{label:>{widest}} {_number(share, lang, 2):>6} % {bar}"


def _percent(measured: Measured, lang: str, sign: str = "") -> str:
    return f"{_number(100 * measured.value, lang, 2, sign)} % ± {_number(100 * measured.error, lang, 2)}"


def _plain(measured: Measured, lang: str, sign: str = "") -> str:
    return f"{_number(measured.value, lang, 3, sign)} ± {_number(measured.error, lang, 3)}"


def _number(value: float, lang: str, places: int, sign: str = "") -> str:
    """As the language writes numbers: 51,87 in Spanish and Catalan."""
    from babel.numbers import format_decimal

    shape = "#,##0" + ("." + "0" * places if places else "")
    return format_decimal(value, f"+{shape};-{shape}" if sign else shape, locale=lang)
