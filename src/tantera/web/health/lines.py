"""The log: one JSON line an event, never a body, never a cookie, never a tile."""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from types import TracebackType
from typing import Any, Protocol, TextIO

import structlog


class Lines(Protocol):
    """Where lines go."""

    def write(self, text: str, /) -> Any: ...

    def flush(self) -> Any: ...


class _Behind:
    """Lines that a thread writes. Who writes to a file lets go of Python's lock, and stands in line for it again: a
    server that did so with every request waited longer for its log than for its pages while a thread was busy."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._queue: SimpleQueue[str | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="lines", daemon=True)
        self._thread.start()

    def write(self, text: str) -> None:
        self._queue.put(text)

    def flush(self) -> None:
        """Nobody waits for it."""

    def close(self) -> None:
        """Everything is written."""
        self._queue.put(None)
        self._thread.join(5)

    def _run(self) -> None:
        ended = False
        while not ended:
            texts = [self._queue.get()]
            with suppress(Empty):
                while texts[-1] is not None:
                    texts.append(self._queue.get_nowait())
            ended = texts[-1] is None
            with suppress(OSError, ValueError):  # nobody reads it any longer: there is nobody to tell
                self._out.write("".join(text for text in texts if text is not None))
                self._out.flush()


@contextmanager
def written_behind(out: TextIO) -> Iterator[Lines]:
    """The same place, for a server that does not wait until its lines are there."""
    behind = _Behind(out)
    try:
        yield behind
    finally:
        behind.close()


def log_as_lines(out: Lines, level: int = logging.INFO) -> None:
    """What we log ourselves, and what the libraries below have to say, as JSON lines to one place."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(out),  # type: ignore[arg-type]
        cache_logger_on_first_use=False,  # tests set it up more than once
    )
    # uvicorn says at level INFO what we say ourselves, with addresses and queries: only warnings pass.
    logging.basicConfig(handlers=[_FromLibraries()], level=logging.WARNING, force=True)


class _FromLibraries(logging.Handler):
    """Lines of the standard library's logging, in our form."""

    def emit(self, record: logging.LogRecord) -> None:
        facts: dict[str, Any] = {"by": record.name}
        if record.exc_info and record.exc_info[0] is not None:
            # The message of an error may hold anything: what kind it was and where is enough.
            facts |= {"error": record.exc_info[0].__name__, "where": where(record.exc_info[2])}
        said = record.msg if isinstance(record.msg, str) else type(record.msg).__name__
        structlog.get_logger().log(record.levelno, " ".join(said.split())[:200], **facts)


def log_failure(what: str, error: BaseException) -> None:
    """The kind of error and where, never a body or a message: those may hold tiles."""
    structlog.get_logger().error("failed", what=what, error=type(error).__name__, where=where(error.__traceback__))


def where(trace: TracebackType | None) -> list[str]:
    """The last places of a traceback, without what was there."""
    frames = traceback.extract_tb(trace)[-4:]
    return [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]


def where_lines_go() -> tuple[TextIO, int]:
    """To standard error. A person at a terminal is not shown every request: only what is wrong."""
    return sys.stderr, logging.WARNING if sys.stderr.isatty() else logging.INFO
