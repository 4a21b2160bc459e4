"""The object that other programs read: ``tantera tournament export FILE --json`` (TOURNAMENT.md)."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from importlib.resources import files
from typing import Any

from msgspec import to_builtins

from tantera.formats import FORMATS
from tantera.formats.why import Names, Why
from tantera.play.hand import Hand
from tantera.tournament import structure
from tantera.tournament.awards import AwardWon
from tantera.tournament.duplicate import hands_dealt, open_value
from tantera.tournament.orders import EntryPlayer
from tantera.tournament.presentation import Presentation, TableResult
from tantera.tournament.standings import Standing
from tantera.tournament.state import CardShown, Round, TournamentState

Value = Callable[[Hand], int | None]
"""What a hand of a duplicate round is worth with all tiles open."""


def export(tournament: Presentation, lang: str = "es", value: Value = open_value) -> dict[str, Any]:
    """The event as an object; as it stood after a round where the presentation is of that (`Presentation.after`)."""
    state = tournament.state
    return {
        "name": state.name,
        "book": state.book,
        "format": state.format,
        "seed": state.seed,
        "stage": tournament.stage,
        "entries": [_entry(state, entry) for entry in state.entries],
        "rounds": [_round(tournament, round, lang, value) for round in tournament.rounds],
        "standings": [_standing(standing) for standing in tournament.standings],
        "penalties": [
            {"player": fine.player, "round": fine.round, "article": fine.article, "difference": -fine.points}
            for fine in tournament.fines
        ],
        "cards": _cards(tournament.cards),
        "out": list(tournament.out),
        "teams": [{"place": team.place, "club": team.club, "values": team.values} for team in tournament.teams],
        **({"awards": [_award(one) for one in tournament.awards]} if state.options.awards else {}),
        **_known_as(state),
        "log": {"events": state.number, "head": state.head},
    }


def _award(won: AwardWon) -> dict[str, Any]:
    award = won.award
    said = {"category": award.category, "entry": won.entry, "club": won.club, "trophy": award.trophy}
    return {"place": award.place, "amount": won.amount} | {key: value for key, value in said.items() if value}


def _known_as(tournament: TournamentState) -> dict[str, Any]:
    """What seasons and lists go by, of players of whom anything is said, no names; the day and the place."""
    players = {player.id: _said_of(player) for entry in tournament.entries.values() for player in entry.players}
    known = {player: said for player, said in players.items() if said}
    about = {key: value for key in ("date", "venue") if (value := getattr(tournament.about, key))}
    return ({"players": known} if known else {}) | about


def _said_of(player: EntryPlayer) -> dict[str, Any]:
    said = {"key": player.key, "short": player.short, "categories": list(player.categories or ())}
    return {key: value for key, value in said.items() if value}


def _entry(tournament: TournamentState, name: str) -> dict[str, Any]:
    entry = tournament.entries[name]
    return {
        "entry": name,
        "players": list(entry.ids),
        "active": tournament.is_active(entry),
        "checked_in": entry.checked_in,
        "paid": entry.paid,
    }


def _round(tournament: Presentation, round: Round, lang: str, value: Value) -> dict[str, Any]:
    entries = tournament.state.entries
    return {
        "round": round.number,
        "stage": round.stage,
        **({"date": day} if (day := structure.day_of(tournament.state, round.number)) else {}),
        **_deals(tournament, round, value),
        "tables": [
            {**_table(table, lang, tournament.names), **_hands(round, table)} for table in tournament.tables(round)
        ],
        "byes": list(round.byes) if tournament.state.pairs else [entries[entry].ids[0] for entry in round.byes],
        "stand_ins": dict(round.stand_ins),
        "edited": [{"a": edit.a, "b": edit.b, "reason": edit.reason} for edit in round.edited],
    }


def _deals(tournament: Presentation, round: Round, value: Value) -> dict[str, Any]:
    """Of a duplicate round: the hash of its secret; once it is closed the secret, and the deals that come from it."""
    if not round.deals:
        return {}
    if not round.revealed:
        return {"commitment": round.deals}
    hands = hands_dealt(tournament.state, tournament.book, round)
    deals = [
        {
            "hand": hand.number,
            "opener": hand.opener,
            "racks": [[tile.code for tile in rack] for rack in hand.dealt],
            "value": value(hand),
        }
        for hand in hands
    ]
    return {"commitment": round.deals, "secret": round.revealed, "deals": deals}


def _hands(round: Round, table: TableResult) -> dict[str, Any]:
    """Points of 1+3 and 2+4, hand by hand; nobody is told while others still play the same tiles."""
    if not round.revealed:
        return {}
    return {"hands": [None if hand is None else list(hand) for hand in table.hands] if table.hands else None}


def _table(table: TableResult, lang: str, names: Names) -> dict[str, Any]:
    return {
        "table": table.table,
        "seats": list(table.seats),
        "score": None if table.score is None else list(table.score),
        "winner": table.winner,
        "status": table.status,
        "default": list(table.default),
        **({"meeting": {**to_builtins(table.meeting), "clubs": list(table.meeting.clubs)}} if table.meeting else {}),
        **({"date": table.date} if table.date else {}),
        "why": told(table.why, lang, names),
    }


def told(why: tuple[Why, ...], lang: str, names: Names) -> str:
    """The reasons of a table in one line, for people: with names."""
    return "; ".join(reason.told(lang, names) for reason in why)


def _standing(standing: Standing) -> dict[str, Any]:
    group = {"group": standing.group} if standing.group is not None else {}
    group |= {"group_place": standing.group_place} if standing.group_place is not None else {}
    return {"place": standing.place, "entry": standing.entry, **group, "values": standing.values}


def _cards(shown: Iterable[CardShown]) -> dict[str, dict[str, int]]:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for card in shown:
        counts[card.player][card.card] += 1
    return {player: dict(cards) for player, cards in counts.items()}


def schema_text() -> str:
    text = (files("tantera.tournament") / "object.schema.json").read_text("utf-8")
    return text.replace('["FORMATS"]', json.dumps(list(FORMATS)))
