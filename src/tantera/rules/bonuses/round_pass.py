"""*Pase corrido*: who laid the tile on which everybody else passes, so that it is their turn again."""

from tantera.rules.basics import Seat, named
from tantera.rules.bonuses.rule import BonusFacts, BonusRule


def given(facts: BonusFacts) -> tuple[Seat, ...]:
    others = sum(map(len, facts.sides)) - 1
    return tuple(passed.after for passed in facts.passes if passed.in_a_row == others)


BONUS = BonusRule(
    kind="round_pass",
    called=named(es="Pase corrido", ca="Passen tots els altres", en="Everybody else passes"),
    explained=named(
        es="pasan todos los demás (pase corrido)",
        ca="passen tots els altres (pase corrido)",
        en="everybody else passes (pase corrido)",
        pt="todos os outros passam (pase corrido)",
    ),
    given=given,
    often=True,
)
