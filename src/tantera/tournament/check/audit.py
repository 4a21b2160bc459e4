"""The whole log, order by order: is every link, right, draw and undo as the text has it? And the object of
TOURNAMENT.md as this program sees it, without the reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

from tantera.tournament.check.allowed import permitted, refused
from tantera.tournament.check.awards import awards_of
from tantera.tournament.check.clubs import club_lines
from tantera.tournament.check.duplicate import deals
from tantera.tournament.check.follow import created, follow
from tantera.tournament.check.log import Line, ids_used_once, in_force, read
from tantera.tournament.check.memory import Memory, Round, Table
from tantera.tournament.check.report import Report
from tantera.tournament.check.sums import Sum, groups_of, standings, teams
from tantera.words import Phrase

LOST = (KeyError, IndexError, ValueError, TypeError, AssertionError, AttributeError)
"""What a file that makes no sense leads to: it is a finding, not a fault of ours."""


def check(lines: Sequence[bytes]) -> Report:
    """Replays an event and verifies all of it; what was verified, and how, is counted in `Report.checked`."""
    return _audited(lines)[0]


def second_object(lines: Sequence[bytes], round: int | None = None) -> dict[str, Any]:
    """The object of TOURNAMENT.md without the reasons, as this program sees it; with `round` the standings after that
    round and nothing later."""
    report, memory = _audited(lines)
    return {} if memory is None else shown(memory, report.events, report.head, round)


def after_rounds(lines: Sequence[bytes]) -> dict[int, dict[str, Any]]:
    """The object after every round, with nothing later in it."""
    report, memory = _audited(lines)
    rounds = [] if memory is None else memory.rounds
    return {at.number: shown(memory, report.events, report.head, at.number) for at in rounds if memory is not None}


def objects(lines: Sequence[bytes], after: Collection[int]) -> dict[int, dict[str, Any]]:
    """The object as it was after these events, in one pass."""
    found: dict[int, dict[str, Any]] = {}

    def look(memory: Memory, number: int) -> None:
        if number in after:
            head = sha256(lines[number - 1].rstrip(b"\r\n").partition(b"\n")[0]).hexdigest()
            found[number] = shown(memory, number, head)

    _audited(lines, look)
    return found


def followed(lines: Sequence[bytes]) -> tuple[Report, Memory | None]:
    """The report, and the event as this program has followed it."""
    return _audited(lines)


def _audited(raw: Sequence[bytes], look: Callable[[Memory, int], None] | None = None) -> tuple[Report, Memory | None]:
    report = Report()
    lines = read(raw, report)
    ids_used_once(lines, report)
    memory: Memory | None = None
    for at, line in enumerate(lines):
        try:
            memory = _step(memory, lines[: at + 1], line, report)
        except LOST as error:
            say = Phrase(
                "event {number} ({order}) cannot be followed: {error}",
                number=line.number,
                order=line.name,
                error=repr(error),
            )
            report.broken("lost", say, event=line.number)
            break
        if look is not None and memory is not None:
            look(memory, line.number)
    return report, memory


def _step(memory: Memory | None, so_far: list[Line], line: Line, report: Report) -> Memory | None:
    if line.name == "undo":
        return _undone(memory, so_far, line, report)
    report.saw("orders")
    against = refused(memory, line)
    if against is not None:
        say = Phrase(
            "event {number} ({order}) should have been refused: {why}", number=line.number, order=line.name, why=against
        )
        report.broken("accepted", say, event=line.number, round=line.order.get("round"), table=line.order.get("table"))
    if memory is None or line.name == "create":
        return created(line)
    follow(memory, line, report)
    return memory


def _undone(memory: Memory | None, so_far: list[Line], line: Line, report: Report) -> Memory | None:
    """As if that event had not been: everything else again from the beginning, without what no longer stands."""
    report.saw("undos")
    if memory is not None and not permitted(line.by, line, memory):
        say = Phrase(
            "event {number} ({order}) should have been refused: {why}",
            number=line.number,
            order=line.name,
            why=Phrase("{by} may not order this", by=line.by),
        )
        report.broken("accepted", say, event=line.number)
    if not 1 <= int(line.order["event"]) < line.number:
        say = Phrase("event {number} undoes what is not there", number=line.number)
        report.broken("accepted", say, event=line.number)
    again: Memory | None = None
    counting: set[int] = set()
    otherwise = {int(number): outcome for number, outcome in line.outcome.get("changed") or ()}
    for one in in_force(so_far):
        if one.number in otherwise:  # drawn anew, on what is left
            one = replace(one, outcome=otherwise[one.number])
        if refused(again, one) is not None:
            continue
        counting.add(one.number)
        if again is None:
            again = created(one)
        else:
            follow(again, one, report if one.number in otherwise else Report())
    gone = {one.number for one in so_far if one.name != "undo"} - counting
    told = {int(number) for number in line.outcome.get("gone") or ()}
    if gone != told - {one.number for one in so_far if one.name == "undo"}:
        say = Phrase(
            "event {number}: {found} are said to fall away, and {wanted} do",
            number=line.number,
            found=", ".join(map(str, sorted(told))) or "–",
            wanted=", ".join(map(str, sorted(gone))) or "–",
        )
        report.broken("gone", say, event=line.number)
    if again is not None and memory is not None:
        _untouched(memory, again, so_far, report)
    return again


def _untouched(before: Memory, after: Memory, so_far: list[Line], report: Report) -> None:
    """An undo is refused where a published round or a confirmed slip rests on what it takes away."""
    line = so_far[-1]
    root = _root(so_far)
    own = (root.order.get("round"), root.order.get("table"))
    for old in before.published:
        new = next((at for at in after.published if at.number == old.number), None)
        if root.name == "repair" and root.order["round"] == old.number:
            continue  # its tables are what was undone
        if new is None:
            kept = root.name != "publish"
        else:
            kept = [table.seats for table in old.tables] != [table.seats for table in new.tables]
            # Who was entered after the draft that is published now had nothing when it was drawn.
            rests = not before.calendar and any(
                new.basis.get(entry, Sum()) != total for entry, total in old.basis.items() if entry in after.entries
            )
            kept = kept or rests
        if kept:
            say = Phrase("event {number} changes the published round {round}", number=line.number, round=old.number)
            report.broken("rests_on_it", say, event=line.number, round=old.number)
        for table in old.tables:
            if table.status != "confirmed" or (old.number, table.number) == own:
                continue
            if new is None or _slip(new.tables[table.number - 1]) != _slip(table):
                say = Phrase(
                    "event {number} takes away the slip of table {table}", number=line.number, table=table.number
                )
                report.broken("rests_on_it", say, event=line.number, round=old.number, table=table.number)


def _slip(table: Table) -> tuple[Any, ...]:
    return table.score, table.hands, table.winner, table.re_entries, table.status


def _root(so_far: list[Line]) -> Line:
    """What an undo is about in the end: an undo of an undo is about what the first one took away."""
    line = so_far[-1]
    while line.name == "undo":
        line = so_far[line.order["event"] - 1]
    return line


def shown(memory: Memory, events: int, head: str, upto: int | None = None) -> dict[str, Any]:
    stage, active = _stage(memory), {entry.id: memory.active(entry) for entry in memory.entries.values()}
    if upto is not None:
        memory = _cut(memory, upto)
    lines = standings(memory)
    return {
        "name": memory.name,
        "book": memory.law.book.id,
        "format": memory.law.format,
        "seed": memory.seed,
        "stage": stage,
        "entries": [
            {
                "entry": entry.id,
                "players": list(entry.players),
                "active": active[entry.id],
                "checked_in": entry.checked_in,
                "paid": entry.paid,
            }
            for entry in memory.entries.values()
        ],
        "rounds": [_round(memory, at) for at in memory.rounds],
        "standings": lines,
        "penalties": [
            {key: penalty[key] for key in ("player", "round", "article", "difference")} for penalty in memory.penalties
        ],
        "cards": _cards(memory),
        "out": list(memory.expelled),
        "teams": club_lines(memory) if memory.law.of_clubs else teams(memory, lines),
        **awards_of(memory, lines),
        **_known_as(memory),
        "log": {"events": events, "head": head},
    }


def _known_as(memory: Memory) -> dict[str, Any]:
    """Number, short name and categories of whoever has any; the day and the place."""
    players = {
        player: {key: value for key, value in said.items() if value}
        for entry in memory.entries.values()
        for player, said in entry.known_as.items()
        if any(said.values())
    }
    about = {key: value for key, value in memory.about.items() if value}
    return {**({"players": players} if players else {}), **about}


def _cut(memory: Memory, upto: int) -> Memory:
    """As if nothing of a later round had been. Groups stay as they are: who joined one is in it."""
    rounds = [replace(at, joining={}) for at in memory.rounds if at.number <= upto]
    if rounds:
        rounds[0].groups = groups_of(memory)
    return replace(
        memory,
        rounds=rounds,
        penalties=[penalty for penalty in memory.penalties if penalty["round"] <= upto],
        cards=[card for card in memory.cards if card["round"] <= upto],
        expelled={player: number for player, number in memory.expelled.items() if number <= upto},
    )


def _stage(memory: Memory) -> str:
    if memory.closed:
        return "closed"
    return "running" if memory.published else "entries"


def _round(memory: Memory, at: Round) -> dict[str, Any]:
    byes = at.byes if memory.law.pairs else [memory.entries[entry].players[0] for entry in at.byes]
    return {
        "round": at.number,
        "stage": at.stage,
        **({"date": day} if (day := memory.day(at.number)) else {}),
        **_deals(memory, at),
        "tables": [
            _table(memory, at, table) | ({"hands": table.hands} if at.secret is not None else {}) for table in at.tables
        ],
        "byes": byes,
        "stand_ins": dict(at.stand_ins),
        "edited": list(at.edited),
    }


def _deals(memory: Memory, at: Round) -> dict[str, Any]:
    if at.commitment is None:
        return {}
    told = {"secret": at.secret, "deals": deals(memory, at)} if at.secret is not None else {}
    return {"commitment": at.commitment, **told}


def _table(memory: Memory, at: Round, table: Table) -> dict[str, Any]:
    plain = _plain(memory, at, table) | ({"date": table.date} if table.date else {})
    if table.meeting is None:
        return plain
    number, board, *clubs = table.meeting
    return {**plain, "meeting": {"number": number, "board": board, "clubs": clubs}}


def _plain(memory: Memory, at: Round, table: Table) -> dict[str, Any]:
    lacking = at.lacking(table)
    missing = [player for player in table.seats if player in lacking]
    if not at.is_default(table):
        return {
            "table": table.number,
            "seats": list(table.seats),
            "score": table.score,
            "winner": table.winner,
            "status": table.status,
            "default": missing,
        }
    if memory.law.alone:
        here = [seat for seat, player in enumerate(table.seats, 1) if player not in lacking]
        winner: int | str | None = here[0] if len(here) == 1 else None
    else:
        came = [name for name, side in zip(("1+3", "2+4"), table.sides, strict=True) if not lacking & set(side)]
        winner = came[0] if len(came) == 1 else None
    return {
        "table": table.number,
        "seats": list(table.seats),
        "score": None,
        "winner": winner,
        "status": "confirmed",
        "default": missing,
    }


def _cards(memory: Memory) -> dict[str, dict[str, int]]:
    shown: dict[str, dict[str, int]] = {}
    for card in memory.cards:
        of = shown.setdefault(card["player"], {})
        of[card["card"]] = of.get(card["card"], 0) + 1
    return shown
