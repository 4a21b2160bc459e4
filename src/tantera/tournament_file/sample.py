"""The tournament that newcomers look around in, in a file of its own."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import groupby
from pathlib import Path

from tantera.rules import Books
from tantera.tournament.demo import demo
from tantera.tournament.hall.orders import HallOrder
from tantera.tournament_file.file import open_tournament
from tantera.words import Problem


def write_sample(path: Path, books: Books, now: datetime) -> None:
    """Give all its orders to a new file, as if they had been given in the last hours."""
    ago = timedelta()
    file = open_tournament(path, books, lambda: now - ago, new=True)
    try:
        for in_hall, some in groupby(demo(), key=lambda step: isinstance(step.order, HallOrder)):
            steps = list(some)
            if not in_hall:
                for answer in file.apply_all([step.given(now) for step in steps]):
                    if isinstance(answer, Problem):
                        raise answer
                continue
            for step in steps:
                assert isinstance(step.order, HallOrder)
                ago = step.ago
                file.apply_in_hall(step.order, step.by)
    finally:
        file.close()
