"""Seasons and ratings reckoned again from the logs alone, by a second program: who is who, what every night brought,
which matches a rating is made of, and the rating itself (Weng and Lin, Plackett-Luce, written out).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from typing import Any

from tantera.tournament.check.audit import followed
from tantera.tournament.check.log import Line, in_force, read
from tantera.tournament.check.memory import Memory
from tantera.tournament.check.report import Report
from tantera.tournament.check.sums import count, standings
from tantera.tournament.check.words import MARK, NOBODY
from tantera.words import Phrase

MU, SIGMA, BETA, KAPPA, TAU = 25.0, 25 / 3, 25 / 6, 0.0001, 25 / 300
"""The model's own defaults."""
CLOSE = 2e-6
"""Figures are told to a millionth."""


@dataclass
class Evening:
    """A log as a season sees it."""

    memory: Memory
    head: str
    date: str
    who: dict[str, dict[str, Any]]
    """Players by id, with the words that hold now."""


@dataclass
class Bout:
    """A match that a rating counts: players by side, and how the sides came out."""

    evening: int
    round: int
    table: int
    sides: list[list[str]]
    ranks: list[int]


def evening_of(lines: Sequence[bytes], report: Report) -> Evening | None:
    """The event in this log, and who its people are."""
    report_of_night, memory = followed(lines)
    report.violations += report_of_night.violations
    if memory is None:
        return None
    orders = in_force(read(lines, Report()))
    people: dict[str, dict[str, Any]] = {}
    date = ""
    for line in orders:
        _learn(line, people)
        if line.name == "edit_event":
            date = line.order.get("date", date)
    played = [line.at for line in orders if line.name == "publish"]
    return Evening(memory, report_of_night.head, date or (played or [orders[0].at])[0], people)


def _learn(line: Line, people: dict[str, dict[str, Any]]) -> None:
    if line.name == "enter":
        for player in line.order["players"]:
            people[player["id"]] = dict(player)
    elif line.name == "edit_player" and line.order["player"] in people:
        changed = {key: value for key, value in line.order.items() if key not in ("order", "player")}
        if str(changed.get("name")).startswith(MARK):  # the hash of other words: the name stayed
            del changed["name"]
        people[line.order["player"]] |= changed


def _plain_letters(text: str) -> str:
    letters = unicodedata.normalize("NFD", text.casefold())
    kept = "".join(letter if letter.isalnum() else " " for letter in letters if unicodedata.category(letter) != "Mn")
    return "-".join(kept.split())


def identities(evenings: Sequence[Evening]) -> list[dict[str, str]]:
    """The key of every player, evening by evening; without one the name, and the club where a name is not enough."""
    shared: set[str] = set()
    for evening in evenings:
        names = [_plain_letters(one["name"]) for one in evening.who.values() if not one.get("key")]
        shared |= {name for name in names if names.count(name) > 1}

    def key(evening: Evening, one: dict[str, Any]) -> str:
        if one.get("key"):
            return str(one["key"])
        if one["name"] == NOBODY:
            return f"~{evening.head[:12]}.{one['id']}"
        name = _plain_letters(one["name"])
        return f"~{name}.{_plain_letters(one.get('club') or '')}" if name in shared else f"~{name}"

    return [{one["id"]: key(evening, one) for one in evening.who.values()} for evening in evenings]


# --- the season


def second_season(form: dict[str, Any], evenings: Sequence[Evening]) -> list[dict[str, Any]]:
    """The standings of TOURNAMENT.md, reckoned again."""
    keys = identities(evenings)
    nights: dict[str, list[tuple[int, float, int, int]]] = {}
    names: dict[str, str] = {}
    for number, evening in enumerate(evenings, 1):
        for player, one in evening.who.items():
            names[keys[number - 1][player]] = re.sub(r"\s+", " ", one["name"]).strip()
        for row in standings(evening.memory):
            total = count(evening.memory).sums[row["entry"]]
            halves = round(2 * (total.points_won - total.wins))
            for player in evening.memory.entries[row["entry"]].players:
                worth = _worth(form["points"], row, total.wins, halves, _played(evening.memory, player))
                nights.setdefault(keys[number - 1][player], []).append((number, worth, row["place"], total.wins))
    best = form.get("best")
    lines = []
    for key, those in nights.items():
        order = sorted(those, key=lambda night: (-night[1], night[0]))
        counted = order if best is None else order[:best]
        lines.append(
            {
                "key": key,
                "name": names[key],
                "points": round(sum(night[1] for night in counted), 6),
                "counted": sorted(night[0] for night in counted),
                "dropped": sorted(night[0] for night in those if night not in counted),
                "level": (sum(night[3] for night in those), -min(night[2] for night in those), len(those)),
            }
        )
    for line in lines:
        value = (line["points"], line["level"])
        line["place"] = 1 + sum((other["points"], other["level"]) > value for other in lines)
    return sorted(lines, key=lambda line: (line["place"], line["key"]))


def _worth(points: dict[str, Any], row: dict[str, Any], wins: int, halves: int, played: int) -> float:
    if points["by"] == "place":
        table = points["table"]
        return float(table[row["place"] - 1] if row["place"] <= len(table) else points.get("rest", 0))
    if points["by"] == "wins":
        return float(points.get("win", 1) * wins + points.get("half", 0) * halves + points.get("played", 0) * played)
    return float(row["values"][points["value"]])


def _played(memory: Memory, player: str) -> int:
    """The matches with a slip at which somebody sat and was there."""
    return sum(
        table.status == "confirmed"
        and table.score is not None
        and not at.is_default(table)
        and player in table.seats
        and player not in at.stand_ins
        and player not in table.absent
        for at in memory.published
        for table in at.tables
    )


def check_season(form: dict[str, Any], logs: Sequence[Sequence[bytes]], told: dict[str, Any]) -> Report:
    """Whether a season's table is what its tournaments come to."""
    report = Report()
    evenings = [evening for lines in logs if (evening := evening_of(lines, report)) is not None]
    wanted = second_season(form, evenings)
    unmatched = {row["key"]: row for row in told["standings"]}
    for line in wanted:
        row = unmatched.pop(line["key"], None)
        report.saw("places of a season computed again")
        if row is None:
            report.broken("season", Phrase("{name} is missing in the season", name=line["name"]))
            continue
        for field in ("place", "name", "counted", "dropped"):
            if row[field] != line[field]:
                _differs(report, line["name"], field, row[field], line[field])
        if abs(row["points"] - line["points"]) > CLOSE:
            _differs(report, line["name"], "points", row["points"], line["points"])
    for row in unmatched.values():
        report.broken("season", Phrase("{name} is in the season and played in none of its events", name=row["name"]))
    _in_order(report, "season", told["standings"], [(row["place"], row["key"]) for row in told["standings"]])
    return report


def _in_order(report: Report, code: str, rows: Sequence[dict[str, Any]], ranks: list[tuple[float, str]]) -> None:
    """Everybody once, the best first, equals by their keys."""
    keys = [row["key"] for row in rows]
    for row in rows:
        if keys.count(row["key"]) > 1:
            report.broken(code, Phrase("{name} stands there twice", name=row.get("name", row["key"])))
    if ranks != sorted(ranks):
        report.broken(code, Phrase("the rows are not in their order"))


def _differs(report: Report, name: str, field: str, found: object, wanted: object) -> None:
    say = "{name}: {field} is {found}, and should be {wanted}"
    report.broken("season", Phrase(say, name=name, field=field, found=found, wanted=wanted))


# --- the rating


def bouts(evenings: Sequence[Evening]) -> Iterator[Bout]:
    """The matches of a rating: confirmed slips, everybody there, somebody has won or both are level."""
    for number, evening in enumerate(evenings):
        memory = evening.memory
        for at in memory.published:
            for table in at.tables:
                strangers = [player for player in table.seats if player not in memory.entry_of]
                missing = [one for one in table.seats if one in table.absent or one in at.stand_ins]
                if table.status != "confirmed" or table.score is None or strangers or missing:
                    continue
                if memory.law.alone:
                    sides, ranks = [[player] for player in table.seats], _alone(memory, table.score, table.winner)
                else:
                    sides, ranks = [list(side) for side in table.sides], _pairs(table.score, table.winner)
                if ranks:
                    yield Bout(number, at.number, table.number, sides, ranks)


def _pairs(score: list[int], winner: object) -> list[int]:
    if score[0] == score[1]:
        return [1, 1]
    return {"1+3": [1, 2], "2+4": [2, 1]}.get(str(winner), [])


def _alone(memory: Memory, score: list[int], winner: object) -> list[int]:
    if not isinstance(winner, int):
        return []
    fewer = memory.law.book.options.points_hurt
    order = [(seat != winner, points if fewer else -points) for seat, points in enumerate(score, 1)]
    return [sorted(order).index(own) + 1 for own in order]


Pair = tuple[float, float]


def moved(sides: list[list[Pair]], ranks: Sequence[int]) -> list[list[Pair]]:
    """One match by Weng and Lin's Plackett-Luce: everybody's mean and deviation after it."""
    sides = [[(mu, sqrt(sigma * sigma + TAU * TAU)) for mu, sigma in side] for side in sides]
    means = [sum(mu for mu, _ in side) for side in sides]
    spread = [sum(sigma * sigma for _, sigma in side) for side in sides]
    whole = sqrt(sum(one + BETA * BETA for one in spread))
    behind = [
        sum(exp(mean / whole) for mean, other in zip(means, ranks, strict=True) if other >= rank) for rank in ranks
    ]
    level = [list(ranks).count(rank) for rank in ranks]
    after = []
    for own, side in enumerate(sides):
        gain = loss = 0.0
        for other in range(len(sides)):
            if ranks[other] <= ranks[own]:
                share = exp(means[own] / whole) / behind[other]
                gain += ((1 - share) if own == other else -share) / level[other]
                loss += share * (1 - share) / level[other]
        gain *= spread[own] / whole
        loss *= spread[own] / whole**2 * sqrt(spread[own]) / whole
        after.append(
            [
                (
                    mu + sigma * sigma / spread[own] * gain,
                    sigma * sqrt(max(1 - sigma * sigma / spread[own] * loss, KAPPA)),
                )
                for mu, sigma in side
            ]
        )
    return after


def second_rating(evenings: Sequence[Evening]) -> dict[str, tuple[float, float, int]]:
    """By key: mean, deviation, matches."""
    evenings = sorted(evenings, key=lambda evening: (evening.date, evening.head))
    keys = identities(evenings)
    known: dict[str, tuple[float, float, int]] = {}
    for bout in bouts(evenings):
        sides = [[keys[bout.evening][player] for player in side] for side in bout.sides]
        start = [[known.get(key, (MU, SIGMA, 0)) for key in side] for side in sides]
        after = moved([[(mu, sigma) for mu, sigma, _ in side] for side in start], bout.ranks)
        for side, was, new in zip(sides, start, after, strict=True):
            for key, (_, _, times), (mu, sigma) in zip(side, was, new, strict=True):
                known[key] = (mu, sigma, times + 1)
    return known


def check_rating(logs: Sequence[Sequence[bytes]], told: dict[str, Any]) -> Report:
    """Whether ratings are what the matches of these logs come to."""
    report = Report()
    evenings = [evening for lines in logs if (evening := evening_of(lines, report)) is not None]
    wanted = second_rating(evenings)
    unmatched = {row["key"]: row for row in told["players"]}
    for key, (mu, sigma, matches) in wanted.items():
        row = unmatched.pop(key, None)
        report.saw("ratings computed again")
        if row is None:
            report.broken("rating", Phrase("{name} is missing in the rating", name=key))
            continue
        if row["matches"] != matches:
            _differs(report, row["name"], "matches", row["matches"], matches)
        for field, value in (("mu", mu), ("sigma", sigma), ("shown", mu - 3 * sigma)):
            if abs(row[field] - value) > 4 * CLOSE:
                _differs(report, row["name"], field, row[field], round(value, 6))
    for row in unmatched.values():
        report.broken("rating", Phrase("{name} is rated and has played no match", name=row["name"]))
    _in_order(report, "rating", told["players"], [(-row["shown"], row["key"]) for row in told["players"]])
    return report
