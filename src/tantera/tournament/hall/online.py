"""Tables of a round that are played on live ones: which can be, by which book, and what their end brings to the event.

A mark in the hall says that a table is played online, and for whom. The live table itself is elsewhere; what it has to
tell comes here as a `Played` and becomes the orders that the event is given, each under an id of its own: however often
it is told, the event has it once.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from tantera.play.events import Brought
from tantera.play.orders import DealRacks
from tantera.rules import Book
from tantera.rules.basics import Mistakes
from tantera.tournament import orders as o
from tantera.tournament.decide_entries import cards_brought
from tantera.tournament.decided import book_of
from tantera.tournament.duplicate import dealt, law_of, opener_of
from tantera.tournament.hall.state import HallState, Online
from tantera.tournament.names import called
from tantera.tournament.orders import Given, Refused
from tantera.tournament.permission import RESULT_BY, SANCTIONS_BY
from tantera.tournament.sanctioning import articles_brought
from tantera.tournament.state import Round, TournamentState
from tantera.tournament.sums import limit_of
from tantera.tournament.telling import seated

BY: Final = "table"
"""Who begins a live table: the table itself."""


class Sanctioned(Struct, frozen=True):
    """A card shown at the table, or points off a player's own difference."""

    seat: int
    article: str
    card: str = ""
    points: int = 0


class Played(Struct, frozen=True):
    """How a match ended at a live table, by the seats that the round gave its players."""

    sides: tuple[tuple[int, ...], ...]
    score: tuple[int, ...]
    """In the order of the sides."""
    winner: tuple[int, ...] | None
    re_entries: tuple[int, ...] = ()
    """By seat."""
    sanctions: tuple[Sanctioned, ...] = ()
    hands: tuple[tuple[int, ...], ...] = ()
    """What every hand brought, in the order of the sides, where all tables have the same deals."""


# --- which tables ----------------------------------------------------------------------------------------------------


def online_at(tournament: TournamentState, hall: HallState, round: int, table: int) -> Online | None:
    """The mark of a table that is played online; None: on paper. One that was made for others who sat there, before a
    round was drawn again, is about nobody."""
    online = hall.online.get((round, table))
    drawn = next((one for one in tournament.published if one.number == round), None)
    if online is None or drawn is None or not 1 <= table <= len(drawn.tables):
        return None
    return online if drawn.tables[table - 1].seats == online.seats else None


def is_to_play(tournament: TournamentState, hall: HallState, round: Round, number: int) -> bool:
    """Whether somebody sits down at the live table of this one; a stand-in does so with the card of who is absent."""
    table = round.tables[number - 1]
    mark = online_at(tournament, hall, round.number, number)
    return (
        mark is not None
        and round.stage == "published"
        and table.slip is None
        and not tournament.is_settled(round, table)
    )


def check_online(tournament: TournamentState, hall: HallState, round: Round, number: int) -> None:
    """A `Refused` that says why, unless this table can be played online."""
    table = round.tables[number - 1]
    if tournament.closed or round.stage != "published":
        raise Refused("round_closed", "round {round} is closed", round=round.number)
    if table.slip is not None or tournament.is_settled(round, table):
        raise Refused("table_done", "table {table} has its result", table=number)
    if online_at(tournament, hall, round.number, number) is not None:
        raise Refused("already_online", "table {table} is played online already", table=number)
    if any(seat not in tournament.players for seat in table.seats):
        raise Refused("not_online", "at table {table} somebody plays who has no card: it is played on paper",
                      table=number)  # fmt: skip
    book_at(tournament, round, number)


def can_go_online(tournament: TournamentState, hall: HallState, round: Round) -> tuple[int, ...]:
    """The tables of a round that can be played online and are not yet."""

    def can(number: int) -> bool:
        try:
            check_online(tournament, hall, round, number)
        except Refused:
            return False
        return True

    return tuple(number for number in range(1, len(round.tables) + 1) if can(number))


def can_go_back(tournament: TournamentState, hall: HallState, round: Round) -> tuple[int, ...]:
    """Those that are played online and have not begun."""
    marks = {number: online_at(tournament, hall, round.number, number) for number in range(1, len(round.tables) + 1)}
    return tuple(number for number, mark in marks.items() if mark is not None and not mark.begun)


def check_by_hand(tournament: TournamentState, hall: HallState, round: int, table: int) -> None:
    """Players write nothing down where the program keeps the sheet."""
    if online_at(tournament, hall, round, table) is not None:
        raise Refused("played_online", "table {table} is played online: its result comes by itself", table=table)


# --- how it is played ------------------------------------------------------------------------------------------------


def book_at(tournament: TournamentState, round: Round, number: int) -> Book:
    """The event's book for so many players, with the limit of this table."""
    book, seats = book_of(tournament), round.tables[number - 1].seats
    if book.best_of > 1:
        raise Refused("not_online", "{book} is played as best of {matches} matches: on paper", book=book.id,
                      matches=book.best_of)  # fmt: skip
    same = {"level_at_end": "half_point", "choose_opener": "before_dealing"} if tournament.options.duplicate else {}
    raised = book.raises is not None or book.options.tied_worth > 1 or book.customs.may_redeal_from is not None
    if same and raised:  # what came before would change what these tiles are, or what they are worth
        raise Refused("not_online", "{book} is played with the same deals on paper only", book=book.id)
    try:
        return book.under(replace(book.options, players=len(seats), limit=limit_of(tournament, round, number), **same))
    except Mistakes:
        raise Refused("not_online", "{book} cannot be played online by {count}", book=book.id,
                      count=len(seats)) from None  # fmt: skip


def names_at(tournament: TournamentState, round: Round, number: int, most: int) -> tuple[str, ...]:
    """Those at a table, in turn order, in at most so many letters, told apart from one another."""
    known = called(tournament)
    full = [(player, " ".join(seated(tournament, round, player).split())) for player in round.tables[number - 1].seats]
    names = (
        known[player].short if len(name) > most and player in known and player not in round.stand_ins else name
        for player, name in full
    )
    short = [name if len(name) <= most else name[: most - 1].rstrip() + "…" for name in names]
    alike = [sum(other.casefold() == name.casefold() for other in short[:place]) for place, name in enumerate(short)]
    return tuple(
        f"{name[: most - 2].rstrip()} {before + 1}" if before else name
        for name, before in zip(short, alike, strict=True)
    )


def brought_to(tournament: TournamentState, round: Round, number: int) -> tuple[Brought, ...]:
    """The cards with which players sit down, and for what they had them, where both last for the tournament (TG-18.4,
    TG-18.5)."""
    records = {
        seat: (articles_brought(tournament, player), cards_brought(tournament, player))
        for seat, player in enumerate(round.tables[number - 1].seats, 1)
        if player in tournament.players
    }
    return tuple(
        Brought(seat, tuple(articles.items()), tuple(cards.items()))
        for seat, (articles, cards) in records.items()
        if articles or cards
    )


def dealt_at(tournament: TournamentState, round: Round, hand: int) -> DealRacks:
    """The tiles of a hand of a duplicate round, and who opens: the same at every table. Only who keeps the round's
    secret can say it."""
    tiles = dealt(book_of(tournament), round.secret, round.number, hand)
    return DealRacks(tiles.racks, tiles.boneyard, opener_of(hand))


# --- what its end brings ---------------------------------------------------------------------------------------------


def name_of(round: int, table: int, mark: Online) -> str:
    """Under which id the event is told how this table ended."""
    return f"online.{round}.{table}.{mark.number}"


def is_handed_in(tournament: TournamentState, round: int, table: int, mark: Online) -> bool:
    return name_of(round, table, mark) in tournament.log.ids


def stands_by_hand(tournament: TournamentState, round: Round, number: int) -> bool:
    """Whether the desk was first: what it has written down stays, and so does a default. A slip that players only
    entered gives way to what the program refereed."""
    table = round.tables[number - 1]
    if tournament.is_settled(round, table):
        return True
    return table.slip is not None and not table.slip.by.startswith("player:")


def to_hand_in(
    tournament: TournamentState, hall: HallState, round: Round, number: int, played: Played
) -> tuple[Given, ...]:
    """What the event is still to be told: the slip, then cards and penalties. Nothing where it knows already, where the
    desk was first, or where the round is over."""
    mark = online_at(tournament, hall, round.number, number)
    if mark is None or round.stage != "published" or tournament.closed:
        return ()
    if not is_handed_in(tournament, round.number, number, mark) and stands_by_hand(tournament, round, number):
        return ()
    name = name_of(round.number, number, mark)
    seats = round.tables[number - 1].seats
    all_of_it = (
        Given(_result(tournament, round, number, played), RESULT_BY, "", name),
        *(
            Given(_sanction(seats[sanction.seat - 1], round.number, sanction), SANCTIONS_BY, "", f"{name}.{place}")
            for place, sanction in enumerate(played.sanctions, 1)
        ),
    )
    return tuple(given for given in all_of_it if given.id not in tournament.log.ids)


def _result(tournament: TournamentState, round: Round, number: int, played: Played) -> o.Result:
    points = dict(zip(played.sides, played.score, strict=True))
    if tournament.alone:
        score = tuple(points[seat,] for seat in range(1, len(played.sides) + 1))
        again = played.re_entries[: len(score)] if tournament.options.re_entries else None
        return o.Result(round.number, number, score, _winner(tournament, played), again)
    if tournament.options.duplicate:
        return o.Result(round.number, number, hands=_hands(tournament, played))
    score = tuple(next(scored for side, scored in points.items() if first in side) for first in (1, 2))
    return o.Result(round.number, number, score, _winner(tournament, played))


def _hands(tournament: TournamentState, played: Played) -> tuple[tuple[int, int] | None, ...]:
    """Hand by hand, 1+3 first; one that time did not let them finish was not played."""
    first, second = (next(at for at, side in enumerate(played.sides) if seat in side) for seat in (1, 2))
    hands = [(written[first], written[second]) for written in played.hands]
    return tuple(hands[hand] if hand < len(hands) else None for hand in range(law_of(tournament).hands))


def _winner(tournament: TournamentState, played: Played) -> Literal["1+3", "2+4", 1, 2, 3, 4] | None:
    if played.winner is None:
        return None
    if tournament.alone:
        return _SEATS[played.winner[0]]
    return "1+3" if 1 in played.winner else "2+4"


_SEATS: Final[dict[int, Literal[1, 2, 3, 4]]] = {1: 1, 2: 2, 3: 3, 4: 4}


def _sanction(player: str, round: int, sanction: Sanctioned) -> o.Penalty | o.ShowCard:
    if sanction.card:
        return o.ShowCard(player, round, sanction.article, sanction.card)
    return o.Penalty(player, round, sanction.article, sanction.points)
