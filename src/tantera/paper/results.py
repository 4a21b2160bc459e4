"""Standings with their tie-breaks in words, and the crosstable."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from tantera.paper import blocks, sums
from tantera.paper.bracket import bracket_svg
from tantera.paper.press import Document
from tantera.paper.saying import figure
from tantera.tournament.bracket import bracket_of
from tantera.tournament.decided import listed, never_came
from tantera.tournament.names import BETWEEN
from tantera.tournament.presentation import Presentation, TableResult
from tantera.tournament.standings import Standing
from tantera.tournament.state import Round
from tantera.words import translate

WIDEST_SQUARE: Final = 14
"""Entries that fit in a table of everybody against everybody."""
ROUNDS_ACROSS: Final = 8
LONG: Final = 40
"""Rows that stand on a sheet in large type; more of them stand closer, so that two sheets hold a hundred."""


def standings(tournament: Presentation, lang: str) -> Document:
    parts = list(standing_blocks(tournament, lang))
    title = translate(lang, "Standings")
    small = 11.5 if len(tournament.standings) <= LONG else 10.5
    return blocks.document(tournament, lang, [blocks.sheet(title, parts, after_round(tournament, lang))], small=small)


def after_round(tournament: Presentation, lang: str) -> str:
    """Which rounds the figures have in them."""
    if tournament.stage == "closed":
        return translate(lang, "final")
    played = tournament.published
    if not played:
        return translate(lang, "before round 1")
    last = played[-1]
    counts = sum(table.status == "confirmed" for table in tournament.tables(last))
    if counts == len(last.tables):
        return translate(lang, "after round {round}", round=last.number)
    return translate(
        lang, "provisional: of round {round} {count} tables of {all} count",
        round=last.number, count=counts, all=len(last.tables),
    )  # fmt: skip


def standing_blocks(tournament: Presentation, lang: str) -> Iterator[blocks.Block]:
    """The table of points, by group where there are groups; the teams; and how the order comes about."""
    if tournament.state.kind.team_sums:  # clubs meet: they are what is played for
        yield from _clubs(tournament, lang)
        yield blocks.title(translate(lang, "By pairs"))
    bracket = bracket_of(tournament)
    if bracket is not None:
        drawn = bracket_svg(bracket, lambda entry: short_name(tournament, entry), lang)
        yield blocks.picture(drawn, translate(lang, "Bracket"))
    names = sums.columns(tournament)
    by_lot = sums.parted_by_lot(tournament)
    for section in tournament.sections:
        if section.heading is not None:
            yield blocks.title(section.heading.told(lang))
        rows = [_row(tournament, one, names, by_lot, lang) for one in section.rows]
        yield blocks.table(_heads(tournament, names, lang), rows) | ({"pad": 0.95} if len(rows) > LONG else {})
    if tournament.teams and not tournament.state.kind.team_sums:
        yield from _clubs(tournament, lang)
    for number, tables in never_came(tournament.state):
        if tournament.upto is None or number <= tournament.upto:
            missing = "Round {round}: no result of table {tables}; it counts for nobody."
            yield blocks.text(translate(lang, missing, round=number, tables=listed(tables)))
    if tournament.out:
        names_out = ", ".join(tournament.name(player) for player in tournament.out)
        yield blocks.text(translate(lang, "Expelled and not ranked: {names}.", names=names_out))
    yield blocks.title(translate(lang, "How the order comes about"))
    yield blocks.items(sums.explained(tournament, lang))


def short_name(tournament: Presentation, entry: str) -> str:
    """What a pair is called where there is little room."""
    players = tournament.state.entries[entry].ids
    return BETWEEN.join(tournament.called[player].short for player in players)


def _clubs(tournament: Presentation, lang: str) -> Iterator[blocks.Block]:
    heads = sums.team_columns(tournament, lang)
    rows = [
        [str(team.place), team.club, *(figure(team.values.get(key), lang, signed) for key, _, signed in heads)]
        for team in tournament.teams
    ]
    yield blocks.title(translate(lang, "By clubs"))
    yield blocks.table(
        [
            blocks.figures(""),
            blocks.column(translate(lang, "club"), "fr", bold=True),
            *(blocks.figures(words, bold=not place) for place, (_, words, _) in enumerate(heads)),
        ],
        rows,
    )
    if tournament.state.kind.team_sums:
        yield blocks.items(sums.clubs_explained(tournament, lang))


def _heads(tournament: Presentation, names: list[str], lang: str) -> list[dict[str, Any]]:
    entrant = translate(lang, "pair" if tournament.state.pairs else "player")
    return [
        blocks.figures("", bold=True),
        blocks.column(entrant, "fr", bold=True),
        blocks.column(translate(lang, "club"), 42),
        *_sum_heads(tournament, names, lang),
    ]


def _sum_heads(tournament: Presentation, names: list[str], lang: str) -> list[dict[str, Any]]:
    return [blocks.figures(sums.head(tournament, name, lang), bold=not place) for place, name in enumerate(names)]


def _row(tournament: Presentation, line: Standing, names: list[str], by_lot: frozenset[str], lang: str) -> list[str]:
    name = tournament.entry_name(line.entry)
    if not tournament.state.is_active(tournament.state.entries[line.entry]):
        name = translate(lang, "{name} (withdrawn)", name=name)
    place = f"{line.place}{' †' if line.entry in by_lot else ''}"
    return [place, name, tournament.entry_club(line.entry), *_figures(line.values, names, lang)]


def _figures(values: dict[str, float], names: list[str], lang: str) -> list[str]:
    return [figure(values.get(name), lang, sums.is_signed(name)) for name in names]


def crosstable(tournament: Presentation, lang: str) -> Document:
    """Who met whom: everybody against everybody in a round robin that fits, else round by round.

    People stand by their number, which is their place in the standings.
    """
    title = translate(lang, "Crosstable")
    second = after_round(tournament, lang)
    if tournament.state.kind.square and len(tournament.standings) <= WIDEST_SQUARE:
        sheets = [blocks.sheet(title, [_square(tournament, lang)], second)]
    else:
        rounds = tournament.published
        chunks = [rounds[at : at + ROUNDS_ACROSS] for at in range(0, len(rounds), ROUNDS_ACROSS)] or [()]
        sheets = [blocks.sheet(title, _by_round(tournament, chunk, lang), second) for chunk in chunks]
    return blocks.document(tournament, lang, sheets, flipped=True, small=9)


def _square(tournament: Presentation, lang: str) -> blocks.Block:
    order = [standing.entry for standing in tournament.standings]
    met: dict[tuple[str, str], list[str]] = {}
    for round in tournament.published:
        for table in tournament.tables(round):
            if table.score is None and table.winner is None:
                continue
            pair, other = (tournament.state.players[table.seats[seat]] for seat in (0, 1))
            met.setdefault((pair, other), []).append(seen_from(table, 0, lang))
            met.setdefault((other, pair), []).append(seen_from(table, 1, lang))
    rows = [
        [str(number), tournament.entry_name(entry),
         *("■" if entry == other else "\n".join(met.get((entry, other), [])) for other in order)]
        for number, entry in enumerate(order, 1)
    ]  # fmt: skip
    columns = [blocks.figures("", bold=True), blocks.column(translate(lang, "pair"), "fr", bold=True)]
    width = min(20.0, 200 / len(order))
    numbers = [blocks.column(str(number), width, "center") for number in range(1, len(order) + 1)]
    return blocks.table([*columns, *numbers], rows, boxed=True)


def _by_round(tournament: Presentation, rounds: Sequence[Round], lang: str) -> Iterator[blocks.Block]:
    names = sums.columns(tournament)
    columns = [blocks.figures("", bold=True), blocks.column(translate(lang, "name"), "fr", bold=True)]
    width = min(46.0, 192 / max(1, len(rounds)))
    columns += [blocks.column(translate(lang, "Round {round}", round=round.number), width) for round in rounds]
    rows = [
        [str(standing.place), tournament.entry_name(standing.entry),
         *(_met(tournament, round, standing.entry, lang) for round in rounds), *_figures(standing.values, names, lang)]
        for standing in tournament.standings
    ]  # fmt: skip
    yield blocks.table([*columns, *_sum_heads(tournament, names, lang)], rows)
    yield blocks.text(_how_to_read(tournament, lang), quiet=True, size=9.5)


def _how_to_read(tournament: Presentation, lang: str) -> str:
    if tournament.state.alone:
        return translate(lang, "Each round: the own points, + for the winner; below, against whom, by number.")
    if tournament.state.pairs:
        return translate(lang, "Each round: + won, − lost and the score; below, against whom, by number.")
    return translate(lang, "Each round: + won, − lost and the score; below, with whom and against whom, by number.")


def _met(tournament: Presentation, round: Round, entry: str, lang: str) -> blocks.Cell:
    player = tournament.state.entries[entry].ids[0]
    table = tournament.table_of(round, player)
    if table is None:
        rests = entry in round.byes
        return {"top": translate(lang, "rests") if rests else "–", "sub": ""}
    seat = table.seats.index(player)
    if tournament.state.alone:
        others = ", ".join(_number(tournament, other) for other in table.seats if other != player)
        top = f"{'+ ' if player in table.winners else ''}{table.score[seat] if table.score else ''}"
        return {"top": top, "sub": translate(lang, "v {others}", others=others)}
    against = table.seats[(1 - seat % 2) :: 2]
    if tournament.state.pairs:
        sub = translate(lang, "v {others}", others=_number(tournament, against[0]))
    else:
        others = ", ".join(_number(tournament, other) for other in against)
        sub = translate(
            lang, "with {partner} v {others}", partner=_number(tournament, table.partner(player)), others=others
        )
    return {"top": seen_from(table, seat, lang), "sub": sub}


def _number(tournament: Presentation, player: str | None) -> str:
    """Somebody by their place in the standings; who is not ranked has none."""
    place = tournament.place_of.get(tournament.state.players.get(player or "", ""))
    return str(place) if place is not None else "·"


def seen_from(table: TableResult, seat: int, lang: str) -> str:
    """The result as one side saw it: ``+ 100–62``."""
    winners = table.winners
    mark = "" if not winners else "+\u00a0" if table.seats[seat] in winners else "−\u00a0"
    if table.default:
        return mark + translate(lang, "by default")
    if table.score is None:
        return mark
    mine, other = table.score[seat % 2], table.score[1 - seat % 2]
    return f"{mark}{mine}\u2060–\u2060{other}"  # word joiners: a score is never broken in two
