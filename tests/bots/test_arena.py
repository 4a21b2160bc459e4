"""The arena: the same deals for both sides, exact sums, and results that do not depend on who computes them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from statistics import mean, stdev

import pytest

from tantera.bots.arena import (
    Arena,
    ArenaError,
    Contest,
    Results,
    Thinking,
    duel,
    ladder_contests,
    mixed_teams,
    pool,
    rungs,
)
from tantera.bots.arena.players import seated
from tantera.bots.arena.playing import chance_seed, first_opener, play_deal, tiles_seed
from tantera.bots.arena.running import play_chunk
from tantera.bots.arena.tally import DealTally, PlayedDeal
from tantera.play import DealHand, Match, Phase, evolve, legal_moves, new_match, start_match
from tantera.play.events import OpenerAgreed
from tantera.rules import BOOKS, Book, load_book, with_options
from tests.builders import named, step

CLUB_BOOKS = sorted(map(str, (Path(__file__).parents[2] / "examples" / "books").glob("*.toml")))
SET = "yardstick-1"


def books() -> dict[str, Book]:
    clasico = load_book("clasico")
    found = {Path(name).stem: load_book(name) for name in (*BOOKS, *CLUB_BOOKS)}
    for players in (2, 3):
        found[f"{players} alone"] = with_options(clasico, {"players": players, "play": "alone"})
    found["double nine"] = with_options(clasico, {"set": "double-nine"})
    return found


every_book = pytest.mark.parametrize("book", books().values(), ids=books().keys())


def outcome(tally: DealTally) -> tuple[int, ...]:
    """Everything but the times, which no two runs share."""
    decisions = [tally.thinking[name].decisions for name in sorted(tally.thinking)]
    sums = tally.deals, tally.points, tally.points_squared, tally.halves, tally.halves_squared
    return *sums, tally.won, tally.level, tally.hands, tally.blocks, *decisions


def played_here(*contests: Contest, deals: int) -> list[tuple[int, ...]]:
    arena = Arena(contests, deals)
    arena.play_here()
    return [outcome(tally) for tally in arena.tallies]


def hand_by_hand(contest: Contest, deal: int, run: int) -> tuple[Match, int]:
    """The same hand from the engine alone: how it ended, and how many turns had more than one option."""
    match, decisions = start_match(contest.book, new_match(contest.book)), 0
    if contest.book.options.first_opener != "double":
        match = evolve(match, OpenerAgreed((deal - 1) % contest.book.options.players + 1, at=0))
    seats = enumerate(contest.seatings[run].bots, start=1)
    players = {seat: seated(name, chance_seed(SET, deal, run, seat)) for seat, name in seats}
    match, _ = step(named(match), DealHand(tiles_seed(SET, deal)), 0)
    while match.phase is Phase.PLAYING and match.hand is not None:
        options = legal_moves(match.hand)
        decisions += len(options) > 1
        command = players[match.hand.turn].choose(match) if len(options) > 1 else options[0]
        match, _ = step(match, command, 0)
    return match, decisions


@every_book
def test_points_are_our_mean_less_theirs_on_the_sheets_of_both_runs(book: Book):
    contest = duel(book, "counter", "random", SET)
    for deal in range(1, 6):
        differences, decisions, won = [], 0, 0
        for run, seating in enumerate(contest.seatings):
            match, decided = hand_by_hand(contest, deal, run)
            decisions += decided
            won += match.lines[0].side is not None and set(match.lines[0].side) <= set(seating.ours)
            ours: list[int] = []
            theirs: list[int] = []
            for side, points in zip(match.sides, match.score, strict=True):
                (ours if side[0] in seating.ours else theirs).append(points)
            differences.append(mean(ours) - mean(theirs))
        played = play_deal(contest, deal)
        sign = -1 if book.options.scoring == "own_loss" else 1
        assert played.points / contest.point_parts == pytest.approx(sign * mean(differences))
        assert sum(thinking.decisions for thinking in played.thinking.values()) == decisions
        assert played.won == won


@every_book
def test_a_bot_that_leaves_nothing_to_chance_is_exactly_level_with_itself(book: Book):
    contest = duel(book, "counter", "counter", SET)
    for deal in range(1, 11):
        played = play_deal(contest, deal)
        assert played.points == 0
        assert len(contest.seatings) == played.hands


@every_book
def test_whole_matches_are_played_to_the_end_of_the_book(book: Book):
    contest = duel(book, "counter", "random", SET, "match")
    played = play_deal(contest, 1)
    assert played.hands > len(contest.seatings)
    assert 0 <= played.won + played.level <= len(contest.seatings)


def test_a_match_by_the_clock_alone_ends_though_bots_take_no_time():
    contest = duel(with_options(load_book("tarragona"), {}, "20m"), "counter", "random", SET, "match")
    assert 10 < play_deal(contest, 1).hands < 60


def test_a_hand_that_the_end_of_the_time_interrupts_counts_for_nobody():
    """SJ-estructura: sixty seconds are over after twelve turns."""
    contest = duel(with_options(load_book("san-juan"), {}, "1m"), "greedy", "random", SET, "match")
    for deal in range(1, 5):
        played = play_deal(contest, deal)
        assert (played.points, played.won, played.level) == (0, 0, len(contest.seatings))


def test_fewer_points_are_better_where_points_hurt():
    """UEH-anotacion."""
    (result,) = played_here(duel(load_book("ueh"), "counter", "random", SET), deals=60)
    assert result[1] > 0


def test_every_opener_has_the_same_number_of_deals_unless_the_double_decides():
    assert [first_opener(load_book("tarragona"), deal) for deal in range(1, 9)] == [1, 2, 3, 4, 1, 2, 3, 4]
    assert first_opener(load_book("ueh"), 1) is None


def test_in_mixed_teams_every_bot_sits_everywhere_and_the_teams_change_sides():
    contests = mixed_teams(load_book("san-juan"), "counter", "random", SET)
    assert [(contest.ours, contest.theirs) for contest in contests] == [
        ("counter+counter", "counter+random"),
        ("counter+counter", "random+random"),
        ("counter+random", "random+random"),
    ]
    for contest in contests:
        for seat in range(4):
            ours = [seating.bots[seat] for seating in contest.seatings if seat + 1 in seating.ours]
            theirs = [seating.bots[seat] for seating in contest.seatings if seat + 1 not in seating.ours]
            assert set(ours) == set(contest.ours.split("+"))
            assert set(theirs) == set(contest.theirs.split("+"))
            assert len(ours) == len(theirs)


def test_mixed_teams_need_a_book_with_pairs():
    with pytest.raises(ArenaError, match="each plays alone"):
        mixed_teams(load_book("ueh"), "counter", "random", SET)


def test_the_error_is_that_of_the_deals():
    points = [2, 4, 12, -6]
    tally = DealTally()
    for deal, gained in enumerate(points, start=1):
        tally = tally.plus(PlayedDeal(deal, gained, 1, 0, 2, 0, {}))
    estimate = tally.points_each(2)
    assert estimate is not None
    assert estimate.mean == mean(points) / 2
    assert estimate.error == pytest.approx(stdev(points) / 2 / len(points) ** 0.5)
    assert tally.win_share(2) == (0.5, 0)


def test_one_deal_has_a_mean_and_no_error():
    assert DealTally().plus(PlayedDeal(1, 6, 2, 0, 2, 0, {})).points_each(2) == (3, None)
    assert DealTally().points_each(2) is None


def test_quantiles_of_thinking_are_right_within_two_percent():
    times = [Random(1).randrange(1_000, 10_000_000) for _ in range(999)]
    thinking = Thinking.of(times[:400]).plus(Thinking.of(times[400:]))
    for share in (0.5, 0.99):
        assert thinking.quantile(share) == pytest.approx(sorted(times)[round(share * 999) - 1], rel=0.025)
    assert thinking.mean == mean(times)


# --- many deals -------------------------------------------------------------------------------------------------------


def test_two_processes_and_one_come_to_the_same():
    contests = (duel(load_book("san-juan"), "random", "counter", SET), duel(load_book("ueh"), "random", "counter", SET))
    arena = Arena(contests, 40)
    with pool(2) as executor:
        arena.play(executor, 4)
    assert [outcome(tally) for tally in arena.tallies] == played_here(*contests, deals=40)


def test_what_is_kept_is_not_played_again_and_comes_to_the_same(tmp_path: Path):
    contest = duel(load_book("clasico"), "random", "counter", SET)
    results = Results(tmp_path / "new" / "results.jsonl")
    Arena([contest], 7, results).play_here()
    arena = Arena([contest], 20, results)
    assert (arena.resumed, arena.is_over) == (7, False)
    arena.play_here()
    assert [outcome(arena.tallies[0])] == played_here(contest, deals=20)
    assert len(results.path.read_bytes().splitlines()) == 20
    fewer = Arena([contest], 5, results)
    assert fewer.is_over
    assert [outcome(fewer.tallies[0])] == played_here(contest, deals=5)


def test_a_torn_last_line_is_played_again_and_harms_no_other(tmp_path: Path):
    contest = duel(load_book("clasico"), "random", "counter", SET)
    results = Results(tmp_path / "results.jsonl")
    Arena([contest], 6, results).play_here()
    whole = results.path.read_bytes()
    results.path.write_bytes(whole[:-20])
    arena = Arena([contest], 6, Results(results.path))
    assert arena.resumed == 5
    arena.play_here()
    assert [outcome(arena.tallies[0])] == played_here(contest, deals=6)
    assert Arena([contest], 6, results).resumed == 6


def test_another_book_bot_or_set_in_the_same_file_is_left_alone(tmp_path: Path):
    clasico, results = load_book("clasico"), Results(tmp_path / "results.jsonl")
    Arena([duel(clasico, "random", "counter", SET)], 3, results).play_here()
    changed = with_options(clasico, {"scoring": "opponents"})
    for contest in (
        duel(changed, "random", "counter", SET),
        duel(clasico, "counter", "random", SET),
        duel(clasico, "random", "counter", "yardstick-2"),
        duel(clasico, "random", "counter", SET, "match"),
    ):
        assert Arena([contest], 3, results).resumed == 0
    assert Arena([duel(clasico, "random", "counter", SET)], 3, results).resumed == 3
    assert Arena([duel(clasico, "random", "counter", SET)], 3, results, fresh=True).resumed == 0


def test_somebody_elses_file_is_not_written_to(tmp_path: Path):
    diary = tmp_path / "diary.txt"
    diary.write_text("Dear diary,")
    with pytest.raises(ArenaError, match="holds something else"):
        Results(diary)
    assert diary.read_text() == "Dear diary,"


def test_whatever_was_under_way_when_it_stopped_is_kept(tmp_path: Path):
    contest = duel(load_book("san-juan"), "random", "counter", SET)
    results = Results(tmp_path / "results.jsonl")
    arena = Arena([contest], 10_000, results)

    def stop() -> None:
        if arena.finished >= 10:
            raise KeyboardInterrupt

    with ThreadPoolExecutor(2) as executor, pytest.raises(KeyboardInterrupt):
        arena.play(executor, 4, stop)
    assert 10 <= arena.finished < 10_000
    assert outcome(Arena([contest], 10_000, results).tallies[0]) == outcome(arena.tallies[0])


def test_a_worker_with_another_program_refuses_to_play():
    packed = duel(load_book("san-juan"), "random", "counter", SET).packed()
    with pytest.raises(ArenaError, match="another Tantera"):
        play_chunk(packed, "0123456789abcdef", (1,))


def test_an_unknown_bot_is_refused_with_the_names_of_all():
    with pytest.raises(ArenaError, match=r"found 'bonzo', expected one of .*random.*counter"):
        Arena([duel(load_book("san-juan"), "bonzo", "random", SET)], 1)


def test_the_ladder_has_the_strongest_first_and_the_reference_at_zero():
    contests = ladder_contests(load_book("san-juan"), ("random", "counter"), "random", SET)
    arena = Arena(contests, 60)
    arena.play_here()
    first, last = rungs(arena, "random")
    assert (first.name, last.name) == ("counter", "random")
    assert first.points.mean > 0 == last.points.mean
    assert last.thinking.decisions > 0


@pytest.mark.parametrize("level", [2, 3, 4])
def test_each_level_for_people_is_clearly_stronger_than_the_one_below(level: int):
    """The step to 5 takes thousands of deals: `bench bots` and docs/bots.md have them."""
    contest = duel(load_book("san-juan"), f"level-{level}", f"level-{level - 1}", SET)
    arena = Arena([contest], 240)
    arena.play_here()
    found = arena.tallies[0].points_each(contest.point_parts)
    assert found is not None
    assert found.error is not None
    assert found.mean > 2 * found.error > 0
