"""The log of a server that runs in a thread of a test, and what must not stand in it."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any

import structlog

from tantera.web.health.lines import log_as_lines
from tests.web.searching import tiles_in_json

_CHANCE = ("timestamp", "ms", "status")
"""What is figures and tells of no tile."""


@contextmanager
def logged() -> Iterator[StringIO]:
    """What is logged meanwhile, as ``tantera serve`` logs it."""
    lines = StringIO()
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    log_as_lines(lines)
    try:
        yield lines
    finally:
        structlog.reset_defaults()
        root.handlers[:] = before
        root.setLevel(level)


def entries(lines: str) -> list[dict[str, Any]]:
    """Every line is JSON: a traceback would be none."""
    return [json.loads(line) for line in lines.splitlines()]


def failures(lines: str) -> list[dict[str, Any]]:
    """What went wrong on our side."""
    return [entry for entry in entries(lines) if entry["level"] in ("error", "critical")]


def leaks_in_log(lines: str, secrets: tuple[str, ...] = ()) -> list[str]:
    """Tiles and secrets that stand in the log: nobody reads it who may know any."""
    found = [f"a secret: {line}" for line in lines.splitlines() if any(secret in line for secret in secrets)]
    for entry in entries(lines):
        plain = {key: value for key, value in entry.items() if key not in _CHANCE}
        found += [f"{tile} at {'.'.join(path)}" for tile, path in tiles_in_json(plain)]
    return found
