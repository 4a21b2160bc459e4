"""Seating: by name, to be found across a hall; by table, with the reasons of the draw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from tantera.paper.data import Printable, Round, Seating
from tantera.paper.press import Document
from tantera.paper.saying import frame, limit_in_words, seat_in_words, seats_are_drawn
from tantera.tournament.surnames import Listed, clean, initial, listed, sort_key
from tantera.words import translate


class _Grid(NamedTuple):
    """How a list of names lies on an A4: the fewer there are, the larger."""

    columns: int
    rows: int
    row_mm: float
    size_pt: float


_ONE_COLUMN: Final = _Grid(1, 16, 15, 24)
_TWO_COLUMNS: Final = _Grid(2, 25, 9.6, 14.5)


def seating_by_name(event: Printable, of_round: Round, lang: str) -> Document:
    """Everybody in alphabetical order with table and seat; who rests is there too and is told so."""
    lines = sorted(
        seating_lines(event, of_round, lang), key=lambda line: sort_key(Listed(line["surname"], line["given"]).text)
    )
    grid = _ONE_COLUMN if len(lines) <= _ONE_COLUMN.rows else _TWO_COLUMNS
    per_sheet = grid.columns * grid.rows
    content = frame(
        event, lang, _round_title(of_round, lang), translate(lang, "look for your surname"), of_round.is_draft
    )
    sheets = [_sheet(lines[at : at + per_sheet], grid.rows) for at in range(0, len(lines), per_sheet)]
    return Document(
        "seating",
        {**content, "columns": grid.columns, "row": grid.row_mm, "size": grid.size_pt, "sheets": sheets},
    )


def seating_lines(event: Printable, of_round: Round, lang: str) -> Iterator[dict[str, str]]:
    """Everybody once, as a list by name shows them: surname, the rest, seat, table; in no order."""
    for table in of_round.tables:
        for seat, player in enumerate(table.seats, 1):
            stand_in = of_round.stand_ins.get(player)
            name = listed(stand_in or player) if stand_in or player not in event.called else event.called[player].listed
            yield {
                "surname": name.surname, "given": name.given,
                "seat": seat_in_words(event, seat, lang), "table": str(table.table),
            }  # fmt: skip
    for player in (player for entry in of_round.byes for player in _players_of(event, entry)):
        name = event.called[player].listed
        yield {"surname": name.surname, "given": name.given, "seat": translate(lang, "rests"), "table": ""}


def _players_of(event: Printable, entry: str) -> tuple[str, ...]:
    """Who a bye names: a pair's entry, or a player."""
    return event.entry_of[entry].players if event.is_pairs else (entry,)


def _sheet(lines: Sequence[dict[str, str]], rows: int) -> dict[str, Any]:
    first, last = initial(lines[0]["surname"]), initial(lines[-1]["surname"])
    return {
        "letters": first if first == last else f"{first}–{last}",
        "columns": [lines[at : at + rows] for at in range(0, len(lines), rows)],
    }


def seating_by_table(event: Printable, of_round: Round, lang: str) -> Document:
    """Table by table: the sides against each other, why they sit there, and the result once a slip has said it."""
    limits = dict.fromkeys(limit_in_words(event.limit_at(of_round.round, one.table), lang) for one in of_round.tables)
    content = frame(event, lang, _round_title(of_round, lang), " · ".join(limits), of_round.is_draft)
    tables = [
        {
            "table": str(table.table),
            "sides": _sides(event, of_round, table, lang),
            "why": table.reasons,
            "score": score_in_words(event, table, lang),
        }
        for table in of_round.tables
    ]
    return Document("tables", {**content, "tables": tables, "notes": list(_notes(event, of_round, lang))})


def _sides(event: Printable, of_round: Round, table: Seating, lang: str) -> list[list[dict[str, str]]]:
    people = [
        {"seat": _seat_word(event, seat, lang), "name": event.seated(of_round, player)}
        for seat, player in enumerate(table.seats, 1)
    ]
    # East before West, as the side is called.
    return [people[0::2], people[1::2] if event.is_alone or seats_are_drawn(event) else people[3:0:-2]]


def _seat_word(event: Printable, seat: int, lang: str) -> str:
    if seats_are_drawn(event) and seat > 2:
        return ""
    return seat_in_words(event, seat, lang)


def score_in_words(event: Printable, table: Seating, lang: str) -> str:
    """The result as the table list says it: the score, or that somebody did not come."""
    if table.default:
        absent = ", ".join(event.name(player) for player in table.default)
        return translate(lang, "default: {absent} did not come", absent=absent)
    if table.score is None:
        return ""
    score = "–".join(map(str, table.score)) if not event.is_alone else " · ".join(map(str, table.score))
    if table.status == "confirmed":
        return score
    return translate(
        lang, "{score}, disputed" if table.status == "disputed" else "{score}, to be confirmed", score=score
    )


def _notes(event: Printable, of_round: Round, lang: str) -> Iterator[dict[str, str]]:
    if of_round.byes:
        names = "; ".join(event.entry_name(entry) if event.is_pairs else event.name(entry) for entry in of_round.byes)
        yield {"title": translate(lang, "Rest"), "text": names}
    for note in event.notes.get(of_round.round, ()):
        yield {"title": translate(lang, "Of the draw"), "text": note.told(lang, event.names)}
    for edit in event.edits:
        if edit.round == of_round.round:
            yield {
                "title": translate(lang, "Changed by hand"),
                "text": edit_in_words(event, edit.a, edit.b, edit.reason, lang),
            }


def edit_in_words(event: Printable, a: str, b: str, reason: str, lang: str) -> str:
    """A change in a draft, with its reason."""
    one, other = (event.entry_name(who) if who in event.entry_of else event.name(who) for who in (a, b))
    return translate(lang, "{one} and {other} change places: {reason}", one=one, other=other, reason=clean(reason))


def _round_title(of_round: Round, lang: str) -> str:
    return translate(lang, "Round {round}", round=of_round.round)
