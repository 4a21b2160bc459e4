"""Work shared out among the cores of this machine: the kernels run without the interpreter's lock."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from itertools import islice
from typing import TypeVar

Task = TypeVar("Task")
Answer = TypeVar("Answer")


def usual_workers() -> int:
    """As many as there are cores for us."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_order(answer: Callable[[Task], Answer], tasks: Iterable[Task], threads: int) -> Generator[Answer, None, None]:
    """The answers to tasks, in the order of the tasks, found side by side. Stop asking, and it stops: no more than two
    tasks a thread are begun before their answers are asked for."""
    with ThreadPoolExecutor(threads) as pool:
        yield from answered(pool, answer, tasks, 2 * threads)


def answered(
    pool: Executor, answer: Callable[[Task], Answer], tasks: Iterable[Task], ahead: int
) -> Generator[Answer, None, None]:
    """The same by whatever pool there is; `ahead` tasks are begun before their answers are asked for."""
    rest = iter(tasks)
    waiting: deque[Future[Answer]] = deque(pool.submit(answer, task) for task in islice(rest, ahead))
    try:
        while waiting:
            first = waiting.popleft().result()
            waiting.extend(pool.submit(answer, task) for task in islice(rest, 1))
            yield first
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
