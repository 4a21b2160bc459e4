"""How fast the solver is, and whether it is right: every target in one run, one table.

    python3 run.py bench solver

Deals and positions are the same in every run. All are timed in seven rounds, and of each the fastest counts, because
machines are noisy and a search learns nothing from the one before. The peer is the PyPI package `dominoes`, in the same
run. Two minutes, half of them the peer's.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from statistics import median, quantiles
from typing import NamedTuple

import dominoes
from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench._program import Measured, program
from bench.agreement import compare
from bench.playouts import TARGETS as PLAYOUTS
from bench.playouts import measure as measure_playouts
from tantera.play import Hand, Match, view
from tantera.rules import Book, load_book, with_options
from tantera.solver.encode import encode
from tantera.solver.minimax import points, solve_worlds, value
from tantera.solver.worlds import knowledge
from tests.solver.agreement import COMPARISONS, against_dominoes, their_game
from tests.solver.every_deal import dealt_from, line_of_play

SAN_JUAN = load_book("san-juan")
DOUBLE_NINE = with_options(load_book("clasico"), {"set": "double-nine", "tiles": 10})


class Row(NamedTuple):
    """One target."""

    what: str
    measured: str
    target: str
    met: bool
    figure: float


class Size(NamedTuple):
    """How much is measured."""

    rounds: int = 7
    playouts: tuple[int, int, int] = (600, 9, 1 << 18)
    deals: int = 200
    peer_deals: int = 3
    long_deals: int = 60
    middles: int = 60
    openings: int = 20
    positions: int = 2000
    peer_positions: int = 300


FULL, QUICK = Size(), Size(1, (1, 1, 64), 3, 0, 1, 1, 1, 1, 1)


def at_most(what: str, seconds: float, most: float) -> Row:
    return Row(what, f"{1000 * seconds:.2f} ms", f"≤ {1000 * most:g} ms", seconds <= most, 1000 * seconds)


def at_least(what: str, found: float, least: float, unit: str) -> Row:
    return Row(what, f"{found:,.0f} {unit}", f"≥ {least:,.0f} {unit}", found >= least, found)


def fastest(what: str, asked: Sequence[Callable[[], object]], times_each: int) -> list[float]:
    """The seconds each takes in its fastest round."""
    rounds = []
    for _ in track(range(times_each), what, transient=True, disable=not Console().is_terminal):
        times = []
        for ask in asked:
            began = time.perf_counter()
            ask()
            times.append(time.perf_counter() - began)
        rounds.append(times)
    return [min(times) for times in zip(*rounds, strict=True)]


def hand_of(match: Match) -> Hand:
    assert match.hand is not None
    return match.hand


def deals(book: Book, count: int) -> list[Hand]:
    return [hand_of(dealt_from(book, seed)) for seed in range(count)]


def times_of(what: str, hands: list[Hand], who_wins: bool, rounds: int) -> list[float]:
    """How long each takes, its value alone."""
    return fastest(what, [partial(value, encode(hand), who_wins) for hand in hands], rounds)


# --- the targets ----------------------------------------------------------------------------------------------------


def random_hands(size: Size) -> Iterator[Row]:
    speeds = measure_playouts(*size.playouts)
    for name, target in PLAYOUTS.items():
        yield at_least(f"random hands, {name}", speeds[name].ratio, target, "× dominoes")


def whole_deals(size: Size) -> Iterator[Row]:
    hands = deals(SAN_JUAN, size.deals)
    times = times_of("exact values", hands, False, size.rounds)
    yield at_most(f"exact value of a deal, {size.deals} deals, median", median(times), 0.002)
    yield at_most("exact value of a deal, 95th percentile", quantiles(times, n=20)[-1], 0.005)
    ratios = []
    some = list(zip(hands, times, strict=True))[: size.peer_deals]
    for hand, ours in track(some, "the peer's values", transient=True, disable=not Console().is_terminal):
        game = their_game(hand)
        began = time.perf_counter()
        theirs = dominoes.search.alphabeta(game)[1]
        ratios.append((time.perf_counter() - began) / ours)
        assert theirs == value(encode(hand))[0]
    if ratios:
        yield at_least(f"the same, {len(ratios)} deals, median", median(ratios), 2000, "× dominoes")
    times = times_of("winners", hands, True, size.rounds)
    yield at_most(f"who wins a deal, {size.deals} deals, median", median(times), 0.0004)
    times = times_of("winners, double-nine", deals(DOUBLE_NINE, size.long_deals), True, size.rounds)
    yield at_most(f"who wins, double-nine, 10 tiles each, {size.long_deals} deals, median", median(times), 0.05)


def sampled_worlds(size: Size) -> Iterator[Row]:
    middles = []
    for seed in range(size.middles):
        line = line_of_play(SAN_JUAN, seed)
        middles += [match for match in line if sum(rack.bit_count() for rack in hand_of(match).racks) == 20][:1]
    speed = worlds_a_second("worlds in mid hand", middles, 200, size.rounds)
    yield at_least(f"all moves in sampled worlds, 20 tiles left, {len(middles)} positions", speed, 12_000, "worlds/s")
    openings = [dealt_from(SAN_JUAN, seed) for seed in range(size.openings)]
    speed = worlds_a_second("worlds at the opening", openings, 20, size.rounds)
    yield at_least(f"all moves in sampled worlds, the opening, {len(openings)} positions", speed, 130, "worlds/s")


def worlds_a_second(what: str, matches: list[Match], count: int, rounds: int) -> float:
    """Worlds drawn for the player in turn from what it sees, every move solved in each."""
    asked = []
    for match in matches:
        at = encode(hand_of(match))
        worlds = knowledge(view(match, hand_of(match).turn)).sample(count, seed=1).racks
        asked.append(partial(solve_worlds, at, worlds, points(), 1 << 62, 1 << 62, lambda: False))
    return count * len(matches) / sum(fastest(what, asked, rounds))


def agreement(size: Size) -> Iterator[Row]:
    for name, differs in COMPARISONS.items():
        done = compare(name, differs, size.peer_positions if differs is against_dominoes else size.positions)
        found = len(done.differences)
        yield Row(name, f"{found} of {done.positions:,} differ", "0 differ", found == 0, found)


def start_up(size: Size) -> Iterator[Row]:
    program = "import sys\ntry: main()\nexcept SystemExit: print('numba' in sys.modules)"
    command = [sys.executable, "-c", f"from tantera.cli import main\n{program}", "--version"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[-1]
    loads = {"True": True, "False": False}[said]
    yield Row("tantera --version loads numba", "yes" if loads else "no", "no", not loads, loads)


def main(size: Size = FULL) -> Measured:
    parts = (random_hands, whole_deals, sampled_worlds, agreement, start_up)
    rows = [row for part in parts for row in part(size)]
    table = Table("what", "measured", "target", "met")
    for row in rows:
        table.add_row(row.what, row.measured, row.target, "yes" if row.met else "NO")
    Console().print(table)
    return Measured({row.what: row.figure for row in rows}, [row.what for row in rows if not row.met])


if __name__ == "__main__":
    program(main, quick=(QUICK,))
