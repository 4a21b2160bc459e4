"""Long proofs of the draw: `python3 run.py prove draws`."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest

from tantera.formats import draw, violations
from tantera.formats.drawing.field import Apart, Field, Past
from tantera.formats.drawing.matching import Conflicts, KeptApart, folded, lightest, neighbours, total
from tests.play.tables import proof
from tests.tournament.draw.fields import alone, field, pairs


def random_conflicts(chance: Random) -> Conflicts:
    size = 2 * chance.randint(2, 40)
    often = chance.choice([0.5, 1, 3, 6]) / size
    before = {
        (a, b): 1
        for a in range(size)
        for b in range(a + 1, size)
        if chance.random() < often * chance.choice([1, 4 if b - a < 4 else 1])
    }
    clubs = chance.choice([0, 0, 1, 3, 8])
    members: list[list[int]] = [[] for _ in range(clubs)]
    for rank in range(size) if clubs else ():
        if chance.random() < 0.7:
            members[chance.randrange(clubs)].append(rank)
    return Conflicts(size, before, [KeptApart(tuple(who), Apart((), hard=chance.random() < 0.7)) for who in members])


@pytest.mark.prove
def test_draws_of_a_swiss_are_the_best_of_the_complete_graph():
    for seed in range(proof(20, 3_000)):
        known = random_conflicts(Random(seed))
        for ideal, half in ((neighbours, 0), (folded, known.size // 2)):

            def cost(a: int, b: int, half: int = half, known: Conflicts = known) -> tuple[int, ...]:
                return (*known.broken(a, b), (b - a - half) ** 2)

            every = [(a, b, cost(a, b)) for a in range(known.size) for b in range(a + 1, known.size)]
            best = total(cost(a, b) for a, b in lightest(known.size, every))
            assert total(cost(a, b) for a, b in ideal(known).tables) == best, f"seed {seed}"


@pytest.mark.prove
def test_draws_of_an_individual_event_break_a_hard_rule_only_where_nothing_can_be_done():
    """Small quarrels in fields of 8 to 60: nobody quarrels with more than two, so there is always a way."""
    for seed in range(proof(50, 3_000)):
        given = random_individual(Random(seed))
        assert [one.code for one in violations(given, draw(given)) if one.hard] == [], f"seed {seed}"
        assert draw(given) == draw(given)


def random_individual(chance: Random) -> Field:
    players = [f"p{number}" for number in range(chance.randint(8, 60))]
    past: list[Past] = []
    round = 1
    for round in range(2, chance.randint(2, 7)):
        chance.shuffle(players)
        numbers = count(1)
        past += [
            Past(round - 1, next(numbers), tuple(players[first : first + 4])) for first in range(0, len(players) - 3, 4)
        ]
    chance.shuffle(players)
    quarrels = [Apart((players[n], players[n + 1])) for n in range(0, len(players) - 1, 2) if chance.random() < 0.5]
    chance.shuffle(players)
    partners, opponents = chance.randint(0, 5), chance.choice([0, 0, 2])
    return field(
        "individual", alone(players), round, past, apart=quarrels, avoid_partners=partners, avoid_opponents=opponents
    )


@pytest.mark.prove
def test_draws_of_a_swiss_break_no_hard_rule_that_can_be_kept():
    for seed in range(proof(50, 2_000)):
        chance = Random(seed)
        names = [f"P{number}x" for number in range(2 * chance.randint(3, 20))]
        quarrels = [Apart((f"{a.lower()}1", f"{b.lower()}2")) for a, b in zip(names[::2], names[1::2], strict=True)]
        chance.shuffle(names)
        given = field("pairs-swiss", pairs(names), 1, apart=quarrels)
        assert [one.code for one in violations(given, draw(given)) if one.hard] == [], f"seed {seed}"
