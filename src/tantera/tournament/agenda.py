"""What the director has to do next: one thing at a time, from the first entry to the signed act."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from tantera.tournament import structure
from tantera.tournament.decide_rounds import broken_rules, unfit_for
from tantera.tournament.decided import never_came
from tantera.tournament.fields import beaten, drawable
from tantera.tournament.hall.state import HallState, is_to_begin
from tantera.tournament.state import Round, Table, TournamentState
from tantera.words import Phrase, counting

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


def next_thing(tournament: TournamentState, hall: HallState, now: int) -> NextThing:
    """What the one filled button of the desk does."""
    if tournament.closed:
        return NextThing("print_act", "acts", Phrase("The tournament is closed"), Phrase("Print the act"))
    if tournament.open is not None:
        return _in_round(tournament, hall, tournament.open, now)
    if tournament.draft is not None:
        return _with_draft(tournament, tournament.draft)
    return _between(tournament)


def _between(tournament: TournamentState) -> NextThing:
    number = len(tournament.played) + 1
    most = structure.all_rounds(tournament)
    able = len(drawable(tournament, number))
    if (most is not None and number > most) or (able < FEWEST and beaten(tournament, number)):
        lacking = sum(len(missing) for _, missing in never_came(tournament))
        lacks = counting(lacking, "All rounds have been played, but one slip has not come",
                         "All rounds have been played, but {count} slips have not come")  # fmt: skip
        played = lacks if lacking else Phrase("All rounds have been played")
        return NextThing("close", "acts", played, Phrase("Close the tournament"))
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
