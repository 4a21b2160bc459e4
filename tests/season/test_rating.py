"""Ratings: which matches count, in what order, and the same digits whoever reckons them."""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from random import Random
from statistics import correlation, fmean
from typing import NamedTuple

import pytest
from openskill.models import PlackettLuce

from tantera.season.night import Attendant, Night, NightMatch
from tantera.season.rating import WORTH_LOOKING_AT, as_object, matches_of, model_of, rated
from tantera.season.telling import told_moves
from tantera.tournament.check import check_rating
from tantera.tournament.check.season import moved
from tests.play.tables import proof
from tests.season.nights import Evening, Somebody, a_season, crowd

FOUR = [Somebody(name) for name in ("Ana", "Bel", "Carla", "Dora")]


@pytest.fixture(scope="module")
def six() -> list[Evening]:
    return a_season(crowd(24), 6)


def one_match(score: list[int], **more: str) -> Evening:
    made = Evening(1, "tarragona", "pairs-swiss", limit="100p")
    made.enter(FOUR, ["p1", "p2", "p3", "p4"])
    made.give("draw")
    made.give("publish")
    if more:
        made.give("stand_in", round=1, **more)
    made.give("result", round=1, table=1, score=score)
    return made


def test_a_match_moves_the_four_as_openskill_does():
    ratings = rated([one_match([100, 40]).night])
    model = PlackettLuce()
    (won, _), (lost, _) = model.rate([[model.rating(), model.rating()], [model.rating(), model.rating()]], ranks=[1, 2])
    assert [round(one.strength.mu, 9) for one in ratings.players] == [
        round(mu, 9) for mu in 2 * [won.mu] + 2 * [lost.mu]
    ]
    assert [one.keys for one in ratings.pairs] == [
        tuple(sorted(one.person.key for one in half)) for half in (ratings.players[:2], ratings.players[2:])
    ]


def test_what_says_nothing_about_strength_is_left_out():
    """A slip that is not confirmed, a stand-in, a default, a bye."""
    made = Evening(1, "tarragona", "pairs-swiss", limit="100p")
    names = [*FOUR, *(Somebody(f"X{n}") for n in range(6))]
    made.enter(names, [f"p{n}" for n in range(10)])
    made.give("draw")
    made.give("publish")
    assert made.state is not None
    one, other = made.state.played[0].tables
    assert made.state.played[0].byes
    made.give("default", round=1, table=1, absent=[one.seats[0]])
    made.give("result", round=1, table=2, score=[100, 20], status="entered", by=f"player:{other.seats[0]}")
    assert rated([made.night]).players == ()
    made.give("confirm", round=1, table=2)
    assert len(rated([made.night]).players) == 4
    made.give("stand_in", round=1, player=one.seats[0], name="Comodín")
    made.give("result", round=1, table=1, score=[20, 100])
    assert len(rated([made.night]).players) == 4


def test_nights_stand_in_the_order_of_their_dates_whatever_order_they_are_named_in(six):
    nights = [made.night for made in six]
    mixed = Random(1).sample(nights, len(nights))
    assert as_object(rated(mixed)) == as_object(rated(nights))


def test_the_strongest_stands_first_and_equals_by_key(six):
    players = as_object(rated([made.night for made in six]))["players"]
    assert players == sorted(players, key=lambda one: (-one["shown"], one["key"]))
    assert all(one["shown"] == round(one["mu"] - 3 * one["sigma"], 6) for one in players)


def test_who_it_was_reckoned_with_is_said():
    assert model_of()["name"] == "PlackettLuce"
    assert (model_of()["mu"], model_of()["sigma"]) == (25.0, 25 / 3)


def test_recomputed_from_the_logs_alone_by_the_second_program_it_has_the_same_digits(six):
    told = as_object(rated([made.night for made in six]))
    report = check_rating([made.log for made in six], told)
    assert [one.told("en") for one in report.violations] == []
    assert report.checked["ratings computed again"] == len(told["players"]) == 24


@pytest.mark.parametrize(
    "fault",
    [
        lambda rows: rows[0].update(mu=rows[0]["mu"] + 0.001),
        lambda rows: rows[2].update(sigma=rows[2]["sigma"] - 0.001),
        lambda rows: rows[4].update(matches=rows[4]["matches"] + 1),
        lambda rows: rows.pop(),
        lambda rows: rows.append(rows[0] | {"key": "stranger"}),
    ],
    ids=["mu", "sigma", "matches", "missing", "stranger"],
)
def test_the_second_program_finds_a_fault_that_was_planted_in_a_rating(six, fault):
    told = as_object(rated([made.night for made in six[:2]]))
    fault(told["players"])
    assert check_rating([made.log for made in six[:2]], told).violations


def test_the_formula_written_out_is_the_librarys():
    chance, model = Random(3), PlackettLuce()
    for _ in range(200):
        sides = [[(chance.gauss(25, 8), chance.uniform(1, 8)) for _ in range(2)] for _ in range(chance.choice((2, 4)))]
        ranks = [chance.randrange(1, 4) for _ in sides]
        known = [[model.rating(mu=mu, sigma=sigma) for mu, sigma in side] for side in sides]
        wanted = [[(one.mu, one.sigma) for one in side] for side in model.rate(known, ranks=list(map(float, ranks)))]
        assert moved(sides, ranks) == [[pytest.approx(one, rel=1e-12) for one in side] for side in wanted]


def test_what_a_match_did_is_told_in_words():
    ratings = rated([one_match([100, 40]).night])
    first = ratings.players[0]
    (told,) = (phrase.told("en") for phrase in told_moves(ratings, first))
    assert told.startswith("2026-01-08 Jueves 1, round 1, table 1: with ")
    assert told.endswith("100-40, a win (50 % expected): 0.00 → 2.43")


# --- what it is worth: simulated seasons


SPREADS = (0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5)
"""How far strengths lie apart: between two pairs one such step apart the odds are 10 to that power; from a field in
which luck decides nearly everything to one that the best nearly always win."""
KS = (8, 16, 24, 32, 40)


class LongSeason(NamedTuple):
    """Changing partners, four rounds a night; some come nearly always, some now and then."""

    nights: list[Night]
    strength: list[float]

    @classmethod
    def played(cls, seed: str, spread: float, people: int = 80, nights: int = 24) -> LongSeason:
        chance = Random(seed)
        strength = [chance.gauss(0, spread) for _ in range(people)]
        comes = [chance.choice((0.15, 0.4, 0.9)) for _ in range(people)]
        known = {f"p{who}": Attendant(f"p{who}", f"P {who}", key=f"p{who}") for who in range(people)}
        made = []
        for number in range(nights):
            here = [who for who in range(people) if chance.random() < comes[who]]
            matches = [
                cls._match(chance, strength, round, table, four)
                for round in range(1, 5)
                for table, four in enumerate(cls._tables(chance, here), 1)
            ]
            made.append(Night(f"N{number}", f"{number:03}", str(number), "closed", known, (), tuple(matches)))
        return cls(made, strength)

    @staticmethod
    def _tables(chance: Random, here: list[int]) -> list[list[int]]:
        mixed = chance.sample(here, len(here))
        return [mixed[at : at + 4] for at in range(0, len(mixed) - 3, 4)]

    @staticmethod
    def _match(chance: Random, strength: list[float], round: int, table: int, four: list[int]) -> NightMatch:
        sides = (four[0::2], four[1::2])
        one, other = (sum(strength[who] for who in side) / 2 for side in sides)
        won = chance.random() < 1 / (1 + 10 ** (other - one))
        named = tuple(tuple(f"p{who}" for who in side) for side in sides)
        return NightMatch(round, table, named, (100, 50) if won else (50, 100), (1, 2) if won else (2, 1), True)


def log_loss(chances: list[float]) -> float:
    return -sum(log(chance) for chance in chances) / len(chances)


def elo_of_the_mean(nights: list[Night], k: float) -> float:
    """The log-loss of Elo by the mean of each pair."""
    known: dict[str, float] = {}
    chances = []
    for _, match in matches_of(nights):
        means = [sum(known.get(one, 0.0) for one in side) / 2 for side in match.sides]
        first = 1 / (1 + 10 ** ((means[1] - means[0]) / 400))
        won = match.ranks[0] == 1
        chances.append(first if won else 1 - first)
        for side, sign in zip(match.sides, (1, -1), strict=True):
            for one in side:
                known[one] = known.get(one, 0.0) + sign * k * (won - first)
    return log_loss(chances)


def foretold(nights: list[Night]) -> float:
    """The log-loss of what the rating foretold."""
    moves = (move for one in rated(nights).players for move in one.moves)
    of_winners = {
        (move.night, move.match.round, move.match.table): move.chance
        for move in moves
        if move.match.ranks[move.side] == 1
    }
    return log_loss(list(of_winners.values()))


def ranked(values: Sequence[float]) -> list[float]:
    order = sorted(values)
    return [float(order.index(value)) for value in values]


def test_somebody_new_is_foretold_with_care_and_the_better_side_is_favoured_after_some_nights():
    season = LongSeason.played("one", 0.3, people=24)
    first, *_ = (move for one in rated(season.nights).players for move in one.moves if move.night == 0)
    assert 0.3 < first.chance < 0.7
    assert foretold(season.nights) < log(2)


@pytest.mark.prove
def test_rating_foretells_better_than_elo_by_the_mean_of_a_pair_whatever_its_k(capsys):
    """Over fields of little and of much luck together no K of Elo foretells as well; and where K fits one kind of field
    by chance, the rating is not far behind."""
    seasons = proof(4, 20)
    own: dict[float, float] = {}
    elo: dict[tuple[float, int], float] = {}
    for spread in SPREADS:
        played = [LongSeason.played(f"{spread}/{n}", spread).nights for n in range(seasons)]
        own[spread] = fmean(foretold(nights) for nights in played)
        for k in KS:
            elo[spread, k] = fmean(elo_of_the_mean(nights, k) for nights in played)
    with capsys.disabled():
        print(f"\nlog-loss over {seasons} seasons of 24 nights: spread, rating, Elo with K " + " ".join(map(str, KS)))
        for spread in SPREADS:
            print(f"{spread:5} {own[spread]:.4f}  " + " ".join(f"{elo[spread, k]:.4f}" for k in KS))
        print(f" mean {fmean(own.values()):.4f}  " + " ".join(f"{fmean(elo[s, k] for s in SPREADS):.4f}" for k in KS))
    for k in KS:
        assert fmean(own.values()) < fmean(elo[spread, k] for spread in SPREADS), k
    for spread in SPREADS:
        assert own[spread] < elo[spread, 32] + 0.002, spread


@pytest.mark.prove
def test_rating_is_worth_looking_at_after_so_many_matches(capsys):
    """The rank correlation of ratings with the strengths behind them, by how often people have played."""
    found: dict[int, list[float]] = {10: [], 20: [], 40: [], 80: []}
    for n in range(proof(5, 20)):
        for matches in found:
            season = LongSeason.played(f"worth/{n}", 0.3, people=40, nights=matches // 2)
            players = [one for one in rated(season.nights).players if matches * 0.7 <= one.matches <= matches * 1.3]
            pairs = [(one.strength.mu, season.strength[int(one.person.key[1:])]) for one in players]
            if len(pairs) > 7:
                found[matches].append(correlation(*(ranked(values) for values in zip(*pairs, strict=True))))
    with capsys.disabled():
        print("\nrank correlation by matches: " + ", ".join(f"{n}: {fmean(of):.2f}" for n, of in found.items() if of))
    means = [fmean(of) for of in found.values() if of]
    assert means[-1] > means[0]
    assert fmean(found[WORTH_LOOKING_AT]) > 0.4
