"""The object that other programs read: ``tantera tournament export FILE --json`` (TOURNAMENT.md)."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

from msgspec import to_builtins

from tantera.formats.why import Names, Why
from tantera.tournament.fields import winners_at
from tantera.tournament.names import names_of
from tantera.tournament.problems import Refused
from tantera.tournament.standings import Standing, standings, teams
from tantera.tournament.state import EventState, Round, Table
from tantera.tournament.sums import NAMES


def export(event: EventState, lang: str = "es", round: int | None = None) -> dict[str, Any]:
    """The event as an object. With a round: the standings after it, and nothing later."""
    if round is not None and not 1 <= round <= len(event.played):
        raise Refused("no_such_round", "there is no round {round}", round=round)
    table, names = standings(event, round), names_of(event)
    return {
        "name": event.name,
        "book": event.book,
        "format": event.format,
        "seed": event.seed,
        "stage": stage(event),
        "entries": [_entry(event, entry) for entry in event.entries],
        "rounds": [_round(event, one, lang, names) for one in event.played if round is None or one.number <= round],
        "standings": [_standing(one) for one in table],
        "penalties": [
            {"player": fine.player, "round": fine.round, "article": fine.article, "difference": -fine.points}
            for fine in event.fines
            if round is None or fine.round <= round
        ],
        "cards": _cards(event, round),
        "out": [player for player, out in event.expelled.items() if round is None or out.round <= round],
        "teams": [{"place": one.place, "club": one.club, "values": one.values} for one in teams(event, table, round)],
        "log": {"events": event.number, "head": event.head},
    }


def stage(event: EventState) -> str:
    return "closed" if event.closed else "running" if event.published else "entries"


def _entry(event: EventState, name: str) -> dict[str, Any]:
    entry = event.entries[name]
    return {
        "entry": name,
        "players": list(entry.ids),
        "active": event.is_active(entry),
        "checked_in": entry.checked_in,
        "paid": entry.paid,
    }


def _round(event: EventState, round: Round, lang: str, names: Names) -> dict[str, Any]:
    byes = list(round.byes) if event.pairs else [event.entries[entry].ids[0] for entry in round.byes]
    return {
        "round": round.number,
        "stage": round.stage,
        "tables": [_table(event, round, place, table, lang, names) for place, table in enumerate(round.tables)],
        "byes": byes,
        "stand_ins": dict(round.stand_ins),
        "edited": [{"a": edit.a, "b": edit.b, "reason": edit.reason} for edit in round.edited],
    }


def _table(event: EventState, round: Round, place: int, table: Table, lang: str, names: Names) -> dict[str, Any]:
    missing = event.defaulted(round, table)
    slip = table.slip
    shown: dict[str, Any] = {"score": None, "winner": None, "status": None}
    if slip is not None:
        shown = {"score": list(slip.score), "winner": slip.winner, "status": slip.status}
    elif missing:
        winner = _winner_by_default(event, round, place)
        decided = event.is_default(round, table)
        shown = {"score": None, "winner": winner, "status": "confirmed" if decided else None}
    return {
        "table": place + 1,
        "seats": list(table.seats),
        **shown,
        "default": list(missing),
        **({"meeting": {**to_builtins(table.meeting), "clubs": list(table.meeting.clubs)}} if table.meeting else {}),
        "why": told(table.why, lang, names),
    }


def _winner_by_default(event: EventState, round: Round, place: int) -> str | int | None:
    winners = winners_at(event, round, place)
    seats = round.tables[place].seats
    first = next((number for number, seat in enumerate(seats) if seat in winners), None)
    if first is None:
        return None
    return first + 1 if event.alone else NAMES[first]


def told(why: tuple[Why, ...], lang: str, names: Names) -> str:
    """The reasons of a table in one line, for people: with names."""
    return "; ".join(one.told(lang, names) for one in why)


def _standing(one: Standing) -> dict[str, Any]:
    group = {"group": one.group} if one.group is not None else {}
    return {"place": one.place, "entry": one.entry, **group, "values": one.values}


def _cards(event: EventState, round: int | None) -> dict[str, dict[str, int]]:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for one in event.cards:
        if round is None or one.round <= round:
            counts[one.player][one.card] += 1
    return {player: dict(cards) for player, cards in counts.items()}
