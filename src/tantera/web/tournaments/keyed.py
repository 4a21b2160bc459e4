"""Figures as they are keyed in: a form with a table, its points, who won."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final, Literal, TypeVar

import msgspec
from msgspec import Struct

from tantera.tournament.names import a_line
from tantera.tournament.orders import HandPoints, Result
from tantera.tournament.state import Round, TournamentState
from tantera.words import Phrase, Problem

_Order = TypeVar("_Order", bound=Struct)


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
    value = number(form.get(name, ""))
    if value is None or not 1 <= value <= most:
        raise Unkeyed(what)
    return value


def keyed(kind: type[_Order], **fields: Any) -> _Order:
    """An order of this kind, if what was keyed in can be; else an `Unkeyed`."""
    try:
        return msgspec.convert({"order": kind.__struct_config__.tag, **fields}, kind)
    except msgspec.ValidationError:
        raise Unkeyed(Phrase("these figures cannot be")) from None


def keyed_result(state: TournamentState, round: Round, form: dict[str, str]) -> Result:
    """The order that a keyed form means; an `Unkeyed` says what is missing."""
    tables = len(round.tables)
    table = count(form, "table", tables, Phrase("say which table: 1 to {last}", last=tables))
    if state.options.duplicate:
        return _hand_by_hand(state, round, table, form)
    seats = len(round.tables[table - 1].seats) if state.alone else 2
    score = []
    for place in range(1, seats + 1):
        points = number(form.get(f"score{place}", ""))
        if points is None:
            raise Unkeyed(Phrase("the points are missing: {count} numbers", count=seats))
        score.append(points)
    reason = a_line(form.get("reason", ""))
    status = form.get("status", "")
    return keyed(
        Result,
        round=round.number,
        table=table,
        score=score,
        winner=_winner(state, form.get("winner", "").strip()),
        re_entries=_re_entries(state, form, seats),
        reason=reason or None,
        status=status if status in ("entered", "disputed") else None,
    )


NOT_PLAYED: Final = "x"


def hands_typed(hands: Iterable[HandPoints]) -> str:
    """The hands of a slip as they are typed.

    >>> hands_typed([(30, 0), (0, 12), (0, 0), (7, 5), None])
    '30 -12 0 7/5 x'
    """
    return " ".join(map(_typed, hands))


def _typed(hand: HandPoints) -> str:
    match hand:
        case None:
            return NOT_PLAYED
        case (one, 0):
            return str(one)
        case (0, other):
            return str(-other)
        case (one, other):
            return f"{one}/{other}"


def hands_keyed(typed: str) -> list[list[int] | None]:
    """Hands as they are typed: what 1+3 made, with a minus what 2+4 made, both with a stroke; x: not played.

    >>> hands_keyed("30 −12 0  7/5 X")
    [[30, 0], [0, 12], [0, 0], [7, 5], None]
    """
    return [_hand(word) for word in re.split(r"[\s,;]+", typed.strip()) if word]


def _hand(word: str) -> list[int] | None:
    if word.casefold() == NOT_PLAYED:
        return None
    points = [number(part) for part in word.split("/")]
    if len(points) > 2 or None in points:
        raise Unkeyed(Phrase("{found} is no hand: 30 for 1+3, -12 for 2+4, x where it was not played", found=word))
    one, *others = [found for found in points if found is not None]
    return [one, *others] if others else [one, 0] if one >= 0 else [0, -one]


def _hand_by_hand(state: TournamentState, round: Round, table: int, form: dict[str, str]) -> Result:
    hands, status, law = hands_keyed(form.get("hands", "")), form.get("status", ""), state.options.duplicate
    if law and len(hands) != law.hands:
        sentence = "the slip has {count} hands and {found} are written: x for one that was not played"
        raise Unkeyed(Phrase(sentence, count=law.hands, found=len(hands)))
    return keyed(
        Result,
        round=round.number,
        table=table,
        hands=hands,
        winner=_winner(state, form.get("winner", "").strip()),
        reason=a_line(form.get("reason", "")) or None,
        status=status if status in ("entered", "disputed") else None,
    )


def _winner(state: TournamentState, typed: str) -> Literal["1+3", "2+4"] | int | None:
    if typed in ("1+3", "2+4"):
        return typed  # type: ignore[return-value]
    return number(typed) if state.alone else None


def _re_entries(state: TournamentState, form: dict[str, str], seats: int) -> list[int] | None:
    if not state.alone or not state.options.re_entries:
        return None
    return [number(form.get(f"again{place}", "")) or 0 for place in range(1, seats + 1)]
