"""The *chuchazo*: who goes out with the 0-0."""

from tantera.rules.basics import named
from tantera.rules.bonuses.rule import BonusRule

BONUS = BonusRule(
    kind="double_blank",
    called=named(es="Dominó con la blanca doble", ca="Dominó amb la blanca doble", en="Out with the double blank"),
    explained=named(
        es="dominar con la blanca doble",
        ca="fer dominó amb la blanca doble",
        en="going out with the double blank",
        pt="bater com a carroça branca",
    ),
    given=lambda facts: facts.out if facts.last_tile is not None and facts.last_tile.pips == 0 else (),
    goes_to="went_out",
)
