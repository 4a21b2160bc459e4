"""Every move's value beside a search without any cleverness, and beside another program's: no difference at all."""

import pytest

from tests.play.tables import proof
from tests.solver.agreement import against_dominoes, two_sides


def test_solve_values_every_move_as_the_naive_search_does_under_any_law():
    assert [told for seed in range(250) if (told := two_sides(seed))] == []


def test_solve_values_every_move_as_the_package_dominoes_does():
    assert [told for seed in range(40) if (told := against_dominoes(seed))] == []


@pytest.mark.prove
@pytest.mark.parametrize("block", range(8))
def test_many_more_positions_have_the_naive_search_s_values(block):
    first = 10_000 * (block + 1)
    assert [told for seed in range(first, first + proof(500, 5000)) if (told := two_sides(seed))] == []


@pytest.mark.prove
@pytest.mark.parametrize("block", range(4))
def test_many_more_positions_have_the_package_dominoes_values(block):
    first = 10_000 * (block + 1)
    assert [told for seed in range(first, first + proof(100, 1000)) if (told := against_dominoes(seed))] == []
