"""Bots of somebody's own: their code may print, raise or leave, and the program goes on with one sentence."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from threading import current_thread, main_thread
from time import monotonic
from traceback import extract_tb

from tantera.play import Order
from tantera.words import Phrase, Problem


class BotError(Problem):
    """A bot that cannot be had: one sentence."""

    code = "bot"


class NoAnswer(BotError):
    """A bot that had not answered when its time was over."""

    code = "no_answer"


class _TimeIsOver(BaseException):
    """Raised in the middle of their code, which catches exceptions of its own."""


@contextmanager
def _within(seconds: float | None) -> Iterator[None]:
    """Their code gets so many seconds. Only the first thread of a process can be stopped, and not on Windows: elsewhere
    it is waited for."""
    if seconds is None or not hasattr(signal, "setitimer") or current_thread() is not main_thread():
        yield
        return

    def over(number: int, frame: object) -> None:
        raise _TimeIsOver

    before = signal.signal(signal.SIGALRM, over)
    left, began = signal.setitimer(signal.ITIMER_REAL, seconds)[0], monotonic()
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, max(left - (monotonic() - began), 0.001) if left else 0)
        signal.signal(signal.SIGALRM, before)


def is_own(name: str) -> bool:
    """Whether a name is that of a bot in a file, as ``my_bots.py:clever``, or of a program behind a pipe."""
    return ".py:" in name or is_piped(name)


def is_piped(name: str) -> bool:
    """Whether a name is that of a program in any language, as ``pipe:node my_bot.js`` (`pipe.py`)."""
    return name.startswith("pipe:")


def file_of(name: str) -> Path:
    return Path(name.rpartition(":")[0])


@contextmanager
def own_code(name: str, doing: Phrase) -> Iterator[None]:
    """Their code runs in here. What it prints goes to standard error: standard output is for results.

    What it raises, ``sys.exit`` included, is a `BotError` that names the line of their file.
    """
    if not is_own(name):
        yield
        return
    try:
        with redirect_stdout(sys.stderr):
            yield
    except BotError:
        raise
    except (Exception, SystemExit) as error:
        message = "{place}: found {error} {doing}, expected a move from a View"
        raise BotError(Phrase(message, place=_place(name, error), error=_told(error), doing=doing)) from None


def answer_of(
    name: str, choose: Callable[[], Order], options: Collection[Order], doing: Phrase, seconds: float | None = None
) -> Order:
    """What a bot answers, if that is one of its options; `NoAnswer` where it takes longer than `seconds`."""
    if not is_own(name):
        return choose()
    with own_code(name, doing):
        try:
            with _within(seconds):
                command = choose()
        except _TimeIsOver:
            message = "{name}: found no answer {doing} within {seconds} s, expected a move"
            raise NoAnswer(Phrase(message, name=name, doing=doing, seconds=seconds)) from None
        if command not in options:
            message = "{name}: found {answer} {doing}, expected one of the {count} moves it has"
            raise BotError(Phrase(message, name=name, answer=repr(command), doing=doing, count=len(options)))
    return command


def _place(name: str, error: BaseException) -> str | Phrase:
    """The bot, and the last line of its file that had a part in it."""
    file = file_of(name).resolve()
    lines = [frame.lineno for frame in extract_tb(error.__traceback__) if Path(frame.filename).resolve() == file]
    if isinstance(error, SyntaxError) and error.lineno is not None:
        lines.append(error.lineno)
    return Phrase("{source}, line {line}", source=name, line=lines[-1]) if lines else name


def _told(error: BaseException) -> str:
    """The error in one line."""
    message = " ".join(str(error).split())
    return f"{type(error).__name__} ({message})" if message else type(error).__name__
