"""The object of TOURNAMENT.md as this program sees it, without the reasons."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tantera.tournament.check.clubs import club_lines
from tantera.tournament.check.memory import Memory, Round, Table
from tantera.tournament.check.sums import groups_of, standings, teams


def shown(memory: Memory, events: int, head: str, upto: int | None = None) -> dict[str, Any]:
    stage, active = _stage(memory), {entry.id: memory.active(entry) for entry in memory.entries.values()}
    if upto is not None:
        memory = _cut(memory, upto)
    lines = standings(memory)
    return {
        "name": memory.name,
        "book": memory.law.book.id,
        "format": memory.law.format,
        "seed": memory.seed,
        "stage": stage,
        "entries": [
            {
                "entry": entry.id,
                "players": list(entry.players),
                "active": active[entry.id],
                "checked_in": entry.checked_in,
                "paid": entry.paid,
            }
            for entry in memory.entries.values()
        ],
        "rounds": [_round(memory, at) for at in memory.rounds],
        "standings": lines,
        "penalties": [
            {key: one[key] for key in ("player", "round", "article", "difference")} for one in memory.penalties
        ],
        "cards": _cards(memory),
        "out": list(memory.expelled),
        "teams": club_lines(memory) if memory.law.of_clubs else teams(memory, lines),
        "log": {"events": events, "head": head},
    }


def _cut(memory: Memory, upto: int) -> Memory:
    """As if nothing of a later round had been. Groups stay as they are: who joined one is in it."""
    rounds = [replace(at, joining={}) for at in memory.rounds if at.number <= upto]
    if rounds:
        rounds[0].groups = groups_of(memory)
    return replace(
        memory,
        rounds=rounds,
        penalties=[one for one in memory.penalties if one["round"] <= upto],
        cards=[one for one in memory.cards if one["round"] <= upto],
        expelled={player: number for player, number in memory.expelled.items() if number <= upto},
    )


def _stage(memory: Memory) -> str:
    if memory.closed:
        return "closed"
    return "running" if memory.published else "entries"


def _round(memory: Memory, at: Round) -> dict[str, Any]:
    byes = at.byes if memory.law.pairs else [memory.entries[entry].players[0] for entry in at.byes]
    return {
        "round": at.number,
        "stage": at.stage,
        "tables": [_table(memory, at, table) for table in at.tables],
        "byes": byes,
        "stand_ins": dict(at.stand_ins),
        "edited": list(at.edited),
    }


def _table(memory: Memory, at: Round, table: Table) -> dict[str, Any]:
    if table.meeting is None:
        return _plain(memory, at, table)
    number, board, *clubs = table.meeting
    return {**_plain(memory, at, table), "meeting": {"number": number, "board": board, "clubs": clubs}}


def _plain(memory: Memory, at: Round, table: Table) -> dict[str, Any]:
    lacking = at.lacking(table)
    missing = [player for player in table.seats if player in lacking]
    if not at.is_default(table):
        return {
            "table": table.number,
            "seats": list(table.seats),
            "score": table.score,
            "winner": table.winner,
            "status": table.status,
            "default": missing,
        }
    if memory.law.alone:
        here = [seat for seat, player in enumerate(table.seats, 1) if player not in lacking]
        winner: int | str | None = here[0] if len(here) == 1 else None
    else:
        came = [name for name, side in zip(("1+3", "2+4"), table.sides, strict=True) if not lacking & set(side)]
        winner = came[0] if len(came) == 1 else None
    return {
        "table": table.number,
        "seats": list(table.seats),
        "score": None,
        "winner": winner,
        "status": "confirmed",
        "default": missing,
    }


def _cards(memory: Memory) -> dict[str, dict[str, int]]:
    shown: dict[str, dict[str, int]] = {}
    for one in memory.cards:
        of = shown.setdefault(one["player"], {})
        of[one["card"]] = of.get(one["card"], 0) + 1
    return shown
