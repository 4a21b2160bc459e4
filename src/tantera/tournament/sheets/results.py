"""Results and standings as tables for a spreadsheet, from the object that `export` gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tantera.tournament.sheets.text import column
from tantera.tournament.state import TournamentState

Cells = list[list[object]]


def result_rows(event: Mapping[str, Any], names: Mapping[str, str], lang: str) -> Cells:
    """One row a table of every round, then one a bye."""
    most = max((len(table["seats"]) for one in event["rounds"] for table in one["tables"]), default=4)
    heading: list[object] = [column(lang, "round"), column(lang, "table")]
    heading += [column(lang, "seat {seat}", seat=seat) for seat in range(1, most + 1)]
    scores = 2 if not event["format"].startswith("alone") else most
    sides = ["1+3", "2+4"] if scores == 2 and most != 2 else [str(seat) for seat in range(1, most + 1)]
    heading += [column(lang, "points {side}", side=side) for side in sides]
    heading += [column(lang, "winner"), column(lang, "status"), column(lang, "absent")]
    rows: Cells = [heading]
    for one in event["rounds"]:
        for table in one["tables"]:
            seats, score = [names.get(player, player) for player in table["seats"]], table["score"] or []
            absent = ", ".join(names.get(player, player) for player in table["default"])
            played = [*_padded(seats, most), *_padded(score, len(sides))]
            status = column(lang, table["status"]) if table["status"] else ""
            rows.append([one["round"], table["table"], *played, table["winner"], status, absent])
        for bye in one["byes"]:
            told = [names.get(bye, bye), *[""] * (most - 1), *[""] * len(sides), "", column(lang, "bye"), ""]
            rows.append([one["round"], "", *told])
    return rows


def standing_rows(event: Mapping[str, Any], names: Mapping[str, str], lang: str) -> Cells:
    """One row an entry, in order, with every value that ranks it."""
    standings = event["standings"]
    values = list(dict.fromkeys(value for row in standings for value in row["values"]))
    grouped = any("group" in row for row in standings)
    heading: list[object] = [
        *([column(lang, "group")] if grouped else []),
        column(lang, "place"),
    ]
    heading += [column(lang, "entry"), column(lang, "name"), *(column(lang, value) for value in values)]
    rows: Cells = [heading]
    for row in standings:
        told: list[object] = [row.get("group", "")] if grouped else []
        told += [row["place"], row["entry"], names.get(row["entry"], row["entry"])]
        rows.append([*told, *(row["values"].get(value, "") for value in values)])
    return rows


def entry_rows(state: TournamentState, lang: str) -> Cells:
    """One row a player, so that the import of another event reads them."""
    words = ("entry", "id", "name", "club", "member", "guest of", "paid")
    rows: Cells = [[column(lang, word) for word in words]]
    for entry in state.entries.values():
        for place, player in enumerate(entry.players):
            member = "" if player.member is None else column(lang, "yes" if player.member else "no")
            paid = entry.paid if place == 0 else 0
            rows.append([entry.entry, player.id, player.name, player.club, member, player.guest_of, paid])
    return rows


def _padded(cells: list[Any], wanted: int) -> list[Any]:
    return [*cells, *[""] * (wanted - len(cells))][:wanted]
