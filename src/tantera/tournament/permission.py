"""Who may order what: a table, role by order."""

from __future__ import annotations

from typing import Final, get_args

from tantera.tournament import orders as o
from tantera.tournament.orders import AnyOrder, Given, Order
from tantera.tournament.problems import Refused

Kind = type[Order]
EVERYTHING: Final[frozenset[Kind]] = frozenset(get_args(AnyOrder))
SANCTIONS: Final[frozenset[Kind]] = frozenset({o.Penalty, o.ShowCard, o.Expel})
"""Only judges sanction (CI-17)."""
SUSPENSION: Final = "CI-19"
"""The organisers may refuse or suspend a player: the article with which they may expel."""

ROLES: Final[dict[str, frozenset[Kind]]] = {
    "director": EVERYTHING,
    "organiser": (EVERYTHING - SANCTIONS) | {o.Expel},
    "judge": frozenset({o.Late, o.Default, o.StandIn, o.Penalty, o.ShowCard}),
    "desk": frozenset({o.Enter, o.Pay, o.CheckIn, o.Withdraw, o.Return, o.Result, o.Confirm, o.Dispute}),
    "player": frozenset({o.Result, o.Confirm, o.Dispute}),
    "public": frozenset(),
}
"""By role. A player is bound to their own table besides (`decide_slips`)."""

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


def check_permission(given: Given) -> None:
    """A `Refused` unless this role may order this."""
    role, name = role_of(given.by)
    if role not in ROLES or name == "":
        raise Refused("not_yours", "{by} is nobody here", by=given.by)
    if type(given.order) not in ROLES[role]:
        raise _not_yours(given)
    if role == "organiser" and isinstance(given.order, o.Expel) and given.order.article != SUSPENSION:
        raise Refused("not_yours", "only judges sanction; organisers suspend a player by {article}", "CI-17",
                      article=SUSPENSION)  # fmt: skip
    if role == "player" and name is None:
        raise Refused("not_yours", "a player who is not named has no table")


def _not_yours(given: Given) -> Refused:
    article = "CI-17" if type(given.order) in SANCTIONS else ""
    order = type(given.order).__struct_config__.tag
    return Refused("not_yours", "{by} may not order {order}", article, by=given.by, order=order)
