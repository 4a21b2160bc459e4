"""``tantera tournament simulate``: how well does a format find the best?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from tantera.cli import common
from tantera.cli.tournament.entering import options_of
from tantera.cli.waiting import bar
from tantera.words import Phrase, translate
from tantera.words.guesses import one_of

if TYPE_CHECKING:
    from tantera.cli.tournament.simulation import SimulatedFigure, SimulationSetup, Summary

SPREADS: Final = ("normal", "uniform", "steps")
MOST_BARS: Final = 16


def simulate(
    book: Annotated[str, typer.Option("--book", help="A book's id, or the path of a rule-book file.")] = "clasico",
    format_: Annotated[
        str | None, typer.Option("--format", help="individual, pairs-swiss…; the book's if left out.")
    ] = None,
    entries: Annotated[int, typer.Option(min=2, max=2000, help="Players, or pairs where pairs enter.")] = 16,
    rounds: Annotated[int | None, typer.Option(min=1, max=100, help="How many; the book's if left out.")] = None,
    limit: common.LimitText = None,
    option: common.Options = None,
    strengths: Annotated[
        str, typer.Option(help="normal, uniform, steps; or a file with a number for each player.")
    ] = "normal",
    spread: Annotated[
        float, typer.Option(min=0, max=10, help="Standard deviation; one point apart is 73 wins in 100.")
    ] = 1.0,
    seeded: Annotated[bool, typer.Option("--seeded", help="Round 1 goes by strength and not by lot.")] = False,
    events: Annotated[int, typer.Option(min=1, max=1_000_000, help="How many tournaments.")] = 200,
    seed: Annotated[int, typer.Option(min=0, max=2**63 - 1, help="The same number, the same tournaments.")] = 0,
    workers: Annotated[int | None, typer.Option(min=1, max=512, help="Processes; one a core if left out.")] = None,
    as_json: common.AsJson = False,
    svg: Annotated[Path | None, typer.Option(help="Draw where the best ended into this file.")] = None,
    lang: common.Language = "es",
) -> None:
    """Play whole tournaments by chance: how often does the best win, how true is the final order?"""
    from tantera.cli.tournament.simulation import SimulationSetup, read_strengths, summed

    if svg is not None:
        common.check_writable("--svg", svg)
    options = options_of(option or []) | ({"limit": limit} if limit is not None else {})
    given = None
    if strengths not in SPREADS:
        if not Path(strengths).is_file():
            common.fail_wrong("--strengths", repr(strengths), one_of([*SPREADS, Phrase("a file").told(lang)]))
        given = tuple(read_strengths(Path(strengths)))
        if len(given) < 2:
            common.fail_wrong("--strengths", strengths, Phrase("two players or more"))
    setting = SimulationSetup(book, format_, rounds, options, entries, strengths, spread, given, seeded)
    ended, interrupted = _ended(setting, events, seed, workers)
    if not ended:
        raise typer.Exit(130)
    summary = summed(ended)
    if as_json:
        common.print_json(data(setting, summary, seed))
    else:
        tell(setting, summary, seed, lang)
    if svg is not None:
        _draw(svg, setting, summary, lang)
    if interrupted:
        raise typer.Exit(130)


def _ended(setting: SimulationSetup, events: int, seed: int, workers: int | None) -> tuple[list[Any], bool]:
    """What has ended; Ctrl-C leaves with what there is."""
    from tantera.bots.arena import usual_workers
    from tantera.cli.tournament.simulation import one_tournament, simulated

    one_tournament(setting, seed, 0)  # what is wrong with the setting is said at once, and in this process
    ended = []
    try:
        with bar(events) as show:
            for one in simulated(setting, events, seed, workers or usual_workers()):
                ended.append(one)
                show(len(ended), "")
    except KeyboardInterrupt:
        return ended, True
    return ended, False


def data(setting: SimulationSetup, summary: Summary, seed: int) -> dict[str, Any]:
    """The object for other programs; every figure with its standard error."""
    return {
        "book": setting.book,
        "format": summary.format,
        "entries": summary.entries,
        "rounds": summary.rounds,
        "strengths": setting.shape,
        "spread": setting.spread,
        "events": summary.events,
        "seed": seed,
        "best_wins": _json(summary.best_wins),
        "best_in_three": _json(summary.best_in_three),
        "kendall": _json(summary.kendall),
        "spearman": _json(summary.spearman),
        "place_of_best": list(summary.places),
    }


def _json(figure: SimulatedFigure) -> dict[str, float | None]:
    return {"value": round(figure.mean, 8), "error": None if figure.error is None else round(figure.error, 8)}


def bars(summary: Summary) -> list[tuple[str, float]]:
    """Where the best ended, in per cent of the tournaments; far places together."""
    places = [(str(place), 100 * times / summary.events) for place, times in enumerate(summary.places, 1)]
    if len(places) <= MOST_BARS:
        return places
    rest = sum(share for _, share in places[MOST_BARS - 1 :])
    return [*places[: MOST_BARS - 1], (f"{MOST_BARS}–{len(places)}", rest)]


def tell(setting: SimulationSetup, summary: Summary, seed: int, lang: str) -> None:
    from rich.console import Console

    from tantera.cli.study.plots import bar_lines
    from tantera.cli.text_tables import TextTable
    from tantera.words.numbers import counted, with_error

    console = Console(highlight=False)
    words = (
        "{book}, {format}: 1 tournament of {entries} in {rounds} rounds, seed {seed}",
        ("{book}, {format}: {count} tournaments of {entries} in {rounds} rounds, seed {seed}"),
    )
    facts: dict[str, Any] = {
        "book": setting.book,
        "format": summary.format,
        "entries": summary.entries,
        "rounds": summary.rounds,
    }
    console.print(counted(lang, summary.events, *words, **facts, seed=seed), markup=False)

    def percent(figure: SimulatedFigure) -> str:
        return with_error(100 * figure.mean, None if figure.error is None else 100 * figure.error, lang, 1, unit=" %")

    rows = (
        (translate(lang, "the best wins"), percent(summary.best_wins)),
        (translate(lang, "the best is among the first three"), percent(summary.best_in_three)),
        (translate(lang, "order found (Kendall's tau)"), with_error(*summary.kendall, lang, 3)),
        (translate(lang, "order found (Spearman's rho)"), with_error(*summary.spearman, lang, 3)),
    )
    TextTable("", ("", ""), rows, framed=False).show(console)
    console.print(translate(lang, "± is one standard error. The place of the best:"), style="dim")
    for line in bar_lines(bars(summary), lang, console.width):
        console.print(line)


def _draw(svg: Path, setting: SimulationSetup, summary: Summary, lang: str) -> None:
    from tantera.cli.study.plots import histogram_svg
    from tantera.words.numbers import counted

    words = (
        "{book}, {format}: place of the best, 1 tournament",
        "{book}, {format}: place of the best, {count} tournaments",
    )
    title = counted(lang, summary.events, *words, book=setting.book, format=summary.format)
    common.write_drawing(svg, histogram_svg(title, bars(summary), translate(lang, "% of tournaments")))
