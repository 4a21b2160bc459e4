"""Whole tournaments by chance, through the same orders as real ones: how well does a format find the best?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any, NamedTuple

from tantera.cli.tournament.agreement import kendall, spearman
from tantera.cli.tournament.strengths import Played, match_alone, match_of_sides, strengths

if TYPE_CHECKING:
    from tantera.tournament.state import TournamentState

AT = "2026-01-01T10:00:00"


class Setting(NamedTuple):
    """What is simulated."""

    book: str
    format: str | None
    rounds: int | None
    options: Mapping[str, Any]
    entries: int
    shape: str
    spread: float
    given: tuple[float, ...] | None
    """The players' strengths, where a file says them: the strongest first."""
    rounds_if_unsaid: int = 5
    """Where neither the setting nor the book nor the format says how many."""


class Ended(NamedTuple):
    """What came of one tournament: the true ranks of the entries, in their final order."""

    order: tuple[int, ...]
    rounds: int
    format: str

    @property
    def place_of_best(self) -> int:
        return self.order.index(1) + 1


class Figure(NamedTuple):
    mean: float
    error: float | None


class Summary(NamedTuple):
    events: int
    format: str
    entries: int
    rounds: int
    best_wins: Figure
    best_in_three: Figure
    kendall: Figure
    spearman: Figure
    places: tuple[int, ...]
    """How often the best entry ended at each place, the first first."""


def simulated(setting: Setting, events: int, seed: int, workers: int) -> Iterator[Ended]:
    """So many tournaments, each from its own number: the same seed gives the same, on however many cores."""
    jobs = [(setting, seed, number) for number in range(events)]
    if workers == 1 or events < 8:
        yield from map(_job, jobs)
        return
    with ProcessPoolExecutor(workers) as pool:
        try:
            yield from pool.map(_job, jobs, chunksize=max(1, min(16, events // (4 * workers))))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _job(job: tuple[Setting, int, int]) -> Ended:
    return one_tournament(*job)


def one_tournament(setting: Setting, seed: int, number: int) -> Ended:
    """One tournament from its entries to its last slip."""
    from tantera.cli.common import books_beside
    from tantera.tournament.decide import apply
    from tantera.tournament.reading import order_of
    from tantera.tournament.standings import standings
    from tantera.tournament.sums import limit_of

    chance = Random(f"{seed}/{number}")
    books = books_beside(Path("."))
    create: dict[str, Any] = {"order": "create", "name": "simulation", "book": setting.book, "seed": f"{seed}/{number}"}
    create |= {"options": dict(setting.options)}
    create |= {"format": setting.format} if setting.format is not None else {}
    create |= {"rounds": setting.rounds} if setting.rounds is not None else {}
    state = apply(None, order_of(create | {"at": AT}), books).after

    def give(**order: Any) -> None:
        nonlocal state
        state = apply(state, order_of(order | {"at": AT}), books).after

    size = 2 if state.pairs else 1
    many = setting.entries * size
    players = list(setting.given or strengths(many, setting.shape, setting.spread, chance))
    chance.shuffle(players)
    power = {f"p{place}": strength for place, strength in enumerate(players)}
    worth: dict[str, float] = {}
    for entry in range(len(players) // size):
        ids = [f"p{entry * size + one}" for one in range(size)]
        worth[f"e{entry}"] = fmean(power[one] for one in ids)
        meet = state.options.team_matches  # where clubs meet, one after the other has all its pairs
        of = {"member": True} | ({"club": f"club {entry // meet.pairs + 1}"} if meet else {})
        give(order="enter", entry=f"e{entry}", players=[{"id": one, "name": one, **of} for one in ids])
    last = state.rounds or (None if state.kind.rounds is not None else setting.rounds_if_unsaid)
    while _goes_on(state, last, give):
        current = state.played[-1]
        for table, seated in enumerate(current.tables, 1):
            if state.is_default(current, seated):
                continue
            limit = limit_of(state, current, table).points or 100
            seats = [power.get(seat, 0.0) for seat in seated.seats]
            sides = seats[::2], seats[1::2]
            if state.alone:
                played = match_alone(seats, limit, chance, points_hurt=state.options.points_hurt)
            else:
                played = match_of_sides(sides, limit, chance)
            give(order="result", round=current.number, table=table, **_slip(state, played))
        give(order="close_round")
    true = {entry: rank for rank, entry in enumerate(sorted(worth, key=lambda entry: -worth[entry]), 1)}
    return Ended(tuple(true[one.entry] for one in standings(state)), len(state.played), state.format)


def _goes_on(state: TournamentState, last: int | None, give: Callable[..., None]) -> bool:
    """Draw and publish the next round, unless there is none."""
    from tantera.tournament.orders import Refused

    if last is not None and len(state.played) >= last:
        return False
    try:
        give(order="draw")
    except Refused as refused:
        if state.played and refused.code == "no_more_rounds":
            return False
        raise
    give(order="publish")
    return True


def _slip(state: TournamentState, played: Played) -> dict[str, Any]:
    slip: dict[str, Any] = {"score": list(played.score), "winner": played.winner}
    if state.alone and state.options.re_entries is not None:
        slip["re_entries"] = [min(again, state.options.re_entries) for again in played.re_entries]
    return slip


def summed(ended: list[Ended]) -> Summary:
    """The figures, each with its standard error."""
    entries = len(ended[0].order)
    places = [0] * entries
    for one in ended:
        places[one.place_of_best - 1] += 1
    return Summary(
        len(ended),
        ended[0].format,
        entries,
        max(one.rounds for one in ended),
        _figure([float(one.place_of_best == 1) for one in ended]),
        _figure([float(one.place_of_best <= 3) for one in ended]),
        _figure([kendall(one.order) for one in ended]),
        _figure([spearman(one.order) for one in ended]),
        tuple(places),
    )


def _figure(values: list[float]) -> Figure:
    return Figure(fmean(values), stdev(values) / sqrt(len(values)) if len(values) > 1 else None)
