"""Everything a bot answers besides its moves: a mover, which knows moves only, becomes a bot, which answers in every
phase with one of its options."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tantera.bots.deciding import Judgement, best_choice
from tantera.bots.rule_of_thumb import BY_RULE_OF_THUMB
from tantera.bots.simple import Bot, Mover
from tantera.play import (
    AgreeCount,
    AgreeOpener,
    ChooseSeat,
    NameCounter,
    NameScorer,
    Order,
    Phase,
    ShuffleAgain,
    SignSheet,
    TakeDecision,
    View,
)


def answers(mover: Mover, judgement: Callable[[], Judgement] = lambda: BY_RULE_OF_THUMB) -> Bot:
    """A bot that moves as the mover does and decides by this judgement, made when something is to be decided."""

    def answer(view: View) -> Order:
        if view.phase is Phase.PLAYING:
            return mover(view)
        if isinstance(view.options[0], TakeDecision):
            return _decision(view, judgement())
        return _ANSWERS[type(view.options[0])](view)

    return answer


def _decision(view: View, judgement: Judgement) -> TakeDecision:
    choices = {option.choice: option for option in view.options if isinstance(option, TakeDecision)}
    return choices[best_choice(view, tuple(choices), judgement)]


def _oneself(view: View) -> Order:
    """The option that is about this seat: to stay where it sits (TG-6.3), to keep the sheet or the count (TG-6.2)."""
    return next((option for option in view.options if getattr(option, "seat", None) == view.seat), view.options[0])


def _the_first(view: View) -> Order:
    """The only one there is."""
    return view.options[0]


def _as_it_stands(view: View) -> Order:
    """Of the winners the one who would open anyway; before the first hand the first, so that bots do agree."""
    usual = view.lines[-1].next_opener if view.lines else None
    return next((option for option in view.options if getattr(option, "seat", None) == usual), view.options[0])


def _no_more_shuffling(view: View) -> Order:
    """Tiles that are well shuffled once are shuffled, and the last seven are as good as the first (CI-5)."""
    return ShuffleAgain(view.seat, again=False)


_ANSWERS: Final[dict[type[Order], Callable[[View], Order]]] = {
    ChooseSeat: _oneself,
    AgreeOpener: _as_it_stands,
    NameScorer: _oneself,
    NameCounter: _oneself,
    ShuffleAgain: _no_more_shuffling,
    AgreeCount: _the_first,
    SignSheet: _the_first,
}
"""By the first option. One that is not here raises: a new order needs its answer."""
