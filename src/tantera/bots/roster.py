"""Every bot by its name, and what it answers besides its moves: a *mover*, which knows moves only, becomes a bot, which
answers in every phase with one of its options. What needs machine code is loaded when a bot is made, never before.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Final, NamedTuple, cast

from tantera.bots.characters import CHARACTERS
from tantera.bots.deciding import Outlook, best_choice, going_on
from tantera.bots.own import BotError as BotError
from tantera.bots.own import is_piped, own_code
from tantera.bots.rule_of_thumb import BY_RULE_OF_THUMB
from tantera.bots.simple import (
    Bot,
    Mover,
    careless,
    counter,
    counter_who_weighs,
    doubles_first,
    forgetful,
    greedy,
    random_bot,
)
from tantera.bots.style import BEST, FORESIGHT, INTUITION, MERCILESS, Style, StyleError, restyled
from tantera.play import Phase, View
from tantera.play import orders as o
from tantera.rules import Book
from tantera.words import Phrase
from tantera.words.extras import has, needs


class Simple(NamedTuple):
    """A bot that follows a rule of thumb."""

    about: str
    mover: Callable[[int], Mover]
    """From a seed; most do not need one."""

    def judging(self, seed: int) -> Outlook:
        return BY_RULE_OF_THUMB


class Thinker(NamedTuple):
    """A bot that looks ahead or has learned."""

    about: str
    style: Style

    def mover(self, seed: int) -> Mover:
        needs("bots")
        from tantera.bots.thinker import think

        return lambda view: think(view, self.style, seed)

    def judging(self, seed: int) -> Outlook:
        needs("bots")
        from tantera.bots.thinker import judging

        return judging(self.style, seed)


RosterEntry = Simple | Thinker

ROSTER: Final[dict[str, RosterEntry]] = {
    "random": Simple("plays anything", lambda seed: random_bot(Random(seed))),
    "greedy": Simple("gets rid of the most pips", lambda seed: greedy),
    "doubles-first": Simple("gets rid of doubles, then of pips", lambda seed: doubles_first),
    "counter": Simple("counts the tiles and remembers who passed on what", lambda seed: counter),
    "intuition": Thinker("plays by its learned policy at once", INTUITION),
    "foresight": Thinker("sees at once what will come of a move, on the average", FORESIGHT),
    "pimc-8": Thinker("solves 8 deals that could be", Style(worlds=8)),
    "pimc-64": Thinker("solves 64 deals that could be", Style(worlds=64)),
    "best": Thinker("tries moves out in deals that explain what the others did, and solves endings", BEST),
}
"""The ladder, from the weakest to the best."""

LEVELS: Final[dict[int, RosterEntry]] = {
    1: Simple("kind: looks at its own tiles, and not always", lambda seed: careless(Random(seed))),
    2: Simple("knows which of its suits are long, remembers nothing", lambda seed: forgetful),
    3: Simple("counts the tiles and remembers who passed on what", lambda seed: counter),
    4: Thinker("remembers every tile and reads its partner; plays at once", FORESIGHT),
    5: Thinker("merciless: imagines the deals that could be", MERCILESS),
}
"""For people, by what a bot sees and remembers."""


MANNERS: Final[dict[str, RosterEntry]] = {
    "careless": LEVELS[1],
    "forgetful": LEVELS[2],
    "counter-on-passes": Simple("counts, and minds passes most", lambda seed: counter_who_weighs(12)),
    "counter-on-tiles": Simple("counts, and minds passes little", lambda seed: counter_who_weighs(3)),
}
"""Ways to play that have no place of their own on the ladder: characters have them."""


def names() -> tuple[str, ...]:
    """Who may sit down with people, besides the characters."""
    return (*ROSTER, *(f"level-{number}" for number in LEVELS))


def plays_as(name: str) -> str:
    """The name under which a bot is known on the roster: a character plays as somebody there."""
    return CHARACTERS[name].plays_as if name in CHARACTERS else name


def is_known(name: str) -> bool:
    """Whether somebody of that name may sit down with people."""
    return name in CHARACTERS or name in names()


def entry_of(name: str) -> RosterEntry:
    """The bot of that name: on the roster, ``level-3``, a character as ``rosa``, a thinker in another style as
    ``best,trust=0,worlds=16``, your own as ``my_bots.py:clever``, a function from a `View` to a command, or a program
    in any language as ``pipe:node my_bot.js``."""
    name = plays_as(name)
    if name in ROSTER:
        return ROSTER[name]
    if name in MANNERS:
        return MANNERS[name]
    if name.startswith("level-") and name[6:].isdecimal() and int(name[6:]) in LEVELS:
        return LEVELS[int(name[6:])]
    if is_piped(name):
        from tantera.bots import pipe

        pipe.words_of(name)
        return Simple(name.removeprefix(pipe.PREFIX), lambda seed: pipe.mover(name, seed))
    if "," in name and ".py:" not in name:
        return _restyled(*name.split(","))
    path, colon, function = name.rpartition(".py:")
    if not colon or not function.isidentifier():
        message = "bot: found {found}, expected one of {known}, or your own as FILE.py:FUNCTION or pipe:COMMAND"
        raise BotError(Phrase(message, found=repr(name), known=", ".join(names())))
    bot = _loaded(Path(f"{path}.py"), function)
    return Simple(f"{function} of {path}.py", lambda seed: bot)


def _restyled(name: str, *changes: str) -> Thinker:
    """A thinker that thinks a little differently: what each part of a style is worth can be measured."""
    entry = entry_of(name)
    if isinstance(entry, Simple):
        raise BotError(Phrase("bot: found {found} in another style, expected a bot that thinks", found=repr(name)))
    style = entry.style
    for change in changes:
        try:
            style = restyled(style, change)
        except StyleError as error:
            raise BotError(Phrase("bot: {reason}", reason=error)) from None
    return Thinker(f"{entry.about}; {', '.join(changes)}", style)


@cache
def _loaded(path: Path, function: str) -> Mover:
    """A bot from a file of somebody's own."""
    spec = spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise BotError(Phrase("bot: found no file {path}, expected FILE.py:FUNCTION", path=path))
    module = module_from_spec(spec)
    with own_code(f"{path}:{function}", Phrase("on loading it")):
        spec.loader.exec_module(module)
    bot = getattr(module, function, None)
    if not callable(bot) or isinstance(bot, type):
        kind = Phrase("nothing") if bot is None else Phrase("a class") if isinstance(bot, type) else type(bot).__name__
        message = "{path}: found {kind} by the name {function}, expected a function from a View to an order"
        raise BotError(Phrase(message, path=path, kind=kind, function=function))
    return cast(Mover, bot)


def make(name: str, seed: int) -> Bot:
    """A bot. It may be asked in any thread, and several at a time: searches let other threads go on."""
    entry = entry_of(name)
    return answers(entry.mover(seed), lambda: entry.judging(seed))


def thinks(name: str) -> bool:
    """Whether a bot looks ahead, and so has something to compile before its first turn."""
    return not isinstance(entry_of(name), Simple)


def plays_here(name: str) -> bool:
    """Whether this installation has what such a bot needs."""
    return has("bots") or not thinks(name)


def stand_in(name: str) -> str:
    """Who plays for a bot that sits at a table already and that this installation lacks: the best of the others."""
    return name if plays_here(name) else "level-3"


def levels_here() -> tuple[int, ...]:
    """The levels that are offered to people."""
    return tuple(level for level in LEVELS if plays_here(f"level-{level}"))


def adviser(name: str) -> str:
    """Who says what they would play, at a table of such bots: one as strong, and never one that does not count."""
    return name if thinks(name) and plays_here(name) else "level-3"


def warm_up(name: str, book: Book) -> None:
    """Let a bot load and compile what it needs for a book, so that its first turn is as quick as the others.

    Simple bots need nothing.
    """
    entry = entry_of(name)
    if isinstance(entry, Simple):
        return
    from tantera.play import TABLE, DealHand, Phase, new_match, start_match, view
    from tantera.play.options import first_naming
    from tantera.referee import step

    bot, judgement = make(name, 0), entry.judging(0)
    match = start_match(book, new_match(book))
    if match.phase is Phase.SEATING:
        match = start_match(book, new_match(book, opener=1))
    for order, seat in first_naming(match):
        match = step(match, order, seat, 0).after
    match = step(match, DealHand(b"warm up"), TABLE, 0).after
    for _ in range(len(match.seats) + 1):
        if match.phase is Phase.PLAYING and match.hand is not None:
            seen = view(match, match.hand.turn)
            judgement.worth(seen, [outcome.written for outcome in judgement.foresee(going_on(seen))])
            match = step(match, bot(seen), seen.seat, 0).after


def answers(mover: Mover, judgement: Callable[[], Outlook] = lambda: BY_RULE_OF_THUMB) -> Bot:
    """A bot that moves as the mover does and decides by this judgement, made when something is to be decided."""

    def answer(view: View) -> o.Order:
        if view.phase is Phase.PLAYING:
            return mover(view)
        if isinstance(view.options[0], o.TakeDecision):
            return _decision(view, judgement())
        return _ANSWERS[type(view.options[0])](view)

    return answer


def _decision(view: View, judgement: Outlook) -> o.TakeDecision:
    choices = {option.choice: option for option in view.options if isinstance(option, o.TakeDecision)}
    return choices[best_choice(view, tuple(choices), judgement)]


def _oneself(view: View) -> o.Order:
    """The option that is about this seat: to stay where it sits (TG-6.3), to keep the sheet or the count (TG-6.2)."""
    return next((option for option in view.options if getattr(option, "seat", None) == view.seat), view.options[0])


def _the_first(view: View) -> o.Order:
    """The only one there is."""
    return view.options[0]


def _as_it_stands(view: View) -> o.Order:
    """Of the winners the one who would open anyway; before the first hand the first, so that bots do agree."""
    usual = view.lines[-1].next_opener if view.lines else None
    return next((option for option in view.options if getattr(option, "seat", None) == usual), view.options[0])


def _no_more_shuffling(view: View) -> o.Order:
    """Tiles that are well shuffled once are shuffled, and the last seven are as good as the first (CI-5)."""
    return o.ShuffleAgain(view.seat, again=False)


_ANSWERS: Final[dict[type[o.Order], Callable[[View], o.Order]]] = {
    o.ChooseSeat: _oneself,
    o.AgreeOpener: _as_it_stands,
    o.NameScorer: _oneself,
    o.NameCounter: _oneself,
    o.ShuffleAgain: _no_more_shuffling,
    o.AgreeCount: _the_first,
    o.SignSheet: _the_first,
}
"""By the first option. One that is not here raises: a new order needs its answer."""
