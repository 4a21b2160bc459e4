"""Judging what concerns rounds: draw, publish, close, swap, repair; and the end of the event."""

from __future__ import annotations

from datetime import date
from typing import Any, assert_never

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from tantera.formats import draw, violations
from tantera.formats.drawing.field import Drawing, DrawnTable, Field, Violation
from tantera.formats.drawing.roster import NOBODY
from tantera.formats.pairs_knock_out import slots_of
from tantera.formats.why import Why
from tantera.tournament import events as e
from tantera.tournament import orders as o
from tantera.tournament import structure
from tantera.tournament.beside import derived_secret
from tantera.tournament.decided import (
    Decided,
    a_player,
    a_published_round,
    an_entry,
    cited,
    listed,
    missing_slips,
    the_round,
    the_table,
)
from tantera.tournament.duplicate import committed
from tantera.tournament.evolve import as_seated, drafted, swapped
from tantera.tournament.fields import basis_of, beaten, drawable, drawing_of, field_of, fingerprint
from tantera.tournament.names import names_of
from tantera.tournament.orders import Given, Refused
from tantera.tournament.state import STAND_IN, Round, TournamentState
from tantera.words import Phrase
from tantera.words.alike import ERASED

STAND_INS_ARE_CALLED = "Comodín"


def draw_round(tournament: TournamentState, order: o.Draw, given: Given) -> Decided:
    number = _number_to_draw(tournament, order.round)
    if tournament.committed is not None:
        raise Refused("lot_pending", "the lot has been committed to and not yet drawn")
    most = structure.all_rounds(_without_draft(tournament))
    if most is not None and number > most:
        article = "" if most == tournament.rounds else cited(tournament, "draw")
        raise Refused("no_more_rounds", "the event has {rounds} rounds", article, rounds=most)
    if tournament.calendar and not structure.day_of(tournament, number):
        raise Refused("no_date", "round {round} has no day in the calendar", round=number)
    drawn = _drawn_whole(tournament, _without_draft(tournament), number)
    return Decided(drawn, {"round": number, "tables": len(drawn.tables)})


def _drawn_whole(tournament: TournamentState, base: TournamentState, number: int) -> e.Drawn:
    """A round with everybody who can be drawn, as it lies on top of `base`; a `Refused` where they are too few."""
    field = field_of(base, number)
    going_on = number > 1 and structure.knocks_out(base, number)
    least = 2 if tournament.options.stand_ins else tournament.kind.least
    if len(field.entrants) < least and not going_on:
        if beaten(base, number) and not missing_slips(base, base.played[-1]):
            raise _decided(tournament)
        raise _too_few(tournament, len(field.entrants))
    drawn = drawn_by(tournament, field, basis_of(base, number))
    if not drawn.tables and len(drawn.byes) < 2:
        if going_on and not missing_slips(base, base.played[-1]):
            raise _decided(tournament)
        raise _too_few(tournament, len(drawn.byes if going_on else field.entrants))
    return drawn


def _decided(tournament: TournamentState) -> Refused:
    return Refused("no_more_rounds", "the event is decided: nobody is left to play on", cited(tournament, "draw"))


def _too_few(tournament: TournamentState, count: int) -> Refused:
    return Refused("too_few", "there are too few to draw: {count}", cited(tournament, "draw"), count=count)


def drawn_by(tournament: TournamentState, field: Field, basis: str) -> e.Drawn:
    """The draw of a field. The same field is not drawn twice: the draft that came of it stands in the log."""
    mark = fingerprint(field)
    for recorded in reversed(tournament.log.history):
        outcome = recorded.outcome
        if isinstance(outcome, e.Drawn) and outcome.field == mark and outcome.basis == basis:
            return outcome
    tables, names = _completed(draw(field))
    return e.Drawn(field.round, tables.tables, tables.byes, tables.notes, basis, mark, names, tables.bracket)


def _completed(drawing: Drawing) -> tuple[Drawing, tuple[tuple[str, str], ...]]:
    """Seats that stand-ins complete get a name of their own."""
    names: list[tuple[str, str]] = []
    tables = []
    for table in drawing.tables:
        seats = []
        for seat in table.seats:
            if not seat:
                seat = f"{STAND_IN}{len(names) + 1}"
                names.append((seat, STAND_INS_ARE_CALLED))
            seats.append(seat)
        tables.append(replace(table, seats=tuple(seats)))
    return replace(drawing, tables=tuple(tables)), tuple(names)


def _number_to_draw(tournament: TournamentState, wanted: int | None) -> int:
    draft = tournament.draft
    following = draft.number if draft is not None else len(tournament.played) + 1
    if wanted is not None and wanted < following:
        raise Refused("already_published", "round {round} has been published", round=wanted)
    if wanted is not None and wanted > following:
        raise Refused("no_such_round", "the next round is {round}", round=following)
    return following


def _without_draft(tournament: TournamentState) -> TournamentState:
    return replace(tournament, played=tournament.published)


def _slips_missing(tournament: TournamentState, round: Round, missing: list[int]) -> Refused:
    sentence = "round {round}: no confirmed slip of table {tables}"
    if len(missing) > 1:
        sentence = "round {round}: no confirmed slips of tables {tables}"
    return Refused("slips_missing", sentence, cited(tournament, "slip"), round=round.number, tables=listed(missing))


def publish(tournament: TournamentState, order: o.Publish, given: Given) -> Decided:
    round = _to_publish(tournament, order.round)
    before = None if tournament.calendar else tournament.open
    if before is not None:
        for table in order.accept_missing:
            the_table(before, table)
        missing = [table for table in missing_slips(tournament, before) if table not in order.accept_missing]
        if missing:
            raise _slips_missing(tournament, before, missing)
    elif order.accept_missing:
        raise Refused("nothing_missing", "no round is open: there is no slip to accept as missing")
    if is_old(tournament, round):
        raise Refused("draft_is_old", "results or penalties have changed since the draft: draw again",
                      cited(tournament, "draw"))  # fmt: skip
    unfit = unfit_for(tournament, round)
    if unfit and order.override is None:
        raise _no_longer_fits(tournament, unfit)
    broken = broken_rules(tournament, round)
    if broken and order.override is None:
        raise Refused(
            "hard_rules_broken",
            "the draft breaks a rule: {rule}",
            cited(tournament, "draw"),
            rule=broken[0].named(names_of(tournament)),
        )
    absent = tuple(
        seat
        for table in round.tables
        for seat in table.seats
        if (entry := tournament.players.get(seat))
        and (entry in unfit.gone or not tournament.is_active(tournament.entries[entry]))
    )
    replaced = {
        seat: out.stand_in
        for table in round.tables
        for seat in table.seats
        if (out := tournament.expelled.get(seat)) is not None and out.stand_in is not None
    }
    outcome = e.Published(
        round.number,
        before.number if before is not None else None,
        (*absent, *(seat for seat in replaced if seat not in absent)),
        tuple(replaced.items()),
        broken,
        revealed=revealed_by(before),
    )
    if tournament.options.duplicate:
        secret = given.secret or derived_secret(recorded.row for recorded in tournament.log.history)
        outcome = replace(outcome, deals=committed(secret), secret=secret)
    return Decided(outcome, {"round": round.number})


def revealed_by(closed: Round | None) -> str | UnsetType:
    """The secret that is told by closing a round; a copy of the file that nobody was to see it in does not have it."""
    return closed.secret if closed is not None and closed.secret not in ("", ERASED) else UNSET


class Unfit(Struct, frozen=True):
    """Entries that a draft no longer fits, by what has happened since it was drawn."""

    left_out: tuple[str, ...] = ()
    """Who would be drawn now and has neither seat nor bye."""
    gone: tuple[str, ...] = ()
    """Who would not be drawn now and has a seat."""

    def __bool__(self) -> bool:
        return bool(self.left_out or self.gone)


def unfit_for(tournament: TournamentState, round: Round) -> Unfit:
    """Whom a draft leaves out though they are here, and whom it seats though they are not. Events of the first edition
    took the first for missing the round and the others for absent without a word."""
    if tournament.edition < 2:
        return Unfit()
    can = drawable(tournament, round.number)
    there = structure.in_round(tournament, round)
    left_out = can - there
    if left_out and round.number > 1 and tournament.kind.rounds is not None:  # not everybody who is here goes on
        base = _without_draft(tournament)
        field = field_of(base, round.number)
        drawn = drawn_by(tournament, field, round.basis) if len(field.entrants) > 1 else None
        left_out &= structure.in_round(tournament, drafted(drawn)) if drawn is not None else set()
    gone = there - can - set(round.byes)
    return Unfit(
        tuple(filter(left_out.__contains__, tournament.entries)), tuple(filter(gone.__contains__, tournament.entries))
    )


FEW = 8
"""So many are named in a sentence."""


def _no_longer_fits(tournament: TournamentState, unfit: Unfit) -> Refused:
    names = names_of(tournament).entries

    def told(say: str, entries: tuple[str, ...]) -> Phrase:
        more = [f"+{len(entries) - FEW}"] if len(entries) > FEW else []
        return Phrase(say, names=", ".join([names[entry] for entry in entries[:FEW]] + more))

    phrases = [told(say, entries) for say, entries in (
        ("no table for {names}", unfit.left_out),
        ("a table for {names}, who would not be drawn now", unfit.gone),
    ) if entries]  # fmt: skip
    who = phrases[0] if len(phrases) == 1 else Phrase("{one}; {other}", one=phrases[0], other=phrases[1])
    refused = Refused("draft_is_old", "the draft no longer fits: {who}. Draw again, or publish it all the same with a "
                      "reason", cited(tournament, "draw"), who=who)  # fmt: skip
    refused.more = {
        "players": [player for entry in (*unfit.left_out, *unfit.gone) for player in tournament.entries[entry].ids]
    }
    return refused


def _to_publish(tournament: TournamentState, wanted: int | None) -> Round:
    if wanted is not None and the_round(tournament, wanted).stage != "draft":
        raise Refused("already_published", "round {round} has been published", round=wanted)
    if tournament.draft is None:
        raise Refused("no_draft", "there is no draft to publish")
    return tournament.draft


def is_old(tournament: TournamentState, round: Round) -> bool:
    """A draft rests on results, defaults and penalties: whether one has changed since, so that it is drawn again."""
    if tournament.calendar:  # every round has its day, whatever became of those before it
        return False
    base = _without_draft(tournament)
    old = basis_of(base, round.number) != round.basis
    if round.number == 1 and tournament.kind.rounds is not None and tournament.edition < 2:
        can = {entry for entry in tournament.entries if structure.can_be_drawn(tournament, entry)}
        old = old or not can <= structure.in_round(tournament, round)
    return old


def broken_rules(tournament: TournamentState, round: Round) -> tuple[Why, ...]:
    """Hard rules that a draft breaks, as it stands."""
    return tuple(violation.why for violation in violations_of(tournament, round) if violation.hard)


def violations_of(tournament: TournamentState, round: Round) -> tuple[Violation, ...]:
    """Everything that a draft breaks, as it stands: hard rules and ideals. Every screen asks: it is worked out once."""
    is_draft = round is tournament.draft
    known: tuple[Violation, ...] | None = tournament.__dict__.get("draft_violations") if is_draft else None
    if known is None:
        field = field_of(_without_draft(tournament), round.number, structure.in_round(tournament, round))
        known = violations(field, _as_drawn(round))
        if is_draft:
            tournament.__dict__["draft_violations"] = known
    return known


def _as_drawn(round: Round) -> Drawing:
    drawing = drawing_of(round)
    tables = (
        replace(table, seats=tuple("" if seat.startswith((STAND_IN, NOBODY)) else seat for seat in table.seats))
        for table in drawing.tables
    )
    return replace(drawing, tables=tuple(tables))


def close_round(tournament: TournamentState, order: o.CloseRound, given: Given) -> Decided:
    round = tournament.open
    if order.round is not None:
        wanted = the_round(tournament, order.round)
        if wanted.stage != "published":
            raise Refused("not_open", "round {round} is not open", round=order.round)
        round = wanted
    if round is None:
        raise Refused("not_open", "no round is open")
    if missing := missing_slips(tournament, round):
        raise _slips_missing(tournament, round, missing)
    return Decided(e.RoundClosed(round.number, revealed_by(round)), {"round": round.number})


def swap(tournament: TournamentState, order: o.Swap, given: Given) -> Decided:
    round = the_round(tournament, order.round)
    if round.stage != "draft":
        raise Refused("already_published", "round {round} has been published", round=order.round)
    there = structure.in_round(tournament, round)
    entries = []
    for name in (order.a, order.b):
        (an_entry if tournament.pairs else a_player)(tournament, name)
        entry = name if tournament.pairs else tournament.players[name]
        if entry not in there:
            raise Refused("not_seated", "{player} has no seat in round {round}", player=name, round=order.round)
        entries.append(entry)
    if entries[0] == entries[1] or all(entry in round.byes for entry in entries):
        raise Refused("nothing_to_swap", "there is nothing to exchange between {a} and {b}", a=order.a, b=order.b)
    broken = broken_rules(tournament, swapped(tournament, round, order))
    names = names_of(tournament)
    return Decided(None, {"round": order.round, "breaks": [violation.named(names) for violation in broken]})


def close(tournament: TournamentState, order: o.Close, given: Given) -> Decided:
    for round in tournament.all_open:
        if missing := missing_slips(tournament, round):
            raise _slips_missing(tournament, round, missing)
    revealed = revealed_by(tournament.open)
    last = tournament.open
    return Decided(e.Revealed(last.number, revealed) if last is not None and revealed else None)


def seed(tournament: TournamentState, order: o.Seed, given: Given) -> Decided:
    if tournament.played:
        raise Refused("already_drawn", "round 1 has been drawn: seeds come before it", cited(tournament, "draw"))
    for entry in order.entries:
        an_entry(tournament, entry)
    if len(set(order.entries)) != len(order.entries):
        raise Refused("seeded_twice", "somebody stands twice among the seeds")
    return Decided()


def postpone(tournament: TournamentState, order: o.Postpone, given: Given) -> Decided:
    round = a_published_round(tournament, order.round)
    table = the_table(round, order.table)
    if not tournament.calendar:
        raise Refused("no_calendar", "only a match of a league calendar is moved to another day: an event with dates")
    try:
        date.fromisoformat(order.to)
    except ValueError:
        raise Refused("wrong_value", "{found} is no day of the calendar", found=order.to) from None
    if tournament.is_settled(round, table):
        raise Refused("already_played", "round {round}: table {table} has been played",
                      round=order.round, table=order.table)  # fmt: skip
    return Decided()


# --- repair of a published round after a correction (CI-2) ----------------------------------------------------------
#
# By default the table of points changes and never the draw. The director may choose the smallest repair, in which only
# tables that have not begun change, or a new draw of the whole round; both can be looked at beforehand.


def repair(tournament: TournamentState, order: o.Repair, given: Given) -> Decided:
    round = a_published_round(tournament, order.round)
    if round.stage != "published":
        raise Refused("not_open", "round {round} is not open", round=order.round)
    drawn = _drawn(tournament, round, order)
    if drawn is None:
        return Decided(None, {"moves": []}, order.preview)
    outcome = e.Repaired(as_seated(round), round.byes, drawn)
    return Decided(outcome, {"moves": moves(round, drafted(drawn))}, order.preview)


def _drawn(tournament: TournamentState, round: Round, order: o.Repair) -> e.Drawn | None:
    before = replace(tournament, played=tournament.played[: round.number - 1])
    match order.how:
        case "leave":
            return None
        case "redraw":
            if any(table.slip is not None for table in round.tables):
                raise Refused("slip_is_in", "a slip of round {round} is in: it cannot be drawn again",
                              cited(tournament, "slip"), round=round.number)  # fmt: skip
            return _drawn_whole(tournament, before, round.number)
        case "swap_unstarted":
            basis = basis_of(before, round.number)
            if tournament.kind.by_rank:  # some tables can be drawn by themselves
                return _by_themselves(tournament, before, round, basis)
            return _where_none_has_begun(tournament, before, round, basis)
        case unknown:
            assert_never(unknown)


def _unstarted(tournament: TournamentState, round: Round) -> list[int]:
    """Places of the tables that have not begun: no slip, nobody absent or expelled there, no seat completed by a
    stand-in."""
    return [
        place
        for place, table in enumerate(round.tables)
        if table.slip is None
        and not tournament.absent_at(round, table)
        and not any(seat in round.forfeits or seat.startswith(STAND_IN) for seat in table.seats)
    ]


def _by_themselves(tournament: TournamentState, before: TournamentState, round: Round, basis: str) -> e.Drawn:
    """The players of tables not yet begun, drawn anew among themselves for the same tables."""
    places = _unstarted(tournament, round)
    seats = [seat for place in places for seat in round.tables[place].seats]
    if not seats:
        return _with(round, {}, basis)
    field = field_of(before, round.number, {tournament.players[seat] for seat in seats})
    drawn = drawn_by(tournament, field, basis)
    return _with(round, dict(zip(places, drawn.tables, strict=True)), basis)


def _where_none_has_begun(tournament: TournamentState, before: TournamentState, round: Round, basis: str) -> e.Drawn:
    """The tables as they would be drawn now, wherever a whole set of tables that exchange players has not begun."""
    drawn = drawn_by(tournament, field_of(before, round.number), basis)
    ideal = drawn.tables
    if len(ideal) != len(round.tables):
        return _with(round, {}, basis)
    resting = {player for entry in set(drawn.byes) ^ set(round.byes) for player in tournament.entries[entry].ids}
    stays = {place for place in range(len(ideal)) if place not in _unstarted(tournament, round)}
    while True:
        taken = resting.union(*({*round.tables[place].seats, *ideal[place].seats} for place in stays))
        more = {
            place
            for place in range(len(ideal))
            if place not in stays and taken & {*round.tables[place].seats, *ideal[place].seats}
        }
        if not more:
            break
        stays |= more
    repaired = _with(round, {place: table for place, table in enumerate(ideal) if place not in stays}, basis)
    return replace(repaired, bracket=_bracket(tournament, round, repaired.tables))


def _bracket(tournament: TournamentState, round: Round, tables: tuple[DrawnTable, ...]) -> tuple[str | None, ...]:
    """The bracket with new tables in the places of the old ones: the winner of a table goes on where it leads."""

    def entries(seats: tuple[str, ...]) -> list[str | None]:
        return [tournament.players.get(seat) for seat in seats[:2]]

    was = {frozenset(entries(old.seats)): entries(new.seats) for old, new in zip(round.tables, tables, strict=True)}
    return tuple(entry for slot in slots_of(round.bracket) for entry in was.get(frozenset(slot), slot))


def _with(round: Round, new: dict[int, DrawnTable], basis: str) -> e.Drawn:
    """The round with some of its tables replaced; where the same players meet, they keep their seats."""
    tables = list(as_seated(round))
    for place, table in new.items():
        if set(table.seats) != set(tables[place].seats):
            tables[place] = table
    return e.Drawn(round.number, tuple(tables), round.byes, round.notes, basis, round.field, bracket=round.bracket)


def moves(was: Round, now: Round) -> list[dict[str, Any]]:
    """Who would move, from which table to which; None: sits out."""
    before = {seat: number for number, table in enumerate(was.tables, 1) for seat in table.seats}
    after = {seat: number for number, table in enumerate(now.tables, 1) for seat in table.seats}
    return [
        {"player": seat, "from": before.get(seat), "to": after.get(seat)}
        for seat in dict.fromkeys((*before, *after))
        if before.get(seat) != after.get(seat) and not seat.startswith((STAND_IN, NOBODY))
    ]
