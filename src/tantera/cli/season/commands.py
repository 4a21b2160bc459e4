"""``tantera season new · add · show · check``: the table of tournaments in a row."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tantera.cli.common import AsJson, Language, cannot, fail_wrong, print_json
from tantera.cli.lazily import group_of
from tantera.cli.season.reading import SeasonPath, form_in, log_in, logs_of, nights_in
from tantera.words import Phrase, translate

if TYPE_CHECKING:
    from tantera.season.form import SeasonForm
    from tantera.season.table import SeasonRow, SeasonTable

EventPaths = Annotated[list[Path] | None, typer.Argument(metavar="FILES", help="Files of tournaments, in order.")]


def new(
    file: SeasonPath,
    events: EventPaths = None,
    name: Annotated[str | None, typer.Option(help="What the season is called.")] = None,
    table: Annotated[
        str | None, typer.Option(help="Points by place: 25,18,15,… The last of them is for everybody further down.")
    ] = None,
    wins: Annotated[
        str | None, typer.Option(help="Points for a match won, for half a point, for each played: 3,1,1.")
    ] = None,
    value: Annotated[str | None, typer.Option(help="A value of the standings is the points: difference.")] = None,
    best: Annotated[int | None, typer.Option(min=1, help="So many nights of each count; left out: all.")] = None,
    category: Annotated[list[str] | None, typer.Option(help="Has a table of its own; repeatable.")] = None,
    teams: Annotated[int | None, typer.Option(min=1, help="A table of clubs: so many of each.")] = None,
    lang: Language = "es",
) -> None:
    """Begin a season: a small file that says which tournaments it has and how points are given."""
    from tantera.season.form import SeasonForm, read_points

    if file.exists():
        fail_wrong(str(file), Phrase("a file that is there already"), Phrase("a name that is free"))
    said = {"place": table, "wins": wins, "values": value}
    points = next((read_points(by, text) for by, text in said.items() if text is not None), None)
    given: dict[str, Any] = {} if points is None else {"points": points}
    form = SeasonForm(
        name or file.stem,
        _beside(file, events or []),
        **given,
        best=best,
        categories=tuple(category or ()),
        teams=teams,
    )
    _written(file, form, lang)


def add(file: SeasonPath, events: EventPaths = None, lang: Language = "es") -> None:
    """Add tournaments to a season, as its next nights."""
    from msgspec.structs import replace

    form = form_in(file)
    _written(file, replace(form, events=tuple(dict.fromkeys((*form.events, *_beside(file, events or []))))), lang)


def _beside(file: Path, events: list[Path]) -> tuple[str, ...]:
    """How a season names its tournaments: by the way from its own folder."""
    for event in events:
        log_in(event)  # what is no tournament is found now, and not on the night it is shown
    return tuple(os.path.relpath(event, file.parent).replace(os.sep, "/") for event in events)


def _written(file: Path, form: SeasonForm, lang: str) -> None:
    from tantera.cli.keeping import write_output
    from tantera.season.form import write_form

    try:
        write_output(file, write_form(form))
    except OSError as error:
        fail_wrong(str(file), cannot(file, error), Phrase("a file to write"))
    print(translate(lang, "{name}: tournaments: {count}", name=form.name, count=len(form.events)))


def show(file: SeasonPath, as_json: AsJson = False, lang: Language = "es") -> None:
    """The table of a season: points, the nights that count, categories and clubs."""
    from tantera.season.table import as_object, season

    form = form_in(file)
    table = season(form, nights_in(logs_of(file, form)))
    if as_json:
        print_json(as_object(table))
    else:
        _tell(table, lang)


def _tell(table: SeasonTable, lang: str) -> None:
    from rich.console import Console

    from tantera.cli.text_tables import TextTable
    from tantera.tournament.sheets.text import column

    console = Console(highlight=False)
    if not table.standings:
        print(translate(lang, "Nobody has played yet."))
        return
    numbers = range(1, len(table.nights) + 1)
    heads = ("", column(lang, "place"), translate(lang, "points"), *map(str, numbers))
    for title, rows in ((table.name, table.standings), *table.categories.items()):
        cells = tuple((row.person.name, str(row.place), str(row.points), *_evenings(row, numbers)) for row in rows)
        TextTable(title, heads, cells, may_shorten=True).show(console)
    if table.teams is not None:
        clubs = tuple((row.club, str(row.place), str(row.points)) for row in table.teams)
        TextTable(translate(lang, "Clubs"), heads[:3], clubs, may_shorten=True).show(console)
    for number, night in enumerate(table.nights, 1):
        console.print(f"{number}  {night.date[:10]}  {night.name}", markup=False)


def _evenings(row: SeasonRow, numbers: range) -> tuple[str, ...]:
    """What every night brought; in brackets what does not count."""
    those = (row.at(number) for number in numbers)
    return tuple("" if one is None else str(one.points) if one.counted else f"({one.points})" for one in those)


def check(file: SeasonPath, as_json: AsJson = False, lang: Language = "es") -> None:
    """Reckon a season again with a second program: every tournament of it, every place and every rating."""
    import json

    from tantera.season import rating
    from tantera.season.form import write_form
    from tantera.season.table import as_object, season
    from tantera.tournament.check import check_rating, check_season

    form = form_in(file)
    logs = logs_of(file, form)
    nights = nights_in(logs)
    reports = (
        check_season(json.loads(write_form(form)), logs, as_object(season(form, nights))),
        check_rating(logs, rating.as_object(rating.rated(nights))),
    )
    problems = list(dict.fromkeys(found.told(lang) for report in reports for found in report.violations))
    checked = reports[0].checked | reports[1].checked
    if as_json:
        print_json({"ok": not problems, "problems": problems, "checked": checked})
    else:
        for what, count in checked.items():
            print(f"{count:>7}  " + translate(lang, f"checked: {what}").removeprefix("checked: "))
        if not problems:
            print(translate(lang, "Everything is right."))
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        raise typer.Exit(2)


def group() -> Any:
    """The group, as the command line wants it."""
    commands: dict[str, Callable[..., Any]] = {"new": new, "add": add, "show": show, "check": check}
    return group_of(commands, help="Tournaments in a row: a club's league, a circuit.")
