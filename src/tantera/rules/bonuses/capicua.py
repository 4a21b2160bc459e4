"""Capicúa: who goes out with a mixed tile that fitted both ends."""

from tantera.rules.basics import Seat, named
from tantera.rules.bonuses.rule import BonusFacts, BonusRule


def given(facts: BonusFacts) -> tuple[Seat, ...]:
    if facts.last_tile is None or facts.ends is None or facts.ends_alike:
        return ()
    return facts.out if all(map(facts.last_tile.has, facts.ends)) else ()


BONUS = BonusRule(
    kind="capicua",
    called=named(es="Capicúa", ca="Capicua", en="Capicúa"),
    explained=named(
        es="capicúa (dominar con una ficha que entra por los dos extremos)",
        ca="capicua (fer dominó amb una fitxa que entra pels dos extrems)",
        en="capicúa (going out with a tile that fitted both ends)",
        pt="lá-e-lô ou capicúa (bater com uma pedra que servia nas duas pontas)",
    ),
    given=given,
    goes_to="went_out",
    settled=("both_ends_alike",),
)
