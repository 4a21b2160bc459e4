"""A text to paste into the club's group: who plays whom at which table, and the result where there is one. Plain lines:
a telephone's own programs make nothing else of it, and every name stands whole."""

from __future__ import annotations

from collections.abc import Iterator

from tantera.paper.saying import day_in_words, limit_in_words
from tantera.tournament.names import BETWEEN, clean
from tantera.tournament.presentation import Presentation
from tantera.tournament.state import Round, Table
from tantera.tournament.structure import day_of
from tantera.words import translate


def group_text(
    tournament: Presentation, of_round: Round, lang: str, *, table: int | None = None, address: str = ""
) -> str:
    """The whole round, or one table of it. `address` is where phones follow the event.

    A draft is nobody's business yet: whoever asks gives a published round.
    """
    tables = [table] if table is not None else range(1, len(of_round.tables) + 1)
    head = BETWEEN.join((clean(tournament.state.name), translate(lang, "Round {round}", round=of_round.number)))
    if day := day_of(tournament.state, of_round.number):
        head = f"{head}, {day_in_words(day, lang)}"
    lines = [head, *(_table(tournament, of_round, number, lang) for number in tables)]
    if table is None:
        lines += _resting(tournament, of_round, lang)
    lines += [limit_in_words(tournament.state.options.limit, lang), address]
    return "\n".join(filter(None, lines))


def _table(tournament: Presentation, of_round: Round, number: int, lang: str) -> str:
    table = of_round.tables[number - 1]
    names = [_name(tournament, of_round, seat) for seat in table.seats]
    sides = names if tournament.state.alone else [BETWEEN.join(names[0::2]), BETWEEN.join(names[1::2])]
    between = BETWEEN if tournament.state.alone else f" {_score(table) or translate(lang, 'against')} "
    told = f"{translate(lang, 'Table {table}', table=number)}: {between.join(sides)}"
    if tournament.state.alone and _score(table):
        told = f"{told}, {_score(table)}"
    return f"{told}, {day_in_words(table.date, lang)}" if table.date else told


def _score(table: Table) -> str:
    """Only what counts: what waits to be confirmed is nobody's yet."""
    slip = table.slip
    return "–".join(map(str, slip.score)) if slip is not None and slip.status == "confirmed" else ""


def _name(tournament: Presentation, of_round: Round, player: str) -> str:
    return of_round.stand_ins.get(player) or tournament.name(player)


def _resting(tournament: Presentation, of_round: Round, lang: str) -> Iterator[str]:
    if of_round.byes:
        names = ", ".join(tournament.entry_name(entry) for entry in of_round.byes)
        yield translate(lang, "Rest: {names}", names=names)
