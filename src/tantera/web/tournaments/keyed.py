"""Figures as they are keyed in: a form with a table, its points, who won."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from tantera.tournament.names import a_line
from tantera.tournament.orders import Result
from tantera.tournament.state import Round, TournamentState
from tantera.words import Phrase, Problem


class Unkeyed(Problem):
    """What was keyed in is no order yet."""

    code = "unkeyed"


def number(typed: str) -> int | None:
    """
    >>> number(" 112 "), number("-5"), number("−5"), number("1o0")
    (112, -5, -5, None)
    """
    plain = typed.strip().replace("−", "-")
    return int(plain) if re.fullmatch(r"[+-]?[0-9]{1,6}", plain) else None


def count(form: dict[str, str], name: str, most: int, what: Phrase) -> int:
    """A number from 1 to the most, or an `Unkeyed`."""
    found = number(form.get(name, ""))
    if found is None or not 1 <= found <= most:
        raise Unkeyed(what)
    return found


def keyed_result(state: TournamentState, round: Round, form: dict[str, str]) -> Result:
    """The order that a keyed form means; an `Unkeyed` says what is missing."""
    tables = len(round.tables)
    table = count(form, "table", tables, Phrase("say which table: 1 to {last}", last=tables))
    seats = len(round.tables[table - 1].seats) if state.alone else 2
    score = []
    for place in range(1, seats + 1):
        points = number(form.get(f"score{place}", ""))
        if points is None:
            raise Unkeyed(Phrase("the points are missing: {count} numbers", count=seats))
        score.append(points)
    reason = a_line(form.get("reason", ""))
    status = form.get("status", "")
    try:
        return msgspec.convert(
            {
                "order": "result",
                "round": round.number,
                "table": table,
                "score": score,
                "winner": _winner(state, form.get("winner", "").strip()),
                "re_entries": _re_entries(state, form, seats),
                "reason": reason or None,
                "status": status if status in ("entered", "disputed") else None,
            },
            Result,
        )
    except msgspec.ValidationError:
        raise Unkeyed(Phrase("these figures cannot be")) from None


def _winner(state: TournamentState, typed: str) -> Literal["1+3", "2+4"] | int | None:
    if typed in ("1+3", "2+4"):
        return typed  # type: ignore[return-value]
    return number(typed) if state.alone else None


def _re_entries(state: TournamentState, form: dict[str, str], seats: int) -> list[int] | None:
    if not state.alone or not state.options.re_entries:
        return None
    return [number(form.get(f"again{place}", "")) or 0 for place in range(1, seats + 1)]
