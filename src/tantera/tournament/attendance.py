"""Who is there and who is not: what lateness, defaults, stand-ins and expulsions change in the state."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from tantera.tournament import orders as o
from tantera.tournament.state import Expelled, Fine, Round, TournamentState, with_round, with_table
from tantera.tournament.sums import winner_of_forfeit


def attended(state: TournamentState, order: o.Late | o.Default | o.StandIn) -> TournamentState:
    round = state.played[order.round - 1]
    match order:
        case o.Default():
            absent = dict.fromkeys((*round.absent, *order.absent))
            return with_round(state, replace(round, absent=tuple(absent)))
        case o.StandIn():
            return _stood_in(state, round, order)
        case o.Late():
            late = {**round.late, order.player: order.minutes}
            state = with_round(state, replace(round, late=late))
            return replace(state, fines=_fines_with(state, order))
        case unknown:
            assert_never(unknown)


def _stood_in(state: TournamentState, round: Round, order: o.StandIn) -> TournamentState:
    """Somebody plays in an absent player's place; in a pair, for good where the player was expelled."""
    number = round.seat_of(order.player)
    if number is not None and round.tables[number - 1].slip is None:
        absent = tuple(dict.fromkeys((*round.absent, order.player)))
        named = {**round.stand_ins, order.player: order.name}
        state = with_round(state, replace(round, absent=absent, stand_ins=named))
    if state.pairs and order.player in state.expelled:
        out = replace(state.expelled[order.player], stand_in=order.name)
        state = replace(state, expelled={**state.expelled, order.player: out})
    return state


def _fines_with(state: TournamentState, order: o.Late) -> tuple[Fine, ...]:
    """CI-8: so many points off for every full five minutes; from the default on none."""
    others = tuple(
        fine for fine in state.fines if not (fine.late and fine.player == order.player and fine.round == order.round)
    )
    rule, points = state.options.late, cost_of_lateness(state, order.minutes)
    if rule is None or not points:
        return others
    return (*others, Fine(order.player, order.round, rule.article or "", points, late=True))


def cost_of_lateness(state: TournamentState, minutes: int) -> int | None:
    """The points that it takes off; None: it is a default."""
    rule = state.options.late
    if rule is not None and minutes >= rule.default_minutes:
        return None
    if rule is None or rule.points is None or rule.every_minutes is None or minutes <= state.options.grace_minutes:
        return 0
    return minutes // rule.every_minutes * rule.points


def expelled(state: TournamentState, order: o.Expel) -> TournamentState:
    """Out of the event. A table of theirs without a confirmed slip is won by the other side; by nobody, where somebody
    of either side was expelled there."""
    out = {**state.expelled, order.player: Expelled(order.round, order.article)}
    state = replace(state, expelled=out)
    for round in state.published:
        if round.number != order.round and round.stage != "published":
            continue
        number = round.seat_of(order.player)
        if number is None:
            continue
        table = round.tables[number - 1]
        if (table.slip is not None and table.slip.status == "confirmed") or state.defaulted(round, table):
            continue
        round = replace(round, forfeits=(*round.forfeits, order.player))
        if table.slip is not None and not state.alone:
            table = replace(table, slip=replace(table.slip, winner=winner_of_forfeit(round, table)))
        state = with_table(state, round, number, table)
    return state
