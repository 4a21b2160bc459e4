"""Whoever wins the hand."""

from tantera.rules.basics import named
from tantera.rules.bonuses.rule import BonusRule

BONUS = BonusRule(
    kind="hand_won",
    called=named(es="Mano ganada", ca="Mà guanyada", en="Hand won"),
    explained=named(es="ganar la mano", ca="guanyar la mà", en="winning the hand", pt="ganhar a mão"),
    given=lambda facts: facts.winners[:1],
    by_result=True,
)
