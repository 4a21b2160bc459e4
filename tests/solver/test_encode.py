"""The kernels' numbers say what the book's functions say."""

import pytest

from tantera.rules import load_book, with_options
from tantera.rules.counting import SCORINGS, TIED_BLOCKS
from tantera.rules.functions import UNKNOWN, HandFacts
from tantera.solver.encode import kernel_law
from tantera.solver.kernels import law as of
from tantera.solver.unknown import unknown_rules


@pytest.mark.article("UEH-objetivo")
@pytest.mark.parametrize("scoring", [name for name in SCORINGS if name not in ("fixed", "nothing")])
def test_points_hurt_in_the_kernels_where_they_hurt_in_the_book(scoring):
    book = with_options(load_book("clasico"), {"scoring": scoring})
    assert (kernel_law(book, 4)[of.SCORING] == of.OWN_LOSS) == book.options.points_hurt


@pytest.mark.article("SJ-tranque", "TG-10", "UEH-final")
@pytest.mark.parametrize("rule", TIED_BLOCKS)
def test_a_tied_block_is_won_in_the_kernels_where_the_book_has_a_winner(rule):
    book = with_options(load_book("clasico"), {"tied_block": rule})
    if unknown_rules(book):
        return  # and whoever asks the kernels is told so
    sides = ((1, 3), (2, 4))
    won = TIED_BLOCKS[rule](HandFacts(1, sides, (), UNKNOWN), sides).winners
    assert bool(kernel_law(book, 4)[of.OPENER_WINS_TIES]) == bool(won)
