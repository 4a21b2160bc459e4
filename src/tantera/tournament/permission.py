"""Who may order what: roles and orders, as the grid has them (`grid.py`)."""

from __future__ import annotations

from typing import Final, get_args

from tantera.tournament import orders as o
from tantera.tournament.decided import books_of, cited
from tantera.tournament.grid import GRID, LETTERS, ever, stage_of, stage_told
from tantera.tournament.orders import AnyOrder, Given, Order
from tantera.tournament.problems import Refused
from tantera.tournament.state import TournamentState
from tantera.words import Phrase


def name_of(kind: type[Order]) -> str:
    """What an order is called in the log and in the grid."""
    return str(kind.__struct_config__.tag)


Kind = type[Order]
SANCTIONS: Final[frozenset[Kind]] = frozenset({o.Penalty, o.ShowCard, o.Expel})
"""Only judges sanction; organisers expel with the article that lets them suspend a player (`Cites.suspension`)."""

ROLES: Final[dict[str, frozenset[Kind]]] = {
    role: frozenset(kind for kind in get_args(AnyOrder) if role in ever(name_of(kind)))
    for role in (*LETTERS.values(), "public")
}
"""By role, at whatever stage. A player is bound to their own table besides (`slips`)."""

RESULT_BY: Final = "desk:mesa en línea"
SANCTIONS_BY: Final = "judge:mesa en línea"
"""The offices in whose name a live table tells the event how it ended: the program refereed, and nobody has to confirm
it."""


def role_of(by: str) -> tuple[str, str | None]:
    """The role and the name.

    >>> role_of("judge:Mora"), role_of("desk")
    (('judge', 'Mora'), ('desk', None))
    """
    role, colon, name = by.partition(":")
    return role, name if colon else None


def check_permission(tournament: TournamentState | None, given: Given) -> None:
    """A `Refused` unless this role may order this."""
    role, name = role_of(given.by)
    if role not in ROLES or name == "":
        raise Refused("not_yours", "{by} is nobody here", by=given.by)
    if type(given.order) not in ROLES[role]:
        raise _not_yours(tournament, given)
    if role == "organiser" and isinstance(given.order, o.Expel) and tournament is not None:
        suspensions = [book.cites.suspension for book in books_of(tournament) if book.cites.suspension is not None]
        if given.order.article not in suspensions:
            raise Refused("not_yours", "only judges sanction; organisers suspend a player by {article}",
                          cited(tournament, "sanctions"), article=suspensions[0])  # fmt: skip
    if role == "player" and name is None:
        raise Refused("not_yours", "a player who is not named has no table")


def check_stage(tournament: TournamentState | None, given: Given) -> None:
    """A `Refused` unless this role may order this now: the last word on an order that nothing else is wrong with.

    What judges an order says in its own words why it is too early or too late; here nothing is left to chance.
    """
    order, number = name_of(type(given.order)), getattr(given.order, "round", None)
    if isinstance(given.order, o.Publish) and tournament is not None and tournament.draft is not None:
        number = tournament.draft.number
    stage = stage_of(tournament, number)
    if role_of(given.by)[0] not in GRID[order][stage]:
        raise not_now(given.by, order, stage_told(tournament, number, stage))


def not_now(by: str, order: str, how: Phrase) -> Refused:
    return Refused("not_now", "{by} may not order {order} now: {how}", by=by, order=order, how=how)


def _not_yours(tournament: TournamentState | None, given: Given) -> Refused:
    article = cited(tournament, "sanctions") if tournament is not None and type(given.order) in SANCTIONS else ""
    order = name_of(type(given.order))
    return Refused("not_yours", "{by} may not order {order}", article, by=given.by, order=order)
