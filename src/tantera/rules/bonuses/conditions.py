"""Cases in which a bonus is not given, or is another one (``unless``): each with its words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from tantera.rules.basics import Named, named
from tantera.rules.bonuses.rule import BonusFacts


class Condition(NamedTuple):
    """One of the cases."""

    explained: Named
    holds: Callable[[BonusFacts], bool]


def no_double_opened(facts: BonusFacts) -> bool:
    """The hand was opened with a mixed tile."""
    return facts.opening is not None and not facts.opening.is_double


def partner_passed(facts: BonusFacts) -> bool:
    """The opener's partner has to pass on the opening as well."""
    if not facts.first_pass or len(facts.passes) < 2:
        return False
    next_pass = facts.passes[1]
    return next_pass.in_a_row == 2 and any({next_pass.seat, facts.opener} <= set(side) for side in facts.sides)


CONDITIONS: Final = {
    "both_ends_alike": Condition(
        named(
            es="las dos puntas eran iguales",
            ca="les dues puntes eren iguals",
            en="both ends were alike",
            pt="as duas pontas eram iguais",
        ),
        lambda facts: facts.ends_alike,
    ),
    "no_double_opened": Condition(
        named(
            es="no se salió con un doble",
            ca="no s'ha sortit amb un doble",
            en="the hand was not opened with a double",
            pt="não se saiu com carroça",
        ),
        no_double_opened,
    ),
    "partner_passed": Condition(
        named(
            es="pasa también el compañero de quien salió",
            ca="passa també el company de qui ha sortit",
            en="the opener's partner has to pass as well",
            pt="o parceiro de quem saiu também passa",
        ),
        partner_passed,
    ),
}
"""By the name that a book has for it."""
