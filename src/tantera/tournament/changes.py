"""What an order would change of what people have already seen: said before it is carried out (CI-2).

People see the tables of published rounds, and the standings as they are after the last closed one. Results of the round
in play come and go on every screen while it lasts: nobody is asked about those.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from tantera.tournament import events as e
from tantera.tournament import orders as o
from tantera.tournament.decide import apply
from tantera.tournament.decide_rounds import moves
from tantera.tournament.decided import a_published_round, the_table
from tantera.tournament.evolve import drafted, slip_of
from tantera.tournament.fields import basis_of
from tantera.tournament.orders import Given
from tantera.tournament.standings import Standing, standings
from tantera.tournament.state import Round, Table, TournamentState


class PlaceChange(Struct, frozen=True):
    """An entry whose place or sums change; None: it is not in the table."""

    entry: str
    was: Standing | None
    now: Standing | None


class Move(Struct, frozen=True):
    """A player of a published round who changes tables; None: sits out."""

    round: int
    player: str
    was: int | None
    now: int | None


class Changes(Struct, frozen=True):
    """What would be otherwise."""

    after_round: int | None = None
    """The standings are those after this round; None: no round is closed yet."""
    standings: tuple[PlaceChange, ...] = ()
    moves: tuple[Move, ...] = ()
    withdrawn: tuple[int, ...] = ()
    """Rounds that would not be published any more."""
    reopened: tuple[int, ...] = ()
    """Rounds that would not be closed any more."""
    opens_again: bool = False
    """The tournament is closed, and would no longer be."""
    fallen: tuple[int, ...] = ()
    """Records that fall away besides the one that is undone."""
    draft_gets_old: bool = False
    """The next round has been drawn as a draft and would have to be drawn again."""
    draft: int | None = None
    draft_moves: tuple[Move, ...] = ()
    """Who would sit otherwise, or rest, in the draft that the director has looked at, and of which round it is."""
    slip_was: tuple[int, ...] | None = None
    """A result that is confirmed and gets another score."""

    @property
    def asked(self) -> bool:
        """Whether somebody has seen what changes, the draft included: the director would publish another one."""
        return self.seen or bool(self.draft_moves)

    @property
    def seen(self) -> bool:
        """Whether somebody has seen what changes: then it is asked about first."""
        return bool(
            self.standings
            or self.moves
            or self.withdrawn
            or self.reopened
            or self.opens_again
            or self.fallen
            or self.slip_was is not None
        )


def foreseen(tournament: TournamentState, given: Given) -> Changes:
    """What an order would change; a `Refused` where it would be refused."""
    applied = apply(tournament, given)
    if applied.again:
        return Changes()
    changed = changes(tournament, applied.after)
    order = given.order
    if isinstance(order, o.Undo):
        return replace(changed, fallen=tuple(applied.answer["fallen"]))
    if isinstance(order, o.Result):
        slip = tournament.played[order.round - 1].tables[order.table - 1].slip
        if slip is not None and slip.status == "confirmed" and slip.score != order.points:
            return replace(changed, slip_was=slip.score)
    return changed


def is_so_already(tournament: TournamentState, given: Given) -> bool:
    """Whether a result is already there as it would be: keyed in twice, it is one record."""
    order = given.order
    if not isinstance(order, o.Result):
        return False
    round = a_published_round(tournament, order.round)
    table = the_table(round, order.table)
    if table.slip is None:
        return False
    new = slip_of(tournament, round, table, order, given.by, table.slip.event)
    return replace(new, by=table.slip.by, reason=table.slip.reason, other=table.slip.other) == table.slip


def changes(before: TournamentState, after: TournamentState) -> Changes:
    """The difference between two states of an event, as far as people can see it."""
    closed = [round.number for round in before.played if round.stage == "closed"]
    upto = closed[-1] if closed else None
    moved: list[Move] = []
    withdrawn: list[int] = []
    reopened: list[int] = []
    for round in before.published:
        then = after.played[round.number - 1] if round.number <= len(after.played) else None
        if then is None or then.stage == "draft":
            withdrawn.append(round.number)
            continue
        if then is round:
            continue
        moved += _moved(round, then)
        if round.stage == "closed" and then.stage == "published":
            reopened.append(round.number)
    draft, anew = before.draft, after.draft
    return Changes(
        upto,
        _places(before, after, upto) if upto is not None else (),
        tuple(moved),
        tuple(withdrawn),
        tuple(reopened),
        before.closed and not after.closed,
        draft_gets_old=_is_old(after, after.draft) and not _is_old(before, before.draft),
        draft=draft.number if draft is not None else None,
        draft_moves=_moved(draft, anew) if draft is not None and anew is not None else (),
    )


def _moved(was: Round, now: Round) -> tuple[Move, ...]:
    return tuple(Move(was.number, move["player"], move["from"], move["to"]) for move in moves(was, now))


def _places(before: TournamentState, after: TournamentState, upto: int) -> tuple[PlaceChange, ...]:
    if _sums_rest_on(before, upto) == _sums_rest_on(after, upto):
        return ()
    was = {standing.entry: standing for standing in standings(before, upto, upto)}
    now = {standing.entry: standing for standing in standings(after, upto, upto)}
    changed = [
        PlaceChange(entry, was.get(entry), now.get(entry))
        for entry in dict.fromkeys((*now, *was))
        if was.get(entry) != now.get(entry)
    ]
    return tuple(sorted(changed, key=_how_far))


def _how_far(one: PlaceChange) -> tuple[bool, int]:
    """Those whose own sums change stand first, then those who go up or down the most."""
    if one.was is None or one.now is None:
        return False, 0
    return one.was.values == one.now.values, -abs(one.was.place - one.now.place)


def _sums_rest_on(tournament: TournamentState, upto: int) -> tuple[object, ...]:
    """Everything that the standings after a round are made of."""
    return tournament.played[:upto], tournament.fines, tournament.expelled, tournament.entries, tournament.seed


def moved_by(tournament: TournamentState, number: int) -> tuple[Move, ...]:
    """Who sits elsewhere since a record of a repair."""
    outcome = tournament.log.history[number - 1].outcome
    if not isinstance(outcome, e.Repaired):
        return ()
    now = drafted(outcome.drawn)
    return _moved(replace(now, tables=tuple(Table(table.seats) for table in outcome.was), byes=outcome.was_byes), now)


def drawn_on_other_results(tournament: TournamentState) -> Round | None:
    """The open round, where results, defaults or penalties that its draw rests on have changed since (CI-2)."""
    round = tournament.open
    return round if _is_old(tournament, round) else None


def to_repair(tournament: TournamentState) -> Round | None:
    """The same, until the director has said what becomes of it: a repair, or that everything stays."""
    round = drawn_on_other_results(tournament)
    if round is None:
        return None
    for recorded in reversed(tournament.log.history):
        order = recorded.order
        if recorded.number in tournament.log.gone:
            continue
        if isinstance(order, o.Repair) and order.round == round.number:
            return None
        if isinstance(order, o.Undo) or getattr(order, "round", None) in range(1, round.number):
            return round
    return round


def _is_old(tournament: TournamentState, round: Round | None) -> bool:
    if round is None:
        return False
    before = replace(tournament, played=tournament.played[: round.number - 1])
    return basis_of(before, round.number) != round.basis
