"""Who may order what: a table in data. A test goes through every role and every order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from tantera.play import orders as o
from tantera.play.actors import Actor, Role
from tantera.play.match import Match
from tantera.rules import Refusal, Seat, Seated
from tantera.words import Misuse, Phrase

# --- which of the players --------------------------------------------------------------------------------------------


def anybody(match: Match, order: o.Order, seat: Seat) -> bool:
    """Any player at the table."""
    return True


def oneself(match: Match, order: Any, seat: Seat) -> bool:
    """The player whom the order is about."""
    return bool(order.seat == seat)


def opener_chooser(match: Match, order: o.Order, seat: Seat) -> bool:
    """Anybody before the first hand; before a later one whoever won the last."""
    choosers = match.opener_choosers or match.may_choose_opener
    return not match.lines or seat in choosers


def draw_winner(match: Match, order: o.Order, seat: Seat) -> bool:
    """Who won the draw (TG-6.3)."""
    return match.draw_winner in (None, seat)


def home_pair(match: Match, order: o.Order, seat: Seat) -> bool:
    """One of the home pair (TG-6.2)."""
    return seat in match.home


def visiting_pair(match: Match, order: o.Order, seat: Seat) -> bool:
    """One of the other pair (TG-6.2)."""
    return seat not in match.home


class May(NamedTuple):
    """Who may give an order, and the article that a refusal cites."""

    roles: frozenset[Role]
    cites: str
    """The field of the book's `cites`."""
    which: Callable[[Match, Any, Seat], bool]
    """Of the players, which."""
    players: bool
    """Whether players are among the roles: asked at every move, and an enumeration is slow to hash."""


def _may(cites: str, *roles: Role, which: Callable[[Match, Any, Seat], bool] = anybody) -> May:
    return May(frozenset(roles), cites, which, Role.PLAYER in roles)


PLAYER, REFEREE, JUDGES, DIRECTOR, TABLE = Role.PLAYER, Role.REFEREE, Role.JUDGES, Role.DIRECTOR, Role.TABLE

PERMISSIONS: Final[dict[type[o.Order], May]] = {
    # Chance is the table's alone: no player's hand reaches the deal or the lots.
    o.CommitSeed: _may("deal", TABLE),
    o.DrawForOpening: _may("seating", TABLE),
    o.DealHand: _may("deal", TABLE),
    o.DealRacks: _may("deal", TABLE),
    o.ChooseSeat: _may("seating", PLAYER, which=draw_winner),
    o.AgreeOpener: _may("opener", PLAYER, which=opener_chooser),
    o.NameScorer: _may("scorer", PLAYER, which=home_pair),
    o.NameCounter: _may("scorer", PLAYER, which=visiting_pair),
    o.ShuffleAgain: _may("deal", PLAYER, which=oneself),
    o.AskRedeal: _may("deal", PLAYER, which=oneself),
    # Forced turns and late ones are the table's to play.
    o.PlaceTile: _may("turn", PLAYER, TABLE, which=oneself),
    o.PlaceDoubles: _may("turn", PLAYER, TABLE, which=oneself),
    o.PassTurn: _may("turn", PLAYER, TABLE, which=oneself),
    o.DrawTile: _may("turn", PLAYER, TABLE, which=oneself),
    o.AgreeCount: _may("count", PLAYER, which=oneself),
    o.SignSheet: _may("sheet", PLAYER, which=oneself),
    o.CallTime: _may("time", TABLE, DIRECTOR),
    o.WarnTime: _may("time", TABLE),
    o.SetEnd: _may("time", DIRECTOR),
    o.PauseClock: _may("time", TABLE, REFEREE, DIRECTOR),
    o.ResumeClock: _may("time", TABLE, REFEREE, DIRECTOR),
    # Only judges sanction: the referee of the table, the committee, the director.
    o.RecordInfraction: _may("sheet", REFEREE, JUDGES, DIRECTOR),
    # Whom the article names; the match knows whom it awaits.
    o.TakeDecision: _may("sheet", PLAYER, REFEREE, JUDGES, DIRECTOR),
    o.GiveRuling: _may("limit", JUDGES),
    o.ReplacePlayer: _may("seating", REFEREE, DIRECTOR),
    # What is written is put right by whoever answers for it; the table does so where everybody has agreed.
    o.Undo: _may("sheet", REFEREE, JUDGES, DIRECTOR, TABLE),
    o.ChangeDecision: _may("sheet", REFEREE, JUDGES, DIRECTOR),
}


_CALLED: Final = {
    Role.PLAYER: Phrase("a player"),
    Role.SPECTATOR: Phrase("a spectator"),
    Role.REFEREE: Phrase("the referee"),
    Role.JUDGES: Phrase("the judges"),
    Role.DIRECTOR: Phrase("the director"),
    Role.TABLE: Phrase("the table itself"),
}


def permit(match: Match, order: o.Order, by: Actor) -> None:
    """A `Refusal` unless this actor may give this order."""
    may = PERMISSIONS[type(order)]
    if isinstance(by, Role):
        if by not in may.roles or by is Role.PLAYER:  # a player acts as a seat, never as anybody's
            raise _not_for(match, may, by)
        return
    if not isinstance(by, int):
        raise Misuse(Phrase("{found} is no actor, expected a seat or an office", found=repr(by)))
    if not may.players:
        raise _not_for(match, may, Role.PLAYER)
    if not 1 <= by <= len(match.names):
        raise Refusal(match.book.cites.seating, "there is no seat {seat}", seat=by)
    if not may.which(match, order, by):
        raise Refusal(getattr(match.book.cites, may.cites), "that is not for {player} to order", player=Seated(by))


def _not_for(match: Match, may: May, role: Role) -> Refusal:
    return Refusal(getattr(match.book.cites, may.cites), "that is not for {who} to order", who=_CALLED[role])
