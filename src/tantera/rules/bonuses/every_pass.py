"""Every pass: who laid the tile that an opponent has to pass on, time and again; a partner's pass brings nothing."""

from tantera.rules.basics import Seat, named
from tantera.rules.bonuses.rule import BonusFacts, BonusRule


def given(facts: BonusFacts) -> tuple[Seat, ...]:
    return tuple(one.after for one in facts.passes if not any({one.seat, one.after} <= set(s) for s in facts.sides))


BONUS = BonusRule(
    kind="pass",
    called=named(es="Pases", ca="Passos", en="Passes"),
    explained=named(
        es="cada pase de un contrario",
        ca="cada pas d'un contrari",
        en="each pass of an opponent",
        pt="cada passe de um adversário",
    ),
    given=given,
    often=True,
)
