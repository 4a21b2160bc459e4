"""What a hand's points are worth in the match."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from msgspec.structs import replace

from tantera.bots.learned.reading import read
from tantera.bots.prospects import (
    FAR,
    MATCH,
    OTHERS_SHARE,
    OUT_COST,
    RE_ENTRY_COST,
    SURE,
    Prospects,
    alone_gain,
    gain,
    prospects,
    race,
)
from tantera.play import Match, View, view
from tantera.play.events import HandScored
from tantera.play.scoring import leaders
from tantera.rules import Book, load_book, with_options
from tantera.rules.schema import Raise
from tantera.solver.kernels.bound import HALF
from tantera.solver.kernels.jit import Floats
from tantera.solver.minimax import WIDE, points
from tests.bots.hands import in_turn
from tests.solver.every_deal import dealt_from
from tests.solver.naive import EXAMPLES

SJ, TG, CI, UEH = map(load_book, ("san-juan", "tarragona", "competencia-individual", "ueh"))
PAIRS = {book.id: book for book in (SJ, TG, CI, load_book("clasico"), load_book(str(EXAMPLES / "liga-del-nueve.toml")))}
TWO = with_options(SJ, {"play": "alone", "players": 2})


def standing(book: Book, *score: int, seed: int = 1, **changes: object) -> Match:
    """A hand just dealt, at a score."""
    return replace(dealt_from(book, seed, len(changes.get("lines", ())) + 1), score=score, **changes)  # type: ignore[arg-type]


def outlook(match: Match) -> Prospects:
    seen = in_turn(match)
    return prospects(seen, read(seen).law)


def worth(match: Match, *gained: int) -> list[int]:
    """What these points of the first side are worth to it."""
    return [int(outlook(match).utility[WIDE + one]) for one in gained]


def line(how: str = "domino") -> HandScored:
    side = (1, 3) if how == "domino" else None
    return HandScored(how, side, 0, (None,) * 4, (0, 0), 1, at=0)  # type: ignore[arg-type]


@pytest.mark.parametrize("book", PAIRS.values(), ids=PAIRS.keys())
def test_more_points_are_never_worth_less_and_the_search_can_hold_them(book: Book):
    limit = book.options.limit.points
    assert limit is not None
    for score in ((0, 0), (limit - 1, 0), (0, limit - 1), (limit // 2, limit // 3), (limit, limit), (-20, limit // 2)):
        for left in (None, 1, 2):
            utility, point = outlook(standing(book, *score, hands_left=left))
            assert len(utility) == 2 * WIDE + 1
            assert (np.diff(utility) >= 0).all()
            assert np.abs(utility).max() < HALF
            assert point > 0
            assert utility[0] < utility[-1]


@pytest.mark.parametrize("book", PAIRS.values(), ids=PAIRS.keys())
def test_at_a_level_score_what_one_side_wins_the_other_loses(book: Book):
    limit = book.options.limit.points
    assert limit is not None
    for both in (0, limit // 2, limit - 1, limit):
        utility = outlook(standing(book, both, both)).utility
        assert np.abs(utility + utility[::-1]).max() <= 1
        assert utility[WIDE] == 0


@pytest.mark.parametrize("book", PAIRS.values(), ids=PAIRS.keys())
def test_points_beyond_the_limit_are_worth_nothing(book: Book):
    limit = book.options.limit.points
    assert limit is not None
    match = standing(book, limit - 4, limit - 7)
    assert worth(match, 4, 5, 600) == [SURE] * 3
    assert worth(match, -7, -8, -600) == [-SURE] * 3
    assert -SURE < worth(match, 3)[0] < SURE
    assert -SURE < worth(match, -6)[0] < SURE


def test_the_sides_may_change_places():
    one, other = outlook(standing(SJ, 150, 90)).utility, outlook(standing(SJ, 90, 150)).utility
    assert np.abs(one + other[::-1]).max() <= 1


def test_whoever_is_ahead_is_likelier_to_win():
    scores = [(150, 0), (150, 100), (100, 100), (100, 150), (0, 150)]
    found = [worth(standing(SJ, *score), 0)[0] for score in scores]
    assert found == sorted(found, reverse=True)
    assert len(set(found)) == 5


# --- the last hand ----------------------------------------------------------------------------------------------------


def check_decides(match: Match) -> None:
    """Being ahead after this hand is worth more than any points; of two ways to be ahead, the one with more points."""
    behind, level, ahead, far_ahead = worth(match, 9, 10, 11, 90)
    assert behind < 0 < ahead < far_ahead
    assert behind < level < ahead
    assert ahead - behind > far_ahead - ahead


@pytest.mark.parametrize("limit", ["3h", "200p 3h"])
def test_in_the_last_of_so_many_hands_winning_the_match_comes_before_points(limit: str):
    book = with_options(SJ, {}, limit)
    check_decides(standing(book, 20, 30, lines=(line(), line())))
    if limit == "3h":
        assert (outlook(standing(book, 20, 30, lines=(line(),))).utility == points()).all()


def test_a_void_hand_is_none_of_so_many():
    book = with_options(SJ, {}, "3h")
    assert (outlook(standing(book, 20, 30, lines=(line(), line("void")))).utility == points()).all()
    check_decides(standing(book, 20, 30, lines=(line(), line("void"), line())))


def test_the_last_hand_of_the_time_decides_though_nobody_is_near_the_points():
    """CI-3: two more hands after time."""
    check_decides(standing(CI, 20, 30, hands_left=1))
    assert worth(standing(CI, 20, 30, hands_left=2), 9)[0] == worth(standing(CI, 20, 30), 9)[0]


def test_one_more_hand_after_both_reached_the_limit_decides():
    match = standing(TG, 300, 300)
    assert len(leaders(match)) == 2
    lost, nothing, won = worth(match, -1, 0, 1)
    assert lost < -600 < nothing < 600 < won


def test_where_points_hurt_the_last_hand_is_for_who_has_fewer():
    book = with_options(TWO, {"scoring": "own_loss"}, "3h")
    match = replace(standing(book, 30, 20), lines=(line(), line()))
    check_decides(match)


def test_far_from_the_limit_a_point_is_a_point():
    assert (outlook(standing(with_options(SJ, {}, "100000p"), 0, 0)).utility == points()).all()
    assert (outlook(standing(with_options(SJ, {}, "40m"), 90, 0)).utility == points()).all()
    near = standing(with_options(SJ, {}, "100000p"), 100_000 - FAR, 0)
    assert worth(near, FAR) == [SURE]


def test_what_blocks_have_raised_this_hand_to_says_nothing_about_the_next_ones():
    book = replace(SJ, raises=Raise(2))
    tied = replace(line("block"), side=None)
    raised = standing(book, 100, 100, lines=(tied, tied))
    assert raised.worth == 4
    assert worth(raised, -40, 0, 40) == worth(standing(book, 100, 100), -40, 0, 40)


# --- the race ---------------------------------------------------------------------------------------------------------


def raced(brings: Floats) -> Floats:
    chances = np.full((len(brings), len(brings)), np.nan)
    race(brings, chances)
    return chances


@pytest.mark.parametrize("brings", [[0.0, 1.0], [0.5, 0.25, 0.25], [0.1, 0.0, 0.3, 0.2, 0.0, 0.15, 0.05, 0.2]])
def test_the_race_is_what_playing_hand_after_hand_comes_to(brings: list[float]):
    @cache
    def first(ours: int, theirs: int) -> float:
        """How likely the side that needs `ours` gets there first."""
        if ours <= 0 or theirs <= 0:
            return float(ours <= 0)
        hands = [(gain, share) for gain, share in enumerate(brings) if gain]
        won = sum(share / 2 * (first(ours - gain, theirs) + first(ours, theirs - gain)) for gain, share in hands)
        return won / (1 - brings[0])

    found = raced(np.array(brings))
    for ours in range(1, len(brings)):
        for theirs in range(1, len(brings)):
            assert found[ours, theirs] == pytest.approx(first(ours, theirs))
    assert np.allclose(found + found.T, 1)


def test_where_hands_never_bring_anything_nobody_is_ahead():
    assert (raced(np.array([1.0, 0.0, 0.0]))[1:, 1:] == 0.5).all()


# --- everybody alone --------------------------------------------------------------------------------------------------


def gains(seen: View, *written: tuple[float, ...]) -> list[float]:
    rows = np.zeros((1, len(written), 4))
    rows[0, :, : len(written[0])] = written
    return [float(worth) for worth in alone_gain(seen, read(seen).me, rows)[0]]


def test_where_points_count_for_the_winner_the_own_gain_is_weighed_against_the_others_mean():
    book = with_options(SJ, {"play": "alone", "players": 3})
    seen = in_turn(standing(book, 0, 0, 0, seed=3))
    assert read(seen).me == 0
    assert gains(seen, (30, 0, 0), (0, 30, 0), (0, 0, 0)) == [30, -15, 0]


def test_alone_too_the_hand_that_ends_the_match_is_worth_more_than_its_points():
    book = with_options(SJ, {"play": "alone", "players": 3}, "100p")
    ahead = in_turn(standing(book, 99, 0, 0, seed=3))
    assert gains(ahead, (1, 0, 0), (0, 1, 0)) == [1 + MATCH, -0.5]
    behind = in_turn(standing(book, 0, 99, 0, seed=3))
    assert gains(behind, (0, 1, 0), (0, 0, 1), (99, 0, 0)) == [-0.5 - MATCH, -0.5, 99]
    last = in_turn(standing(with_options(book, {}, "1h"), 0, 0, 0, seed=3))
    assert gains(last, (5, 0, 0), (0, 5, 0), (0, 0, 0)) == [5 + MATCH, -2.5 - MATCH, 0]


@pytest.mark.parametrize("options", [{}, {"tiles": 6, "boneyard": "one"}])
def test_two_alone_play_to_the_match_as_pairs_do(options: dict[str, str | int]):
    book = with_options(TWO, options, "100p")
    for ahead in (0, 99):
        seen = in_turn(standing(book, ahead, 0, seed=3))
        law, written = read(seen).law, np.zeros((1, 2, 4))
        written[0, :, read(seen).me] = (1, 60)
        one, sixty = gain(seen, law, read(seen).me, written)[0]
        won_by_one = read(seen).me == 0 and ahead == 99
        assert bool(sixty - one < 1) is won_by_one


def test_with_players_out_the_scores_of_those_who_are_left_count():
    match = standing(with_options(UEH, {}, "1h"), 300, 10, 300, 40, seed=3)
    seen = replace(view(match, 2), out=(1, 3), opener=2)
    assert prospects(seen, read(seen).law).utility[WIDE] == SURE - 300  # ten points hurt less than forty


def ueh(re_entries: int, score: int) -> View:
    """Seat 1 in turn."""
    match = next(match for match in (dealt_from(UEH, seed, 2) for seed in range(20)) if match.opener == 1)
    return view(replace(match, score=(score, 50, 50, 50), re_entries=(re_entries, 0, 0, 0)), 1)


def test_going_over_the_limit_costs_a_re_entry_and_the_last_time_the_match():
    """UEH-reenganche."""
    nothing, under, over = (0, -20, -20, -20), (-10, 0, -20, -20), (-11, 0, -20, -20)
    free, cheap, dear = gains(ueh(0, 290), nothing, under, over)
    assert free - cheap == pytest.approx(10 + OTHERS_SHARE * 20 / 3)
    assert cheap - dear == pytest.approx(RE_ENTRY_COST + 1)
    _, cheap, dear = gains(ueh(2, 260), nothing, under, over)
    assert cheap - dear == pytest.approx(OUT_COST + 4)  # every point counts four times


def test_after_a_re_entry_a_point_counts_more():
    """UEH-reenganche."""
    losses = [(-points_lost, 0.0, -20.0, -20.0) for points_lost in (0, 10)]
    once, twice, four_times = ([*gains(ueh(used, 0), *losses)] for used in (0, 1, 2))
    assert [one[0] - one[1] for one in (once, twice, four_times)] == pytest.approx([10, 20, 40])


def test_others_losses_are_worth_a_little():
    light, heavy = gains(ueh(0, 0), (-10, 0, -5, -5), (-10, 0, -50, -50))
    assert 0 < heavy - light < 30
