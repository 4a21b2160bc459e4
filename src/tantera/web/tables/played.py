"""The matches of a table that are over, as the directory lists them: read from the table's stream, so that one that was
put right, or was over just when the server went away, is listed as it is."""

from __future__ import annotations

from tantera.play.events import MatchEnded
from tantera.rules import Books
from tantera.store.interface import Stored
from tantera.tables import read_event
from tantera.tables.past import PastMatch, past_matches
from tantera.web.tables.directory import MatchPlayed


def played_at(table_id: str, stored: list[Stored], books: Books) -> list[MatchPlayed]:
    """Every match of this table that is over."""
    past = past_matches((read_event(one.event) for one in stored), books)
    return [_listed(table_id, match) for match in past if match.over]


def _listed(table_id: str, past: PastMatch) -> MatchPlayed:
    match = past.ledger.match
    ended = next(event for event in reversed(past.ledger.effective) if isinstance(event, MatchEnded))
    return MatchPlayed(
        table_id,
        past.number,
        match.law.book,
        match.names,
        match.sides,
        match.score,
        match.winner,
        tuple(player for player in match.players if player),
        past.public,
        ended.at,
    )
