"""What a drawing breaks that was changed by hand, or drawn before something changed: hard rules apart from ideals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from tantera.formats.drawing.field import Drawing, Field, Violation
from tantera.formats.drawing.memory import Memory, Sitting, Two, all_at, opponents_at, partners_at, two
from tantera.formats.drawing.roster import STAND_IN, entry_of, here
from tantera.formats.format import Check, Enters
from tantera.formats.why import Why


def once(field: Field, drawing: Drawing) -> Iterator[Violation]:
    """Nobody sits twice, or sits and rests."""
    of = entry_of(field)
    seen = Counter(player for table in drawing.tables for player in table.seats if player != STAND_IN)
    resting = set(drawing.byes)
    for player, times in seen.items():
        if times > 1 or of.get(player) in resting:
            why = Why("{player} has more than one place", {"player": player})
            yield Violation(True, "seated_twice", why, players=(player,))


def sizes(field: Field, drawing: Drawing, enters: Enters) -> Iterator[Violation]:
    """Four at a table; alone three, and two where five or two play."""
    for number, table in enumerate(drawing.tables, 1):
        if len(table.seats) not in ((2, 3, 4) if enters == "alone" else (4,)):
            yield Violation(True, "table_size", Why("table {table} is not complete", {"table": number}), table=number)


def presence(field: Field, drawing: Drawing) -> Iterator[Violation]:
    """Who has gone since the draw is a default, and no fault of it."""
    able = {player for entrant in field.entrants for player in entrant.players}
    for number, table in enumerate(drawing.tables, 1):
        for player in table.seats:
            if player != STAND_IN and player not in able:
                why = Why("{player} cannot be drawn any more", {"player": player})
                yield Violation(False, "not_here", why, number, (player,))


def nobody_left(field: Field, drawing: Drawing) -> Iterator[Violation]:
    """Who has come since the draw waits for the next one."""
    sits = {player for table in drawing.tables for player in table.seats}
    for entrant in field.entrants:
        if entrant.entry not in drawing.byes and sits.isdisjoint(entrant.players):
            why = Why("{entry} has come since and has no place", {"entry": entrant.entry})
            yield Violation(False, "left_out", why, players=entrant.players)


def fair_byes(field: Field, drawing: Drawing) -> Iterator[Violation]:
    """Nobody sits out twice while somebody who plays never has. Ideal: fewest byes first, then the lowest ranked."""
    present = here(field)
    seated = {player for table in drawing.tables for player in table.seats}
    play = [entrant for entrant in field.entrants if not seated.isdisjoint(entrant.players)]
    rank = {entry: number for number, entry in enumerate(present)}
    for entry in drawing.byes:
        resting = present.get(entry)
        fewer = [one for one in play if resting and one.sat_out < resting.sat_out]
        lower = [one for one in play if resting and one.sat_out == resting.sat_out and rank[one.entry] > rank[entry]]
        if resting and fewer:
            hard = any(one.sat_out == 0 for one in fewer)
            facts: dict[str, str | int] = {"entry": entry, "byes": resting.sat_out, "other": fewer[-1].entry}
            why = Why("{entry} sits out with {byes} byes so far, and {other}, who plays, has had fewer", facts)
            yield Violation(hard, "bye_again", why, players=resting.players)
        elif resting and lower:
            facts = {"entry": entry, "other": lower[-1].entry}
            why = Why("{entry} sits out, and {other}, who plays, is ranked lower", facts)
            yield Violation(False, "bye_rank", why, players=resting.players)


def kept_apart(field: Field, drawing: Drawing, enters: Enters) -> Iterator[Violation]:
    rules = Memory(field, enters == "alone").apart
    for number, table in enumerate(drawing.tables, 1) if rules else ():
        for sitting, (one, other) in _sitting(enters, table.seats):
            rule = rules.between(one, other, sitting)
            if rule is None:
                continue
            say = {
                "partners": "{one} and {other} are to be kept apart and would be partners",
                "opponents": "{one} and {other} are to be kept apart and would be opponents",
            }[sitting]
            code = "kept_apart" if rule.hard else "better_apart"
            yield Violation(rule.hard, code, Why(say, {"one": one, "other": other}), number, (one, other))


def _sitting(enters: Enters, seats: tuple[str, ...]) -> Iterator[tuple[Sitting, Two]]:
    if enters == "alone":
        yield from (("opponents", pair) for pair in all_at(seats))
        return
    if len(seats) != 4:
        return
    if enters == "player":
        yield from (("partners", pair) for pair in partners_at(seats))
    yield from (("opponents", pair) for pair in opponents_at(seats))


def again(field: Field, drawing: Drawing, enters: Enters) -> Iterator[Violation]:
    """Partners and opponents of the last rounds: ideals, for the law avoids them only where it can."""
    memory = Memory(field, enters == "alone")
    for number, table in enumerate(drawing.tables, 1):
        for sitting, (one, other) in _sitting(enters, table.seats):
            round = (memory.partners if sitting == "partners" else memory.opponents).get(two(one, other))
            if round is None:
                continue
            facts: dict[str, str | int] = {"one": one, "other": other, "round": round}
            if sitting == "partners":
                why = Why("{one} and {other} were partners in round {round}", facts)
                yield Violation(False, "partners_again", why, number, (one, other))
            else:
                why = Why("{one} and {other} were opponents in round {round}", facts)
                yield Violation(False, "opponents_again", why, number, (one, other))


def higher_at_home(field: Field, drawing: Drawing) -> Iterator[Violation]:
    """Ideal: seats 1 and 3 hold the higher ranked pair, the home pair (TG-6.2)."""
    rank = {player: number for number, entrant in enumerate(field.entrants) for player in entrant.players}
    for number, table in enumerate(drawing.tables, 1):
        home, guest = table.seats[0], table.seats[1]
        if home in rank and guest in rank and rank[home] > rank[guest]:
            why = Why("table {table}: the higher ranked pair is not at seats 1 and 3", {"table": number})
            yield Violation(False, "home", why, number, table.seats)


def always(enters: Enters) -> tuple[Check, ...]:
    """What every draft is held against."""
    return (once, partial(sizes, enters=enters), presence, partial(kept_apart, enters=enters))
