"""A bot knows what its seat may see and nothing else: other tiles in other racks change nothing in what it does."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import get_args

import pytest

import tantera.bots
from tantera.bots import Bot, make, names
from tantera.bots.arena.players import seated
from tantera.bots.roster import Thinker, entry_of
from tantera.bots.simple import Mover
from tantera.play import Match, MoveOrder, Order, View
from tantera.play.events import TileDrawn
from tantera.rules import load_book, with_options
from tantera.solver.worlds import knowledge
from tests.bots.hands import in_turn, with_other_tiles
from tests.solver.every_deal import line_of_play
from tests.solver.naive import books

UEH, CL = map(load_book, ("ueh", "clasico"))
GAMES = {book.id: book for book in books()} | {
    "ueh, three": with_options(UEH, {"players": 3}),
    "ueh, two": with_options(UEH, {"players": 2}),
    "pairs draw": with_options(CL, {"tiles": 6, "boneyard": "one"}),
}
DRAWING = {"ueh, three", "ueh, two", "pairs draw"}
every_game = pytest.mark.parametrize("game", GAMES)


def turns(game: str, seeds: range, at_most: int) -> Iterator[Match]:
    """The first turn of each hand with a choice, with no more than so many tiles left, and something to guess: also
    what others have drawn, where people draw (UEH-robar)."""
    for seed in seeds:
        for match in line_of_play(GAMES[game], seed, 2):
            seen = in_turn(match)
            drawn = any(isinstance(move, TileDrawn) and move.tile is None for move in seen.moves)
            a_choice = len(seen.options) > 1 and sum(seen.counts) <= at_most
            if a_choice and drawn is (game in DRAWING) and knowledge(seen).count() > 20:
                yield match
                break


@every_game
def test_an_honest_bot_does_the_same_whatever_is_in_the_racks_it_does_not_see(game: str):
    """Late in the hand, where even the slowest is done in no time."""
    compared = 0
    for match in islice(turns(game, range(60), 13), 2):
        answers = {name: answer(name, match) for name in names()}
        for again in islice(with_other_tiles(match, 5), 2):
            assert {name: answer(name, again) for name in names()} == answers
            compared += 1
    assert compared >= 2


def answer(name: str, match: Match) -> Order:
    """Never stopped by the clock, which is no part of what a bot knows."""
    return make(f"{name},seconds=60" if isinstance(entry_of(name), Thinker) else name, 11)(in_turn(match))


@every_game
def test_a_thinker_does_the_same_from_the_first_turns_on(game: str):
    name, compared = "best,worlds=8,tries=16,nodes=10000,seconds=60", 0
    for match in islice(turns(game, range(5), 28), 3):
        answer = make(name, 3)(in_turn(match))
        for again in islice(with_other_tiles(match, 3), 2):
            assert make(name, 3)(in_turn(again)) == answer
            compared += 1
    assert compared >= 3


def test_the_same_story_catches_a_bot_that_looks():
    cheat = seated("cheat", 1)
    changes = sum(
        cheat.choose(again) != cheat.choose(match)
        for match in islice(turns("san-juan", range(40), 16), 10)
        for again in with_other_tiles(match, 5)
    )
    assert changes > 3


# --- by construction --------------------------------------------------------------------------------------------------


def test_a_bot_is_given_a_view():
    assert get_args(Bot) == ([View], Order)
    assert get_args(Mover) == ([View], MoveOrder)


HOME = Path(tantera.bots.__file__).parent
SHOWS_VIEWS = {"roster.py", "__init__.py"}
"""The roster warms bots up at a table of its own."""
FORBIDDEN = {"Match", "Hand", "encode", "decide", "evolve", "view", "rebuilt", "replay", "open_handed"}
MADE_OF = {path.name: path for path in (*HOME.glob("*.py"), *HOME.glob("learned/*.py")) if path.name not in SHOWS_VIEWS}


@pytest.mark.parametrize("path", MADE_OF.values(), ids=MADE_OF.keys())
def test_nothing_that_an_honest_bot_is_made_of_can_name_a_match_or_a_hand(path: Path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            assert not {alias.name for alias in node.names} & FORBIDDEN
            assert node.module not in ("tantera", None), "a room as a whole has everything"
        elif isinstance(node, ast.Import):
            assert not any(alias.name.startswith("tantera") for alias in node.names)
