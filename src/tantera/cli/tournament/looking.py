"""``tantera tournament standings · rounds · why · entries · log``: looking, and changing nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tantera.cli.common import AsJson, Language, print_json
from tantera.cli.tournament.giving import ARound, TournamentPath, opened, presentation_of, state_of
from tantera.tournament.sheets.text import column
from tantera.words import Phrase, Problem, translate

if TYPE_CHECKING:
    from tantera.tournament.presentation import Presentation, TableResult
    from tantera.tournament.state import Edit, Round, TournamentState


def standings(
    file: TournamentPath,
    round_: Annotated[int | None, typer.Option("--round", help="After this round; the last if left out.")] = None,
    as_json: AsJson = False,
    lang: Language = "es",
) -> None:
    """Who leads, and by what."""
    with opened(file) as tournament:
        if as_json:
            from tantera.tournament.export import export

            print_json(export(presentation_of(tournament).after(round_), lang)["standings"])
        else:
            tell_standings(presentation_of(tournament).after(round_), lang)


def rounds(
    file: TournamentPath,
    number: Annotated[int | None, typer.Argument(metavar="[ROUND]", help="One of them only.")] = None,
    lang: Language = "es",
) -> None:
    """The tables of every round, with what was played."""
    with opened(file) as tournament:
        presentation = presentation_of(tournament)
        for round in presentation.rounds:
            if number in (None, round.number):
                tell_round(presentation, round, lang)
        if number is not None:
            _there(number, len(presentation.rounds))


def why(
    file: TournamentPath,
    number: ARound,
    table: Annotated[int | None, typer.Argument(help="One table only.")] = None,
    lang: Language = "es",
) -> None:
    """Why everybody sits where they sit, in words an arbiter can check."""
    with opened(file) as tournament:
        presentation = presentation_of(tournament)
        _there(number, len(presentation.rounds))
        round = presentation.rounds[number - 1]
        if table is not None and not 1 <= table <= len(round.tables):
            raise Problem(Phrase("found no table {table}, expected 1 to {last}", table=table, last=len(round.tables)))
        tell_round(presentation, round, lang, why=True, table=table)


def _there(number: int, last: int) -> None:
    if not 1 <= number <= last:
        raise Problem(Phrase("found no round {round}, expected 1 to {last}", round=number, last=last))


def entries(file: TournamentPath, lang: Language = "es") -> None:
    """Who is in: entries with their ids, clubs and fees."""
    with opened(file) as tournament:
        tell_entries(state_of(tournament), lang)


def log(file: TournamentPath, lang: Language = "es") -> None:
    """Everything that was ordered, when and by whom, with the number that undo wants."""
    with opened(file) as tournament:
        tell_log(state_of(tournament), lang)


def tell_round(
    tournament: Presentation, round: Round, lang: str, *, why: bool = False, table: int | None = None
) -> None:
    """The tables of a round; with `why` each with its reasons, and what was changed by hand."""
    from rich.console import Console

    from tantera.cli.text_tables import TextTable
    from tantera.cli.tournament.giving import names
    from tantera.tournament.export import told

    called = names(tournament.state)
    tables = [one for one in tournament.tables(round) if table in (None, one.table)]
    console = Console(highlight=False)
    title = translate(lang, "Round {round}: {stage}", round=round.number, stage=column(lang, round.stage))
    alone = tournament.state.alone
    headings = (column(lang, "table"), *(("1+3", "2+4") if not alone else (column(lang, "seats"),)))
    rows = tuple((str(one.table), *_players(one, round, called, alone), _score(one, lang)) for one in tables)
    TextTable(title, (*headings, column(lang, "result")), rows).show(console)
    if round.byes and table is None:
        byes = [bye if tournament.state.pairs else tournament.state.entries[bye].ids[0] for bye in round.byes]
        resting = ", ".join(called.get(bye, bye) for bye in byes)
        console.print(translate(lang, "Sit out: {names}", names=resting), markup=False)
    if why:
        for one in tables:
            console.print(f"{one.table}: {told(one.why, lang, tournament.names)}", markup=False)
        for edit in round.edited:
            console.print(_edit(edit, called, lang), markup=False)


def _players(table: TableResult, round: Round, called: Mapping[str, str], alone: bool) -> tuple[str, ...]:
    def told(player: str) -> str:
        stand_in = round.stand_ins.get(player)
        name = called.get(player, player)
        return name if stand_in is None else f"{stand_in} ({name})" if name != player else stand_in

    seats = [told(player) for player in table.seats]
    if alone:
        return (" · ".join(seats),)
    return " + ".join(seats[0::2]), " + ".join(seats[1::2])


def _score(table: TableResult, lang: str) -> str:
    if table.default:
        return column(lang, "default")
    if table.score is None or table.status is None:
        return ""
    told = "-".join(map(str, table.score))
    return told if table.status == "confirmed" else f"{told} ({column(lang, table.status)})"


def _edit(edit: Edit, called: Mapping[str, str], lang: str) -> str:
    facts = {"a": called.get(edit.a, edit.a), "b": called.get(edit.b, edit.b), "reason": edit.reason}
    return translate(lang, "By hand: {a} and {b} changed seats ({reason})", **facts)


def tell_standings(tournament: Presentation, lang: str) -> None:
    from rich.console import Console

    from tantera.cli.text_tables import TextTable
    from tantera.cli.tournament.giving import entry_names

    called = entry_names(tournament.state)
    console = Console(highlight=False)
    standings, teams = tournament.standings, tournament.teams
    if not standings:
        print(translate(lang, "No round has been published yet."))
        return
    values = list(dict.fromkeys(value for row in standings for value in row.values))
    grouped = any(row.group is not None for row in standings)
    headings = ("", *([column(lang, "group")] if grouped else []), column(lang, "place"), column(lang, "entry"))
    rows = tuple(
        (
            called.get(row.entry, row.entry),
            *([str(row.group)] if grouped else []),
            str(row.place),
            row.entry,
            *(str(row.values.get(value, "")) for value in values),
        )
        for row in standings
    )
    heads = (*headings, *(column(lang, value) for value in values))
    TextTable(tournament.state.name, heads, rows, may_shorten=True).show(console)
    if teams:
        worth = list(dict.fromkeys(value for row in teams for value in row.values))
        clubs = tuple((row.club, str(row.place), *(str(row.values.get(value, "")) for value in worth)) for row in teams)
        heads = ("", column(lang, "place"), *(column(lang, value) for value in worth))
        TextTable(translate(lang, "Clubs"), heads, clubs, may_shorten=True).show(console)


def tell_entries(state: TournamentState, lang: str) -> None:
    from rich.console import Console

    from tantera.cli.text_tables import TextTable
    from tantera.cli.tournament.giving import entry_names

    called = entry_names(state)
    yes, no = column(lang, "yes"), ""
    rows = tuple(
        (
            called[key],
            key,
            ", ".join(entry.ids),
            " / ".join(dict.fromkeys(player.club for player in entry.players if player.club)),
            yes if entry.checked_in else no,
            str(entry.paid),
            _standing(state, entry, lang),
        )
        for key, entry in state.entries.items()
    )
    words = ("entry", "players", "club", "checked in", "paid")
    TextTable(state.name, ("", *(column(lang, word) for word in words), ""), rows).show(Console(highlight=False))


def _standing(state: TournamentState, entry: Any, lang: str) -> str:
    if state.is_out(entry):
        return column(lang, "out")
    return column(lang, "withdrawn") if entry.withdrawn else ""


def tell_log(state: TournamentState, lang: str) -> None:
    """Every event: its number, when, who, what; those that count no longer say so."""
    import msgspec
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=True)
    for recorded in state.log.history:
        order = msgspec.to_builtins(recorded.order)
        kind = translate(lang, f"order: {order.pop('order')}").removeprefix("order: ")
        facts = " ".join(f"{key}={_fact(value)}" for key, value in order.items() if value not in (None, (), [], {}))
        gone = f"  ({column(lang, 'undone')})" if recorded.number in state.log.gone else ""
        console.print(f"{recorded.number:>4}  {recorded.at}  {recorded.by}  {kind} {facts}{gone}", markup=False)


def _fact(value: Any) -> str:
    """``score=100-62``, ``players=Ana Pons (p1)``."""
    if isinstance(value, list | tuple):
        dash = "-" if all(isinstance(one, int) for one in value) else ", "
        return dash.join(map(_fact, value))
    if isinstance(value, dict):
        if "name" in value:
            return f"{value['name']} ({value['id']})"
        return ", ".join(f"{key}: {_fact(inner)}" for key, inner in value.items())
    return str(value)
