"""``tantera tournament luck``: the standings without luck, from the matches of tables whose hands are known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from tantera.cli import common
from tantera.cli.tournament.giving import TournamentPath, entry_names, opened, state_of
from tantera.words import Phrase, Problem, translate

if TYPE_CHECKING:
    from tantera.rules import Seat
    from tantera.study.standings import LuckStanding
    from tantera.tournament.state import TournamentState

Matches = Annotated[list[str], typer.Argument(metavar="FILES", help="Matches of its tables, in DGN.")]


def luck(file: TournamentPath, matches: Matches, as_json: common.AsJson = False, lang: common.Language = "es") -> None:
    """A study, never the result: who wrote more than they were dealt, at tables whose hands are known."""
    from tantera.cli.study.review_command import studied_match
    from tantera.study.standings import luck_standings

    with opened(file) as tournament:
        state = state_of(tournament)
    gathered = []
    for match in matches:
        judged, studied = studied_match(match, lang)
        gathered.append((studied, _seated(state, judged.match.names, match)))
    rows = luck_standings(gathered)
    if as_json:
        from tantera.study.report import luck_table

        common.print_json({"study": True, "standings": luck_table(rows)})
    else:
        _tell(rows, entry_names(state), lang)


def _seated(state: TournamentState, names: tuple[str, ...], match: str) -> Mapping[Seat, str]:
    """Which entry sits where, by the names of its players."""
    from tantera.tournament.names import called
    from tantera.words.alike import alike

    entries = {player: entry.entry for entry in state.entries.values() for player in entry.ids}
    known = {alike(name): entries[player] for player, one in called(state).items() for name in (one.full, one.short)}
    seated = {seat: known[alike(name)] for seat, name in enumerate(names, start=1) if alike(name) in known}
    if not seated:
        found = Phrase("nobody of the tournament ({names})", names=", ".join(names))
        raise Problem(common.wrong(match, found, Phrase("players who have entered it")))
    return seated


def _tell(rows: tuple[LuckStanding, ...], names: Mapping[str, str], lang: str) -> None:
    from rich.console import Console

    from tantera.cli.text_tables import TextTable
    from tantera.words.numbers import number, with_error

    def words(message: str) -> str:
        return translate(lang, message)

    headings = tuple(map(words, ("place", "entry", "hands", "written", "luck", "play", "without luck, a hand")))
    told = [
        (
            str(row.place), names.get(row.who, row.who), str(row.hands), number(row.written, lang, sign=True),
            with_error(*row.luck, lang, 0, sign=True), with_error(*row.play, lang, 0, sign=True),
            with_error(*row.without_luck, lang, 1, sign=True),
        )
        for row in rows
    ]  # fmt: skip
    notes = (
        words("A study, not the standings: who leads is what the slips say."),
        words("only hands whose tiles are known; written: points more than the others; ± is one standard error"),
    )
    TextTable("", headings, tuple(told), notes).show(Console())
