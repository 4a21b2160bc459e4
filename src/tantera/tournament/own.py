"""What an event is to one of its players: where they sit, what they may say there, what stands against them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tantera.tournament import structure
from tantera.tournament.hall.state import HallState, is_to_begin
from tantera.tournament.presentation import Presentation
from tantera.tournament.slips import same_side
from tantera.tournament.state import CardShown, Expelled, Fine, Round, TournamentState
from tantera.tournament.sums import NAMES, SIDES

Say = Literal["enter", "correct", "answer", "disputed", "confirmed", "default", "closed", "absent"]
"""What is open to a player at a table: to enter its slip, to correct it while nobody has confirmed it, to confirm or
dispute the other side's; or nothing, and why."""
Ended = Literal["won", "lost", "level"]


class Sitting(Struct, frozen=True):
    """A player's place in a round."""

    round: int
    table: int
    seat: int
    partner: str | None
    """None where everybody plays alone."""
    opponents: tuple[str, ...]


class OwnRound(Struct, frozen=True):
    """A round, as one player has it."""

    round: Round
    sitting: Sitting | None
    """None: they sat out."""
    status: Literal["confirmed", "entered", "disputed", "default", "open", "to_begin", "bye", "none"]
    score: tuple[int, ...] = ()
    """Their own points first; alone: their own only."""
    ended: Ended | None = None
    may_object: bool = False


class OwnPlace(Struct, frozen=True):
    """Where somebody stands after a round."""

    place: int
    of: int
    round: int
    group: int | None = None


class Sanctions(Struct, frozen=True):
    fines: tuple[Fine, ...]
    cards: tuple[CardShown, ...]
    expelled: Expelled | None


def say(tournament: TournamentState, round: Round, number: int, player: str) -> Say:
    """What a player of a table may say of it; the orders are judged by the same rules (`slips`)."""
    table = round.tables[number - 1]
    if player in tournament.absent_at(round, table):
        return "absent"
    if tournament.is_settled(round, table):
        return "confirmed" if table.slip is not None else "default"
    if round.stage != "published" or tournament.closed:
        return "closed"
    if table.slip is None:
        return "enter"
    if table.slip.status == "disputed":
        return "disputed"
    return "correct" if same_side(tournament, table, table.slip.by, f"player:{player}") else "answer"


def to_confirm(tournament: TournamentState, round: Round, number: int) -> tuple[str, ...]:
    """Who can confirm the slip that was entered: the other side; everybody, where the desk has entered it."""
    table = round.tables[number - 1]
    absent = tournament.absent_at(round, table)
    return tuple(
        seat
        for seat in table.seats
        if seat in tournament.players
        and seat not in absent
        and not (table.slip is not None and same_side(tournament, table, table.slip.by, f"player:{seat}"))
    )


def own_place(tournament: Presentation, player: str) -> OwnPlace | None:
    """A player's place after the last round that is closed; None before there is one, and for who is not ranked. While
    groups play, each has its own first place."""
    state = tournament.state
    after = max((round.number for round in state.played if round.stage == "closed"), default=None)
    if after is None:
        return None
    then, entry = tournament.after(after), state.players[player]
    place = then.place_of.get(entry)
    if place is None:
        return None
    if state.kind.groups is None or structure.knocks_out(state, after):
        return OwnPlace(place, len(then.standings), after)
    number = then.standings[place - 1].group
    group = [standing.entry for standing in then.standings if standing.group == number]
    return OwnPlace(group.index(entry) + 1, len(group), after, number)


def sitting(tournament: TournamentState, round: Round, player: str) -> Sitting | None:
    number = round.seat_of(player)
    if number is None:
        return None
    seats = round.tables[number - 1].seats
    place = seats.index(player)
    if tournament.alone:
        return Sitting(round.number, number, place + 1, None, tuple(seat for seat in seats if seat != player))
    together = next(side for side in SIDES if place in side)
    partner = next((seats[one] for one in together if one != place and one < len(seats)), None)
    opponents = tuple(seats[one] for side in SIDES if side != together for one in side if one < len(seats))
    return Sitting(round.number, number, place + 1, partner, opponents)


def own_rounds(tournament: TournamentState, hall: HallState, player: str) -> list[OwnRound]:
    """Every published round, the last first."""
    return [_own(tournament, hall, round, player) for round in reversed(tournament.published)]


def _own(tournament: TournamentState, hall: HallState, round: Round, player: str) -> OwnRound:
    place = sitting(tournament, round, player)
    if place is None:
        bye = tournament.players.get(player) in round.byes
        return OwnRound(round, None, "bye" if bye else "none")
    table = round.tables[place.table - 1]
    may_object = round.number > hall.window_closed
    if table.slip is None:
        status: Literal["default", "open", "to_begin"] = "to_begin" if is_to_begin(tournament, hall, round) else "open"
        ended: Ended | None = None
        if tournament.is_settled(round, table):
            status = "default"
            missing = tournament.defaulted(round, table)
            ours = {player, place.partner} if place.partner is not None else {player}
            ended = "lost" if ours & set(missing) else "won"
        return OwnRound(round, place, status, (), ended, may_object and status == "default")
    slip = table.slip
    if tournament.alone:
        won: Ended = "won" if slip.winner == place.seat else "lost"
        return OwnRound(round, place, slip.status, (slip.score[place.seat - 1],), won, may_object)
    side = (place.seat - 1) % 2
    score = (slip.score[side], slip.score[1 - side])
    ended = "level" if slip.winner is None else "won" if slip.winner == NAMES[side] else "lost"
    return OwnRound(round, place, slip.status, score, ended, may_object)


def sanctions(tournament: TournamentState, player: str) -> Sanctions:
    """What was recorded against a player."""
    return Sanctions(
        tuple(fine for fine in tournament.fines if fine.player == player),
        tuple(card for card in tournament.cards if card.player == player),
        tournament.expelled.get(player),
    )


def may_check_in(tournament: TournamentState, player: str) -> bool:
    """Whether a player can say by phone that they are here: once the desk has begun the roll, and before the first
    draw. Whoever is checked in first keeps everybody who is not out of the draw: that is for the desk to begin, not
    for a phone; and who comes after the draw has to be seen by the director.
    """
    entry = tournament.entries.get(tournament.players.get(player, ""))
    if entry is None or tournament.closed or tournament.played or not tournament.anybody_checked_in:
        return False
    return tournament.is_active(entry) and not entry.checked_in
