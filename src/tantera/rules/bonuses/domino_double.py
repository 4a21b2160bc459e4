"""Who goes out with a double."""

from tantera.rules.basics import Seat, named
from tantera.rules.bonuses.rule import BonusFacts, BonusRule


def given(facts: BonusFacts) -> tuple[Seat, ...]:
    return facts.out if facts.last_tile is not None and facts.last_tile.is_double else ()


BONUS = BonusRule(
    kind="domino_double",
    called=named(es="Dominó con un doble", ca="Dominó amb un doble", en="Out with a double"),
    explained=named(
        es="dominar con un doble", ca="fer dominó amb un doble", en="going out with a double", pt="bater com carroça"
    ),
    given=given,
    goes_to="went_out",
)
