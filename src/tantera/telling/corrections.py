"""What a referee may put right, in words: the last thing that happened, and decisions that could have been others."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from tantera.play import Ledger
from tantera.play import events as e
from tantera.referee.correcting import happens_at_once
from tantera.telling.decisions import choice
from tantera.telling.infractions import infraction
from tantera.telling.narrator import WORDLESS, Narrator


class Otherwise(Struct, frozen=True):
    answer: str
    text: str


class Decided(Struct, frozen=True):
    """A decision that was taken, and what it could have been."""

    infraction: int
    article: str
    text: str
    """What it was about."""
    taken: str
    others: tuple[Otherwise, ...]


class Corrections(Struct, frozen=True):
    keep: int
    """How many of the events that count stay when the last thing is undone."""
    undone: tuple[str, ...]
    """What it was; nothing where there is nothing to undo."""
    decisions: tuple[Decided, ...]


def corrections(ledger: Ledger, lang: str) -> Corrections:
    keep = last_step(ledger)
    narrator = Narrator(lang)
    told = [narrator.sentence(*happened) for happened in ledger.happenings(keep)] if keep else []
    return Corrections(keep, tuple([one.text for one in told if one is not None]), tuple(_decisions(ledger, lang)))


_NOT_ALONE: Final = WORDLESS | {e.ClockPaused, e.ClockResumed, e.TilesShuffled}
"""Events that nobody would undo for their own sake."""


def last_step(ledger: Ledger) -> int:
    """How many events come before the last thing that happened: what happens at once goes together. 0 where only the
    beginning is left."""
    log = ledger.effective
    for keep in range(len(log) - 1, 0, -1):
        if not happens_at_once(log[keep]) and type(log[keep]) not in _NOT_ALONE:
            return keep
    return 0


def _decisions(ledger: Ledger, lang: str) -> list[Decided]:
    asked: dict[int, tuple[str, ...]] = {}
    taken: dict[int, e.DecisionTaken] = {}
    about: list[str] = []
    """Each infraction with who did it, who may have given their place to a reserve since."""
    for event, _, after in ledger.happenings():
        if isinstance(event, e.InfractionRecorded):
            about.append(infraction(event, after, lang))
        if isinstance(event, e.DecisionAwaited) and event.infraction is not None and event.choices:
            asked[event.infraction] = event.choices
        elif isinstance(event, e.DecisionTaken) and event.infraction in asked:
            taken[event.infraction] = event
    return [
        Decided(
            index,
            event.article,
            about[index],
            choice(event.choice, lang),
            tuple([Otherwise(key, choice(key, lang)) for key in asked[index] if key != event.choice]),
        )
        for index, event in taken.items()
    ]
