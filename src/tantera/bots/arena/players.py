"""The bots as the arena knows them: everybody on the roster, the levels, the cheat, and files of somebody's own."""

from __future__ import annotations

from collections.abc import Iterable

from tantera.bots.arena.contest import ArenaError
from tantera.bots.roster import BotError, Player, entry_of, warm_up
from tantera.bots.roster import make as seated

__all__ = ["Player", "check_known", "seated", "warm_up"]


def check_known(names: Iterable[str]) -> None:
    for name in names:
        try:
            entry_of(name)
        except BotError as error:
            raise ArenaError(error) from None
