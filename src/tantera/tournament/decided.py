"""What a judgement comes to, and the questions that several of them ask."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct

from tantera.rules import BOOKS, Book, built_in_books
from tantera.tournament.events import AnyOutcome
from tantera.tournament.options import settled
from tantera.tournament.orders import Refused
from tantera.tournament.state import Round, Table, TournamentState
from tantera.words.alike import unseen

_HARMLESS: Final = str.maketrans("", "", "\t\u200d\ufe0f")
"""Tabs; what holds a family together that is one sign on a phone, and what paints a heart red."""


class Decided(Struct, frozen=True):
    """An order that can be carried out."""

    outcome: AnyOutcome | None = None
    answer: dict[str, Any] = {}
    """JSON, and sentences in it that wait for their language."""
    preview: bool = False
    """Nothing is carried out: it was only asked what would be."""


def check_name(*names: str) -> None:
    """A name is read on walls and in terminals: no letter in it breaks the line, turns it round or is not seen."""
    if any(map(unseen, names)):
        raise Refused("unseen_letter", "a name is written with letters that everybody can see")


def check_text(*texts: object) -> None:
    """What somebody says is read on walls, phones and in the log: on as many lines as it likes, and no letter in it
    turns one round or is not seen. What is no text, or holds none, is none of its business."""
    for text in texts:
        if isinstance(text, dict):
            check_text(*text.values())
        elif isinstance(text, list | tuple):
            check_text(*text)
        elif isinstance(text, str) and any(map(unseen, text.translate(_HARMLESS).replace("\r\n", "\n").split("\n"))):
            raise Refused("unseen_letter", "a message is written with letters that everybody can see")


def the_round(tournament: TournamentState, number: int) -> Round:
    if number > len(tournament.played):
        raise Refused("no_such_round", "there is no round {round}", round=number)
    return tournament.played[number - 1]


def a_published_round(tournament: TournamentState, number: int) -> Round:
    round = the_round(tournament, number)
    if round.stage == "draft":
        raise Refused("not_published", "round {round} is a draft", round=number)
    return round


def the_table(round: Round, number: int) -> Table:
    if number > len(round.tables):
        raise Refused("no_such_table", "round {round} has no table {table}", round=round.number, table=number)
    return round.tables[number - 1]


def a_player(tournament: TournamentState, player: str) -> None:
    if player not in tournament.players:
        raise Refused("unknown_player", "{player} is no player here", player=player)


def an_entry(tournament: TournamentState, entry: str) -> None:
    if entry not in tournament.entries:
        raise Refused("unknown_entry", "{entry} is no entry here", entry=entry)


def seated_at(round: Round, player: str) -> int:
    number = round.seat_of(player)
    if number is None:
        raise Refused("not_seated", "{player} has no seat in round {round}", player=player, round=round.number)
    return number


def own_book(tournament: TournamentState) -> Book:
    """The book as it was written; `book_of` has it with the event's options on."""
    return tournament.own_book or built_in_books(tournament.book)


def cited(tournament: TournamentState, *reasons: str) -> str:
    """The article that the event's book cites for the first of these reasons for which it has one (`Cites`)."""
    cites = own_book(tournament).cites
    return next((article for reason in reasons if (article := getattr(cites, reason)) is not None), "")


def books_of(tournament: TournamentState) -> list[Book]:
    """The event's own book, then the others: a card or an article may be cited from any of them."""
    first = own_book(tournament)
    return [first, *(book for book in map(built_in_books, BOOKS) if book.id != first.id)]


def missing_slips(tournament: TournamentState, round: Round) -> list[int]:
    """Tables whose result does not count yet: no slip, or one that is not confirmed."""
    return [number for number, table in enumerate(round.tables, 1) if not tournament.is_settled(round, table)]


def never_came(tournament: TournamentState) -> list[tuple[Round, list[int]]]:
    """Rounds that are over, and their tables that still have no result: the next round was published without them."""
    over = [(round, missing_slips(tournament, round)) for round in tournament.published if round.stage == "closed"]
    return [(round, missing) for round, missing in over if missing]


def listed(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))


def book_of(tournament: TournamentState) -> Book:
    """The book with the options of the event on. Asked for by every screen, so worked out once."""
    known: Book | None = tournament.__dict__.get("book_as_played")
    if known is None:
        base = tournament.own_book or built_in_books(tournament.book)
        known = tournament.__dict__["book_as_played"] = settled(
            base, tournament.format, tournament.rounds, tournament.said
        ).book
    return known
