"""``tantera arena``: bots against bots, measured."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import tantera
from tantera.cli import common
from tantera.cli.waiting import bar, told
from tantera.words import Phrase, translate

if TYPE_CHECKING:
    from tantera.bots.arena import Arena, Contest, Results, Unit
    from tantera.rules import Book

ALONE_SECONDS = 1.0
"""What one process does in this time needs no others: they would still be starting."""
SHOW_CURSOR = b"\r\x1b[K\x1b[?25h"
"""What a progress bar would do at its end: its line is gone and the cursor is back."""

Bots = Annotated[list[str] | None, typer.Argument(help="Two bots; with --ladder any number, or none for all.")]
Deals = Annotated[int, typer.Option(min=1, max=10**7, help="How many deals, each played with the sides swapped.")]
Matches = Annotated[int | None, typer.Option(min=1, max=10**7, help="So many whole matches instead of hands.")]
Cross = Annotated[bool, typer.Option("--cross", help="Mixed teams, too: who plays well with a stranger?")]
Ladder = Annotated[bool, typer.Option("--ladder", help="Every bot against the same one.")]
Reference = Annotated[str | None, typer.Option(help="Whom the ladder is measured against; greedy if left out.")]
DealSet = Annotated[str, typer.Option("--set", help="The set of deals: the same name, the same deals.")]


def arena(
    bots: Bots = None,
    book: common.BookName = "san-juan",
    deals: Deals = 1000,
    matches: Matches = None,
    cross: Cross = False,
    ladder: Ladder = False,
    reference: Reference = None,
    deal_set: DealSet = "yardstick-1",
    limit: common.LimitText = None,
    option: common.Options = None,
    workers: Annotated[int | None, typer.Option(min=1, max=1024, help="Processes; all cores if left out.")] = None,
    cluster: Annotated[str | None, typer.Option(help="A Dask scheduler to play on: tcp://HOST:8786.")] = None,
    save: Annotated[Path | None, typer.Option(help="Where finished deals are kept.")] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Play deals again that are kept.")] = False,
    svg: Annotated[Path | None, typer.Option(help="Draw the points and their errors into this file.")] = None,
    as_json: common.AsJson = False,
    lang: common.Language = "es",
) -> None:
    """Bots against bots on duplicate deals. Ctrl-C keeps what is finished; the same command goes on."""
    from tantera.bots.arena import REFERENCE, Arena

    chosen = common.book_of(book, option, limit)
    if not re.fullmatch(r"[a-z0-9][a-z0-9.-]{0,39}", deal_set):
        common.fail_wrong("--set", repr(deal_set), Phrase("a name of small letters, figures and dashes"))
    if reference is not None and not ladder:
        common.fail_wrong("--reference", Phrase("{one} without --ladder", one=reference), Phrase("both or neither"))
    if svg is not None:
        common.check_writable("--svg", svg)
    against = (reference or REFERENCE) if ladder else None
    unit: Unit = "hand" if matches is None else "match"
    stopped = False
    contests = _contests(chosen, bots or [], deal_set, unit, cross, against)
    results = _results(save, contests, against)
    running = Arena(contests, matches or deals, results, fresh)
    try:
        if cluster is None:
            with told(translate(lang, "The bots get ready; the first time it takes a while")):
                running.warm_up()
        _play(running, workers, cluster, lang)
    except KeyboardInterrupt:
        stopped = True
    options = common.option_pairs(option or [])
    if as_json:
        common.print_json(_data(running, results, options, against, stopped))
    else:
        _tell(running, results, options, against, cross, stopped, lang)
    if svg is not None:
        sys.stdout.flush()  # whatever becomes of the drawing
        _draw(running, options, against, svg, lang)
    if stopped:
        raise typer.Exit(130)


# --- what is asked ----------------------------------------------------------------------------------------------------


def _contests(
    book: Book, bots: list[str], deal_set: str, unit: Unit, cross: bool, against: str | None
) -> tuple[Contest, ...]:
    from tantera.bots.arena import check_known, duel, ladder_contests, ladder_names, mixed_teams

    if against is not None and cross:
        common.fail_wrong("--ladder", "--cross", Phrase("one of them"))
    check_known(bots if against is None else [*bots, against])
    if against is not None:
        contests = ladder_contests(book, ladder_names(bots), against, deal_set, unit)
        if not contests:
            common.fail_wrong("BOTS", Phrase("only {bot}", bot=against), Phrase("somebody to measure against it"))
        return contests
    if len(bots) != 2:
        common.fail_wrong("BOTS", len(bots), Phrase("two, or --ladder"))
    one, other = bots
    if cross:
        if one == other:
            common.fail_wrong("BOTS", Phrase("{bot} twice", bot=one), Phrase("two different ones for mixed teams"))
        return mixed_teams(book, one, other, deal_set, unit)
    return (duel(book, one, other, deal_set, unit),)


def _results(save: Path | None, contests: tuple[Contest, ...], against: str | None) -> Results | None:
    """The file asked for, or one in the user's cache folder; none where that cannot be written."""
    from tantera.bots.arena import ArenaError, Results, results_folder

    if save is not None:
        return Results(save)
    first = contests[0]
    who = "ladder" if against is not None else f"{first.ours}-{contests[-1].theirs}"
    name = re.sub(r"[^\w.,=-]+", "_", f"{who}-{first.book.id}-{first.deal_set}") + ".jsonl"
    try:
        return Results(results_folder() / name)
    except (ArenaError, RuntimeError):  # RuntimeError: no home folder
        return None


# --- playing ----------------------------------------------------------------------------------------------------------


def _play(running: Arena, workers: int | None, address: str | None, lang: str) -> None:
    from concurrent.futures.process import BrokenProcessPool

    from tantera.bots.arena import ArenaError, cluster, pool, usual_workers

    with bar(running.total, running.finished) as show, _ctrl_c_waits(lang) as stop_if_asked:

        def tell() -> None:
            show(running.finished, _so_far(running))
            stop_if_asked()

        if running.is_over:
            return
        if address is not None:
            with cluster(address) as (executor, threads):
                running.play(executor, 2 * threads, tell)
            return
        count = workers or usual_workers()
        running.play_here(tell, None if count == 1 else ALONE_SECONDS)
        if running.is_over:
            return
        try:
            with pool(count) as executor:
                running.play(executor, 2 * count, tell)
        except BrokenProcessPool:
            message = "found a process that died, expected it to play on; the same command goes on"
            raise ArenaError(Phrase(message)) from None


@contextmanager
def _ctrl_c_waits(lang: str) -> Iterator[Callable[[], None]]:
    """Ctrl-C between two chunks, not in the middle of writing one down. The second time it does not wait: what was
    written down is kept all the same."""
    asked = False
    sentence = translate(lang, "stopping after the deals in play; Ctrl-C again stops now")

    def later(signal_number: int, frame: object) -> None:
        nonlocal asked
        if asked:
            if sys.stderr.isatty():
                os.write(2, SHOW_CURSOR)
            os._exit(130)
        asked = True
        with suppress(RuntimeError):  # it may come while something else is being written
            print(sentence, file=sys.stderr, flush=True)

    def stop_if_asked() -> None:
        if asked:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, later)
    try:
        yield stop_if_asked
    finally:
        signal.signal(signal.SIGINT, before)


def _so_far(running: Arena) -> str:
    """The contest being played, and its points."""
    rows = list(zip(running.contests, running.tallies, strict=True))
    contest, tally = next((row for row in rows if row[1].deals < running.deals), rows[-1])
    return f"{contest.ours} v {contest.theirs} {tally.points_each(contest.point_parts) or ''}"


# --- telling ----------------------------------------------------------------------------------------------------------


def _data(
    running: Arena, results: Results | None, options: Mapping[str, object], against: str | None, stopped: bool
) -> dict[str, Any]:
    from tantera.bots.arena import contest_report, rung_report, rungs, styles_of

    first = running.contests[0]
    data: dict[str, Any] = {
        "book": first.book.id,
        "options": dict(options),
        "limit": str(first.book.options.limit),
        "set": first.deal_set,
        "unit": first.unit,
        "deals": running.deals,
        "resumed": running.resumed,
        "stopped": stopped,
        "version": tantera.__version__,
        "styles": {name: style._asdict() for name, style in styles_of(running.contests).items()},
        "file": None if results is None else str(results.path),
        "contests": [contest_report(*row) for row in zip(running.contests, running.tallies, strict=True)],
    }
    if against is not None:
        data["ladder"] = [rung_report(rung) for rung in rungs(running, against)]
    return data


def _tell(
    running: Arena,
    results: Results | None,
    options: Mapping[str, object],
    against: str | None,
    cross: bool,
    stopped: bool,
    lang: str,
) -> None:
    from rich.console import Console

    from tantera.cli.study.arena_tables import ArenaInWords

    console, words = Console(), ArenaInWords(running, options, lang)
    if against is not None:
        words.ladder(against).show(console)
    else:
        (words.teams() if cross else words.duel()).show(console)
        words.bots().show(console)
    print(words.words("kept nowhere") if results is None else words.words("kept in {path}", path=results.path))
    if stopped:
        told = "stopped after {done} of {total} deals; the same command goes on"
        print(words.words(told, done=running.finished, total=running.total))


def _draw(running: Arena, options: Mapping[str, object], against: str | None, file: Path, lang: str) -> None:
    from tantera.bots.arena import rungs
    from tantera.cli.study.arena_tables import ArenaInWords
    from tantera.cli.study.plots import intervals_svg
    from tantera.words.numbers import counted

    if against is not None:
        estimates = [(rung.name, rung.points) for rung in rungs(running, against)]
    else:
        pairs = zip(running.contests, running.tallies, strict=True)
        found = [(f"{one.ours} v {one.theirs}", tally.points_each(one.point_parts)) for one, tally in pairs]
        estimates = [(label, points) for label, points in found if points is not None]
    rows = [(label, points.mean, points.error or 0.0) for label, points in estimates]
    first, words = running.contests[0], ArenaInWords(running, options, lang)
    duel = f"{first.ours} v {running.contests[-1].theirs}"
    who = words.words("against {name}", name=against) if against is not None else duel
    title = f"{who} · {words.played} · {counted(lang, running.deals, '1 deal', '{count} deals')}"
    common.write_drawing(file, intervals_svg(title, rows, words.points))
