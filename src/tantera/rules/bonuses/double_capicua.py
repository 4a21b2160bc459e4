"""The double capicúa: who goes out with a double that fitted both ends."""

from tantera.rules.basics import Seat, named
from tantera.rules.bonuses import domino_double
from tantera.rules.bonuses.rule import BonusFacts, BonusRule


def given(facts: BonusFacts) -> tuple[Seat, ...]:
    return domino_double.given(facts) if facts.ends_alike else ()


BONUS = BonusRule(
    kind="double_capicua",
    called=named(es="Doble capicúa", ca="Doble capicua", en="Double capicúa"),
    explained=named(
        es="doble capicúa (dominar con un doble que servía en los dos extremos)",
        ca="doble capicua (fer dominó amb un doble que servia als dos extrems)",
        en="double capicúa (going out with a double that fitted both ends)",
        pt="cruzada ou capicúa dupla (bater com uma carroça que servia nas duas pontas)",
    ),
    given=given,
    goes_to="went_out",
    settled=("both_ends_alike",),
)
