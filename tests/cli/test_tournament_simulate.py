"""``tantera tournament simulate``: figures with their errors, the same from the same seed, and what they must be."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tantera.cli.tournament.simulation import (
    SimulatedTournament,
    SimulationSetup,
    kendall,
    match_alone,
    match_of_sides,
    one_tournament,
    read_strengths,
    simulated,
    spearman,
    strengths,
    summed,
)
from tantera.formats import FORMATS
from tantera.words import Problem
from tests.cli.tournaments import refused, said

SMALL = ("simulate", "--book", "competencia-individual", "--entries", 8, "--rounds", 2, "--events", 4, "--workers", 1)


def setting(**words: Any) -> SimulationSetup:
    plain = SimulationSetup("competencia-individual", None, 3, {}, 8, "normal", 1.0, None)
    return plain._replace(**words)


def test_the_figures_come_with_their_errors_and_a_plot():
    told = said(*SMALL, "--seed", 3)
    assert told.splitlines()[0] == "competencia-individual, individual: 4 tournaments of 8 in 2 rounds, seed 3"
    for figure in ("the best wins", "Kendall's tau", "Spearman's rho", "±", "█"):
        assert figure in told
    data = json.loads(said(*SMALL, "--json"))
    assert (data["events"], data["entries"], data["rounds"], data["format"]) == (4, 8, 2, "individual")
    assert sum(data["place_of_best"]) == 4
    assert set(data["kendall"]) == {"value", "error"}


def test_the_same_seed_gives_the_same_on_any_number_of_cores():
    alone, together = (list(simulated(setting(), 8, 5, workers)) for workers in (1, 2))
    assert alone == together
    assert alone != list(simulated(setting(), 8, 6, 1))


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_comes_to_an_end_with_everybody_in_its_order(format: str):
    book = "ueh" if format.startswith("alone") else "san-juan"
    for entries in (6, 9):
        ended = one_tournament(setting(book=book, format=format, rounds=None, entries=entries), 1, entries)
        assert sorted(ended.order) == list(range(1, entries + 1))


def test_alone_without_hurting_points_can_be_simulated_too():
    assert len(one_tournament(setting(book="clasico", format="alone-one-round", rounds=None), 1, 1).order) == 8


def test_where_strengths_are_far_apart_the_order_is_found():
    far = setting(book="san-juan", format="pairs-round-robin", rounds=None, entries=6, shape="steps", spread=10.0)
    summary = summed([one_tournament(far, 2, number) for number in range(6)])
    assert summary.kendall.mean > 0.8
    equal = setting(book="san-juan", format="pairs-round-robin", rounds=None, entries=6, shape="steps", spread=0.0)
    assert summed([one_tournament(equal, 2, number) for number in range(6)]).kendall.mean < 0.6


def test_another_limit_for_the_final_is_obeyed():
    options = {"limit": "100p", "limit_final": "150p"}
    ended = one_tournament(setting(book="clasico", format="pairs-knock-out", rounds=None, options=options), 4, 1)
    assert len(ended.order) == 8


def test_strengths_may_come_from_a_file(tmp_path: Path):
    file = tmp_path / "players.csv"
    file.write_text("nombre;fuerza\nAna;2,5\nBiel;-1\nCarme;0\nDídac;1\n", "latin-1")
    assert read_strengths(file) == [2.5, 1.0, 0.0, -1.0]
    assert "tournaments of 4" in said(*SMALL[:3], "--strengths", file, "--rounds", 2, "--events", 2)
    file.write_text("1\nx\n")
    assert refused("simulate", "--strengths", file) == "line 2: found 'x', expected a number between -20 and 20"
    file.write_text("1\n")
    assert "two players or more" in refused("simulate", "--strengths", file)
    with pytest.raises(Problem):
        read_strengths(tmp_path / "none")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--strengths", "clever"), "normal, uniform, steps, a file"),
        (("--book", "nowhere"), "found no such book"),
        (("--format", "swiss"), "format"),
        (("--option", "colour=red"), "colour"),
        (("--option", "colour"), "key=value"),
    ],
)
def test_what_cannot_be_simulated_is_one_sentence(words: tuple[str, ...], sentence: str):
    message = refused("simulate", "--events", 1, *words)
    assert sentence in message
    assert "\n" not in message


def test_the_places_of_the_best_are_drawn(tmp_path: Path):
    said(*SMALL, "--svg", tmp_path / "plot.svg", lang="ca")
    assert "lloc del millor" in (tmp_path / "plot.svg").read_text("utf-8")
    assert "--svg" in refused(*SMALL, "--svg", tmp_path)


def test_far_places_share_a_bar():
    from tantera.cli.tournament.simulating import bars

    ended = [
        SimulatedTournament((*range(2, place + 1), 1, *range(place + 1, 41)), 5, "individual") for place in (1, 20, 40)
    ]
    shown = bars(summed(ended))
    assert (shown[0][0], shown[-1][0]) == ("1", "16–40")
    assert [shown[0][1], shown[-1][1]] == pytest.approx([100 / 3, 200 / 3])
    assert summed(ended[:1]).best_wins == (1.0, None)


# --- the model --------------------------------------------------------------------------------------------------------


def test_one_point_of_strength_is_seventy_three_wins_in_a_hundred():
    chance = Random(1)
    won = sum(match_of_sides(((1, 1), (0, 0)), 100, chance).winner == "1+3" for _ in range(4000))
    assert won / 4000 == pytest.approx(0.731, abs=0.03)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # a busy machine is no failure
@given(st.lists(st.floats(-20, 20), min_size=4, max_size=4), st.integers(2, 300), st.integers())
def test_a_score_can_be_on_a_slip(seats: list[float], limit: int, seed: int):
    played = match_of_sides((seats[::2], seats[1::2]), limit, Random(seed))
    winner, loser = played.score if played.winner == "1+3" else reversed(played.score)
    assert 0 <= loser < limit <= winner
    for hurt in (True, False):
        alone = match_alone(seats, limit, Random(seed), points_hurt=hurt)
        assert isinstance(alone.winner, int)
        won = alone.score[alone.winner - 1]
        assert (won < limit) == hurt
        assert all((points > limit) == hurt for seat, points in enumerate(alone.score, 1) if seat != alone.winner)


@pytest.mark.parametrize("shape", ["normal", "uniform", "steps"])
def test_strengths_are_spread_as_asked_the_strongest_first(shape: str):
    found = strengths(4000, shape, 2.0, Random(2))
    assert found == sorted(found, reverse=True)
    mean = sum(found) / len(found)
    assert (sum((one - mean) ** 2 for one in found) / len(found)) ** 0.5 == pytest.approx(2.0, rel=0.06)
    with pytest.raises(ValueError, match="expected normal"):
        strengths(2, "odd", 1.0, Random(1))


def test_rank_correlations_are_those_of_the_textbook():
    """Summed over all orders of five: both have mean 0, and their extremes are the identity and its reverse."""
    orders = list(permutations(range(1, 6)))
    for measure in (kendall, spearman):
        values = [measure(order) for order in orders]
        assert sum(values) == pytest.approx(0)
        assert (max(values), min(values)) == (1, -1)
        assert measure((1,)) == 1.0
    # Worked by hand: 2 1 4 3 has two of six pairs wrong; squared distances 1 + 1 + 1 + 1.
    assert kendall((2, 1, 4, 3)) == pytest.approx(1 - 2 * 2 / 6)
    assert spearman((2, 1, 4, 3)) == pytest.approx(1 - 6 * 4 / (4 * 15))
