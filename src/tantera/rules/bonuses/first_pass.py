"""The first pass: the opener's, when the next player has to pass at once."""

from tantera.rules.basics import named
from tantera.rules.bonuses.rule import BonusRule

BONUS = BonusRule(
    kind="first_pass",
    called=named(es="Primer pase", ca="Primer pas", en="First pass"),
    explained=named(
        es="primer pase (el siguiente al salidor tiene que pasar)",
        ca="primer pas (el següent de qui surt ha de passar)",
        en="first pass (the player after the opening has to pass)",
        pt="primeiro passe (quem joga depois da saída tem de passar)",
    ),
    given=lambda facts: (facts.opener,) if facts.first_pass else (),
    goes_to="opener",
)
