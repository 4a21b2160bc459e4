"""Individual events in which the strong play with the weak in the first rounds, by their seeds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from tantera.formats import individual
from tantera.formats.drawing.balanced import balanced
from tantera.formats.drawing.field import Apart, DrawOptions, Field, Past
from tantera.formats.drawing.memory import Memory
from tantera.tournament.check import check
from tests.tournament.story import Story


def story(players: int, rounds: int = 2, **options: Any) -> Story:
    """Everybody is seeded by number: p1 the strongest."""
    one = Story("competencia-individual", options={"balanced": rounds, **options})
    one.enter(players)
    one.give("seed", entries=[f"e{number}" for number in range(1, players + 1)])
    return one


def partners(one: Story, round: int) -> list[tuple[int, int]]:
    """By their numbers, the stronger first."""
    sides = (side for seats in one.seats(round) for side in (seats[0::2], seats[1::2]))
    return sorted((min(side), max(side)) for side in ([int(seat[1:]) for seat in both] for both in sides))


def next_round(one: Story) -> None:
    """The higher seat always wins, so that rank and seeds drift apart."""
    one.results(*[(40, 100)] * len(one.state.played[-1].tables))
    one.give("close_round")
    one.begin_round()


def test_in_round_1_the_first_seed_plays_with_the_last_and_neighbours_meet():
    one = story(8)
    one.begin_round()
    assert one.seats(1) == [["p1", "p2", "p8", "p7"], ["p3", "p4", "p6", "p5"]]
    one.check()


def test_in_the_next_one_everybody_has_another_partner_and_pairs_are_nearly_as_equal():
    one = story(12, rounds=3)
    one.begin_round()
    next_round(one)
    next_round(one)
    had = [set(partners(one, number)) for number in (1, 2, 3)]
    assert not had[0] & had[1]
    assert not (had[0] | had[1]) & had[2]
    assert all(a + b == 13 for a, b in had[0])
    assert all(abs(a + b - 13) == 1 for a, b in had[1])
    assert all(abs(a + b - 13) <= 3 for a, b in had[2])
    one.check()


def test_afterwards_the_standings_seat_everybody_again():
    one = story(8, rounds=1)
    one.begin_round()
    next_round(one)
    order = [entry.replace("e", "p") for entry in one.standing(1)]
    assert [set(seats) for seats in one.seats(2)] == [set(order[:4]), set(order[4:])]
    one.check()


def test_whom_no_seed_names_follows_by_lot():
    one = Story("competencia-individual", options={"balanced": 1})
    one.enter(8)
    one.give("seed", entries=["e3"])
    one.begin_round()
    assert one.seats(1)[0][0] == "p3"
    one.check()


def test_who_must_not_be_partners_are_not_and_the_others_make_way():
    one = story(8)
    one.give("keep_apart", players=["p1", "p8"])
    one.begin_round()
    assert (1, 8) not in partners(one, 1)
    assert all(abs(a + b - 9) <= 1 for a, b in partners(one, 1))
    one.check()


def test_who_is_left_over_rests_or_plays_with_stand_ins():
    one = story(10)
    one.begin_round()
    assert one.object()["rounds"][0]["byes"] == ["p9", "p10"]
    one.check()
    with_help = story(10, stand_ins=True)
    with_help.begin_round()
    assert {seat for seat in with_help.seats(1)[2] if seat[1:].isdigit() and seat.startswith("p")} == {"p9", "p10"}
    with_help.check()


def test_only_where_partners_change_can_they_be_balanced():
    with pytest.raises(Exception, match="balanced"):
        Story("tarragona", format="pairs-swiss", options={"balanced": 2})


def all_matchings(players: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    if not players:
        yield []
        return
    first, *rest = players
    for other in rest:
        for matching in all_matchings([one for one in rest if one != other]):
            yield [(first, other), *matching]


def test_no_other_partners_are_as_equal_among_all_that_there_could_be():
    names = "abcdefgh"
    past = (Past(1, 1, ("a", "b", "h", "g")), Past(1, 2, ("c", "d", "f", "e")))
    options = DrawOptions(avoid_partners=2)
    field = Field("individual", 2, 9, "seed", (), past=past, apart=(Apart(("a", "g")),), options=options)
    memory = Memory(field)
    seats = balanced(names, memory)
    chosen = [pair for four in seats for pair in (four[0::2], four[1::2])]
    allowed = [
        matching
        for matching in all_matchings(range(8))
        if not any((a, b) in ((0, 7), (1, 6), (2, 5), (3, 4), (0, 6)) for a, b in matching)
    ]

    def unequal(pairs: Sequence[Sequence[int]]) -> int:
        return sum((sum(pair) - 7) ** 2 for pair in pairs)

    assert unequal(chosen) == min(map(unequal, allowed))


def test_two_hundred_players_have_other_partners_in_the_second_round_too():
    names = [f"p{number}" for number in range(200)]
    first = balanced(names, Memory(Field("individual", 1, 9, "seed", ())))
    past = tuple(Past(1, at, tuple(names[rank] for rank in four)) for at, four in enumerate(first, 1))
    field = Field("individual", 2, 9, "seed", (), past=past, options=DrawOptions(avoid_partners=2, avoid_opponents=2))
    second = balanced(names, Memory(field))
    pairs = [{frozenset(four[0::2]) for four in drawn} | {frozenset(four[1::2]) for four in drawn}
             for drawn in (first, second)]  # fmt: skip
    assert not pairs[0] & pairs[1]
    assert all(abs(sum(pair) - 199) == 1 for pair in pairs[1])


def test_the_second_program_finds_partners_that_could_be_more_equal(monkeypatch: pytest.MonkeyPatch):
    def by_rank(players: Sequence[str], memory: Memory) -> list[tuple[int, ...]]:
        return [(at, at + 1, at + 3, at + 2) for at in range(0, len(players), 4)]

    monkeypatch.setattr(individual, "balanced", by_rank)
    one = story(8)
    one.begin_round()
    told = [one.told("en") for one in check([recorded.row for recorded in one.state.log.history]).violations]
    assert any("the partners cost" in sentence for sentence in told)
