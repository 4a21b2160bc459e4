"""Every bot by its name. What needs machine code is loaded when a bot is made, never before."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Final, NamedTuple, cast

from tantera.bots.simple import Bot, careless, counter, doubles_first, forgetful, greedy, random_bot
from tantera.play import Match, MoveCommand, view
from tantera.rules import Book

Cheat = Callable[[Match], MoveCommand]
"""Sees every rack. It measures how far honest bots are from the ceiling and is offered to nobody."""


class Entry(NamedTuple):
    """A bot that can be asked for."""

    about: str
    make: Callable[[int], Bot] | None = None
    """From a seed; most bots do not need one."""
    cheats: Callable[[int], Cheat] | None = None
    style: Mapping[str, float] | None = None
    """How it thinks, where it is a thinker: see `thinker.Style`."""


class Player(NamedTuple):
    """A bot at a table."""

    name: str
    choose: Callable[[Match], MoveCommand]
    """What it plays when it is its seat's turn."""


def _thinker(about: str, **style: float) -> Entry:
    def make(seed: int) -> Bot:
        from tantera.bots.thinker import Style, think

        how = Style()._replace(**style)  # type: ignore[arg-type]
        return lambda view: think(view, how, seed)

    return Entry(about, make, style=style)


def _cheat(seed: int) -> Cheat:
    from tantera.bots.cheat import open_handed

    return open_handed


BEST: Final = {"worlds": 48, "candidates": 4, "intuition": 4.0, "solves": 20, "tries": 88}
"""It takes the time that `pimc-64` takes."""
MERCILESS: Final = {"worlds": 192, "tries": 512, "nodes": 2_500_000}
"""For people there is more time."""

ROSTER: Final[dict[str, Entry]] = {
    "random": Entry("plays anything", lambda seed: random_bot(Random(seed))),
    "greedy": Entry("gets rid of the most pips", lambda seed: greedy),
    "doubles-first": Entry("gets rid of doubles, then of pips", lambda seed: doubles_first),
    "counter": Entry("remembers who passed on what", lambda seed: counter),
    "intuition": _thinker("plays by its learned policy at once", worlds=0),
    "pimc-8": _thinker("solves 8 deals that could be", worlds=8),
    "pimc-64": _thinker("solves 64 deals that could be", worlds=64),
    "best": _thinker("tries moves out in deals that explain what the others did, and solves endings", **BEST),
    "cheat": Entry("sees every rack: the ceiling, not a player", cheats=_cheat),
}
"""The ladder, from the weakest to the ceiling."""

LEVELS: Final[dict[int, Entry]] = {
    1: Entry("kind: looks at its own tiles, and not always", lambda seed: careless(Random(seed))),
    2: Entry("knows which of its suits are long, remembers nothing", lambda seed: forgetful),
    3: Entry("remembers who passed on what", lambda seed: counter),
    4: _thinker("remembers every tile and reads its partner; plays at once", worlds=0),
    5: _thinker("merciless: imagines the deals that could be", **BEST | MERCILESS),
}
"""For people, by what a bot sees and remembers."""


def names() -> tuple[str, ...]:
    """What may sit down with people: everybody who is honest."""
    return (*(name for name, entry in ROSTER.items() if entry.make), *(f"level-{number}" for number in LEVELS))


class BotError(Exception):
    """A bot that cannot be had: one sentence."""


def entry_of(name: str) -> Entry:
    """The bot of that name: on the roster, ``level-3``, a thinker in another style as ``best,trust=0,worlds=16``, or
    your own as ``my_bots.py:clever``, a function from a `View` to a command."""
    if name in ROSTER:
        return ROSTER[name]
    if name.startswith("level-") and name[6:].isdecimal() and int(name[6:]) in LEVELS:
        return LEVELS[int(name[6:])]
    if "," in name and ".py:" not in name:
        return _restyled(*name.split(","))
    path, colon, function = name.rpartition(".py:")
    if not colon:
        known = ", ".join((*ROSTER, *(f"level-{number}" for number in LEVELS)))
        raise BotError(f"bot: found {name!r}, expected one of {known}, or your own as FILE.py:FUNCTION")
    bot = _loaded(Path(f"{path}.py"), function)
    return Entry(f"{function} of {path}.py", lambda seed: bot)


def _restyled(name: str, *changes: str) -> Entry:
    """A thinker that thinks a little differently: what each part of a style is worth can be measured."""
    from tantera.bots.thinker import Style

    entry = entry_of(name)
    if entry.style is None:
        raise BotError(f"bot: found {name!r} in another style, expected a bot that thinks")
    style = dict(entry.style)
    for change in changes:
        key, _, value = change.partition("=")
        usual = Style._field_defaults.get(key)
        try:
            style[key] = int(value) if isinstance(usual, int) else float(value)
        except ValueError:
            usual = None
        if usual is None or not 0 <= style[key] < 1e9:
            raise BotError(f"bot: found {change!r}, expected a number for one of {', '.join(Style._fields)}")
    return _thinker(f"{entry.about}; {', '.join(changes)}", **style)


@cache
def _loaded(path: Path, function: str) -> Bot:
    """A bot from a file of somebody's own."""
    spec = spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise BotError(f"bot: found no file {path}, expected FILE.py:FUNCTION")
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise BotError(f"{path}: found {type(error).__name__} ({error}) on loading it, expected a bot") from error
    bot = getattr(module, function, None)
    if not callable(bot):
        found = "nothing" if bot is None else type(bot).__name__
        raise BotError(f"{path}: found {found} by the name {function}, expected a function from a View to a command")
    return cast(Bot, bot)


def make(name: str, seed: int) -> Player:
    """A bot, seated. An honest one is shown what the seat in turn may see and nothing else."""
    entry = entry_of(name)
    if entry.cheats is not None:
        return Player(name, entry.cheats(seed))
    assert entry.make is not None
    bot = entry.make(seed)

    def choose(match: Match) -> MoveCommand:
        assert match.hand is not None
        return bot(view(match, match.hand.turn))

    return Player(name, choose)


def warm_up(name: str, book: Book) -> None:
    """Let a bot load and compile what it needs for a book, so that its first turn is as quick as the others.

    Simple bots need nothing.
    """
    if entry_of(name).style is None and entry_of(name).cheats is None:
        return
    from tantera.play import DealHand, Phase, decide, evolve, new_match, start_match
    from tantera.play.events import OpenerAgreed

    match = start_match(book, new_match(book))
    if match.phase is Phase.SEATING:
        match = evolve(match, OpenerAgreed(1, at=0))
    for event in decide(match, DealHand(b"warm up"), 0):
        match = evolve(match, event)
    player = make(name, 0)
    for _ in range(len(match.seats) + 1):
        if match.phase is Phase.PLAYING:
            for event in decide(match, player.choose(match), 0):
                match = evolve(match, event)
