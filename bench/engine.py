"""Complete random hands per second of the plain engine, beside two other engines, in the same run.

    python3 run.py bench engine [HANDS] [ROUNDS]

Ours plays with everything on: the deal from its seed, every command judged by the book, every event folded into the
match, the hand scored. The peers play their own four-player game by random legal moves. Rounds are short and
interleaved, the same hands in each; what counts is the CPU of an engine's fastest round, for whatever else the machine
does only adds to it. Without `open_spiel` (requirements/bench.txt) its column is empty.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from importlib.util import find_spec
from random import Random

import dominoes
from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench._program import Measured, program
from tantera.play import DealHand, Match, decide, evolve, legal_moves, new_match, start_match
from tantera.play.events import OpenerAgreed
from tantera.play.match import PLAYING, SEATING
from tantera.play.options import first_naming
from tantera.rules import BOOKS, Book, load_book

PEERS = ("dominoes", "open_spiel")
SOURCES = ("san-juan", "tarragona", "ueh", "competencia-individual", "clasico")
"""The books of the five sources: half as fast as `dominoes`, three times as fast as `open_spiel`."""
OTHERS = 0.45
"""Of `dominoes`, for the others."""


def ours(book: Book) -> Callable[[int, Random], None]:
    first = new_match(book)
    start = start_match(book, first)
    if start.phase is SEATING:
        start = evolve(start, OpenerAgreed(1, at=0))
    for order, _ in first_naming(start):
        start = decide(start, order, 0).after

    def play(number: int, chance: Random) -> None:
        match: Match = start
        match = decide(match, DealHand(number.to_bytes(4, "big")), 0).after
        while match.phase is PLAYING:
            assert match.hand is not None
            match = decide(match, chance.choice(legal_moves(match.hand)), 0).after

    return play


def peer_dominoes(number: int, chance: Random) -> None:
    game = dominoes.Game.new()
    while game.result is None:
        game.make_move(*chance.choice(game.valid_moves))


def peer_open_spiel() -> Callable[[int, Random], None]:
    import pyspiel
    from open_spiel.python.games import team_dominoes  # noqa: F401  (registers the game)

    game = pyspiel.load_game("python_team_dominoes")

    def play(number: int, chance: Random) -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions = [action for action, _ in state.chance_outcomes()]
            else:
                actions = state.legal_actions()
            state.apply_action(chance.choice(actions))

    return play


def fastest(engines: dict[str, Callable[[int, Random], None]], hands: int, rounds: int) -> dict[str, float]:
    """Hands a second of CPU, each engine's hands in the fastest of their rounds."""
    seconds = {name: [float("inf")] * hands for name in engines}
    for _ in track(range(rounds), "Playing"):
        for name, play in engines.items():
            for number in range(hands):
                random.seed(number)  # `dominoes` shuffles by the module's own
                chance, began = Random(number), time.process_time()
                play(number, chance)
                seconds[name][number] = min(seconds[name][number], time.process_time() - began)
    return {name: hands / sum(best) for name, best in seconds.items()}


def main(hands: int = 30, rounds: int = 60) -> Measured:
    engines: dict[str, Callable[[int, Random], None]] = {book: ours(load_book(book)) for book in BOOKS}
    engines["dominoes"] = peer_dominoes
    if find_spec("pyspiel"):
        engines["open_spiel"] = peer_open_spiel()
    speeds = fastest(engines, hands, rounds)
    ratios = {(name, peer): speeds[name] / speeds[peer] for name in engines for peer in PEERS if peer in speeds}
    wanted = {(book, "dominoes"): 0.5 if book in SOURCES else OTHERS for book in BOOKS}
    wanted |= {(book, "open_spiel"): 3.0 for book in SOURCES}
    table = Table("engine", "hands/s", *(f"× {peer} (want)" for peer in PEERS))
    for name, speed in speeds.items():
        told = [f"{ratios[name, p]:.2f} ({wanted.get((name, p), '')})" if p in speeds else "" for p in PEERS]
        table.add_row(name, f"{speed:,.0f}", *told)
    Console().print(table)
    figures = {f"{name}: hands/s": speed for name, speed in speeds.items()}
    figures |= {f"{book}: × {peer}": ratio for (book, peer), ratio in ratios.items() if book in BOOKS}
    return Measured(
        figures, [f"{' v '.join(pair)}" for pair, least in wanted.items() if ratios.get(pair, least) < least]
    )


if __name__ == "__main__":
    program(main, int, quick=(1, 1))
