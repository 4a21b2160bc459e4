"""The public lot, as anybody can check it: a hash on the wall, a draw in the hall, then the secret."""

from __future__ import annotations

from msgspec import Struct

from tantera.tournament import orders as o
from tantera.tournament.evolve import undone_by
from tantera.tournament.lot import public_seed
from tantera.tournament.state import TournamentState


class PublicLot(Struct, frozen=True):
    """How far the public lot of an event has come."""

    hash: str
    secret: str = ""
    drawn: str = ""
    """What somebody in the hall has drawn; empty: not yet."""

    @property
    def seed(self) -> str:
        return public_seed(self.secret, self.drawn) if self.drawn else ""


def public_lot(tournament: TournamentState) -> PublicLot | None:
    """The lot of this event, where it is a public one."""
    history = tournament.log.history
    without = tournament.log.gone | undone_by(history)
    counts = [one.order for one in history if one.number not in without]
    committed = next((order.hash.lower() for order in counts if isinstance(order, o.Commit)), None)
    if committed is None:
        return None
    lot = next((order for order in counts if isinstance(order, o.Lot)), None)
    return PublicLot(committed) if lot is None else PublicLot(committed, lot.secret, lot.drawn)


def commitments(tournament: TournamentState) -> int:
    """How often a lot was committed to, undone ones included: every commitment has a secret of its own."""
    return sum(isinstance(one.order, o.Commit) for one in tournament.log.history)
