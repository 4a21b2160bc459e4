"""Who plays whom, at which table and why: pure functions of a field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tantera.tournament.draw import alone, groups, individual, knock_out, round_robin, swiss
from tantera.tournament.draw.field import Drawing, Field
from tantera.tournament.draw.violations import violations
from tantera.tournament.formats import Format

__all__ = ["DRAWN_BY", "draw", "violations"]

DRAWN_BY: Final[dict[Format, Callable[[Field], Drawing]]] = {
    "individual": individual.draw,
    "pairs-swiss": swiss.draw,
    "pairs-round-robin": round_robin.draw,
    "pairs-knock-out": knock_out.draw,
    "pairs-groups": groups.draw,
    "alone-winners-on": alone.winners_on,
    "alone-one-round": alone.one_round,
}


def draw(field: Field) -> Drawing:
    """The tables of a round: a pure function of entries, history, options and seed."""
    return DRAWN_BY[field.format](field)
