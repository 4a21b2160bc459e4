"""Saving the sheet: where the disk is full or the folder is not ours, somebody says where else, and nothing is lost."""

from __future__ import annotations

from contextlib import suppress

from tantera.cli.asking import another_path
from tantera.cli.keeping import Keeper, NotSaved, Saved
from tantera.cli.pad.asking import Questions
from tantera.words import reason_of


def save(text: str, keeper: Keeper, questions: Questions) -> Keeper:
    """The text in its file. The keeper is another one where somebody had to name another path."""
    screen = questions.screen
    while True:
        try:
            saved = keeper.save(text)
        except OSError as error:
            keeper = _elsewhere(text, keeper, error, questions)
            continue
        told = saved.told(keeper.path)
        if told is not None:
            with suppress(OSError):
                style = "bold red" if saved is Saved.CHANGED else "bold yellow"
                screen.say(told.message, style, **told.facts)
        return keeper


def _elsewhere(text: str, keeper: Keeper, error: OSError, questions: Questions) -> Keeper:
    facts = {"path": keeper.path, "reason": reason_of(error).told(questions.lang)}
    try:
        questions.screen.say("   cannot be saved in {path}: {reason}", "bold red", **facts)
        question = "Where else? A path, or Enter: try again (what you entered is kept) "
        path = another_path(questions.line, question, keeper.path.name)
    except (EOFError, KeyboardInterrupt, OSError):
        raise NotSaved(text) from None
    return keeper if path is None else keeper.elsewhere(path)
