"""What goes on behind the pages: nothing there ends without a line in the log, and nothing fails without a pause."""

from __future__ import annotations

import ast
import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import tantera.web
from tantera.web import background
from tantera.web.background import Background, for_ever, guarded, longer
from tantera.words import Phrase, Problem
from tests.web.lines import entries, logged

WEB = Path(tantera.web.__file__).parent
BEGINS = {"create_task", "ensure_future", "TaskGroup", "Thread", "Timer", "start_new_thread", "submit"}
"""What begins something that nobody may wait for."""
KNOWN = {
    "background.py": {"create_task", "Thread"},
    "health/lines.py": {"Thread"},  # writes the log itself: it has nobody to tell
    "tables/socket.py": {"create_task"},  # awaited in the same line
    "tournaments/folder.py": {"submit"},  # of work that is guarded
    "tournaments/halls.py": {"ensure_future"},  # ended and waited for where they begin
}
ENDLESS = {
    "background.py": 1,  # for_ever: it always pauses
    "tables/live.py": 1,  # of two that write at once one wins: the next attempt reads what the other wrote
    "tables/hub.py": 2,  # with a longer pause each time; an id that nobody has, found by chance
    "tables/socket.py": 1,  # waits for the client
    "folds.py": 1,  # as in live.py
    "app.py": 1,  # as in live.py
    "tournaments/folder.py": 1,  # a name that another process took in this very moment: the next one is free
}
"""Every loop without an end of its own, and why it does not spin."""


def code() -> Iterator[tuple[str, ast.AST]]:
    for path in sorted(WEB.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            yield path.relative_to(WEB).as_posix(), node


def test_every_task_and_every_thread_of_the_server_is_looked_after():
    found: dict[str, set[str]] = {}
    for file, node in code():
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in BEGINS:
                found.setdefault(file, set()).add(name)
    assert found == KNOWN


def test_every_loop_without_an_end_is_one_that_we_know_to_wait():
    found: dict[str, int] = {}
    for file, node in code():
        if isinstance(node, ast.While) and isinstance(node.test, ast.Constant):
            found[file] = found.get(file, 0) + 1
    assert found == ENDLESS


class Away(Problem):
    code = "away"


def test_a_task_that_ends_in_an_error_leaves_a_line_and_one_that_was_ended_none():
    async def story() -> None:
        async def fails(error: Exception) -> None:
            raise error

        tasks = Background("story")
        done = [tasks.start(fails(ValueError("6-6"))), tasks.start(fails(Away(Phrase("away"))))]
        waits = tasks.start(asyncio.sleep(1000))
        await asyncio.wait(done)
        tasks.stop()
        await asyncio.wait([waits])

    with logged() as lines:
        asyncio.run(story())
    told = {(one["event"], one["what"], one.get("error", one.get("code"))) for one in entries(lines.getvalue())}
    assert told == {("failed", "story", "ValueError"), ("not_done", "story", "away")}
    assert "6-6" not in lines.getvalue()


def test_what_is_done_for_ever_goes_on_after_it_failed_and_waits_longer_each_time(monkeypatch: pytest.MonkeyPatch):
    begun: list[float] = []
    goes_on: list[float] = []

    async def story() -> None:
        async def look() -> None:
            if len(begun) < 6:
                begun.append(time.monotonic())
                raise OSError
            goes_on.append(time.monotonic())

        watching = Background("watching")
        watching.start(for_ever("watching", 0.01, look))
        async with asyncio.timeout(30):
            while len(goes_on) < 2:
                await asyncio.sleep(0.01)
        watching.stop()

    with logged() as lines:
        asyncio.run(story())
    assert len(entries(lines.getvalue())) == 6
    assert begun[5] - begun[4] >= longer(0.01, 5) == 0.16


def test_a_thread_that_nobody_listens_to_leaves_a_line():
    def fails() -> None:
        raise RuntimeError

    with logged() as lines:
        assert guarded("copies", fails)() is None
        background.thread("copies", fails).join()
    assert [entry["error"] for entry in entries(lines.getvalue())] == ["RuntimeError"] * 2
