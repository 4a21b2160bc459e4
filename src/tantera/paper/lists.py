"""TableResult: by name, to be found across a hall; by table, with the reasons of the draw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from msgspec import Struct

from tantera.paper.press import Document
from tantera.paper.saying import frame, limit_in_words, seat_in_words, seats_are_drawn
from tantera.tournament.export import told as why_in_words
from tantera.tournament.names import Listed, clean, initial, listed, sort_key
from tantera.tournament.presentation import Presentation, TableResult
from tantera.tournament.state import Edit, Round
from tantera.tournament.sums import limit_of
from tantera.words import translate


class _Grid(NamedTuple):
    """How a list of names lies on an A4: the fewer there are, the larger."""

    columns: int
    rows: int
    row_mm: float
    size_pt: float


_ONE_COLUMN: Final = _Grid(1, 16, 15, 24)
_TWO_COLUMNS: Final = _Grid(2, 25, 9.6, 14.5)


class NameLine(Struct, frozen=True):
    """Somebody in a list by name."""

    surname: str
    given: str
    seat: str
    table: str
    """Empty: they rest."""


def seating_by_name(tournament: Presentation, of_round: Round, lang: str) -> Document:
    """Everybody in alphabetical order with table and seat; who rests is there too and is told so."""
    lines = name_lines(tournament, of_round, lang)
    grid = _ONE_COLUMN if len(lines) <= _ONE_COLUMN.rows else _TWO_COLUMNS
    per_sheet = grid.columns * grid.rows
    content = frame(
        tournament,
        lang,
        _round_title(of_round, lang),
        translate(lang, "look for your surname"),
        of_round.stage == "draft",
    )
    sheets = [_sheet(lines[at : at + per_sheet], grid.rows) for at in range(0, len(lines), per_sheet)]
    return Document(
        "seating", {**content, "columns": grid.columns, "row": grid.row_mm, "size": grid.size_pt, "sheets": sheets}
    )


def name_lines(tournament: Presentation, of_round: Round, lang: str) -> list[NameLine]:
    """Everybody of a round once, in alphabetical order."""
    lines = _name_lines(tournament, of_round, lang)
    return sorted(lines, key=lambda line: sort_key(Listed(line.surname, line.given).text))


def _name_lines(tournament: Presentation, of_round: Round, lang: str) -> Iterator[NameLine]:
    for number, table in enumerate(of_round.tables, 1):
        for seat, player in enumerate(table.seats, 1):
            stand_in = of_round.stand_ins.get(player)
            name = (
                listed(stand_in or player)
                if stand_in or player not in tournament.called
                else tournament.called[player].listed
            )
            yield NameLine(name.surname, name.given, seat_in_words(tournament, seat, lang), str(number))
    for player in (player for entry in of_round.byes for player in tournament.state.entries[entry].ids):
        name = tournament.called[player].listed
        yield NameLine(name.surname, name.given, translate(lang, "rests"), "")


def absent_lines(tournament: Presentation, of_round: Round, lang: str) -> Iterator[NameLine]:
    """Who did not come to a round and has nobody in their place, by table."""
    for number, table in enumerate(of_round.tables, 1):
        for player in tournament.state.defaulted(of_round, table):
            if player in tournament.called:  # nobody is missing on a seat that was never anybody's
                name, seat = tournament.called[player].listed, table.seats.index(player) + 1
                yield NameLine(name.surname, name.given, seat_in_words(tournament, seat, lang), str(number))


def _sheet(lines: Sequence[NameLine], rows: int) -> dict[str, Any]:
    first, last = initial(lines[0].surname), initial(lines[-1].surname)
    return {
        "letters": first if first == last else f"{first}–{last}",
        "columns": [lines[at : at + rows] for at in range(0, len(lines), rows)],
    }


def seating_by_table(tournament: Presentation, of_round: Round, lang: str) -> Document:
    """Table by table: the sides against each other, why they sit there, and the result once a slip has said it."""
    tables = tournament.tables(of_round)
    limits = dict.fromkeys(limit_in_words(limit_of(tournament.state, of_round, table.table), lang) for table in tables)
    content = frame(tournament, lang, _round_title(of_round, lang), " · ".join(limits), of_round.stage == "draft")
    printed = [
        {
            "table": str(table.table),
            "sides": _sides(tournament, of_round, table, lang),
            "why": why_in_words(table.why, lang, tournament.names),
            "score": score_in_words(tournament, table, lang),
        }
        for table in tables
    ]
    return Document("tables", {**content, "tables": printed, "notes": list(_notes(tournament, of_round, lang))})


def _sides(tournament: Presentation, of_round: Round, table: TableResult, lang: str) -> list[list[dict[str, str]]]:
    people = [
        {"seat": _seat_word(tournament, seat, lang), "name": tournament.seated(of_round, player)}
        for seat, player in enumerate(table.seats, 1)
    ]
    # East before West, as the side is called.
    return [people[0::2], people[1::2] if tournament.state.alone or seats_are_drawn(tournament) else people[3:0:-2]]


def _seat_word(tournament: Presentation, seat: int, lang: str) -> str:
    if seats_are_drawn(tournament) and seat > 2:
        return ""
    return seat_in_words(tournament, seat, lang)


def score_in_words(tournament: Presentation, table: TableResult, lang: str) -> str:
    """The result as the table list says it: the score, or that somebody did not come."""
    if table.default:
        absent = ", ".join(tournament.name(player) for player in table.default)
        return translate(lang, "default: {absent} did not come", absent=absent)
    if table.score is None:
        return ""
    score = "–".join(map(str, table.score)) if not tournament.state.alone else " · ".join(map(str, table.score))
    if table.status == "confirmed":
        return score
    return translate(
        lang, "{score}, disputed" if table.status == "disputed" else "{score}, to be confirmed", score=score
    )


def _notes(tournament: Presentation, of_round: Round, lang: str) -> Iterator[dict[str, str]]:
    if of_round.byes:
        names = "; ".join(map(tournament.entry_name, of_round.byes))
        yield {"title": translate(lang, "Rest"), "text": names}
    for note in (*of_round.notes, *of_round.broken):
        yield {"title": translate(lang, "Of the draw"), "text": note.told(lang, tournament.names)}
    for edit in of_round.edited:
        yield {"title": translate(lang, "Changed by hand"), "text": edit_in_words(tournament, edit, lang)}


def edit_in_words(tournament: Presentation, edit: Edit, lang: str) -> str:
    """A change in a draft, with its reason."""
    one, other = (
        tournament.entry_name(entrant) if entrant in tournament.state.entries else tournament.name(entrant)
        for entrant in (edit.a, edit.b)
    )
    return translate(lang, "{one} and {other} change places: {reason}", one=one, other=other, reason=clean(edit.reason))


def _round_title(of_round: Round, lang: str) -> str:
    return translate(lang, "Round {round}", round=of_round.number)
