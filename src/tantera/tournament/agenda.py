"""What the director has to do next: one thing at a time, from the first entry to the signed act."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from tantera.tournament import structure
from tantera.tournament.decide_rounds import broken_rules, unfit_for
from tantera.tournament.decided import never_came
from tantera.tournament.fields import beaten, drawable
from tantera.tournament.hall.state import HallState, Objection, is_to_begin
from tantera.tournament.roll import owes
from tantera.tournament.state import Round, Table, TournamentState
from tantera.tournament.telling import seated
from tantera.words import Phrase

Screen = Literal["entries", "draw", "tables", "clock", "standings", "acts"]
"""The screens of the desk, one for each question of the day."""
Condition = Literal["verified", "default", "disputed", "entered", "to_begin", "playing", "missing"]
"""How a table of a published round stands."""

FEWEST: Final = 2


class NextThing(Struct, frozen=True):
    """What is to be done, why, and on which screen."""

    code: str
    screen: Screen
    sentence: Phrase
    """How things stand, in a sentence."""
    button: Phrase
    table: int | None = None
    round: int | None = None


def condition(tournament: TournamentState, hall: HallState, round: Round, number: int, now: int) -> Condition:
    """How a table stands. A slip is missing after time only: until then the table may still play."""
    return _condition(tournament, hall, round, number, now, is_to_begin(tournament, hall, round))


def _condition(
    tournament: TournamentState, hall: HallState, round: Round, number: int, now: int, to_begin: bool
) -> Condition:
    table: Table = round.tables[number - 1]
    if table.slip is not None:
        if table.slip.status == "confirmed":
            return "verified"
        return "disputed" if table.slip.status == "disputed" else "entered"
    if tournament.is_settled(round, table):
        return "default"
    if to_begin:
        return "to_begin"
    clock = hall.clock
    over = clock is not None and clock.round == round.number and clock.phase(now, number) == "time"
    return "missing" if over or round.stage == "closed" else "playing"


def conditions(tournament: TournamentState, hall: HallState, round: Round, now: int) -> list[Condition]:
    to_begin = is_to_begin(tournament, hall, round)
    return [_condition(tournament, hall, round, number, now, to_begin) for number in range(1, len(round.tables) + 1)]


class LeftOpen(Struct, frozen=True):
    """What nobody has settled yet: it is said, and asked about before a tournament is closed."""

    results: tuple[tuple[int, tuple[int, ...]], ...]
    """Of closed rounds, and the tables."""
    objections: tuple[Objection, ...]
    fees: int

    def told(self, tournament: TournamentState) -> list[Phrase]:
        """One by one."""
        lines = [
            Phrase("Round {round}, table {table}: no result ({names})", round=number, table=table,
                   names=_who_sits(tournament, number, table))
            for number, tables in self.results for table in tables
        ]  # fmt: skip
        lines += [
            Phrase("Round {round}, table {table}: an objection is not answered: {text}", round=one.round,
                   table=one.table, text=one.text)
            for one in self.objections
        ]  # fmt: skip
        return [*lines, Phrase("{amount} of the fees are not paid", amount=self.fees)] if self.fees else lines


def _who_sits(tournament: TournamentState, number: int, table: int) -> str:
    round = tournament.played[number - 1]
    return ", ".join(seated(tournament, round, seat) for seat in round.tables[table - 1].seats)


def left_open(tournament: TournamentState, hall: HallState) -> LeftOpen:
    fees = sum(owes(tournament, entry) for entry in tournament.entries.values())
    return LeftOpen(never_came(tournament), unanswered(hall), fees)


def unanswered(hall: HallState) -> tuple[Objection, ...]:
    """What players say is wrong, until somebody answers."""
    return tuple(one for one in hall.objections if one.answer is None)


_GOES_ON: Final = frozenset({"draw", "publish", "close_round", "close"})
"""What is done once everything before it is settled."""


def next_thing(tournament: TournamentState, hall: HallState, now: int) -> NextThing:
    """What the one filled button of the desk does."""
    thing = _next_step(tournament, hall, now)
    if thing.code in _GOES_ON and (objections := unanswered(hall)):
        where = {"round": objections[0].round, "table": objections[0].table}
        words = Phrase("Round {round}, table {table}: a player says that the result is wrong", **where)
        return NextThing("objection", "tables", words, Phrase("Look at it"), **where)
    if thing.code == "close" and (missing := never_came(tournament)):
        number, tables = missing[0]
        words = Phrase("All rounds have been played, and results never came")
        return NextThing("late_results", "tables", words, Phrase("Key in results"), tables[0], number)
    return thing


def _next_step(tournament: TournamentState, hall: HallState, now: int) -> NextThing:
    if tournament.closed:
        return NextThing("print_act", "acts", Phrase("The tournament is closed"), Phrase("Print the act"))
    if tournament.open is not None:
        return _in_round(tournament, hall, tournament.open, now)
    if tournament.draft is not None:
        return _with_draft(tournament, tournament.draft)
    return _between(tournament)


def all_played(tournament: TournamentState) -> bool:
    """Whether no round is open and none can follow: only the closing is left to do."""
    if tournament.open is not None or tournament.draft is not None:
        return False
    number, most = len(tournament.played) + 1, structure.all_rounds(tournament)
    if most is not None and number > most:
        return True
    return len(drawable(tournament, number)) < FEWEST and bool(beaten(tournament, number))


def _between(tournament: TournamentState) -> NextThing:
    if all_played(tournament):
        return NextThing("close", "acts", Phrase("All rounds have been played"), Phrase("Close the tournament"))
    number = len(tournament.played) + 1
    able = len(drawable(tournament, number))
    if able < FEWEST:
        words = (
            Phrase("Too few to draw: {count}", count=able) if tournament.entries else Phrase("Nobody has entered yet")
        )
        return NextThing("enter", "entries", words, Phrase("Enter players"))
    return NextThing(
        "draw",
        "draw",
        _who_is_drawn(tournament, able, number),
        Phrase("Draw round {round}", round=number),
        round=number,
    )


def _who_is_drawn(tournament: TournamentState, able: int, number: int) -> Phrase:
    """Where nobody has been checked in all are drawn, and otherwise who is here: whoever draws should know which."""
    if not tournament.anybody_checked_in:
        return Phrase("Round {round}: nobody has been checked in, so all {count} are drawn", count=able, round=number)
    out = beaten(tournament, number)
    away = sum(tournament.is_active(entry) and name not in out for name, entry in tournament.entries.items()) - able
    if away:
        return Phrase("Round {round}: {count} here, {away} not here", count=able, away=away, round=number)
    return Phrase("Round {round}: all {count} are here", count=able, round=number)


def _with_draft(tournament: TournamentState, draft: Round) -> NextThing:
    if unfit_for(tournament, draft):
        words = Phrase("Round {round} is a draft, and no longer fits who is here", round=draft.number)
        return NextThing("mend", "draw", words, Phrase("Look at it"), round=draft.number)
    broken = broken_rules(tournament, draft)
    if broken:
        words = Phrase("Round {round} is a draft, and it breaks a rule", round=draft.number)
        return NextThing("mend", "draw", words, Phrase("Look at it"), round=draft.number)
    words = Phrase("Round {round} is a draft: nobody has seen it yet", round=draft.number)
    return NextThing("publish", "draw", words, Phrase("Publish round {round}", round=draft.number), round=draft.number)


def _in_round(tournament: TournamentState, hall: HallState, round: Round, now: int) -> NextThing:
    standing = conditions(tournament, hall, round, now)
    counts = {condition: standing.count(condition) for condition in set(standing)}
    facts = {"round": round.number}
    if "disputed" in counts:
        table = standing.index("disputed") + 1
        words = Phrase("Table {table}: the sides do not agree", table=table)
        return NextThing("settle", "tables", words, Phrase("Settle table {table}", table=table), table, round.number)
    waiting = sum(counts.get(condition, 0) for condition in ("entered", "to_begin", "playing", "missing"))
    if waiting and is_to_begin(tournament, hall, round):
        words = Phrase("Round {round} is published and its clock stands", **facts)
        return NextThing("start_clock", "clock", words, Phrase("Start the clock"), round=round.number)
    if waiting:
        words = (
            Phrase("Round {round}: one result to come", **facts)
            if waiting == 1
            else Phrase("Round {round}: {count} results to come", count=waiting, **facts)
        )
        table = next(
            place for place, one in enumerate(standing, 1) if one in ("missing", "entered", "to_begin", "playing")
        )
        return NextThing("results", "tables", words, Phrase("Key in results"), table, round.number)
    most = structure.all_rounds(tournament)
    if most is not None and round.number >= most:
        words = Phrase("Every result of round {round} is in", **facts)
        return NextThing("close_round", "tables", words, Phrase("Close round {round}", **facts), round=round.number)
    if tournament.draft is not None:
        return _with_draft(tournament, tournament.draft)
    words = Phrase("Every result of round {round} is in", **facts)
    following = round.number + 1
    return NextThing("draw", "draw", words, Phrase("Draw round {round}", round=following), round=following)
