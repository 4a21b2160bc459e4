"""The log: one JSON line an event, never a body, never a cookie, never a tile."""

from __future__ import annotations

import logging
import sys
import traceback
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

import structlog


def log_as_lines(out: TextIO, level: int = logging.INFO) -> None:
    """What we log ourselves, and what the libraries below have to say, as JSON lines to one place."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(out),
        cache_logger_on_first_use=False,  # tests set it up more than once
    )
    # uvicorn says at level INFO what we say ourselves, with addresses and queries: only warnings pass.
    logging.basicConfig(handlers=[_Lines()], level=logging.WARNING, force=True)


class _Lines(logging.Handler):
    """Lines of the standard library's logging, in our form."""

    def emit(self, record: logging.LogRecord) -> None:
        facts: dict[str, Any] = {"by": record.name}
        if record.exc_info and record.exc_info[0] is not None:
            # The message of an error may hold anything: what kind it was and where is enough.
            facts |= {"error": record.exc_info[0].__name__, "where": where(record.exc_info[2])}
        said = record.msg if isinstance(record.msg, str) else type(record.msg).__name__
        structlog.get_logger().log(record.levelno, " ".join(said.split())[:200], **facts)


def where(trace: TracebackType | None) -> list[str]:
    """The last places of a traceback, without what was there."""
    frames = traceback.extract_tb(trace)[-4:]
    return [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]


def where_lines_go() -> tuple[TextIO, int]:
    """To standard error. A person at a terminal is not shown every request: only what is wrong."""
    return sys.stderr, logging.WARNING if sys.stderr.isatty() else logging.INFO
