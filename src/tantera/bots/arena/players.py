"""Who plays in the arena: every bot, each from what its seat may see, and the cheat, which is no bot."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from tantera.bots import roster
from tantera.bots.arena.contest import ArenaError
from tantera.play import Match, Order, view
from tantera.rules import Book

CHEAT: Final = "cheat"
"""Sees every rack. It measures how far honest bots are from the ceiling and is offered to nobody."""


class Player(NamedTuple):
    """Somebody at a seat of the arena."""

    name: str
    choose: Callable[[Match], Order]
    """What it plays when it is its turn."""


def seated(name: str, seed: int) -> Player:
    """A bot is shown what the seat in turn may see and nothing else."""
    if name == CHEAT:
        from tantera.bots.arena.cheat import open_handed

        return Player(name, open_handed)
    bot = roster.make(name, seed)

    def choose(match: Match) -> Order:
        assert match.hand is not None
        return bot(view(match, match.hand.turn))

    return Player(name, choose)


def check_known(names: Iterable[str]) -> None:
    for name in names:
        try:
            if name != CHEAT:
                roster.entry_of(name)
        except roster.BotError as error:
            raise ArenaError(error) from None


def warm_up(name: str, book: Book) -> None:
    """Have everything compiled that a player needs. The cheat needs what the best bot does."""
    roster.warm_up("best" if name == CHEAT else name, book)
