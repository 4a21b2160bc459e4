"""Who may order what, and what stands against an order, slips that cannot be among it: refusals that the text names.
None: it may stand.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from tantera.rules.loader import BOOKS, load_book
from tantera.tournament.check.bracket import group_rounds
from tantera.tournament.check.examined import hard_broken
from tantera.tournament.check.law import ALWAYS_FREE
from tantera.tournament.check.log import Line
from tantera.tournament.check.memory import Memory, Round, Table, total_of
from tantera.tournament.check.sums import basis, drawable, groups_of, is_final, limit_at
from tantera.tournament.check.words import NOBODY
from tantera.words import Phrase

JUDGE = {"late", "default", "stand_in", "penalty", "card"}
DESK = {"enter", "pay", "check_in", "check_out", "edit_player", "withdraw", "return", "result", "confirm", "dispute"}
PLAYER = {"result", "confirm", "dispute"}
SANCTIONS = {"penalty", "card", "expel"}


def permitted(by: str, line: Line, memory: Memory | None) -> bool:
    """Only judges sanction; organisers suspend by the article that says so. A player has a word on the slip of the own
    table only."""
    role, _, name = by.partition(":")
    match role:
        case "director":
            return True
        case "organiser":
            return line.name not in SANCTIONS or (memory is not None and _suspends(memory, line))
        case "judge":
            return line.name in JUDGE or (memory is not None and _settles(memory, line))
        case "desk":
            return line.name in DESK
        case "player":
            return line.name in PLAYER and memory is not None and _own_table(memory, line, name)
        case _:
            return False


def _suspends(memory: Memory, line: Line) -> bool:
    """By an article of the event's book or of one of ours."""
    books = (memory.law.book, *map(load_book, BOOKS))
    return line.name == "expel" and line.order["article"] in [book.cites.suspension for book in books]


def _settles(memory: Memory, line: Line) -> bool:
    """A judge's word on a slip in dispute, with a reason, and final."""
    if line.name != "result" or not line.order.get("reason"):
        return False
    table = _table(memory, line.order)
    in_dispute = table is not None and table.status == "disputed"
    return in_dispute and line.order.get("status") in (None, "confirmed")


def _own_table(memory: Memory, line: Line, player: str) -> bool:
    table = _table(memory, line.order)
    if table is None or player not in table.seats:
        return False
    if line.name != "confirm" or table.entered_by is None:
        return True
    theirs = [table.entered_by] if memory.law.alone else table.side(table.entered_by)
    return player not in theirs


def _round(memory: Memory, order: dict[str, Any]) -> Round | None:
    number = order.get("round")
    return next((at for at in memory.rounds if at.number == number), None)


def _table(memory: Memory, order: dict[str, Any]) -> Table | None:
    at = _round(memory, order)
    return None if at is None else next((table for table in at.tables if table.number == order["table"]), None)


def refused(memory: Memory | None, line: Line) -> Phrase | None:
    """Why this order cannot stand where the event is now."""
    if memory is None:
        return None if line.name == "create" else Phrase("there is no event yet")
    if not permitted(line.by, line, memory):
        return Phrase("{by} may not order this", by=line.by)
    if memory.closed:
        return Phrase("the event is closed")
    against = AGAINST.get(line.name)
    return None if against is None else against(memory, line.order)


def _create(_: Memory, __: dict[str, Any]) -> Phrase | None:
    return Phrase("there is an event already")


def _commit(memory: Memory, _: dict[str, Any]) -> Phrase | None:
    return Phrase("round 1 is drawn already") if memory.rounds else None


def _lot(memory: Memory, order: dict[str, Any]) -> Phrase | None:
    if memory.rounds:
        return Phrase("round 1 is drawn already")
    if memory.hash != sha256(order["secret"].encode()).hexdigest():
        return Phrase("the secret is not the one whose hash was published")
    return None


def _enter(memory: Memory, order: dict[str, Any]) -> Phrase | None:
    players = [player["id"] for player in order["players"]]
    known = memory.entry_of
    if order["entry"] in memory.entries or len(set(players)) != len(players) or any(one in known for one in players):
        return Phrase("entered already")
    if len(players) != memory.law.places:
        return Phrase("an entry of this format has {count} players", count=memory.law.places)
    if memory.law.of_clubs:
        clubs = {player.get("club") or "" for player in order["players"] if player["name"] != NOBODY}
        if clubs and (len(clubs) != 1 or clubs == {""}):
            return Phrase("{entry} plays for no club", entry=order["entry"])
    if memory.law.get("members_only") and memory.law.edition > 1:
        for player in order["players"]:
            erased = player["name"] == NOBODY  # whether they were one is not known any more
            if not (erased or player.get("guest_of")) and player.get("member") is not True:
                return Phrase("{player} is neither a member nor the guest of one", player=player["id"])
    return None


def _entries(memory: Memory, order: dict[str, Any]) -> Phrase | None:
    for entry in order["entries"]:
        if entry not in memory.entries:
            return Phrase("{entry} is not entered", entry=entry)
    return None


def _check_out(memory: Memory, order: dict[str, Any]) -> Phrase | None:
    for entry in order["entries"]:
        if entry in memory.entries and memory.entries[entry].counted_on:
            return Phrase("a published round was drawn with {entry} in it", entry=entry)
    return _entries(memory, order)


def _return(memory: Memory, order: dict[str, Any]) -> Phrase | None:
    for entry in order["entries"]:
        if entry not in memory.entries:
            return Phrase("{entry} is not entered", entry=entry)
        if memory.out(memory.entries[entry]):
            return Phrase("{entry} was expelled and cannot return", entry=entry)
    return None


def _pay(memory: Memory, order: dict[str, Any]) -> Phrase | None:
    return None if order["entry"] in memory.entries else Phrase("{entry} is not entered", entry=order["entry"])


def _edit_player(memory: Memory, order: dict[str, Any]) -> Phrase | None:
    if order.keys() <= {"order", "player"}:
        return Phrase("nothing is said that would change")
    if memory.law.of_clubs and "club" in order and order.get("name") != NOBODY:
        if memory.published:
            return Phrase("meetings are published")
        if not order["club"]:
            return Phrase("{entry} plays for no club", entry=memory.entry_of.get(order["player"], order["player"]))
    return _known(memory, [order["player"]])


def _edit_event(memory: Memory, order: dict[str, Any]) -> Phrase | None:
    if order.keys() <= {"order"}:
        return Phrase("nothing is said that would change")
    for option in order.get("options", ()):
        if option == "limit_final":
            rests = any(is_final(memory, at) for at in memory.published)
        else:
            rests = bool(memory.published) and option not in ALWAYS_FREE
        if rests:
            return Phrase("published rounds rest on {option}", option=option)
    return None


def _keep_apart(memory: Memory, order: dict[str, Any]) -> Phrase | None:
    return _known(memory, order["players"])


def _known(memory: Memory, players: list[str]) -> Phrase | None:
    unknown = [player for player in players if player not in memory.entry_of]
    return Phrase("{player} is not entered", player=unknown[0]) if unknown else None


def _draw(memory: Memory, order: dict[str, Any]) -> Phrase | None:
    draft = memory.draft
    following = draft.number if draft is not None else len(memory.rounds) + 1
    number = order.get("round") or following
    if number != following:
        return Phrase("round {round} is not the next one", round=number)
    most = 1 if memory.law.format == "alone-one-round" else memory.law.rounds
    if most is not None and number > most:
        return Phrase("there are no more rounds")
    return _too_few(memory, number)


def _too_few(memory: Memory, number: int) -> Phrase | None:
    """Whether not even one table can be drawn. Where losers go home nobody is counted: there may be nobody to meet."""
    law = memory.law
    knocks_out = {
        "pairs-knock-out": number > 1,
        "alone-winners-on": number > 1,
        "pairs-groups": number > group_rounds(groups_of(memory), int(law.get("legs", 1))) and number > 1,
    }
    least = 4 if law.format == "individual" and not law.get("stand_ins") else 2
    count = len(drawable(memory.before(number)))
    if count < least and not knocks_out.get(law.format, False):
        return Phrase("there are too few to draw: {count}", count=count)
    return None


def _publish(memory: Memory, order: dict[str, Any]) -> Phrase | None:
    draft = memory.draft
    if draft is None or order.get("round") not in (None, draft.number):
        return Phrase("there is no such draft")
    if memory.calendar and order.get("accept_missing"):
        return Phrase("in a league calendar no slip has to be accepted as missing")
    if memory.open is not None and not memory.calendar:
        missing = set(memory.open.open_tables) - set(order.get("accept_missing") or ())
        if missing:
            return Phrase("the slip of table {table} is missing", table=min(missing))
    if not memory.calendar and not rests_on(memory, draft):
        return Phrase("the draft of round {round} rests on results that have changed", round=draft.number)
    if memory.law.edition > 1 and not order.get("override"):
        for entry in sorted({*left_out(memory, draft), *gone(memory, draft)}):
            return Phrase("{entry} has come or gone since round {round} was drawn, and nobody answers for it",
                          entry=entry, round=draft.number)  # fmt: skip
    broken = any(hard_broken(memory, draft.number, table.seats) for table in draft.tables)
    if broken and not order.get("override"):
        return Phrase("players are together who are kept apart, and nobody answers for it")
    return None


def gone(memory: Memory, draft: Round) -> set[str]:
    """Who has a seat and would not be drawn now."""
    return memory.seated(draft) - set(drawable(memory))


def left_out(memory: Memory, draft: Round) -> set[str]:
    """Who would be drawn now and has neither seat nor bye. Where not everybody goes on: who had a place and had gone
    when it was drawn."""
    here = set(drawable(memory)) - memory.seated(draft) - set(draft.byes)
    goes_on = draft.number > 1 and (draft.slots or memory.law.alone)
    return here & set(draft.walked) if goes_on else here


def rests_on(memory: Memory, draft: Round) -> bool:
    """Whether results, defaults and penalties are what they were when it was drawn."""
    now = basis(memory.before(draft.number))
    return draft.redefined == memory.redefined and all(now[entry] == total for entry, total in draft.basis.items())


def _close_round(memory: Memory, order: dict[str, Any]) -> Phrase | None:
    at = memory.open if order.get("round") is None else _round(memory, order)
    if at is None or at.stage != "published":
        return Phrase("that round is not open")
    if at.open_tables:
        return Phrase("the slip of table {table} is missing", table=at.open_tables[0])
    return None


def _seed(memory: Memory, order: dict[str, Any]) -> Phrase | None:
    if memory.rounds:
        return Phrase("round 1 is drawn already")
    if len(set(order["entries"])) != len(order["entries"]):
        return Phrase("somebody is seeded twice")
    return _entries(memory, order)


def _postpone(memory: Memory, order: dict[str, Any]) -> Phrase | None:
    found = _published(memory, order)
    at, table = _round(memory, order), _table(memory, order)
    if found is not None or at is None or table is None:
        return found
    if not memory.calendar:
        return Phrase("there is no calendar in which a match could be moved")
    if table.number not in at.open_tables:
        return Phrase("that match has been played")
    return None


def _swap(memory: Memory, order: dict[str, Any]) -> Phrase | None:
    draft = memory.draft
    if draft is None or draft.number != order["round"]:
        return Phrase("there is no such draft")
    of, there = memory.entry_of, memory.seated(draft) | set(draft.byes)
    for name in (order["a"], order["b"]):
        if name not in (memory.entries if memory.law.pairs else of):
            return Phrase("{entry} is not entered", entry=name)
        if of.get(name, name) not in there:
            return Phrase("{player} has no seat in round {round}", player=name, round=draft.number)
    if {of.get(order["a"], order["a"]), of.get(order["b"], order["b"])} <= set(draft.byes):
        return Phrase("both sit out")
    return None


def _published(memory: Memory, order: dict[str, Any]) -> Phrase | None:
    at = _round(memory, order)
    if at is None or at.stage == "draft":
        return Phrase("round {round} is not published", round=order["round"])
    if "table" in order and _table(memory, order) is None:
        return Phrase("there is no such table")
    if "player" in order:
        return _known(memory, [order["player"]])
    return None


def _result(memory: Memory, order: dict[str, Any]) -> Phrase | None:
    found = _published(memory, order)
    at, table = _round(memory, order), _table(memory, order)
    if found is not None or at is None or table is None:
        return found
    if at.is_default(table):
        return Phrase("the table is a default")
    if at.stage == "closed" and not order.get("reason"):
        return Phrase("a closed round changes with a reason only")
    if memory.law.duplicate or "hands" in order:
        found = _hands(memory, at, order)
        if found is not None:
            return found
        order = {**order, "score": total_of(order["hands"])}
    winner = order.get("winner")
    if memory.law.alone and isinstance(winner, int) and winner <= len(table.seats):
        player = table.seats[winner - 1]
        if player in table.absent and player not in at.stand_ins:
            return Phrase("{player} was not there to win", player=player)
    return cannot_be(memory, at, table, order)


def _hands(memory: Memory, at: Round, order: dict[str, Any]) -> Phrase | None:
    """What no slip of a duplicate round can say, hand by hand."""
    hands, law = order.get("hands"), memory.law
    if not law.duplicate:
        return Phrase("hands of a round that is not duplicate")
    if hands is None or "score" in order or len(hands) != law.duplicate["hands"]:
        return Phrase("the slip has another form than its table")
    level = len(set(total_of(hands))) == 1
    if order.get("winner") is not None and not (level and at.slots):
        return Phrase("the winner of a duplicate match is not said")
    most = law.most_in_a_hand
    for points in (one for hand in hands if hand is not None for one in hand):
        if (points < 0 and not law.takes_off) or (most is not None and points > most):
            return Phrase("{score} is more than a hand can bring", score=points)
    return None


def _slip(memory: Memory, order: dict[str, Any]) -> Phrase | None:
    found = _published(memory, order)
    table = _table(memory, order)
    if found is None and (table is None or table.score is None):
        return Phrase("there is no slip of that table")
    return found


def _at_a_table(memory: Memory, order: dict[str, Any]) -> Phrase | None:
    found = _published(memory, order)
    at = _round(memory, order)
    if found is None and at is not None and at.table_of(order["player"]) is None:
        return Phrase("{player} sits at no table of that round", player=order["player"])
    return found


def _sanction(memory: Memory, order: dict[str, Any]) -> Phrase | None:
    """Of somebody who is entered, in a round that there is; who was expelled is so once."""
    if _round(memory, order) is None:
        return Phrase("round {round} is not published", round=order["round"])
    if order["order"] == "expel" and order["player"] in memory.expelled:
        return Phrase("{entry} was expelled and cannot return", entry=order["player"])
    return _known(memory, [order["player"]])


def _stand_in(memory: Memory, order: dict[str, Any]) -> Phrase | None:
    """In a pair somebody takes the place of who was expelled for good, wherever they sit."""
    if memory.law.pairs and order["player"] in memory.expelled:
        return _published(memory, order)
    found, at = _at_a_table(memory, order), _round(memory, order)
    table = at.table_of(order["player"]) if at is not None else None
    return found or (_no_slip_yet(table) if table is not None else None)


def _no_slip_yet(table: Table) -> Phrase | None:
    return None if table.status is None else Phrase("the slip of table {table} is in", table=table.number)


def _default(memory: Memory, order: dict[str, Any]) -> Phrase | None:
    found = _published(memory, order)
    table = _table(memory, order)
    if found is None and table is not None and not set(order["absent"]) <= set(table.seats):
        return Phrase("somebody sits at another table")
    return found or (_no_slip_yet(table) if table is not None else None)


def _repair(memory: Memory, order: dict[str, Any]) -> Phrase | None:
    at = _round(memory, order)
    if at is None or at.stage != "published":
        return Phrase("round {round} is not published", round=order["round"])
    if order.get("how") == "redraw" and any(table.score is not None for table in at.tables):
        return Phrase("a slip of that round is in")
    if order.get("how") == "redraw" and (too_few := _too_few(memory, at.number)) is not None:
        return too_few
    return Phrase("a preview makes no event") if order.get("preview") else None


AGAINST: dict[str, Callable[[Memory, dict[str, Any]], Phrase | None]] = {
    "create": _create, "commit": _commit, "lot": _lot, "enter": _enter, "pay": _pay, "check_in": _entries,
    "check_out": _check_out, "withdraw": _entries, "return": _return, "keep_apart": _keep_apart, "seed": _seed,
    "postpone": _postpone, "draw": _draw,
    "edit_player": _edit_player, "edit_event": _edit_event,
    "publish": _publish, "close_round": _close_round, "swap": _swap, "result": _result, "confirm": _slip,
    "dispute": _slip, "late": _at_a_table, "default": _default, "stand_in": _stand_in, "repair": _repair,
    "penalty": _sanction, "card": _sanction, "expel": _sanction,
}  # fmt: skip


def cannot_be(memory: Memory, at: Round, table: Table, order: dict[str, Any]) -> Phrase | None:
    """Why no match can have ended with this slip; None where one can."""
    score, winner = list(order["score"]), order.get("winner")
    if memory.law.alone:
        return _alone(memory, at, table, score, winner)
    if len(score) != 2 or winner not in (None, "1+3", "2+4"):
        return Phrase("the slip has another form than its table")
    if table.expelled:  # the score as it stood, and the other side as winner
        return Phrase("the winner is behind") if winner not in (None, table.won_by_expulsion) else None
    limit = limit_at(memory, at, table)
    most, fewest = max(score), min(score)
    if limit.points is not None:
        if fewest >= limit.points:
            return Phrase("both are at the limit")
        in_a_hand = memory.law.most_in_a_hand
        if in_a_hand is not None and most - limit.points > in_a_hand:
            return Phrase("{score} is more than a hand can bring", score=most)
        if most < limit.points and limit.minutes is None and limit.hands is None:
            return Phrase("nobody is at the limit, and nothing else ends a match")
        if memory.law.to_love and most >= limit.points and fewest > 0:
            return Phrase("the others have points, and would have lost them")
    if fewest < 0 and not memory.law.takes_off:
        return Phrase("a score below zero")
    if score[0] == score[1] and winner is None and (at.slots or memory.law.get("level_at_end") != "half_point"):
        return Phrase("level, and no winner")
    ahead = "1+3" if score[0] > score[1] else "2+4"
    if score[0] != score[1] and winner not in (None, ahead):
        return Phrase("the winner is behind")
    return None


def _alone(memory: Memory, at: Round, table: Table, score: list[int], winner: Any) -> Phrase | None:
    if len(score) != len(table.seats) or not isinstance(winner, int) or not 1 <= winner <= len(score):
        return Phrase("the slip has another form than its table")
    points = limit_at(memory, at, table).points
    if memory.law.book.options.points_hurt and points is not None and score[winner - 1] > points:
        return Phrase("the winner is over the limit")
    if min(score) < 0 and not memory.law.takes_off:
        return Phrase("a score below zero")
    return None
