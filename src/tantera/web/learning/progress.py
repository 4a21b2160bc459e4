"""How far somebody has come with the lessons and the puzzles: kept with the person where the server knows one, else in
a cookie. What was solved once stays solved."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any, Final

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from msgspec.structs import replace

from tantera.lessons import Lesson, lessons
from tantera.puzzles import streak
from tantera.puzzles.puzzle import by_id
from tantera.store import Store
from tantera.web.access.visitors import LIFETIME, Visitor
from tantera.web.clock import now
from tantera.web.folds import Folded, Folds, Kept

COOKIE: Final = "learned"
PUZZLED: Final = "puzzled"
"""The cookie of the puzzles."""
Solved = frozenset[str]
"""Tasks by their names, ``passing.2``; puzzles, ``puzzle.42-7``; days whose puzzle was solved, ``day.2026-11-19``."""
DAYS_IN_COOKIE: Final = 100
PUZZLES_IN_COOKIE: Final = 120
"""More does not go into a cookie: of whoever has no name here the oldest days and some puzzles are forgotten."""


class Learner(Folded, frozen=True):
    solved: Solved = frozenset()


class TaskSolved(Kept, frozen=True, tag="task_solved.1"):
    task: str
    at: int


def _evolve(learner: Learner, event: TaskSolved) -> Learner:
    return replace(learner, solved=learner.solved | {event.task})


class Learners:
    """What everybody whom the server knows has solved."""

    def __init__(self, store: Store) -> None:
        self._kept: Folds[Learner, TaskSolved] = Folds(store, "learner/", Learner(), _evolve, TaskSolved)

    async def of(self, person: str) -> Solved:
        return (await self._kept.get(person)).solved

    async def solved(self, person: str, tasks: Solved) -> None:
        """These too; what was there already is not written again."""
        at = now()
        await self._kept.add(person, lambda known: [TaskSolved(one, at) for one in sorted(tasks - known.solved)])


def task_name(lesson: Lesson, number: int) -> str:
    return f"{lesson.id}.{number}"


async def solved_by(connection: ASGIConnection[Any, Any, Any, Any]) -> Solved:
    """What this visitor has solved, here and before they had a name."""
    learners: Learners = connection.app.state.learners
    visitor: Visitor | None = connection.scope.get("user")
    kept = frozenset() if visitor is None else await learners.of(visitor.person)
    return kept | in_cookie(connection.cookies.get(COOKIE, ""))


async def lessons_done(connection: ASGIConnection[Any, Any, Any, Any]) -> int:
    """How many lessons this visitor has solved whole."""
    solved = await solved_by(connection)
    return sum(all(task_name(one, at + 1) in solved for at in range(len(one.tasks))) for one in lessons())


def in_cookie(value: str) -> Solved:
    """What a cookie says; of whatever else stands in it nothing is believed.

    >>> sorted(in_cookie("placing.1_nonsense_placing.2_placing.99"))
    ['placing.1', 'placing.2']
    """
    known = {task_name(lesson, place + 1) for lesson in lessons() for place in range(len(lesson.tasks))}
    return frozenset(value[:2000].split("_")) & known


def cookie(solved: Solved, secure: bool) -> Cookie:
    return _kept(COOKIE, sorted(solved), "/learn", secure)


def _kept(name: str, names: Iterable[str], path: str, secure: bool) -> Cookie:
    value = "_".join(names)
    lasts = LIFETIME // 1000
    return Cookie(key=name, value=value, max_age=lasts, path=path, httponly=True, samesite="lax", secure=secure)


# --- puzzles


def puzzle_name(puzzle: str) -> str:
    return f"puzzle.{puzzle}"


def day_name(day: date) -> str:
    return f"day.{day.isoformat()}"


async def puzzles_solved_by(connection: ASGIConnection[Any, Any, Any, Any]) -> Solved:
    """The puzzles and the days that this visitor has solved, here and before they had a name."""
    learners: Learners = connection.app.state.learners
    visitor: Visitor | None = connection.scope.get("user")
    kept = frozenset() if visitor is None else await learners.of(visitor.person)
    return kept | in_puzzle_cookie(connection.cookies.get(PUZZLED, ""))


def days_in_a_row(solved: Solved, today: date) -> int:
    days = {date.fromisoformat(name.removeprefix("day.")) for name in solved if name.startswith("day.")}
    return streak(days, today)


def in_puzzle_cookie(value: str) -> Solved:
    """What a cookie says; of whatever else stands in it nothing is believed.

    >>> sorted(in_puzzle_cookie("day.2026-11-19_day.2026-13-99_puzzle.0-0_nonsense"))
    ['day.2026-11-19']
    """
    return frozenset(name for name in value[:4000].split("_") if _is_known(name))


def _is_known(name: str) -> bool:
    kind, _, rest = name.partition(".")
    if kind == "puzzle":
        return rest in by_id()
    try:
        return kind == "day" and day_name(date.fromisoformat(rest)) == name
    except ValueError:
        return False


def puzzle_cookie(solved: Solved, secure: bool) -> Cookie:
    days = sorted(name for name in solved if name.startswith("day."))[-DAYS_IN_COOKIE:]
    puzzles = sorted(name for name in solved if name.startswith("puzzle."))[-PUZZLES_IN_COOKIE:]
    return _kept(PUZZLED, (*days, *puzzles), "/puzzles", secure)
