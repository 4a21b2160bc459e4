"""Whole tournaments by chance, through the same orders as real ones: how well does a format find the best?

Bradley-Terry: a side beats another with probability ``1 / (1 + exp(-(own - other)))``, a side's strength being the mean
of its players'; where each plays alone the seat that wins is drawn by softmax. A point of strength is then odds of
e to 1, about 73 in 100.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from math import exp, sqrt
from pathlib import Path
from random import Random
from statistics import NormalDist, fmean, mean, stdev
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tantera.words import Phrase, Problem, reason_of

if TYPE_CHECKING:
    from tantera.tournament.state import TournamentState


AT = "2026-01-01T10:00:00"


class SimulationSetup(NamedTuple):
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
    seeded: bool = False
    """Whether the entries are seeded by their true strength."""
    rounds_if_unsaid: int = 5
    """Where neither the setting nor the book nor the format says how many."""


class SimulatedTournament(NamedTuple):
    """What came of one tournament: the true ranks of the entries, in their final order."""

    order: tuple[int, ...]
    rounds: int
    format: str

    @property
    def place_of_best(self) -> int:
        return self.order.index(1) + 1


class SimulatedFigure(NamedTuple):
    mean: float
    error: float | None


class Summary(NamedTuple):
    events: int
    format: str
    entries: int
    rounds: int
    best_wins: SimulatedFigure
    best_in_three: SimulatedFigure
    kendall: SimulatedFigure
    spearman: SimulatedFigure
    places: tuple[int, ...]
    """How often the best entry ended at each place, the first first."""


def simulated(setting: SimulationSetup, events: int, seed: int, workers: int) -> Iterator[SimulatedTournament]:
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


def _job(job: tuple[SimulationSetup, int, int]) -> SimulatedTournament:
    return one_tournament(*job)


def one_tournament(setting: SimulationSetup, seed: int, number: int) -> SimulatedTournament:
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
    if setting.seeded:
        give(order="seed", entries=sorted(worth, key=lambda entry: -worth[entry]))
    last = state.rounds or (None if state.kind.rounds is not None else setting.rounds_if_unsaid)
    law = state.options.limit
    by_hands = law.points is None and law.hands is not None and not state.alone
    while _goes_on(state, last, give):
        current = state.played[-1]
        same = deals(law.hands or 0, chance)
        for table, seated in enumerate(current.tables, 1):
            if state.is_default(current, seated):
                continue
            limit = limit_of(state, current, table).points or 100
            seats = [power.get(seat, 0.0) for seat in seated.seats]
            sides = seats[::2], seats[1::2]
            if by_hands:
                own = same if state.options.duplicate else deals(law.hands or 0, chance)
                hands = hands_of_sides(sides, own, chance)
                give(order="result", round=current.number, table=table, **_hand_by_hand(state, hands))
                continue
            if state.alone:
                played = match_alone(seats, limit, chance, points_hurt=state.options.points_hurt)
            else:
                played = match_of_sides(sides, limit, chance)
            give(order="result", round=current.number, table=table, **_slip(state, played))
        give(order="close_round")
    true = {entry: rank for rank, entry in enumerate(sorted(worth, key=lambda entry: -worth[entry]), 1)}
    return SimulatedTournament(tuple(true[one.entry] for one in standings(state)), len(state.played), state.format)


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


def _slip(state: TournamentState, played: SimulatedMatch) -> dict[str, Any]:
    slip: dict[str, Any] = {"score": list(played.score), "winner": played.winner}
    if state.alone and state.options.re_entries is not None:
        slip["re_entries"] = [min(again, state.options.re_entries) for again in played.re_entries]
    return slip


def _hand_by_hand(state: TournamentState, hands: Sequence[tuple[int, int]]) -> dict[str, Any]:
    if state.options.duplicate:
        return {"hands": [list(hand) for hand in hands]}
    score = [sum(points) for points in zip(*hands, strict=True)]
    return {"score": score, "winner": ("1+3", "2+4")[score[1] > score[0]]}


def summed(ended: list[SimulatedTournament]) -> Summary:
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


def _figure(values: list[float]) -> SimulatedFigure:
    return SimulatedFigure(fmean(values), stdev(values) / sqrt(len(values)) if len(values) > 1 else None)


def kendall(order: Sequence[int]) -> float:
    """Kendall's tau of the true ranks in their final order: 1 the same, 0 no relation, −1 upside down.

    >>> kendall([1, 2, 3]), kendall([3, 2, 1]), round(kendall([2, 1, 3]), 3)
    (1.0, -1.0, 0.333)
    """
    pairs = len(order) * (len(order) - 1) // 2
    wrong = sum(one > other for one, other in combinations(order, 2))
    return 1 - 2 * wrong / pairs if pairs else 1.0


def spearman(order: Sequence[int]) -> float:
    """Spearman's rho of the true ranks in their final order, ranks from 1.

    >>> spearman([1, 2, 3]), spearman([3, 2, 1]), spearman([2, 1, 3])
    (1.0, -1.0, 0.5)
    """
    many = len(order)
    apart = sum((rank - place) ** 2 for place, rank in enumerate(order, 1))
    return 1 - 6 * apart / (many * (many**2 - 1)) if many > 1 else 1.0


FARTHEST: Final = 20.0
"""A file's strengths lie between plus and minus this."""


class SimulatedMatch(NamedTuple):
    """How a match ended: the points, by side or by seat, and who won, as a slip says it."""

    score: tuple[int, ...]
    winner: str | int
    re_entries: tuple[int, ...] = ()
    """By seat, where each plays alone."""


def strengths(players: int, shape: str, spread: float, chance: Random) -> list[float]:
    """So many strengths with standard deviation `spread`, the strongest first.

    `normal` and `uniform` are drawn by lot, anew for each tournament; `steps` are the quantiles of a normal
    distribution, the same every time.
    """
    if shape == "steps":
        bell = NormalDist(0, spread or 1e-9)
        return [bell.inv_cdf(1 - (rank + 0.5) / players) for rank in range(players)]
    half = spread * 3**0.5
    if shape == "uniform":
        return sorted((chance.uniform(-half, half) for _ in range(players)), reverse=True)
    if shape != "normal":
        raise ValueError(f"found {shape!r}, expected normal, uniform or steps")
    return sorted((chance.gauss(0, spread) for _ in range(players)), reverse=True)


def read_strengths(file: Path) -> list[float]:
    """A number a line, or the last column of a CSV file; a line of headings is skipped. The strongest first."""
    from tantera.tournament.sheets.text import decoded, rows

    try:
        table = list(rows(decoded(file.read_bytes())))
    except OSError as error:
        problem = Phrase("{file}: cannot be read ({reason})", file=str(file), reason=reason_of(error))
        raise Problem(problem) from error
    except csv.Error as error:
        raise Problem(Phrase("{file}: cannot be read ({reason})", file=str(file), reason=str(error))) from error
    found = []
    for place, row in enumerate(table):
        number = _number(row.cells[-1])
        if number is None and place:
            wanted = Phrase("a number between {low} and {high}", low=-int(FARTHEST), high=int(FARTHEST))
            problem = Phrase("found {found}, expected {expected}", found=repr(row.cells[-1]), expected=wanted)
            raise Problem(Phrase("line {line}: {said}", line=row.line, said=problem))
        if number is not None:
            found.append(number)
    return sorted(found, reverse=True)


def _number(text: str) -> float | None:
    try:
        number = float(text.replace(",", "."))
    except ValueError:
        return None
    return number if -FARTHEST <= number <= FARTHEST else None


def match_of_sides(sides: Sequence[Sequence[float]], limit: int, chance: Random) -> SimulatedMatch:
    """1+3 against 2+4 to `limit` points: the winners end at it or a few points past, the losers the farther below the
    less they were expected to win."""
    ours = 1 / (1 + exp(mean(sides[1]) - mean(sides[0])))
    won = 0 if chance.random() < ours else 1
    favoured = ours if won == 0 else 1 - ours
    behind = min(limit - 1, int(limit * chance.random() ** (favoured / max(1 - favoured, 1e-6))))
    ahead = limit + chance.randrange(0, 1 + limit // 5)
    return SimulatedMatch((ahead, behind) if won == 0 else (behind, ahead), ("1+3", "2+4")[won])


OF_THE_DEAL: Final = 13.0
"""Standard deviation of what a deal with its opener is worth, in points: of 60 deals of *clásico*, each played out 768
times by the population of bots (`study.luck`)."""
OF_PLAY: Final = 32.0
"""And of what the same deal then brings from one time to another."""
OF_SKILL: Final = 7.5
"""Points a hand for a point of strength, so that eight hands with tiles by chance are won 73 times in 100."""
_MOST: Final = 168


def deals(hands: int, chance: Random) -> tuple[float, ...]:
    """What so many deals with their openers bring to 1+3 before anybody has played a tile."""
    return tuple(chance.gauss(0, OF_THE_DEAL) for _ in range(hands))


def hands_of_sides(sides: Sequence[Sequence[float]], dealt: Sequence[float], chance: Random) -> list[tuple[int, int]]:
    """1+3 against 2+4, hand by hand: what the deal brings, what the better side makes of it, and the rest."""
    better = OF_SKILL * (mean(sides[0]) - mean(sides[1]))
    nets = [max(-_MOST, min(_MOST, round(deal + better + chance.gauss(0, OF_PLAY)))) for deal in dealt]
    return [(max(net, 0), max(-net, 0)) for net in nets]


def match_alone(seats: Sequence[float], limit: int, chance: Random, *, points_hurt: bool) -> SimulatedMatch:
    """Each for themselves. Where points hurt (UEH) the winner has few and the others went over the limit, some after
    re-entries; elsewhere the winner alone has reached it."""
    won = chance.choices(range(len(seats)), [exp(strength) for strength in seats])[0]
    below = [chance.randrange(0, limit) for _ in seats]
    beyond = [limit + 1 + chance.randrange(0, 1 + limit // 5) for _ in seats]
    score = [
        low if (seat == won) == points_hurt else high
        for seat, (low, high) in enumerate(zip(below, beyond, strict=True))
    ]
    again = [chance.randrange(0, 3) for _ in seats]
    again[won] = min(again)
    return SimulatedMatch(tuple(score), won + 1, tuple(again))
