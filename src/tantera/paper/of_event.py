"""From an event as it stands to what papers know of it."""

from __future__ import annotations

from collections.abc import Iterator

from tantera.formats.why import Why
from tantera.paper.data import CardShown, Edit, Incident, Person, Printable, PrizeLine, PrizeTable, read_object
from tantera.tournament import orders as o
from tantera.tournament.events import Recorded
from tantera.tournament.export import export
from tantera.tournament.law import book_of
from tantera.tournament.names import called
from tantera.tournament.standings import prizes, standings
from tantera.tournament.state import EventState
from tantera.tournament.structure import is_final
from tantera.tournament.telling import named, names_of_entry

CUPS = 3
"""Places of the clubs' table for which the sheet of prizes has a line."""


def printable(event: EventState, lang: str, upto: int | None = None) -> Printable:
    """Everything that papers look at; with a round, as it stood after it."""
    history = event.log.history
    rounds = [one for one in event.played if upto is None or one.number <= upto]
    paper = Printable(
        event=read_object(export(event, lang, upto)),
        book=book_of(event),
        people={
            player.id: Person(player.name, player.club or "")
            for entry in event.entries.values()
            for player in entry.players
        },
        ranked_by=event.options.ranked_by,
        rounds=event.rounds,
        limit_final=event.options.limit_final,
        finals=frozenset(
            (one.number, table)
            for one in rounds
            for table in range(1, len(one.tables) + 1)
            if is_final(event, one, table)
        ),
        notes={one.number: (*one.notes, *one.broken) for one in rounds if one.notes or one.broken},
        prizes=tuple(_prizes(event)),
        cards=tuple(
            CardShown(card.player, card.round, card.article, card.card)
            for card in event.cards
            if upto is None or card.round <= upto
        ),
        edits=tuple(Edit(one.number, edit.a, edit.b, edit.reason) for one in rounds for edit in one.edited),
        incidents=tuple(_incidents(event)),
        begun=history[0].at if history else "",
        ended=history[-1].at if history else "",
        committed=next((one.order.hash for one in history if isinstance(one.order, o.Commit)), ""),
    )
    if upto is None:
        paper.__dict__["called"] = called(event)  # what it would work out for itself
    return paper


def _prizes(event: EventState) -> Iterator[PrizeTable]:
    """The general classification; the clubs too where they are ranked."""
    given = prizes(event, standings(event)) if event.options.prizes else []
    if given:
        lines = [
            PrizeLine(prize.place, names_of_entry(event, prize.entry), percent, prize.amount)
            for prize, percent in zip(given, event.options.prizes, strict=False)
        ]
        yield PrizeTable(tuple(lines))
    clubs = export(event)["teams"][:CUPS] if event.options.teams or event.kind.team_sums else []
    if clubs:
        yield PrizeTable(tuple(PrizeLine(club["place"], club["club"]) for club in clubs), Why("By clubs"))


def _incidents(event: EventState) -> Iterator[Incident]:
    """The lines of the log that an act tells; what was undone is told by its undoing."""
    for one in event.log.history:
        if one.number in event.log.gone:
            continue
        for why in _told(event, one):
            yield Incident(one.number, one.at, one.by, why)


def _told(event: EventState, one: Recorded) -> Iterator[Why]:
    match one.order:
        case o.Publish(override=str(reason)):
            yield Why("publishes round {round} with a rule broken: {reason}", {"round": _round(one), "reason": reason})
        case o.Result(reason=str(reason), round=number, table=table, score=score):
            facts: dict[str, str | int] = {"round": number, "table": table, "score": "–".join(map(str, score))}
            yield Why("corrects table {table} of round {round} to {score}: {reason}", {**facts, "reason": reason})
        case o.Dispute(round=number, table=table) | o.Result(status="disputed", round=number, table=table):
            yield Why("table {table} of round {round} is disputed", {"round": number, "table": table})
        case o.Repair(round=number, how="swap_unstarted", preview=False):
            yield Why("repairs the tables of round {round} that had not begun", {"round": number})
        case o.Repair(round=number, how="redraw", preview=False):
            yield Why("draws round {round} again", {"round": number})
        case o.Expel(player=player, round=number, article=article):
            facts = {"player": named(event, player), "round": number, "article": article}
            yield Why("{player} is expelled in round {round} ({article})", facts)
        case o.Withdraw(entries=entries):
            yield Why("withdrawn: {names}", {"names": "; ".join(names_of_entry(event, entry) for entry in entries)})
        case o.Return(entries=entries):
            yield Why("back again: {names}", {"names": "; ".join(names_of_entry(event, entry) for entry in entries)})
        case o.Lot(secret=secret, drawn=drawn):
            yield Why(
                "public lot: the secret was {secret}, drawn in the hall {drawn}", {"secret": secret, "drawn": drawn}
            )
        case o.Undo(event=number):
            yield Why("undoes record {number}", {"number": number})
        case _:
            pass
    if isinstance(one.order, o.Publish) and one.order.accept_missing:
        tables = ", ".join(map(str, one.order.accept_missing))
        yield Why(
            "publishes round {round} without the slips of tables {tables}", {"round": _round(one), "tables": tables}
        )


def _round(one: Recorded) -> int:
    """The round that an order to publish was about, where the order itself left it open."""
    number = getattr(one.outcome, "round", None)
    return number if isinstance(number, int) else 0
