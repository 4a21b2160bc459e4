"""The JSON Schema of the object holds for whatever a tournament comes to."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tantera.formats import FORMATS
from tantera.tournament.export import schema_text
from tests.play.tables import proof
from tests.tournament.first_program import First
from tests.tournament.random_events import play

VALIDATOR = Draft202012Validator(json.loads(schema_text()))


def shown(seed: str, format: str) -> list[dict[str, Any]]:
    """The object now and then during a random event, and at its end."""
    first, found = First(), []

    def apply(order: dict[str, Any]) -> dict[str, Any]:
        answer = first.apply(order)
        if answer["ok"] and answer.get("event", 1) % 7 == 0:
            found.append(first.export())
        return answer

    play(seed, format, apply, first.export)
    return [*found, first.export()]


@pytest.mark.parametrize("format", FORMATS)
def test_what_random_events_come_to_is_as_the_schema_says(format: str):
    for number in range(proof(2, 200)):
        for event in shown(f"schema/{number}", format):
            assert [error.message for error in VALIDATOR.iter_errors(event)] == []


def test_the_schema_is_a_schema():
    Draft202012Validator.check_schema(json.loads(schema_text()))


@pytest.mark.parametrize(
    ("where", "value"),
    [
        (("stage",), "over"),
        (("format",), "swiss"),
        (("log", "head"), "abc"),
        (("rounds", 0, "tables", 0, "winner"), "1+2"),
        (("rounds", 0, "tables", 0, "seats"), ["p1"]),
        (("rounds", 0, "stage"), "open"),
        (("standings", 0, "place"), 0),
        (("entries", 0, "active"), "yes"),
        (("entries", 0, "players"), []),
    ],
)
def test_a_planted_fault_is_found(where: tuple[str | int, ...], value: Any):
    event: Any = json.loads(json.dumps(shown("schema/0", "individual")[-1]))
    assert VALIDATOR.is_valid(event)
    inside = event
    for step in where[:-1]:
        inside = inside[step]
    inside[where[-1]] = value
    assert not VALIDATOR.is_valid(event)


@pytest.mark.parametrize("key", ["name", "rounds", "standings", "log", "cards", "out", "teams"])
def test_nothing_may_be_missing(key: str):
    event = shown("schema/1", "pairs-swiss")[-1]
    del event[key]
    assert not VALIDATOR.is_valid(event)
