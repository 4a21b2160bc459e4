"""The report for a federation: who played, how it ended, every match, sanctions and prizes, with names.

The object of `export` has ids and no names; this is what an organiser hands over, so it says who people are: by the
federation's number, where there is one.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any, Final

from tantera.tournament.decided import own_book
from tantera.tournament.names import clean
from tantera.tournament.orders import EntryPlayer
from tantera.tournament.presentation import Presentation
from tantera.tournament.state import Round

VERSION: Final = 1


def report(tournament: Presentation) -> dict[str, Any]:
    """As the schema beside it (`report.schema.json`) says."""
    state = tournament.state
    about = state.about
    arbiters = [line for line in map(clean, about.texts.get("arbiters", "").splitlines()) if line]
    return {
        "report": VERSION,
        "event": _said(name=clean(state.name), date=about.date, venue=about.venue, organiser=about.organiser)
        | {"arbiters": arbiters, "book": own_book(state).id, "format": state.format, "stage": tournament.stage},
        "players": [_player(player) for entry in state.entries.values() for player in entry.players],
        "entries": [{"entry": name, "players": list(entry.ids)} for name, entry in state.entries.items()],
        "standings": [
            {"place": one.place, "entry": one.entry, "values": dict(one.values)}
            | ({"group": one.group} if one.group is not None else {})
            for one in tournament.standings
        ],
        "matches": [match for round in tournament.published for match in _matches(tournament, round)],
        "sanctions": [
            *({"player": one.player, "round": one.round, "article": one.article, "points": -one.points}
              for one in tournament.fines),
            *({"player": one.player, "round": one.round, "article": one.article, "card": one.card}
              for one in tournament.cards),
            *({"player": player, "round": one.round, "article": one.article, "expelled": True}
              for player, one in state.expelled.items() if player in tournament.out),
        ],
        "prizes": [
            *({"place": one.place, "entry": one.entry, "amount": one.amount} for one in tournament.prizes),
            *({"place": one.award.place, "amount": one.amount}
              | _said(category=one.award.category, trophy=one.award.trophy, entry=one.entry, club=one.club)
              for one in tournament.awards),
        ],
        "log": {"events": state.number, "head": state.head},
    }  # fmt: skip


def _player(player: EntryPlayer) -> dict[str, Any]:
    said = _said(id=player.id, key=player.key, name=clean(player.name), club=player.club and clean(player.club))
    return said | ({"categories": list(player.categories)} if player.categories else {})


def _matches(tournament: Presentation, round: Round) -> list[dict[str, Any]]:
    return [
        {"round": round.number, "table": table.table, "seats": list(table.seats), "winner": table.winner}
        | {"score": None if table.score is None else list(table.score), "confirmed": table.status == "confirmed"}
        | ({"default": list(table.default)} if table.default else {})
        for table in tournament.tables(round)
    ]


def _said(**fields: str | None) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if value}


def schema_text() -> str:
    return (files("tantera.tournament") / "report.schema.json").read_text("utf-8")
