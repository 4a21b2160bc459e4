"""A line of JSON becomes an order, or a problem that says what is wrong with its words."""

from __future__ import annotations

import re
from datetime import datetime
from functools import cache
from typing import Any, Final, get_args

import msgspec
from msgspec import UNSET

from tantera.rules.check import shown
from tantera.tournament.orders import AnyOrder, Given, Id, Order, OrderProblem, Publish, Result, Salt
from tantera.words import Phrase

MOST_BYTES: Final = 1_000_000
"""A longer line is no order."""
_AROUND: Final = ("by", "at", "id", "salt")
"""What stands around an order: who, when, under which id, and what hides the words about people in it; around a publish
also what the deals of a duplicate round come from."""
_KINDS: Final[dict[str, type[Order]]] = {str(kind.__struct_config__.tag): kind for kind in get_args(AnyOrder)}


def read_order(line: bytes | str) -> Given:
    """The order of one line.

    >>> read_order('{"order": "draw", "round": 2, "by": "organiser"}')
    Given(order=Draw(round=2), by='organiser', at='', id=None, salt=None, secret=None)
    >>> read_order('{"order": "draw", "rond": 2}')
    Traceback (most recent call last):
    tantera.tournament.orders.OrderProblem: draw has no field 'rond'
    """
    return order_of(_object(line))


def order_of(data: dict[str, Any]) -> Given:
    """The order that an object says."""
    tag = data.get("order")
    kind = _KINDS.get(tag) if isinstance(tag, str) else None
    if kind is None:
        raise OrderProblem("unknown_order", "{found} is no order", found=shown(tag))
    around = (*_AROUND, "secret") if kind is Publish else _AROUND
    inside = {key: value for key, value in data.items() if key not in around}
    fields = _fields(kind)
    for key in inside:
        if key != "order" and key not in fields:
            raise OrderProblem("unknown_field", "{order} has no field {field}", order=tag, field=shown(key))
    for name, required in fields.items():
        if required and name not in inside:
            raise OrderProblem("missing_field", "{order} needs {field}", order=tag, field=name)
    _no_near_numbers(inside)
    order: Any = _converted(inside, kind)
    if isinstance(order, Result) and order.score is UNSET and order.hands is UNSET:
        raise OrderProblem("missing_field", "{order} needs {field}", order=tag, field="score")
    return Given(order, _by(data), _at(data), _id(data), _hidden(data, "salt"),
                 _hidden(data, "secret") if kind is Publish else None)  # fmt: skip


@cache
def _fields(kind: type[Order]) -> dict[str, bool]:
    """The fields of an order by name, and whether they are needed. Kept: msgspec reads the annotations each time."""
    return {field.encode_name: field.required for field in msgspec.structs.fields(kind)}


def _object(line: bytes | str) -> dict[str, Any]:
    if len(line) > MOST_BYTES:
        raise OrderProblem("not_an_order", "a line longer than {most} bytes is no order", most=MOST_BYTES)
    try:
        data = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise OrderProblem("not_an_order", "a line is one JSON object: {example}", example='{"order": "draw"}')
    return data


def _converted(data: dict[str, Any], kind: type[Order]) -> Any:
    try:
        return msgspec.convert(data, kind)
    except (msgspec.ValidationError, UnicodeError) as error:
        raise _explained(str(error), data) from None


def _no_near_numbers(value: object) -> None:
    """1.0 is no whole number and true is none: a wrong type is refused, not rounded."""
    if isinstance(value, float):
        raise OrderProblem("wrong_value", "{found} is no whole number", found=shown(value))
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            _no_near_numbers(item)


def _explained(message: str, data: object) -> OrderProblem:
    """msgspec's ``Expected `int` <= 600 - at `$.minutes```, for people."""
    what, _, where = message.partition(" - at `")
    path = where.rstrip("`").removeprefix("$").removeprefix(".")
    if unknown := re.search(r"unknown field `(.*)`", what):
        return OrderProblem("unknown_field", "{order} has no field {field}", order=path, field=shown(unknown[1]))
    if missing := re.search(r"missing required field `(.*)`", what):
        return OrderProblem("missing_field", "{order} needs {field}", order=path, field=missing[1])
    return _wrong(path, _at_path(data, path), _expected(what))


def _expected(what: str) -> Phrase:
    for pattern, sentence in _EXPECTED.items():
        if matched := re.search(pattern, what):
            return Phrase(sentence, **matched.groupdict())
    return Phrase("something else is expected")


_EXPECTED: Final = {
    r"(?:int|float)` <= (?P<bound>-?\d+)": "{bound} or less",
    r"(?:int|float)` >= (?P<bound>-?\d+)": "{bound} or more",
    r"str` matching regex": "letters, digits, - _ and . are expected",
    r"str` of length >= ": "a text that is not empty is expected",
    r"str` of length <= (?P<most>\d+)": "a text of at most {most} letters is expected",
    r"array` of length >= (?P<least>\d+)": "at least {least} of them are expected",
    r"array` of length <= (?P<most>\d+)": "at most {most} of them are expected",
    r"Expected `int": "a whole number is expected",
    r"Expected `str": "a text is expected",
    r"Expected `bool": "true or false is expected",
    r"Expected `array": "a list is expected",
}
"""What msgspec expected, for people."""


def _at_path(data: Any, path: str) -> Any:
    for step in re.findall(r"[^.\[\]]+", path):
        try:
            data = data[int(step)] if isinstance(data, list) else data[step]
        except (KeyError, IndexError, ValueError, TypeError):
            return data
    return data


def _by(data: dict[str, Any]) -> str:
    by = data.get("by", "director")
    if not isinstance(by, str) or not by.strip() or len(by) > 200:
        raise _wrong("by", by, Phrase("a text is expected"))
    return by


def _at(data: dict[str, Any]) -> str:
    at = data.get("at")
    if at is None:
        return ""
    try:
        datetime.fromisoformat(at)
    except (ValueError, TypeError):
        raise _wrong("at", at, Phrase("a time like 2026-05-31T10:30 is expected")) from None
    return str(at)


def _id(data: dict[str, Any]) -> str | None:
    given = data.get("id")
    try:
        return None if given is None else msgspec.convert(given, Id)
    except msgspec.ValidationError as error:
        raise _wrong("id", given, _expected(str(error))) from None


def _hidden(data: dict[str, Any], key: str) -> str | None:
    given = data.get(key)
    try:
        return msgspec.convert(given, Salt | None)
    except msgspec.ValidationError:
        raise _wrong(key, given, Phrase("32 to 128 hex digits are expected")) from None


def _wrong(field: str, value: object, expected: Phrase) -> OrderProblem:
    say = "{field}: {found} cannot be; {expected}"
    return OrderProblem("wrong_value", say, field=field, found=shown(value), expected=expected)
