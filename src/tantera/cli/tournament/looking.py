"""``tantera tournament standings · rounds · why · entries · log``: looking, and changing nothing."""

from __future__ import annotations

from typing import Annotated

import typer

from tantera.cli.common import AsJson, Language, print_json
from tantera.cli.tournament.giving import ARound, TournamentPath, opened, presentation_of, state_of
from tantera.cli.tournament.tables import tell_entries, tell_log, tell_round, tell_standings
from tantera.words import Phrase, Problem


def standings(
    context: typer.Context,
    file: TournamentPath,
    round_: Annotated[int | None, typer.Option("--round", help="After this round; the last if left out.")] = None,
    as_json: AsJson = False,
    lang: Language = "es",
) -> None:
    """Who leads, and by what."""
    with opened(context, file, lang) as tournament:
        if as_json:
            from tantera.tournament.export import export

            print_json(export(presentation_of(tournament).after(round_), lang)["standings"])
        else:
            tell_standings(presentation_of(tournament).after(round_), lang)


def rounds(
    context: typer.Context,
    file: TournamentPath,
    number: Annotated[int | None, typer.Argument(metavar="[ROUND]", help="One of them only.")] = None,
    lang: Language = "es",
) -> None:
    """The tables of every round, with what was played."""
    with opened(context, file, lang) as tournament:
        shown = presentation_of(tournament)
        for round in shown.rounds:
            if number in (None, round.number):
                tell_round(shown, round, lang)
        if number is not None:
            _there(number, len(shown.rounds))


def why(
    context: typer.Context,
    file: TournamentPath,
    number: ARound,
    table: Annotated[int | None, typer.Argument(help="One table only.")] = None,
    lang: Language = "es",
) -> None:
    """Why everybody sits where they sit, in words an arbiter can check."""
    with opened(context, file, lang) as tournament:
        shown = presentation_of(tournament)
        _there(number, len(shown.rounds))
        round = shown.rounds[number - 1]
        if table is not None and not 1 <= table <= len(round.tables):
            raise Problem(Phrase("found no table {table}, expected 1 to {last}", table=table, last=len(round.tables)))
        tell_round(shown, round, lang, why=True, table=table)


def _there(number: int, last: int) -> None:
    if not 1 <= number <= last:
        raise Problem(Phrase("found no round {round}, expected 1 to {last}", round=number, last=last))


def entries(context: typer.Context, file: TournamentPath, lang: Language = "es") -> None:
    """Who is in: entries with their ids, clubs and fees."""
    with opened(context, file, lang) as tournament:
        tell_entries(state_of(tournament), lang)


def log(context: typer.Context, file: TournamentPath, lang: Language = "es") -> None:
    """Everything that was ordered, when and by whom, with the number that undo wants."""
    with opened(context, file, lang) as tournament:
        tell_log(state_of(tournament), lang)
