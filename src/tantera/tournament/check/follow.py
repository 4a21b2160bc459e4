"""What an order does. Written over in place, one plain function an order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tantera.tournament.check.allowed import gone
from tantera.tournament.check.duplicate import keeps_its_word
from tantera.tournament.check.law import ALWAYS_FREE, law_of, law_with
from tantera.tournament.check.log import Line
from tantera.tournament.check.memory import EMPTY, Apart, CheckedEntry, Memory, Round, Table, stands_in, total_of
from tantera.tournament.check.report import Report
from tantera.tournament.check.seating import verify
from tantera.tournament.check.sums import basis
from tantera.tournament.check.words import NOBODY
from tantera.words import Phrase


def created(line: Line) -> Memory:
    seed = line.order.get("seed") or line.outcome.get("seed")
    return Memory(law_of(line.order, line.outcome), line.order["name"], seed)


def follow(memory: Memory, line: Line, report: Report) -> None:
    """One order, which may stand."""
    DOES[line.name](memory, line, report)


def _commit(memory: Memory, line: Line, _: Report) -> None:
    memory.hash = line.order["hash"]


def _lot(memory: Memory, line: Line, _: Report) -> None:
    memory.seed = f"{line.order['secret']}:{line.order['drawn']}"


def _enter(memory: Memory, line: Line, _: Report) -> None:
    order = line.order
    players = [player["id"] for player in order["players"]]
    clubs = {player["id"]: player.get("club") for player in order["players"] if player["name"] != NOBODY}
    known_as = {player["id"]: {key: player.get(key) for key in KNOWN_AS} for player in order["players"]}
    memory.entries[order["entry"]] = CheckedEntry(order["entry"], players, clubs, known_as, order.get("paid", 0))


KNOWN_AS = ("key", "short", "categories")
"""What an event says of a player beside the name and the club."""


def _edit_player(memory: Memory, line: Line, _: Report) -> None:
    order = line.order
    player = order["player"]
    entry = memory.entries[memory.entry_of[player]]
    entry.known_as[player] |= {key: order[key] for key in KNOWN_AS if key in order}
    if order.get("name") == NOBODY:
        entry.clubs.pop(player, None)
    elif "name" in order:
        entry.clubs.setdefault(player, None)
    if "club" in order:
        played_for = entry.players if memory.law.of_clubs else [player]
        entry.clubs |= {one: order["club"] for one in played_for if one in entry.clubs}


def _edit_event(memory: Memory, line: Line, _: Report) -> None:
    order = line.order
    memory.name = order.get("name", memory.name)
    memory.about |= {key: order[key] for key in ("date", "venue") if key in order}
    if "options" in order:
        memory.law = law_with(memory.law, order["options"])
        memory.redefined |= {key: value for key, value in order["options"].items() if key not in ALWAYS_FREE}


def _pay(memory: Memory, line: Line, _: Report) -> None:
    memory.entries[line.order["entry"]].paid += line.order["amount"]


def _check_in(memory: Memory, line: Line, _: Report) -> None:
    for entry in line.order["entries"]:
        memory.entries[entry].checked_in = True


def _check_out(memory: Memory, line: Line, _: Report) -> None:
    for entry in line.order["entries"]:
        memory.entries[entry].checked_in = False


def _withdraw(memory: Memory, line: Line, _: Report) -> None:
    for name in line.order["entries"]:
        entry = memory.entries[name]
        entry.withdrawn = True
        for at in (one for one in memory.rounds if one.stage == "published"):
            for player in entry.players:
                table = at.table_of(player)
                if table is not None and table.score is None:
                    table.missing.add(player)


def _return(memory: Memory, line: Line, _: Report) -> None:
    for entry in line.order["entries"]:
        memory.entries[entry].withdrawn = False


def _keep_apart(memory: Memory, line: Line, _: Report) -> None:
    order = line.order
    memory.aparts.append(Apart(order["players"], order.get("as", "both"), order.get("hard", True), order.get("rounds")))


def _draw(memory: Memory, line: Line, report: Report) -> None:
    """The drawn tables stand in the event; they are verified, never drawn again."""
    if memory.draft is not None:
        memory.rounds.pop()
    at = drawn(memory, len(memory.rounds) + 1, line.outcome)
    before = memory.before(at.number)
    at.basis, at.redefined = basis(before), dict(memory.redefined)
    verify(before, at, report, line.number)
    memory.rounds.append(at)


def drawn(memory: Memory, number: int, outcome: dict[str, Any]) -> Round:
    """A draft out of what an event has kept of it."""
    found = within(outcome, "tables") or []
    tables = [_seated(at, table) for at, table in enumerate(found, 1)]
    of = memory.entry_of
    byes = [one if one in memory.entries else of[one] for one in within(outcome, "byes") or ()]
    return Round(number, tables, byes, alone=memory.law.alone, stand_ins=dict(within(outcome, "stand_ins") or {}))


def _seated(number: int, table: dict[str, Any]) -> Table:
    meeting = table.get("meeting")
    which = None
    if meeting is not None:
        home, guest = meeting["clubs"]
        which = (int(meeting["number"]), int(meeting["board"]), str(home), str(guest))
    return Table(number, list(table["seats"]), missing={EMPTY} & set(table["seats"]), meeting=which)


def within(outcome: Any, name: str) -> Any:
    """A field of an outcome, or of a record inside it."""
    if isinstance(outcome, dict):
        if name in outcome:
            return outcome[name]
        for value in outcome.values():
            found = within(value, name)
            if found is not None:
                return found
    return None


def _publish(memory: Memory, line: Line, report: Report) -> None:
    draft = memory.draft
    assert draft is not None
    if memory.open is not None and not memory.calendar:
        _told(memory, memory.open, line, report)
        memory.open.stage = "closed"
    draft.stage = "published"
    draft.commitment = line.outcome.get("deals")
    if memory.law.duplicate and draft.commitment is None:
        say = Phrase("round {round} is published without the hash of its deals", round=draft.number)
        report.broken("secret", say, event=line.number, round=draft.number)
    for name in memory.seated(draft) | set(draft.byes):
        memory.entries[name].counted_on |= memory.entries[name].checked_in
    away = gone(memory, draft) if memory.law.edition > 1 else set()
    for entry in memory.entries.values():
        if not memory.active(entry) or entry.id in away:
            for player in entry.players:
                table = draft.table_of(player)
                if table is not None:
                    table.missing.add(player)
    for player, name in memory.replaced.items():
        table = draft.table_of(player)
        if memory.law.pairs and table is not None:
            table.missing.add(player)
            draft.stand_ins[player] = name


def _close_round(memory: Memory, line: Line, report: Report) -> None:
    number = line.order.get("round")
    at = memory.open if number is None else memory.rounds[number - 1]
    assert at is not None
    _told(memory, at, line, report)
    at.stage = "closed"


def _seed(memory: Memory, line: Line, _: Report) -> None:
    memory.seeds = list(line.order["entries"])


def _postpone(memory: Memory, line: Line, _: Report) -> None:
    memory.rounds[line.order["round"] - 1].tables[line.order["table"] - 1].date = line.order["to"]


def _told(memory: Memory, at: Round, line: Line, report: Report) -> None:
    at.secret = line.outcome.get("revealed")
    keeps_its_word(memory, at, at.secret, report, line.number)


def _swap(memory: Memory, line: Line, _: Report) -> None:
    draft, order = memory.draft, line.order
    assert draft is not None
    exchange(memory, draft, order["a"], order["b"])
    draft.edited.append({"a": order["a"], "b": order["b"], "reason": order["reason"]})


def exchange(memory: Memory, at: Round, a: str, b: str) -> None:
    """Each takes the other's seat, or bye."""
    of = memory.entry_of
    if memory.law.pairs:
        one, other = (memory.entries[entry] for entry in (a, b))
        swapped = dict(zip(one.players + other.players, other.players + one.players, strict=True))
        entries = {a: b, b: a}
    else:
        swapped = {a: b, b: a}
        entries = {of[a]: of[b], of[b]: of[a]}
    for table in at.tables:
        table.seats = [swapped.get(player, player) for player in table.seats]
    at.byes = [entries.get(entry, entry) for entry in at.byes]
    if at.number == 1:  # later on nobody changes groups
        at.groups = [[entries.get(entry, entry) for entry in group] for group in at.groups]
    at.slots = [entries.get(entry, entry) if entry is not None else None for entry in at.slots]


def _result(memory: Memory, line: Line, _: Report) -> None:
    order = line.order
    table = memory.rounds[order["round"] - 1].tables[order["table"] - 1]
    table.hands = order.get("hands")
    table.score = list(order["score"]) if table.hands is None else total_of(table.hands)
    table.winner = order.get("winner")
    if table.winner is None and not memory.law.alone:
        table.winner = table.won_by_expulsion
    if table.winner is None and not (memory.law.alone or table.expelled) and table.score[0] != table.score[1]:
        table.winner = "1+3" if table.score[0] > table.score[1] else "2+4"
    table.re_entries = order.get("re_entries")
    table.status = order.get("status") or "confirmed"
    role, name = line.by.partition(":")[::2]
    table.entered_by = name if role == "player" else None
    if role == "player":
        table.status = "entered"


def _confirm(memory: Memory, line: Line, _: Report) -> None:
    memory.rounds[line.order["round"] - 1].tables[line.order["table"] - 1].status = "confirmed"


def _dispute(memory: Memory, line: Line, _: Report) -> None:
    memory.rounds[line.order["round"] - 1].tables[line.order["table"] - 1].status = "disputed"


def _late(memory: Memory, line: Line, _: Report) -> None:
    """CI-8: points for every full five minutes; from ten on the default, and no points."""
    order, late = line.order, memory.law.late
    player, number = order["player"], order["round"]
    memory.penalties = [
        one for one in memory.penalties if not (one.get("late") and (one["player"], one["round"]) == (player, number))
    ]
    if late is None:
        return
    points, every = late.get("points"), late.get("every_minutes")
    table = memory.rounds[number - 1].table_of(player)
    assert table is not None
    table.too_late.discard(player)  # other minutes take the place of those that were written before
    if order["minutes"] >= late["default_minutes"]:
        table.too_late.add(player)
    elif points and every and order["minutes"] >= every and order["minutes"] > memory.law.get("grace_minutes", 0):
        off = -points * (order["minutes"] // every)
        article = late.get("article") or ""
        memory.penalties.append(
            {"player": player, "round": number, "article": article, "difference": off, "late": True}
        )


def _default(memory: Memory, line: Line, _: Report) -> None:
    order = line.order
    memory.rounds[order["round"] - 1].tables[order["table"] - 1].missing |= set(order["absent"])


def _stand_in(memory: Memory, line: Line, _: Report) -> None:
    """At a table that has a slip nobody takes a place any more; that of somebody expelled is taken for good."""
    order = line.order
    at = memory.rounds[order["round"] - 1]
    if order["player"] in memory.expelled:
        memory.replaced[order["player"]] = order["name"]
    table = at.table_of(order["player"])
    if table is not None and table.status is None:
        at.stand_ins[order["player"]] = order["name"]
        table.missing.add(order["player"])


def _penalty(memory: Memory, line: Line, _: Report) -> None:
    order = line.order
    memory.penalties.append(
        {
            "player": order["player"],
            "round": order["round"],
            "article": order["article"],
            "difference": -order["points"],
        }
    )


def _card(memory: Memory, line: Line, _: Report) -> None:
    memory.cards.append({key: line.order[key] for key in ("player", "round", "card")})


def _expel(memory: Memory, line: Line, _: Report) -> None:
    player = line.order["player"]
    memory.expelled[player] = line.order["round"]
    for at in memory.published:
        table = at.table_of(player)
        in_play = at.number == line.order["round"] or at.stage == "published"
        if in_play and table is not None and table.status != "confirmed":
            table.expelled.add(player)
            if table.score is not None and not memory.law.alone:
                table.winner = table.won_by_expulsion


def _repair(memory: Memory, line: Line, report: Report) -> None:
    """The replaced tables stand in the event; who has a slip stays where they are."""
    order = line.order
    if order.get("how", "leave") == "leave" or within(line.outcome, "tables") is None:
        return
    number = order["round"]
    at = memory.rounds[number - 1]
    new, before = drawn(memory, number, line.outcome), memory.before(number)
    if order["how"] == "redraw":
        verify(before, new, report, line.number)
    else:
        new.joining, new.edited, new.walked = at.joining, at.edited, at.walked
        new.groups, new.slots = _regrouped(memory, at, new), _going_on(memory, at, new)
        _unstarted_only(at, new, line, report)
    missing = {player for table in at.tables for player in table.missing} | {EMPTY}
    too_late = {player for table in at.tables for player in table.too_late}
    kept = {tuple(table.seats): table for table in at.tables}
    for table in new.tables:
        if tuple(table.seats) in kept:  # the same match, with whoever was expelled from it
            new.tables[table.number - 1] = replace(kept[tuple(table.seats)], number=table.number, meeting=table.meeting)
        else:
            table.missing, table.too_late = missing & set(table.seats), too_late & set(table.seats)
    at.stand_ins = new.stand_ins | {
        player: name
        for player, name in at.stand_ins.items()
        if not player.startswith("*") or any(player in table.seats for table in new.tables)
    }
    at.tables, at.byes, at.slots, at.edited = new.tables, new.byes, new.slots, new.edited
    at.groups, at.joining, at.walked = new.groups, new.joining, new.walked
    at.basis = basis(before)  # and no longer on what it was drawn from first


def _both(memory: Memory, table: Table) -> list[str | None]:
    return [memory.entry_of.get(player) for player in table.seats[:2]]


def _regrouped(memory: Memory, at: Round, new: Round) -> list[list[str]]:
    """The groups of round 1 with the pairs that now sit at a table of theirs."""
    now = {
        was: entry
        for old, table in zip(at.tables, new.tables, strict=True)
        for was, entry in zip(_both(memory, old), _both(memory, table), strict=True)
        if entry is not None
    }
    return [[now.get(entry, entry) for entry in group] for group in at.groups]


def _going_on(memory: Memory, at: Round, new: Round) -> list[str | None]:
    """The bracket with the pairs that now meet in the place of those who met there before."""
    now = {
        frozenset(_both(memory, old)): _both(memory, table) for old, table in zip(at.tables, new.tables, strict=True)
    }
    meetings = (at.slots[place : place + 2] for place in range(0, len(at.slots), 2))
    return [entry for meeting in meetings for entry in now.get(frozenset(meeting), meeting)]


def _unstarted_only(at: Round, new: Round, line: Line, report: Report) -> None:
    """The smallest repair moves nobody whose slip is in, nor from a table where somebody is absent or was expelled, or
    a seat had to be completed."""
    for table in at.tables:
        if new.tables[table.number - 1].seats == table.seats:
            continue
        if table.score is not None:
            say = Phrase("table {table} has a slip and was changed", table=table.number)
            report.broken("begun", say, event=line.number, round=at.number, table=table.number)
        elif table.absent or table.expelled or any(map(stands_in, table.seats)):
            say = Phrase("table {table} had begun without a slip and was changed", table=table.number)
            report.broken("begun", say, event=line.number, round=at.number, table=table.number)


def _close(memory: Memory, line: Line, report: Report) -> None:
    if memory.open is not None:
        _told(memory, memory.open, line, report)
    memory.closed = True


DOES: dict[str, Callable[[Memory, Line, Report], None]] = {
    "commit": _commit, "lot": _lot, "enter": _enter, "pay": _pay, "check_in": _check_in, "check_out": _check_out,
    "edit_player": _edit_player, "edit_event": _edit_event, "withdraw": _withdraw, "return": _return,
    "keep_apart": _keep_apart, "seed": _seed, "postpone": _postpone, "draw": _draw, "publish": _publish,
    "close_round": _close_round, "swap": _swap, "result": _result, "confirm": _confirm, "dispute": _dispute,
    "late": _late, "default": _default, "stand_in": _stand_in, "penalty": _penalty, "card": _card, "expel": _expel,
    "repair": _repair, "close": _close,
}  # fmt: skip
