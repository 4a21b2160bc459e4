"""Undo: the state is then as if that event had not been, unless something that others rely on rests on it.

All other orders are judged again without it, from the beginning (event sourcing's *replay*). Orders that are no longer
accepted fall away, drafts are drawn again; where a published round or a confirmed slip would be lost or changed, the
undo is refused and says which.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct
from msgspec.structs import replace

from tantera.tournament import events as e
from tantera.tournament import orders as o
from tantera.tournament.decided import Decided
from tantera.tournament.evolve import outcomes_of, step_of_own, undone_by
from tantera.tournament.orders import Given, Refused
from tantera.tournament.state import Round, Slip, TournamentState

Decide = Callable[[TournamentState, Given], Decided]


def undo(tournament: TournamentState, order: o.Undo, decide: Decide) -> Decided:
    """Judge an undo."""
    number = order.event
    history = tournament.log.history
    if number > len(history):
        raise Refused("no_such_event", "there is no event {number}", number=number)
    if number in tournament.log.gone or number in undone_by(history):
        raise Refused("already_undone", "event {number} does not count any more", number=number)
    if number == 1:
        raise Refused("rests_on_it", "everything rests on it")
    without = undone_by(history, number)
    if _is_last_entry(tournament, number, without):
        gone = tuple(sorted(tournament.log.gone | {number}))
        return Decided(e.Undone(gone, tuple(sorted(outcomes_of(history).items()))), {"undone": number, "fallen": []})
    replayed = _replay(tournament, without, _root(tournament, number), decide)
    _nothing_rests_on_it(tournament, number, replayed.state)
    outcome = e.Undone(tuple(sorted(replayed.gone)), tuple(sorted(replayed.changed.items())))
    fallen = sorted(replayed.gone - tournament.log.gone - {number})
    return Decided(outcome, {"undone": number, "fallen": fallen})


def _is_last_entry(tournament: TournamentState, number: int, without: frozenset[int]) -> bool:
    """Whether it is an entry after which nothing counts and nothing ever fell away: then nothing rests on it, and
    nothing need be judged again. So is every row of a sheet that is taken back from its last one on."""
    history = tournament.log.history
    if not isinstance(history[number - 1].order, o.Enter):
        return False
    later = history[number:]
    return (
        all(one.number in without or isinstance(one.order, o.Undo) for one in later) and tournament.log.gone <= without
    )


class _Replayed(Struct):
    state: TournamentState
    gone: set[int]
    changed: dict[int, e.AnyOutcome]


def _root(tournament: TournamentState, number: int) -> int:
    """What an undo is about in the end: the undo of an undo is about what the first one took away. From there on things
    may come out otherwise."""
    order = tournament.log.history[number - 1].order
    while isinstance(order, o.Undo):
        number = order.event
        order = tournament.log.history[number - 1].order
    return number


def _replay(tournament: TournamentState, without: frozenset[int], first: int, decide: Decide) -> _Replayed:
    """What the orders come to without some of them. Before the first that matters they came to what is in the log."""
    outcomes = outcomes_of(tournament.log.history)
    state: TournamentState | None = None
    gone: set[int] = set()
    changed: dict[int, e.AnyOutcome] = {}
    for recorded in tournament.log.history:
        number = recorded.number
        if isinstance(recorded.order, o.Undo):
            continue
        if number in without or (number < first and number in tournament.log.gone):
            gone.add(number)
            continue
        outcome = outcomes.get(number, recorded.outcome)
        if state is not None and number >= first:
            try:
                outcome = decide(state, Given(recorded.order, recorded.by, recorded.at, recorded.id)).outcome
            except Refused:
                gone.add(number)
                continue
        if outcome is not None and outcome != recorded.outcome:
            changed[number] = outcome
        after = step_of_own(state, recorded, outcome)
        state = after if after.log is tournament.log else replace(after, log=tournament.log)
    if state is None:
        raise Refused("rests_on_it", "everything rests on it")
    return _Replayed(state, gone, changed)


def _nothing_rests_on_it(tournament: TournamentState, number: int, after: TournamentState) -> None:
    """A `Refused` where a published round or a confirmed slip, other than the event's own, would be lost or changed."""
    root = _root(tournament, number)
    own, about = _own_round(tournament, root), tournament.log.history[root - 1].order
    for round in tournament.published:
        then = after.played[round.number - 1] if round.number <= len(after.played) else None
        if round.number != own and not _same_round(round, then):
            raise Refused("rests_on_it", "round {round} is published and rests on it", round=round.number)
        for table, slip in _confirmed(round):
            if slip.event == number or (number != root and slip.event < number and _is_about(about, round, table)):
                continue
            if not _same_slip(round, then, table, slip):
                raise Refused("rests_on_it", "round {round}: the confirmed slip of table {table} rests on it",
                              round=round.number, table=table)  # fmt: skip


def _is_about(order: o.AnyOrder, round: Round, table: int) -> bool:
    """Whether an order wrote or stamped the slip of this table: the slip that was there before an undo of it comes and
    goes with that undo, and only one that was written since rests on it."""
    return isinstance(order, o.Result | o.Confirm | o.Dispute) and (order.round, order.table) == (round.number, table)


def _own_round(tournament: TournamentState, number: int) -> int | None:
    """The round that the event itself published or repaired: undoing it may change that round."""
    recorded = tournament.log.history[number - 1]
    outcome = outcomes_of(tournament.log.history).get(number, recorded.outcome)
    match outcome:
        case e.Published(round=round):
            return round
        case e.Repaired(drawn=drawn):
            return drawn.round
        case _:
            return None


def _same_round(now: Round, then: Round | None) -> bool:
    if then is None or then.stage == "draft":
        return False
    return (now.basis, now.byes, _seats(now)) == (then.basis, then.byes, _seats(then))


def _seats(round: Round) -> tuple[tuple[str, ...], ...]:
    return tuple(table.seats for table in round.tables)


def _confirmed(round: Round) -> Iterable[tuple[int, Slip]]:
    for number, table in enumerate(round.tables, 1):
        if table.slip is not None and table.slip.status == "confirmed":
            yield number, table.slip


def _same_slip(now: Round, then: Round | None, number: int, slip: Slip) -> bool:
    if then is None or number > len(then.tables):
        return False
    table = then.tables[number - 1]
    return (
        table.seats == now.tables[number - 1].seats
        and table.slip is not None
        and replace(table.slip, event=slip.event) == slip
    )
