"""State is the fold of events: what each order changes, once it has been accepted. Nothing is judged here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, assert_never

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tantera.formats.drawing.field import Apart, DrawnTable
from tantera.formats.why import Why
from tantera.rules import kept_book
from tantera.tournament import events as e
from tantera.tournament import orders as o
from tantera.tournament import state as s
from tantera.tournament.events import NOTHING, Recorded, head_of, read_line
from tantera.tournament.options import ALWAYS_FREE
from tantera.tournament.orders import OrderProblem
from tantera.tournament.structure import in_round, public_seed
from tantera.tournament.sums import NAMES, forfeiting, winner_of_forfeit
from tantera.words.alike import ERASED


def folded(lines: Iterable[bytes]) -> s.TournamentState:
    """The state after all lines of a log. The chain is followed; a line that breaks it raises.

    Only the last undo matters for what does not count: it tells the whole of it.
    """
    history: list[Recorded] = []
    head = NOTHING
    ids: dict[str, int] = {}
    for line in lines:
        recorded = read_line(line, len(history) + 1, head)
        head = head_of(recorded.line)
        history.append(recorded)
        if recorded.id is not None:
            ids.setdefault(recorded.id, recorded.number)
    if not history:
        raise OrderProblem("no_tournament", "there is no event yet: it begins with create")
    return again(history, head, ids)


def again(history: Iterable[Recorded], head: str, ids: dict[str, int]) -> s.TournamentState:
    """The state after all these events, folded from the beginning."""
    history = tuple(history)
    gone, changed = gone_by(history), outcomes_of(history)
    state: s.TournamentState | None = None
    for recorded in history:
        if recorded.number in gone or isinstance(recorded.order, o.Undo):
            continue
        state = step_of_own(state, recorded, changed.get(recorded.number, recorded.outcome))
    if state is None:
        raise OrderProblem("log", "event {number} of the log cannot be read", number=1)
    return replace(state, log=s.Log(history, head, ids, gone))


def step_of_own(state: s.TournamentState | None, recorded: Recorded, outcome: e.AnyOutcome | None) -> s.TournamentState:
    """`step` for whoever folds a log and holds the only state there is: a player who enters is written into it. Ten
    thousand entries are not copied ten thousand times."""
    if state is None or not isinstance(recorded.order, o.Enter):
        return step(state, recorded, outcome)
    entry = _entered(recorded.order)
    state.__dict__.clear()  # what was worked out without them
    state.entries[entry.entry] = entry
    for player in entry.players:
        state.players[player.id] = entry.entry
    return state


def _last_undo(history: tuple[Recorded, ...]) -> e.Undone:
    undone = (recorded.outcome for recorded in reversed(history) if isinstance(recorded.outcome, e.Undone))
    return next(undone, e.Undone(()))


def gone_by(history: tuple[Recorded, ...]) -> frozenset[int]:
    """The events that do not count: the last undo tells the whole of it."""
    return frozenset(_last_undo(history).gone)


def outcomes_of(history: tuple[Recorded, ...]) -> dict[int, e.AnyOutcome]:
    """Outcomes that are other than the log first had them: drafts that an undo drew again."""
    return dict(_last_undo(history).changed)


def undone_by(history: tuple[Recorded, ...], more: int | None = None) -> frozenset[int]:
    """The events that an undo names which is not itself undone; `more`: and one that is about to be."""
    undone = {more} if more is not None else set()
    for recorded in reversed(history):
        if isinstance(recorded.order, o.Undo) and recorded.number not in undone:
            undone.add(recorded.order.event)
    return frozenset(undone)


def evolve(state: s.TournamentState | None, recorded: Recorded) -> s.TournamentState:
    """The state after one more event."""
    head = head_of(recorded.line)
    before = state.log if state is not None else s.Log()
    ids = before.ids if recorded.id is None else {**before.ids, recorded.id: recorded.number}
    history = (*before.history, recorded)
    if isinstance(recorded.order, o.Undo):
        without = _without_entry(state, recorded)
        if without is None:
            return again(history, head, ids)
        return replace(without, log=s.Log(history, head, ids, before.gone | {recorded.order.event}))
    after = step(state, recorded, recorded.outcome)
    return replace(after, log=s.Log(history, head, ids, before.gone))


def _without_entry(state: s.TournamentState | None, recorded: Recorded) -> s.TournamentState | None:
    """The state without an entry, where an undo takes back nothing else and changes nothing; None: it does more.

    What rested on the entry would be gone with it. So a sheet of a thousand rows is taken back row by row without
    folding everything a thousand times.
    """
    outcome, order = recorded.outcome, recorded.order
    if state is None or not isinstance(outcome, e.Undone) or not isinstance(order, o.Undo):
        return None
    log = state.log
    undone = log.history[order.event - 1].order
    if not isinstance(undone, o.Enter) or set(outcome.gone) != log.gone | {order.event}:
        return None
    if dict(outcome.changed) != outcomes_of(log.history):
        return None
    gone = {player.id for player in undone.players}
    entries = {name: entry for name, entry in state.entries.items() if name != undone.entry}
    players = {player: entry for player, entry in state.players.items() if player not in gone}
    return replace(state, entries=entries, players=players)


def step(state: s.TournamentState | None, recorded: Recorded, outcome: e.AnyOutcome | None) -> s.TournamentState:
    """What one order changes, its log apart."""
    order = recorded.order
    if state is None:
        if not isinstance(order, o.Create) or not isinstance(outcome, e.Created):
            raise OrderProblem("log", "event {number} of the log cannot be read", number=recorded.number)
        return _created(order, outcome)
    match order:
        case o.Enter():
            entry = _entered(order)
            players = {**state.players, **dict.fromkeys(entry.ids, entry.entry)}
            return replace(state, entries={**state.entries, entry.entry: entry}, players=players)
        case o.Pay():
            return _change(state, (order.entry,), paid=state.entries[order.entry].paid + order.amount)
        case o.CheckIn() | o.CheckOut():
            return _change(state, order.entries, checked_in=isinstance(order, o.CheckIn))
        case o.Return():
            return _change(state, order.entries, withdrawn=False)
        case o.Withdraw():
            gone = _change(state, order.entries, withdrawn=True)
            return _not_there(gone, [player for entry in order.entries for player in state.entries[entry].ids])
        case o.Commit(hash=digest):
            return replace(state, committed=digest.lower())
        case o.Lot(secret=secret, drawn=drawn):
            return replace(state, committed=None, lot_drawn=True, seed=public_seed(secret, drawn))
        case o.EditPlayer():
            return _edited_player(state, order)
        case o.EditEvent():
            return _edited_event(state, order, outcome)
        case o.Seed():
            return replace(state, seeds=order.entries)
        case o.Postpone():
            round = state.played[order.round - 1]
            moved = replace(round.tables[order.table - 1], date=order.to)
            return s.with_table(state, round, order.table, moved)
        case o.KeepApart():
            apart = Apart(order.players, order.kind, order.hard, order.rounds)
            return replace(state, apart=(*state.apart, apart))
        case o.Draw() | o.Publish() | o.CloseRound() | o.Swap() | o.Repair():
            return _of_rounds(state, order, outcome)
        case o.Result() | o.Confirm() | o.Dispute():
            return _of_slips(state, order, recorded)
        case o.Late():
            round = state.played[order.round - 1]
            state = s.with_round(state, replace(round, late={**round.late, order.player: order.minutes}))
            return replace(state, fines=_fines_with(state, order))
        case o.Default():
            round = state.played[order.round - 1]
            return s.with_round(state, replace(round, absent=tuple(dict.fromkeys((*round.absent, *order.absent)))))
        case o.StandIn():
            return _stood_in(state, state.played[order.round - 1], order)
        case o.Penalty():
            fine = s.Fine(order.player, order.round, order.article, order.points)
            return replace(state, fines=(*state.fines, fine))
        case o.ShowCard():
            shown = s.CardShown(order.player, order.round, order.article, order.card)
            return replace(state, cards=(*state.cards, shown))
        case o.Expel():
            return expelled(state, order)
        case o.Close():
            if isinstance(outcome, e.Revealed):
                state = s.with_round(state, replace(state.played[outcome.round - 1], revealed=outcome.revealed))
            return replace(state, closed=True)
        case o.Create() | o.Undo():
            raise OrderProblem("log", "event {number} of the log cannot be read", number=recorded.number)
        case unknown:
            assert_never(unknown)


def _created(order: o.Create, outcome: e.Created) -> s.TournamentState:
    book = kept_book(msgspec.json.encode(outcome.own_book)) if outcome.own_book is not None else None
    return s.TournamentState(
        name=order.name,
        book=outcome.book,
        law=outcome.law,
        format=outcome.format,
        rounds=outcome.rounds,
        seed=outcome.seed,
        options=outcome.options,
        own_book=book,
        edition=outcome.edition,
        said=order.options,
    )


def _edited_event(state: s.TournamentState, order: o.EditEvent, outcome: e.AnyOutcome | None) -> s.TournamentState:
    changes = order.changes
    texts = {**state.about.texts, **changes.pop("texts", {})}
    said = changes.pop("options", {})
    name = changes.pop("name", state.name)
    about = replace(state.about, **changes, texts={key: text for key, text in texts.items() if text})
    state = replace(state, name=name, about=about)
    if not isinstance(outcome, e.EventEdited):
        return state
    redefined = {key: value for key, value in said.items() if key not in ALWAYS_FREE}
    return replace(
        state, options=outcome.options, said={**state.said, **said}, redefined={**state.redefined, **redefined}
    )


# --- entries


def _entered(order: o.Enter) -> s.Entry:
    return s.Entry(order.entry, order.players, order.paid)


def _edited_player(state: s.TournamentState, order: o.EditPlayer) -> s.TournamentState:
    """The player as they are called from now on. Where clubs meet a pair plays for one, and changes clubs together."""
    name = state.players[order.player]
    changes = order.changes
    for_both = {"club": changes["club"]} if state.kind.teams is not None and "club" in changes else {}
    players = tuple(
        replace(player, **(changes if player.id == order.player else {} if player.name == ERASED else for_both))
        for player in state.entries[name].players
    )
    return _change(state, (name,), players=players)


def _change(state: s.TournamentState, entries: Iterable[str], **to: Any) -> s.TournamentState:
    changed = dict(state.entries)
    for entry in entries:
        changed[entry] = replace(changed[entry], **to)
    return replace(state, entries=changed)


def _not_there(state: s.TournamentState, players: Sequence[str]) -> s.TournamentState:
    """Players who go while their table has not been played: a default."""
    for round in state.all_open:
        unplayed = {seat for table in round.tables if table.slip is None for seat in table.seats}
        gone = [player for player in players if player in unplayed and player not in round.absent]
        state = s.with_round(state, replace(round, absent=(*round.absent, *gone))) if gone else state
    return state


# --- rounds


def _of_rounds(
    state: s.TournamentState, order: o.Draw | o.Publish | o.CloseRound | o.Swap | o.Repair, outcome: e.AnyOutcome | None
) -> s.TournamentState:
    match order, outcome:
        case o.Draw(), e.Drawn():
            return s.with_round(state, drafted(outcome))
        case o.Publish(), e.Published():
            return _published(state, order, outcome)
        case o.CloseRound(), e.RoundClosed():
            closed = replace(state.played[outcome.round - 1], stage="closed", revealed=outcome.revealed or "")
            return s.with_round(state, closed)
        case o.Swap(), None:
            return s.with_round(state, swapped(state, state.played[order.round - 1], order))
        case o.Repair(), e.Repaired():
            return s.with_round(state, repaired(state.played[order.round - 1], order, outcome))
        case o.Repair(), None:
            return state
        case _:
            raise OrderProblem("log", "event {number} of the log cannot be read", number=state.number + 1)


def drafted(drawn: e.Drawn) -> s.Round:
    tables = tuple(s.Table(seated.seats, seated.why, meeting=seated.meeting) for seated in drawn.tables)
    return s.Round(
        drawn.round, "draft", tables, drawn.byes, drawn.basis, drawn.field, drawn.notes,
        stand_ins=dict(drawn.stand_ins), bracket=drawn.bracket,
    )  # fmt: skip


def _published(state: s.TournamentState, order: o.Publish, outcome: e.Published) -> s.TournamentState:
    if outcome.closed is not None:
        before = state.played[outcome.closed - 1]
        closed = replace(before, stage="closed", accepted=order.accept_missing, revealed=outcome.revealed or "")
        state = s.with_round(state, closed)
    round = state.played[outcome.round - 1]
    open_now = replace(
        round,
        stage="published",
        absent=outcome.absent,
        stand_ins={**round.stand_ins, **dict(outcome.stand_ins)},
        overridden=order.override,
        broken=outcome.broken,
        deals=outcome.deals or "",
        secret=outcome.secret or "",
    )
    here = [entry for entry in in_round(state, round) if state.entries[entry].checked_in]
    return s.with_round(_change(state, here, rested_on=True), open_now)


def swapped(state: s.TournamentState, round: s.Round, order: o.Swap) -> s.Round:
    """Each takes the other's seat, in pairs the other pair's two, and their place in a bracket; one of them may have
    the bye."""
    ones, others = ((state.entries[name].ids if state.pairs else (name,)) for name in (order.a, order.b))
    places = dict(zip((*ones, *others), (*others, *ones), strict=True))
    by_hand = Why(
        "{entry} and {other} exchanged by hand: {reason}"
        if state.pairs
        else "{one} and {other} exchanged by hand: {reason}",
        {"entry" if state.pairs else "one": order.a, "other": order.b, "reason": order.reason},
    )
    tables = tuple(
        replace(table, seats=tuple(places.get(seat, seat) for seat in table.seats), why=(*table.why, by_hand))
        if places.keys() & set(table.seats)
        else table
        for table in round.tables
    )
    a, b = (name if state.pairs else state.players[name] for name in (order.a, order.b))
    exchanged = {a: b, b: a}
    byes = tuple(exchanged.get(entry, entry) for entry in round.byes)
    bracket = tuple(entry and exchanged.get(entry, entry) for entry in round.bracket)
    edited = (*round.edited, s.Edit(order.a, order.b, order.reason))
    return replace(round, tables=tables, byes=byes, bracket=bracket, edited=edited)


def repaired(round: s.Round, order: o.Repair, outcome: e.Repaired) -> s.Round:
    """New tables in place of old ones; a table that stays keeps its slip. Who was expelled has lost the match that was
    in play there, and none at another table; a completed seat that is no more has no name, and who has no seat any more
    was not missed at any."""
    kept = {table.seats: table for table in round.tables}
    new = drafted(outcome.drawn)
    stay = {seat for table in new.tables if table.seats in kept for seat in table.seats}
    seated = {seat for table in new.tables for seat in table.seats}
    named = {seat: name for seat, name in round.stand_ins.items() if seat in seated or not seat.startswith(s.STAND_IN)}
    tables = tuple(
        replace(table, slip=kept[table.seats].slip, date=kept[table.seats].date) if table.seats in kept else table
        for table in new.tables
    )
    return replace(
        round, tables=tables, byes=new.byes, basis=new.basis, field=new.field, notes=new.notes, bracket=new.bracket,
        stand_ins={**new.stand_ins, **named}, edited=() if order.how == "redraw" else round.edited,
        forfeits=tuple(player for player in round.forfeits if player in stay),
        absent=tuple(player for player in round.absent if player in seated),
        late={player: minutes for player, minutes in round.late.items() if player in seated},
    )  # fmt: skip


def as_seated(round: s.Round) -> tuple[DrawnTable, ...]:
    return tuple(DrawnTable(table.seats, table.why, table.meeting) for table in round.tables)


# --- slips


def _of_slips(
    state: s.TournamentState, order: o.Result | o.Confirm | o.Dispute, recorded: Recorded
) -> s.TournamentState:
    round = state.played[order.round - 1]
    table = round.tables[order.table - 1]
    match order:
        case o.Result():
            slip = slip_of(state, round, table, order, recorded.by, recorded.number)
        case o.Confirm():
            slip = _stamped(table, "confirmed", recorded.number)
        case o.Dispute():
            slip = _stamped(table, "disputed", recorded.number)
            if order.score is not None:
                slip = replace(slip, other=s.Version(order.score, recorded.by))
        case unknown:
            assert_never(unknown)
    return s.with_table(state, round, order.table, replace(table, slip=slip))


def _stamped(table: s.Table, status: o.Status, event: int) -> s.Slip:
    if table.slip is None:
        raise OrderProblem("log", "event {number} of the log cannot be read", number=event)
    return replace(table.slip, status=status, event=event)


def slip_of(state: s.TournamentState, round: s.Round, table: s.Table, order: o.Result, by: str, event: int) -> s.Slip:
    """The slip that an order makes: what it leaves out follows from the score and from who gives it."""
    winner: s.Winner | None = order.winner
    if not state.alone:
        if forfeiting(round, table):
            winner = winner_of_forfeit(round, table)
        elif winner is None and order.points[0] != order.points[1]:
            winner = NAMES[0] if order.points[0] > order.points[1] else NAMES[1]
    status = order.status or ("entered" if by.startswith("player") else "confirmed")
    re_entries = order.re_entries or (0,) * len(order.points)
    return s.Slip(order.points, winner, re_entries, status, by, event, order.reason, hands=order.hands or ())


# --- who is there and who is not ------------------------------------------------------------------------------------


def _stood_in(state: s.TournamentState, round: s.Round, order: o.StandIn) -> s.TournamentState:
    """Somebody plays in an absent player's place; in a pair, for good where the player was expelled."""
    number = round.seat_of(order.player)
    if number is not None and round.tables[number - 1].slip is None:
        absent = tuple(dict.fromkeys((*round.absent, order.player)))
        named = {**round.stand_ins, order.player: order.name}
        state = s.with_round(state, replace(round, absent=absent, stand_ins=named))
    if state.pairs and order.player in state.expelled:
        out = replace(state.expelled[order.player], stand_in=order.name)
        state = replace(state, expelled={**state.expelled, order.player: out})
    return state


def _fines_with(state: s.TournamentState, order: o.Late) -> tuple[s.Fine, ...]:
    """CI-8: so many points off for every full five minutes; from the default on none."""
    others = tuple(
        fine for fine in state.fines if not (fine.late and fine.player == order.player and fine.round == order.round)
    )
    rule, points = state.options.late, cost_of_lateness(state, order.minutes)
    if rule is None or not points:
        return others
    return (*others, s.Fine(order.player, order.round, rule.article or "", points, late=True))


def cost_of_lateness(state: s.TournamentState, minutes: int) -> int | None:
    """The points that it takes off; None: it is a default."""
    rule = state.options.late
    if rule is not None and minutes >= rule.default_minutes:
        return None
    if rule is None or rule.points is None or rule.every_minutes is None or minutes <= state.options.grace_minutes:
        return 0
    return minutes // rule.every_minutes * rule.points


def expelled(state: s.TournamentState, order: o.Expel) -> s.TournamentState:
    """Out of the event. A table of theirs without a confirmed slip is won by the other side; by nobody, where somebody
    of either side was expelled there."""
    out = {**state.expelled, order.player: s.Expelled(order.round, order.article)}
    state = replace(state, expelled=out)
    for round in state.published:
        if round.number != order.round and round.stage != "published":
            continue
        number = round.seat_of(order.player)
        if number is None:
            continue
        table = round.tables[number - 1]
        if table.slip is not None and table.slip.status == "confirmed":
            continue  # a default goes before it; should a stand-in lift that, the match is lost all the same
        round = replace(round, forfeits=(*round.forfeits, order.player))
        if table.slip is not None and not state.alone:
            table = replace(table, slip=replace(table.slip, winner=winner_of_forfeit(round, table)))
        state = s.with_table(state, round, number, table)
    return state


# --- the public lot, as anybody can check it: a hash on the wall, a draw in the hall, then the secret


class PublicLot(Struct, frozen=True):
    """How far the public lot of an event has come."""

    hash: str
    secret: str = ""
    drawn: str = ""
    """What somebody in the hall has drawn; empty: not yet."""

    @property
    def seed(self) -> str:
        return public_seed(self.secret, self.drawn) if self.drawn else ""


def public_lot(tournament: s.TournamentState) -> PublicLot | None:
    """The lot of this event, where it is a public one."""
    history = tournament.log.history
    without = tournament.log.gone | undone_by(history)
    counts = [recorded.order for recorded in history if recorded.number not in without]
    committed = next((order.hash.lower() for order in counts if isinstance(order, o.Commit)), None)
    if committed is None:
        return None
    lot = next((order for order in counts if isinstance(order, o.Lot)), None)
    return PublicLot(committed) if lot is None else PublicLot(committed, lot.secret, lot.drawn)


def commitments(tournament: s.TournamentState) -> int:
    """How often a lot was committed to, undone ones included: every commitment has a secret of its own."""
    return sum(isinstance(recorded.order, o.Commit) for recorded in tournament.log.history)
