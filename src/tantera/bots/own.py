"""Bots of somebody's own: their code may print, raise or leave, and the program goes on with one sentence."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from traceback import extract_tb

from tantera.play import Order
from tantera.words import Phrase, Problem


class BotError(Problem):
    """A bot that cannot be had: one sentence."""

    code = "bot"


def is_own(name: str) -> bool:
    """Whether a name is that of a bot in a file, as ``my_bots.py:clever``."""
    return ".py:" in name


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


def answer_of(name: str, choose: Callable[[], Order], options: Collection[Order], doing: Phrase) -> Order:
    """What a bot answers, if that is one of its options."""
    if not is_own(name):
        return choose()
    with own_code(name, doing):
        command = choose()
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
    said = " ".join(str(error).split())
    return f"{type(error).__name__} ({said})" if said else type(error).__name__
