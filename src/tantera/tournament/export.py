"""The object that other programs read: ``tantera tournament export FILE --json`` (TOURNAMENT.md)."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from importlib.resources import files
from typing import Any

from msgspec import to_builtins

from tantera.formats import FORMATS
from tantera.formats.why import Names, Why
from tantera.tournament.presentation import Presentation, TableResult
from tantera.tournament.standings import Standing
from tantera.tournament.state import CardShown, Round, TournamentState


def export(tournament: Presentation, lang: str = "es") -> dict[str, Any]:
    """The event as an object; as it stood after a round where the presentation is of that (`Presentation.after`)."""
    state = tournament.state
    return {
        "name": state.name,
        "book": state.book,
        "format": state.format,
        "seed": state.seed,
        "stage": tournament.stage,
        "entries": [_entry(state, entry) for entry in state.entries],
        "rounds": [_round(tournament, round, lang) for round in tournament.rounds],
        "standings": [_standing(standing) for standing in tournament.standings],
        "penalties": [
            {"player": fine.player, "round": fine.round, "article": fine.article, "difference": -fine.points}
            for fine in tournament.fines
        ],
        "cards": _cards(tournament.cards),
        "out": list(tournament.out),
        "teams": [{"place": team.place, "club": team.club, "values": team.values} for team in tournament.teams],
        "log": {"events": state.number, "head": state.head},
    }


def _entry(tournament: TournamentState, name: str) -> dict[str, Any]:
    entry = tournament.entries[name]
    return {
        "entry": name,
        "players": list(entry.ids),
        "active": tournament.is_active(entry),
        "checked_in": entry.checked_in,
        "paid": entry.paid,
    }


def _round(tournament: Presentation, round: Round, lang: str) -> dict[str, Any]:
    entries = tournament.state.entries
    return {
        "round": round.number,
        "stage": round.stage,
        "tables": [_table(table, lang, tournament.names) for table in tournament.tables(round)],
        "byes": list(round.byes) if tournament.state.pairs else [entries[entry].ids[0] for entry in round.byes],
        "stand_ins": dict(round.stand_ins),
        "edited": [{"a": edit.a, "b": edit.b, "reason": edit.reason} for edit in round.edited],
    }


def _table(table: TableResult, lang: str, names: Names) -> dict[str, Any]:
    return {
        "table": table.table,
        "seats": list(table.seats),
        "score": None if table.score is None else list(table.score),
        "winner": table.winner,
        "status": table.status,
        "default": list(table.default),
        **({"meeting": {**to_builtins(table.meeting), "clubs": list(table.meeting.clubs)}} if table.meeting else {}),
        "why": told(table.why, lang, names),
    }


def told(why: tuple[Why, ...], lang: str, names: Names) -> str:
    """The reasons of a table in one line, for people: with names."""
    return "; ".join(one.told(lang, names) for one in why)


def _standing(one: Standing) -> dict[str, Any]:
    group = {"group": one.group} if one.group is not None else {}
    return {"place": one.place, "entry": one.entry, **group, "values": one.values}


def _cards(shown: Iterable[CardShown]) -> dict[str, dict[str, int]]:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for card in shown:
        counts[card.player][card.card] += 1
    return {player: dict(cards) for player, cards in counts.items()}


def schema_text() -> str:
    text = (files("tantera.tournament") / "object.schema.json").read_text("utf-8")
    return text.replace('["FORMATS"]', json.dumps(list(FORMATS)))
