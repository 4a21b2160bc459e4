"""Standings with their tie-breaks in words, and the crosstable."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, Final

from tantera.paper import blocks, sums
from tantera.paper.press import Document
from tantera.paper.saying import figure
from tantera.tournament.presentation import Presentation, TableResult
from tantera.tournament.standings import Standing
from tantera.tournament.state import Round
from tantera.words import translate

WIDEST_SQUARE: Final = 14
"""Entries that fit in a table of everybody against everybody."""
ROUNDS_ACROSS: Final = 8


def standings(event: Presentation, lang: str) -> Document:
    parts = list(standing_blocks(event, lang))
    title = translate(lang, "Standings")
    return blocks.document(event, lang, [blocks.sheet(title, parts, after_round(event, lang))], small=11.5)


def after_round(event: Presentation, lang: str) -> str:
    """Which rounds the figures have in them."""
    if event.stage == "closed":
        return translate(lang, "final")
    played = event.published
    if not played:
        return translate(lang, "before round 1")
    last = played[-1]
    counts = sum(table.status == "confirmed" for table in event.tables(last))
    if counts == len(last.tables):
        return translate(lang, "after round {round}", round=last.number)
    return translate(
        lang, "provisional: of round {round} {count} tables of {all} count",
        round=last.number, count=counts, all=len(last.tables),
    )  # fmt: skip


def standing_blocks(event: Presentation, lang: str) -> Iterator[blocks.Block]:
    """The table of points, by group where there are groups; the teams; and how the order comes about."""
    names = sums.columns(event)
    by_lot = sums.parted_by_lot(event)
    for group, members in groupby(event.standings, key=lambda standing: standing.group):
        if group is not None:
            yield blocks.title(translate(lang, "Group {group}", group=group))
        yield blocks.table(_heads(event, names, lang), [_row(event, one, names, by_lot, lang) for one in members])
    if event.teams:
        yield blocks.title(translate(lang, "By clubs"))
        keys = [name for name in names if name in event.teams[0].values]
        yield blocks.table(
            [
                blocks.figures(""),
                blocks.column(translate(lang, "club"), "fr", bold=True),
                *_sum_heads(event, keys, lang),
            ],
            [[str(team.place), team.club, *_figures(team.values, keys, lang)] for team in event.teams],
        )
    if event.out:
        names_out = ", ".join(event.name(player) for player in event.out)
        yield blocks.text(translate(lang, "Expelled and not ranked: {names}.", names=names_out))
    yield blocks.title(translate(lang, "How the order comes about"))
    yield blocks.items(sums.explained(event, lang))


def _heads(event: Presentation, names: list[str], lang: str) -> list[dict[str, Any]]:
    who = translate(lang, "pair" if event.state.pairs else "player")
    return [
        blocks.figures("", bold=True),
        blocks.column(who, "fr", bold=True),
        blocks.column(translate(lang, "club"), 42),
        *_sum_heads(event, names, lang),
    ]


def _sum_heads(event: Presentation, names: list[str], lang: str) -> list[dict[str, Any]]:
    return [blocks.figures(sums.head(event, name, lang), bold=not place) for place, name in enumerate(names)]


def _row(event: Presentation, one: Standing, names: list[str], by_lot: frozenset[str], lang: str) -> list[str]:
    name = event.entry_name(one.entry)
    if not event.state.is_active(event.state.entries[one.entry]):
        name = translate(lang, "{name} (withdrawn)", name=name)
    place = f"{one.place}{' †' if one.entry in by_lot else ''}"
    return [place, name, event.entry_club(one.entry), *_figures(one.values, names, lang)]


def _figures(values: dict[str, float], names: list[str], lang: str) -> list[str]:
    return [figure(values.get(name), lang, sums.is_signed(name)) for name in names]


def crosstable(event: Presentation, lang: str) -> Document:
    """Who met whom: everybody against everybody in a round robin that fits, else round by round.

    People stand by their number, which is their place in the standings.
    """
    title = translate(lang, "Crosstable")
    second = after_round(event, lang)
    if event.state.format == "pairs-round-robin" and len(event.standings) <= WIDEST_SQUARE:
        sheets = [blocks.sheet(title, [_square(event, lang)], second)]
    else:
        rounds = event.published
        chunks = [rounds[at : at + ROUNDS_ACROSS] for at in range(0, len(rounds), ROUNDS_ACROSS)] or [()]
        sheets = [blocks.sheet(title, _by_round(event, chunk, lang), second) for chunk in chunks]
    return blocks.document(event, lang, sheets, flipped=True, small=9)


def _square(event: Presentation, lang: str) -> blocks.Block:
    order = [standing.entry for standing in event.standings]
    met: dict[tuple[str, str], list[str]] = {}
    for one in event.published:
        for table in event.tables(one):
            if table.score is None and table.winner is None:
                continue
            pair, other = (event.state.players[table.seats[seat]] for seat in (0, 1))
            met.setdefault((pair, other), []).append(seen_from(table, 0, lang))
            met.setdefault((other, pair), []).append(seen_from(table, 1, lang))
    rows = [
        [str(number), event.entry_name(entry),
         *("■" if entry == other else "\n".join(met.get((entry, other), [])) for other in order)]
        for number, entry in enumerate(order, 1)
    ]  # fmt: skip
    columns = [blocks.figures("", bold=True), blocks.column(translate(lang, "pair"), "fr", bold=True)]
    width = min(20.0, 200 / len(order))
    numbers = [blocks.column(str(number), width, "center") for number in range(1, len(order) + 1)]
    return blocks.table([*columns, *numbers], rows, boxed=True)


def _by_round(event: Presentation, rounds: Sequence[Round], lang: str) -> Iterator[blocks.Block]:
    names = sums.columns(event)
    columns = [blocks.figures("", bold=True), blocks.column(translate(lang, "name"), "fr", bold=True)]
    width = min(46.0, 192 / max(1, len(rounds)))
    columns += [blocks.column(translate(lang, "Round {round}", round=one.number), width) for one in rounds]
    rows = [
        [str(standing.place), event.entry_name(standing.entry),
         *(_met(event, one, standing.entry, lang) for one in rounds), *_figures(standing.values, names, lang)]
        for standing in event.standings
    ]  # fmt: skip
    yield blocks.table([*columns, *_sum_heads(event, names, lang)], rows)
    yield blocks.text(_how_to_read(event, lang), quiet=True, size=9.5)


def _how_to_read(event: Presentation, lang: str) -> str:
    if event.state.alone:
        return translate(lang, "Each round: the own points, + for the winner; below, against whom, by number.")
    if event.state.pairs:
        return translate(lang, "Each round: + won, − lost and the score; below, against whom, by number.")
    return translate(lang, "Each round: + won, − lost and the score; below, with whom and against whom, by number.")


def _met(event: Presentation, one: Round, entry: str, lang: str) -> blocks.Cell:
    player = event.state.entries[entry].ids[0]
    table = event.table_of(one, player)
    if table is None:
        rests = entry in one.byes
        return {"top": translate(lang, "rests") if rests else "–", "sub": ""}
    seat = table.seats.index(player)
    if event.state.alone:
        others = ", ".join(_number(event, other) for other in table.seats if other != player)
        top = f"{'+ ' if player in table.winners else ''}{table.score[seat] if table.score else ''}"
        return {"top": top, "sub": translate(lang, "v {others}", others=others)}
    against = table.seats[(1 - seat % 2) :: 2]
    if event.state.pairs:
        sub = translate(lang, "v {others}", others=_number(event, against[0]))
    else:
        others = ", ".join(_number(event, other) for other in against)
        sub = translate(lang, "with {partner} v {others}", partner=_number(event, table.partner(player)), others=others)
    return {"top": seen_from(table, seat, lang), "sub": sub}


def _number(event: Presentation, player: str | None) -> str:
    """Somebody by their place in the standings; who is not ranked has none."""
    place = event.place_of.get(event.state.players.get(player or "", ""))
    return str(place) if place is not None else "·"


def seen_from(table: TableResult, seat: int, lang: str) -> str:
    """The result as one side saw it: ``+ 100–62``."""
    winners = table.winners
    mark = "" if not winners else "+\u00a0" if table.seats[seat] in winners else "−\u00a0"
    if table.default:
        return mark + translate(lang, "by default")
    if table.score is None:
        return mark
    own, other = table.score[seat % 2], table.score[1 - seat % 2]
    return f"{mark}{own}\u2060–\u2060{other}"  # word joiners: a score is never broken in two
