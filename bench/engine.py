"""Complete random hands per second of the plain engine, beside two other engines, in the same run.

    python3 run.py bench engine [HANDS]

Ours plays with everything on: the deal from its seed, every command judged by the book, every event folded into the
match, the hand scored. The peers play their own four-player game by random legal moves. Rounds are interleaved and the
median of each engine's rounds counts, because machines are noisy. Then `messages.py`: a step with its frames.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from random import Random
from statistics import median

import dominoes
import messages
import pyspiel
from open_spiel.python.games import team_dominoes  # noqa: F401  (registers the game)
from rich.console import Console
from rich.progress import track
from rich.table import Table

from tantera.play import DealHand, Match, decide, evolve, legal_moves, new_match, start_match
from tantera.play.due import folded
from tantera.play.events import OpenerAgreed
from tantera.play.match import PLAYING, SEATING
from tantera.play.options import first_naming
from tantera.rules import BOOKS, Book, load_book

ROUNDS = 7
TARGETS = {"dominoes": 0.5, "open_spiel": 3.0}


def ours(book: Book) -> Callable[[int, Random], None]:
    first = new_match(book)
    start = start_match(book, first)
    if start.phase is SEATING:
        start = evolve(start, OpenerAgreed(1, at=0))
    for order, _ in first_naming(start):
        start = folded(start, decide(start, order, 0))

    def play(number: int, chance: Random) -> None:
        match: Match = start
        for event in decide(match, DealHand(number.to_bytes(4, "big")), 0):
            match = evolve(match, event)
        while match.phase is PLAYING:
            assert match.hand is not None
            for event in decide(match, chance.choice(legal_moves(match.hand)), 0):
                match = evolve(match, event)

    return play


def peer_dominoes(number: int, chance: Random) -> None:
    game = dominoes.Game.new()
    while game.result is None:
        game.make_move(*chance.choice(game.valid_moves))


def peer_open_spiel() -> Callable[[int, Random], None]:
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


def speed(play: Callable[[int, Random], None], hands: int, round_number: int) -> float:
    chance = Random(round_number)
    began = time.perf_counter()
    for number in range(hands):
        play(round_number * hands + number, chance)
    return hands / (time.perf_counter() - began)


def main(hands: int) -> None:
    engines: dict[str, Callable[[int, Random], None]] = {book: ours(load_book(book)) for book in BOOKS}
    engines |= {"dominoes": peer_dominoes, "open_spiel": peer_open_spiel()}
    speeds: dict[str, list[float]] = {name: [] for name in engines}
    for round_number in track(range(ROUNDS), "Playing"):
        for name, play in engines.items():
            few = max(1, hands // 20) if name == "open_spiel" else hands
            speeds[name].append(speed(play, few, round_number))
    middle = {name: median(rounds) for name, rounds in speeds.items()}
    table = Table("engine", "hands/s", *(f"× {peer} (want {target})" for peer, target in TARGETS.items()))
    for name, hands_per_second in middle.items():
        ratios = [f"{hands_per_second / middle[peer]:.2f}" for peer in TARGETS]
        table.add_row(name, f"{hands_per_second:,.0f}", *ratios)
    Console().print(table)
    pairs = [(book, peer, want) for book in BOOKS for peer, want in TARGETS.items()]
    missed = [f"{book} v {peer}" for book, peer, want in pairs if middle[book] < want * middle[peer]]
    print("all targets met" if not missed else f"missed: {', '.join(missed)}")
    messages.main()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 400)
